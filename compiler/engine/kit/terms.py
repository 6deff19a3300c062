"""What expressions, definitions and decisions are made of."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar, cast

from compiler.engine.kit.outcomes import Applied, Ending, Undefined, Value, whole
from compiler.engine.kit.table import AnyTable

Item = TypeVar("Item")
First = TypeVar("First")
Second = TypeVar("Second")
Result = TypeVar("Result")


def present(value: Item | None, ref: str, what: str) -> Item:
    """``value``, which must be there."""
    if value is None:
        raise Undefined("gap", ref, f"{what} is not set")
    return value


def absent(ref: str, what: str) -> NoReturn:
    """Called for in place of a value that must be there, but is not."""
    raise Undefined("gap", ref, f"{what} is not set")


def the_one(values: Sequence[Item], ref: str) -> Item:
    """The one value that is meant."""
    if len(values) == 1:
        return values[0]
    found = f"{len(values)} of them are" if values else "none is"
    raise Undefined("gap", ref, f"exactly one is meant, but {found} there")


def one_or(values: Sequence[First], otherwise: Callable[[], Second]) -> First | Second:
    """The one value that is meant; ``otherwise`` where there is none or several."""
    return values[0] if len(values) == 1 else otherwise()


def extreme(values: Sequence[Item], direction: str, ref: str) -> Item:
    """The smallest or largest of values."""
    if not values:
        raise Undefined("gap", ref, f"the {direction} of no values")
    numbers: Any = values
    found: Item = min(numbers) if direction == "smallest" else max(numbers)
    return found


def smallest(keys: dict[Item, Value]) -> list[Item]:
    """Those whose key is smallest."""
    if not keys:
        return []
    best = min(keys.values())
    return [one for one, key in keys.items() if key == best]


def largest(keys: dict[Item, Value]) -> list[Item]:
    """Those whose key is largest."""
    if not keys:
        return []
    best = max(keys.values())
    return [one for one, key in keys.items() if key == best]


class Row(dict[Second, Result], Generic[First, Second, Result]):
    """The values of ``function`` for one first argument, by the second."""

    def __init__(self, function: Callable[[First, Second], Result], first: First):
        self.function = function
        self.first = first

    def __missing__(self, second: Second) -> Result:
        value = self[second] = self.function(self.first, second)
        return value


class Rows(dict[First, Row[First, Second, Result]], Generic[First, Second, Result]):
    """The values of ``function`` by its first argument, then its second, once asked for."""

    def __init__(self, function: Callable[[First, Second], Result]):
        self.function = function

    def __missing__(self, first: First) -> Row[First, Second, Result]:
        row = self[first] = Row(self.function, first)
        return row


def repeated(values: Sequence[Value]) -> bool:
    """Whether something, other than nothing, stands among ``values`` more than once."""
    if len(set(values)) == len(values):
        return False
    there = [value for value in values if value is not None]
    return len(set(there)) < len(there)


def not_elsewhere(
    values: Sequence[Item | None], place: int, options: Sequence[Item]
) -> Sequence[Item]:
    """Those of ``options`` that stand nowhere else among ``values`` than at ``place``.

    No value may stand there twice.
    """
    elsewhere = set(values)
    elsewhere.discard(values[place])
    if elsewhere.isdisjoint(options):
        return options
    return [one for one in options if one is None or one not in elsewhere]


def nothing_lawful(ref: str) -> Undefined:
    """Raised where a choice in the paragraph ``ref`` has no lawful value."""
    return Undefined("gap", ref, "nothing is lawful")


def first_of(values: Sequence[Item], ref: str) -> Item:
    """The first value of a set that is not empty."""
    if not values:
        raise Undefined("range", ref, "the first of an empty set")
    return values[0]


def without(values: Sequence[Item], left_out: Item) -> tuple[Item, ...]:
    """The set without one value."""
    return tuple([value for value in values if value != left_out])


def quotient(left: int | Fraction, right: int | Fraction, ref: str) -> int | Fraction:
    """An exact quotient."""
    if right == 0:
        raise Undefined("range", ref, f"{left} divided by zero")
    if not isinstance(left, Fraction) and not left % right:
        return int(left // right)
    found: int | Fraction = whole(Fraction(left) / right)
    return found


def total(values: Iterable[Item]) -> Item:
    """The sum of numbers of which some may be fractions."""
    found: Item = whole(sum(cast(Any, values)))
    return found


def ordered(values: Iterable[Item]) -> tuple[Item, ...]:
    """The set of ``values``, among which nothing is missing: each once, in order."""
    different: Any = set(values)
    return tuple(sorted(different))


def canonical(values: Iterable[Item]) -> tuple[Item, ...]:
    """The set of ``values``: each once, in order, nothing first."""
    return tuple(sorted(set(values), key=order_key))


def order_key(value: Value) -> Value:
    """A sort key that puts nothing before everything else, also inside sets."""
    if value is None:
        return (0,)
    if isinstance(value, tuple):
        return (1, tuple(order_key(one) for one in value))
    return (1, value)


def in_field(number: Value, low: int, high: int, field: str, ref: str) -> None:
    """Raises :class:`Undefined` for what lies outside the range of a record's field."""
    if not low <= number <= high:
        raise Undefined("range", ref, f"{field} is {number}, outside {low} to {high}")


def in_range(
    value: Value, low: int, high: int, fraction: bool, state: str, ref: str
) -> Value:
    """``value`` (or nothing), which must lie within the range of a state variable."""
    number = whole(value)
    if number is None:
        return None
    if not low <= number <= high:
        raise Undefined(
            "range", ref, f"{state} would be {number}, outside {low} to {high}"
        )
    if not fraction and not isinstance(number, int):
        raise Undefined("range", ref, f"{state} would be {number}, which is not whole")
    return number


class Case(NamedTuple):
    """A case of a definition, or a rule of a decision.

    ``beats``: the positions of those that it takes precedence over. ``settled``: those
    of them over which a supplement gives it precedence, each with the supplement.
    """

    ref: str
    beats: tuple[int, ...] = ()
    supplement: str | None = None
    settled: tuple[tuple[int, str], ...] = ()


def undefeated(cases: tuple[Case, ...], guards: tuple[bool, ...]) -> list[int]:
    """Those whose guard holds and that nothing else that applies takes precedence over."""
    applying = [at for at, guard in enumerate(guards) if guard]
    if len(applying) < 2:
        return applying
    defeated = {loser for winner in applying for loser in cases[winner].beats}
    return [at for at in applying if at not in defeated]


def settling(cases: tuple[Case, ...], guards: tuple[bool, ...]) -> str | None:
    """The supplement but for which more cases would be left; None if there is none."""
    by_text = tuple(
        one._replace(beats=tuple(at for at in one.beats if at not in dict(one.settled)))
        for one in cases
    )
    left = undefeated(by_text, guards)
    return next(
        (
            supplement
            for one, guard in zip(cases, guards, strict=True)
            for loser, supplement in one.settled
            if guard and loser in left
        ),
        None,
    )


def of_supplements(cases: Iterable[Case]) -> str:
    """What is said of a conflict to which supplements add."""
    named = ", ".join(dict.fromkeys(one.supplement for one in cases if one.supplement))
    return f" (supplement {named})" if named else ""


def the_case(name: str, cases: tuple[Case, ...], guards: tuple[bool, ...]) -> int:
    """The position of the case that applies in the definition ``name``."""
    if guards.count(True) == 1:
        return guards.index(True)
    left = undefeated(cases, guards)
    if len(left) == 1:
        return left[0]
    applying = [at for at, guard in enumerate(guards) if guard]
    if not applying:
        ref = cases[0].ref if cases else ""
        raise Undefined("gap", ref, f"no case of {name} applies")
    between = [cases[at] for at in left or applying]
    detail = f"{len(between)} cases of {name} apply{of_supplements(between)}"
    raise Undefined(
        "conflict", between[0].ref, detail, tuple(one.ref for one in between)
    )


def the_rule(
    table: AnyTable,
    ref: str,
    supplement: str | None,
    decision: str,
    rules: tuple[Case, ...],
    guards: tuple[bool, ...],
) -> int | Ending:
    """The position of the rule that applies at a decision; the end if it is not one."""
    left = (
        [guards.index(True)] if guards.count(True) == 1 else undefeated(rules, guards)
    )
    if len(left) == 1:
        rule = rules[left[0]]
        if table.applied is not None:
            table.applied.append((decision, rule.ref))
        if table.telling:
            filled = rule.supplement or settling(rules, guards)
            table.tell(Applied(rule.ref, filled, decision))
        return left[0]
    applying = [at for at, guard in enumerate(guards) if guard]
    if not applying:
        detail = f"no rule applies at the decision {decision}"
        return Ending("gap", ref, supplement, gap=decision, detail=detail)
    between = [rules[at] for at in left or applying]
    detail = f"{len(between)} rules apply at the decision {decision}"
    detail += of_supplements(between)
    refs = tuple(one.ref for one in between)
    return Ending("conflict", refs[0], supplement, detail=detail, between=refs)
