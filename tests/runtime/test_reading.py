"""Sizes and states from outside: what is accepted, what is inferred, what is refused."""

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.interpreter import Game
from runtime.json_values import BadState, parse
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    RecordField,
    RuleSet,
    StateVariable,
)
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth
from runtime.serialise import read_state, read_store, state_as_json, store_as_json
from runtime.sizes import BadSize, all_sizes, sizes
from runtime.state import Layout
from tests.runtime.small_rules import counter_game, end, flow, rule_set

SPOT = Record(record="spot")


def board() -> RuleSet:
    """Seats as many as players, five fixed stones, named colours, and every type of state."""

    def state(id: str, type: Any, *domain: str, initial: int | None = None) -> StateVariable:
        return StateVariable(id=id, ref="1", domain=domain, type=type, initial=initial)

    def declared(id: str, low: int, high: int, **more: Any) -> DeclaredSet:
        return DeclaredSet(id=id, ref="1", low=low, high=high, **more)

    states = [
        state("place", SPOT, "player"),
        state("stone_place", Optional(item=SPOT), "stone"),
        state("likes", Number(low=0, high=3), "player", "seat", initial=1),
        state("share", Number(low=0, high=1, fraction=True), "player", initial=0),
        state("colour_of", Element(set="colour"), "seat"),
        state("open", Truth()),
        state("chosen", SetOf(item=Element(set="player"))),
    ]
    sets = [
        declared("player", 2, 4),
        declared("seat", 2, 4, same_as="player"),
        declared("stone", 5, 5),
        declared("colour", 2, 2, members=("red", "blue")),
    ]
    fields = (RecordField(id="x", low=2, high=12), RecordField(id="y", low=2, high=12))
    return rule_set(
        flow("game", end()),
        sets={one.id: one for one in sets},
        records={"spot": DeclaredRecord(id="spot", ref="1", fields=fields)},
        states={one.id: one for one in states},
    )


BOARD = board()


def test_ranged_sets_have_their_lowest_size_unless_asked_otherwise() -> None:
    assert sizes(BOARD) == {"player": 2, "seat": 2, "stone": 5, "colour": 2}
    assert sizes(BOARD, {"seat": 4})["player"] == 4


def test_all_sizes_in_scope_are_listed_once() -> None:
    assert [one["player"] for one in all_sizes(BOARD)] == [2, 3, 4]


@pytest.mark.parametrize(
    ("requested", "words"),
    [
        ({"player": 5}, "2 to 4"),
        ({"stone": 4}, "exactly 5"),
        ({"player": 3, "seat": 2}, "equally many"),
        ({"pawn": 3}, "no set"),
        ({"player": True}, "whole number"),
        ({"player": "3"}, "whole number"),
    ],
)
def test_a_size_that_the_law_does_not_allow_is_refused(requested: Any, words: str) -> None:
    with pytest.raises(BadSize, match=words):
        sizes(BOARD, requested)


def test_sizes_are_inferred_from_the_lengths_of_lists() -> None:
    found, store = read_store(BOARD, {"place": [[2, 3], [4, 5], [12, 12]]})
    assert (found["player"], found["seat"]) == (3, 3)
    assert Layout(BOARD, found).read(store, "place", 2) == (12, 12)


def test_what_is_left_out_has_its_initial_value() -> None:
    found, store = read_store(BOARD, {})
    assert store == Layout(BOARD, found).initial()
    data = store_as_json(Layout(BOARD, found), store)
    assert data["likes"] == [[1, 1], [1, 1]]
    assert data["stone_place"] == [None] * 5
    assert (data["open"], data["chosen"], data["share"]) == (False, [], [0, 0])


def test_a_member_can_be_given_by_its_name_and_a_fraction_as_text() -> None:
    found, store = read_store(BOARD, {"colour_of": ["blue", 0], "share": ["1/2", 1]})
    data = store_as_json(Layout(BOARD, found), store)
    assert (data["colour_of"], data["share"]) == ([1, 0], ["1/2", 1])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ([], "an object"),
        (None, "an object"),
        ({"plaice": []}, "no state variable 'plaice'.*place"),
        ({"place": 3}, "place: expected a list of 2"),
        ({"place": [[2, 3]]}, "player"),
        ({"place": [[2, 3]] * 5}, "player"),
        ({"place": [[2, 3], [2, 13]]}, "place, entry 1, y: expected a whole number from 2 to 12"),
        ({"place": [[2, 3], [2, 3.0]]}, "entry 1, y"),
        ({"place": [[2, 3], [2, True]]}, "entry 1, y"),
        ({"place": [[2, 3], [2]]}, "2 numbers .x, y."),
        ({"place": [[2, 3], None]}, "entry 1"),
        ({"place": [[2, 3], "ab"]}, "entry 1"),
        ({"place": [[2, 3]] * 3, "colour_of": [0, 1]}, "place says there are 3"),
        ({"stone_place": [None] * 4}, "exactly 5"),
        ({"likes": [[1, 1], [1]]}, "likes, entry 1: expected a list of 2"),
        ({"likes": [[1, 1], [1, 4]]}, "entry 1, entry 1: expected a whole number from 0 to 3"),
        ({"open": 1}, "true or false"),
        ({"chosen": [0, 0]}, "once"),
        ({"chosen": [2]}, "from 0 to 1"),
        ({"share": ["1/0", 0]}, "fraction"),
        ({"share": ["3/2", 0]}, "fraction"),
        ({"share": [0.5, 0]}, "fraction"),
        ({"colour_of": ["green", 0]}, "colour"),
        ({"likes": [[10**5000, 1], [1, 1]]}, "huge"),
    ],
)
def test_bad_data_are_refused_with_the_variable_the_entry_and_what_was_expected(
    data: Any, words: str
) -> None:
    with pytest.raises(BadState, match=words):
        read_store(BOARD, data)


def test_the_size_asked_for_must_fit_the_data() -> None:
    with pytest.raises(BadState, match="asked for says there are 3"):
        read_store(BOARD, {"place": [[2, 3], [4, 5]]}, {"player": 3})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "not JSON"),
        ('{"a": NaN}', "NaN"),
        ('{"a": -Infinity}', "Infinity"),
        ('{"a": 1, "a": 2}', "twice"),
        ("[" * 100_000, "nested"),
        ("9" * 10_000, "too long"),
        ("", "not JSON"),
    ],
)
def test_text_that_cannot_be_a_state_is_refused(text: str, words: str) -> None:
    with pytest.raises(BadState, match=words):
        parse(text)


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=20,
)


@settings(max_examples=150, deadline=None)
@given(st.dictionaries(st.sampled_from(list(BOARD.states)), anything) | anything)
def test_whatever_the_data_they_are_a_state_or_refused(data: Any) -> None:
    try:
        found, store = read_store(BOARD, data)
    except BadState:
        return
    assert read_store(BOARD, store_as_json(Layout(BOARD, found), store))[1] == store


def test_a_message_stays_short_however_long_the_data() -> None:
    for data in ("x" * 10_000, [1] * 10_000, {"y" * 10_000: 1}, 10**5000):
        for whole in (data, {"place": data}, {"place": [data, data]}):
            with pytest.raises(BadState) as caught:
                read_store(BOARD, whole)
            assert len(str(caught.value)) < 300


GAME = Game(counter_game(), "game")
WHOLE = state_as_json(GAME, GAME.initial().state)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(WHOLE)), anything)
def test_whatever_stands_in_a_stored_state_it_is_read_or_refused(field: str, data: Any) -> None:
    with contextlib.suppress(BadState):
        read_state(GAME, json.loads(json.dumps(WHOLE)) | {field: data})
