"""Games with random choices, each played once: many searches look through the same ones."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, TypeAlias

from runtime.graph import Graph
from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.players import Play, Player, playout, random_player
from verify.symbolic import Scope

MOST_GAMES = 64
"""How many laws, flows and settings of them are kept at a time."""

MOST_PLAYS = 256
"""How many plays are."""

Key: TypeAlias = tuple[Graph, tuple[tuple[str, int], ...], str]

_GAMES: dict[Key, Game] = {}
"""By the graph of the flow, which is one for each rule set; sizes and parameters."""


def game_of(scope: Scope, flow: str, parameters: Mapping[str, Any]) -> Game:
    """The flow as a game, the same one whenever it is asked for.

    Raises :class:`~runtime.interpreter.BadParameter`.
    """
    key = lower(scope.rules, flow), tuple(scope.sizes.items()), repr(sorted(parameters.items()))
    found = _GAMES.get(key)
    if found is None:
        if len(_GAMES) >= MOST_GAMES:
            _GAMES.clear()
        found = _GAMES[key] = Game(scope.rules, flow, scope.sizes, parameters)
    return found


@lru_cache(MOST_PLAYS)
def random_game(game: Game, number: int, most_choices: int, player: Player = random_player) -> Play:
    """The play of ``game`` with this number, from its start."""
    return playout(game, 0, number, player=player, most_choices=most_choices)
