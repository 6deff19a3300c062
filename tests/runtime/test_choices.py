"""Choices: who makes them, what is lawful, and why something is not."""

from fractions import Fraction
from typing import Any

import pytest

from runtime.actors import acting_sets
from runtime.interpreter import Game, Refused
from runtime.ruleset.ruleset import Norm
from runtime.ruleset.statements import ByActor, ByChance, ByNobody, Each, Stmt
from runtime.state import State
from runtime.steps import DECLINE, Chosen
from tests.runtime.small_rules import (
    PLAYER,
    PLAYERS,
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
    rule_set,
    strip_game,
    tie_break,
    v,
)

NEVER_FIVE = Norm(ref="3.1", forbidden=op(read("count"), "equal", n(5)))


def begin(*body: Stmt, **more: Any) -> tuple[Game, State]:
    game = Game(rule_set(flow("game", *body), **more), "game")
    return game, game.initial().state


def test_an_unlawful_value_is_refused_with_the_norm_and_what_breaks_it() -> None:
    game = Game(strip_game(), "game")
    state = game.apply(game.initial().state, (1,)).state
    assert game.lawful(state) == ((2,), (3,))
    with pytest.raises(Refused) as caught:
        game.apply(state, (1,))
    refusal = caught.value.refusal
    assert refusal.kind == "forbidden"
    (breach,) = refusal.breaches
    assert (breach.ref, breach.at, breach.values) == ("3.1", "2", (("k", 0), ("l", 1)))
    assert dict(breach.citations)["fr"] == "art. 3.1"


def test_a_value_is_judged_by_all_that_follows_up_to_the_next_choice() -> None:
    body = (choose("x", numbers(1, 2)), add_to_count(v("x")), add_to_count(n(3)), end())
    game, state = begin(*body, norms=(NEVER_FIVE,))
    assert game.lawful(state) == (1,)


def test_a_value_is_not_judged_by_what_follows_the_next_choice() -> None:
    body = (
        choose("x", numbers(1, 2)),
        choose("y", numbers(3)),
        put("count", to=op(v("x"), "add", v("y"))),
        end(),
    )
    game, state = begin(*body, norms=(NEVER_FIVE,))
    assert game.lawful(state) == (1, 2)
    after = game.apply(state, 2).state
    assert after.ending is not None
    assert after.ending.kind == "stuck"


def test_declining_is_judged_in_the_same_way() -> None:
    body = (
        choose("x", numbers(1), optional=True, body=(put("count", to=v("x")),)),
        put("count", to=op(n(5), "subtract", read("count"))),
        end(),
    )
    game, state = begin(*body, norms=(NEVER_FIVE,))
    assert game.lawful(state) == (1,)
    with pytest.raises(Refused, match="declining"):
        game.apply(state, DECLINE)


def test_declining_passes_over_the_body_and_is_noted() -> None:
    body = (choose("x", numbers(1), optional=True, body=(put("count", to=v("x")),)), end("count"))
    game, state = begin(*body)
    advance = game.apply(state, DECLINE)
    assert advance.state.ending is not None
    assert advance.state.ending.value == 0
    assert [s.value for s in advance.steps if isinstance(s, Chosen)] == [DECLINE]


def test_a_choice_that_is_not_optional_cannot_be_declined() -> None:
    game, state = begin(choose("x", numbers(1)), end())
    with pytest.raises(Refused, match="declined"):
        game.apply(state, DECLINE)


def test_doing_nothing_takes_the_default_where_there_is_one() -> None:
    body = (
        choose("x", numbers(1, 2), by=ByActor(role="umpire"), default=n(2)),
        put("count", to=v("x")),
        end("count"),
    )
    game, state = begin(*body)
    choice = game.pending(state)
    assert (choice.role, choice.default and choice.default.value) == ("umpire", 2)
    assert game.lawful(state) == (1, 2)
    found = game.apply(state, DECLINE).state.ending
    assert found is not None
    assert found.value == 2


@pytest.mark.parametrize("value", [3, 1.0, True, "1", None, [1], (1,), float("nan"), {}])
def test_a_value_outside_the_domain_is_impossible_whatever_it_is(value: object) -> None:
    game, state = begin(choose("x", numbers(1, 2)), end())
    with pytest.raises(Refused) as caught:
        game.apply(state, value)
    assert caught.value.refusal.kind == "impossible"


def test_nothing_can_be_chosen_after_the_end() -> None:
    game, state = begin(end())
    assert game.lawful(state) == ()
    assert game.kind(state) is None
    for act in (lambda: game.apply(state, 1), lambda: game.pending(state)):
        with pytest.raises(Refused, match="ended"):
            act()


def test_a_lot_gives_each_distinct_lawful_value_the_same_probability() -> None:
    lot = ByChance(stream="lots")
    body = (choose("x", numbers(1, 1, 2, 5), by=lot), put("count", to=v("x")), end())
    game, state = begin(*body, norms=(NEVER_FIVE,))
    assert game.chance_outcomes(state) == ((1, Fraction(1, 2)), (2, Fraction(1, 2)))


def test_dice_obey_no_norm() -> None:
    dice = ByChance(stream="dice")
    body = (choose("x", numbers(1, 2, 5), by=dice), put("count", to=v("x")), end())
    game, state = begin(*body, norms=(NEVER_FIVE,))
    third = Fraction(1, 3)
    assert game.chance_outcomes(state) == ((1, third), (2, third), (5, third))
    ending = game.apply(state, 5).state.ending
    assert ending is not None
    assert ending.kind == "conflict"


def test_a_choice_says_who_makes_it() -> None:
    by = (ByChance(stream="lots"), ByNobody(), ByActor(element=n(1)), ByActor(role="umpire"))
    found = []
    for chooser in by:
        game, state = begin(choose("x", numbers(1, 2), by=chooser), end())
        choice = game.pending(state)
        found.append((choice.kind, choice.stream, choice.actor, choice.role))
        assert game.kind(state) == choice.kind
    assert found == [
        ("chance", "lots", None, None),
        ("nobody", None, None, None),
        ("actor", None, 1, None),
        ("actor", None, None, "umpire"),
    ]


def test_the_actor_of_a_turn_is_the_one_whose_turn_it_is() -> None:
    game = Game(strip_game(), "game")
    state = game.initial().state
    first = game.pending(state)
    second = game.pending(game.apply(state, (2,)).state)
    assert [(c.actor_set, c.actor) for c in (first, second)] == [("player", 0), ("player", 1)]


def test_an_open_order_lets_everybody_be_served_once() -> None:
    body = Each(ref="6", name="p", item=PLAYER, domain=PLAYERS, order="open", body=())
    game = Game(rule_set(flow("game", body, end())), "game", {"player": 3})
    state = game.initial().state
    assert game.lawful(state) == (0, 1, 2)
    state = game.apply(state, 1).state
    assert game.lawful(state) == (0, 2)
    state = game.apply(game.apply(state, 0).state, 2).state
    assert state.ending is not None


def test_a_tie_that_nobody_breaks_is_a_choice_by_nobody_among_the_tied() -> None:
    game = Game(tie_break(), "game", {"player": 3})
    scores = game.layout.initial({"score": (4, 1, 4)})
    choice = game.pending(game.initial(scores).state)
    assert choice.kind == "nobody"
    assert [option.value for option in choice.options] == [0, 2]


def test_players_are_the_sets_whose_members_choose() -> None:
    assert acting_sets(counter_game()) == ("player",)
    assert acting_sets(tie_break()) == ()


def test_states_that_differ_only_in_what_no_longer_matters_are_equal() -> None:
    body = (choose("x", numbers(1, 2)), choose("y", numbers(1, 2)), end())
    game, state = begin(*body)
    one, two = game.apply(state, 1).state, game.apply(state, 2).state
    assert one == two
    assert hash(one) == hash(two)
    assert isinstance(one, State)
    assert one.variables == ()
