"""What the rows of a kernel's games mean: told as records, counted as tallies, as measures.

All three say the same as :mod:`runtime.simulation.record` does of one game. NumPy is loaded
when many games are counted.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from compiler.kernel.source import COLUMNS, Source
from runtime.json_values import plain
from runtime.simulation.record import GAMES, Record, Tally

END, VALUE, SEAT, CHOICES = range(COLUMNS)
"""The columns before the counters."""


class Columns:
    """The columns of the games that ``source`` plays; games given up are not among them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._ends = source.ends
        self._counters = [
            (at, name, _decision(name)) for at, name in enumerate(source.counters, COLUMNS)
        ]
        self._value = cache(self._decoded)

    def _decoded(self, state: str, code: int) -> str:
        program = self._source.program
        return json.dumps(plain(program.shapes.decode(code, program.rules.states[state].type)))

    def record(self, row: Sequence[int]) -> Record:
        """One game."""
        end = self._ends[row[END]]
        counts = Counter({"choices": int(row[CHOICES])})
        for at, name, decision in self._counters:
            if row[at]:
                counts[name] += int(row[at])
                if decision is not None:
                    counts[decision] += int(row[at])
        value = None if end.state is None else self._value(end.state, int(row[VALUE]))
        seat = int(row[SEAT]) if row[SEAT] >= 0 else None
        return Record(end.end, end.at, value, seat, tuple(sorted(counts.items())))

    def tally(self, games: Any) -> Tally:
        """The facts of all games, counted."""
        tally: Tally = Counter()
        if not len(games):
            return tally
        tally[GAMES] = len(games)
        for code, number in _counted(games[:, END]):
            end = self._ends[code]
            tally["end", end.end] += number
            if end.at is not None:
                tally["at", end.end, end.at] += number
            if end.state is not None:
                for value, times in _counted(games[games[:, END] == code, VALUE]):
                    tally["value", end.end, self._value(end.state, value)] += times
        for seat, number in _counted(games[:, SEAT]):
            if seat >= 0:
                tally["seat", seat] += number
        for choices, number in _counted(games[:, CHOICES]):
            tally["count", "choices", choices] += number
        for name, column in self._counts(games):
            for times, number in _counted(column):
                if times:
                    tally["count", name, times] += number
        return tally

    def results(self, games: Any) -> Any:
        """The result of each game."""
        import numpy as np

        found = np.empty(len(games), dtype=object)
        for code, end in enumerate(self._ends):
            ending = games[:, END] == code
            found[ending] = end.end
            if end.state is not None:
                for value, _ in _counted(games[ending, VALUE]):
                    same = ending & (games[:, VALUE] == value)
                    found[same] = f"{end.end} {self._value(end.state, value)}"
        return found

    def measures(self, games: Any) -> dict[str, Any]:
        """The numbers of each measure (:func:`runtime.simulation.paired.measured`)."""
        found: dict[str, Any] = {"count:choices": games[:, CHOICES]}
        for code in (one for one, _ in _counted(games[:, END]) if one >= 0):
            end, ending = self._ends[code], games[:, END] == code
            name = f"end:{end.end}"
            found[name] = found.get(name, 0) + ending
            if end.state is not None:
                for value, _ in _counted(games[ending, VALUE]):
                    name = f"value:{end.end}={self._value(end.state, value)}"
                    found[name] = found.get(name, 0) + (ending & (games[:, VALUE] == value))
        for seat, _ in _counted(games[:, SEAT]):
            if seat >= 0:
                found[f"seat:{seat}"] = games[:, SEAT] == seat
        for name, column in self._counts(games):
            found[f"count:{name}"] = column
            if name.startswith("rule:"):
                found[f"any:{name}"] = column > 0
        return found

    def _counts(self, games: Any) -> Iterator[tuple[str, Any]]:
        """Everything that is counted but choices, with its column."""
        decisions: dict[str, Any] = {}
        for at, name, decision in self._counters:
            yield name, games[:, at]
            if decision is not None:
                decisions[decision] = decisions.get(decision, 0) + games[:, at]
        yield from decisions.items()


def _decision(counter: str) -> str | None:
    """What is counted as well where a rule applies."""
    if not counter.startswith("rule:"):
        return None
    return "decision:" + counter[len("rule:") :].rpartition("@")[0]


def _counted(column: Any) -> list[tuple[int, int]]:
    import numpy as np

    values, numbers = np.unique(column, return_counts=True)
    return list(zip(values.tolist(), numbers.tolist(), strict=True))
