"""Searching for a state from a given path: branch after branch, within a budget.

A search never proves anything. What it finds is a path with a model of its
unknowns; where it finds nothing, it says what was tried.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

from runtime.graph import BranchNode, ChooseNode, DecideNode, Node
from verify.answers import Answer
from verify.execute import Executor
from verify.limits import Limit, Named, ask
from verify.paths import Path
from verify.terms import Term, Truth

Goal = Callable[[Path, Path], Truth]
"""What is looked for, given a path and the path one node before it."""


MOST_AHEAD = 32
"""How many ways from a state to the next choice are tried."""

FARTHEST_AHEAD = 1000
"""How many nodes are followed for that, since a loop may come before the next choice."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far a search may go: nodes followed, questions put to the solver, boards decided."""

    nodes: int = 20_000
    questions: int = 60
    boards: int = 1_000


@dataclass(frozen=True, slots=True)
class Found:
    """A path to the goal (if there is one), the values of its unknowns, and what was tried."""

    path: Path | None
    model: dict[str, int]
    tried: str


def search(
    executor: Executor,
    start: Path,
    goal: Goal,
    budget: Budget,
    limit: Limit,
    beyond: Callable[[Path], bool] = lambda path: False,
    *,
    settle: bool = True,
) -> Found:
    """The first path from ``start``, depth first, on which ``goal`` can be met.

    A path is not followed ``beyond`` what that function tells. ``settle``: also
    see that what follows, up to the next choice, makes the last one lawful.
    """
    nodes = questions = 0
    undecided = 0
    stack: list[tuple[Path, Iterator[Path]]] = [(start, executor.step(start))]
    while stack and nodes < budget.nodes and questions < budget.questions:
        before, rest = stack[-1]
        path = next(rest, None)
        if path is None:
            stack.pop()
            continue
        nodes += 1
        wanted = goal(path, before)
        if wanted is not False:
            questions += 1
            here = replace(path, conditions=(*path.conditions, Named(None, wanted)))
            answer = ask(here.conditions, limit)
            if settle and answer.verdict == "yes":
                answer = settled(executor, here, answer, limit)
            if answer.verdict == "yes":
                return Found(path, answer.model, _tried(nodes, questions))
            undecided += answer.verdict == "unknown"
        if path.stop is not None or beyond(path):
            continue
        if _forks(executor, before, path):
            questions += 1
            if possible(path, limit).verdict == "no":
                continue
        stack.append((path, executor.step(path)))
    tried = _tried(nodes, questions)
    if undecided:
        tried += f", {undecided} of them undecided"
    return Found(None, {}, tried if stack else f"{tried}: every way that was followed")


def settled(executor: Executor, path: Path, answer: Answer, limit: Limit) -> Answer:
    """The same question with what makes the last choice lawful, up to the next one.

    ``answer`` is what was found without it.
    """
    if path.stop is not None or not path.choices:
        return answer
    for ahead in islice(executor.paths(path, _is_choice, FARTHEST_AHEAD), MOST_AHEAD):
        if len(ahead.conditions) == len(path.conditions):
            return answer
        again = ask(ahead.conditions, limit)
        if again.verdict != "no":
            return again
    return Answer("unknown", {}, reason="what follows could not be decided")


def _is_choice(node: Node) -> bool:
    return isinstance(node, ChooseNode)


def possible(path: Path, limit: Limit) -> Answer:
    """Whether ``path`` can be taken, asked with a small part of ``limit``."""
    return ask(path.conditions, limit.times(0.05))


def _forks(executor: Executor, before: Path, path: Path) -> bool:
    """Whether ``path`` left ``before`` at a node where the unknowns decide."""
    node = executor.graph.nodes[before.node]
    fresh = path.conditions[len(before.conditions) :]
    return isinstance(node, BranchNode | DecideNode) and any(
        isinstance(one.term, Term) for one in fresh
    )


def _tried(nodes: int, questions: int) -> str:
    return f"a search of {nodes} steps with {questions} questions"
