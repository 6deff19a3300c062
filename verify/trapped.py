"""Whether random choices end a loop, found among all states of a flow.

With finitely many states, and some chance for each lawful choice, play comes to states
that it does not leave any more, and goes through all of them again and again. If such
states lie in the loop, they are a *trap*: the loop ends with a probability below one.
If there is no trap, it ends almost surely.
"""

from typing import Any

from runtime.graph import Graph
from runtime.lowering import lower
from runtime.ruleset.properties import LoopEnds
from verify.endless import circle, comes_back_to, lost, parts, round_trip, shown
from verify.exhaustion import GOOD_ENDS, Exhausted, Exploration
from verify.frames import loops
from verify.ranking import heads


def trapped(exploration: Exploration, item: LoopEnds) -> Exhausted:
    """Whether the loops of ``item`` end almost surely; with a lasso in a trap where they do not.

    Raises :class:`~verify.replay.WitnessDefect` if the lasso does not replay.
    """
    exploration.walk()
    graph = lower(exploration.scope.rules, item.flow)
    known = loops(graph)
    for head in heads(graph, item):
        nodes = known[head].nodes
        trap = _trap(exploration, nodes)
        found = _around(exploration, trap) if trap else circle(exploration, graph, nodes, ())
        if found is not None:
            return shown(exploration, *found)
    reason = exploration.incomplete() or _left_open(exploration, graph, item)
    reason = reason or _breaking_off(exploration, graph, item)
    if reason:
        return Exhausted(None, reason)
    return Exhausted(True, f"{len(exploration.visits)} states")


def _trap(exploration: Exploration, nodes: frozenset[int]) -> list[int]:
    """States at ``nodes`` that no choice leads out of; none if there are none."""
    for part in parts(exploration.edges):
        own = set(part)
        if all(_stays(exploration, at, own, nodes) for at in part):
            return part
    return []


def _stays(exploration: Exploration, at: int, own: set[int], nodes: frozenset[int]) -> bool:
    """Whether every choice in the visit ``at`` leads to one of ``own``, and stays at ``nodes``."""
    if at >= len(exploration.edges):
        return False
    visits = exploration.visits
    for edge in exploration.edges[at]:
        passed = (visits[at].state.node, visits[edge.to].state.node, *edge.heads)
        if edge.to not in own or not all(node in nodes for node in passed):
            return False
    return True


def _around(exploration: Exploration, trap: list[int]) -> tuple[int, tuple[Any, ...]] | None:
    own = set(trap)
    return round_trip(exploration, lambda at, edge: at in own)


def _left_open(exploration: Exploration, graph: Graph, item: LoopEnds) -> str:
    """What keeps a walk without a trap from being a proof: a trap that may be part of the loop."""
    for head in heads(graph, item):
        away = lost(graph, head)
        around = {*away, *loops(graph)[head].nodes}
        if _trap(exploration, away) or any(
            around & {*comes_back_to(exploration, graph, one)} for one in exploration.circles
        ):
            return "a loop that may be part of it does not end"
    return ""


def _breaking_off(exploration: Exploration, graph: Graph, item: LoopEnds) -> str:
    """That breaking off is the only way out of some state in the loop, which is none."""
    visits, before = exploration.visits, [list[int]() for _ in exploration.visits]
    for at, following in enumerate(exploration.edges):
        for edge in following:
            before[edge.to].append(at)
    for head in heads(graph, item):
        nodes = loops(graph)[head].nodes
        held = {
            at
            for at, visit in enumerate(visits)
            if (
                visit.state.node in nodes
                if visit.state.ending is None
                else visit.state.ending.kind not in GOOD_ENDS
            )
        }
        open_ = [at for at in range(len(visits)) if at not in held]
        while open_:
            for at in before[open_.pop()]:
                if at in held:
                    held.remove(at)
                    open_.append(at)
        if any(visits[at].state.ending is None for at in held):
            return "from some state the only way out is that play breaks off"
    return ""
