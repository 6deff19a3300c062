"""Counts alone: who is elected on given boards, by the kernel and by elsim, on one core.

elsim (https://pypi.org/project/elsim) simulates elections. Its nearest method is the
instant run-off: whoever has fewest votes drops out, until somebody has a majority. It is not
the same count: elsim ranks by Euclidean distance once, lets one drop out at a time and breaks
ties by lot; by the law voters join whom they vote for and then ask anew, all with fewest
votes drop out together, and in some ties some vote and move again. So only time is compared;
that the kernel counts right is asked of the interpreter.

elsim is faster where Numba is installed, which it does not ask for. Here it is measured with
and without, from rankings that are there already and from places, as the kernel is.
"""

import sys
import warnings
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from benchmarks.elections import boards
from benchmarks.measure import Job
from compiler.kernel.executor import Kernel
from compiler.law import Law
from runtime.serialise import read_store
from runtime.simulation.games import Interpreted, Setup
from runtime.sizes import sizes
from runtime.state import Store

SEED = 1
SOME = 4_000
"""So many different boards."""

THERE = find_spec("elsim") is not None
"""Whether elsim is installed."""


def kernel(law: Law, candidates: int) -> Kernel:
    """The kernel of the election among so many, from given boards."""
    rules = law.rules("de")
    return Kernel(Setup(rules, "election", sizes(rules, {"candidate": candidates})), anywhere=True)


def stores(law: Law, candidates: int, number: int) -> list[Store]:
    """Boards as dice make them; everybody has the piece of the same number."""
    rules = law.rules("de")
    return [
        read_store(
            rules,
            {
                "candidate_square": [list(one) for one in placed],
                "voter_square": [list(one) for one in voters],
                "piece": list(range(candidates)),
            },
        )[1]
        for placed, voters in boards(candidates, number)
    ]


def disagreements(law: Law, candidates: int, number: int) -> list[int]:
    """The boards on which kernel and interpreter do not elect the same."""
    given, made = stores(law, candidates, number), kernel(law, candidates)
    interpreted = Interpreted(made.setup)
    found = made.results(SEED, 0, given)
    told = [interpreted.play(SEED, at, one).result for at, one in enumerate(given)]
    return [at for at in range(number) if found[at] != told[at]]


def jobs(law: Law, candidates: int, number: int) -> Mapping[str, Job]:
    """So many counts by the kernel and by elsim, which begins with rankings or with places."""
    import numpy as np

    made = kernel(law, candidates)
    starts = made.encoded(stores(law, candidates, number))
    places = [
        (np.array(voters, float), np.array(placed, float))
        for placed, voters in boards(candidates, number)
    ]
    found: dict[str, Job] = {
        f"{number} counts, {candidates} candidates, kernel": lambda: made.rows(
            SEED, 0, number, starts
        )
    }
    for numba, name in ((False, "elsim"), (True, "elsim with Numba")):
        rank, count = _elsim(numba=numba)
        ranked = [rank(*one) for one in places]

        def from_rankings(count: Any = count, ranked: Any = ranked) -> None:
            for one in ranked:
                count(one)

        def from_places(rank: Any = rank, count: Any = count) -> None:
            for one in places:
                count(rank(*one))

        found[f"{candidates} candidates, {name}, from rankings"] = from_rankings
        found[f"{candidates} candidates, {name}, from places"] = from_places
    return found


def _elsim(*, numba: bool) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Ranks and counts, with Numba or as if it were not there."""
    import numpy as np

    names = [one for one in sys.modules if one.partition(".")[0] == "elsim"]
    for name in names:
        del sys.modules[name]
    before = sys.modules.get("numba")
    if not numba:
        sys.modules["numba"] = None  # type: ignore[assignment]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that Numba would be faster
            elections = import_module("elsim.elections")
            strategies, methods = import_module("elsim.strategies"), import_module("elsim.methods")
    finally:
        if not numba:
            del sys.modules["numba"]
            if before is not None:
                sys.modules["numba"] = before

    def rank(voters: Any, candidates: Any) -> Any:
        # Who is as far from one as from the other is divided by nothing there.
        with np.errstate(invalid="ignore"):
            utilities = elections.normed_dist_utilities(voters, candidates)
        return strategies.honest_rankings(utilities)

    return rank, lambda ranked: methods.irv(ranked, "random")
