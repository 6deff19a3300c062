"""Many states, one flow: each line of JSON is a state, each answer what becomes of it.

Receives lines as in :mod:`runtime.serialise`; hands on JSON data. A line that
is no state is answered too: with ``error``.
"""

from collections.abc import Mapping
from typing import Any

from runtime.interpreter import Game
from runtime.json_values import BadState, parse
from runtime.players import Play, playout, settle
from runtime.ruleset.ruleset import RuleSet
from runtime.serialise import read_store, store_as_json
from runtime.state import State, Store
from runtime.trace import article, summary, trace
from runtime.values import Value


class Batch:
    """Runs ``flow`` of ``rules`` from one state after the other.

    ``parameters`` are the law's settings. ``seed``: None to stop where somebody
    would have to choose or dice to be thrown; otherwise dice, lots and choices
    are drawn from it, line ``n`` being game ``n``. ``with_trace`` and
    ``with_state`` say whether answers tell the steps and the state at the end.
    """

    def __init__(
        self,
        rules: RuleSet,
        flow: str,
        parameters: Mapping[str, Value] | None = None,
        *,
        seed: int | None = None,
        with_trace: bool = True,
        with_state: bool = False,
    ) -> None:
        self._rules = rules
        self._flow = flow
        self._parameters = parameters
        self._seed = seed
        self._with_trace = with_trace
        self._with_state = with_state
        self._games: dict[tuple[int, ...], Game] = {}

    def answer(self, line: str, number: int) -> dict[str, Any]:
        """What becomes of the state in ``line``, the ``number``-th line (from 1) of the input.

        ``{"error", "line"}`` where it describes no state of this law.
        """
        try:
            sizes, store = read_store(self._rules, parse(line))
        except BadState as bad:
            return error(str(bad), number)
        game = self._game(sizes)
        play = self._play(game, store, number)
        found = outcome(game, play.state)
        if self._with_state:
            found["state"] = store_as_json(game.layout, play.state.store)
        if self._with_trace:
            found["trace"] = [step.model_dump() for step in trace(self._rules, play.steps)]
        return found

    def _game(self, sizes: Mapping[str, int]) -> Game:
        key = tuple(sizes.values())
        if key not in self._games:
            self._games[key] = Game(self._rules, self._flow, sizes, self._parameters)
        return self._games[key]

    def _play(self, game: Game, store: Store, number: int) -> Play:
        if self._seed is None:
            return settle(game, store)
        return playout(game, self._seed, number, start=store)


def error(message: str, number: int) -> dict[str, Any]:
    """The answer to line ``number``, which cannot be answered."""
    return {"error": message, "line": number}


def outcome(game: Game, state: State) -> dict[str, Any]:
    """Where play rests, as in :func:`runtime.trace.summary`, with all that tells why.

    Wherever there is ``at`` (the citation) there is ``ref`` (the short
    reference); a gap has its id (``gap``, null where the text gives it no name), a
    conflict the citations it is ``between``, and each but ``pending`` a ``reason``.
    """
    found, ending = summary(game, state), state.ending
    if "at" not in found:
        return found
    found["ref"] = game.at(state)
    if ending is not None:
        if ending.kind == "gap":
            found["gap"] = ending.gap
        if ending.kind == "conflict":
            found["between"] = [article(game.rules, ref) for ref in ending.between]
        found["reason"] = ending.detail
    return found
