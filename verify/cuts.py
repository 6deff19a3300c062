"""Cuts: where induction cuts a graph, so that between two cuts there are few ways and no loop."""

from collections.abc import Callable

from runtime.graph import ChooseNode, Graph, HeadNode, Node, successors

MOST_WAYS = 48
"""With more ways than this from a cut to the next ones, the choices between are cuts as well."""


def cuts(graph: Graph) -> tuple[int, ...]:
    """The loop heads, and those choices without which there would be too many ways."""
    found = {at for at, node in enumerate(graph.nodes) if isinstance(node, HeadNode)}
    for at in (graph.entry, *sorted(found)):
        if _ways(graph, at, frozenset(found)) > MOST_WAYS:
            found |= _choices(graph, at, frozenset(found))
    return tuple(sorted(found))


def at_cuts(graph: Graph, found: tuple[int, ...]) -> Callable[[Node], bool]:
    """Whether a node of ``graph`` is one of the cuts ``found``."""
    known = {id(graph.nodes[at]) for at in found}
    return lambda node: id(node) in known


def _ways(graph: Graph, start: int, cut: frozenset[int]) -> int:
    """How many ways there are from ``start`` to the next cuts or ends."""
    known: dict[int, int] = {}
    stack = [(start, False)]
    while stack:
        at, ready = stack.pop()
        following = successors(graph.nodes[at])
        if ready:
            known[at] = sum(1 if to in cut else known[to] for to in following) or 1
        elif at not in known:
            stack.append((at, True))
            stack.extend((to, False) for to in following if to not in cut and to not in known)
    return known[start]


def _choices(graph: Graph, start: int, cut: frozenset[int]) -> set[int]:
    """The choices between ``start`` and the next cuts."""
    seen = {start}
    stack = [start]
    while stack:
        for to in successors(graph.nodes[stack.pop()]):
            if to not in seen and to not in cut:
                seen.add(to)
                stack.append(to)
    return {at for at in seen - {start} if isinstance(graph.nodes[at], ChooseNode)}
