"""What is kept of one game: how it ended, and how often what happened in it.

A game is told as facts, and a tally counts the games in which each fact holds. So
tallies of any games add up to the tally of all of them, in whatever order, and take
no more room for a million games than for a thousand.
"""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, runtime_checkable

Fact: TypeAlias = tuple[str | int, ...]
"""What holds of a game: a kind of fact, then what it is about."""

Tally: TypeAlias = Counter[Fact]
"""In how many games each fact holds."""

GAMES: Fact = ("games",)
"""The fact that a game was played."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game.

    ``end``: the outcome's concept id, else ``pending`` or the kind of the ending; then
    ``at`` is the short reference of the place. ``value``: what the outcome is worth, as
    JSON text; None where it is worth nothing. ``seat``: the player (a number from 0) to
    whom that belongs. ``counts``: how often what happened, by name.
    """

    end: str
    at: str | None
    value: str | None
    seat: int | None
    counts: tuple[tuple[str, int], ...]

    @property
    def result(self) -> str:
        """The end, with its value where it has one: ``x 2``."""
        return self.end if self.value is None else f"{self.end} {self.value}"

    def facts(self) -> Iterator[Fact]:
        """All that is counted of the game; each fact once."""
        yield GAMES
        yield ("end", self.end)
        if self.at is not None:
            yield ("at", self.end, self.at)
        if self.value is not None:
            yield ("value", self.end, self.value)
        if self.seat is not None:
            yield ("seat", self.seat)
        for name, number in self.counts:
            yield ("count", name, number)


class Executor(Protocol):
    """Plays games by their number. The same number under the same seed is the same game."""

    def play(self, seed: int, number: int) -> Record:
        """Play game ``number`` (from 0)."""
        ...


@runtime_checkable
class Tallying(Protocol):
    """An executor that counts many games at once."""

    def tally(self, seed: int, first: int, stop: int) -> Tally:
        """What holds of the games from ``first`` to before ``stop``."""
        ...


def tally_as_json(tally: Tally) -> list[Any]:
    """The tally as JSON data, in one order whatever was counted first."""
    return sorted(([list(fact), n] for fact, n in tally.items()), key=json.dumps)


def read_tally(data: Any) -> Tally:
    """The tally that :func:`tally_as_json` wrote. Raises ``ValueError`` for anything else."""
    try:
        found: Tally = Counter()
        for fact, number in data:
            whole = isinstance(number, int) and not isinstance(number, bool)
            if not whole or not all(isinstance(part, str | int) for part in fact):
                raise ValueError("no fact with a number")
            found[tuple(fact)] += number
    except TypeError:
        raise ValueError("no list of facts with their numbers") from None
    return found
