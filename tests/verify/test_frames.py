"""Proofs that need what a loop leaves alone, and broken twins that must not be proved."""

import pytest

from runtime.lowering import lower
from runtime.ruleset.expressions import MinMax
from runtime.ruleset.properties import LoopEnds, Never
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Each, If, Repeat, Stmt
from tests.runtime.small_rules import (
    PLAYER,
    PLAYERS,
    add_to_count,
    choose,
    end,
    flow,
    n,
    numbers,
    op,
    put,
    read,
    rule_set,
    v,
)
from verify.frames import loops
from verify.obligation import Obligation
from verify.verdicts import verify

AT_MOST_TWO = Never(
    id="low", sentence="", flow="game", condition=op(read("count"), "greater", n(2))
)


def everyone(*body: Stmt) -> Each:
    scored = put("score", v("p"), to=n(1), ref="5")
    return Each(
        ref="4", name="p", item=PLAYER, domain=PLAYERS, order="in_turn", body=(scored, *body)
    )


def verdict(rules: RuleSet, item: Never | LoopEnds = AT_MOST_TWO) -> Obligation:
    return verify(rules, [item], sizes=[{"player": 2}])[0]


def test_what_a_loop_leaves_alone_is_still_known_after_it() -> None:
    found = verdict(
        rule_set(flow("game", put("count", to=n(1)), everyone(), add_to_count(n(1)), end("count")))
    )
    assert (found.verdict, found.method, found.vacuous) == ("proved", "induction", False)


def test_what_a_loop_changes_is_not() -> None:
    counting = everyone(add_to_count(n(1)))
    found = verdict(
        rule_set(flow("game", put("count", to=n(1)), counting, add_to_count(n(1)), end("count")))
    )
    assert found.verdict == "refuted"


@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_loop_that_follows_does_not_hide_a_violation(before: int) -> None:
    # At a head the property is assumed; what was entered before it has to be shown all the same.
    loops_before = [everyone()] * before
    found = verdict(
        rule_set(
            flow(
                "game",
                *loops_before,
                choose("x", numbers(1, 3)),
                put("count", to=v("x")),
                everyone(),
            )
        )
    )
    assert found.verdict == "refuted"


def capped(*inside: Stmt) -> RuleSet:
    """Counts to two and ends there, everyone having a turn on each pass; the count is capped."""
    more = MinMax(operator="min", items=(op(read("count"), "add", n(1)), n(3)))
    over = If(ref="2", condition=op(read("count"), "at_least", n(2)), then=(end("count"),))
    body = (over, everyone(*inside), put("count", to=more, ref="6"))
    return rule_set(flow("game", Repeat(ref="2", body=body)))


ENDS = LoopEnds(
    id="ends", sentence="", flow="game", loop="game", measure=op(n(3), "subtract", read("count"))
)


def test_a_loop_with_a_loop_in_it_ends_by_what_the_inner_one_leaves_alone() -> None:
    found = verdict(capped(), ENDS)
    assert (found.verdict, found.method, found.vacuous) == ("proved", "ranking", False)


def test_it_does_not_end_if_the_inner_one_takes_it_back() -> None:
    assert verdict(capped(put("count", to=n(0), ref="5")), ENDS).verdict == "refuted"


def test_the_loops_of_a_graph_and_what_they_change() -> None:
    found = list(loops(lower(capped(), "game")).values())
    outer = max(found, key=lambda loop: len(loop.nodes))
    inner = min(found, key=lambda loop: len(loop.nodes))
    assert inner.nodes < outer.nodes
    assert (outer.states, inner.states) == (("count", "score"), ("score",))
