"""Games from drawn starts: members of a set, scattered around a centre, at many centres.

For every centre the same numbers are drawn, so that neighbouring centres differ by where the
centre is and by nothing else; and game ``number`` has the same dice, choices and lots at each.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from math import exp
from typing import Protocol, cast

from runtime.ruleset.ruleset import RuleSet
from runtime.simulation.draws import below, draws
from runtime.simulation.games import Setup
from runtime.simulation.record import Record, Tally
from runtime.simulation.running import Play
from runtime.simulation.starts import Starting, Starts
from runtime.sizes import sizes
from runtime.state import Layout, Store
from runtime.streams import BITS, Stream, stream
from runtime.values import Value

Centre = tuple[int, int]

_SCALE = 2**40


@dataclass(frozen=True)
class Cloud:
    """The values of the state variable ``state``, a record of two numbers for each member.

    Each number is drawn by the normal distribution around the centre's with the standard
    deviation ``spread``, at whole numbers and kept to the range of the field. ``given``: what
    other state variables hold, as for :meth:`runtime.state.Layout.initial`.
    """

    state: str
    record: str
    spread: float
    given: Mapping[str, tuple[Value, ...]]

    def store(self, layout: Layout, centre: Centre, drawn: Stream) -> Store:
        """One start around ``centre``."""
        axes = self._axes(layout, centre)
        column = tuple(
            tuple(low + bisect_right(sums, drawn.draw() * sums[-1] >> BITS) for low, sums in axes)
            for _ in range(self._members(layout))
        )
        return layout.initial({**self.given, self.state: column})

    def starts(self, layout: Layout, centre: Centre, seed: int, first: int, stop: int) -> Starts:
        """Many starts around ``centre``, drawn from the lots of these games under ``seed``.

        They are those of :meth:`store`, by NumPy.
        """
        import numpy as np

        axes, members = self._axes(layout, centre), self._members(layout)
        drawn = draws(seed, first, stop, "lots", members * len(axes))
        drawn = drawn.reshape(stop - first, members, len(axes))
        values = np.empty(drawn.shape, np.int64)
        for at, (low, sums) in enumerate(axes):
            picked = below(drawn[:, :, at], sums[-1])
            values[:, :, at] = low + np.searchsorted(np.array(sums), picked, side="right")
        return Starts(layout.initial(self.given), self.state, self.record, values)

    def _members(self, layout: Layout) -> int:
        (members,) = layout.domains[layout.position[self.state]]
        return members

    def _axes(self, layout: Layout, centre: Centre) -> list[tuple[int, list[int]]]:
        """For each field its lowest number, and the weights of all, added up."""
        fields = layout.rules.records[self.record].fields
        return [
            (field.low, cumulative(field.low, field.high, middle, self.spread))
            for field, middle in zip(fields, centre, strict=True)
        ]


def cumulative(low: int, high: int, middle: int, spread: float) -> list[int]:
    """The weights of the numbers ``low`` to ``high``, added up; whole numbers."""
    if not spread:
        return list(accumulate(int(at == middle) for at in range(low, high + 1)))
    weights = (exp(-((at - middle) ** 2) / (2 * spread**2)) for at in range(low, high + 1))
    return list(accumulate(round(_SCALE * weight) for weight in weights))


def centres(rules: RuleSet, record: str) -> tuple[Centre, ...]:
    """All values of the record, by the second number, then the first."""
    first, second = rules.records[record].fields
    return tuple(
        (x, y) for y in range(second.low, second.high + 1) for x in range(first.low, first.high + 1)
    )


@dataclass(frozen=True)
class Scattered:
    """``games`` games from around each centre, by one or two setups.

    A task for :func:`runtime.simulation.running.run`, whose games are counted through centre
    by centre. A fact is the number of the centre and the result under each setup.
    """

    setups: tuple[Setup, ...]
    cloud: Cloud
    centres: tuple[Centre, ...]
    games: int
    seed: int

    @property
    def all(self) -> int:
        """How many games that is."""
        return len(self.centres) * self.games

    def player(self) -> Play:
        """Plays a block of games."""
        playing = [setup.executor() for setup in self.setups]
        layouts = [Layout(one.rules, sizes(one.rules, one.sizes)) for one in self.setups]
        drawn_from = int.from_bytes(sha256(f"{self.seed}/starts".encode()).digest()[:8], "big")

        def results(side: int, centre: Centre, first: int, stop: int) -> Sequence[str]:
            executor, layout = playing[side], layouts[side]
            if isinstance(executor, Starting):
                starts = self.cloud.starts(layout, centre, drawn_from, first, stop)
                return executor.results(self.seed, first, starts)
            single, found = cast(_FromStart, executor), []
            for number in range(first, stop):
                start = self.cloud.store(layout, centre, stream(drawn_from, number, "lots"))
                found.append(single.play(self.seed, number, start).result)
            return found

        def play(block: tuple[int, int]) -> Tally:
            tally: Tally = Counter()
            for which, first, stop in self._around(*block):
                sides = range(len(playing))
                told = (results(side, self.centres[which], first, stop) for side in sides)
                tally.update((which, *pair) for pair in zip(*told, strict=True))
            return tally

        return play

    def _around(self, first: int, stop: int) -> Iterator[tuple[int, int, int]]:
        """The games from ``first`` to before ``stop``: which centre, and its games."""
        while first < stop:
            which, number = divmod(first, self.games)
            last = min(number + stop - first, self.games)
            yield which, number, last
            first += last - number


class _FromStart(Protocol):
    """An executor of single games, as :class:`~runtime.simulation.games.Interpreted`."""

    def play(self, seed: int, number: int, start: Store) -> Record: ...
