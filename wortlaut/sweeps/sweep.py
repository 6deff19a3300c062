"""A sweep: all rows played in one run, and what is told of each."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runtime.simulation.record import Tally
from runtime.simulation.several import Several, apart
from runtime.simulation.simulate import shares
from wortlaut import __version__
from wortlaut.simulation import Progress, Series, about, played
from wortlaut.sweeps.rows import Ask, Row


@dataclass(frozen=True)
class Swept:
    """A row, and what was found: as ``wortlaut simulate --format json`` has it, but for the
    speed. None where the row could not be made.
    """

    row: Row
    found: Mapping[str, Any] | None


def sweep(ask: Ask, rows: Sequence[Row], series: Series, progress: Progress) -> list[Swept]:
    """Play ``rows``, each as many games as are asked for.

    Raises what :func:`wortlaut.simulation.played` raises.
    """
    setups = [row.setup for row in rows if row.setup is not None]
    task = Several(tuple(setups), ask.games, ask.seed)
    identity = {
        "rows": [about(setup) for setup in setups],
        "games": ask.games,
        "seed": ask.seed,
    }
    tallies: dict[int, Tally] = {at: Tally() for at in range(len(setups))}
    for _, tally, _ in played(task, replace(series, games=task.all), identity, progress):
        for which, one in apart(tally).items():
            tallies[which].update(one)
    left = iter(tallies.values())
    return [_swept(ask, row, left) for row in rows]


def _swept(ask: Ask, row: Row, tallies: Any) -> Swept:
    if row.setup is None:
        return Swept(row, None)
    found = {
        **about(row.setup),
        "amendments": list(row.asked.amend),
        "seed": ask.seed,
        "command": ask.command(row.asked),
        **shares(row.setup, next(tallies)),
    }
    return Swept(row, found)


def as_json(swept: Swept) -> dict[str, Any]:
    """A row as JSON data; one that could not be made has ``reason``."""
    row = swept.row
    if swept.found is not None:
        return {"row": row.number, **swept.found, "reason": None}
    asked = row.asked
    return {
        "row": row.number,
        "language": asked.language,
        "amendments": list(asked.amend),
        "players": asked.players,
        "asked": asked.options(),
        "version": __version__,
        "reason": row.reason,
    }
