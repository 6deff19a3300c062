"""The shortest: a run with the fewest choices, looked for breadth first, not far.

All choices are unknown; of a large set only the first member is tried, since before
anything is said of them its members do not differ.
"""

from dataclasses import replace
from heapq import heappop, heappush
from itertools import count

from runtime.graph import BranchNode, ChooseNode, DecideNode, Graph
from verify.execute import Executor, Policy
from verify.limits import Limit, Named, ask
from verify.norms import lawful_now
from verify.paths import Path
from verify.reach.goals import Ends, Holds
from verify.reach.groups import takes_first_only
from verify.reach.spots import leading_to, spots
from verify.reach.wanted import Wanted
from verify.replay import Run, run_of
from verify.search import Budget, possible, settled
from verify.starts import at_start
from verify.symbolic import Scope
from verify.terms import Term

MOST_NODES = 400
"""How many nodes are followed."""

MOST_QUESTIONS = 24
"""How many questions are put to the solver."""

MOST_CHOICES = 16
"""How many choices a run may have."""


def shortest(
    scope: Scope, graph: Graph, goal: Ends | Holds, budget: Budget, limit: Limit
) -> Run | None:
    """A run from the law's start to the goal, with few choices; it has not been replayed."""
    executor = Executor(
        scope, graph, Policy(enumerate_elements=True, holes=True, assume_stuck=False)
    )
    wanted = Wanted(executor, goal)
    start = at_start(scope, graph)
    start = replace(start, conditions=lawful_now(scope, start))
    if isinstance(goal, Holds):
        answer = ask([*start.conditions, Named(None, wanted.on(start, None))], limit)
        if answer.verdict == "yes":
            return run_of(scope, start, answer.model, start, graph.flow, given=False)
    near = leading_to(graph, spots(scope, graph, goal), over_choices=True)
    order = count()
    open_: list[tuple[int, int, Path]] = [(0, next(order), start)]
    questions, most = 0, min(MOST_QUESTIONS, budget.questions)
    for _ in range(min(MOST_NODES, budget.nodes)):
        if not open_ or questions >= most:
            return None
        _, _, before = heappop(open_)
        node = graph.nodes[before.node]
        first_only = isinstance(node, ChooseNode) and takes_first_only(scope, node)
        forks = isinstance(node, BranchNode | DecideNode)
        for path in executor.step(before):
            condition = wanted.on(path, before)
            if condition is not False:
                questions += 1
                here = path.on(Named(None, condition))
                assert here is not None
                answer = ask(here.conditions, limit)
                if answer.verdict == "yes" and isinstance(goal, Holds):
                    answer = settled(executor, here, answer, limit)
                if answer.verdict == "yes":
                    return run_of(scope, path, answer.model, start, graph.flow, given=False)
            beyond = path.node not in near or len(path.choices) > MOST_CHOICES
            if path.stop is not None or beyond:
                continue
            fresh = path.conditions[len(before.conditions) :]
            if forks and any(isinstance(one.term, Term) for one in fresh):
                questions += 1
                if possible(path, limit).verdict == "no":
                    continue
            heappush(open_, (len(path.choices), next(order), path))
            if first_only and not path.choices[-1].declined:
                break
    return None
