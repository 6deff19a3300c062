"""Loops passed in one go: whatever a loop cannot change keeps what is known of it.

A path that comes to the head of a loop goes on from there with everything unknown
that the loop may change: that stands for any number of passes. What was known
before of all else stays known, which a start from any state at the head does not
give. Where the path comes back to a head it has passed, it ends.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from runtime.actors import variable_types
from runtime.graph import AssignNode, ChooseNode, Graph, HeadNode, LetNode, successors
from runtime.ruleset.types import Type
from verify.execute import Executor
from verify.limits import Named
from verify.naming import unknowns
from verify.paths import Path
from verify.symbolic import Table

MOST_PATHS = 2_000
"""How many paths are followed before this way of proving is given up."""


class TooManyPaths(Exception):
    """There are more than :data:`MOST_PATHS` paths."""


@dataclass(frozen=True, slots=True)
class Loop:
    """What the loop with the head ``head`` may change: state variables and bound variables."""

    head: int
    nodes: frozenset[int]
    states: tuple[str, ...]
    variables: tuple[str, ...]


def loops(graph: Graph) -> dict[int, Loop]:
    """The loops of ``graph`` by their heads."""
    before: list[set[int]] = [set() for _ in graph.nodes]
    for number, node in enumerate(graph.nodes):
        for next in successors(node):
            before[next].add(number)
    return {
        number: _loop(graph, number, before)
        for number, node in enumerate(graph.nodes)
        if isinstance(node, HeadNode)
    }


def _loop(graph: Graph, head: int, before: list[set[int]]) -> Loop:
    """Its nodes are those from which the ways lead back that are reached through the head only."""
    elsewhere = _reached(graph, graph.entry, without=head)
    inside = {head}
    open_ = [number for number in sorted(before[head]) if number not in elsewhere]
    while open_:
        number = open_.pop()
        if number not in inside:
            inside.add(number)
            open_.extend(sorted(before[number]))
    nodes = [graph.nodes[number] for number in sorted(inside)]
    states = {u.state for node in nodes if isinstance(node, AssignNode) for u in node.updates}
    names = {node.name for node in nodes if isinstance(node, LetNode | ChooseNode)}
    return Loop(head, frozenset(inside), tuple(sorted(states)), tuple(sorted(names)))


def _reached(graph: Graph, entry: int, *, without: int) -> set[int]:
    found: set[int] = set()
    open_ = [entry]
    while open_:
        number = open_.pop()
        if number not in found and number != without:
            found.add(number)
            open_.extend(successors(graph.nodes[number]))
    return found


def framed(
    executor: Executor,
    start: Path,
    known: dict[int, Loop],
    assumed: Callable[[Path], tuple[Named, ...]],
    within: frozenset[int] | None = None,
    *,
    entering: bool = False,
) -> Iterator[Path]:
    """The paths from ``start``, each loop passed in one go, to an end or back to a head.

    ``assumed`` is what holds in every state at the head of a loop. With
    ``within``, paths that leave these nodes are dropped. ``start`` is any state where it
    stands, or, ``entering``, the one in which play comes there: where that is the head of
    a loop, other passes begin in other states. Raises :class:`TooManyPaths`.
    """
    types = variable_types(executor.scope.rules, executor.graph)
    passed = frozenset((start.node,))
    first: Path | None = start
    if entering and start.node in known:
        first = _after_passes(executor, start, known[start.node], types, assumed)
    stack = [(executor.step(first), passed)] if first is not None else []
    count = 0
    while stack:
        steps, passed = stack[-1]
        path = next(steps, None)
        if path is None:
            stack.pop()
            continue
        if within is not None and path.node not in within:
            continue
        if path.stop is not None or (path.node in known and path.node in passed):
            count += 1
            if count > MOST_PATHS:
                raise TooManyPaths
            yield path
            continue
        if path.node in known:
            passed |= {path.node}
            after = _after_passes(executor, path, known[path.node], types, assumed)
            if after is None:
                continue
            path = after
        stack.append((executor.step(path), passed))


def _after_passes(
    executor: Executor,
    path: Path,
    loop: Loop,
    types: dict[str, Type],
    assumed: Callable[[Path], tuple[Named, ...]],
) -> Path | None:
    """``path`` at the head of ``loop`` before any pass; none where nothing can be so."""
    after = _changed(executor, path, loop, types)
    return after.on(*assumed(after))


def _changed(executor: Executor, path: Path, loop: Loop, types: dict[str, Type]) -> Path:
    """``path`` after any number of passes of ``loop``."""
    scope = executor.scope
    store = dict(path.store)
    for state in loop.states:
        name = executor.fresh(state)
        table: Table = {
            place: scope.unknown(scope.type_of(state), f"{name}{list(place)}")
            for place in scope.places(state)
        }
        store[state] = table
    env = dict(path.env)
    for variable, name in unknowns(executor.graph).items():
        if variable in loop.variables and variable in env:
            env[variable] = scope.unknown(types[variable], executor.fresh(name))
    return replace(path, store=store, env=env)
