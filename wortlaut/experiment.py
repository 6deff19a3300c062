"""Experiments for the command line: the same games under two rule sets."""

from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

from runtime.simulation.differences import compared
from runtime.simulation.games import ALWAYS_TOLD, Setup
from runtime.simulation.paired import SIDES, Experiment, measures, results, side
from runtime.simulation.record import GAMES, Tally
from runtime.simulation.sequential import Bounds, Look, look
from runtime.simulation.simulate import shares
from wortlaut import __version__
from wortlaut.simulation import Progress, Series, about, played

OTHER_ENDS = (*ALWAYS_TOLD, "range", "loop", "limit", "done")
"""Ends that are no outcomes."""


@dataclass(frozen=True)
class Sides:
    """What is played on either side."""

    before: Setup
    after: Setup


def experiment(
    sides: Sides, series: Series, bounds: Bounds | None, progress: Progress
) -> dict[str, Any]:
    """The games under both and what is told of them, as JSON data.

    With ``bounds`` it stops when they decide, at the latest after all games of the
    ``series``. Raises what :func:`wortlaut.simulation.played` raises.
    """
    began = perf_counter()
    tally: Tally = Tally()
    task = Experiment(sides.before, sides.after, series.seed)
    identity = {
        "before": about(sides.before),
        "after": about(sides.after),
        "seed": series.seed,
    }
    new, last = 0, None
    for _, one, so_far in played(task, series, identity, progress):
        tally.update(one)
        new = so_far
        if bounds is not None:
            last = _looked(tally, bounds)
            if last.decision != "undecided":
                break
    seconds = perf_counter() - began
    setups = dict(zip(SIDES, (sides.before, sides.after), strict=True))
    return {
        "law": sides.before.rules.law,
        "law_hash": sides.before.rules.law_hash,
        "seed": series.seed,
        "games": tally[GAMES],
        "version": __version__,
        "command": series.command,
        "sides": [
            {"side": name, **about(setup), **shares(setup, side(tally, name))}
            for name, setup in setups.items()
        ],
        **results(tally),
        "measures": compared(measures(tally), series.seed),
        "sequential": None if bounds is None or last is None else _sequential(bounds, last),
        "games_per_second": round(new / seconds, 1) if new else None,
    }


def shares_known(sides: Sides) -> tuple[str, ...]:
    """The measures that can be decided: shares of games. The first is the usual one."""
    found: list[str] = []
    for setup in (sides.before, sides.after):
        values = {outcome: setup.members(outcome) or 0 for outcome in setup.outcomes}
        found += [f"value:{outcome}={at}" for outcome, of in values.items() for at in range(of)]
        found += [f"end:{end}" for end in (*setup.outcomes, *OTHER_ENDS)]
        found += [f"seat:{at}" for at in range(setup.players or 0)]
        decisions = setup.rules.decisions.items()
        found += [f"any:rule:{name}@{rule.ref}" for name, rules in decisions for rule in rules]
    return tuple(dict.fromkeys(found))


def _looked(tally: Tally, bounds: Bounds) -> Look:
    lower, higher = (tally["difference", bounds.measure, one] for one in (-1, 1))
    return look(lower, higher, tally[GAMES], bounds)


def _sequential(bounds: Bounds, last: Look) -> dict[str, Any]:
    return {**asdict(bounds), **asdict(last)}
