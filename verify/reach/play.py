"""Games with random choices, stopped as soon as a goal is met.

In half of the games everything is equally probable. That shows what is common; so in the
others the players have a style: they mostly do nothing, or what was done before at the
same place, or what comes first.

Where most games break off early, few come far. *Stubborn* games go on after an end that is not
the goal: some choices are taken back and made anew, one or two or four or more.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from runtime.interpreter import Game
from runtime.state import State
from runtime.steps import DECLINE
from runtime.streams import BITS, Stream, Streams, pick
from verify.reach.met import Watch

LONGEST = 2_000
"""How many choices a game may have."""

MOSTLY = 0.8
"""How often a player with a style keeps to it."""

STYLES = 3

MOST_RETURNS = 60
"""How often choices are taken back in one stubborn game."""


@dataclass(frozen=True, slots=True)
class Played:
    """The choices of the game that met the goal, up to where it did; how many were begun."""

    choices: tuple[Any, ...] | None
    games: int


def played(
    watch: Watch, arguments: Mapping[str, Any], seed: int, games: range, choices: int
) -> Played:
    """The first of ``games`` that meets the goal.

    ``games`` are numbers of games under ``seed``. ``choices``: how many choices are made
    in all before it is given up.
    """
    game = watch.game
    for number in games:
        stream = Streams(seed, number).choices
        advance, before = game.initial(None, arguments), None
        chosen: list[Any] = []
        last: dict[int, Any] = {}
        style = 1 + number // 2 % STYLES if number % 2 else 0
        while not watch.met(advance, before):
            state = advance.state
            if state.ending is not None or len(chosen) == LONGEST:
                break
            if choices == 0:
                return Played(None, number - games.start + 1)
            choices -= 1
            value = last[state.node] = _choice(game, state, stream, style, last)
            before = state.store
            advance = game.apply(state, value)
            chosen.append(value)
        else:
            return Played(tuple(chosen), number - games.start + 1)
    return Played(None, len(games))


def stubborn(
    watch: Watch, arguments: Mapping[str, Any], seed: int, games: range, choices: int
) -> Played:
    """As :func:`played`, by games that take choices back where they end without the goal."""
    game = watch.game
    for number in games:
        stream = Streams(seed, number).choices
        trail = [game.initial(None, arguments)]
        chosen: list[Any] = []
        returns, style = 0, number % (STYLES + 1)
        last: dict[int, Any] = {}
        before = None
        while not watch.met(trail[-1], before):
            state = trail[-1].state
            if choices == 0:
                return Played(None, number - games.start + 1)
            if state.ending is not None or len(chosen) == LONGEST:
                if returns == MOST_RETURNS or not chosen:
                    break
                returns += 1
                back = min(1 << pick(stream, range(len(chosen).bit_length())), len(chosen))
                del trail[-back:], chosen[-back:]
                state = trail[-1].state
            choices -= 1
            value = last[state.node] = _choice(game, state, stream, style, last)
            before = state.store
            trail.append(game.apply(state, value))
            chosen.append(value)
        else:
            return Played(tuple(chosen), number - games.start + 1)
    return Played(None, len(games))


def _choice(game: Game, state: State, stream: Stream, style: int, last: dict[int, Any]) -> Any:
    """What a player of this style does; in style 0 everything is equally probable."""
    lawful = game.lawful(state)
    if style and stream.draw() < MOSTLY * 2**BITS:
        if style == 1 and DECLINE in lawful:
            return DECLINE
        if style == 2 and last.get(state.node, state) in lawful:
            return last[state.node]
        if style == 3:
            return lawful[0]
    return pick(stream, lawful)
