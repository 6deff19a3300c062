"""The election of Art. 2 and 8 to 11, written again from the two texts in plain Python.

Nothing here knows the program. It follows the text sentence by sentence, so far
as the text goes; where it stops, the result says where.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

Square: TypeAlias = tuple[int, int]
Outcome: TypeAlias = tuple[str, object]


@dataclass(frozen=True)
class Reading:
    step: str
    straight: str
    equidistant: str
    majority: str
    transfer: str


class SilentOnDistance(Exception):
    """Art. 8: a voter is equally far from three or more, and "two" means exactly two."""


def election(candidates: list[Square], voters: list[Square], reading: Reading) -> Outcome:
    """``elected`` with the candidate; ``gap`` in Art. 8 or of nobody left; ``conflict``."""
    try:
        return _election(candidates, list(voters), reading)
    except SilentOnDistance:
        return "gap", "8"


def _election(candidates: list[Square], voters: list[Square], reading: Reading) -> Outcome:
    running = set(range(len(candidates)))

    def vote_of(square: Square) -> int | None:
        # Art. 8 (1): to the nearest, in steps.
        distance = {k: _steps(square, candidates[k], reading.step) for k in running}
        nearest = [k for k in running if distance[k] == min(distance.values())]
        if len(nearest) == 1:
            return nearest[0]
        if reading.equidistant == "exactly_two" and len(nearest) > 2:
            raise SilentOnDistance
        # Art. 8 (2): among them to the nearest in a straight line; if these are several, to nobody.
        straight = {k: _straight(square, candidates[k], reading.straight) for k in nearest}
        best = [k for k in nearest if straight[k] == min(straight.values())]
        return best[0] if len(best) == 1 else None

    def join() -> None:
        # Art. 8 (3).
        if reading.transfer == "block":
            for w, k in enumerate(votes):
                if k is not None:
                    voters[w] = candidates[k]

    votes = [vote_of(square) for square in voters]
    join()
    while True:  # Art. 9: as many ballots as it takes.
        tally = {k: votes.count(k) for k in sorted(running)}
        base = len(votes) if reading.majority == "all" else sum(tally.values())
        for k, count in tally.items():
            if count > Fraction(base, 2):  # Art. 2 (1).
                return "elected", k
        if len(running) == 2 and len(set(tally.values())) == 1:
            return "conflict", "10.1 or 11"
        last = {k for k in running if tally[k] == min(tally.values())}  # Art. 10 (1).
        running -= last
        if not running:
            return "gap", "nobody_left"
        for w, k in enumerate(votes):  # Art. 10 (2).
            if k in last:
                votes[w] = vote_of(voters[w])
        join()
        for w, k in enumerate(votes):  # Art. 10 (3).
            if k is None:
                votes[w] = vote_of(voters[w])
        join()


def _steps(a: Square, b: Square, step: str) -> int:
    across, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    return max(across, up) if step == "king" else across + up


def _straight(a: Square, b: Square, straight: str) -> int:
    across, up = abs(a[0] - b[0]), abs(a[1] - b[1])
    if straight == "rook":
        return across + up
    if straight == "euclid":
        return across**2 + up**2
    # A shortest king's path has min(across, up) diagonal steps; the others are straight.
    return max(across, up) - min(across, up)
