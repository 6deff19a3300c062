"""Where proofs and searches begin: the start of a flow, or any state at a node of it."""

from runtime.actors import variable_types
from runtime.graph import Graph
from runtime.liveness import live_variables
from runtime.state import Layout
from verify.execute import Path
from verify.quantities import Unsupported
from verify.symbolic import Scope, Value, lifted_as


def at_start(scope: Scope, graph: Graph) -> Path:
    """The start of the flow, its parameters unknown, the law's parameters too."""
    layout = Layout(scope.rules, scope.sizes)
    initial = layout.initial()
    store: dict[str, dict[tuple[int, ...], Value]] = {
        name: {
            place: lifted_as(scope.type_of(name), layout.read(initial, name, *place))
            for place in scope.places(name)
        }
        for name in layout.names
    }
    for name, parameter in scope.rules.parameters.items():
        store[name] = {(): scope.unknown(parameter.type, name)}
    declared = scope.rules.flows[graph.flow].parameters
    env = {
        name: scope.unknown(parameter.type, name)
        for name, parameter in zip(graph.parameters, declared, strict=True)
    }
    return Path(graph.entry, store, env)


def anywhere(scope: Scope, graph: Graph, node: int) -> Path:
    """Any state at ``node``: nothing is known but the types of what is still needed.

    Raises :class:`~verify.quantities.Unsupported` for a type too large to be unknown.
    """
    types = variable_types(scope.rules, graph)
    env = {}
    for name in live_variables(graph)[node]:
        if name not in types:
            raise Unsupported(f"the variable {name}, whose type is not known")
        env[name] = scope.unknown(types[name], name)
    return Path(node, scope.unknown_store(""), env)
