"""Looking for a run that shows something: by play, then by search; whatever is found is replayed.

What is looked for is told twice: as a goal of a search, over symbolic paths, and as
a judge, over the steps that the interpreter took. A run counts if the judge says so.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product
from typing import Any

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.graph import ChooseNode, Graph
from runtime.interpreter import Game
from runtime.parameters import BadParameter
from runtime.players import random_player
from runtime.ruleset.expressions import Expr
from runtime.state import Layout, State, Store
from runtime.steps import DECLINE, AnyStep, Assigned, Chosen, Decline
from runtime.streams import BITS, Stream
from runtime.values import Value
from verify.execute import Executor
from verify.limits import Limit
from verify.paths import Path
from verify.quantities import Unsupported
from verify.random_games import game_of, random_game
from verify.replay import Replayed, Run, WitnessDefect, replay, run_of
from verify.search import Budget, Goal, search
from verify.starts import at_start
from verify.symbolic import Scope
from verify.witness import witness

GAMES = 20
"""How many games with random choices are played for each setting of the parameters."""

LONGEST_PLAY = 2_000
"""After how many choices a game is broken off."""

MOST_SETTINGS = 8
"""How many settings of the law's parameters are played."""

Judge = Callable[[Game, Sequence[AnyStep], Store], int | None]
"""After how many of the steps, which begin in the store, they show what is looked for."""


@dataclass(frozen=True)
class Shown:
    """A witness, already replayed, and the paragraph of its last step."""

    witness: dict[str, Any]
    ref: str


def moves(
    layout: Layout, steps: Sequence[AnyStep], start: Store
) -> Iterator[tuple[int, Store, Store]]:
    """Every assignment among ``steps``: its position, and the stores before and after it."""
    columns = {name: list(column) for name, column in zip(layout.names, start.values, strict=True)}
    places = {name: list(layout.places(name)) for name in layout.names}
    before = start
    for position, step in enumerate(steps):
        if isinstance(step, Assigned):
            for change in step.changes:
                columns[change.state][places[change.state].index(change.arguments)] = change.new
            after = before
            if step.changes:
                after = Store(tuple(tuple(columns[name]) for name in layout.names))
            yield position, before, after
            before = after


def last_store(layout: Layout, steps: Sequence[AnyStep], start: Store) -> Store:
    """The store after all of ``steps``."""
    return ([start] + [after for _, _, after in moves(layout, steps, start)])[-1]


def condition_in(
    game: Game, condition: Expr, variables: Mapping[str, Any] | None = None
) -> Callable[[Store], bool]:
    """Whether ``condition`` is defined and holds in a store, with values for its variables."""
    evaluator = Evaluator(game.rules, game.layout, game.parameters)
    scope = Variables("")
    slots = {scope.slot(name): value for name, value in (variables or {}).items()}
    code = evaluator.code(condition, scope)

    def holds(store: Store) -> bool:
        frame = scope.frame()
        for slot, value in slots.items():
            frame[slot] = value
        try:
            return bool(code(store, frame))
        except Undefined:
            return False

    return holds


def by_play(scope: Scope, graph: Graph, judge: Judge) -> Run | None:
    """The shortest of some games with random choices that shows what is looked for."""
    best: Run | None = None
    for game in _games(scope, graph):
        for number in range(GAMES):
            play = random_game(game, number, LONGEST_PLAY, _player)
            found = judge(game, play.steps, game.layout.initial())
            if found is None:
                continue
            count = sum(isinstance(step, Chosen) for step in play.steps[:found])
            if best is None or count < len(best.choices):
                chosen = play.chosen[:count]
                best = Run(graph.flow, game.sizes, game.parameters, {}, None, chosen)
    return best


def _player(game: Game, state: State, stream: Stream) -> Value | Decline:
    """Each lawful result with the same probability; doing nothing, half of the time."""
    node = game.graph.nodes[state.node]
    has_default = isinstance(node, ChooseNode) and node.default is not None
    # A default may lie outside of what can be chosen; then doing nothing is no option.
    if has_default and stream.draw() < 2**BITS // 2 and game.why_not(state, DECLINE) is None:
        return DECLINE
    return random_player(game, state, stream)


def _games(scope: Scope, graph: Graph) -> Iterator[Game]:
    """The game under the usual setting of the parameters, and under some others."""
    if scope.rules.flows[graph.flow].parameters:
        return
    values: list[list[Any]] = []
    for parameter in scope.rules.parameters.values():
        try:
            usual = [] if parameter.default is None else [parameter.default]
            every = scope.values(parameter.type)
            few = every if len(every) <= MOST_SETTINGS else every[:1]
            values.append(usual + [value for value in few if value not in usual])
        except Unsupported:
            values.append([parameter.default])
    for chosen in islice(product(*values), MOST_SETTINGS):
        setting = dict(zip(scope.rules.parameters, chosen, strict=True))
        try:
            yield game_of(scope, graph.flow, setting)
        except BadParameter:
            continue


def by_search(
    executor: Executor, goal: Goal, limit: Limit, budget: Budget
) -> tuple[Run | None, str]:
    """A run to ``goal`` from the law's start, if the search finds one; and what was tried."""
    start = at_start(executor.scope, executor.graph)
    found = search(executor, start, goal, budget, limit)
    if found.path is None:
        return None, found.tried
    flow = executor.graph.flow
    return run_of(executor.scope, found.path, found.model, start, flow, given=False), found.tried


def shown(scope: Scope, run: Run, judge: Judge, id: str) -> Shown:
    """The witness that ``run`` is, cut off where it has shown what it is for.

    Raises :class:`WitnessDefect` where the interpreter shows no such thing.
    """
    replayed = replay(scope.rules, run)
    game = replayed.game
    initial = game.layout.initial(run.store)
    count = judge(game, replayed.steps, initial)
    if count is None:
        raise WitnessDefect(f"the run found for {id} does not show it when replayed")
    part = _cut(replayed, count, initial)
    ref = part.steps[-1].ref if part.steps else game.graph.nodes[game.graph.entry].ref
    return Shown(witness(scope.rules, run, part, from_start=run.store is None), ref)


def _cut(replayed: Replayed, count: int, initial: Store) -> Replayed:
    """The replay without the steps after the first ``count``."""
    steps = replayed.steps[:count]
    made = sum(isinstance(step, Chosen) for step in steps)
    store = last_store(replayed.game.layout, steps, initial)
    last = replace(replayed.states[made], store=store)
    return replace(replayed, steps=steps, states=(*replayed.states[:made], last))


def changed(path: Path, before: Path) -> bool:
    """Whether the step from ``before`` to ``path`` was an assignment."""
    return path.store is not before.store
