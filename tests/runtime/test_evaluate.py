"""The evaluator: against a naive one on random expressions, and rule by rule."""

from fractions import Fraction
from typing import Any

import pytest

from runtime.code import Undefined
from runtime.rewriting import rename, walk
from runtime.ruleset import expressions as e
from runtime.state import Store
from tests.runtime.agreeing import (
    LAYOUT,
    RULES,
    SIZES,
    checked,
    fast,
    outcome,
)
from tests.runtime.naive import Naive
from tests.runtime.small_rules import FALSE, PLAYER, TRUE, apply, n, numbers, op, over, read, v
from tests.runtime.typed_expressions import MAYBE, NUMBER


def slow(item: Any, store: Store) -> Any:
    by_place = {
        (name, place): value
        for name, column in zip(LAYOUT.names, store.values, strict=True)
        for place, value in zip(LAYOUT.places(name), column, strict=True)
    }
    return Naive(RULES, SIZES, by_place).value(item, {})


@checked(few=100, many=2_000)
def test_fast_and_naive_evaluation_agree_also_on_what_is_undefined(item: Any, store: Store) -> None:
    try:
        expected = slow(item, store)
    except ArithmeticError:
        with pytest.raises(Undefined):
            fast(item, store)
    else:
        value = fast(item, store)
        assert value == expected
        assert fast(item, store) == value  # now from memory


@checked(few=75, many=1_500)
def test_renaming_every_variable_changes_no_value(item: Any, store: Store) -> None:
    counter = iter(range(10_000))
    renamed = rename(item, {}, lambda name: f"{name}.{next(counter)}")
    binders = [part for part in walk(renamed) if isinstance(part, e.Binder)]
    names = [name for binder in binders for name in binder.names]
    assert len(set(names)) == len(names)
    assert outcome(renamed, store) == outcome(item, store)


def undefined(item: Any) -> Undefined:
    with pytest.raises(Undefined) as caught:
        fast(item)
    return caught.value


def test_division_is_exact_and_whole_results_are_whole_numbers() -> None:
    assert fast(op(n(7), "divide", n(2))) == Fraction(7, 2)
    assert type(fast(op(n(6), "divide", n(2)))) is int


def test_division_by_zero_is_out_of_range_in_its_paragraph() -> None:
    found = undefined(op(n(1), "divide", read("count")))
    assert (found.kind, found.ref) == ("range", "7")


def test_two_things_not_set_are_equal_and_a_set_one_equals_its_plain_value() -> None:
    spot = e.MakeRecord(record="spot", items=(n(1), n(0)))
    store = LAYOUT.initial({"spot_of": ((1, 0), None)})
    assert fast(op(read("spot_of", n(1)), "equal", e.Nothing()), store)
    assert fast(op(read("spot_of", n(0)), "equal", spot), store)
    assert not fast(op(read("spot_of", n(1)), "equal", spot), store)


def test_logic_looks_right_only_where_left_leaves_it_open() -> None:
    gap = e.IsSet(item=e.Unwrap(item=read("spot_of", n(0))))
    assert fast(op(FALSE, "and", gap)) is False
    assert fast(op(TRUE, "or", gap)) is True
    assert fast(op(FALSE, "implies", gap)) is True
    assert undefined(op(TRUE, "and", gap)).kind == "gap"


def test_a_binders_condition_guards_its_body() -> None:
    at = e.FieldOf(record="spot", field="at", item=e.Unwrap(item=read("spot_of", v("p"))))
    placed = over("p", PLAYER, e.AllOf(set="player"), e.IsSet(item=read("spot_of", v("p"))))
    assert fast(e.Sum(binder=placed, body=at)) == 0


def test_a_quantifier_is_undefined_if_its_body_is_for_any_value() -> None:
    body = op(v("x"), "equal", op(n(1), "divide", v("x")))
    ones = over("x", NUMBER, numbers(0, 1))
    some = e.Quantified(quantifier="some", binder=ones, body=body)
    assert undefined(some).kind == "range"


def test_order_is_lexicographic_and_keeps_all_that_are_equally_good() -> None:
    square = op(v("x"), "multiply", v("x"))
    order = (
        e.Criterion(direction="largest", key=square),
        e.Criterion(direction="smallest", key=v("x")),
    )
    both = over("x", NUMBER, numbers(-2, 1, 2), order=order[:1])
    assert fast(e.Select(binder=both)) == (-2, 2)
    assert undefined(e.The(binder=both)).kind == "gap"
    assert fast(e.The(binder=over("x", NUMBER, numbers(-2, 1, 2), order=order))) == -2


def test_distinct_names_never_stand_for_one_value() -> None:
    two = e.Binder(names=("p", "q"), item=PLAYER, domain=e.AllOf(set="player"), distinct=True)
    assert fast(e.Count(binder=two)) == 2
    assert fast(e.Count(binder=two.model_copy(update={"distinct": False}))) == 4


def test_sets_are_in_canonical_order_with_nothing_first() -> None:
    items = (
        e.MakeRecord(record="spot", items=(n(3), n(0))),
        e.Nothing(),
        e.MakeRecord(record="spot", items=(n(1), n(2))),
        e.Nothing(),
    )
    assert fast(e.SetDisplay(item=MAYBE, items=items)) == (None, (1, 2), (3, 0))


def test_an_uncovered_case_is_a_gap_where_the_definition_begins() -> None:
    found = undefined(apply("rivals", n(0)))
    assert (found.kind, found.ref) == ("gap", "10.1")
    assert "rivals" in found.detail


def test_two_cases_without_precedence_are_a_conflict_between_their_paragraphs() -> None:
    with pytest.raises(Undefined) as caught:
        fast(apply("rivals", n(2)), LAYOUT.initial({"count": (4,)}))
    assert (caught.value.kind, caught.value.between) == ("conflict", ("10.1", "10.2"))


def test_a_case_departs_from_all_paragraphs_of_an_article() -> None:
    assert fast(apply("rivals", n(3)), LAYOUT.initial({"count": (4,)})) == 3


def test_a_case_yields_to_the_paragraph_it_names() -> None:
    assert fast(apply("rivals", n(-3))) == 2


def test_a_number_outside_its_field_is_out_of_range() -> None:
    found = undefined(e.MakeRecord(record="spot", items=(n(4), n(0))))
    assert found.kind == "range"
    assert "at is 4" in found.detail
