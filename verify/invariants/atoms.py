"""Atoms: what can be said of a state, or of each member of a set, at a place in the flow.

They are expressions of the rule set, read off its declarations: whether a state
variable is yes, is set, or has a certain value, whether a number is at most another one,
and who is still to have a turn.
A definition that says yes or no of one member is an atom as well.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import permutations

from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import StateVariable
from verify.symbolic import Scope

MEMBER = "member!"
"""The variable of an atom that is about each member of a set; no law has a variable so named."""

MOST_VALUES = 8
"""Up to how many values a number or a set may have for each to be an atom of its own."""


MOST_NUMBERS = 8
"""Up to how many numbers of the state are compared with each other."""


@dataclass(frozen=True, eq=False)
class Atom:
    """``expr`` holds or does not; where it is undefined it does not.

    ``set``: the set whose members it is about, each as the variable
    :data:`MEMBER`; none: it is about the state as a whole. ``chained``: it is
    about what a value of the state leads to, and of interest only by itself or
    for those whose turn it is or is not; ``there`` says that there is such a value.
    ``turn``: it tells whose turn it is. ``about``: what it gives a value to, if it says
    that something has one value out of several.
    """

    set: str | None
    expr: ex.Expr
    chained: bool = False
    there: "Atom | None" = None
    turn: bool = False
    about: ex.Expr | None = None


def atoms(scope: Scope, live: Mapping[str, ty.Type], *, definitions: bool) -> tuple[Atom, ...]:
    """The atoms at a place where the variables ``live`` are still needed, by type.

    ``definitions``: with what the law defines of one member or of none.
    """
    found = [*_of_states(scope, live), *_of_two_numbers(scope), *_of_variables(scope, live)]
    found.extend(_of_bounds(scope))
    if definitions:
        found.extend(_of_definitions(scope))
    return tuple(found)


def _of_states(scope: Scope, live: Mapping[str, ty.Type]) -> Iterator[Atom]:
    for state in scope.rules.states.values():
        if not state.domain:
            yield from _of_value(scope, None, ex.Read(state=state.id), state.type)
        for arguments, owner in _places(state, live):
            here = ex.Read(state=state.id, arguments=arguments)
            yield from _of_value(scope, owner, here, state.type)
            for name, type in live.items():
                if owner is not None and type == _plain(state.type):
                    yield Atom(owner, _equal(here, ex.Variable(name=name)))
        if len(state.domain) == 1 and scope.sizes[state.domain[0]] <= MOST_VALUES:
            yield from _few(state)
    for name, parameter in scope.rules.parameters.items():
        yield from _of_value(scope, None, ex.Read(state=name), parameter.type)


def _few(state: StateVariable) -> Iterator[Atom]:
    """That at most one member is left of which it holds, or does not."""
    here = ex.Read(state=state.id, arguments=(ex.Variable(name=MEMBER),))
    if not isinstance(state.type, ty.Truth):
        return
    owner = state.domain[0]
    for condition in (here, ex.Unary(operator="not", item=here)):
        binder = ex.Binder(
            names=(MEMBER,),
            item=ty.Element(set=owner),
            domain=ex.AllOf(set=owner),
            condition=condition,
        )
        one = ex.NumberConstant(value=1)
        yield Atom(None, ex.Binary(operator="at_most", left=ex.Count(binder=binder), right=one))


def _places(
    state: StateVariable, live: Mapping[str, ty.Type]
) -> Iterator[tuple[tuple[ex.Expr, ...], str | None]]:
    """Arguments for ``state``: each member in one place, bound variables in the others."""
    for position, owner in enumerate(state.domain):
        for others in _bound(state.domain[:position] + state.domain[position + 1 :], live):
            member = ex.Variable(name=MEMBER)
            yield (*others[:position], member, *others[position:]), owner
    if state.domain:
        for arguments in _bound(state.domain, live):
            yield arguments, None


def _bound(sets: tuple[str, ...], live: Mapping[str, ty.Type]) -> Iterator[tuple[ex.Expr, ...]]:
    if not sets:
        yield ()
        return
    for name, type in live.items():
        if type == ty.Element(set=sets[0]):
            for rest in _bound(sets[1:], live):
                yield (ex.Variable(name=name), *rest)


def _of_value(scope: Scope, owner: str | None, here: ex.Expr, type: ty.Type) -> Iterator[Atom]:
    match type:
        case ty.Truth():
            yield Atom(owner, here)
        case ty.Optional(item=item):
            there = ex.IsSet(item=here)
            given = Atom(owner, there)
            yield given
            if isinstance(item, ty.Element):
                for what in _of_element(scope, ex.Unwrap(item=here), item.set):
                    chained = ex.Binary(operator="implies", left=there, right=what)
                    yield Atom(owner, chained, chained=True, there=given)
            yield from _constants(scope, owner, here, item)
        case _:
            yield from _constants(scope, owner, here, type)


def _of_element(scope: Scope, element: ex.Expr, of: str) -> Iterator[ex.Expr]:
    """What the states over a set say of one element that another state names."""
    for state in scope.rules.states.values():
        if state.domain == (of,):
            there = ex.Read(state=state.id, arguments=(element,))
            if isinstance(state.type, ty.Truth):
                yield there
                yield ex.Unary(operator="not", item=there)
            elif isinstance(state.type, ty.Optional):
                yield ex.IsSet(item=there)


def _constants(scope: Scope, owner: str | None, here: ex.Expr, type: ty.Type) -> Iterator[Atom]:
    """That it has a certain value, where it is one of few that the law names."""
    if owner is not None or (isinstance(here, ex.Read) and here.arguments):
        return
    match type:
        case ty.Element(set=of) if scope.rules.sets[of].members:
            values: list[ex.Expr] = [
                ex.ElementConstant(set=of, index=index) for index in range(scope.sizes[of])
            ]
        case ty.Number(low=low, high=high, fraction=False) if high - low < MOST_VALUES:
            values = [ex.NumberConstant(value=value) for value in range(low, high + 1)]
        case _:
            return
    for value in values if len(values) <= MOST_VALUES else ():
        yield Atom(None, _equal(here, value), about=here)


def _of_two_numbers(scope: Scope) -> Iterator[Atom]:
    """That of two numbers, of the same member or of the whole, the one is at most the other."""
    numbers = [
        state
        for state in scope.rules.states.values()
        if len(state.domain) < 2 and isinstance(_plain(state.type), ty.Number)
    ]
    if len(numbers) > MOST_NUMBERS:
        return
    for left, right in permutations(numbers, 2):
        if left.domain and right.domain and left.domain != right.domain:
            continue
        both = (_number(left), _number(right))
        compared = ex.Binary(operator="at_most", left=both[0][1], right=both[1][1])
        for there, _ in both:
            if there is not None:
                compared = ex.Binary(operator="implies", left=there, right=compared)
        owner = next(iter((*left.domain, *right.domain)), None)
        yield Atom(owner, compared, chained=True)


def _of_bounds(scope: Scope) -> Iterator[Atom]:
    """That a number of each member keeps to a narrower range than it is declared with."""
    for state in scope.rules.states.values():
        type = _plain(state.type)
        if len(state.domain) != 1 or not isinstance(type, ty.Number):
            continue
        if type.high - type.low >= MOST_VALUES:
            continue
        there, here = _number(state)
        for value in range(type.low, type.high):
            low, high = ex.NumberConstant(value=value), ex.NumberConstant(value=value + 1)
            for kept in (
                ex.Binary(operator="at_most", left=here, right=low),
                ex.Binary(operator="at_least", left=here, right=high),
            ):
                if there is not None:
                    guarded = ex.Binary(operator="implies", left=there, right=kept)
                    yield Atom(state.domain[0], guarded, chained=True)
                else:
                    yield Atom(state.domain[0], kept, chained=True)


def _number(state: StateVariable) -> tuple[ex.Expr | None, ex.Expr]:
    """That it is set, where it need not be, and the number."""
    arguments = tuple(ex.Variable(name=MEMBER) for _ in state.domain)
    here = ex.Read(state=state.id, arguments=arguments)
    if isinstance(state.type, ty.Optional):
        return ex.IsSet(item=here), ex.Unwrap(item=here)
    return None, here


def _of_variables(scope: Scope, live: Mapping[str, ty.Type]) -> Iterator[Atom]:
    member = ex.Variable(name=MEMBER)
    for name, type in live.items():
        here = ex.Variable(name=name)
        match type:
            case ty.Truth():
                yield Atom(None, here)
            case ty.Element(set=of):
                yield Atom(of, _equal(member, here), turn=True)
                for what in _of_element(scope, here, of):
                    yield Atom(None, what)
            case ty.SetOf(item=ty.Element(set=of)):
                yield Atom(of, ex.Member(item=member, of=here), turn=True)
                for other, kind in live.items():
                    if kind == ty.Element(set=of):
                        yield Atom(None, ex.Member(item=ex.Variable(name=other), of=here))


def _of_definitions(scope: Scope) -> Iterator[Atom]:
    for definition in scope.rules.definitions.values():
        if not isinstance(definition.type, ty.Truth) or len(definition.parameters) > 1:
            continue
        if not definition.parameters:
            yield Atom(None, ex.Apply(definition=definition.id))
        elif isinstance(definition.parameters[0].type, ty.Element):
            member = ex.Variable(name=MEMBER)
            applied = ex.Apply(definition=definition.id, arguments=(member,))
            yield Atom(definition.parameters[0].type.set, applied)


def _equal(left: ex.Expr, right: ex.Expr) -> ex.Expr:
    return ex.Binary(operator="equal", left=left, right=right)


def _plain(type: ty.Type) -> ty.Type:
    return type.item if isinstance(type, ty.Optional) else type
