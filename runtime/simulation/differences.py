"""Paired differences: intervals, tests, and the correction for several measures.

SciPy and NumPy are loaded when the first one is asked for.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any

from runtime.simulation.intervals import LEVEL, moments
from runtime.simulation.paired import Measure

RESAMPLES = 9_999
"""So many times games are drawn again for an interval of a number."""


def compared(measures: Sequence[Measure], seed: int) -> list[dict[str, Any]]:
    """What is said of each measure, as JSON data; ``holm_p`` takes account of all of them.

    ``seed``: what games are drawn again with, where an interval is found in that way.
    """
    found = [_compared(one, seed) for one in measures]
    corrected = holm([one["mcnemar_p"] for one in found])
    return [{**one, "holm_p": p} for one, p in zip(found, corrected, strict=True)]


def _compared(one: Measure, seed: int) -> dict[str, Any]:
    before, _ = moments(one.before)
    after, _ = moments(one.after)
    low, high = interval(one, seed)
    return {
        "measure": one.name,
        "before": before,
        "after": after,
        "difference": moments(one.differences)[0],
        "low": low,
        "high": high,
        "interval": "score" if one.binary else "bootstrap",
        "lower": one.lower,
        "higher": one.higher,
        "mcnemar_p": mcnemar(one.lower, one.higher),
        "variance_ratio": one.variance_ratio,
    }


def interval(one: Measure, seed: int, level: float = LEVEL) -> tuple[float, float]:
    """The interval for the mean paired difference: of a share by score, else by bootstrap."""
    if one.binary:
        return score_interval(one.lower, one.higher, one.games, level)
    return bootstrap_interval(one.differences, seed, level)


def mcnemar(lower: int, higher: int) -> float:
    """The exact p of McNemar's test: that games differ in either direction equally often.

    Of numbers, this is the sign test.
    """
    from scipy.stats import binomtest

    if not lower + higher:
        return 1.0
    return float(binomtest(higher, lower + higher).pvalue)


def holm(values: Sequence[float]) -> list[float]:
    """The p values, corrected for being several: S. Holm, A simple sequentially rejective
    multiple test procedure, Scandinavian Journal of Statistics 6 (1979), 65-70.
    """
    corrected = [0.0] * len(values)
    highest = 0.0
    for rank, at in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, values[at] * (len(values) - rank)))
        corrected[at] = highest
    return corrected


def score_interval(lower: int, higher: int, games: int, level: float) -> tuple[float, float]:
    """The score interval for a difference of paired shares.

    T. Tango, Equivalence test and confidence interval for the difference in proportions for
    the paired-sample design, Statistics in Medicine 17 (1998), 891-908.
    """
    from scipy.optimize import brentq
    from scipy.stats import norm

    z = float(norm.ppf((1 + level) / 2))

    def excess(difference: float) -> float:
        """Score at this difference, signed, less than ``z`` within the interval."""
        both = likeliest(lower, higher, games, difference)
        variance = games * (2 * both + difference * (1 - difference))
        distance = higher - lower - games * difference
        return distance / sqrt(variance) if variance > 0 else float("inf") * (distance or 1)

    middle, edge = (higher - lower) / games, 1e-12
    low, high = -1.0, 1.0
    if lower < games and excess(-1 + edge) > z:
        low = float(brentq(lambda d: excess(d) - z, -1 + edge, middle - edge))
    if higher < games and excess(1 - edge) < -z:
        high = float(brentq(lambda d: excess(d) + z, middle + edge, 1 - edge))
    return low, high


def likeliest(lower: int, higher: int, games: int, difference: float) -> float:
    """The likeliest share of games with less on the second side, if the difference is this.

    That with more is then greater by ``difference``. Tango (1998), equation 6.
    """
    b = -higher - lower + (2 * games - higher + lower) * difference
    c = -lower * difference * (1 - difference)
    root = sqrt(max(b * b - 8 * games * c, 0.0))
    found = (root - b) / (4 * games)
    return min(max(found, 0.0, -difference), (1 - difference) / 2)


def bootstrap_interval(
    histogram: dict[int, int], seed: int, level: float = LEVEL
) -> tuple[float, float]:
    """The percentile interval of the mean, from games drawn again with replacement.

    How often each difference is drawn is multinomial; so it takes no more for many games.
    """
    import numpy as np

    values = np.array(sorted(histogram))
    counts = np.array([histogram[int(value)] for value in values])
    games = int(counts.sum())
    random = np.random.default_rng([seed % 2**64, 0])
    drawn = random.multinomial(games, counts / games, size=RESAMPLES)
    means = drawn @ values / games
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def log_likelihood(lower: int, higher: int, games: int, difference: float) -> float:
    """Of the likeliest shares with this difference."""
    less = likeliest(lower, higher, games, difference)
    more = less + difference
    shares = ((lower, less), (higher, more), (games - lower - higher, 1 - less - more))
    total = 0.0
    for number, share in shares:
        if number:
            total += number * log(share) if share > 0 else -float("inf")
    return total
