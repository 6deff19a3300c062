"""Which nodes of a flow graph need what: where blocks begin, and where norms are asked."""

from collections import Counter
from collections.abc import Iterable

from compiler.kernel.steps import Steps
from runtime.graph import AssignNode, ChooseNode, Graph, HeadNode, Node, successors
from runtime.ruleset.statements import ByChance


class Routes:
    """What is known of the nodes of ``graph``, by their number."""

    def __init__(self, graph: Graph, steps: Steps) -> None:
        self.graph = graph
        nodes = graph.nodes
        before = Counter(to for node in nodes for to in successors(node))
        self.labels = {
            at
            for at, node in enumerate(nodes)
            if before[at] != 1 or at == graph.entry or isinstance(node, HeadNode)
        }
        """Where a block of its own begins."""
        watched = {
            at
            for at, node in enumerate(nodes)
            if isinstance(node, AssignNode) and steps.watched(node)
        }
        self.judged = self._judged(watched)
        """From where a norm may be broken before the next choice."""
        self.unasked = self._reached(self._unasked())
        """Where play may come without a look ahead from the choice before."""
        self.turning = self._turning()
        """Heads of loops that may be passed again and again without a choice."""

    def judged_by(self, node: ChooseNode) -> tuple[bool, bool]:
        """Whether norms may forbid a value of the choice, or declining."""
        declined = node.decline is not None and node.decline in self.judged
        return not is_dice(node) and node.next in self.judged, declined

    def _judged(self, watched: set[int]) -> set[int]:
        found = set(watched)
        while True:
            more = {
                at
                for at, node in enumerate(self.graph.nodes)
                if at not in found
                and not isinstance(node, ChooseNode)
                and any(to in found for to in successors(node))
            }
            if not more:
                return found
            found |= more

    def _unasked(self) -> Iterable[int]:
        yield self.graph.entry
        for node in self.graph.nodes:
            if isinstance(node, ChooseNode):
                if is_dice(node):
                    yield node.next
                if node.stuck is not None:
                    yield node.stuck

    def _reached(self, start: Iterable[int]) -> set[int]:
        found: set[int] = set()
        stack = list(start)
        while stack:
            at = stack.pop()
            if at not in found:
                found.add(at)
                stack.extend(unchosen(self.graph.nodes[at]))
        return found

    def _turning(self) -> set[int]:
        nodes = self.graph.nodes
        return {
            at
            for at, node in enumerate(nodes)
            if isinstance(node, HeadNode) and at in self._reached(unchosen(node))
        }


def unchosen(node: Node) -> tuple[int, ...]:
    """What may come next without anybody choosing."""
    if isinstance(node, ChooseNode):
        return (node.stuck,) if node.stuck is not None else ()
    return successors(node)


def is_dice(node: ChooseNode) -> bool:
    """Whether dice decide, which obey no norm."""
    return isinstance(node.by, ByChance) and node.by.stream == "dice"
