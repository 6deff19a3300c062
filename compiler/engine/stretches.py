"""A flow in stretches: where the functions begin that play it out, and which call each other.

Every way from a node back to itself passes the head of a loop. So functions may call each
other, except where that would lead round a loop: there the game is told to play on.
"""

from collections.abc import Sequence, Set

from runtime.graph import BranchNode, ChooseNode, DecideNode, HeadNode, Node, successors


class Stretches:
    """The stretches of the flow of ``nodes``. ``drawn``: the choices that are no end of one.

    ``starts``: the nodes that begin a function, in order. ``calls``: the starts at which
    each of these functions may call another.
    """

    def __init__(self, nodes: Sequence[Node], drawn: Set[int]) -> None:
        self.nodes = nodes
        self.drawn = drawn
        every = self._beginning()
        exits = {at: self._exits(at, every) for at in every}
        self.starts = sorted(_reached({at for at in every if self.rests(at)}, exits))
        self.calls = self._calls(exits)

    def rests(self, at: int) -> bool:
        """Whether the game may play on from ``at``."""
        return isinstance(self.nodes[at], ChooseNode | HeadNode)

    def _beginning(self) -> set[int]:
        """Heads of loops, nodes that there are several ways to, and other paragraphs' cases."""
        arrivals = [0] * len(self.nodes)
        found = self._resting_after((0,))
        for at, node in enumerate(self.nodes):
            after = successors(node)
            for next in after:
                arrivals[next] += 1
            match node:
                case HeadNode():
                    found.add(at)
                case ChooseNode() if at not in self.drawn:
                    found |= self._resting_after(after)
                case DecideNode():
                    found.update(after)
                case BranchNode(then=then) if self.nodes[then].ref != node.ref:
                    found.add(then)
        found.update(at for at, ways in enumerate(arrivals) if ways > 1)
        return {at for at in found if not self._left_to_the_game(at)}

    def _left_to_the_game(self, at: int) -> bool:
        return isinstance(self.nodes[at], ChooseNode) and at not in self.drawn

    def _resting_after(self, nodes: Sequence[int]) -> set[int]:
        """The choices and heads of loops that come first from ``nodes`` on."""
        found: set[int] = set()
        waiting, seen = list(nodes), set(nodes)
        while waiting:
            at = waiting.pop()
            if self.rests(at):
                found.add(at)
                continue
            new = set(successors(self.nodes[at])) - seen
            seen |= new
            waiting += new
        return found

    def _exits(self, start: int, starts: Set[int]) -> set[int]:
        """The other stretches that one leads to."""
        found: set[int] = set()
        waiting = list(successors(self.nodes[start]))
        while waiting:
            at = waiting.pop()
            if at in starts:
                found.add(at)
            elif not self._left_to_the_game(at):
                waiting += successors(self.nodes[at])
        return found

    def _calls(self, exits: dict[int, set[int]]) -> dict[int, set[int]]:
        heads = {at for at in self.starts if isinstance(self.nodes[at], HeadNode)}
        calls = {at: exits[at] - heads for at in self.starts}
        for at in self.starts:
            for head in sorted(exits[at] & heads):
                if at not in _reached({head}, calls):
                    calls[at].add(head)
        return calls


def _reached(beginning: set[int], after: dict[int, set[int]]) -> set[int]:
    """What one comes to from ``beginning`` on."""
    found, waiting = set(beginning), list(beginning)
    while waiting:
        new = after[waiting.pop()] - found
        found |= new
        waiting += new
    return found
