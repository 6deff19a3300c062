"""Steady players: each prefers the same to the same all along, so they do again what they did.

Where all players are steady, play either ends or comes back to where it was; what
random players hardly ever bring about again and again, steady ones do if they do it
once. Dice and lots are taken for steady, too: where the same is bound they prefer the same.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Any, TypeAlias

from runtime.interpreter import Game
from runtime.lowering import source_name
from runtime.state import State, Store
from runtime.steps import DECLINE

LONGEST_PLAY = 400
"""How many choices are made before play is broken off."""

MOST_SHRINKING = 20_000
"""After how many choices, made to find plainer players, no more are looked for."""

Asked: TypeAlias = tuple[object, ...]
"""What is asked, and of whom: the choice as the law names it, and who chooses."""

Player: TypeAlias = Callable[[Asked, Sequence[Any]], Any]
"""What all players together do: which of the lawful values is chosen."""


@dataclass(frozen=True)
class _Round:
    """A play that comes back to where it was. ``answers``: the last to each question.

    ``told``: how many choices are not the plainest.
    """

    choices: tuple[Any, ...]
    answers: dict[Asked, Any]
    told: int


def steady(game: Game, store: Store, number: int) -> tuple[Any, ...] | None:
    """The choices of steady players from ``store`` until they come back to where they were.

    None if play ends instead, or takes too long. ``number``: which of many such players
    they are. They are made plain: few choices, few that are not the plainest.
    """
    found = _played(game, store, _preferring(number))
    return None if found is None else _plain(game, store, found).choices


def _preferring(number: int) -> Player:
    def prefer(asked: Asked, lawful: Sequence[Any]) -> Any:
        def place(value: Any) -> bytes:
            said = "-" if value is DECLINE else value
            return sha256(repr((number, asked, said)).encode()).digest()

        return min(lawful, key=place)

    return prefer


def _answering(answers: Mapping[Asked, Any]) -> Player:
    def answer(asked: Asked, lawful: Sequence[Any]) -> Any:
        value = answers.get(asked, DECLINE)
        return value if value in lawful else _plainest(lawful)

    return answer


def _plain(game: Game, store: Store, found: _Round) -> _Round:
    """``found`` with fewer answers, the others the plainest: one left out, then two at once.

    Two, since those who cancel each other out may only be left out together.
    """
    made = 0
    for count in (1, 2):
        for gone in combinations(reversed(found.answers), count):
            if made > MOST_SHRINKING:
                return found
            if not found.answers.keys() >= set(gone):
                continue
            fewer = {asked: value for asked, value in found.answers.items() if asked not in gone}
            other = _played(game, store, _answering(fewer))
            made += LONGEST_PLAY if other is None else len(other.choices)
            if other is not None and _size(other) < _size(found):
                found = other
    return found


def _size(found: _Round) -> tuple[int, int]:
    return len(found.choices), found.told


def _played(game: Game, store: Store, player: Player) -> _Round | None:
    answers: dict[Asked, Any] = {}
    told = 0

    def choose(state: State) -> Any:
        nonlocal told
        lawful, asked = game.lawful(state), _asked(game, state)
        value = player(asked, lawful)
        if value != _plainest(lawful):
            answers[asked], told = value, told + 1
        return value

    choices = around(game, store, choose)
    return None if choices is None else _Round(choices, answers, told)


def around(game: Game, store: Store, choose: Callable[[State], Any]) -> tuple[Any, ...] | None:
    """What is chosen from ``store`` until play comes back to where it was.

    None if play ends instead, or takes too long.
    """
    state = game.initial(store).state
    seen = {state}
    choices: list[Any] = []
    while state.ending is None and len(choices) < LONGEST_PLAY:
        choices.append(choose(state))
        state = game.apply(state, choices[-1]).state
        if state.ending is None and state in seen:
            return tuple(choices)
        seen.add(state)
    return tuple(choices) if state.ending is not None and state.ending.kind == "loop" else None


def _plainest(lawful: Sequence[Any]) -> Any:
    return DECLINE if DECLINE in lawful else lawful[0]


def _asked(game: Game, state: State) -> Asked:
    choice = game.pending(state)
    who: object = choice.role
    if choice.actor is not None:
        who = choice.actor
    elif choice.role is None:
        who = tuple(value for _, value in state.variables)
    return choice.ref, source_name(choice.name), who
