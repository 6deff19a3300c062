"""Ends of play: each kind, where it is found and what it says."""

from typing import Any

import pytest

from runtime.interpreter import Advance, Game
from runtime.lowering import NO_TURN
from runtime.parameters import BadParameter
from runtime.ruleset.expressions import Nothing, Quantified, Read, Select, Unwrap
from runtime.ruleset.ruleset import Case, Definition, LawParameter, Norm, RuleSet, StateVariable
from runtime.ruleset.statements import (
    Again,
    Announce,
    Assign,
    Audience,
    ByNobody,
    Call,
    Decide,
    Each,
    If,
    Let,
    Repeat,
    Return,
    Shown,
    StatedGap,
    Update,
)
from runtime.ruleset.types import Optional
from runtime.state import Ending
from runtime.steps import Announced, Applied, Assigned, Blocked, Bound, Change
from tests.runtime.small_rules import (
    FALSE,
    PLAYER,
    PLAYERS,
    SMALL,
    TRUE,
    add_to_count,
    apply,
    choose,
    end,
    flow,
    n,
    numbers,
    op,
    over,
    put,
    read,
    rule,
    rule_set,
    tie_break,
    v,
)


def start(rules: RuleSet, **more: Any) -> Advance:
    return Game(rules, "game", **more).initial()


def ending(rules: RuleSet) -> Ending:
    found = start(rules).state.ending
    assert found is not None
    return found


def decided(*rules: Any) -> RuleSet:
    decide = Decide(ref="9", decision="verdict")
    return rule_set(flow("game", decide, end("after")), decisions={"verdict": rules})


def test_an_outcome_that_is_a_state_variable_is_reported_with_its_value() -> None:
    found = ending(rule_set(flow("game", put("count", to=n(4)), end("count"))))
    assert (found.kind, found.at, found.outcome, found.value) == ("end", "9", "count", 4)


def test_an_outcome_that_is_no_state_variable_has_no_value() -> None:
    found = ending(rule_set(flow("game", end("over"))))
    assert (found.outcome, found.value) == ("over", None)


def test_a_flow_that_runs_through_is_done_and_gives_its_result() -> None:
    found = ending(rule_set(flow("game", Return(ref="1", value=n(7)), result=SMALL)))
    assert (found.kind, found.value) == ("done", 7)


def test_a_decision_without_a_rule_that_applies_is_a_gap() -> None:
    found = ending(decided(rule("10", FALSE)))
    assert (found.kind, found.at, found.gap) == ("gap", "9", "verdict")


def test_a_rule_that_applies_alone_is_followed_and_noted() -> None:
    advance = start(decided(rule("10", FALSE), rule("11", TRUE, add_to_count(n(1)))))
    assert [s.ref for s in advance.steps if isinstance(s, Applied)] == ["11"]
    assert advance.state.ending is not None
    assert advance.state.ending.outcome == "after"


def test_two_rules_without_precedence_are_a_conflict_between_their_paragraphs() -> None:
    found = ending(decided(rule("10.1", TRUE), rule("11", TRUE)))
    assert (found.kind, found.between) == ("conflict", ("10.1", "11"))


def test_a_rule_that_departs_from_an_article_prevails_over_its_paragraphs() -> None:
    found = ending(
        decided(rule("10.1", TRUE, end("a")), rule("11", TRUE, end("b"), departs_from=("10",)))
    )
    assert found.outcome == "b"


def test_a_rule_yields_to_the_one_it_names_only_where_that_one_applies() -> None:
    weak = rule("10.1", TRUE, end("a"), yields_to=("11",))
    assert ending(decided(weak, rule("11", TRUE, end("b")))).outcome == "b"
    assert ending(decided(weak, rule("11", FALSE, end("b")))).outcome == "a"


def test_rules_that_prevail_over_each_other_are_a_conflict() -> None:
    found = ending(
        decided(rule("10", TRUE, departs_from=("11",)), rule("11", TRUE, departs_from=("10",)))
    )
    assert (found.kind, found.between) == ("conflict", ("10", "11"))


def test_a_stated_gap_ends_play_with_its_id() -> None:
    found = ending(rule_set(flow("game", StatedGap(ref="5", gap="order", reason="silent"))))
    assert (found.kind, found.at, found.gap, found.detail) == ("gap", "5", "order", "silent")


def test_an_expression_without_a_value_ends_play_in_its_paragraph() -> None:
    states = {"best": StateVariable(id="best", ref="1", domain=(), type=Optional(item=PLAYER))}
    use = Let(ref="4", name="x", type=PLAYER, value=Unwrap(item=read("best")))
    found = ending(rule_set(flow("game", use), states=states))
    assert (found.kind, found.at) == ("gap", "4")
    assert "best" in found.detail


def test_a_state_variable_outside_its_range_ends_play() -> None:
    found = ending(rule_set(flow("game", put("count", to=n(10), ref="3"))))
    assert (found.kind, found.at) == ("range", "3")


def test_updates_of_one_place_must_agree() -> None:
    places = over("p", PLAYER, PLAYERS)
    same = Assign(ref="3", each=places, updates=(Update(state="count", value=n(2)),))
    assert ending(rule_set(flow("game", same, end("count")))).value == 2
    other = Assign(ref="3", each=places, updates=(Update(state="count", value=v("p")),))
    assert ending(rule_set(flow("game", other, end("count")))).kind == "conflict"


def test_updates_of_one_assignment_see_the_state_before() -> None:
    swap = Assign(
        ref="3",
        updates=(
            Update(state="score", arguments=(n(0),), value=read("score", n(1))),
            Update(state="score", arguments=(n(1),), value=read("score", n(0))),
        ),
    )
    advance = start(rule_set(flow("game", put("score", n(1), to=n(5)), swap)))
    assert advance.state.store.values[2] == (5, 0)
    assigned = [step for step in advance.steps if isinstance(step, Assigned)]
    assert assigned[1].changes == (Change("score", (0,), 0, 5), Change("score", (1,), 5, 0))


NEVER_FIVE = Norm(ref="3.1", forbidden=op(read("count"), "equal", n(5)))


def test_an_assignment_into_a_forbidden_state_without_a_choice_is_a_conflict() -> None:
    found = ending(rule_set(flow("game", put("count", to=n(5), ref="2")), norms=(NEVER_FIVE,)))
    assert (found.kind, found.at, found.between) == ("conflict", "2", ("2", "3.1"))
    assert found.breaches[0].ref == "3.1"
    assert found.breaches[0].values == ()


def test_a_forbidden_state_is_never_entered() -> None:
    rules = rule_set(flow("game", put("count", to=n(5))), norms=(NEVER_FIVE,))
    assert start(rules).state.store.values[0] == (0,)


def test_a_start_that_a_norm_forbids_is_a_conflict_at_that_norm() -> None:
    game = Game(rule_set(flow("game", end()), norms=(NEVER_FIVE,)), "game")
    found = game.initial(game.layout.initial({"count": (5,)})).state.ending
    assert found is not None
    assert (found.kind, found.at, found.breaches[0].ref) == ("conflict", "3.1", "3.1")


def test_a_breach_names_the_values_of_the_outermost_there_is() -> None:
    high = Quantified(
        quantifier="some",
        binder=over("k", PLAYER, PLAYERS),
        body=op(read("score", v("k")), "greater", n(3)),
    )
    rules = rule_set(
        flow("game", put("score", n(1), to=n(4))),
        norms=(Norm(ref="3", forbidden=op(FALSE, "or", high)),),
    )
    breach = ending(rules).breaches[0]
    assert breach.values == (("k", 1),)
    assert dict(breach.citations) == {"de": "Art. 3", "fr": "art. 3"}


HIGH = Quantified(
    quantifier="some",
    binder=over("k", PLAYER, PLAYERS),
    body=op(read("score", v("k")), "greater", n(3)),
)


def test_a_breach_of_two_conditions_shows_what_the_there_is_among_them_found() -> None:
    both = op(HIGH, "and", op(read("count"), "equal", n(0)))
    rules = rule_set(
        flow("game", put("score", n(1), to=n(4))), norms=(Norm(ref="3", forbidden=both),)
    )
    assert ending(rules).breaches[0].values == (("k", 1),)


def test_a_norm_is_asked_when_any_of_what_it_reads_is_set_also_through_definitions() -> None:
    total = Definition(
        id="total",
        parameters=(),
        type=SMALL,
        cases=(Case(ref="2", guard=None, value=op(read("count"), "add", read("score", n(0)))),),
    )
    norm = Norm(ref="3", forbidden=op(apply("total"), "greater", n(3)))
    for step in (put("count", to=n(4)), put("score", n(0), to=n(4))):
        rules = rule_set(flow("game", step), norms=(norm,), definitions={"total": total})
        assert ending(rules).kind == "conflict"


def test_what_no_paragraph_says_is_a_gap_where_it_is_asked_for() -> None:
    silent = Definition(id="silent", parameters=(), type=SMALL, cases=())
    asking = flow("game", put("count", to=apply("silent"), ref="3"))
    found = ending(rule_set(asking, definitions={"silent": silent}))
    assert (found.kind, found.at, found.detail) == ("gap", "3", "no case of silent applies")


def test_a_fraction_does_not_fit_where_a_whole_number_belongs() -> None:
    half = op(n(7), "divide", n(2))
    found = ending(rule_set(flow("game", put("count", to=half, ref="3"))))
    assert (found.kind, found.at) == ("range", "3")
    assert (
        ending(
            rule_set(flow("game", put("count", to=op(half, "multiply", n(2))), end("count")))
        ).value
        == 7
    )


NONE = Select(binder=over("x", SMALL, numbers(1, 2), FALSE))


def test_a_choice_without_a_value_is_stuck() -> None:
    found = ending(rule_set(flow("game", choose("x", NONE, ref="4"), end())))
    assert (found.kind, found.at) == ("stuck", "4")


def test_a_choice_without_a_lawful_value_is_stuck_and_says_what_each_would_break() -> None:
    body = (choose("x", numbers(5), ref="4"), put("count", to=v("x"), ref="5"), end())
    found = ending(rule_set(flow("game", *body), norms=(NEVER_FIVE,)))
    assert (found.kind, found.at) == ("stuck", "4")
    assert [(b.ref, b.at) for b in found.breaches] == [("3.1", "5")]


def test_a_supplement_says_what_is_done_where_no_value_is_lawful() -> None:
    fill = (put("flag", to=TRUE, supplement="fill"), end("filled"))
    advance = start(rule_set(flow("game", choose("x", NONE, ref="4", stuck=fill), end())))
    assert advance.state.ending is not None
    assert advance.state.ending.outcome == "filled"
    assert any(isinstance(step, Blocked) and step.ref == "4" for step in advance.steps)
    assert any(isinstance(s, Assigned) and s.supplement == "fill" for s in advance.steps)


def test_a_supplement_that_changes_nothing_about_being_stuck_is_a_loop() -> None:
    fill = (Again(ref="4", supplement="fill"),)
    found = ending(rule_set(flow("game", choose("x", NONE, ref="4", stuck=fill), end())))
    assert found.kind == "loop"


@pytest.mark.parametrize(
    "body",
    [
        (Repeat(ref="6", body=()),),
        (Again(ref="6"),),
        (Repeat(ref="6", body=(put("flag", to=op(read("flag"), "equal", FALSE)),)),),
        (
            Each(
                ref="6",
                name="p",
                item=PLAYER,
                domain=PLAYERS,
                order="in_turn",
                until=FALSE,
                body=(),
            ),
        ),
    ],
)
def test_what_repeats_for_ever_without_a_choice_is_a_loop_never_a_hang(body: Any) -> None:
    assert ending(rule_set(flow("game", *body))).kind == "loop"


def test_rounds_that_must_go_on_without_anybody_are_a_gap() -> None:
    nobody = Select(binder=over("p", PLAYER, PLAYERS, FALSE))
    rounds = Each(
        ref="6", name="q", item=PLAYER, domain=nobody, order="in_turn", until=FALSE, body=()
    )
    found = ending(rule_set(flow("game", rounds)))
    assert (found.kind, found.gap) == ("gap", NO_TURN)


def test_rounds_end_in_the_middle_as_soon_as_their_condition_holds() -> None:
    rounds = Each(
        ref="6",
        name="p",
        item=PLAYER,
        domain=PLAYERS,
        order="in_turn",
        until=op(read("count"), "at_least", n(3)),
        body=(add_to_count(n(1)), put("score", v("p"), to=op(read("score", v("p")), "add", n(1)))),
    )
    advance = start(rule_set(flow("game", rounds, end())))
    assert advance.state.store.values[2] == (2, 1)
    turns = [step.value for step in advance.steps if isinstance(step, Bound)]
    assert turns == [0, 1, 0]


def test_each_without_a_condition_serves_everybody_once_in_the_order_of_the_set() -> None:
    turn = Each(ref="6", name="p", item=PLAYER, domain=PLAYERS, order="in_turn", body=())
    advance = start(rule_set(flow("game", turn, end())), sizes={"player": 3})
    assert [step.value for step in advance.steps if isinstance(step, Bound)] == [0, 1, 2]


def test_a_repetition_runs_its_number_of_times_or_until_its_condition_holds() -> None:
    three = Repeat(ref="6", times=3, body=(add_to_count(n(2)),))
    assert ending(rule_set(flow("game", three, end("count")))).value == 6
    until = Repeat(ref="6", until=op(read("count"), "at_least", n(3)), body=(add_to_count(n(2)),))
    assert ending(rule_set(flow("game", until, end("count")))).value == 4
    never = Repeat(ref="6", until=TRUE, body=(add_to_count(n(2)),))
    assert ending(rule_set(flow("game", never, end("count")))).value == 0


def test_again_starts_its_flow_anew_with_the_same_arguments() -> None:
    more = If(ref="2", condition=op(read("count"), "less", n(5)), then=(Again(ref="2"),))
    inner = flow("inner", add_to_count(v("a")), more, a=SMALL)
    call = Call(ref="1", flow="inner", arguments=(n(2),))
    assert ending(rule_set(flow("game", call, end("count")), inner)).value == 6


def test_again_in_a_rule_restarts_the_flow_that_holds_the_decision() -> None:
    rules = (
        rule("10", op(read("count"), "less", n(4)), add_to_count(n(1)), Again(ref="10")),
        rule("11", op(read("count"), "at_least", n(4))),
    )
    game = flow("game", Decide(ref="9", decision="verdict"), end("count"))
    assert ending(rule_set(game, decisions={"verdict": rules})).value == 4


def test_an_announcement_gives_its_words_values_and_duration_and_changes_nothing() -> None:
    shown = (Shown(value=read("count"), type=SMALL),)
    words = Announce(ref="5", text="Go", values=shown, duration=n(30))
    advance = start(rule_set(flow("game", words, end())))
    said = [step for step in advance.steps if isinstance(step, Announced)]
    assert [(s.text, s.values, s.types, s.duration) for s in said] == [("Go", (0,), (SMALL,), 30)]
    assert [(s.role, s.to_set, s.members) for s in said] == [(None, None, ())]


def test_an_announcement_says_to_whom() -> None:
    everybody = Audience(set="player", members=PLAYERS)
    heard = [
        (step.role, step.to_set, step.members)
        for to in (Audience(role="host"), everybody)
        for step in start(rule_set(flow("game", Announce(ref="5", text="Go", to=to), end()))).steps
        if isinstance(step, Announced)
    ]
    assert heard == [("host", None, ()), (None, "player", (0, 1))]


def test_a_parameter_of_the_law_is_its_default_or_as_given_and_checked() -> None:
    parameters = {"limit": LawParameter(id="limit", ref="1", type=SMALL, default=3)}
    rules = rule_set(
        flow("game", put("count", to=Read(state="limit")), end("count")), parameters=parameters
    )
    assert ending(rules).value == 3
    found = start(rules, parameters={"limit": 5}).state.ending
    assert found is not None
    assert found.value == 5
    for wrong in ({"limit": 10}, {"limit": True}, {"other": 1}):
        with pytest.raises(BadParameter):
            Game(rules, "game", parameters=wrong)
    bare = parameters["limit"].model_copy(update={"default": None})
    with pytest.raises(BadParameter, match="must be given"):
        Game(rules.model_copy(update={"parameters": {"limit": bare}}), "game")


def test_a_flow_with_parameters_starts_with_values_of_their_types_only() -> None:
    game = Game(rule_set(flow("game", put("count", to=v("a")), end("count"), a=SMALL)), "game")
    found = game.initial(arguments={"a": 6}).state.ending
    assert found is not None
    assert found.value == 6
    for wrong in ({}, {"a": 10}, {"a": "6"}, {"a": 6, "b": 1}):
        with pytest.raises(ValueError, match=r"a|b"):
            game.initial(arguments=wrong)


def test_an_actor_who_is_undefined_is_a_gap_before_anything_is_asked() -> None:
    states = {"best": StateVariable(id="best", ref="1", domain=(), type=Optional(item=PLAYER))}
    by = {"kind": "actor", "element": Unwrap(item=read("best"))}
    found = ending(rule_set(flow("game", choose("x", numbers(1, 2), by=by)), states=states))
    assert found.kind == "gap"


def test_nothing_may_be_assigned_to_what_is_optional() -> None:
    game = Game(tie_break(), "game")
    state = game.initial().state
    assert game.pending(state).kind == ByNobody().kind
    cleared = rule_set(
        flow("game", put("leads", to=Nothing()), end("leads")), states=dict(tie_break().states)
    )
    assert ending(cleared).value is None
