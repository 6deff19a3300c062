"""The same games under two rule sets, and what the difference between them makes.

Game ``number`` is played by both, with the same dice, choices and lots as far as both ask
for them. What is counted of a pair: the facts of either side, how each measure differs, and
with which results the two end.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runtime.simulation.batch import Batch, Batching
from runtime.simulation.games import Setup
from runtime.simulation.intervals import moments
from runtime.simulation.record import GAMES, Fact, Record, Tally
from runtime.simulation.running import Play
from runtime.simulation.simulate import entry, histograms

SIDES = ("before", "after")
"""What the two rule sets are called."""


@dataclass(frozen=True)
class Experiment:
    """Games of two setups under a seed; a task for :func:`runtime.simulation.running.run`."""

    before: Setup
    after: Setup
    seed: int

    def player(self) -> Play:
        """Plays a block of games by both."""
        before, after = self.before.executor(), self.after.executor()
        if isinstance(before, Batching) and isinstance(after, Batching):
            together = before, after
            return lambda block: paired(*(one.batch(self.seed, *block) for one in together))

        def play(block: tuple[int, int]) -> Tally:
            tally: Tally = Counter()
            for number in range(*block):
                pair = before.play(self.seed, number), after.play(self.seed, number)
                tally.update(_facts(*pair))
            return tally

        return play


def _facts(before: Record, after: Record) -> Iterator[Fact]:
    yield GAMES
    yield ("result", before.result, after.result)
    for side, record in zip(SIDES, (before, after), strict=True):
        for fact in record.facts():
            yield (side, *fact)
    first, second = measured(before), measured(after)
    for name in {**first, **second}:
        difference = second.get(name, 0) - first.get(name, 0)
        if difference:
            yield ("difference", name, difference)


def paired(before: Batch, after: Batch) -> Tally:
    """The same facts of the same games under both, played many at once."""
    import numpy as np

    tally: Tally = Counter({GAMES: before.tally[GAMES]})
    results = Counter(zip(before.results, after.results, strict=True))
    tally.update({("result", *pair): n for pair, n in results.items()})
    for side, one in zip(SIDES, (before, after), strict=True):
        tally.update({(side, *fact): n for fact, n in one.tally.items()})
    nothing = np.zeros(len(before.results), np.int64)
    for name in {**before.measures, **after.measures}:
        first, second = (one.measures.get(name, nothing) for one in (before, after))
        differences = np.asarray(second, np.int64) - np.asarray(first, np.int64)
        values, numbers = np.unique(differences[differences != 0], return_counts=True)
        for value, n in zip(values.tolist(), numbers.tolist(), strict=True):
            tally["difference", name, value] = n
    return tally


def measured(record: Record) -> dict[str, int]:
    """The measures of one game that are not 0, by name.

    A share (of games that end so, with that value, for that player, in which that happens)
    is 0 or 1 in a game; all else is a number.
    """
    found = {f"end:{record.end}": 1}
    if record.value is not None:
        found[f"value:{record.end}={record.value}"] = 1
    if record.seat is not None:
        found[f"seat:{record.seat}"] = 1
    for name, number in record.counts:
        found[f"count:{name}"] = number
        if name.startswith("rule:"):
            found[f"any:{name}"] = 1
    return found


def side(tally: Tally, name: str) -> Tally:
    """The tally of one side."""
    return Counter({fact[1:]: n for fact, n in tally.items() if fact[0] == name})


@dataclass(frozen=True)
class Measure:
    """One measure over all pairs.

    ``differences``: how often the second side's number is how much greater than the first's.
    ``before`` and ``after``: how often each side has which number.
    """

    name: str
    before: dict[int, int]
    after: dict[int, int]
    differences: dict[int, int]

    @property
    def games(self) -> int:
        """How many pairs there are."""
        return sum(self.differences.values())

    @property
    def binary(self) -> bool:
        """Whether it is a share of games."""
        return not self.name.startswith("count:")

    @property
    def lower(self) -> int:
        """In how many games the second side has less."""
        return sum(n for difference, n in self.differences.items() if difference < 0)

    @property
    def higher(self) -> int:
        """In how many games the second side has more."""
        return sum(n for difference, n in self.differences.items() if difference > 0)

    @property
    def variance_ratio(self) -> float | None:
        """The variance of the paired difference, by that of the difference of separate games.

        Below 1, pairing is worth so many times fewer games. None where nothing varies.
        """
        apart = moments(self.before)[1] + moments(self.after)[1]
        return moments(self.differences)[1] / apart if apart else None


def measures(tally: Tally) -> list[Measure]:
    """Every measure that is not 0 in all games, in one order."""
    games = tally[GAMES]
    sides = tuple(_numbers(side(tally, name)) for name in SIDES)
    differences: dict[str, dict[int, int]] = {}
    for fact, n in tally.items():
        if fact[0] == "difference":
            differences.setdefault(str(fact[1]), {})[int(fact[2])] = n
    found = []
    for name in sorted({**sides[0], **sides[1]}, key=_order):
        histogram = dict(sorted(differences.get(name, {}).items()))
        same = games - sum(histogram.values())
        if same:
            histogram[0] = same
        before, after = (one.get(name, {0: games}) for one in sides)
        found.append(Measure(name, before, after, histogram))
    return found


_KINDS = ("end", "value", "seat", "any", "count")


def _order(name: str) -> tuple[int, str]:
    return _KINDS.index(name.partition(":")[0]), name


def _numbers(tally: Tally) -> dict[str, dict[int, int]]:
    """For each measure of a side, how often it is which number."""
    games = tally[GAMES]
    shares: Counter[str] = Counter()
    for fact, n in tally.items():
        match fact:
            case ("end", end):
                shares[f"end:{end}"] += n
            case ("value", end, value):
                shares[f"value:{end}={value}"] += n
            case ("seat", seat):
                shares[f"seat:{seat}"] += n
            case ("count", str(name), _) if name.startswith("rule:"):
                shares[f"any:{name}"] += n
    found = {name: {0: games - n, 1: n} for name, n in shares.items()}
    return found | {f"count:{name}": one for name, one in histograms(tally).items()}


def results(tally: Tally) -> dict[str, Any]:
    """``winner_changes``, the share of games with another result, and ``matrix``.

    The matrix says in how many games which result on the first side goes with which on
    the second. A result is an end, with its value where it has one.
    """
    matrix: dict[str, dict[str, int]] = {}
    changed = 0
    for fact in sorted(one for one in tally if one[0] == "result"):
        _, before, after = map(str, fact)
        matrix.setdefault(before, {})[after] = tally[fact]
        changed += tally[fact] if before != after else 0
    return {"winner_changes": entry(changed, tally[GAMES]), "matrix": matrix}
