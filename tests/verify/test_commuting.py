"""Orders of turns that the text leaves open: those that cannot matter since turns commute."""

from collections.abc import Sequence
from itertools import permutations, product
from typing import Any

import pytest

from runtime.interpreter import Game
from runtime.ruleset.expressions import (
    Binder,
    Interval,
    Nothing,
    Quantified,
    Select,
    Sum,
    Unary,
)
from runtime.ruleset.ruleset import Norm, RuleSet, StateVariable
from runtime.ruleset.statements import ByActor, ByChance, ByNobody, Each, If, Repeat
from runtime.ruleset.types import Number, Optional, Truth
from runtime.sizes import all_sizes
from runtime.steps import DECLINE
from tests.runtime.small_rules import (
    FALSE,
    PLAYER,
    PLAYERS,
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
from verify.invariants import Invariants
from verify.limits import Limit
from verify.obligation import Obligation
from verify.obligations.base import Base
from verify.obligations.commuting import Commuting, commuting
from verify.obligations.open_choice import open_choice
from verify.obligations.opened import open_choices
from verify.search import Budget
from verify.symbolic import Scope

P, Q = v("p"), v("q")
BY_P = ByActor(element=P)
UMPIRE = ByActor(role="umpire")
FEW = Interval(low=n(0), high=n(2))
STATES = (
    StateVariable(id="count", ref="1", domain=(), type=SMALL, initial=0),
    StateVariable(id="total", ref="1", domain=(), type=Number(low=0, high=60), initial=0),
    StateVariable(id="flag", ref="1", domain=(), type=Truth()),
    StateVariable(id="score", ref="1", domain=("player",), type=SMALL, initial=0),
    StateVariable(id="leads", ref="1", domain=(), type=Optional(item=PLAYER)),
    StateVariable(id="vote", ref="1", domain=("player",), type=Optional(item=PLAYER)),
)


def turns(
    *body: Any,
    after: Sequence[Any] = (),
    before: Sequence[Any] = (),
    outcome: str = "total",
    forbidden: Any = None,
    **more: Any,
) -> RuleSet:
    """In open order each player ``p``: ``body``; what is forbidden is so in Art. 5."""
    loop = Each(ref="2", name="p", item=PLAYER, domain=PLAYERS, order="open", body=body, **more)
    norms = () if forbidden is None else (Norm(ref="5", forbidden=forbidden),)
    states = {state.id: state for state in STATES}
    game = flow("game", *before, loop, *after, end(outcome))
    return rule_set(game, states=states, norms=norms)


def scored(**more: Any) -> tuple[Any, ...]:
    """``p`` chooses a number, which is the score of ``p`` then."""
    return choose("x", FEW, by=BY_P, **more), put("score", P, to=v("x"), ref="3")


def some_player(condition: Any) -> Any:
    """Whether some player ``q`` is so."""
    binder = Binder(names=("q",), item=PLAYER, domain=PLAYERS)
    return Quantified(quantifier="some", binder=binder, body=condition)


SUM = Sum(binder=Binder(names=("u",), item=PLAYER, domain=PLAYERS), body=read("score", v("u")))
TOTAL = (put("total", to=SUM, ref="9"),)
LAST = (*scored(), put("count", to=v("x"), ref="4"))
"""What the last one chose is kept."""


def shown(rules: RuleSet, players: int = 2) -> Commuting:
    """What is shown without any invariant."""
    base = Base(Scope(rules, {"player": players}), "game", Limit())
    base.invariants = Invariants(base.scope, base.graph)
    (found,) = (one for one in open_choices(base.graph) if one.kind == "order")
    return commuting(base, found.nodes[0], Limit())


def verdict(rules: RuleSet, **more: Any) -> Obligation:
    scopes = [Scope(rules, sizes) for sizes in all_sizes(rules)]
    found = open_choice(scopes, "game", Limit(), Budget(nodes=200, questions=5), **more)
    return {one.id: one for one in found}["open_choice.2.order"]


# ---- orders that cannot matter


def test_where_each_does_what_it_does_anyway_the_order_cannot_matter() -> None:
    found = verdict(turns(*scored(), after=TOTAL))
    assert (found.verdict, found.method, found.scope) == ("proved", "commuting", {})
    assert set(found.articles) >= {"Art. 2", "Art. 3"}


def test_who_chooses_may_do_so_in_several_ways_or_not_at_all() -> None:
    higher = put("score", P, to=v("y"), ref="3")
    may = choose("y", FEW, by=UMPIRE, optional=True, body=(higher,))
    body = (*scored(), If(ref="4", condition=op(v("x"), "equal", n(0)), then=(may,)))
    assert shown(turns(*body, after=TOTAL)).commute


def test_a_norm_for_each_by_itself_forbids_the_same_in_every_order() -> None:
    too_much = some_player(op(read("score", Q), "greater", n(1)))
    found = shown(turns(*scored(), after=TOTAL, forbidden=too_much))
    assert found.commute
    assert "5" in found.core


def test_what_nothing_looks_at_may_come_out_otherwise() -> None:
    assert shown(turns(*LAST, after=TOTAL)).commute
    assert not shown(turns(*LAST, after=TOTAL, outcome="count")).commute


def test_what_is_known_of_the_states_is_used() -> None:
    # Who comes last leads, if the flag is set, which it never is.
    body = (*scored(), If(ref="3", condition=read("flag"), then=(put("leads", to=P),)))
    rules = turns(*body, before=(put("flag", to=FALSE),), outcome="leads")
    assert verdict(rules).verdict == "unknown"
    found = verdict(rules, known=lambda scope, _: Base(scope, "game", Limit()).invariants)
    assert (found.verdict, found.method) == ("proved", "commuting")


# ---- orders that matter, or that are not looked into


def test_where_the_last_one_decides_twins_show_it() -> None:
    found = verdict(turns(*LAST, outcome="count"))
    assert (found.verdict, found.method) == ("refuted", "twins")


def test_where_one_takes_what_another_could_have_had_it_is_not_called_harmless() -> None:
    free = Unary(operator="not", item=some_player(op(read("score", Q), "equal", v("y"))))
    left = Select(binder=Binder(names=("y",), item=SMALL, domain=FEW, condition=free))
    body = (choose("x", left, by=BY_P), put("score", P, to=v("x"), ref="3"))
    assert "what is offered" in shown(turns(*body, after=TOTAL)).detail


def test_a_norm_for_all_together_forbids_the_last_ones_what_the_first_ones_may() -> None:
    rules = turns(*scored(), after=TOTAL, forbidden=op(SUM, "greater", n(2)))
    assert "what is offered" in shown(rules).detail


def test_only_the_last_one_has_to_look_beyond_the_turns() -> None:
    # The sum is formed when all have chosen; that it is not too large is up to the last one.
    rules = turns(*scored(), after=TOTAL, forbidden=op(read("total"), "greater", n(2)))
    assert "may break a norm" in shown(rules).detail
    assert verdict(rules).verdict == "refuted"


def test_what_comes_after_a_choice_beyond_the_turns_need_not_be_looked_at() -> None:
    later = choose("z", FEW, by=UMPIRE), put("count", to=v("z"), ref="4")
    rules = turns(*scored(), after=(*later, *TOTAL), forbidden=op(read("count"), "greater", n(1)))
    assert shown(rules).commute


@pytest.mark.parametrize(
    ("body", "more", "why"),
    [
        ((If(ref="3", condition=read("flag"), then=(end("count"),)),), {}, "break off or end"),
        ((put("count", to=op(read("count"), "add", n(1))),), {}, "break off or end"),
        ((choose("x", FEW, by=ByChance(stream="dice")),), {}, "is drawn"),
        ((Repeat(ref="3", times=2, body=scored()),), {}, "there is a loop"),
        (scored(), {"until": read("flag")}, "end by a condition"),
    ],
)
def test_what_is_not_looked_into(body: Any, more: dict[str, Any], why: str) -> None:
    rules = turns(*body, before=(put("flag", to=TRUE),), after=TOTAL, **more)
    assert why in shown(rules).detail


def test_another_choice_that_nobody_is_named_for_is_not_taken_for_the_order() -> None:
    # Whom nobody named picks is the outcome; who threw first is nothing to it.
    thrown = choose("x", FEW, by=ByChance(stream="dice")), put("score", P, to=v("x"), ref="3")
    picked = choose("w", PLAYERS, type=PLAYER, by=ByNobody(), ref="11")
    rules = turns(*thrown, after=(picked, put("leads", to=v("w"))), outcome="leads")
    found = verdict(rules)
    assert found.verdict == "unknown"
    assert "commuting: something is drawn in a turn; no twins" in found.detail


# ---- held against all orders and all players


FLAGGED = If(ref="3", condition=op(v("x"), "equal", n(1)), then=(put("flag", to=TRUE, ref="3"),))
UNLED = op(read("leads"), "equal", Nothing())
SOME_ONE = some_player(op(read("score", Q), "equal", n(1)))
BODIES: dict[str, tuple[tuple[Any, ...], str]] = {
    "own": (scored(), "total"),
    "may": ((choose("x", FEW, by=BY_P, optional=True, body=(scored()[1],)),), "total"),
    "flagged": ((*scored(), FLAGGED), "flag"),
    "voting": ((choose("w", PLAYERS, type=PLAYER, by=BY_P), put("vote", P, to=v("w"))), "total"),
    "turned": ((put("flag", to=Unary(operator="not", item=read("flag"))),), "flag"),
    "last": (LAST, "count"),
    "first": ((If(ref="3", condition=UNLED, then=(put("leads", to=P),)),), "leads"),
    "seen": ((If(ref="3", condition=SOME_ONE, then=(put("count", to=n(1)),)), *scored()), "count"),
}
"""What is done in a turn, and the outcome; in some the order never matters, in some it does."""

FORBIDDEN = (
    None,
    some_player(op(read("score", Q), "greater", n(1))),
    some_player(op(read("vote", Q), "equal", Q)),
    op(SUM, "greater", n(1)),
    op(read("total"), "greater", n(1)),
)


@pytest.mark.parametrize("name", BODIES)
def test_what_is_proved_holds_for_all_orders_and_players(name: str) -> None:
    body, outcome = BODIES[name]
    proofs = 0
    for after, forbidden in product(((), TOTAL), FORBIDDEN):
        rules = turns(*body, after=after, forbidden=forbidden, outcome=outcome)
        if shown(rules).commute:
            proofs += 1
            assert all_end_alike(rules)
    assert (proofs > 0) == (name not in ("last", "first", "seen"))


def all_end_alike(rules: RuleSet) -> bool:
    """Whether all orders of two players end alike, whatever they answer to what is offered."""
    game = Game(rules, "game", {"player": 2})
    (found,) = (one for one in open_choices(game.graph) if one.kind == "order")
    orders = list(permutations(range(2)))
    waiting: list[dict[Any, Any]] = [{}]
    while waiting:
        players = waiting.pop()
        ends = set()
        for order in orders:
            end = _played(game, found.nodes[0], order, players)
            if isinstance(end, list):
                waiting += end
                break
            ends.add(end)
        else:
            if len(ends) > 1:
                return False
    return True


def _played(game: Game, node: int, order: Sequence[int], players: dict[Any, Any]) -> Any:
    """How play ends; or ``players`` with every answer to something they were not asked before."""
    state = game.initial().state
    todo = list(order)
    while state.ending is None:
        lawful = game.lawful(state)
        if state.node == node:
            value: Any = next(one for one in todo if one in lawful)
            todo.remove(value)
        else:
            offered = tuple("-" if one is DECLINE else one for one in lawful)
            asked = state.node, game.pending(state).actor, offered
            if asked not in players:
                return [{**players, asked: one} for one in lawful]
            value = players[asked]
        state = game.apply(state, value).state
    return state.ending.kind, state.ending.outcome, state.ending.value
