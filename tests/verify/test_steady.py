"""Steady players: they find loops that random and simple players hardly ever go round in."""

from typing import Any

import pytest

from runtime.ruleset.expressions import Binder, Interval, Quantified
from runtime.ruleset.properties import LoopEnds
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ByActor, ByChance, Each, If, Repeat
from tests.runtime.small_rules import (
    PLAYER,
    PLAYERS,
    add_to_count,
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
from verify.lasso import lasso_in_play
from verify.symbolic import Scope

THREE = {"player": 3}
ENDS = LoopEnds(id="ends", sentence="", flow="game", loop="game")
NO_NINE = Quantified(
    quantifier="every",
    binder=Binder(names=("u",), item=PLAYER, domain=PLAYERS),
    body=op(read("score", v("u")), "unequal", n(9)),
)


def rounds(by: Any, *more: Any) -> RuleSet:
    """All name, or throw, a number from 1 to 9, in rounds, as long as there is a 9.

    ``more`` is done in each round.
    """
    said = choose("x", Interval(low=n(1), high=n(9)), by=by), put("score", v("p"), to=v("x"))
    each = Each(ref="3", name="p", item=PLAYER, domain=PLAYERS, order="in_turn", body=said)
    over = If(ref="4", condition=NO_NINE, then=(end(),))
    return rule_set(flow("game", Repeat(ref="3", body=(each, over, *more))))


@pytest.mark.parametrize("by", [ByActor(element=v("p")), ByChance(stream="dice")])
def test_a_round_that_goes_on_for_ever_is_found_and_made_plain(by: Any) -> None:
    found = lasso_in_play(Scope(rounds(by), THREE), ENDS)
    assert found.run is not None
    assert found.witness is not None
    back = found.witness["comes_back_to"]
    round_ = found.run.choices[:3]
    assert sorted(round_) == [1, 1, 9]
    assert found.run.choices == round_ * (len(found.run.choices) // 3)
    assert len(found.run.choices) - back == 3


def test_rounds_that_are_counted_are_not_said_to_go_on_for_ever() -> None:
    third = If(ref="4", condition=op(read("count"), "equal", n(3)), then=(end(),))
    counted = rounds(ByActor(element=v("p")), add_to_count(n(1), "4"), third)
    found = lasso_in_play(Scope(counted, THREE), ENDS)
    assert found.run is None
    assert "100 games with steady players" in found.tried
