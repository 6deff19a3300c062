"""Kernels at work: playing batches of games, from the law's start or from given ones.

Numba and NumPy are loaded when a kernel is made.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from compiler.kernel.columns import END, SEAT, Columns
from compiler.kernel.machine import compiled_batch, plain_batch
from compiler.kernel.shapes import Unsupported
from compiler.kernel.source import COLUMNS, source
from compiler.kernel.starts import rows
from runtime.simulation.batch import Batch
from runtime.simulation.games import Interpreted, Setup
from runtime.simulation.paired import measured
from runtime.simulation.record import Record, Tally
from runtime.simulation.starts import Starts
from runtime.state import Store
from runtime.streams import root

BATCH = 2_048
"""So many games are played at once; more would not be faster."""

FromStarts = Starts | Sequence[Store]


class Kernel:
    """Plays the games of ``setup``, as :class:`~runtime.simulation.games.Interpreted` does.

    ``anywhere``: from the starts that are given with the games, not as the law says.
    ``compiled``: by Numba; otherwise the source is run by Python, slowly. ``most_turns``:
    see :mod:`compiler.kernel.program`. Raises :class:`Unsupported` for what a kernel cannot
    play, and ``ImportError`` without Numba.
    """

    def __init__(
        self,
        setup: Setup,
        *,
        anywhere: bool = False,
        compiled: bool = True,
        most_turns: int | None = None,
    ) -> None:
        self.setup = setup
        self.source = source(setup, anywhere=anywhere, most_turns=most_turns)
        self._compiled = compiled
        self._batch = compiled_batch(self.source) if compiled else plain_batch(self.source)
        self._columns = Columns(self.source)
        self._interpreted: Interpreted | None = None
        self.given_up = 0
        """How many games the interpreter had to play."""

    def play(self, seed: int, number: int, start: Store | None = None) -> Record:
        """Game ``number`` under ``seed``."""
        (row,) = self.rows(seed, number, number + 1, None if start is None else [start])
        if row[END] < 0:
            return self._by_interpreter(seed, number, start)
        return self._columns.record(row)

    def tally(self, seed: int, first: int, stop: int) -> Tally:
        """What holds of the games from ``first`` to before ``stop``."""
        tally: Tally = Counter()
        for start in range(first, stop, BATCH):
            games = self._array(seed, start, min(start + BATCH, stop))
            for at in _given_up(games):
                tally.update(self._by_interpreter(seed, start + at).facts())
            tally += self._columns.tally(games[games[:, END] >= 0])
        return tally

    def batch(self, seed: int, first: int, stop: int) -> Batch:
        """The same games, with the measures of each."""
        games = self._array(seed, first, stop)
        left = {at: self._by_interpreter(seed, first + at) for at in _given_up(games)}
        tally = self._columns.tally(games[games[:, END] >= 0])
        # In the columns, nothing happens in games that were given up.
        games[list(left)] = 0
        games[list(left), END] = games[list(left), SEAT] = -1
        results, measures = self._columns.results(games), self._columns.measures(games)
        for at, record in left.items():
            tally.update(record.facts())
            results[at] = record.result
            for name, number in measured(record).items():
                column = measures.get(name, [0] * len(games))
                measures[name] = [*column[:at], number, *column[at + 1 :]]
        return Batch(tally, results.tolist(), measures)

    def results(self, seed: int, first: int, starts: FromStarts) -> list[str]:
        """The results of games from ``first`` on, each from one of ``starts``, in order."""
        games = self._array(seed, first, first + len(starts), starts)
        found = self._columns.results(games)
        for at in _given_up(games):
            layout = self.source.program.layout
            start = starts.store(layout, at) if isinstance(starts, Starts) else starts[at]
            found[at] = self._by_interpreter(seed, first + at, start).result
        told: list[str] = found.tolist()
        return told

    def encoded(self, starts: FromStarts) -> Any:
        """The starts as the array that :meth:`rows` takes."""
        return rows(self.source.program, starts)

    def rows(self, seed: int, first: int, stop: int, starts: Any = None) -> Any:
        """One row for each game, with the columns of :mod:`compiler.kernel.source`.

        ``starts``: if the kernel plays from anywhere, a row, or a start, for each game.
        """
        if (starts is None) == self.source.anywhere:
            raise ValueError("a kernel starts as the law says, or from given states")
        number, width = stop - first, COLUMNS + len(self.source.counters)
        size, scratch, room = self.source.sizes
        roots: list[Any] = [root(seed, name) for name in ("dice", "choices", "lots")]
        if starts is None:
            starts = [self.source.initial]
        elif isinstance(starts, Starts | list):
            starts = self.encoded(starts)
        if not self._compiled:
            made = _Rows(number, width)
            listed = [[int(one) for one in start] for start in starts]
            rooms = ([0] * one for one in (size, size, scratch, room))
            self._batch(first, number, *roots, *rooms, listed, made)
            return made.lines
        import numpy as np

        out = np.empty((number, width), np.int64)
        s, t, b, c = (np.empty(one, np.int64) for one in (size, size, scratch, room))
        begun = np.ascontiguousarray(starts, np.int64)
        self._batch(first, number, *map(np.uint64, roots), s, t, b, c, begun, out)
        return out

    def _array(self, seed: int, first: int, stop: int, starts: Any = None) -> Any:
        import numpy as np

        if starts is not None:
            starts = self.encoded(starts)
        found = np.asarray(self.rows(seed, first, stop, starts), dtype=np.int64)
        return found.reshape(stop - first, -1)

    def _by_interpreter(self, seed: int, number: int, start: Store | None = None) -> Record:
        self.given_up += 1
        if self._interpreted is None:
            self._interpreted = Interpreted(self.setup)
        return self._interpreted.play(seed, number, start)


def _given_up(games: Any) -> list[int]:
    import numpy as np

    found: list[int] = np.flatnonzero(games[:, END] < 0).tolist()
    return found


class _Rows:
    """An array of rows, for plain Python."""

    def __init__(self, number: int, width: int) -> None:
        self.lines = [[0] * width for _ in range(number)]

    def __setitem__(self, at: tuple[int, int], value: int) -> None:
        self.lines[at[0]][at[1]] = int(value)


__all__ = ["Kernel", "Unsupported"]
