"""Twins: two runs that are the same but for one open choice, and end differently.

Both have the same dice and lots, throw by throw, and the same players: whoever chooses
does so by what may be chosen, in the one run as in the other. Choices that nobody is
named for are made alike, too: those of the same kind, or for an order of turns those of
the same order, up to the names of the two values in question. So both runs follow from
the same draws; twins are made plainer by making the draws plainer.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, TypeAlias

from runtime.graph import ChooseNode, Graph
from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.ruleset.statements import ByActor
from runtime.ruleset.types import Element
from runtime.state import Ending, State
from runtime.steps import DECLINE, Decline
from runtime.values import Value, order_key
from verify.obligations.opened import OpenChoice
from verify.reach.settings import Setting, settings
from verify.replay import Run
from verify.symbolic import Scope

MOST_CHOICES = 600
"""After how many choices a game is broken off; it then has no twin."""

MOST_TWINS = 4
"""How many twins one game has at most."""

OTHER_ENDS = 16
"""How many other ends of a game are tried when plainer twins are looked for."""

MOST_SHRINKING = 3_000
"""After how many choices, made to find plainer twins, no more are looked for."""


@dataclass(frozen=True)
class Twins:
    """Two runs, how they end, the number of the choice in which they part, and the values."""

    runs: tuple[Run, Run]
    endings: tuple[Ending, Ending]
    parted: int
    values: tuple[Any, Any]


About: TypeAlias = tuple[object, ...]
"""What something is drawn about: the number of the throw, or who chooses among what."""


BEGUN = "begun"
"""What is drawn is how the game was said to begin."""


class _Draws:
    """What is drawn, always the same about the same; the plainest about what is ``plain``.

    ``number``: which of many games it is.
    """

    def __init__(self, number: object, plain: frozenset[About] = frozenset()) -> None:
        self.number = number
        self.plain = plain
        self.others: dict[About, None] = {}

    def draw(self, options: Sequence[Any], *about: object) -> Any:
        """One of ``options``."""
        text = "/".join(map(repr, (self.number, *about)))
        at = int.from_bytes(sha256(text.encode()).digest()[:8], "big") % len(options)
        return self.keep(options[at], options, *about)

    def keep(self, value: Any, options: Sequence[Any], *about: object) -> Any:
        """``value``, unless it is to be the plainest, or is none of ``options``."""
        plainest = DECLINE if DECLINE in options else options[0]
        if about in self.plain or value not in options:
            return plainest
        if value != plainest:
            self.others[about] = None
        return value


@dataclass(frozen=True, slots=True)
class _Moment:
    """A state in which an open choice was made: what was drawn before, and what was chosen."""

    state: State
    drawn: int
    made: int


@dataclass(frozen=True, slots=True)
class _Start:
    """A game after its first choices."""

    state: State
    drawn: int
    chosen: tuple[Any, ...]
    moments: tuple[_Moment, ...]
    others: dict[About, None]


Beginning = tuple[Setting, tuple[Any, ...]]
"""The settings of a run and its first choices."""


def twins(
    scope: Scope, flow: str, found: OpenChoice, games: int, begun: Beginning | None = None
) -> tuple[Twins | None, list[Beginning]]:
    """Twins that part at the choice ``found``, and how the games began that came to it.

    ``games``: how many games are played. ``begun``: how all of them begin.
    """
    ways = [begun] if begun is not None else [(one, ()) for one in _settings(scope, flow)]
    came: list[Beginning] = []
    for number in range(games if ways else 0):
        setting, first = ways[number % len(ways)]
        pairing, draws = _Pairing(scope, flow, found, setting), _Draws(number)
        pair, beginning = pairing.look(first, draws)
        if beginning is not None:
            came.append((setting, beginning))
        if pair is not None:
            return pairing.shrunk(pair, draws), came
    return None, came


def _settings(scope: Scope, flow: str) -> list[Setting]:
    return list(settings(scope, lower(scope.rules, flow)))


class _Pairing:
    """One game and its twins."""

    def __init__(self, scope: Scope, flow: str, found: OpenChoice, setting: Setting) -> None:
        self.scope = scope
        self.flow = flow
        self.nodes = frozenset(found.nodes)
        self.setting = setting
        self.game = Game(scope.rules, flow, scope.sizes, setting.parameters)
        graph = self.game.graph
        self.alike = self.nodes if found.kind == "order" else _same_kind(graph, found.nodes)
        self.starts: dict[tuple[tuple[Any, ...], frozenset[About]], _Start] = {}
        self.made = 0

    def shrunk(self, found: Twins, draws: _Draws) -> Twins:
        """Twins in fewer choices, with fewer draws that are not the plainest; deterministic."""
        self.made = 0
        begun = found.runs[0].choices[: found.parted]
        best = found, draws

        def smaller(other: _Draws) -> bool:
            nonlocal best
            twins, _ = self.look(begun, other)
            if twins is None or _measure(twins, other) >= _measure(*best):
                return False
            best = twins, other
            return True

        for number in range(OTHER_ENDS):
            smaller(_Draws(f"{draws.number}.{number}"))
        further = True
        while further:
            now = best[1]
            # What is drawn last is least of all needed to get to the choice.
            parts = _parts(tuple(reversed(now.others)))
            attempts = (_Draws(now.number, now.plain.union(part)) for part in parts)
            further = any(self.made < MOST_SHRINKING and smaller(one) for one in attempts)
        return best[0]

    def look(
        self, begun: tuple[Any, ...], draws: _Draws
    ) -> tuple[Twins | None, tuple[Any, ...] | None]:
        """The first twins of this game that end differently; what came before the first choice."""
        self.draws = draws
        start = self._begin(begun)
        draws.others, chosen, moments = dict(start.others), list(start.chosen), list(start.moments)
        state, _ = self._play(start.state, start.drawn, chosen, {}, moments)
        others = dict(draws.others)
        before_all = tuple(chosen[: moments[0].made]) if moments else None
        if state.ending is None:
            return None, before_all
        for moment in _spread(moments):
            before = chosen[moment.made]
            for other in self._others(moment.state, before):
                names = {before: other, other: before}
                run = [*chosen[: moment.made], other]
                draws.others = dict(others)
                after = self.game.apply(moment.state, other).state
                last, _ = self._play(after, moment.drawn, run, names, None)
                if last.ending is None or _alike(state.ending, last.ending):
                    continue
                runs = (self._run(chosen), self._run(run))
                endings = (state.ending, last.ending)
                return Twins(runs, endings, moment.made, (before, other)), before_all
        return None, before_all

    def _begin(self, begun: tuple[Any, ...]) -> _Start:
        """The game after its first choices, as far as these are not to be the plainest."""
        key = begun, frozenset(about for about in self.draws.plain if BEGUN in about)
        if key not in self.starts:
            state = self.game.initial(None, self.setting.arguments).state
            chosen: list[Any] = []
            moments: list[_Moment] = []
            self.draws.others = {}
            after = self._play(state, 0, chosen, {}, moments, begun)
            self.starts[key] = _Start(*after, tuple(chosen), tuple(moments), self.draws.others)
        return self.starts[key]

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
        begun: tuple[Any, ...] | None = None,
    ) -> tuple[State, int]:
        """Play on to the end, or with the choices ``begun`` to the end of those."""
        most = MOST_CHOICES if begun is None else len(begun)
        while state.ending is None and len(chosen) < most:
            lawful = self.game.lawful(state)
            if moments is not None and state.node in self.nodes and len(lawful) > 1:
                moments.append(_Moment(state, drawn, len(chosen)))
            if begun is not None:
                at = len(chosen)
                value = self.draws.keep(begun[at], lawful, state.node, BEGUN, at)
                drawn += self.game.kind(state) == "chance"
            else:
                value, drawn = self._choose(state, lawful, drawn, names)
            chosen.append(value)
            self.made += 1
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
            return self.draws.draw(lawful, "chance", drawn), drawn + 1
        node = self.game.graph.nodes[state.node]
        assert isinstance(node, ChooseNode)
        if kind == "nobody" and isinstance(node.type, Element):
            names = names if state.node in self.alike else {}
            # The one member stands for the other in all that nobody decides.
            alike = sorted((names.get(one, one) for one in lawful), key=order_key)
            picked = self.draws.draw(alike, state.node, *alike)
            return names.get(picked, picked), drawn
        who: object = ""
        if isinstance(node.by, ByActor):
            who = self.game.pending(state).actor
        shown = ["-" if one is DECLINE else one for one in lawful]
        return self.draws.draw(lawful, state.node, who, *shown), drawn


def _same_kind(graph: Graph, nodes: Sequence[int]) -> frozenset[int]:
    """The choices among values of the same types as those at ``nodes``."""
    choices = {at: n.type for at, n in enumerate(graph.nodes) if isinstance(n, ChooseNode)}
    types = [choices[at] for at in nodes]
    return frozenset(at for at, type in choices.items() if type in types)


def _measure(found: Twins, draws: _Draws) -> tuple[int, int]:
    """How many choices are made in both runs, and how much is drawn that is not the plainest."""
    return sum(len(run.choices) for run in found.runs), len(draws.others)


def _parts(abouts: tuple[About, ...]) -> Iterator[tuple[About, ...]]:
    """All of them, those about the same place in the flow, then parts, large to small."""
    yield abouts
    for first in dict.fromkeys(about[0] for about in abouts):
        yield tuple(about for about in abouts if about[0] == first)
    size = len(abouts) // 2
    while size:
        for start in range(0, len(abouts), size):
            yield abouts[start : start + size]
        size //= 2


def _spread(moments: Sequence[_Moment]) -> list[_Moment]:
    """A few of them, the last first."""
    step = max(1, len(moments) // MOST_TWINS)
    return list(reversed(moments))[::step][:MOST_TWINS]


def _alike(one: Ending, other: Ending) -> bool:
    return (one.kind, one.outcome, one.value) == (other.kind, other.outcome, other.value)
