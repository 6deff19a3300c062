"""Who acts: the sets whose members make choices, whose turn it is, and whose member an actor is."""

from collections.abc import Mapping

from runtime.graph import ChooseNode, Graph, LetNode
from runtime.lowering import lower
from runtime.ruleset.expressions import (
    Apply,
    ElementConstant,
    Expr,
    Extreme,
    First,
    IfThenElse,
    Read,
    The,
    Unwrap,
    Variable,
)
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ByActor
from runtime.ruleset.types import Element, Optional, SetOf, Type


def acting_sets(rules: RuleSet) -> tuple[str, ...]:
    """The sets whose members make choices in some flow: the players. In the order of the law."""
    found = set()
    for flow in rules.flows:
        graph = lower(rules, flow)
        types = variable_types(rules, graph)
        for node in graph.nodes:
            by = node.by if isinstance(node, ChooseNode) else None
            if isinstance(by, ByActor) and by.element is not None:
                found.add(element_set(by.element, rules, types))
    return tuple(s for s in rules.sets if s in found)


def variable_types(rules: RuleSet, graph: Graph) -> dict[str, Type]:
    """The types of the variables that the graph's parameters and nodes bind."""
    parameters = rules.flows[graph.flow].parameters
    types = {name: p.type for name, p in zip(graph.parameters, parameters, strict=True)}
    for node in graph.nodes:
        if isinstance(node, LetNode | ChooseNode):
            types[node.name] = node.type
    return types


def turns(graph: Graph) -> frozenset[str]:
    """The variables that stand for one member of a set after the other, in the order of turns."""
    lets = [node for node in graph.nodes if isinstance(node, LetNode)]
    kept = {node.name for node in lets if node.internal}
    return frozenset(
        node.name
        for node in lets
        if isinstance(node.value, First)
        and isinstance(node.value.of, Variable)
        and node.value.of.name in kept
    )


def element_set(item: Expr, rules: RuleSet, types: Mapping[str, Type]) -> str | None:
    """The set that the value of ``item`` is an element of, where it is one."""
    found: Type | None = None
    match item:
        case ElementConstant(set=set_id):
            return set_id
        case Variable(name=name):
            found = types.get(name)
        case Read(state=state):
            declared = rules.states.get(state) or rules.parameters.get(state)
            found = declared.type if declared else None
        case Apply(definition=definition):
            found = rules.definitions[definition].type
        case The(binder=binder):
            found = binder.item
        case Unwrap(item=inner) | First(of=inner):
            return element_set(inner, rules, types)
        case IfThenElse(then=then, otherwise=otherwise):
            return element_set(then, rules, types) or element_set(otherwise, rules, types)
        case Extreme(body=body):
            return element_set(body, rules, types)
    while isinstance(found, Optional | SetOf):
        found = found.item
    return found.set if isinstance(found, Element) else None
