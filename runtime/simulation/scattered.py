"""Games from drawn starts: members of a set, scattered around a centre, at many centres.

For every centre the same numbers are drawn, so that neighbouring centres differ by where the
centre is and by nothing else; and game ``number`` has the same dice, choices and lots at each.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import accumulate
from math import exp

from runtime.ruleset.ruleset import RuleSet
from runtime.simulation.games import Interpreted, Setup
from runtime.simulation.record import Tally
from runtime.simulation.running import Play
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
        fields = layout.rules.records[self.record].fields
        (members,) = layout.domains[layout.position[self.state]]
        axes = [
            (field.low, cumulative(field.low, field.high, middle, self.spread))
            for field, middle in zip(fields, centre, strict=True)
        ]
        column = tuple(
            tuple(low + bisect_right(sums, drawn.draw() * sums[-1] >> BITS) for low, sums in axes)
            for _ in range(members)
        )
        return layout.initial({**self.given, self.state: column})


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
        playing = [Interpreted(setup) for setup in self.setups]
        seed = int.from_bytes(sha256(f"{self.seed}/starts".encode()).digest()[:8], "big")

        def play(block: tuple[int, int]) -> Tally:
            tally: Tally = Counter()
            for at in range(*block):
                which, number = divmod(at, self.games)
                results = []
                for one in playing:
                    drawn = stream(seed, number, "lots")
                    start = self.cloud.store(one.game.layout, self.centres[which], drawn)
                    results.append(one.play(self.seed, number, start).result)
                tally[(which, *results)] += 1
            return tally

        return play
