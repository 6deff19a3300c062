"""Measures: whole numbers over the state that may tell that a loop ends.

The one that a law gives; else natural ones: how many places of a state variable are
set, what its values sum up to, turns and passes that are left.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from runtime.actors import variable_types
from runtime.graph import AssignNode, Graph, HeadNode
from runtime.liveness import live_variables
from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from runtime.ruleset.properties import LoopEnds
from verify.paths import Path
from verify.quantities import at_most_quantity, less_quantity
from verify.symbolic import Scope
from verify.terms import Truth, Whole, at_most, both, choose_number, less, negation, total
from verify.translate import HOLE, Translator, defined


@dataclass(frozen=True)
class Measure:
    """A whole number over the state and the bound variables; ``name`` says which in words."""

    name: str
    value: ex.Expr
    given: bool = False


@dataclass(frozen=True)
class Step:
    """A way from one loop head, where it began as ``start``, to the next."""

    start: Path
    end: Path

    @property
    def heads(self) -> tuple[int, int]:
        return self.start.node, self.end.node


def measures_for(
    scope: Scope, graph: Graph, item: LoopEnds, nodes: Iterable[int] | None = None
) -> tuple[list[Measure], list[Measure]]:
    """Measures of the state (the one given, else natural ones), and of turns and passes left.

    ``nodes``: those of the loop; what nothing in it could make smaller is left out.
    """
    if item.measure is not None:
        given = [Measure("the measure given", item.measure, given=True)]
    else:
        within = range(len(graph.nodes)) if nodes is None else sorted(nodes)
        given = list(_natural(scope, _written(graph, within)))
    return given, list(_left(scope, graph))


def _left(scope: Scope, graph: Graph) -> Iterator[Measure]:
    types = variable_types(scope.rules, graph)
    live = live_variables(graph)
    names = {
        name
        for number, node in enumerate(graph.nodes)
        if isinstance(node, HeadNode)
        for name in live[number]
    }
    for name in sorted(names):
        type = types.get(name)
        if isinstance(type, ty.SetOf):
            binder = ex.Binder(
                names=(f"{name}.left",), item=type.item, domain=ex.Variable(name=name)
            )
            yield Measure(f"turns left in {name}", ex.Count(binder=binder))
        elif isinstance(type, ty.Number) and not type.fraction:
            value = ex.Variable(name=name)
            rest = ex.Binary(
                operator="subtract", left=ex.NumberConstant(value=type.high), right=value
            )
            yield Measure(f"passes left in {name}", rest)


def _written(graph: Graph, nodes: Iterable[int]) -> dict[str, list[ex.Expr]]:
    """What the assignments at ``nodes`` write, for each state variable."""
    found: dict[str, list[ex.Expr]] = {}
    for node in (graph.nodes[at] for at in nodes):
        for update in node.updates if isinstance(node, AssignNode) else ():
            found.setdefault(update.state, []).append(update.value)
    return found


def _natural(scope: Scope, written: Mapping[str, Sequence[ex.Expr]]) -> Iterator[Measure]:
    """For each state variable, in how many places it is set (yes) or not, or what it sums up to.

    Yes-or-no comes first, as the most usual and the quickest. Left out is what could only
    grow: a count of the places with a value, where only this value is ``written``.
    """
    zero, one = ex.NumberConstant(value=0), ex.NumberConstant(value=1)
    states = sorted(
        scope.rules.states.values(), key=lambda state: not isinstance(state.type, ty.Truth)
    )
    for state in states:
        if state.id not in written:
            continue
        names = tuple(f"place{position}" for position in range(len(state.domain)))
        here = ex.Read(state=state.id, arguments=tuple(ex.Variable(name=name) for name in names))
        bodies: list[tuple[str, ex.Expr]] = []
        match state.type:
            case ty.Truth() | ty.Optional():
                truth = isinstance(state.type, ty.Truth)
                holds, word = (here, "yes") if truth else (ex.IsSet(item=here), "set")
                yes = ex.IfThenElse(condition=holds, then=one, otherwise=zero)
                no = ex.IfThenElse(condition=holds, then=zero, otherwise=one)
                if not all(map(_surely_held, written[state.id])):
                    bodies.append((f"how many of {state.id} are {word}", yes))
                if not all(map(_surely_not, written[state.id])):
                    bodies.append((f"how many of {state.id} are not {word}", no))
            case ty.Number(high=high, fraction=False):
                top = ex.NumberConstant(value=high)
                rest = ex.Binary(operator="subtract", left=top, right=here)
                bodies.append((f"the sum of {state.id}", here))
                bodies.append((f"what the sum of {state.id} lacks of the most", rest))
        for words, body in bodies:
            value: ex.Expr = body
            for name, of in zip(names, state.domain, strict=True):
                binder = ex.Binder(names=(name,), item=ty.Element(set=of), domain=ex.AllOf(set=of))
                value = ex.Sum(binder=binder, body=value)
            yield Measure(words, value)


def _surely_held(value: ex.Expr) -> bool:
    """Whether a value that is written is yes, or set, by its form."""
    match value:
        case ex.TruthConstant(value=held):
            return held
        case ex.ElementConstant() | ex.NumberConstant():
            return True
    return False


def _surely_not(value: ex.Expr) -> bool:
    """Whether a value that is written is no, or nothing, by its form."""
    return value == ex.TruthConstant(value=False) or isinstance(value, ex.Nothing)


def _variables(item: ex.Expr) -> Iterator[str]:
    bound = {name for part in walk(item) if isinstance(part, ex.Binder) for name in part.names}
    for part in walk(item):
        if isinstance(part, ex.Variable) and part.name not in bound:
            yield part.name


def compared(scope: Scope, measure: Measure, step: Step) -> tuple[Truth, Truth]:
    """Whether ``step`` makes the measure smaller, and whether it does not make it larger.

    Both fail where the measure is undefined before or after.
    """
    values = []
    there: Truth = True
    for path in (step.start, step.end):
        free = {item for item in _variables(measure.value) if item not in path.env}
        if free:
            return False, False
    counted = _counted(measure.value)
    if counted is not None:
        more = _more(scope, counted, step)
        return less(more, 0), at_most(more, 0)
    for path in (step.start, step.end):
        value, needs = Translator(scope, path.store).translate(measure.value, path.env)
        if value is HOLE:
            return False, False
        there = both(there, defined(needs))
        values.append(value)
    before, after = values
    return both(there, less_quantity(after, before)), both(there, at_most_quantity(after, before))


def _counted(measure: ex.Expr) -> ex.Count | None:
    """``measure`` as a count of members with a condition that is always defined, if it is one."""
    match measure:
        case ex.Count(
            binder=ex.Binder(
                names=(name,),
                item=ty.Element(set=of),
                domain=ex.Variable(),
                condition=None,
                order=(),
            ) as binder
        ):
            condition = ex.Member(item=ex.Variable(name=name), of=binder.domain)
            return ex.Count(
                binder=binder.model_copy(
                    update={"domain": ex.AllOf(set=of), "condition": condition}
                )
            )
        case ex.Sum(
            binder=ex.Binder(names=(_,), condition=None, domain=ex.AllOf()) as binder,
            body=ex.IfThenElse(
                condition=condition,
                then=ex.NumberConstant(value=then),
                otherwise=ex.NumberConstant(value=otherwise),
            ),
        ) if {then, otherwise} == {0, 1}:
            kept = condition if then else ex.Unary(operator="not", item=condition)
            return ex.Count(binder=binder.model_copy(update={"condition": kept}))
    return None


def _more(scope: Scope, counted: ex.Count, step: Step) -> Whole:
    """How many more there are after ``step`` than before.

    Taken member by member, since from two long sums a solver does not see it.
    """
    binder, condition = counted.binder, counted.binder.condition
    assert condition is not None
    assert isinstance(binder.domain, ex.AllOf)
    paths = [(Translator(scope, path.store), path.env) for path in (step.start, step.end)]
    changes = []
    for member in range(scope.sizes[binder.domain.set]):
        before, after = (
            translator.truth(condition, {**env, binder.names[0]: member})[0]
            for translator, env in paths
        )
        gone = choose_number(both(before, negation(after)), -1, 0)
        changes.append((1, choose_number(both(after, negation(before)), 1, gone)))
    return total(changes)
