"""Binders as code: running over a set, with a condition and an order of preference."""

from collections.abc import Callable, Iterable
from itertools import permutations, product
from operator import itemgetter
from typing import Literal, TypeAlias

from runtime.code import Code, Frame
from runtime.state import Store
from runtime.values import Value

Kept: TypeAlias = Callable[[Store, Frame], list[Value]]
"""What a binder keeps, in order: values for one name, tuples of values for several."""

Put: TypeAlias = Callable[[Frame, Value], None]
"""Puts one such value into the frame."""


def putting(slots: list[int]) -> Put:
    """How a value (for one slot) or a tuple of values (for several) enters the frame."""
    if len(slots) == 1:
        slot = slots[0]

        def put(v: Frame, value: Value) -> None:
            v[slot] = value

        return put

    def put_all(v: Frame, values: Value) -> None:
        for slot, value in zip(slots, values, strict=True):
            v[slot] = value

    return put_all


def kept_values(domain: Code, slot: int, condition: Code | None) -> Kept:
    """The values of ``domain`` that fulfil ``condition``."""
    if condition is None:
        return lambda s, v: list(domain(s, v))

    def kept(s: Store, v: Frame) -> list[Value]:
        found = []
        for value in domain(s, v):
            v[slot] = value
            if condition(s, v):
                found.append(value)
        return found

    return kept


def kept_tuples(domain: Code, slots: list[int], distinct: bool, condition: Code | None) -> Kept:
    """The tuples over ``domain`` that fulfil ``condition``; of different values if ``distinct``."""
    put, length = putting(slots), len(slots)

    def kept(s: Store, v: Frame) -> list[Value]:
        values = domain(s, v)
        tuples: Iterable[tuple[Value, ...]]
        tuples = permutations(values, length) if distinct else product(values, repeat=length)
        if condition is None:
            return list(tuples)
        found = []
        for one in tuples:
            put(v, one)
            if condition(s, v):
                found.append(one)
        return found

    return kept


def best_values(
    kept: Kept, slot: int, key: Code, direction: Literal["smallest", "largest"]
) -> Kept:
    """Those of the kept values for which ``key`` is smallest (or largest)."""
    best: Callable[..., tuple[Value, Value]] = min if direction == "smallest" else max
    first = itemgetter(0)

    def preferred(s: Store, v: Frame) -> list[Value]:
        found = kept(s, v)
        if not found:
            return found
        keyed = []
        for value in found:
            v[slot] = value
            keyed.append((key(s, v), value))
        wanted = best(keyed, key=first)[0]
        return [value for number, value in keyed if number == wanted]

    return preferred
