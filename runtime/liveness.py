"""Liveness: which bound variables are still needed at each node of a flow graph.

A state keeps only those, so that states which cannot differ in what follows
are equal; exhaustive search and the detection of endless loops rest on it.
"""

from functools import lru_cache

from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    DoneNode,
    Graph,
    LetNode,
    Node,
    successors,
)
from runtime.rewriting import walk
from runtime.ruleset.expressions import Variable
from runtime.ruleset.model import Model
from runtime.ruleset.statements import ByActor

_KEPT = 128
"""Of how many graphs it is known."""


@lru_cache(_KEPT)
def live_variables(graph: Graph) -> tuple[tuple[str, ...], ...]:
    """For each node, the variables that may be read at it or later, sorted by name."""
    uses = [_uses(node, graph.result) for node in graph.nodes]
    bound = {n.name for n in graph.nodes if isinstance(n, LetNode | ChooseNode)}
    bound |= set(graph.parameters)
    live = [use & bound for use in uses]
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(graph.nodes))):
            node = graph.nodes[at]
            after: set[str] = set()
            for next in successors(node):
                passed = live[next]
                if isinstance(node, LetNode) or (
                    isinstance(node, ChooseNode) and next == node.next
                ):
                    passed = passed - {node.name}
                after |= passed
            if not after <= live[at]:
                live[at] = live[at] | after
                changed = True
    return tuple(tuple(sorted(names)) for names in live)


def _uses(node: Node, result: str | None) -> set[str]:
    items: list[Model | None] = []
    match node:
        case AssignNode():
            items = [node.each, *node.updates]
        case LetNode():
            items = [node.value]
        case ChooseNode():
            actor = node.by.element if isinstance(node.by, ByActor) else None
            items = [node.domain, node.default, actor]
        case BranchNode():
            items = [node.condition]
        case DecideNode():
            items = [arm.guard for arm in node.arms]
        case AnnounceNode():
            members = node.to.members if node.to is not None else None
            items = [*(shown.value for shown in node.values), members, node.duration]
        case DoneNode():
            return {result} if result is not None else set()
    # Names are unique in the graph, so a binder's own variables cannot be mistaken.
    return {
        part.name
        for item in items
        if item is not None
        for part in walk(item)
        if isinstance(part, Variable)
    }
