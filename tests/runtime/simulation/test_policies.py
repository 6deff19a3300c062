"""Players who choose by a policy."""

import pytest

from compiler.aims import aim
from compiler.law import Refused
from runtime.interpreter import Game
from runtime.players import playout
from runtime.simulation.games import Setup
from runtime.simulation.policies import Aim, Policy, player
from runtime.simulation.record import Record
from tests.runtime.simulation.test_shares import OVEN, law, setup

FOR = "family f: greatest count(family g with vote(g) = in_favour)"
NEAR = (
    "player p: smallest sum(step_distance(candidate_square(piece(p)), voter_square(w)) "
    "over voter w with voter_square(w) is set)"
)


def records(made: Setup, games: int = 30) -> list[Record]:
    executor = made.executor()
    return [executor.play(3, number) for number in range(games)]


def stated(name: str, text: str) -> Aim:
    return aim(law(name), law(name).rules("de"), text)


def test_who_declines_does_nothing_where_that_is_possible() -> None:
    for one in records(setup(OVEN, "year", Policy("decline"), family=3)):
        assert one.end == "cold"
        assert dict(one.counts)["declined"] == 3


def test_the_first_is_taken() -> None:
    assert {one.end for one in records(setup(OVEN, "year", Policy("first"), family=3))} == {"lit"}


@pytest.mark.parametrize(("better", "end"), [("greatest", "lit"), ("smallest", "cold")])
def test_an_aim_looks_one_choice_ahead(better: str, end: str) -> None:
    policy = Policy(stated(OVEN, FOR.replace("greatest", better)))
    assert {one.end for one in records(setup(OVEN, "year", policy, family=3))} == {end}


def test_an_aim_may_be_that_of_one_player() -> None:
    both = (Policy("decline"), Policy(stated(OVEN, FOR), 1))
    for one in records(setup(OVEN, "year", *both, family=3)):
        assert dict(one.counts)["declined"] == 2


def test_the_nearest_wins_more_often() -> None:
    policy = Policy(stated("posg", NEAR), 0)
    ends = records(setup("posg", "game", policy, player=2), 40)
    assert sum(one.seat == 0 for one in ends) > 28


def test_who_has_no_aim_is_left_alone() -> None:
    found = records(setup(OVEN, "year", Policy("random"), family=3))
    assert found == records(setup(OVEN, "year", family=3))


def test_every_choice_takes_one_draw() -> None:
    made = setup(OVEN, "year", family=3)
    game = Game(made.rules, made.flow, made.sizes)
    for how in ("random", "decline", "first", stated(OVEN, FOR)):

        class Counting:
            draws = 0

            def draw(self) -> int:
                self.draws += 1
                return 0

        random = Counting()
        choose = player(game, (Policy(how),))
        play = playout(game, 0, player=lambda g, s, _, c=choose, r=random: c(g, s, r))
        assert random.draws == len(play.chosen) == 6


@pytest.mark.parametrize(
    "text",
    [
        "family f greatest 1",
        "family f: most 1",
        "family f: greatest",
        "family f: greatest unknown(f)",
        "family f: greatest vote(f)",
        "nobody n: greatest 1",
        "family f: greatest 1 = 1",
        "family f: greatest 1)\n  never (yes",
        "",
    ],
)
def test_what_is_no_aim_is_refused(text: str) -> None:
    with pytest.raises(Refused):
        stated(OVEN, text)
