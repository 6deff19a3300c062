"""Paired play: two rule sets, the same start, and the same dice, lots and players.

What is drawn depends on what it is drawn for and not on what was drawn before: a die by
how many were thrown, a lot and a player's choice by what may be chosen. So two runs stay
alike until the rules part them, and as alike as they can be afterwards.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Literal, TypeGuard

from runtime.graph import ChooseNode
from runtime.interpreter import Game
from runtime.ruleset.types import Element, Type
from runtime.state import State, Store
from runtime.steps import DECLINE, AnyStep

MOST_CHOICES = 1_000
"""After how many choices a run is broken off; it then has no outcome."""

PLAIN_THROWS = 16
"""So many throws show the plainest value if dice are to be plain; a game may need others to end."""


@dataclass(frozen=True, slots=True)
class Draws:
    """What dice, lots and players do: as drawn under ``number``, or something plain."""

    number: int
    dice: Literal["drawn", "first"] = "drawn"
    lots: Literal["drawn", "first"] = "drawn"
    players: Literal["drawn", "first", "nothing"] = "drawn"

    @property
    def plain(self) -> int:
        """How many of the three do something plain."""
        return sum(style != "drawn" for style in (self.dice, self.lots, self.players))


@dataclass(frozen=True)
class Outcome:
    """How a run ended: ``kind`` of the ending, the outcome's concept and what it is worth.

    Where a flow runs through, ``state`` is what it leaves. Where the law falls silent or
    contradicts itself, only the kind counts.
    """

    kind: str
    outcome: str | None = None
    value: Any = None
    state: tuple[tuple[str, tuple[Any, ...]], ...] = ()

    @property
    def decided(self) -> bool:
        """Whether play came to an end that the law has for it."""
        return self.kind in ("end", "done")


@dataclass(frozen=True)
class Played:
    """A run: the choices, the steps, and the state at its end."""

    choices: tuple[Any, ...]
    steps: tuple[AnyStep, ...]
    state: State


def play(
    game: Game, store: Store | None, arguments: Mapping[str, Any], draws: Draws, apart: str = ""
) -> Played:
    """A run from ``store`` (None: from the law's start).

    ``apart``: the paragraph in which lots and what nobody decides are drawn for this run alone.
    """
    advance = game.initial(store, arguments)
    steps, choices = list(advance.steps), list[Any]()
    drawer = Drawer(game, draws, apart)
    while advance.state.ending is None and len(choices) < MOST_CHOICES:
        value = drawer.draw(advance.state)
        choices.append(value)
        advance = game.apply(advance.state, value)
        steps.extend(advance.steps)
    return Played(tuple(choices), tuple(steps), advance.state)


def outcome(game: Game, state: State) -> Outcome | None:
    """How play ended; None where it was broken off."""
    ending = state.ending
    if ending is None or ending.kind == "limit":
        return None
    if ending.kind == "end":
        return Outcome("end", ending.outcome, ending.value)
    if ending.kind == "done":
        left = zip(game.layout.names, state.store.values, strict=True)
        return Outcome("done", None, ending.value, tuple(sorted(left)))
    return Outcome(ending.kind)


class Drawer:
    """Draws for one run; ``apart`` as for :func:`play`.

    Where a run draws a lot for itself, the member drawn and the one that was to be drawn swap
    names for all lots that follow: so members that nothing tells apart make no difference.
    """

    def __init__(self, game: Game, draws: Draws, apart: str = "") -> None:
        self.game = game
        self.draws = draws
        self.apart = apart
        self.thrown = 0
        self.asked: Counter[tuple[Any, ...]] = Counter()
        self.names: dict[tuple[str, Any], Any] = {}

    def copy(self) -> "Drawer":
        """A drawer that goes on from here."""
        other = Drawer(self.game, self.draws, self.apart)
        other.thrown, other.asked = self.thrown, self.asked.copy()
        other.names = dict(self.names)
        return other

    @property
    def past(self) -> tuple[Any, ...]:
        """All of what was drawn that what follows depends on."""
        asked, names = frozenset(self.asked.items()), frozenset(self.names.items())
        return self.thrown, asked, names

    def draw(self, state: State) -> Any:
        """What is thrown, drawn or chosen in ``state``."""
        lawful = self.game.lawful(state)
        if self.game.stream(state) == "dice":
            self.thrown += 1
            if self.draws.dice == "first" and self.thrown <= PLAIN_THROWS:
                return lawful[0]
            return _drawn(lawful, self.draws.number, "dice", self.thrown)
        if self.game.kind(state) == "actor":
            return self._player(state, lawful)
        return self._lot(state, lawful)

    def _player(self, state: State, lawful: tuple[Any, ...]) -> Any:
        if self.draws.players == "nothing" and DECLINE in lawful:
            return DECLINE
        if self.draws.players != "drawn":
            return lawful[0]
        choice = self.game.pending(state)
        return self._of(lawful, choice.role or choice.actor_set, choice.actor)

    def _lot(self, state: State, lawful: tuple[Any, ...]) -> Any:
        node = self.game.graph.nodes[state.node]
        own = self.apart != "" and node.ref == self.apart
        kind = node.type.set if isinstance(node, ChooseNode) and _of_set(node.type) else ""
        # By the names that members have for lots.
        given = {self.names.get((kind, one), one): one for one in lawful}
        names = tuple(sorted(given, key=_order))
        name = names[0] if self.draws.lots == "first" else self._of(names, "lot")
        value = given[name]
        if not own:
            return value
        other = lawful[-1] if self.draws.lots == "first" else self._of(lawful, "apart")
        if other != value:
            mine = self.names.get((kind, other), other)
            self.names[kind, value], self.names[kind, other] = mine, name
        return other

    def _of(self, lawful: tuple[Any, ...], *about: Any) -> Any:
        """One of ``lawful``, by what they are and how often the same was asked."""
        if len(lawful) == 1:
            return lawful[0]
        question = (*about, tuple("-" if one is DECLINE else one for one in lawful))
        self.asked[question] += 1
        return _drawn(lawful, self.draws.number, *question, self.asked[question])


def _of_set(type: Type) -> TypeGuard[Element]:
    return isinstance(type, Element)


def _order(one: Any) -> tuple[bool, Any]:
    return (True, ()) if one is DECLINE else (False, one)


def _drawn(lawful: tuple[Any, ...], *about: Any) -> Any:
    digest = sha256("/".join(map(repr, about)).encode()).digest()
    return lawful[int.from_bytes(digest[:8], "big") % len(lawful)]
