"""How the flows of a rule set can end, by their graphs alone."""

from collections.abc import Iterable

from runtime.flows import main_flows
from runtime.graph import DoneNode, EndNode, Graph, Node, successors
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet


def only_ending(sides: Iterable[RuleSet]) -> str | None:
    """The one outcome, without a value of its own, that all main flows of all sides end in.

    None: there are several, or a flow runs through, and what it leaves behind tells its ends apart.
    """
    found: set[str | None] = set()
    for rules in sides:
        for flow in main_flows(rules):
            graph = lower(rules, flow)
            for node in _reached(graph):
                if isinstance(node, EndNode):
                    found.add(None if node.state else node.outcome)
                elif isinstance(node, DoneNode):
                    found.add(None)
    return found.pop() if len(found) == 1 else None


def _reached(graph: Graph) -> list[Node]:
    seen = {graph.entry: None}
    waiting = [graph.entry]
    while waiting:
        for to in successors(graph.nodes[waiting.pop()]):
            if to not in seen:
                seen[to] = None
                waiting.append(to)
    return [graph.nodes[at] for at in seen]
