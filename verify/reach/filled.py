"""A run to the goal by way of a board: first the board is asked for, then it is played."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from runtime.graph import Graph
from runtime.interpreter import Advance, Game
from runtime.state import State
from runtime.streams import Streams, pick
from verify.frames import Loop
from verify.limits import Limit
from verify.reach.boards import Board, NoWay, Question, board, loops_to_fill
from verify.reach.goals import Ends, Holds
from verify.reach.guessed import guessed
from verify.reach.guided import Guide
from verify.reach.met import Watch
from verify.reach.settings import Setting, game_of, settings
from verify.replay import Run
from verify.symbolic import Scope

SAMPLES = 4
"""How many games with random choices are tried for each loop."""

MOST_SETTINGS = 2
"""With how many settings of the law."""

GUESSES = 2
"""How many of the boards guessed for each of them are played towards."""

FARTHEST = 300
"""After how many choices the loop must have been met in them."""


@dataclass(frozen=True)
class Sample:
    """A game that came to the head of a loop: the state ``at`` it, and where play went on."""

    after: Advance
    at: State
    choices: tuple[Any, ...]


def filled(scope: Scope, graph: Graph, goal: Ends | Holds, limit: Limit, seed: int) -> Run | None:
    """A run from the law's start by way of a board that leads to the goal."""
    for game, setting, sample, one in _everywhere(scope, graph, goal, limit, seed):
        watch = Watch(game, goal)
        only = {state: one.target[state] for state in one.varied}
        for target in (one.target, only):
            rest = Guide(scope, graph, watch, target).play(sample.after, limit)
            if rest is not None:
                choices = (*sample.choices, *rest)
                sizes, given = dict(scope.sizes), setting.arguments
                return Run(graph.flow, sizes, game.parameters, given, None, choices)
    return None


def any_board(
    scope: Scope, graph: Graph, goal: Ends | Holds, limit: Limit, seed: int
) -> Board | None:
    """The first board that leads to the goal; nobody has played there."""
    found = next(_everywhere(scope, graph, goal, limit, seed), None)
    return None if found is None else found[-1]


def _everywhere(
    scope: Scope, graph: Graph, goal: Ends | Holds, limit: Limit, seed: int
) -> Iterator[tuple[Game, Setting, Sample, Board]]:
    to_fill = loops_to_fill(scope, graph, goal)
    for setting in islice(settings(scope, graph) if to_fill else (), MOST_SETTINGS):
        try:
            game = game_of(scope, graph, setting)
        except ValueError:
            continue
        watch = Watch(game, goal)
        loops = [
            (loop, varied, _Samples(_samples(game, setting.arguments, loop, seed)))
            for loop, varied in to_fill
        ]
        for loop, varied, samples in loops:
            for sample in samples:
                for one in islice(guessed(scope, watch, loop, varied, sample.at, seed), GUESSES):
                    yield game, setting, sample, one
        for loop, varied, samples in loops:
            question = Question(scope, graph, goal, loop, varied)
            for sample, one in _boards(question, samples, game.parameters, limit):
                yield game, setting, sample, one


def _boards(
    question: Question, samples: "_Samples", parameters: Mapping[str, Any], limit: Limit
) -> Iterator[tuple[Sample, Board]]:
    """Boards, the plainest first, each with the game that it goes on from."""
    small = limit.times(0.1)
    for everything, nothing in ((False, False), (False, True), (True, False)):
        for sample in samples:
            try:
                found = board(
                    question,
                    sample.at,
                    parameters,
                    small,
                    everything=everything,
                    nothing=nothing,
                )
            except NoWay:
                break
            if found is not None:
                yield sample, found


class _Samples:
    """Samples, made when they are first asked for."""

    def __init__(self, source: Iterator[Sample]) -> None:
        self._source = source
        self._made: list[Sample] = []

    def __iter__(self) -> Iterator[Sample]:
        yield from self._made
        for sample in self._source:
            self._made.append(sample)
            yield sample


def _samples(game: Game, arguments: Mapping[str, Any], loop: Loop, seed: int) -> Iterator[Sample]:
    """Games with random choices, up to where they first come to ``loop``."""
    for number in range(SAMPLES):
        stream = Streams(seed, number).choices
        advance = game.initial(None, arguments)
        chosen: list[Any] = []
        while True:
            at = next((one for one in game.heads_passed() if one.node == loop.head), None)
            if at is not None:
                yield Sample(advance, at, tuple(chosen))
                break
            if advance.state.ending is not None or len(chosen) == FARTHEST:
                break
            chosen.append(pick(stream, game.lawful(advance.state)))
            advance = game.apply(advance.state, chosen[-1])
