"""Definitions as code: which case applies, and remembering what was worked out before."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from runtime.code import Code, Frame, Scope, Undefined
from runtime.precedence import beats
from runtime.ruleset.expressions import Expr
from runtime.ruleset.ruleset import Definition
from runtime.state import Store
from runtime.values import Value
from runtime.watch import Watch

Function: TypeAlias = Callable[[Store, tuple[Value, ...]], Value]
"""A definition: a function of a store and of the arguments."""

_REMEMBERED = 200_000
"""How many values of one definition that reads no state are kept at most."""


def compiled(
    definition: Definition,
    code: Callable[[Expr, Scope], Code],
    watch: Watch | None = None,
    relied: dict[str, None] | None = None,
) -> Function:
    """The definition as a function, without memory; ``code`` compiles an expression.

    ``relied`` is where to note the supplement that the case applying comes from.
    """
    scope = Scope("")
    for parameter in definition.parameters:
        scope.slot(parameter.name)
    cases = definition.cases
    guards = [
        None if case.guard is None else code(case.guard, scope.at(case.ref)) for case in cases
    ]
    values = [code(case.value, scope.at(case.ref)) for case in cases]
    beaten = beats(cases)
    rest = [None] * (len(scope.slots) - len(definition.parameters))
    if len(cases) == 1 and guards[0] is None and watch is None:
        only = values[0]
        return lambda s, arguments: only(s, [*arguments, *rest])

    def work(s: Store, arguments: tuple[Value, ...]) -> Value:
        frame = [*arguments, *rest]
        applying = [i for i, guard in enumerate(guards) if guard is None or guard(s, frame)]
        left = undefeated(applying, beaten)
        if len(left) == 1:
            value = values[left[0]](s, frame)
            supplement = cases[left[0]].supplement
            if relied is not None and supplement is not None:
                relied[supplement] = None
            if watch is not None:
                others = undefeated([one for one in applying if one != left[0]], beaten)
                watch.case(definition.id, left[0], _differs(value, others, values, s, frame))
            return value
        if not applying:
            raise Undefined("gap", cases[0].ref, f"no case of {definition.id} applies")
        between = tuple(cases[i].ref for i in left or applying)
        detail = f"{len(between)} cases of {definition.id} apply"
        detail += of_supplements(cases[i].supplement for i in left or applying)
        raise Undefined("conflict", between[0], detail, between)

    return work


def _differs(value: Value, others: list[int], values: list[Code], s: Store, frame: Frame) -> bool:
    """Whether the cases ``others`` alone would not give ``value``."""
    if len(others) != 1:
        return True
    try:
        return bool(values[others[0]](s, frame) != value)
    except Undefined:
        return True


def undefeated(applying: list[int], beats: tuple[tuple[int, ...], ...]) -> list[int]:
    """Those of ``applying`` that no other one of them takes precedence over."""
    if len(applying) < 2:
        return applying
    defeated = {loser for winner in applying for loser in beats[winner]}
    return [one for one in applying if one not in defeated]


def settling(
    applying: list[int],
    beats: tuple[tuple[int, ...], ...],
    settled: tuple[tuple[tuple[int, str], ...], ...],
) -> str | None:
    """The supplement but for which more of ``applying`` would be left; ``None`` if there is none.

    ``settled``: for each item those that it beats by a supplement, with its id.
    """
    by_text = [
        tuple(loser for loser in losers if loser not in dict(settled[winner]))
        for winner, losers in enumerate(beats)
    ]
    left = undefeated(applying, tuple(by_text))
    return next((by for one in applying for loser, by in settled[one] if loser in left), None)


def of_supplements(ids: Iterable[str | None]) -> str:
    """What is said of a conflict to which the supplements ``ids`` add."""
    named = ", ".join(dict.fromkeys(one for one in ids if one is not None))
    return f" (supplement {named})" if named else ""


def remembered(work: Function) -> Function:
    """``work``, which reads no state, with its values kept for good."""
    memo: dict[tuple[Value, ...], Value] = {}

    def function(s: Store, arguments: tuple[Value, ...]) -> Value:
        try:
            return memo[arguments]
        except KeyError:
            pass
        if len(memo) >= _REMEMBERED:
            memo.clear()
        value = memo[arguments] = work(s, arguments)
        return value

    return function


def remembered_in_store(work: Function, number: int) -> Function:
    """``work`` with its values kept in the store that it reads, under ``number``."""

    def function(s: Store, arguments: tuple[Value, ...]) -> Value:
        key = (number, arguments)
        memo = s.memo
        if key in memo:
            return memo[key]
        value = memo[key] = work(s, arguments)
        return value

    return function


def without_a_case(name: str, arguments: Iterable[Code], ref: str) -> Code:
    """What asks in ``ref`` for a definition of which no paragraph says anything: a gap there."""
    asked = tuple(arguments)

    def gap(store: Store, frame: Frame) -> Value:
        for argument in asked:
            argument(store, frame)
        raise Undefined("gap", ref, f"no case of {name} applies")

    return gap
