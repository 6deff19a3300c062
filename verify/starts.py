"""Where proofs and searches begin: the start of a flow, or any state at a node of it."""

from collections.abc import Iterable

from runtime.actors import variable_types
from runtime.graph import AssignNode, Graph, successors
from runtime.liveness import live_variables
from runtime.state import Layout
from verify.naming import unknowns
from verify.paths import Path
from verify.symbolic import Scope, Value, lifted_as


def at_start(scope: Scope, graph: Graph) -> Path:
    """The start of the flow, its parameters unknown, the law's parameters too."""
    store = _initial(scope, scope.rules.states)
    for name, parameter in scope.rules.parameters.items():
        store[name] = {(): scope.unknown(parameter.type, name)}
    declared = scope.rules.flows[graph.flow].parameters
    called = unknowns(graph)
    env = {
        name: scope.unknown(parameter.type, called[name])
        for name, parameter in zip(graph.parameters, declared, strict=True)
    }
    return Path(graph.entry, store, env)


def anywhere(scope: Scope, graph: Graph, node: int) -> Path:
    """Any state at ``node``: of what is still needed nothing is known but the types.

    State variables that nothing has set on any way to ``node`` are as at the start.
    Raises :class:`~verify.quantities.Unsupported` for a type too large to be unknown.
    """
    types = variable_types(scope.rules, graph)
    live = set(live_variables(graph)[node])
    env = {
        name: scope.unknown(types[name], unknown)
        for name, unknown in unknowns(graph).items()
        if name in live
    }
    touched = _touched(graph)[node]
    untouched = [name for name in scope.rules.states if name not in touched]
    return Path(node, scope.unknown_store("") | _initial(scope, untouched), env)


def _initial(scope: Scope, names: Iterable[str]) -> dict[str, dict[tuple[int, ...], Value]]:
    """The values that the state variables ``names`` have where the law starts."""
    layout = Layout(scope.rules, scope.sizes)
    initial = layout.initial()
    return {
        name: {
            place: lifted_as(scope.type_of(name), layout.read(initial, name, *place))
            for place in scope.places(name)
        }
        for name in names
    }


def _touched(graph: Graph) -> list[frozenset[str]]:
    """For each node, the state variables that may have been set on a way to it."""
    touched: list[frozenset[str]] = [frozenset()] * len(graph.nodes)
    open_ = [graph.entry]
    seen = {graph.entry}
    while open_:
        at = open_.pop()
        node = graph.nodes[at]
        own = {u.state for u in node.updates} if isinstance(node, AssignNode) else frozenset()
        after = touched[at] | own
        for next in successors(node):
            if next not in seen or not after <= touched[next]:
                seen.add(next)
                touched[next] |= after
                open_.append(next)
    return touched
