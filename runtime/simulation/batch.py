"""Games that are played many at once, told as columns: what pairs of games are compared by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from runtime.simulation.record import Tally


@dataclass(frozen=True)
class Batch:
    """Games in a row.

    ``tally``: their facts. ``results``: of each game. ``measures``: by name, as in
    :func:`runtime.simulation.paired.measured`, the numbers of all games, of which NumPy can
    make an array; what is left out is 0 in all of them.
    """

    tally: Tally
    results: Sequence[str]
    measures: Mapping[str, Sequence[int]]


@runtime_checkable
class Batching(Protocol):
    """An executor that plays many games at once."""

    def batch(self, seed: int, first: int, stop: int) -> Batch:
        """The games from ``first`` to before ``stop``."""
        ...
