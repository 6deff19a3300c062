"""Kernels at work: compiled by Numba, playing batches of games, told as records and tallies.

Numba and NumPy are loaded when a kernel is made.
"""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from compiler.kernel import kit
from compiler.kernel.shapes import Unsupported
from compiler.kernel.source import COLUMNS, Source, source
from runtime.json_values import plain
from runtime.simulation.games import Interpreted, Setup
from runtime.simulation.record import GAMES, Record, Tally
from runtime.streams import root

BATCH = 2_048
"""So many games are played at once; more would not be faster."""


class Kernel:
    """Plays the games of ``setup``, as :class:`~runtime.simulation.games.Interpreted` does.

    ``compiled``: by Numba; otherwise the source is run by Python, slowly. ``most_turns``:
    see :mod:`compiler.kernel.program`. Raises :class:`Unsupported` for what a kernel cannot
    play, and ``ImportError`` without Numba.
    """

    def __init__(
        self, setup: Setup, *, compiled: bool = True, most_turns: int | None = None
    ) -> None:
        self.setup = setup
        self.source = source(setup, most_turns=most_turns)
        self._compiled = compiled
        self._batch = _compiled(self.source) if compiled else _run(self.source)
        self._interpreted: Interpreted | None = None
        self.given_up = 0
        """How many games the interpreter had to play."""

    def play(self, seed: int, number: int) -> Record:
        """Game ``number`` under ``seed``."""
        (row,) = self.rows(seed, number, number + 1)
        return self._told(row, seed, number)

    def tally(self, seed: int, first: int, stop: int) -> Tally:
        """What holds of the games from ``first`` to before ``stop``."""
        import numpy as np

        tally: Tally = Counter()
        for start in range(first, stop, BATCH):
            games = np.asarray(self.rows(seed, start, min(start + BATCH, stop)), dtype=np.int64)
            for at in np.flatnonzero(games[:, 0] < 0):
                tally.update(self._by_interpreter(seed, start + int(at)).facts())
            self._add(tally, games[games[:, 0] >= 0])
        return tally

    def rows(self, seed: int, first: int, stop: int) -> Any:
        """One row for each game, with the columns of :mod:`compiler.kernel.source`."""
        number, width = stop - first, COLUMNS + len(self.source.counters)
        size, scratch, room = self.source.sizes
        roots: list[Any] = [root(seed, name) for name in ("dice", "choices", "lots")]
        if not self._compiled:
            rows = _Rows(number, width)
            self._batch(
                first, number, *roots, [0] * size, [0] * size, [0] * scratch, [0] * room, rows
            )
            return rows.lines
        import numpy as np

        out = np.empty((number, width), np.int64)
        s, t, b, c = (np.empty(one, np.int64) for one in (size, size, scratch, room))
        self._batch(first, number, *map(np.uint64, roots), s, t, b, c, out)
        return out

    def _by_interpreter(self, seed: int, number: int) -> Record:
        self.given_up += 1
        if self._interpreted is None:
            self._interpreted = Interpreted(self.setup)
        return self._interpreted.play(seed, number)

    def _told(self, row: Sequence[int], seed: int, number: int) -> Record:
        if row[0] < 0:
            return self._by_interpreter(seed, number)
        end = self.source.ends[row[0]]
        counts = Counter({"choices": int(row[3])})
        for at, name in enumerate(self.source.counters, COLUMNS):
            if row[at]:
                counts[name] += int(row[at])
                if (decision := _decision(name)) is not None:
                    counts[decision] += int(row[at])
        value = None if end.state is None else self._value(end.state, int(row[1]))
        seat = int(row[2]) if row[2] >= 0 else None
        return Record(end.end, end.at, value, seat, tuple(sorted(counts.items())))

    def _value(self, state: str, code: int) -> str:
        type = self.setup.rules.states[state].type
        return json.dumps(plain(self.source.program.shapes.decode(code, type)))

    def _add(self, tally: Tally, games: Any) -> None:
        """The same facts as those of records, counted by NumPy."""
        import numpy as np

        if not len(games):
            return
        tally[GAMES] += len(games)
        for code, number in _counted(games[:, 0]):
            end = self.source.ends[code]
            tally["end", end.end] += number
            if end.at is not None:
                tally["at", end.end, end.at] += number
            if end.state is not None:
                for value, times in _counted(games[games[:, 0] == code, 1]):
                    tally["value", end.end, self._value(end.state, value)] += times
        for seat, number in _counted(games[:, 2]):
            if seat >= 0:
                tally["seat", seat] += number
        for choices, number in _counted(games[:, 3]):
            tally["count", "choices", choices] += number
        decisions: dict[str, Any] = {}
        for at, name in enumerate(self.source.counters, COLUMNS):
            for times, number in _counted(games[:, at]):
                if times:
                    tally["count", name, times] += number
            if (decision := _decision(name)) is not None:
                before = decisions.get(decision, np.int64(0))
                decisions[decision] = before + games[:, at]
        for name, column in decisions.items():
            for times, number in _counted(column):
                if times:
                    tally["count", name, times] += number


def _decision(counter: str) -> str | None:
    """What is counted as well where a rule applies."""
    if not counter.startswith("rule:"):
        return None
    return "decision:" + counter[len("rule:") :].rpartition("@")[0]


def _counted(column: Any) -> list[tuple[int, int]]:
    import numpy as np

    values, numbers = np.unique(column, return_counts=True)
    return list(zip(values.tolist(), numbers.tolist(), strict=True))


class _Rows:
    """An array of rows, for plain Python."""

    def __init__(self, number: int, width: int) -> None:
        self.lines = [[0] * width for _ in range(number)]

    def __setitem__(self, at: tuple[int, int], value: int) -> None:
        self.lines[at[0]][at[1]] = int(value)


def _run(made: Source) -> Any:
    """The function ``batch`` as plain Python."""
    names: dict[str, Any] = {**kit.plain(), **made.tables}
    exec(compile(made.text, "<kernel>", "exec"), names)
    return names["batch"]


def _compiled(made: Source) -> Any:
    """The function ``batch`` as machine code."""
    import numba
    import numpy as np

    names: dict[str, Any] = dict(kit.compiled())
    for name, values in made.tables.items():
        names[name] = np.array(values, _dtype(values))
    jit = numba.njit(error_model="numpy", nogil=True)
    for function in made.text.split("\n\n"):
        if function.strip():
            exec(compile(function, "<kernel>", "exec"), names)
            name = function[len("def ") : function.index("(")]
            names[name] = jit(names[name])
    return names["batch"]


def _dtype(values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    for name, bits in (("int8", 7), ("int16", 15), ("int32", 31)):
        if -(2**bits) <= low and high < 2**bits:
            return name
    return "int64"


__all__ = ["Kernel", "Unsupported"]
