"""Many games under one rule set, and what is told of them."""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Any

from runtime.simulation.games import ALWAYS_TOLD, Setup
from runtime.simulation.intervals import mean, wilson
from runtime.simulation.record import GAMES, Tally, Tallying
from runtime.simulation.running import Play
from runtime.trace import article


@dataclass(frozen=True)
class Simulation:
    """Games of one setup under a seed; a task for :func:`runtime.simulation.running.run`."""

    setup: Setup
    seed: int

    def player(self) -> Play:
        """Plays a block of games."""
        executor = self.setup.executor()

        def play(block: tuple[int, int]) -> Tally:
            if isinstance(executor, Tallying):
                return executor.tally(self.seed, *block)
            tally: Tally = Counter()
            for number in range(*block):
                tally.update(executor.play(self.seed, number).facts())
            return tally

        return play


def entry(count: int, of: int) -> dict[str, Any]:
    """A share of games with its interval."""
    low, high = wilson(count, of)
    return {"count": count, "share": count / of if of else 0.0, "low": low, "high": high}


def shares(setup: Setup, tally: Tally) -> dict[str, Any]:
    """``ends``, the values of each outcome, ``seats`` and ``counts``, as JSON data.

    Outcomes stand under their ids, with an underscore before one that is something else here.
    """
    games = tally[GAMES]
    ends: dict[str, Any] = {}
    seen = sorted({str(fact[1]) for fact in tally if fact[0] == "end"})
    for end in dict.fromkeys((*setup.outcomes, *ALWAYS_TOLD, *seen)):
        ends[end] = entry(tally["end", end], games)
        places = {
            article(setup.rules, str(fact[2])): number
            for fact, number in sorted(tally.items(), key=repr)
            if fact[:2] == ("at", end)
        }
        if places or (end in ALWAYS_TOLD and end not in setup.outcomes):
            ends[end]["at"] = places
    found: dict[str, Any] = {"games": games, "ends": ends}
    for outcome in setup.outcomes:
        values = list(_values(setup, tally, outcome))
        if values:
            name = f"_{outcome}" if outcome in RESERVED else outcome
            found[name] = [
                {"value": value, **entry(tally["value", outcome, text], games)}
                for value, text in values
            ]
    if any(fact[0] == "seat" for fact in tally):
        found["seats"] = [
            {"seat": seat, **entry(tally["seat", seat], games)}
            for seat in range(setup.players or 0)
        ]
    found["counts"] = {name: _count(one, games) for name, one in histograms(tally).items()}
    return found


RESERVED = frozenset(
    (
        *("law", "language", "readings", "supplements", "law_hash", "version", "command"),
        *("flow", "players", "sizes", "settings", "policy", "seed", "games"),
        *("ends", "seats", "counts", "games_per_second"),
    )
)
"""Names that an outcome cannot have in the JSON."""


def _values(setup: Setup, tally: Tally, outcome: str) -> Iterator[tuple[Any, str]]:
    """The values of an outcome, each as data and as the text it is counted under."""
    members = setup.members(outcome)
    if members is not None:
        yield from ((one, str(one)) for one in range(members))
    seen = [str(fact[2]) for fact in tally if fact[:2] == ("value", outcome)]
    for text in sorted(seen, key=_in_order):
        value = json.loads(text)
        if members is None or value is None:
            yield value, text


def _in_order(text: str) -> tuple[float, str]:
    """Numbers by size, and before everything else."""
    value = json.loads(text)
    return (value if isinstance(value, int | float) else inf), text


def histograms(tally: Tally) -> dict[str, dict[int, int]]:
    """For everything that is counted within a game: how often it was which number.

    Where it did not happen in a game, the number is 0.
    """
    found: dict[str, dict[int, int]] = defaultdict(dict)
    for fact in sorted((one for one in tally if one[0] == "count"), key=repr):
        found[str(fact[1])][int(fact[2])] = tally[fact]
    for histogram in found.values():
        without = tally[GAMES] - sum(histogram.values())
        if without:
            histogram[0] = histogram.get(0, 0) + without
    return dict(found)


def _count(histogram: dict[int, int], games: int) -> dict[str, Any]:
    middle, low, high = mean(histogram)
    return {
        "mean": middle,
        "low": max(low, 0.0),
        "high": high,
        "least": min(histogram),
        "most": max(histogram),
        "games": entry(games - histogram.get(0, 0), games),
    }
