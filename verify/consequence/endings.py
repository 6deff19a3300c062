"""How the flows of a rule set can end, by their graphs alone."""

from collections.abc import Iterable

from runtime.graph import DoneNode, EndNode, Graph, Node, successors
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet


def bare_endings(rules: RuleSet, flows: Iterable[str]) -> tuple[str, ...]:
    """The outcomes that ``flows`` end in, if none of them has a value of its own; else nothing.

    Then only which of them it is can tell ends apart. Nothing as well where a flow runs
    through: what it leaves behind tells its ends apart.
    """
    found: dict[str, None] = {}
    for flow in flows:
        for node in _reached(lower(rules, flow)):
            if isinstance(node, DoneNode) or (isinstance(node, EndNode) and node.state):
                return ()
            if isinstance(node, EndNode):
                found[node.outcome] = None
    return tuple(found)


def _reached(graph: Graph) -> list[Node]:
    seen = {graph.entry: None}
    waiting = [graph.entry]
    while waiting:
        for to in successors(graph.nodes[waiting.pop()]):
            if to not in seen:
                seen[to] = None
                waiting.append(to)
    return [graph.nodes[at] for at in seen]
