"""A state near the goal, asked of the solver: what each member of a large set should hold.

A game with random choices comes to the head of a loop in which the members of a large
set get their values. All but these values stays as it is in that game. Now the
representatives of the set are the kinds of members there can be (one for each value a
member may hold), and the solver says how many there are to be of each kind, so that
what follows from the head without any choice leads to the goal. Everything but the
numbers is known, so a question is small, however many members there are.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from math import prod
from typing import Any

from runtime.actors import variable_types
from runtime.graph import ChooseNode, Graph, successors
from runtime.ruleset.types import Element, Number, Optional, SetOf, Type
from runtime.state import Layout, State
from verify.evaluation import evaluate_all
from verify.execute import Policy
from verify.frames import Loop, loops
from verify.limits import Limit, Named, ask
from verify.paths import Path
from verify.quantities import Unsupported
from verify.reach.goals import Ends, Holds
from verify.reach.groups import GroupedExecutor, GroupedScope, can_be_grouped
from verify.reach.spots import leading_to, spots
from verify.reach.wanted import Wanted
from verify.symbolic import Collection, Place, Scope, Value, lifted_as
from verify.terms import Truth, Whole, at_most, choose_number, number_symbol, total

MOST_KINDS = 64
"""How many kinds of members are told apart."""

FEW_KINDS = 4
"""Up to this many kinds it is tried to get along with fewer."""

MOST_NODES = 60
"""How many nodes are followed from a head."""

MOST_WORK = 1_200
"""At how many nodes, times kinds, that ends."""

MOST_QUESTIONS = 3
"""How many ways from a head to the goal are asked about."""

Target = Mapping[str, tuple[Any, ...]]
"""For each state variable, the values wanted, as a flat tuple."""


class NoWay(Exception):
    """No way without a choice leads from the head to the goal."""


@dataclass(frozen=True)
class Board:
    """What is to be at the loop ``head``; ``varied``: the state variables asked about."""

    target: Target
    varied: tuple[str, ...]
    kinds: int


def loops_to_fill(
    scope: Scope, graph: Graph, goal: Ends | Holds
) -> list[tuple[Loop, tuple[str, ...]]]:
    """The loops with choices in which members of a large set get values; the first ones first.

    Only those from which the goal can follow without a choice. With each, the state
    variables that hold these values.
    """
    large = can_be_grouped(scope)
    near = leading_to(graph, spots(scope, graph, goal), over_choices=False)
    far = _distances(graph)
    found = []
    for loop in loops(graph).values():
        varied = tuple(
            state
            for state in loop.states
            if scope.rules.states[state].domain in [(name,) for name in large]
        )
        one_set = len({scope.rules.states[state].domain for state in varied}) == 1
        chooses = any(isinstance(graph.nodes[n], ChooseNode) for n in loop.nodes)
        if one_set and chooses and loop.head in near and loop.head in far:
            found.append((loop, varied))
    return sorted(found, key=lambda pair: (far[pair[0].head], pair[0].head))


def _distances(graph: Graph) -> dict[int, int]:
    """How many nodes each node is away from the start, at least."""
    far = {graph.entry: 0}
    open_ = deque([graph.entry])
    while open_:
        number = open_.popleft()
        for next in successors(graph.nodes[number]):
            if next not in far:
                far[next] = far[number] + 1
                open_.append(next)
    return far


@dataclass(frozen=True)
class Question:
    """What boards are asked about: a ``goal``, and a ``loop`` that fills ``varied`` before."""

    scope: Scope
    graph: Graph
    goal: Ends | Holds
    loop: Loop
    varied: tuple[str, ...]


def board(
    of: Question,
    at: State,
    parameters: Mapping[str, Any],
    limit: Limit,
    *,
    everything: bool,
    nothing: bool,
) -> Board | None:
    """A board from which the goal follows, of few kinds; ``at``: a state at the head.

    ``everything``: also values that nothing holds in that state. ``nothing``: where a
    value may be missing, members may be without. Raises :class:`NoWay`.
    """
    kinds = _kinds(of.scope, of.varied, at, everything=everything, nothing=nothing)
    try:
        return _asked(of, at, parameters, kinds, limit)
    except Unsupported as error:
        raise NoWay from error


def _kinds(
    scope: Scope, varied: Sequence[str], at: State, *, everything: bool, nothing: bool
) -> list[tuple[Any, ...]]:
    """The kinds of members: values of the varied state variables.

    Unless ``everything``, only values that something already holds. ``nothing``: where
    a value may be missing, that is one kind, too. If there are too many, every so
    many-th.
    """
    columns = []
    for state in varied:
        item = item_of(scope, state)
        values = list(scope.values(item)) if everything else in_use(scope, item, at)
        missing = nothing and item is not scope.type_of(state)
        columns.append([*values, *([None] if missing else [])])
    every = -(-prod(len(column) for column in columns) // MOST_KINDS)
    return list(islice(product(*columns), None, None, max(1, every)))


def item_of(scope: Scope, state: str) -> Type:
    """The type of what a state variable holds where it holds something."""
    type = scope.type_of(state)
    return type.item if isinstance(type, Optional) else type


def in_use(scope: Scope, item: Type, at: State) -> list[Any]:
    """The values of the type ``item`` that ``at`` holds somewhere, in the order of the law."""
    found: dict[Any, None] = {}
    for state, column in zip(scope.rules.states.values(), at.store.values, strict=True):
        own = state.type.item if isinstance(state.type, Optional) else state.type
        if own == item:
            found.update(dict.fromkeys(value for value in column if value is not None))
    return list(found)


def _asked(
    of: Question,
    at: State,
    parameters: Mapping[str, Any],
    kinds: Sequence[tuple[Any, ...]],
    limit: Limit,
) -> Board | None:
    scope, graph = of.scope, of.graph
    (name,) = scope.rules.states[of.varied[0]].domain
    weights = _weights(name, len(kinds), scope.sizes[name])
    inner = GroupedScope(scope.rules, {**scope.sizes, name: len(kinds)}, {name: weights})
    policy = Policy(enumerate_elements=True, holes=True, assume_stuck=False)
    executor = GroupedExecutor(inner, graph, policy)
    env = _env(scope, graph, of.loop, name, at)
    if not kinds or env is None:
        raise NoWay
    store = _store(scope, inner, name, of.varied, at, parameters, kinds)
    start = Path(of.loop.head, store, env, (Named(None, at_most(0, weights[-1])),))
    near = leading_to(graph, spots(scope, graph, of.goal), over_choices=False)
    ways = 0
    for path, wanted in _ways(executor, start, Wanted(executor, of.goal), near):
        ways += 1
        question = [*path.conditions, Named(None, wanted)]
        answer = ask(question, limit)
        if answer.verdict != "yes":
            continue
        numbers = evaluate_all(weights, answer.model)
        for few in range(1, min(FEW_KINDS, sum(number > 0 for number in numbers) - 1) + 1):
            used = total((1, choose_number(at_most(1, w), 1, 0)) for w in weights)
            again = ask([*question, Named(None, at_most(used, few))], limit.times(0.2))
            if again.verdict == "yes":
                numbers = evaluate_all(weights, again.model)
                break
        return _board(scope, of.varied, at, kinds, numbers)
    if not ways:
        raise NoWay
    return None


def _weights(of: str, kinds: int, size: int) -> list[Whole]:
    """How many there are of each kind: all together ``size``."""
    several = [number_symbol(f"{of}*{number}", 0, size) for number in range(kinds - 1)]
    return [*several, total([(1, size), *((-1, one) for one in several)])]


def _store(
    scope: Scope,
    inner: Scope,
    of: str,
    varied: Sequence[str],
    at: State,
    parameters: Mapping[str, Any],
    kinds: Sequence[tuple[Any, ...]],
) -> dict[str, dict[Place, Value]]:
    """The store of ``at``, with a representative of each kind for the members of ``of``."""
    layout = Layout(scope.rules, scope.sizes)
    store: dict[str, dict[Place, Value]] = {}
    for state, variable in scope.rules.states.items():
        table = store[state] = {}
        for place in inner.places(state):
            if state in varied:
                value = kinds[place[0]][varied.index(state)]
            else:
                pairs = zip(variable.domain, place, strict=True)
                real = (0 if name == of else index for name, index in pairs)
                value = layout.read(at.store, state, *real)
            table[place] = lifted_as(variable.type, value)
    for name, parameter in scope.rules.parameters.items():
        store[name] = {(): lifted_as(parameter.type, parameters[name])}
    return store


def _env(scope: Scope, graph: Graph, loop: Loop, of: str, at: State) -> dict[str, Value] | None:
    """The bound variables at the head, as if the loop were through.

    What the loop has still to serve of ``of`` is nobody; a number that it changes is
    whatever is needed. None if another variable holds members of ``of``.
    """
    types = variable_types(scope.rules, graph)
    env: dict[str, Value] = {}
    for name, value in at.variables:
        type = types[name]
        changed = name in loop.variables
        if type == SetOf(item=Element(set=of)) and changed:
            env[name] = Collection(())
        elif type == Element(set=of):
            return None
        elif isinstance(type, Number) and changed and not type.fraction:
            env[name] = scope.unknown(type, name)
        else:
            env[name] = lifted_as(type, value)
    return env


def _ways(
    executor: GroupedExecutor, start: Path, wanted: Wanted, near: frozenset[int]
) -> Iterator[tuple[Path, Truth]]:
    """The ways from ``start`` that may meet the goal before any choice; shortest first."""
    open_ = deque([start])
    found = 0
    kinds = max(len(weights) for weights in executor.scope.weights.values())
    for _ in range(min(MOST_NODES, MOST_WORK // kinds)):
        if not open_ or found == MOST_QUESTIONS:
            return
        before = open_.popleft()
        for path in executor.step(before):
            condition = wanted.on(path, before)
            if condition is not False:
                found += 1
                yield path, condition
            at_choice = isinstance(executor.graph.nodes[path.node], ChooseNode)
            if path.stop is None and not at_choice and path.node in near:
                open_.append(path)


def _board(
    scope: Scope,
    varied: tuple[str, ...],
    at: State,
    kinds: Sequence[tuple[Any, ...]],
    numbers: Sequence[int],
) -> Board:
    """One member after the other, kind by kind."""
    members = [kind for kind, number in zip(kinds, numbers, strict=True) for _ in range(number)]
    target = dict(zip(scope.rules.states, at.store.values, strict=True))
    for position, state in enumerate(varied):
        target[state] = tuple(kind[position] for kind in members)
    return Board(target, varied, sum(number > 0 for number in numbers))
