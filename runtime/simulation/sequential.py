"""A test that may be looked at after every game: until it is decided.

What decides is declared beforehand: a measure, how sure, and which difference is too small
to matter. The interval is right at all times at once, so stopping when it decides does not
make it wrong: a difference is outside of it if the games are 1/(1-level) times as likely
under a mixture of all shares as under the likeliest shares with that difference. By Ville's
inequality the true difference is ever outside with probability 1-level at most. (H. Robbins,
Statistical methods related to the law of the iterated logarithm, Annals of Mathematical
Statistics 41 (1970), 1397-1409; L. Wasserman, A. Ramdas, S. Balakrishnan, Universal
inference, PNAS 117 (2020), 16880-16890.)
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import lgamma, log
from typing import Literal

from runtime.simulation.differences import log_likelihood
from runtime.simulation.intervals import LEVEL

Decision = Literal["more", "less", "alike", "undecided"]

_Inside = Callable[[float], bool]

_EDGE = 1e-9


@dataclass(frozen=True)
class Bounds:
    """``measure``: a share. ``margin``: so small a difference does not matter."""

    measure: str
    margin: float
    level: float = LEVEL


@dataclass(frozen=True)
class Look:
    """What is known after some games: the interval, and what it decides."""

    games: int
    low: float
    high: float
    decision: Decision


def look(lower: int, higher: int, games: int, bounds: Bounds) -> Look:
    """What is known after ``games`` games, of which the second side has less, or more, in these.

    ``more`` or ``less``: the second side has, for sure. ``alike``: the difference is within
    the margin, for sure.
    """
    low, high = anytime_interval(lower, higher, games, bounds.level)
    decision: Decision = "undecided"
    if low > 0:
        decision = "more"
    elif high < 0:
        decision = "less"
    elif -bounds.margin < low and high < bounds.margin:
        decision = "alike"
    return Look(games, low, high, decision)


def anytime_interval(lower: int, higher: int, games: int, level: float) -> tuple[float, float]:
    """The differences that the games do not speak against, at any time."""
    bound = _log_mixture((lower, higher, games - lower - higher)) + log(1 - level)
    middle = (higher - lower) / games

    def inside(difference: float) -> bool:
        return log_likelihood(lower, higher, games, difference) > bound

    return _border(inside, middle, -1 + _EDGE), _border(inside, middle, 1 - _EDGE)


def _log_mixture(counts: tuple[int, ...]) -> float:
    """How likely the games are if all shares are (Dirichlet with one half each), as logarithm."""
    start = 0.5
    found = lgamma(start * len(counts)) - lgamma(sum(counts) + start * len(counts))
    return found + sum(lgamma(n + start) - lgamma(start) for n in counts)


def _border(inside: _Inside, within: float, beyond: float) -> float:
    """Where it ends between ``within`` and ``beyond``, to the safe side."""
    if inside(beyond):
        return 1.0 if beyond > 0 else -1.0
    for _ in range(60):
        middle = (within + beyond) / 2
        if inside(middle):
            within = middle
        else:
            beyond = middle
    return beyond
