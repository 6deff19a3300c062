"""Games with random choices, stopped as soon as a goal is met.

In half of the games everything is equally probable. That shows what is common; so in the
others the players have a style: they mostly do nothing, or what was done before at the
same place, or what comes first.
"""

from collections.abc import Mapping
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


def played(
    watch: Watch, arguments: Mapping[str, Any], seed: int, games: range, choices: int
) -> tuple[Any, ...] | None:
    """The choices of the first of ``games`` that meets the goal, up to where it does.

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
                return None
            choices -= 1
            value = last[state.node] = _choice(game, state, stream, style, last)
            before = state.store
            advance = game.apply(state, value)
            chosen.append(value)
        else:
            return tuple(chosen)
    return None


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
