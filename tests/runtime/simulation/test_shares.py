"""Shares agree with what is known, and with a simulation that shares nothing with the program."""

from collections import Counter
from functools import cache
from math import comb, sqrt
from random import Random

import pytest
from scipy.stats import binomtest

from compiler.law import Law, load_sound
from runtime.simulation.games import Setup
from runtime.simulation.intervals import mean, moments, wilson
from runtime.simulation.policies import Policy
from runtime.simulation.record import Tally
from runtime.simulation.running import run
from runtime.simulation.simulate import Simulation, shares
from runtime.sizes import sizes
from tests.runtime.simulation.by_hand import reaches_article_11

OVEN = "tests/laws/oven"


@cache
def law(name: str) -> Law:
    return load_sound(name)


def setup(name: str, flow: str, *policies: Policy, language: str = "de", **sized: int) -> Setup:
    rules = law(name).rules(language)
    return Setup(rules, flow, sizes(rules, sized), {}, policies)


def played(made: Setup, games: int, seed: int = 0) -> Tally:
    tally: Tally = Counter()
    for _, one in run(Simulation(made, seed), games):
        tally.update(one)
    return tally


# ---- against a simulation by hand


def agree(players: int, games: int, by_hand: int) -> None:
    tally = played(setup("posg", "game", player=players), games, seed=11)
    found = shares(setup("posg", "game", player=players), tally)["counts"]
    reached = found.get("rule:ballot_result@11", {"games": {"count": 0}})["games"]["count"]
    random = Random(players)
    expected = sum(reaches_article_11(random, players) for _ in range(by_hand))
    together = (reached + expected) / (games + by_hand)
    spread = sqrt(together * (1 - together) * (1 / games + 1 / by_hand))
    assert expected > 0
    assert abs(reached / games - expected / by_hand) < 4 * spread


@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_first_elections_reach_article_11_as_by_hand(players: int) -> None:
    agree(players, games=60, by_hand=800)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_first_elections_reach_article_11_as_by_hand(players: int) -> None:
    agree(players, games=4000, by_hand=20_000)


# ---- against what is known: each family is for it, against it or silent, by a third each


def lit(families: int) -> float:
    """How probable it is that more than half are for it."""
    ways = (comb(families, n) * 2 ** (families - n) for n in range(families // 2 + 1, families + 1))
    return sum(ways) / 3**families


@pytest.mark.parametrize("families", [2, 3, 4])
def test_the_interval_holds_the_known_share(families: int) -> None:
    made = setup(OVEN, "year", family=families)
    found = shares(made, played(made, 1500))
    assert found["ends"]["lit"]["low"] < lit(families) < found["ends"]["lit"]["high"]
    assert found["ends"]["lit"]["count"] + found["ends"]["cold"]["count"] == found["games"] == 1500
    silent = found["counts"]["declined"]
    assert silent["low"] < families / 3 < silent["high"]
    assert found["counts"]["choices"]["least"] == found["counts"]["choices"]["most"]


def test_the_intervals_cover_the_known_share_as_often_as_they_say() -> None:
    made = setup(OVEN, "year", family=3)
    executor = made.executor()
    covered = of_mean = 0
    runs, games = 150, 30
    for seed in range(runs):
        records = [executor.play(seed, number) for number in range(games)]
        low, high = wilson(sum(one.end == "lit" for one in records), games)
        covered += low <= lit(3) <= high
        histogram = Counter(dict(one.counts).get("declined", 0) for one in records)
        _, low, high = mean(histogram)
        of_mean += low <= 1 <= high
    assert 0.90 < covered / runs <= 1
    assert 0.90 < of_mean / runs <= 1


@pytest.mark.parametrize(("count", "of"), [(0, 7), (7, 7), (1, 1000), (37, 100), (1, 1)])
def test_the_interval_is_that_of_a_library(count: int, of: int) -> None:
    expected = binomtest(count, of).proportion_ci(method="wilson")
    assert wilson(count, of) == pytest.approx((expected.low, expected.high))


def test_nothing_seen_is_nothing_known() -> None:
    assert wilson(0, 0) == (0, 1)


def test_moments_are_exact() -> None:
    assert moments({1: 2, 4: 2}) == (2.5, 2.25)


# ---- seats


def test_who_wins_is_the_player_whose_piece_it_is() -> None:
    made = setup("posg", "game", player=3)
    executor = made.executor()
    for number in range(10):
        record = executor.play(5, number)
        from runtime.players import playout

        game = executor.game  # type: ignore[attr-defined]
        play = playout(game, 5, number, nobody="pending")
        assert record.end == "elected"
        assert record.value == str(play.ending.value)  # type: ignore[union-attr]
        holds = game.layout.read(play.state.store, "piece", record.seat)
        assert holds == play.ending.value  # type: ignore[union-attr]
        assert dict(record.counts)["choices"] == len(play.chosen)
