"""Starts of many games that differ in one state variable, as an array."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from runtime.state import Layout, Store


@dataclass(frozen=True)
class Starts:
    """A start for each game: ``base``, but for what the variable ``state`` holds.

    That is a value of ``record`` for each member of one set: ``values`` has its numbers, as
    a NumPy array of whole numbers, by game, member and field.
    """

    base: Store
    state: str
    record: str
    values: Any

    def __len__(self) -> int:
        return len(self.values)

    def store(self, layout: Layout, at: int) -> Store:
        """The start of the game at position ``at``."""
        columns = list(self.base.values)
        columns[layout.position[self.state]] = tuple(map(tuple, self.values[at].tolist()))
        return Store(tuple(columns))


@runtime_checkable
class Starting(Protocol):
    """An executor that plays from many starts at once."""

    def results(self, seed: int, first: int, starts: Starts) -> Sequence[str]:
        """The results of the games from ``first`` on, each from its start, in order."""
        ...
