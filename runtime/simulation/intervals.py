"""Intervals for shares and means, 95 % where nothing else is said."""

from collections.abc import Mapping
from math import sqrt
from statistics import NormalDist

LEVEL = 0.95
"""How often an interval covers what it is for."""


def wilson(count: int, of: int, level: float = LEVEL) -> tuple[float, float]:
    """The interval for a share of which ``count`` of ``of`` were seen, from 0 to 1.

    The score interval, without correction: E. B. Wilson, Probable inference, the law of
    succession, and statistical inference, Journal of the American Statistical Association
    22 (1927), 209-212. It is right for shares near 0 and 1 as well.
    """
    if not of:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    part, spread = count / of, z * z / of
    middle = (part + spread / 2) / (1 + spread)
    half = z * sqrt(part * (1 - part) / of + spread / (4 * of)) / (1 + spread)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    return low, 1.0 if count == of else min(1.0, middle + half)


def moments(histogram: Mapping[int, int]) -> tuple[float, float]:
    """Mean and variance (of the sample, not corrected) of what the histogram counts.

    Worked out in whole numbers, so that no order of adding matters.
    """
    games = sum(histogram.values())
    total = sum(value * number for value, number in histogram.items())
    squares = sum(value * value * number for value, number in histogram.items())
    return total / games, (squares * games - total * total) / games**2


def mean(histogram: Mapping[int, int], level: float = LEVEL) -> tuple[float, float, float]:
    """The mean with its interval, by the normal distribution: fit for many games."""
    middle, variance = moments(histogram)
    games = sum(histogram.values())
    half = NormalDist().inv_cdf((1 + level) / 2) * sqrt(variance / games)
    return middle, middle - half, middle + half
