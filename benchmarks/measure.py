"""Measuring on a noisy machine: contestants take turns, and only ratios within a round count."""

import gc
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter

Job = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long as ``unit`` ``name`` takes: median, least and most of the rounds.

    ``seconds`` is the median of the times, for orientation.
    """

    name: str
    unit: str
    median: float
    least: float
    most: float
    seconds: float


def compete(
    jobs: Mapping[str, Job], rounds: int, clock: Callable[[], float] = perf_counter
) -> Iterator[Ratio]:
    """Run every job once in each round, after one round that does not count.

    The first job is the unit of the others. ``clock``: ``process_time`` for jobs of one
    process, on which others that run at the same time have less influence.
    """
    unit, *others = jobs
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for number in range(rounds + 1):
        for name, job in jobs.items():
            gc.collect()
            began = clock()
            job()
            if number or rounds == 0:
                times[name].append(clock() - began)
    for name in others:
        ratios = [mine / base for mine, base in zip(times[name], times[unit], strict=True)]
        seconds = median(times[name])
        yield Ratio(name, unit, median(ratios), min(ratios), max(ratios), seconds)
