"""Loops that need not end, found among all states of a flow; or that none is there.

A loop goes on for ever if a way through the states leads back to where it was
without leaving the loop, or if it comes back without any choice. In the graph of a
flow a loop is entered through its head only, so a way that passes no head and rests
at no choice outside has not left it.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from runtime.graph import Graph, successors
from runtime.lowering import lower
from runtime.ruleset.properties import LoopEnds
from runtime.steps import AnyStep, Chosen
from verify.exhaustion import Circle, Edge, Exhausted, Exploration
from verify.frames import loops
from verify.lasso import comes_back, lasso_witness
from verify.ranking import heads, inside

Edges = Sequence[Sequence[Edge]]
"""What follows on each visit."""

Keeps = Callable[[int, Edge], bool]
"""Whether an edge, given the visit it leaves, is one of those looked at."""


def endless(exploration: Exploration, item: LoopEnds) -> Exhausted:
    """Whether the loops of ``item`` end, whatever is chosen; with a lasso where they do not.

    Raises :class:`~verify.replay.WitnessDefect` if a lasso does not replay.
    """
    exploration.walk()
    graph = lower(exploration.scope.rules, item.flow)
    known = loops(graph)
    own = heads(graph, item)
    for head in own:
        nodes = known[head].nodes
        found = round_trip(exploration, _staying(exploration, nodes, item.within))
        found = found or circle(exploration, graph, nodes, item.within)
        if found is not None:
            return shown(exploration, *found)
    reason = exploration.incomplete() or _left_open(exploration, graph, item)
    if reason:
        return Exhausted(None, reason)
    return Exhausted(True, f"{len(exploration.visits)} states")


def anything_endless(exploration: Exploration) -> Exhausted:
    """Whether every play of the flow ends, whatever is chosen; with a lasso where one does not."""
    exploration.walk()
    found = round_trip(exploration, lambda at, edge: True)
    if found is None and exploration.circles:
        found = exploration.circles[0].visit, ()
    if found is not None:
        return shown(exploration, *found)
    reason = exploration.incomplete()
    if reason:
        return Exhausted(None, reason)
    return Exhausted(True, f"{len(exploration.visits)} states")


def _staying(exploration: Exploration, nodes: frozenset[int], within: Sequence[str]) -> Keeps:
    """Edges that stay at ``nodes`` and within the paragraphs ``within``."""

    def keeps(at: int, edge: Edge) -> bool:
        rests = (exploration.visits[at].state.node, exploration.visits[edge.to].state.node)
        stays = all(node in nodes for node in (*rests, *edge.heads))
        return stays and all(inside(within, ref) for ref in edge.refs)

    return keeps


def _kept(exploration: Exploration, keeps: Keeps) -> Edges:
    return [
        [edge for edge in following if keeps(at, edge)]
        for at, following in enumerate(exploration.edges)
    ]


def round_trip(exploration: Exploration, keeps: Keeps) -> tuple[int, tuple[Any, ...]] | None:
    """The first visit that is come back to, and the choices of a shortest way back."""
    edges = _kept(exploration, keeps)
    first = min((min(part) for part in parts(edges)), default=None)
    if first is None:
        return None
    came: dict[int, tuple[int, Any]] = {}
    open_ = [first]
    for at in open_:  # grows while it is walked
        for edge in edges[at] if at < len(edges) else ():
            if edge.to not in came:
                came[edge.to] = (at, edge.choice)
                open_.append(edge.to)
        if first in came:
            break
    at, choice = came[first]
    choices = [choice]
    while at != first:
        at, choice = came[at]
        choices.append(choice)
    return first, tuple(reversed(choices))


def circle(
    exploration: Exploration, graph: Graph, nodes: frozenset[int], within: Sequence[str]
) -> tuple[int, tuple[Any, ...]] | None:
    """The first play that comes back without a choice and without leaving ``nodes``."""
    for one in exploration.circles:
        # It comes back to one of these heads at the latest; what comes before is in doubt.
        begins = min(one.heads.index(head) for head in comes_back_to(exploration, graph, one))
        stays = all(head in nodes for head in one.heads[begins:])
        if stays and all(inside(within, ref) for ref in one.refs):
            return one.visit, ()
    return None


def comes_back_to(exploration: Exploration, graph: Graph, one: Circle) -> list[int]:
    """The heads passed that may be the one a circle comes back to."""
    ending = exploration.visits[one.visit].state.ending
    assert ending is not None
    return [head for head in one.heads if graph.nodes[head].ref == ending.at]


def shown(exploration: Exploration, visit: int, back: tuple[Any, ...]) -> Exhausted:
    """The lasso that comes back to ``visit`` by the choices ``back``, as a witness."""
    met = exploration.visits[visit]
    before = exploration.way_to(met.before, met.choice)
    run = exploration.run(met.setting, (*before, *back))
    rules = exploration.scope.rules
    replayed = comes_back(rules, run)
    refs = tuple(dict.fromkeys(step.ref for step in _last(replayed.steps, len(back))))
    data = lasso_witness(rules, run, replayed, from_start=True)
    return Exhausted(False, f"{len(exploration.visits)} states", data, refs)


def _last(steps: Sequence[AnyStep], choices: int) -> Sequence[AnyStep]:
    """The steps from the last but so many choices on; all since the last choice, if none."""
    made = [at for at, step in enumerate(steps) if isinstance(step, Chosen)]
    if not choices:
        return steps[made[-1] + 1 :] if made else steps
    return steps[made[-choices] :]


def lost(graph: Graph, head: int) -> frozenset[int]:
    """The nodes after the loop at ``head`` from which play does not come back to it."""
    beyond = reached(graph, head) - loops(graph)[head].nodes
    return frozenset(node for node in beyond if head not in reached(graph, node))


def _left_open(exploration: Exploration, graph: Graph, item: LoopEnds) -> str:
    """What keeps a walk without a lasso from being a proof: a loop met from which no way leads on.

    It may be part of a loop of ``item``, which then does not end either, or come after it.
    """
    known = loops(graph)
    for head in heads(graph, item):
        away = lost(graph, head)
        keeps = _staying(exploration, away, item.within)
        if next(parts(_kept(exploration, keeps)), None) is not None:
            return "a loop that may be part of it does not end"
        for one in exploration.circles:
            if {*away, *known[head].nodes} & {*comes_back_to(exploration, graph, one)}:
                return "a loop that may be part of it does not end"
    return ""


def reached(graph: Graph, start: int) -> set[int]:
    """The nodes that may come after ``start``."""
    found: set[int] = set()
    open_ = [start]
    while open_:
        for next in successors(graph.nodes[open_.pop()]):
            if next not in found:
                found.add(next)
                open_.append(next)
    return found


def parts(edges: Edges) -> Iterator[list[int]]:
    """The strongly connected parts in which one can go round (Tarjan, without recursion)."""
    number: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[int] = []
    waiting: set[int] = set()
    for root in range(len(edges)):
        if root in number:
            continue
        work = [(root, 0)]
        while work:
            at, position = work.pop()
            following = edges[at] if at < len(edges) else ()
            if position == 0:
                number[at] = low[at] = len(number)
                stack.append(at)
                waiting.add(at)
            elif (child := following[position - 1].to) in waiting:
                low[at] = min(low[at], low[child])
            while position < len(following):
                to = following[position].to
                position += 1
                if to not in number:
                    work += [(at, position), (to, 0)]
                    break
                if to in waiting:
                    low[at] = min(low[at], number[to])
            else:
                if low[at] == number[at]:
                    part: list[int] = []
                    while not part or part[-1] != at:
                        part.append(stack.pop())
                        waiting.discard(part[-1])
                    if len(part) > 1 or any(edge.to == at for edge in following):
                        yield part
