"""Loops in play: runs of a loop that come back to where they were, found without a solver.

Random games come to the loop; from there simple players play on, then steady ones
(:mod:`~verify.steady`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import cycle
from typing import Any

from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.ruleset.model import Model
from runtime.ruleset.properties import LoopEnds
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Call, Statement
from runtime.state import State
from runtime.steps import DECLINE, Chosen
from verify.every_setting import every_setting
from verify.random_games import game_of, random_game
from verify.replay import Replayed, Run, stores_entered
from verify.steady import LONGEST_PLAY, around, steady
from verify.symbolic import Scope

GAMES = 100
"""How many games are played with random choices before anything is asked."""

STEADY = 100
"""How many games are played with steady players."""

MOST_SETTINGS = 8
"""With how many settings of the law these games are played."""

FlatStore = Mapping[str, tuple[Any, ...]]


@dataclass(frozen=True)
class Start:
    """A store at the start of the loop's flow, and the settings of the law there.

    ``before``: a run that leads there, if known.
    """

    store: FlatStore
    parameters: Mapping[str, Any]
    before: Run | None = None


class Playing:
    """The loop's flow as a game, made once for the same settings of the law."""

    def __init__(self, scope: Scope, item: LoopEnds) -> None:
        self.scope = scope
        self.item = item

    def game(self, start: Start) -> Game:
        """The flow, to be played from ``start``."""
        return game_of(self.scope, self.item.loop, start.parameters)

    def begun(self, start: Start) -> Run:
        """A run from ``start`` in which nothing was chosen yet."""
        sizes = dict(self.scope.sizes)
        return Run(self.item.loop, sizes, start.parameters, {}, start.store, ())

    def at_once(self, start: Start) -> str | None:
        """How the flow ends from ``start`` without a choice, if it does."""
        game = self.game(start)
        ending = game.initial(game.layout.initial(start.store)).state.ending
        return None if ending is None else ending.kind

    def by_play(self, start: Start) -> Run | None:
        """A run from ``start`` by a simple player who comes back to where he was."""
        for declining in (True, False):
            choices = _played(self.game(start), start.store, declining=declining)
            if choices is not None:
                return replace(self.begun(start), choices=choices)
        return None

    def simple(self, starts: Iterable[Start], met: list[Start]) -> Iterator[tuple[Start, Run]]:
        """Runs that come back by a simple player; ``met`` is given those he played from."""
        seen: set[str] = set()
        for start in starts:
            met.append(start)
            # Most games come to a loop as others did.
            known = repr((start.store, start.parameters))
            run = None if known in seen else self.by_play(start)
            seen.add(known)
            if run is not None:
                yield start, run

    def steady(self, starts: Sequence[Start], tried: list[str]) -> Iterator[tuple[Start, Run]]:
        """Runs that come back by steady players, from each of ``starts`` by other ones."""
        tried += [f"{STEADY} games with steady players"] if starts else []
        for number, start in zip(range(STEADY), cycle(starts), strict=False):
            game = self.game(start)
            choices = steady(game, game.layout.initial(start.store), number)
            if choices is not None:
                yield start, replace(self.begun(start), choices=choices)


def met_in_play(scope: Scope, item: LoopEnds, tried: list[str]) -> Iterator[Start]:
    """The states in which games with random choices, from the law's start, come to the loop."""
    if scope.rules.flows[item.flow].parameters:
        return
    tried.append(f"{GAMES} games with random choices")
    refs = flow_refs(scope.rules, item.loop)
    settings = every_setting(scope, lower(scope.rules, item.flow)).tried
    games = [game_of(scope, item.flow, one.parameters) for one in settings[:MOST_SETTINGS]]
    for number in range(GAMES):
        game = games[number % len(games)]
        play = random_game(game, number, LONGEST_PLAY)
        chosen, outside = 0, True
        for at, step in enumerate(play.steps):
            if outside and step.ref in refs:
                replayed = Replayed(game, (play.state,), play.steps[:at])
                last = stores_entered(replayed, game.layout.initial())[-1]
                store = dict(zip(game.layout.names, last.values, strict=True))
                choices = play.chosen[:chosen]
                before = Run(item.flow, game.sizes, game.parameters, {}, None, choices)
                yield Start(store, game.parameters, before)
            outside = step.ref not in refs
            chosen += isinstance(step, Chosen)


def _played(game: Game, store: FlatStore, *, declining: bool) -> tuple[Any, ...] | None:
    """The choices of a simple player who ends up where he was."""

    def choose(state: State) -> Any:
        lawful = game.lawful(state)
        return DECLINE if declining and DECLINE in lawful else lawful[0]

    return around(game, game.layout.initial(store), choose)


def flow_refs(rules: RuleSet, flow: str) -> frozenset[str]:
    """The paragraphs whose statements make up a flow and the flows it runs, decisions apart."""
    refs: set[str] = set()
    flows = [flow]
    for name in flows:  # grows while it is walked
        stack: list[Model] = list(rules.flows[name].parts)
        while stack:
            item = stack.pop()
            if isinstance(item, Statement):
                refs.add(item.ref)
            if isinstance(item, Call) and item.flow not in flows:
                flows.append(item.flow)
            for field in type(item).model_fields:
                value = getattr(item, field)
                parts = value if isinstance(value, tuple) else (value,)
                stack.extend(part for part in parts if isinstance(part, Model))
    return frozenset(refs)
