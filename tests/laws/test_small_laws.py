"""Small invented laws: what the language can say where the laws of ``spec`` do not ask for it.

Each is sound, comes to each of its ends, and gives the results worked out by hand.
The cases in ``library/cases`` and ``dues/cases`` are worked out there.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.law import Law, load
from runtime.interpreter import Game
from runtime.players import playout
from runtime.state import State, Store
from runtime.steps import DECLINE, Decline
from runtime.values import Value
from wortlaut.cli import cli

FOLDER = Path(__file__).parent

LAWS = ("council", "dues", "fares", "ferry", "library", "seats")
FLOWS = {"council": "motion", "dues": "summer", "fares": "journey", "ferry": "crossing"}
FLOWS |= {"library": "loan", "seats": "count_day"}

# Elements are numbered from 0, in the order of the law.
GOAT, DOG, GUIDE_DOG, HEN = range(4)
VALLEY, ALP, SUMMIT = range(3)
AYE, NAY = range(2)


@cache
def law(name: str) -> Law:
    found, diagnostics = load(str(FOLDER / name))
    assert diagnostics == ()
    assert found is not None
    return found


@cache
def game(
    name: str,
    sizes: tuple[tuple[str, int], ...] = (),
    *,
    bare: bool = False,
    change: bool = False,
) -> Game:
    found = law(name)
    rules = found.rules(found.languages[0], None, () if bare else None)
    settings = {"change": change} if name == "council" else {}
    return Game(rules, FLOWS[name], dict(sizes), settings)


def started(playing: Game, given: Mapping[str, tuple[Value, ...]]) -> Store:
    return playing.layout.initial(given)


def ended(state: State) -> str:
    assert state.ending is not None
    return state.ending.outcome or state.ending.kind


def played(playing: Game, *chosen: Value | Decline) -> State:
    state = playing.initial().state
    for value in chosen:
        state = playing.apply(state, value).state
    return state


def value(playing: Game, state: State, name: str) -> Value:
    return state.store.values[playing.layout.position[name]][0]


# ---- what holds for each


@pytest.mark.parametrize("name", LAWS)
def test_loads_without_diagnostics_and_every_sentence_is_encoded(name: str) -> None:
    for version in law(name).versions.values():
        assert {one.status for one in version.coverage} == {"encoded"}


@pytest.mark.parametrize("name", LAWS)
def test_check_finds_it_sound(name: str) -> None:
    result = CliRunner().invoke(cli, ["check", str(FOLDER / name)])
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize(("name", "count"), [("dues", 5), ("library", 8)])
def test_its_worked_cases_pass(name: str, count: int) -> None:
    result = CliRunner().invoke(cli, ["test", str(FOLDER / name), "--format", "json"])
    told = json.loads(result.stdout)
    assert (told["passed"], told["failed"], told["skipped"]) == (count, 0, 0)
    assert result.exit_code == 0


@pytest.mark.parametrize("name", ["library", "seats"])
def test_its_properties_are_proved(name: str) -> None:
    result = CliRunner().invoke(cli, ["verify", str(FOLDER / name), "--format", "json"])
    stated = [one for one in json.loads(result.stdout)["obligations"] if one["kind"] == "never"]
    assert {one["verdict"] for one in stated} == {"proved"}


def test_a_remainder_that_no_rule_shares_out_is_found() -> None:
    """Seven seats, four lists with a vote each: three are left over, and no rule draws three."""
    result = CliRunner().invoke(cli, ["verify", str(FOLDER / "seats"), "--property", "gap.4"])
    assert "gap: no rule applies at the decision sharing" in result.output
    assert result.exit_code == 1


@pytest.mark.parametrize(
    ("name", "how", "ends"),
    [
        ("library", {}, {"in_time", "fee", "lost"}),
        ("dues", {}, {"even", "divided"}),
        ("fares", {}, {"paid", "token"}),
        # Nobody supplies a fare at the age of 65.
        ("fares", {"bare": True}, {"paid", "token", "gap"}),
        ("council", {"change": False}, {"adopted", "rejected"}),
        ("council", {"change": True}, {"adopted", "rejected"}),
    ],
)
def test_play_comes_to_each_end_and_to_no_other(
    name: str, how: dict[str, bool], ends: set[str]
) -> None:
    playing = game(name, **how)
    assert {ended(playout(playing, seed).state) for seed in range(400)} == ends


# ---- ferry: rule, exception, exception to the exception


@pytest.mark.parametrize(
    ("companion", "any_day", "market_day"),
    [
        (None, "carried", "carried"),  # Art. 1 para. 2
        (GOAT, "refused", "refused"),  # Art. 1 para. 1, whatever the day
        (DOG, "carried", "refused"),  # Art. 2 para. 1 departs from Art. 1; Art. 3 goes before it
        (GUIDE_DOG, "carried", "carried"),  # Art. 4 goes before Art. 1, Art. 2 and Art. 3
        (HEN, "refused", "refused"),  # no basket
    ],
)
def test_ferry(companion: int | None, any_day: str, market_day: str) -> None:
    playing = game("ferry")
    for market, basket in ((False, False), (True, False), (False, True), (True, True)):
        given = {"companion": (companion,), "market_day": (market,), "basket": (basket,)}
        expected = market_day if market else any_day
        if companion == HEN and basket:
            expected = "carried"  # Art. 2 para. 2, market or not
        assert ended(playing.initial(started(playing, given)).state) == expected


# ---- fares: a table of cases over four paragraphs, and prices given after their use


@pytest.mark.parametrize(
    ("age", "zone", "fare"),
    [
        (0, SUMMIT, 0),
        (5, SUMMIT, 0),  # under six
        (6, VALLEY, 4),  # 9 / 2, the half coin is not charged
        (15, ALP, 8),  # 17 / 2 likewise
        (15, SUMMIT, 20),  # 40 / 2 exactly
        (16, ALP, 17),
        (64, SUMMIT, 40),
        (65, SUMMIT, 40),  # only by the supplement
        (66, SUMMIT, 10),
        (66, VALLEY, 9),  # ten, but never more than that of the zone
    ],
)
def test_fares(age: int, zone: int, fare: int) -> None:
    playing = game("fares")
    state = played(playing, age, zone)
    assert value(playing, state, "paid") == fare
    assert ended(state) == ("token" if fare == 0 else "paid")


def test_fares_say_nothing_of_sixty_five() -> None:
    bare = game("fares", bare=True)
    assert ended(played(bare, 65, SUMMIT)) == "gap"
    assert ended(played(bare, 64, SUMMIT)) == ended(played(bare, 66, SUMMIT)) == "paid"


# ---- council: two thirds, and a casting vote


def voted(ayes: int, nays: int, abstaining: int, *, change: bool) -> tuple[Game, State]:
    playing = game("council", (("member", ayes + nays + abstaining),), change=change)
    return playing, played(playing, *[AYE] * ayes, *[NAY] * nays, *[DECLINE] * abstaining)


@pytest.mark.parametrize(
    ("ayes", "nays", "abstaining", "end"),
    [
        (2, 1, 0, "adopted"),  # 2 of 3 is two thirds exactly
        (4, 2, 0, "adopted"),  # so is 4 of 6
        (3, 2, 0, "rejected"),  # 3 of 5 is less: 9 < 10
        (2, 1, 4, "adopted"),  # votes cast are what counts
        (2, 2, 0, "rejected"),  # equal votes are no matter for the president here
        (0, 0, 3, "rejected"),  # no vote for it
    ],
)
def test_two_thirds(ayes: int, nays: int, abstaining: int, end: str) -> None:
    assert ended(voted(ayes, nays, abstaining, change=True)[1]) == end


def test_more_votes_decide_other_motions() -> None:
    assert ended(voted(3, 2, 0, change=False)[1]) == "adopted"
    assert ended(voted(2, 3, 2, change=False)[1]) == "rejected"
    assert ended(voted(1, 0, 2, change=False)[1]) == "adopted"


@pytest.mark.parametrize("votes", [(2, 2, 1), (3, 3, 0), (0, 0, 3)])
def test_the_president_decides_between_equal_votes(votes: tuple[int, int, int]) -> None:
    playing, state = voted(*votes, change=False)
    assert state.ending is None
    choice = playing.pending(state)
    assert (choice.actor, playing.lawful(state)) == (None, (AYE, NAY))
    assert ended(playing.apply(state, AYE).state) == "adopted"
    assert ended(playing.apply(state, NAY).state) == "rejected"


# ---- seats: the largest remainders of seven seats


def counted(*voices: int) -> tuple[Game, State]:
    playing = game("seats", (("list", len(voices)),))
    return playing, playing.initial(started(playing, {"voices": voices})).state


def shares(playing: Game, state: State) -> tuple[Value, ...]:
    return state.store.values[playing.layout.position["seats"]]


@pytest.mark.parametrize(
    ("voices", "seats"),
    [
        ((50, 30, 20), (4, 2, 1)),  # 3.5, 2.1, 1.4: one left, for .5
        ((40, 30), (4, 3)),  # whole quotas, none left
        ((18, 14, 16, 22), (2, 1, 2, 2)),  # 1.8, 1.4, 1.6, 2.2: two left, for .8 and .6
        ((100, 1), (7, 0)),  # 6.93, 0.07
    ],
)
def test_seats_shared(voices: tuple[int, ...], seats: tuple[int, ...]) -> None:
    playing, state = counted(*voices)
    assert ended(state) == "shared"
    assert shares(playing, state) == seats


@pytest.mark.parametrize(
    ("voices", "drawn"),
    [
        ((1, 1), {0: (4, 3), 1: (3, 4)}),  # 3.5 each
        ((1, 1, 1), {0: (3, 2, 2), 1: (2, 3, 2), 2: (2, 2, 3)}),  # 2 1/3 each
        # 1.8, 1.5, 1.5, 2.2: two left, one for .8, the other between .5 and .5
        ((18, 15, 15, 22), {1: (2, 2, 1, 2), 2: (2, 1, 2, 2)}),
    ],
)
def test_seats_drawn(voices: tuple[int, ...], drawn: dict[int, tuple[int, ...]]) -> None:
    playing, state = counted(*voices)
    assert playing.lawful(state) == tuple(drawn)
    for drawn_list, seats in drawn.items():
        after = playing.apply(state, drawn_list).state
        assert ended(after) == "drawn"
        assert shares(playing, after) == seats


@pytest.mark.parametrize(
    "voices",
    [
        (1, 1, 1, 1),  # 1.75 each: three seats for four
        (10, 10, 10, 12),  # 1 2/3 three times, and 2: two seats for three
    ],
)
def test_seats_of_several_equal_remainders_are_a_gap(voices: tuple[int, ...]) -> None:
    assert ended(counted(*voices)[1]) == "gap"
