"""Twins: two runs that are the same but for one open choice, and end differently.

Both have the same dice and lots, throw by throw, and the same players: whoever chooses
does so by what may be chosen, in the one run as in the other. Choices that nobody is
named for are made alike, too, up to the names of the two values in question.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from runtime.graph import ChooseNode
from runtime.interpreter import Game
from runtime.ruleset.statements import ByActor
from runtime.ruleset.types import Element
from runtime.state import Ending, State
from runtime.steps import DECLINE, Decline
from runtime.values import Value, order_key
from verify.reach.settings import Setting, settings
from verify.replay import Run
from verify.symbolic import Scope

MOST_CHOICES = 600
"""After how many choices a game is broken off; it then has no twin."""

MOST_TWINS = 4
"""How many twins one game has at most."""


@dataclass(frozen=True)
class Twins:
    """Two runs, how they end, the number of the choice in which they part, and the values."""

    runs: tuple[Run, Run]
    endings: tuple[Ending, Ending]
    parted: int
    values: tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class _Moment:
    """A state in which an open choice was made: what was drawn before, and what was chosen."""

    state: State
    drawn: int
    made: int


Beginning = tuple[Setting, tuple[Any, ...]]
"""The settings of a run and its first choices."""


def twins(
    scope: Scope, flow: str, nodes: Sequence[int], games: int, begun: Beginning | None = None
) -> tuple[Twins | None, list[Beginning]]:
    """Twins that part at one of ``nodes``, and how the games began that came to such a choice.

    ``games``: how many games are played. ``begun``: how all of them begin.
    """
    ways = [begun] if begun is not None else [(one, ()) for one in _settings(scope, flow)]
    came: list[Beginning] = []
    for number in range(games if ways else 0):
        setting, first = ways[number % len(ways)]
        found, beginning = _Pairing(scope, flow, nodes, setting, number).look(first)
        if beginning is not None:
            came.append((setting, beginning))
        if found is not None:
            return found, came
    return None, came


def _settings(scope: Scope, flow: str) -> list[Setting]:
    return list(settings(scope, Game(scope.rules, flow, scope.sizes, None).graph))


class _Pairing:
    """One game and its twins."""

    def __init__(
        self, scope: Scope, flow: str, nodes: Sequence[int], setting: Setting, number: int
    ) -> None:
        self.scope = scope
        self.flow = flow
        self.nodes = frozenset(nodes)
        self.setting = setting
        self.number = number
        self.game = Game(scope.rules, flow, scope.sizes, setting.parameters)

    def look(self, begun: tuple[Any, ...]) -> tuple[Twins | None, tuple[Any, ...] | None]:
        """The first twins of this game that end differently; what came before the first choice."""
        moments: list[_Moment] = []
        state = self.game.initial(None, self.setting.arguments).state
        chosen: list[Any] = []
        state, _ = self._play(state, 0, chosen, {}, moments, begun)
        before_all = tuple(chosen[: moments[0].made]) if moments else None
        if state.ending is None:
            return None, before_all
        for moment in _spread(moments):
            before = chosen[moment.made]
            for other in self._others(moment.state, before):
                names = {before: other, other: before}
                run = [*chosen[: moment.made], other]
                after = self.game.apply(moment.state, other).state
                last, _ = self._play(after, moment.drawn, run, names, None, ())
                if last.ending is None or _alike(state.ending, last.ending):
                    continue
                runs = (self._run(chosen), self._run(run))
                endings = (state.ending, last.ending)
                return Twins(runs, endings, moment.made, (before, other)), before_all
        return None, before_all

    def _run(self, chosen: Sequence[Any]) -> Run:
        parameters, arguments = self.game.parameters, self.setting.arguments
        return Run(self.flow, dict(self.scope.sizes), parameters, arguments, None, tuple(chosen))

    def _others(self, state: State, value: Any) -> list[Any]:
        """The last and the first other value that may be chosen."""
        rest = [one for one in self.game.lawful(state) if one != value]
        return list(dict.fromkeys((*rest[-1:], *rest[:1])))

    def _play(
        self,
        state: State,
        drawn: int,
        chosen: list[Any],
        names: Mapping[Any, Any],
        moments: list[_Moment] | None,
        begun: tuple[Any, ...],
    ) -> tuple[State, int]:
        while state.ending is None and len(chosen) < MOST_CHOICES:
            lawful = self.game.lawful(state)
            if moments is not None and state.node in self.nodes and len(lawful) > 1:
                moments.append(_Moment(state, drawn, len(chosen)))
            if len(chosen) < len(begun):
                value = begun[len(chosen)]
                drawn += self.game.kind(state) == "chance"
            else:
                value, drawn = self._choose(state, lawful, drawn, names)
            chosen.append(value)
            state = self.game.apply(state, value).state
        return state, drawn

    def _choose(
        self,
        state: State,
        lawful: Sequence[Value | Decline],
        drawn: int,
        names: Mapping[Any, Any],
    ) -> tuple[Value | Decline, int]:
        kind = self.game.kind(state)
        if kind == "chance":
            return lawful[self._draw("chance", drawn) % len(lawful)], drawn + 1
        node = self.game.graph.nodes[state.node]
        assert isinstance(node, ChooseNode)
        if kind == "nobody" and isinstance(node.type, Element):
            # The one member stands for the other in all that nobody decides.
            alike = sorted((names.get(one, one) for one in lawful), key=order_key)
            picked = alike[self._draw(state.node, *alike) % len(alike)]
            return names.get(picked, picked), drawn
        who: object = ""
        if isinstance(node.by, ByActor):
            who = self.game.pending(state).actor
        shown = ["-" if one is DECLINE else one for one in lawful]
        return lawful[self._draw(state.node, who, *shown) % len(lawful)], drawn

    def _draw(self, *about: object) -> int:
        text = "/".join(map(repr, (self.number, *about)))
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big")


def _spread(moments: Sequence[_Moment]) -> list[_Moment]:
    """A few of them, the last first."""
    step = max(1, len(moments) // MOST_TWINS)
    return list(reversed(moments))[::step][:MOST_TWINS]


def _alike(one: Ending, other: Ending) -> bool:
    return (one.kind, one.outcome, one.value) == (other.kind, other.outcome, other.value)
