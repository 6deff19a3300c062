"""Symmetry: a choice among members that nothing tells apart does not matter.

If a law never names a member of a set and never compares or takes its members in order, what
can follow from a state follows, up to the names, from the state with two members
swapped. If two that may be chosen can be swapped and nothing in the state changes,
choosing the one or the other comes to the same.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce

from runtime.actors import variable_types
from runtime.graph import ChooseNode, Graph
from runtime.liveness import live_variables
from runtime.rewriting import rename, walk
from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import StateVariable
from verify.alike import about, told_apart
from verify.limits import Limit, Named, ask
from verify.norms import lawful_now
from verify.obligations.never import Known
from verify.obligations.one_member import MEMBER, kept_for_one
from verify.paths import Path
from verify.quantities import Unsupported
from verify.starts import anywhere
from verify.symbolic import (
    Collection,
    Maybe,
    Scope,
    Value,
    choose,
    equal_values,
    member,
)
from verify.terms import Term, Truth, both, equal, every, negation
from verify.translate import Translator, defined

LEMMA = "what is open is as at the start"
"""How what was proved on the way is named in a core."""


DIFFER = "two that may be chosen can differ"


@dataclass(frozen=True)
class Symmetry:
    """Whether the options of a choice are alike; the paragraphs that rests on, or why not."""

    alike: bool
    core: tuple[str, ...] = ()
    detail: str = ""


def symmetry(
    scope: Scope, graph: Graph, node: int, limit: Limit, known: Known | None = None
) -> Symmetry:
    """Whether all that can be chosen at ``node`` of ``graph`` is alike.

    ``known`` gives invariants that may be taken for granted.
    """
    at = graph.nodes[node]
    assert isinstance(at, ChooseNode)
    if not isinstance(at.type, ty.Element):
        return Symmetry(False, detail="what is chosen is not a member of a set")
    owner = at.type.set
    if scope.sizes[owner] < 2:
        return Symmetry(True)
    told = next(told_apart(scope, graph, owner), None)
    if told is not None:
        return Symmetry(False, detail=told)
    try:
        return _alike(scope, graph, node, at, owner, limit, known)
    except Unsupported as error:
        return Symmetry(False, detail=str(error))


def _alike(
    scope: Scope,
    graph: Graph,
    node: int,
    at: ChooseNode,
    owner: str,
    limit: Limit,
    known: Known | None,
) -> Symmetry:
    start = anywhere(scope, graph, node)
    translator = Translator(scope, start.store)
    domain, needs = translator.translate(at.domain, start.env)
    types = variable_types(scope.rules, graph)
    live = {name: types[name] for name in live_variables(graph)[node]}
    # Two members stand for any two, since nothing tells them apart.
    chosen = both(member(0, domain), member(1, domain))
    same = _same_swapped(scope, start, live, owner, 0, 1)
    wrong = Named(None, every((defined(needs), chosen, negation(same))))
    question = [*lawful_now(scope, start), wrong]
    answer = ask(question, limit, core=True)
    if answer.verdict == "no":
        return Symmetry(True, answer.core)
    lemma = _lemma(scope, at, owner)
    kept = None if lemma is None else kept_for_one(scope, graph, lemma, owner, limit)
    # What is kept for one member is kept for all, since nothing tells them apart.
    if lemma is not None and kept is not None:
        for index in (0, 1):
            broken, _ = translator.truth(lemma, {**start.env, MEMBER: index})
            question.append(Named(LEMMA, negation(broken)))
        answer = ask(question, limit, core=True)
    # Invariants take longer than all else together.
    invariants = known(scope, graph) if answer.verdict != "no" and known is not None else None
    if invariants is not None:
        answer = ask([*question, *invariants.at(start)], limit, core=True)
    if answer.verdict != "no":
        return Symmetry(False, detail=answer.reason or DIFFER)
    core = [name for name in answer.core if name != LEMMA]
    if invariants is not None:
        core = [ref for name in core for ref in invariants.refs(name)]
    return Symmetry(True, (*core, *(sorted(kept or ()) if LEMMA in answer.core else ())))


def _lemma(scope: Scope, at: ChooseNode, owner: str) -> ex.Expr | None:
    """What should never hold of the member :data:`MEMBER`.

    That it may be chosen although it has been used: some state variable over the set has
    another value than at the start. Or that it points to a member of another set of which
    something is missing; without that, the first is mostly not kept.
    """
    match at.domain:
        case ex.Select(binder=ex.Binder(domain=ex.AllOf(set=of), order=()) as binder) if (
            of == owner and binder.condition is not None
        ):
            pass
        case _:
            return None
    inner = {one for part in walk(binder) if isinstance(part, ex.Binder) for one in part.names}
    used = {part.name for part in walk(binder) if isinstance(part, ex.Variable)}
    if used - inner:
        return None
    here = ex.Variable(name=MEMBER)
    condition = rename(binder.condition, {binder.names[0]: MEMBER}, lambda name: name)
    wrong: list[ex.Expr] = []
    for state in scope.rules.states.values():
        if state.domain != (owner,):
            continue
        value = ex.Read(state=state.id, arguments=(here,))
        moved = _moved(state, value)
        if moved is not None:
            wrong.append(ex.Binary(operator="and", left=condition, right=moved))
        wrong += _pointing_nowhere(scope, state, value)
    return reduce(lambda a, b: ex.Binary(operator="or", left=a, right=b), wrong) if wrong else None


def _pointing_nowhere(scope: Scope, state: StateVariable, value: ex.Expr) -> Iterator[ex.Expr]:
    """That ``value``, a value of ``state``, is a member of which something is not set."""
    match state.type:
        case ty.Optional(item=ty.Element(set=to)):
            for other in scope.rules.states.values():
                if other.domain == (to,) and isinstance(other.type, ty.Optional):
                    there = ex.Read(state=other.id, arguments=(ex.Unwrap(item=value),))
                    missing = ex.Unary(operator="not", item=ex.IsSet(item=there))
                    yield ex.Binary(operator="and", left=ex.IsSet(item=value), right=missing)


def _moved(state: StateVariable, here: ex.Expr) -> ex.Expr | None:
    """That ``here``, a value of ``state``, is not as at the start."""
    match state.type:
        case ty.Optional():
            return ex.IsSet(item=here)
        case ty.Truth():
            return here
        case ty.Number() if state.initial is not None:
            first = ex.NumberConstant(value=state.initial)
            return ex.Binary(operator="unequal", left=here, right=first)
        case _:
            return None


# Swapping.


def _same_swapped(
    scope: Scope,
    path: Path,
    live: dict[str, ty.Type],
    owner: str,
    first: int,
    second: int,
) -> Truth:
    """Whether the state of ``path`` stays the same where two members of ``owner`` are swapped."""
    same: list[Truth] = []
    for state in scope.rules.states.values():
        table = path.store[state.id]
        for place, value in table.items():
            other = tuple(
                _other(index, first, second) if of == owner else index
                for of, index in zip(state.domain, place, strict=True)
            )
            if other == place and not about(state.type, owner):
                continue
            swapped = _swapped(state.type, table[other], owner, first, second)
            same.append(equal_values(swapped, value))
    for name, type in live.items():
        if about(type, owner):
            value = path.env[name]
            same.append(equal_values(_swapped(type, value, owner, first, second), value))
    return every(same)


def _other(index: int, first: int, second: int) -> int:
    return second if index == first else first if index == second else index


def _swapped(type: ty.Type, value: Value, owner: str, first: int, second: int) -> Value:
    """``value`` with the two members swapped."""
    if value is None or not about(type, owner):
        return value
    if isinstance(type, ty.Optional):
        if isinstance(value, Maybe):
            return Maybe(value.is_set, _swapped(type.item, value.value, owner, first, second))
        return _swapped(type.item, value, owner, first, second)
    if isinstance(value, Collection) and isinstance(type, ty.SetOf):
        return Collection(
            tuple(
                (guard, _swapped(type.item, one, owner, first, second))
                for guard, one in value.items
            )
        )
    if isinstance(value, Term):
        otherwise = choose(equal(value, second), first, value)
        return choose(equal(value, first), second, otherwise)
    return _other(value, first, second)
