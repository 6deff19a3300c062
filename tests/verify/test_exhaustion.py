"""Exhaustion: for each thing it decides, a sound law and one with a mistake in it."""

from typing import Any

import pytest

from runtime.ruleset import statements as st
from runtime.ruleset.expressions import Expr
from runtime.ruleset.properties import Always, LoopEnds, Never
from runtime.ruleset.ruleset import LawParameter, Norm, RuleSet
from runtime.ruleset.types import Number, Truth
from runtime.sizes import sizes
from tests.runtime.small_rules import (
    FALSE,
    SMALL,
    TRUE,
    add_to_count,
    choose,
    counter_game,
    end,
    flow,
    n,
    numbers,
    op,
    put,
    read,
    rule,
    rule_set,
    strip_game,
    v,
)
from verify.endless import anything_endless, endless
from verify.exhaustion import Exploration
from verify.replay import replay
from verify.symbolic import Scope


def exploring(rules: RuleSet, most: int = 2_000, flow: str = "game") -> Exploration:
    return Exploration(Scope(rules, sizes(rules)), flow, most)


def never(condition: Expr) -> Never:
    return Never(id="claim", sentence="", flow="game", condition=condition)


def ends(loop: str = "game", within: tuple[str, ...] = ()) -> LoopEnds:
    return LoopEnds(id="ends", sentence="", flow="game", loop=loop, within=within)


def counting(*body: st.Stmt, **more: Any) -> RuleSet:
    """A flow that is over after ``body``."""
    return rule_set(flow("game", *body, end()), **more)


COUNT_IS_5 = op(read("count"), "equal", n(5))


# States


def test_a_norm_that_is_kept_holds_everywhere_and_a_broken_one_has_a_shortest_witness() -> None:
    rules = strip_game()
    apart = never(rules.norms[0].forbidden)
    found = exploring(rules).state(apart)
    assert (found.holds, found.changed, found.witness) == (True, True, None)
    twin = exploring(rules.model_copy(update={"norms": ()})).state(apart)
    assert twin.holds is False
    assert twin.witness is not None
    assert twin.witness["from_start"]
    assert len(twin.witness["choices"]) == 2
    assert twin.refs == ("2",)


def test_a_store_between_two_choices_counts() -> None:
    picked = choose("x", numbers(1, 2))
    through = (put("count", to=n(5)), put("count", to=v("x")))
    found = exploring(counting(picked, *through)).state(never(COUNT_IS_5))
    assert found.holds is False
    assert found.witness is not None
    assert found.witness["state"]["count"] == 5
    assert found.witness["steps"][-1]["step"] == "assigned"
    assert exploring(counting(picked, *through[1:])).state(never(COUNT_IS_5)).holds is True


def test_the_start_counts() -> None:
    rules = counting(put("count", to=n(1)))
    found = exploring(rules).state(never(op(read("count"), "equal", n(0))))
    assert found.holds is False
    assert found.witness is not None
    assert found.witness["choices"] == []
    assert exploring(rules).state(never(op(read("count"), "equal", n(2)))).holds is True


def test_what_is_undefined_does_not_always_hold() -> None:
    low = Always(id="low", sentence="", flow="game", condition=op(n(4), "at_least", read("count")))
    rules = counting(choose("x", numbers(1, 4)), put("count", to=v("x")))
    assert exploring(rules).state(low).holds is True
    divided = op(op(n(4), "divide", read("count")), "at_least", n(0))
    undefined = low.model_copy(update={"condition": divided})
    assert exploring(rules).state(undefined).holds is False
    assert exploring(rules).state(never(divided)).holds is False
    at_nothing = op(op(n(4), "divide", read("count")), "less", n(0))
    assert exploring(rules).state(never(at_nothing)).holds is True


def test_what_nothing_ever_changes_is_told() -> None:
    rules = counting(choose("x", numbers(1, 4)), put("count", to=v("x")))
    assert not exploring(rules).state(never(read("flag"))).changed


def test_dice_show_whatever_they_show_and_lots_keep_the_norms() -> None:
    norms = (Norm(ref="5", forbidden=COUNT_IS_5),)
    for stream, kinds in (("dice", ["conflict"]), ("lots", [])):
        drawn = choose("x", numbers(4, 5), by=st.ByChance(stream=stream))
        exploration = exploring(counting(drawn, put("count", to=v("x")), norms=norms))
        assert [one.ending.kind for one in exploration.bad_endings()] == kinds
        assert exploration.state(never(COUNT_IS_5)).holds is True


# Loops


def test_a_loop_that_scores_ends_and_its_twin_comes_back() -> None:
    rules = counter_game()
    assert endless(exploring(rules), ends()).holds is True
    rounds, *rest = rules.flows["game"].parts[0].body
    unscored = rounds.model_copy(update={"body": rounds.body[:-1]})
    found = endless(exploring(rule_set(flow("game", unscored, *rest))), ends())
    assert found.holds is False
    assert found.witness is not None
    assert found.witness["from_start"]
    assert found.witness["comes_back_to"] is not None
    assert set(found.refs) <= {"2", "3", "3.1", "4"}


def test_a_loop_without_a_choice_in_it_ends_or_not() -> None:
    def law(step: int) -> RuleSet:
        until = op(read("count"), "at_least", n(3))
        more = put("count", to=op(read("count"), "add", n(step)))
        return counting(choose("x", numbers(1, 2)), st.Repeat(ref="3", until=until, body=(more,)))

    assert endless(exploring(law(1)), ends()).holds is True
    found = endless(exploring(law(0)), ends())
    assert found.holds is False
    assert found.witness is not None
    assert found.witness["comes_back_to"] is None
    assert found.witness["steps"][-1]["step"] == "ended"


def test_an_inner_loop_ends_although_the_outer_one_does_not() -> None:
    inner = flow("inner", st.Repeat(ref="3", times=2, body=(choose("x", numbers(1, 2), ref="3"),)))
    outer = st.Repeat(ref="9", body=(st.Call(ref="9", flow="inner"),))
    exploration = exploring(rule_set(flow("game", outer), inner))
    assert endless(exploration, ends("inner")).holds is True
    assert endless(exploration, ends("game")).holds is False
    assert anything_endless(exploration).holds is False


def test_an_outer_loop_does_not_end_where_the_inner_one_does_not() -> None:
    inner = flow("inner", st.Repeat(ref="3", body=(choose("x", numbers(1, 2), ref="3"),)))
    outer = st.Repeat(ref="9", times=2, body=(st.Call(ref="9", flow="inner"),))
    exploration = exploring(rule_set(flow("game", outer), inner))
    assert endless(exploration, ends("inner")).holds is False
    # No way leads from the inner loop back to the outer, so the graph does not tell whose it is.
    assert endless(exploration, ends("game")).holds is None


def test_only_the_paragraphs_asked_about_count() -> None:
    exploration = exploring(
        rule_set(flow("game", st.Repeat(ref="3", body=(choose("x", numbers(1, 2), ref="11"),))))
    )
    assert endless(exploration, ends(within=("3", "11"))).holds is False
    assert endless(exploration, ends(within=("3",))).holds is True


# Endings

LONE = op(read("count"), "equal", n(1))

BAD: dict[str, tuple[tuple[st.Stmt, ...], tuple[st.Stmt, ...], dict[str, Any], str]] = {
    "gap": (
        (st.If(ref="4", condition=LONE, then=(st.StatedGap(ref="4", gap="open", reason="?"),)),),
        (),
        {},
        "4",
    ),
    "conflict": (
        (st.Decide(ref="3", decision="verdict"),),
        (st.If(ref="3", condition=FALSE, then=(st.Decide(ref="3", decision="verdict"),)),),
        {"decisions": {"verdict": (rule("10", TRUE, end()), rule("11", LONE, end()))}},
        "10",
    ),
    "range": (
        (put("count", to=op(read("count"), "add", n(9)), ref="5"),),
        (put("count", to=op(read("count"), "add", n(7)), ref="5"),),
        {},
        "5",
    ),
    "stuck": (
        (choose("y", numbers(3), ref="3.1"), add_to_count(v("y"), "3.1")),
        (choose("y", numbers(2, 3), ref="3.1"), add_to_count(v("y"), "3.1")),
        {"norms": (Norm(ref="5", forbidden=op(read("count"), "equal", n(4))),)},
        "3.1",
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_each_kind_of_bad_ending_is_met_and_its_run_replays(kind: str) -> None:
    wrong, right, more, ref = BAD[kind]
    before = (choose("x", numbers(0, 1, 2)), put("count", to=v("x")))
    exploration = exploring(counting(*before, *wrong, **more))
    found = exploration.bad_endings()
    assert [(one.ending.kind, one.ending.at) for one in found] == [(kind, ref)]
    assert len(found[0].run.choices) == 1
    assert exploration.incomplete() == ""
    replayed = replay(exploration.scope.rules, found[0].run)
    assert replayed.states[-1].ending == found[0].ending
    if kind == "conflict":
        assert found[0].ending.between == ("10", "11")
    assert exploring(counting(*before, *right, **more)).bad_endings() == ()


# Giving up


def test_more_states_than_allowed_prove_nothing() -> None:
    for most in (3, 20):
        exploration = exploring(counter_game(), most)
        for found in (
            exploration.state(never(op(read("count"), "equal", n(9)))),
            endless(exploration, ends()),
        ):
            assert found.holds is None
            assert found.detail.startswith("gave up after")
        assert most < len(exploration.visits) <= most + 10


def test_what_was_met_before_giving_up_still_refutes() -> None:
    found = exploring(counter_game(), 20).state(never(op(read("count"), "equal", n(1))))
    assert found.holds is False


def test_a_walk_is_the_same_every_time() -> None:
    first, again = (exploring(counter_game()) for _ in range(2))
    first.walk()
    again.walk()
    assert first.visits == again.visits
    assert first.edges == again.edges


# Settings of the law


def parameter(type: Any, default: int | None = None) -> dict[str, Any]:
    return {
        "parameters": {"length": LawParameter(id="length", ref="1", type=type, default=default)}
    }


LONG = Number(low=0, high=3600)


def test_every_value_of_a_small_setting_is_tried() -> None:
    more = parameter(Truth())
    raised = st.If(ref="3", condition=read("length"), then=(put("count", to=n(5)),))
    found = exploring(counting(raised, **more)).state(never(COUNT_IS_5))
    assert found.holds is False
    assert found.witness is not None
    assert found.witness["parameters"] == {"length": True}
    lowered = st.If(ref="3", condition=read("length"), then=(put("count", to=n(4)),))
    assert exploring(counting(lowered, **more)).state(never(COUNT_IS_5)).holds is True
    assert exploring(counting(lowered, **parameter(SMALL, 3)), 30).settings.sampled == ()


def test_a_length_of_time_that_is_only_said_stands_for_all() -> None:
    said = st.Announce(ref="3", text="speak", duration=read("length"))
    exploration = exploring(counting(said, put("count", to=n(1)), **parameter(LONG, 60)))
    assert exploration.state(never(COUNT_IS_5)).holds is True
    # But not for a property that reads it.
    asked = exploration.state(never(op(read("length"), "equal", n(7))))
    assert asked.holds is None
    assert asked.detail.endswith("not for every value of length")


def test_a_length_of_time_on_which_play_depends_does_not() -> None:
    longer = st.If(
        ref="3", condition=op(read("length"), "equal", n(7)), then=(put("count", to=n(5)),)
    )
    found = exploring(counting(longer, **parameter(LONG, 60))).state(never(COUNT_IS_5))
    assert found.holds is None
    assert found.detail.endswith("not for every value of length")
    found = exploring(counting(longer, **parameter(LONG, 7))).state(never(COUNT_IS_5))
    assert found.holds is False


def test_a_length_worked_out_may_be_undefined_so_play_depends_on_it() -> None:
    share = op(n(60), "divide", read("length"))
    said = st.Announce(ref="3", text="speak", duration=share)
    found = exploring(counting(said, **parameter(LONG, 60))).state(never(COUNT_IS_5))
    assert found.holds is None


def test_arguments_of_the_flow_are_tried_too() -> None:
    rules = rule_set(flow("game", put("count", to=v("much")), end(), much=Number(low=0, high=5)))
    found = exploring(rules).state(never(COUNT_IS_5))
    assert found.holds is False
    assert exploring(rules).state(never(op(read("count"), "equal", n(6)))).holds is True
