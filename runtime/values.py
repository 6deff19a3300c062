"""Values at run time: what belongs to a type, and in which order sets list it.

The representation is that of :mod:`runtime.ruleset.types`; whole fractions are
kept as ``int``, so that equal values look alike.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type

Value: TypeAlias = Any
"""A truth, number, element, record, set, or nothing; its type stands in the rule set."""

Sizes: TypeAlias = Mapping[str, int]
"""The number of members of each declared set."""


def holds_nothing(type: Type) -> bool:
    """Whether values of this type may contain ``None``, which has no order in Python."""
    if isinstance(type, Optional):
        return True
    return isinstance(type, SetOf) and holds_nothing(type.item)


def order_key(value: Value) -> Value:
    """A sort key that puts nothing before everything else, also inside sets."""
    if value is None:
        return (0,)
    if isinstance(value, tuple):
        return (1, tuple(order_key(one) for one in value))
    return (1, value)


def canonical(values: Iterable[Value], item: Type) -> tuple[Value, ...]:
    """The set of ``values``, which are of type ``item``: each once, in canonical order."""
    return tuple(sorted(set(values), key=order_key if holds_nothing(item) else None))


def contains(value: Value, type: Type, rules: RuleSet, sizes: Sizes) -> bool:
    """Whether ``value``, of whatever Python class, is a value of ``type``."""
    return membership(type, rules, sizes)(value)


def membership(type: Type, rules: RuleSet, sizes: Sizes) -> Callable[[Value], bool]:
    """:func:`contains` for one type, for those who ask often."""
    match type:
        case Truth():
            return lambda value: isinstance(value, bool)
        case Number(low=low, high=high, fraction=fraction):
            kind = (int, Fraction) if fraction else (int,)
            return lambda value: (
                isinstance(value, kind) and not isinstance(value, bool) and low <= value <= high
            )
        case Element(set=set_id):
            size = sizes[set_id]
            return lambda value: is_whole(value) and 0 <= value < size
        case Record(record=record):
            limits = [(field.low, field.high) for field in rules.records[record].fields]
            return lambda value: (
                isinstance(value, tuple)
                and len(value) == len(limits)
                and all(
                    is_whole(one) and low <= one <= high
                    for one, (low, high) in zip(value, limits, strict=True)
                )
            )
        case Optional(item=item):
            inner = membership(item, rules, sizes)
            return lambda value: value is None or inner(value)
        case SetOf(item=item):
            inner = membership(item, rules, sizes)
            return lambda value: (
                isinstance(value, tuple)
                and all(map(inner, value))
                and value == canonical(value, item)
            )


def first_value(type: Type, rules: RuleSet) -> Value:
    """What a state variable of this type holds at the start unless the law says otherwise.

    Nothing, no, the lowest number or element or record, or the empty set.
    """
    match type:
        case Truth():
            return False
        case Number(low=low):
            return low
        case Element():
            return 0
        case Record(record=record):
            return tuple(field.low for field in rules.records[record].fields)
        case Optional():
            return None
        case SetOf():
            return ()


def all_values(type: Type, rules: RuleSet, sizes: Sizes) -> tuple[Value, ...]:
    """Every value of ``type`` in canonical order; of fractions only the whole ones."""
    match type:
        case Truth():
            return (False, True)
        case Number(low=low, high=high):
            return tuple(range(low, high + 1))
        case Element(set=set_id):
            return tuple(range(sizes[set_id]))
        case Record(record=record):
            fields = rules.records[record].fields
            return tuple(product(*(range(one.low, one.high + 1) for one in fields)))
        case Optional(item=item):
            return (None, *all_values(item, rules, sizes))
        case SetOf(item=item):
            sets: list[tuple[Value, ...]] = [()]
            for one in all_values(item, rules, sizes):
                sets += [(*rest, one) for rest in sets]
            return canonical(sets, type)


def is_whole(value: Value) -> bool:
    """Whether ``value`` is a whole number (``True`` and ``False`` are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(number: Value) -> Value:
    """The same value, with a whole fraction as ``int``."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return number.numerator
    return number


def shown(value: object) -> str:
    """A short description of any value, however absurd, for a message."""
    if value is None or isinstance(value, bool | float | Fraction):
        return str(value)
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else "a huge number"
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, tuple | list):
        if len(value) <= 8 and all(is_whole(one) for one in value):
            return "[" + ", ".join(shown(one) for one in value) + "]"
        return f"a list of {len(value)}"
    return f"an object of {len(value)}" if isinstance(value, dict) else "something else"
