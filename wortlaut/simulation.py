"""Simulations for the command line: what is asked for, how it is run, what is told of it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from runtime.json_values import plain
from runtime.simulation.checkpoint import Block, Checkpoint
from runtime.simulation.cluster import Cluster
from runtime.simulation.games import Setup
from runtime.simulation.record import Tally
from runtime.simulation.running import Task, run
from runtime.simulation.simulate import Simulation, shares
from wortlaut import __version__


@dataclass(frozen=True)
class Series:
    """A number of games under a seed, by so many processes, or by a ``cluster``.

    ``checkpoint``: where they are kept, so that a run can be gone on with. ``command``: what
    does the same again.
    """

    command: str
    games: int
    seed: int
    workers: int
    checkpoint: Path | None = None
    cluster: Cluster | None = None


Progress = Callable[[int, int], None]
"""Told how many games are done, and how many of them were played now."""


def simulation(setup: Setup, series: Series, progress: Progress) -> dict[str, Any]:
    """The games and what is told of them, as JSON data.

    Raises what :func:`played` raises.
    """
    began = perf_counter()
    tally: Tally = Tally()
    new = 0
    task = Simulation(setup, series.seed)
    for _, one, so_far in played(task, series, about(setup) | {"seed": series.seed}, progress):
        tally.update(one)
        new = so_far
    seconds = perf_counter() - began
    return {
        **about(setup),
        "seed": series.seed,
        "command": series.command,
        **shares(setup, tally),
        "games_per_second": round(new / seconds, 1) if new else None,
    }


def played(
    task: Task, series: Series, identity: Mapping[str, Any], progress: Progress
) -> Iterator[tuple[Block, Tally, int]]:
    """Each block of games in order, its tally, and how many games were played so far, by now.

    Those from the checkpoint are not among the latter.

    Raises :class:`~runtime.simulation.checkpoint.BadCheckpoint`, ``OSError``,
    :class:`~runtime.simulation.running.WorkersLost` and
    :class:`~runtime.simulation.cluster.ClusterProblem`.
    """
    kept = None if series.checkpoint is None else Checkpoint(series.checkpoint, identity)
    with kept or nullcontext():
        known = frozenset[Block]() if kept is None else kept.blocks
        new = 0
        for block, tally in run(
            task,
            series.games,
            workers=series.workers,
            checkpoint=kept,
            cluster=series.cluster,
        ):
            new += 0 if block in known else block[1] - block[0]
            yield block, tally, new
            progress(block[1], new)


def about(setup: Setup) -> dict[str, Any]:
    """All that is needed to play the same games again, but their seed and number."""
    rules = setup.rules
    return {
        "law": rules.law,
        "law_hash": rules.law_hash,
        "language": rules.language,
        "readings": dict(rules.readings),
        "supplements": list(rules.supplement_ids),
        "flow": setup.flow,
        "players": setup.players,
        "sizes": dict(setup.sizes),
        "settings": {name: plain(value) for name, value in setup.parameters.items()},
        "policy": [str(policy) for policy in setup.policies] or ["random"],
        "version": __version__,
    }
