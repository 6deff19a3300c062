"""The same games under two rule sets, and the statistics of their differences."""

from collections import Counter
from math import comb
from random import Random

import pytest
from scipy.stats import false_discovery_control

from runtime.simulation.differences import (
    bootstrap_interval,
    compared,
    holm,
    likeliest,
    log_likelihood,
    mcnemar,
    score_interval,
)
from runtime.simulation.intervals import moments
from runtime.simulation.paired import Experiment, Measure, measured, measures, results, side
from runtime.simulation.record import GAMES, Tally
from runtime.simulation.running import run
from runtime.simulation.sequential import Bounds, anytime_interval, look
from runtime.simulation.simulate import Simulation
from tests.runtime.simulation.test_shares import OVEN, setup

# The oven is lit in the German text if more than half are for it, in the Italian one if at
# least half are. With two families only that half of them are for it tells the two apart.
APART = 4 / 9


def pairs(games: int, seed: int = 2, **sized: int) -> tuple[Experiment, Tally]:
    sides = (setup(OVEN, "year", language=code, **sized) for code in ("de", "it"))
    task = Experiment(*sides, seed)
    tally: Tally = Counter()
    for _, one in run(task, games):
        tally.update(one)
    return task, tally


def named(found: list[Measure]) -> dict[str, Measure]:
    return {one.name: one for one in found}


def test_two_equal_sides_do_not_differ() -> None:
    _, tally = pairs(200, family=3)
    assert results(tally)["winner_changes"]["count"] == 0
    for one in measures(tally):
        assert one.lower == one.higher == 0
        assert one.differences == {0: 200}
        assert one.before == one.after


def test_the_difference_is_the_known_one() -> None:
    _, tally = pairs(600, family=2)
    found = results(tally)
    assert found["winner_changes"]["low"] < APART < found["winner_changes"]["high"]
    assert "cold" not in found["matrix"]["lit"]
    assert sum(n for row in found["matrix"].values() for n in row.values()) == 600
    told = {one["measure"]: one for one in compared(measures(tally), 1)}
    lit = told["end:lit"]
    assert lit["low"] < APART < lit["high"]
    assert lit["lower"] == 0
    assert lit["higher"] == found["winner_changes"]["count"] == found["matrix"]["cold"]["lit"]
    assert lit["after"] - lit["before"] == pytest.approx(lit["difference"])
    assert lit["mcnemar_p"] < 1e-6
    assert told["count:choices"]["variance_ratio"] is None
    assert told["end:cold"]["difference"] == pytest.approx(-lit["difference"])


def test_each_side_is_what_it_is_alone() -> None:
    task, tally = pairs(100, family=2)
    for name, made in (("before", task.before), ("after", task.after)):
        alone: Tally = Counter()
        for _, one in run(Simulation(made, task.seed), 100):
            alone.update(one)
        assert side(tally, name) == alone


def test_every_measure_is_worked_out_from_the_records() -> None:
    task, tally = pairs(80, family=2)
    before, after = task.before.executor(), task.after.executor()
    numbers = [
        (measured(before.play(task.seed, n)), measured(after.play(task.seed, n))) for n in range(80)
    ]
    found = named(measures(tally))
    assert set(found) == {name for pair in numbers for one in pair for name in one}
    for name, one in found.items():
        first, second = ([pair[at].get(name, 0) for pair in numbers] for at in (0, 1))
        assert Counter(first) == Counter({k: n for k, n in one.before.items() if n})
        assert Counter(second) == Counter({k: n for k, n in one.after.items() if n})
        expected = Counter(y - x for x, y in zip(first, second, strict=True))
        assert Counter(one.differences) == expected
        apart = moments(Counter(first))[1] + moments(Counter(second))[1]
        if apart:
            assert one.variance_ratio == pytest.approx(moments(expected)[1] / apart)


# ---- statistics


@pytest.mark.parametrize(("lower", "higher"), [(0, 0), (3, 0), (2, 9), (10, 10), (0, 40)])
def test_mcnemar_is_exact(lower: int, higher: int) -> None:
    n = lower + higher
    rare = sum(comb(n, k) for k in range(n + 1) if comb(n, k) <= comb(n, lower)) / 2**n
    assert mcnemar(lower, higher) == pytest.approx(rare if n else 1)


def test_the_score_interval_is_the_published_one() -> None:
    # M. Fagerland, S. Lydersen, P. Laake, Recommended tests and confidence intervals for
    # paired binomial proportions, Statistics in Medicine 33 (2014): 1, 7, 1 of 21 pairs.
    assert score_interval(7, 1, 21, 0.95) == pytest.approx((-0.517, -0.026), abs=5e-4)


@pytest.mark.parametrize(
    ("lower", "higher", "games"),
    [(0, 0, 50), (5, 0, 5), (0, 5, 5), (5, 5, 10), (0, 1, 1), (1, 0, 1), (30, 70, 10_000)],
)
def test_the_score_interval_is_one_of_differences(lower: int, higher: int, games: int) -> None:
    low, high = score_interval(lower, higher, games, 0.95)
    assert -1 <= low <= (higher - lower) / games <= high <= 1
    assert low < high
    mirrored = score_interval(higher, lower, games, 0.95)
    assert mirrored == pytest.approx((-high, -low), abs=1e-6)


@pytest.mark.parametrize("shares", [(0.1, 0.2), (0.02, 0.02), (0.3, 0.0)])
def test_the_score_interval_covers(shares: tuple[float, float]) -> None:
    random = Random(8)
    covered = 0
    for _ in range(300):
        lower, higher = drawn(random, 60, *shares)
        low, high = score_interval(lower, higher, 60, 0.95)
        covered += low <= shares[1] - shares[0] <= high
    assert covered / 300 > 0.91


def drawn(random: Random, games: int, less: float, more: float) -> tuple[int, int]:
    values = [random.random() for _ in range(games)]
    lower = sum(one < less for one in values)
    return lower, sum(less <= one < less + more for one in values)


@pytest.mark.parametrize(
    ("lower", "higher", "games", "difference"),
    [(3, 8, 30, 0.1), (3, 8, 30, -0.2), (0, 4, 20, 0.05), (5, 0, 20, 0.3), (0, 0, 9, 0.2)],
)
def test_the_likeliest_shares_are(lower: int, higher: int, games: int, difference: float) -> None:
    from math import log

    def likelihood(less: float) -> float:
        shares = (less, less + difference, 1 - 2 * less - difference)
        counts = (lower, higher, games - lower - higher)
        return sum(n * log(share) for n, share in zip(counts, shares, strict=True) if n)

    tries = [one / 5000 for one in range(1, 2500)]
    allowed = [p for p in tries if p + difference > 0 and 1 - 2 * p - difference > 0]
    best = max(likelihood(p) for p in allowed)
    found = log_likelihood(lower, higher, games, difference)
    assert best - 1e-9 <= found
    assert found == pytest.approx(best, abs=0.05)
    assert 0 <= likeliest(lower, higher, games, difference) <= 1


def test_the_bootstrap_is_that_of_the_mean() -> None:
    histogram = {0: 70, 1: 20, 5: 10}
    low, high = bootstrap_interval(histogram, 3)
    middle, variance = moments(histogram)
    half = 1.96 * (variance / 100) ** 0.5
    assert (low, high) == pytest.approx((middle - half, middle + half), abs=0.1)
    assert (low, high) == bootstrap_interval(histogram, 3)
    assert bootstrap_interval({0: 10}, 3) == (0, 0)
    assert bootstrap_interval({2: 10_000_000}, -3) == (2, 2)


def test_holm_corrects() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([]) == []
    assert holm([0.9, 0.8]) == [1.0, 1.0]
    values = [0.001, 0.2, 0.01, 0.04]
    weaker = false_discovery_control(values)
    assert all(one >= other for one, other in zip(holm(values), weaker, strict=True))


# ---- looking at all times


def test_what_does_not_differ_is_rarely_decided_whenever_one_looks() -> None:
    random = Random(5)
    wrong = 0
    for _ in range(120):
        lower = higher = 0
        for games in range(1, 301):
            one = random.random()
            lower, higher = lower + (one < 0.15), higher + (one > 0.85)
            if games % 20 == 0:
                low, high = anytime_interval(lower, higher, games, 0.95)
                if not low <= 0 <= high:
                    wrong += 1
                    break
    assert wrong / 120 <= 0.05


def test_decisions() -> None:
    bounds = Bounds("end:lit", 0.05)
    assert look(0, 300, 600, bounds).decision == "more"
    assert look(300, 0, 600, bounds).decision == "less"
    assert look(0, 0, 2000, bounds).decision == "alike"
    assert look(0, 0, 10, bounds).decision == "undecided"
    assert look(60, 62, 200, bounds).decision == "undecided"


def test_the_interval_for_all_times_is_the_wider_one() -> None:
    for counts in ((0, 0, 40), (10, 30, 500), (3, 1, 4), (0, 500, 500)):
        low, high = anytime_interval(*counts, 0.95)
        inner_low, inner_high = score_interval(*counts, 0.95)
        assert low <= inner_low + 1e-6
        assert high >= inner_high - 1e-6


def test_pairs_are_counted_once() -> None:
    _, tally = pairs(50, family=2)
    assert tally[GAMES] == tally["before", *GAMES] == tally["after", *GAMES] == 50
