"""Loops that end: ranking arguments over the loop heads of a graph.

The steps are the paths from one loop head to the next. A *measure* ranks a set
of steps if it is a whole number with a least value, no step makes it larger,
and some make it smaller; those cannot be taken for ever, so they are struck
out, and what is still a cycle is ranked in the same way. A loop ends if no
cycle is left. The choices on the way are arbitrary.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from runtime.graph import Graph, HeadNode, Node
from runtime.precedence import covers
from runtime.ruleset.properties import LoopEnds
from verify.answers import Answer
from verify.execute import Executor, Policy
from verify.frames import Loop, TooManyPaths, framed, loops
from verify.limits import Limit, Named, ask
from verify.measures import Measure, Step, compared, measures_for
from verify.norms import lawful_now, states_read
from verify.paths import Path
from verify.starts import anywhere
from verify.symbolic import Scope
from verify.terms import Truth, negation

QUICK = 0.05
"""The share of the limit that a question about a measure may cost where there are many."""

Known = Callable[[Path], tuple[Named, ...]]
"""What is known where a path stands, if that is at a head."""


def nothing(path: Path) -> tuple[Named, ...]:
    """Nothing is known."""
    return ()


@dataclass
class Ranking:
    """What came of it.

    ``measures``: what ranked the steps, outermost first. ``relevant``: some
    step can be taken at all. ``unranked``: a step that the measures do not
    rank, and a model of its start, where there is one.
    """

    proved: bool
    measures: tuple[str, ...] = ()
    core: set[str] = field(default_factory=set)
    relevant: bool = False
    unranked: Step | None = None
    answer: Answer | None = None


def inside(refs: Sequence[str], ref: str) -> bool:
    """Whether ``ref`` belongs to what ``refs`` name; nothing named means everything."""
    return not refs or any(covers(name, ref) for name in refs)


def heads(graph: Graph, item: LoopEnds) -> list[int]:
    """The heads of the loop that ``item`` is about."""
    return [
        number
        for number, node in enumerate(graph.nodes)
        if isinstance(node, HeadNode) and node.flow == item.loop and inside(item.within, node.ref)
    ]


def rank_known(scope: Scope, graph: Graph, item: LoopEnds, limit: Limit, known: Known) -> Ranking:
    """A ranking argument for ``item`` that may assume what is ``known`` at the heads."""
    given, inner = measures_for(scope, graph, item)
    full = _rank(scope, graph, item, [*given, *inner], limit, frozenset(), known)
    if full.proved:
        return full
    further = _rank_framed(scope, graph, item, [*given, *inner], limit, known)
    return further if further.proved else full


def rank(scope: Scope, graph: Graph, item: LoopEnds, limit: Limit) -> Ranking:
    """A ranking argument for ``item``, first without the values that should not matter."""
    given, inner = measures_for(scope, graph, item)
    for measure in given:
        left_out = frozenset(scope.rules.states) - states_read(scope, measure.value)
        quick = _rank(scope, graph, item, [measure, *inner], limit.times(QUICK), left_out)
        if quick.proved:
            quick.relevant = quick.relevant and _taken(scope, graph, item, limit.times(QUICK))
            return quick
    full = _rank(scope, graph, item, [*given, *inner], limit, frozenset())
    if full.proved:
        return full
    further = _rank_framed(scope, graph, item, [*given, *inner], limit)
    return further if further.proved else full


def _rank_framed(
    scope: Scope,
    graph: Graph,
    item: LoopEnds,
    measures: Sequence[Measure],
    limit: Limit,
    known_at: Known = nothing,
) -> Ranking:
    """Rank the passes of each loop and of the loops in it, an inner one passed in one go."""
    known = loops(graph)
    own = heads(graph, item)
    within = {head for head in known for outer in own if head in known[outer].nodes}
    result = Ranking(proved=True)
    for head in sorted(within):
        try:
            steps = _passes(scope, graph, item, known, head, known_at)
        except TooManyPaths:
            return Ranking(proved=False)
        if head in own:
            possible = (ask(step.end.conditions, limit).verdict == "yes" for step in steps)
            result.relevant = result.relevant or any(possible)
        if _left_over(scope, measures, steps, limit, result):
            return Ranking(proved=False)
    return result


def rank_passes(scope: Scope, graph: Graph, item: LoopEnds, limit: Limit) -> Ranking:
    """Rank the passes of the loops of ``item``, the loops inside them passed in one go.

    Whether those end is not asked. Raises :class:`~verify.frames.TooManyPaths`.
    """
    known, result = loops(graph), Ranking(proved=True)
    for head in heads(graph, item):
        steps = _passes(scope, graph, item, known, head)
        measures = _all(scope, graph, item, known[head])
        if _left_over(scope, measures, steps, limit.times(QUICK), result):
            result.proved = False
            return result
        # Asked last: it takes long, and nobody wants to know it of a loop that is not ranked.
        possible = (ask(step.end.conditions, limit).verdict != "no" for step in steps)
        result.relevant = result.relevant or any(possible)
    return result


def unranked_passes(
    scope: Scope,
    graph: Graph,
    item: LoopEnds,
    head: int,
    limit: Limit,
    *,
    endless: bool = False,
) -> tuple[list[Step], Ranking]:
    """The passes of the loop at ``head`` that can be taken for ever as far as measures tell.

    And what ranked the others. The loops inside it are passed in one go. ``endless``: it
    is known that some are taken for ever, back to where they began. Raises
    :class:`~verify.frames.TooManyPaths`.
    """
    loop, result = loops(graph)[head], Ranking(proved=True)
    steps = _passes(scope, graph, item, loops(graph), head)
    measures = _all(scope, graph, item, loop)
    # If one way round is left, that is the one taken for ever: no measure gets smaller on it.
    least = 1 if endless else 0
    left = _left_over(scope, measures, steps, limit.times(QUICK), result, least)
    result.proved = not left
    return left, result


def _all(scope: Scope, graph: Graph, item: LoopEnds, loop: Loop) -> tuple[Measure, ...]:
    given, inner = measures_for(scope, graph, item, loop.nodes)
    return (*inner, *given)


def _left_over(
    scope: Scope,
    measures: Sequence[Measure],
    steps: list[Step],
    limit: Limit,
    result: Ranking,
    least: int = 0,
) -> list[Step]:
    """The ``steps`` that are left when one measure after the other has ranked what it can.

    ``least``: with so many left, it is known that none can be ranked.
    """
    while len(steps) > least:
        for measure in measures:
            left = _ranked(scope, measure, steps, limit, result)
            if left is not None:
                if measure.name not in result.measures:
                    result.measures += (measure.name,)
                steps = left
                break
        else:
            break
    return steps


def _passes(
    scope: Scope,
    graph: Graph,
    item: LoopEnds,
    known: dict[int, Loop],
    head: int,
    known_at: Known = nothing,
) -> list[Step]:
    """The ways from ``head`` back to it, restricted to the paragraphs of ``item``.

    Raises :class:`~verify.frames.TooManyPaths`.
    """

    def good(path: Path) -> tuple[Named, ...]:
        return (*lawful_now(scope, path), *known_at(path))

    start = anywhere(scope, graph, head)
    assumed = start.on(*good(start))
    if assumed is None:
        return []
    executor = Executor(scope, graph, Policy())
    paths = framed(executor, assumed, known, good, known[head].nodes)
    return [
        Step(assumed, path)
        for path in paths
        if path.stop is None
        and path.node == head
        and all(inside(item.within, ref) for ref in (*path.refs, graph.nodes[head].ref))
    ]


def _rank(
    scope: Scope,
    graph: Graph,
    item: LoopEnds,
    measures: Sequence[Measure],
    limit: Limit,
    left_out: frozenset[str],
    known: Known = nothing,
) -> Ranking:
    steps = steps_between(scope, graph, item, left_out, known)
    own = set(heads(graph, item))
    result = Ranking(proved=True)
    cycle = [step for step in steps if any(step in part for part in cycles(steps, own))]
    result.relevant = any(ask(step.end.conditions, limit).verdict == "yes" for step in cycle)
    used: list[str] = []
    open_ = cycles(steps, own)
    while open_:
        part = open_.pop()
        for measure in measures:
            left = _ranked(scope, measure, part, limit, result)
            if left is not None:
                if measure.name not in used:
                    used.append(measure.name)
                open_.extend(cycles(left, None))
                break
        else:
            result.proved = False
            return result
    result.measures = tuple(used)
    return result


def _taken(scope: Scope, graph: Graph, item: LoopEnds, limit: Limit) -> bool:
    """Whether some step of the loop can be taken, nothing left out; also if that is not known."""
    steps = steps_between(scope, graph, item, frozenset())
    parts = cycles(steps, set(heads(graph, item)))
    return any(ask(step.end.conditions, limit).verdict != "no" for part in parts for step in part)


def _ranked(
    scope: Scope, measure: Measure, steps: Sequence[Step], limit: Limit, result: Ranking
) -> list[Step] | None:
    """The steps that ``measure`` leaves open; ``None`` if it does not rank them."""
    left: list[Step] = []
    core: set[str] = set()

    def no(step: Step, holds: Truth) -> Answer:
        question = [*step.end.conditions, Named(None, negation(holds))]
        return ask(question, limit, core=True, anyway=core | result.core)

    for step in steps:
        smaller, not_larger = compared(scope, measure, step)
        # Of one that the law gives it is of interest where it gets no smaller.
        rises = None if measure.given else no(step, not_larger)
        if rises is not None and rises.verdict != "no":
            if result.unranked is None:
                result.unranked, result.answer = step, rises
            return None
        answer = no(step, smaller)
        if answer.verdict != "no":
            if result.unranked is None or measure.given:
                result.unranked, result.answer = step, answer
            answer = rises or no(step, not_larger)
            if answer.verdict != "no":
                return None
            left.append(step)
        core.update(answer.core)
    if len(left) == len(steps):
        return None
    result.core |= core
    return left


def steps_between(
    scope: Scope,
    graph: Graph,
    item: LoopEnds,
    left_out: frozenset[str],
    known_at: Known = nothing,
) -> list[Step]:
    """The steps of the loop between heads, restricted to the paragraphs of ``item``."""
    found: list[Step] = []
    known = heads(graph, item)
    for head in known:  # grows while it is walked
        start = anywhere(scope, graph, head)
        assumed = start.on(*lawful_now(scope, start, left_out), *known_at(start))
        if assumed is None:
            continue
        executor = Executor(scope, graph, Policy(left_out=left_out))
        for path in executor.paths(assumed, is_head):
            refs = (*path.refs, graph.nodes[path.node].ref)
            if path.stop is None and all(inside(item.within, ref) for ref in refs):
                found.append(Step(assumed, path))
                if path.node not in known:
                    known.append(path.node)
    return found


def is_head(node: Node) -> bool:
    """Whether a ranking cuts the graph at ``node``."""
    return isinstance(node, HeadNode)


def cycles(steps: Sequence[Step], through: set[int] | None) -> list[list[Step]]:
    """The steps of each strongly connected part of the heads.

    With ``through``, only the parts that hold one of these heads, or that lie
    on a way from it: an inner loop that never ends keeps the outer from ending.
    """
    reach: dict[int, set[int]] = {}
    for step in steps:
        reach.setdefault(step.heads[0], set()).add(step.heads[1])
    changed = True
    while changed:
        changed = False
        for ends in reach.values():
            more = set().union(*(reach.get(end, set()) for end in sorted(ends))) - ends
            if more:
                ends |= more
                changed = True
    parts: dict[frozenset[int], list[Step]] = {}
    for step in steps:
        begin, end = step.heads
        if begin not in reach.get(end, set()) and begin != end:
            continue
        if through is not None and not any(
            begin == head or begin in reach.get(head, set()) for head in sorted(through)
        ):
            continue
        part = {other for other in sorted(reach[begin]) if begin in reach.get(other, set())}
        parts.setdefault(frozenset(part), []).append(step)
    return list(parts.values())
