"""Loops: those that end, those that need not, and those that end with probability one."""

from typing import Any

import pytest

from runtime.ruleset.expressions import Interval, Unary
from runtime.ruleset.ruleset import Norm, RuleSet, StateVariable
from runtime.ruleset.statements import ByActor, ByChance, Call, If, Repeat
from runtime.ruleset.types import Truth
from tests.runtime.small_rules import (
    FALSE,
    SMALL,
    TRUE,
    choose,
    end,
    flow,
    n,
    op,
    put,
    read,
    rule_set,
    v,
)
from tests.verify.asked import again, asked, verdicts
from verify.obligation import Obligation
from verify.obligations.termination import termination

UMPIRE = ByActor(role="umpire")
DICE = ByChance(stream="dice")
DIE = Interval(low=n(1), high=n(6))
ANY = Interval(low=n(0), high=n(9))
FLAG = read("flag")
NONE_LEFT = op(read("count"), "equal", n(0))

STATES = {
    "count": StateVariable(id="count", ref="1", domain=(), type=SMALL, initial=0),
    "left": StateVariable(id="left", ref="1", domain=(), type=SMALL, initial=0),
    "flag": StateVariable(id="flag", ref="1", domain=(), type=Truth()),
    "trapped": StateVariable(id="trapped", ref="1", domain=(), type=Truth()),
}


def law(*body: Any, **more: Any) -> RuleSet:
    flows = (*more.pop("flows", ()), flow("game", *body, end()))
    return rule_set(*flows, states=STATES, **more)


def down(state: str, ref: str = "4") -> Any:
    return put(state, to=op(read(state), "subtract", n(1)), ref=ref)


def some_number(state: str = "count") -> tuple[Any, ...]:
    return choose("x", ANY, by=UMPIRE), put(state, to=v("x"), ref="2")


def until_six(by: Any) -> Any:
    """What is thrown, or named, until it is a six."""
    thrown = choose("die", DIE, by=by, ref="3"), put("count", to=v("die"), ref="3")
    return Repeat(ref="3", until=op(read("count"), "equal", n(6)), body=thrown)


def until_wanted(**more: Any) -> Any:
    """What the umpire can end at any time: one who says one, and not zero, does."""
    said = choose("s", Interval(low=n(0), high=n(1)), by=UMPIRE, ref="3", **more)
    ended = If(ref="3", condition=op(v("s"), "equal", n(1)), then=(put("flag", to=TRUE, ref="3"),))
    return Repeat(ref="3", until=FLAG, body=(said, ended))


def one(found: dict[str, list[Obligation]], id: str) -> list[Obligation]:
    """The verdicts on ``id``, for each size."""
    assert [entry.scope for entry in found[id]] == [{"player": 2}, {"player": 3}]
    assert {entry.kind for entry in found[id]} == {id.split(".")[0]}
    return found[id]


def goes_on(rules: RuleSet, found: Obligation) -> None:
    """Play the witness: it comes back to where it was, or goes on for ever by itself."""
    assert found.method in ("lasso", "exhaustion")
    assert found.witness is not None
    states = again(rules, found).states
    ending, back = states[-1].ending, found.witness["comes_back_to"]
    if back is None:
        assert ending is not None
        assert ending.kind == "loop"
    else:
        assert states[-1] == states[back]
        assert back < len(states) - 1


# ---- loops that end


def test_a_loop_that_counts_down_ends() -> None:
    rules = law(*some_number(), Repeat(ref="3", until=NONE_LEFT, body=(down("count"),)))
    found = asked(rules, termination)
    assert verdicts(found) == {"termination.game": {"proved"}}
    for entry in one(found, "termination.game"):
        assert (entry.method, entry.vacuous) == ("ranking", False)
        assert "Art. 3" in entry.articles


def nested(inner: tuple[Any, ...]) -> RuleSet:
    """A loop that counts down; in each pass another flow's loop is run through."""
    body = (down("count"), *some_number("left"), Call(ref="5", flow="rest"))
    inside = Repeat(ref="5", until=op(read("left"), "equal", n(0)), body=inner)
    return law(
        *some_number(),
        Repeat(ref="3", until=NONE_LEFT, body=body),
        flows=(flow("rest", inside),),
    )


def test_each_loop_is_asked_about_by_itself() -> None:
    found = asked(nested((down("left", "5"),)), termination)
    assert verdicts(found) == {"termination.game": {"proved"}, "termination.rest": {"proved"}}
    for entry in one(found, "termination.game"):
        assert "termination.rest" in entry.assumptions
    for entry in one(found, "termination.rest"):
        assert not [name for name in entry.assumptions if name.startswith("termination")]


def test_a_loop_inside_that_does_not_end_is_blamed_and_not_the_one_around_it() -> None:
    rules = nested((put("flag", to=Unary(operator="not", item=FLAG), ref="5"),))
    found = asked(rules, termination)
    assert verdicts(found)["termination.rest"] == {"refuted"}
    for entry in one(found, "termination.rest"):
        goes_on(rules, entry)
    for entry in one(found, "termination.game"):
        assert entry.verdict != "proved" or "termination.rest" in entry.assumptions


def test_a_loop_inside_one_of_the_same_flow() -> None:
    inside = Repeat(ref="5", until=op(read("left"), "equal", n(0)), body=(down("left", "5"),))
    body = (down("count"), *some_number("left"), inside)
    rules = law(*some_number(), Repeat(ref="3", until=NONE_LEFT, body=body))
    assert verdicts(asked(rules, termination)) == {"termination.game": {"proved"}}
    body = (down("count"), *some_number("left"), inside.model_copy(update={"body": ()}))
    rules = law(*some_number(), Repeat(ref="3", until=NONE_LEFT, body=body))
    found = asked(rules, termination)
    assert verdicts(found)["termination.game"] == {"refuted"}
    for entry in one(found, "termination.game"):
        goes_on(rules, entry)


# ---- loops that need not end


def test_a_loop_that_goes_on_by_itself() -> None:
    turned = put("flag", to=Unary(operator="not", item=FLAG), ref="3")
    rules = law(Repeat(ref="3", body=(turned,)))
    found = asked(rules, termination)
    assert verdicts(found) == {
        "termination.game": {"refuted"},
        "almost_surely.game": {"refuted"},
    }
    for entry in one(found, "termination.game"):
        goes_on(rules, entry)
        assert entry.witness is not None
        assert entry.witness["comes_back_to"] is None


def test_counting_up_where_it_should_go_down() -> None:
    # The counter goes from nine to zero again, and ten is never reached.
    full = op(read("count"), "equal", n(9))
    raised = put("count", to=op(read("count"), "add", n(1)), ref="4")
    emptied = put("count", to=n(0), ref="4")
    around = If(ref="4", condition=full, then=(emptied,), otherwise=(raised,))
    rules = law(Repeat(ref="3", until=FLAG, body=(around,)))
    found = asked(rules, termination)
    assert verdicts(found)["termination.game"] == {"refuted"}
    for entry in one(found, "termination.game"):
        goes_on(rules, entry)


@pytest.mark.parametrize("loop", [until_wanted(), until_six(UMPIRE), until_six(DICE)])
def test_a_loop_that_somebody_or_dice_can_keep_going_ends_almost_surely(loop: Any) -> None:
    rules = law(loop)
    found = asked(rules, termination)
    assert verdicts(found) == {
        "termination.game": {"refuted"},
        "almost_surely.game": {"proved"},
    }
    for entry in one(found, "termination.game"):
        goes_on(rules, entry)
        assert entry.witness is not None
        assert entry.witness["comes_back_to"] is not None
    for entry in one(found, "almost_surely.game"):
        assert entry.method == "chance"


# ---- no way out: nothing of that kind may be proved


def not_proved(rules: RuleSet) -> None:
    found = asked(rules, termination)
    assert "proved" not in verdicts(found)["almost_surely.game"]
    assert "proved" not in verdicts(found)["termination.game"]


def test_without_a_way_out_nothing_is_proved() -> None:
    never = Repeat(ref="3", until=FLAG, body=(choose("s", DIE, by=DICE, ref="3"),))
    not_proved(law(never))


def test_who_is_trapped_does_not_get_out() -> None:
    free = Unary(operator="not", item=read("trapped"))
    said = choose("s", Interval(low=n(0), high=n(2)), by=UMPIRE, ref="3")
    out = op(op(v("s"), "equal", n(1)), "and", free)
    ways = (
        If(ref="3", condition=op(v("s"), "equal", n(2)), then=(put("trapped", to=TRUE, ref="3"),)),
        If(ref="3", condition=out, then=(put("flag", to=TRUE, ref="3"),)),
    )
    not_proved(law(Repeat(ref="3", until=FLAG, body=(said, *ways))))


def test_a_way_out_that_a_norm_forbids_is_none() -> None:
    forbidden = Norm(ref="5", forbidden=FLAG)
    not_proved(law(until_wanted(), norms=(forbidden,)))


def test_a_way_out_is_none_if_a_norm_forbids_what_comes_after_the_loop() -> None:
    forbidden = Norm(ref="5", forbidden=read("trapped"))
    not_proved(law(until_wanted(), put("trapped", to=TRUE, ref="4"), norms=(forbidden,)))


def test_a_way_into_a_gap_is_no_way_out() -> None:
    silent = {"kind": "gap", "ref": "4", "gap": "silence", "reason": "not said"}
    said = choose("s", Interval(low=n(0), high=n(1)), by=UMPIRE, ref="3")
    lost = If(ref="4", condition=op(v("s"), "equal", n(1)), then=(silent,))
    not_proved(law(Repeat(ref="3", until=FALSE, body=(said, lost))))


# ---- from pass to pass, and through loops inside


def unless(state: str, value: int, *then: Any, otherwise: tuple[Any, ...] = ()) -> Any:
    """``then`` where ``state`` is not ``value``."""
    same = op(read(state), "equal", n(value))
    return If(ref="4", condition=same, then=otherwise, otherwise=then)


def up(state: str) -> Any:
    return put(state, to=op(read(state), "add", n(1)), ref="4")


def staked(*at_nine: Any) -> RuleSet:
    """Who throws less than four loses one, else wins one, until nothing is left."""
    won = op(v("die"), "greater", n(3))
    game = If(ref="4", condition=won, then=(up("count"),), otherwise=(down("count"),))
    thrown = choose("die", DIE, by=DICE, ref="3")
    body = (thrown, unless("count", 9, game, otherwise=at_nine))
    return law(*some_number(), Repeat(ref="3", until=NONE_LEFT, body=body))


def test_who_stakes_one_at_a_time_has_lost_all_in_the_end() -> None:
    for entry in one(asked(staked(down("count")), termination), "almost_surely.game"):
        assert (entry.verdict, entry.method) == ("proved", "chance")
        assert "the sum of count" in entry.detail
        assert any("at random" in one for one in entry.assumptions)


def test_who_keeps_nine_for_ever_is_in_a_trap() -> None:
    rules = staked()
    for entry in one(asked(rules, termination), "almost_surely.game"):
        assert (entry.verdict, entry.method) == ("refuted", "exhaustion")
        goes_on(rules, entry)


def rounds(*body: Any, after: tuple[Any, ...] = (), times: int = 9) -> RuleSet:
    """Rounds of nine turns each; play ends after a round at whose end the count is three."""
    turns = Repeat(ref="5", until=op(read("left"), "equal", n(0)), body=(*body, down("left", "5")))
    won = op(read("count"), "equal", n(3))
    done = If(ref="6", condition=won, then=(put("flag", to=TRUE, ref="6"),))
    whole = (put("left", to=n(times), ref="4"), Call(ref="4", flow="turns"), *after, done)
    return law(
        Repeat(ref="3", until=FLAG, body=whole),
        flows=(flow("turns", turns),),
    )


THROWN = (choose("die", DIE, by=DICE, ref="5"), put("count", to=v("die"), ref="5"))


def test_what_is_chosen_last_in_a_loop_inside_can_end_the_one_around_it() -> None:
    found = asked(rounds(*THROWN), termination)
    assert verdicts(found)["termination.game"] == {"refuted"}
    for entry in one(found, "almost_surely.game"):
        assert (entry.verdict, entry.method) == ("proved", "chance")
        assert "termination.turns" not in entry.assumptions  # shown here, of this place


def test_what_is_undone_after_the_loop_inside_ends_nothing() -> None:
    rules = rounds(*THROWN, after=(put("count", to=n(0), ref="6"),))
    for entry in one(asked(rules, termination), "almost_surely.game"):
        assert entry.verdict != "proved"
    rules = rounds(*THROWN, after=(put("count", to=n(0), ref="6"),), times=1)
    for entry in one(asked(rules, termination), "almost_surely.game"):
        assert entry.verdict == "refuted"
        goes_on(rules, entry)


def test_a_loop_inside_may_itself_end_almost_surely_only() -> None:
    again = Repeat(ref="5", until=op(read("count"), "equal", n(3)), body=THROWN)
    assert verdicts(asked(rounds(again), termination))["almost_surely.game"] == {"proved"}


def test_with_a_loop_inside_that_ends_it_ends_almost_surely() -> None:
    inside = Repeat(ref="5", until=op(read("left"), "equal", n(0)), body=(down("left", "5"),))
    said = choose("s", Interval(low=n(0), high=n(1)), by=UMPIRE, ref="3")
    ended = If(ref="3", condition=op(v("s"), "equal", n(1)), then=(put("flag", to=TRUE, ref="3"),))
    rules = law(Repeat(ref="3", until=FLAG, body=(said, ended, inside)))
    assert verdicts(asked(rules, termination))["almost_surely.game"] == {"proved"}
