"""Reaching: for each kind of goal a law in which it can be met, and how small the run is."""

import os
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from compiler.law import Law, load_sound
from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import Case, Definition, Norm, RuleSet
from runtime.ruleset.statements import Decide, Repeat
from runtime.state import Ending
from runtime.steps import DECLINE, Applied
from tests.runtime.small_rules import (
    SMALL,
    add_to_count,
    apply,
    choose,
    counter_game,
    end,
    flow,
    numbers,
    op,
    put,
    read,
    rule,
    rule_set,
    strip_game,
    v,
)
from tests.runtime.small_rules import n as number
from tests.verify.laws import CLASH, contest
from verify.limits import Limit
from verify.reach import Applies, Ends, Goal, Holds, Reached, reach
from verify.reach.met import Watch
from verify.reach.quest import until_met
from verify.reach.shrink import Shrinker
from verify.replay import Run
from verify.search import Budget
from verify.symbolic import Scope

LITTLE = Budget(nodes=2_000, questions=20)


def reached(rules: RuleSet, name: str, goal: Goal, sizes: Mapping[str, int]) -> Reached:
    scope = Scope(rules, dict(sizes))
    return reach(scope, lower(rules, name), goal, limit=Limit(5_000, 20), budget=LITTLE)


def ending(found: Reached) -> Ending:
    assert found.replayed is not None, found.tried
    last = found.replayed.states[-1].ending
    assert last is not None
    return last


def choices(found: Reached) -> tuple[Any, ...]:
    assert found.run is not None, found.tried
    return found.run.choices


# Small laws.


def judging() -> RuleSet:
    """A number is chosen; of 0 no rule speaks, of 3 two do."""
    count = read("count")
    rules = (
        rule("9", op(count, "equal", number(1)), end()),
        rule("10", op(count, "at_least", number(2)), end(ref="10")),
        rule("11", op(count, "equal", number(3)), end(ref="11")),
    )
    body = (
        choose("x", numbers(1, 2, 0, 3)),
        put("count", to=v("x")),
        Decide(ref="5", decision="verdict"),
    )
    return rule_set(flow("game", *body), decisions={"verdict": rules})


def climbing(*, norm: bool) -> RuleSet:
    """Two or three is added until the count is nine; a norm may forbid more than seven."""
    turn = (choose("x", numbers(2, 3)), add_to_count(v("x"), "3"))
    loop = Repeat(ref="4", until=op(read("count"), "equal", number(9)), body=turn)
    forbidden = op(read("count"), "greater", number(7))
    norms = (Norm(ref="10", forbidden=forbidden),) if norm else ()
    return rule_set(flow("game", loop, end()), norms=norms)


def test_a_gap_in_a_decision() -> None:
    found = reached(judging(), "game", Ends("gap", "5", "verdict"), {"player": 2})
    assert choices(found) == (0,)
    assert (ending(found).kind, ending(found).gap) == ("gap", "verdict")


@pytest.mark.parametrize("ref", ["5", "10", "11", None])
def test_a_conflict_is_found_under_each_paragraph_it_concerns(ref: str | None) -> None:
    found = reached(judging(), "game", Ends("conflict", ref), {"player": 2})
    assert choices(found) == (3,)
    assert ending(found).between == ("10", "11")


def test_a_rule_applies() -> None:
    found = reached(judging(), "game", Applies("10", decision="verdict"), {"player": 2})
    assert choices(found) == (2,)
    assert found.replayed is not None
    assert any(isinstance(step, Applied) and step.ref == "10" for step in found.replayed.steps)


def test_a_rule_that_only_ever_clashes_does_not_apply() -> None:
    found = reached(judging(), "game", Applies("11", decision="verdict"), {"player": 2})
    assert found.run is None
    assert "games with random choices" in found.tried


def test_a_case_applies_where_it_is_asked_for() -> None:
    cases = tuple(
        Case(ref=ref, guard=op(read("count"), comparison, number(4)), value=number(0))
        for ref, comparison in (("3", "less"), ("3.1", "at_least"))
    )
    level = Definition(id="level", parameters=(), type=SMALL, cases=cases)
    body = (choose("x", numbers(1, 5)), put("count", to=v("x")), put("count", to=apply("level")))
    rules = rule_set(flow("game", *body), definitions={"level": level})
    for ref, value in (("3", 1), ("3.1", 5)):
        assert choices(reached(rules, "game", Applies(ref, definition="level"), {"player": 2})) == (
            value,
        )
    with pytest.raises(ValueError, match="no case"):
        reached(rules, "game", Applies("9", definition="level"), {"player": 2})


def test_a_value_outside_its_range() -> None:
    found = reached(climbing(norm=False), "game", Ends("range", "3"), {"player": 2})
    assert sum(choices(found)) > 9
    assert len(choices(found)) == 4
    assert ending(found).kind == "range"


def test_a_dead_end() -> None:
    found = reached(climbing(norm=True), "game", Ends("stuck", "2"), {"player": 2})
    assert sum(choices(found)) in (6, 7)
    assert len(choices(found)) == 3 - (sum(choices(found)) == 6)
    assert ending(found).kind == "stuck"


def test_a_sound_law_has_no_dead_end() -> None:
    found = reached(counter_game(), "game", Ends("stuck"), {"player": 2})
    assert (found.run, found.replayed) == (None, None)


def test_a_state_is_reached_with_the_fewest_choices() -> None:
    high = op(read("count"), "at_least", number(5))
    found = reached(counter_game(), "game", Holds(high), {"player": 2})
    assert len(choices(found)) == 3
    assert choices(found)[1] is DECLINE


def test_the_start_can_be_the_state_looked_for() -> None:
    low = op(read("count"), "less", number(5))
    found = reached(counter_game(), "game", Holds(low), {"player": 2})
    assert choices(found) == ()
    none = Holds(ex.TruthConstant(value=False))
    assert reached(counter_game(), "game", none, {"player": 2}).run is None


def test_a_state_in_which_a_condition_has_no_value() -> None:
    spot = ex.Unwrap(item=read("spot_of", ex.ElementConstant(set="player", index=0)))
    rules = strip_game()
    condition = op(spot, "equal", spot)
    found = reached(rules, "game", Holds(condition, value=False, or_undefined=True), {"player": 2})
    assert choices(found) == ()


# Many members.


@pytest.mark.parametrize("pieces", [3, 4])
def test_a_tie_of_all_is_rare_in_play_and_found_all_the_same(pieces: int) -> None:
    goal = Ends("gap", "10.1", "nobody_left")
    found = reached(contest(), "play", goal, {"piece": pieces, "token": 24})
    assert ending(found).gap == "nobody_left"
    assert found.replayed is not None
    columns = found.replayed.states[-1].store.values
    spots = {spot for column in columns for spot in column if isinstance(spot, tuple)}
    assert len(spots) <= pieces


def test_two_dice_alike_leave_no_spot() -> None:
    found = reached(contest(), "play", Ends("stuck", "6"), {"piece": 2, "token": 24})
    assert choices(found) == (1, 1, 1, 1, (2, 2), 1, 1, 1, 1)


def test_without_the_norm_the_shared_spot_is_the_plainest() -> None:
    found = reached(contest(norm=False), "play", Holds(CLASH), {"piece": 2, "token": 24})
    assert choices(found) == (1, 1, 1, 1, (2, 2)) * 2


# Real laws.


@pytest.fixture(scope="module")
def posg() -> Law:
    return load_sound("spec/posg")


def sized(candidates: int, voters: int = 24) -> dict[str, int]:
    return {"player": candidates, "candidate": candidates, "voter": voters}


@pytest.mark.parametrize("candidates", [3, 4])
def test_all_remaining_candidates_tie(posg: Law, candidates: int) -> None:
    rules = posg.rules("de", supplements=())
    found = reached(rules, "game", Ends("gap", "10.1", "nobody_left"), sized(candidates))
    assert ending(found).gap == "nobody_left"


def test_two_candidates_tie(posg: Law) -> None:
    rules = posg.rules("de", supplements=())
    found = reached(rules, "game", Ends("conflict", "11"), sized(2))
    assert ending(found).between == ("10.1", "11")


@pytest.mark.parametrize("candidates", [2, 3, 4])
def test_every_square_the_dice_allow_is_taken(posg: Law, candidates: int) -> None:
    rules = posg.rules("de", supplements=())
    found = reached(rules, "game", Ends("stuck", "4.2"), sized(candidates))
    assert len(choices(found)) == 11
    assert (ending(found).kind, ending(found).at) == ("stuck", "4.2")


@pytest.mark.slow
def test_nobody_has_a_vote_to_deduct(posg: Law) -> None:
    others = [one.id for one in posg.rules("de").supplements if one.id != "deduct_abstaining"]
    rules = posg.rules("de", supplements=tuple(others))
    found = reached(rules, "game", Ends("stuck", "11"), sized(2))
    assert (ending(found).kind, ending(found).at) == ("stuck", "11")


@pytest.mark.parametrize("players", [3, 12])
@pytest.mark.parametrize("gap", ["ballot_result", "who_takes_part_again"])
def test_what_the_run_off_rules_do_not_say(players: int, gap: str) -> None:
    supplements = ("nominations", "automatic_unless_set", "a_minute_of_defence", "voting_in_turn")
    rules = load_sound("spec/stichwahl").rules("de", supplements=supplements)
    sizes = {one.id: one.low for one in rules.sets.values()} | {"player": players}
    found = reached(rules, "day", Ends("gap", None, gap), sizes)
    assert ending(found).gap == gap


# Shrinking, and the same every time.


def test_shrinking_never_loses_the_goal_and_never_grows() -> None:
    high = op(read("count"), "at_least", number(5))
    game = Game(counter_game(), "game", {"player": 2})
    shrinker = Shrinker(Watch(game, Holds(high)), {}, 1_000)
    large = (2, 1, 2, 1, 2, 1, 2, DECLINE, 1, DECLINE, 3)
    small = shrinker.shrink(large)
    assert len(small) < len(large)
    found = until_met(counter_game(), Holds(high), Run("game", {"player": 2}, {}, {}, None, small))
    assert found is not None
    assert found.choices == small


def test_runs_do_not_depend_on_hashes() -> None:
    code = """
from tests.verify.test_reach import Ends, contest, reached
goal = Ends("gap", "10.1", "nobody_left")
print(reached(contest(), "play", goal, {"piece": 3, "token": 24}).run.choices)
"""
    elsewhere = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    goal = Ends("gap", "10.1", "nobody_left")
    here = reached(contest(), "play", goal, {"piece": 3, "token": 24})
    assert here.run is not None
    assert elsewhere == f"{here.run.choices}\n"
