"""Which part of a property's condition fails: the smallest parts, with the members."""

from typing import Any

import pytest

from runtime.ruleset import expressions as ex
from runtime.ruleset.properties import Always, AtEveryStep, Never
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import sizes
from runtime.values import Value
from tests.runtime.small_rules import choose, end, flow, n, numbers, op, put, read, rule_set, v
from verify.failing import failing
from verify.replay import Run, replay
from verify.witness import witness

COUNT = read("count")
SMALL = op(COUNT, "less", n(2))
EVEN = op(COUNT, "equal", n(4))
YES = ex.TruthConstant(value=True)


def law() -> RuleSet:
    return rule_set(flow("game", choose("x", numbers(0, 1, 2, 3)), put("count", to=v("x")), end()))


def parts(item: Any, choice: int) -> list[tuple[str, Value, dict[str, Value]]]:
    rules = law()
    run = Run("game", sizes(rules), {}, {}, None, (choice,))
    shown = witness(rules, run, replay(rules, run), from_start=True)
    # As a violation is shown: up to the step that breaks it.
    while shown["steps"][-1]["step"] != "assigned":
        shown["steps"].pop()
    found = failing(rules, item, shown)
    assert all(set(one["concepts"]) <= {"count"} for one in found)
    return [(".".join(one["path"]), one["value"], one["members"]) for one in found]


def always(condition: ex.Expr) -> Always:
    return Always(id="p", sentence="", flow="game", condition=condition)


def never(condition: ex.Expr) -> Never:
    return Never(id="p", sentence="", flow="game", condition=condition)


def every(condition: ex.Expr | None, body: ex.Expr, quantifier: str = "every") -> ex.Expr:
    binder = ex.Binder(
        names=("k",),
        item={"kind": "number", "low": 0, "high": 9},
        domain=ex.Interval(low=n(1), high=n(3)),
        condition=condition,
    )
    return ex.Quantified(quantifier=quantifier, binder=binder, body=body)


def denied(item: ex.Expr) -> ex.Expr:
    return ex.Unary(operator="not", item=item)


@pytest.mark.parametrize(
    ("item", "choice", "found"),
    [
        (always(op(SMALL, "and", YES)), 3, [("left", False, {})]),
        (always(op(YES, "and", SMALL)), 3, [("right", False, {})]),
        (always(op(SMALL, "and", EVEN)), 3, [("left", False, {}), ("right", False, {})]),
        (always(op(SMALL, "and", EVEN)), 1, [("right", False, {})]),
        (always(op(SMALL, "or", EVEN)), 3, [("", False, {})]),
        (always(op(YES, "implies", SMALL)), 3, [("right", False, {})]),
        (always(denied(op(SMALL, "or", EVEN))), 1, [("item.left", True, {})]),
        (always(denied(SMALL)), 1, [("item", True, {})]),
        (never(op(SMALL, "or", EVEN)), 1, [("left", True, {})]),
        (never(op(SMALL, "and", YES)), 1, [("", True, {})]),
        (never(SMALL), 1, [("", True, {})]),
        (
            always(every(None, op(v("k"), "at_least", COUNT))),
            3,
            [("body", False, {"k": 1}), ("body", False, {"k": 2})],
        ),
        (
            always(every(op(v("k"), "greater", n(1)), op(v("k"), "at_least", COUNT))),
            3,
            [("body", False, {"k": 2})],
        ),
        (
            never(every(op(v("k"), "equal", COUNT), YES, "some")),
            3,
            [("binder.condition", True, {"k": 3})],
        ),
        (
            always(every(None, op(op(v("k"), "less", COUNT), "implies", YES))),
            3,
            [],
        ),
    ],
)
def test_the_smallest_parts_are_named(item: Any, choice: int, found: list[Any]) -> None:
    assert parts(item, choice) == found


def test_a_part_that_was_not_asked_for_is_not_to_blame() -> None:
    undefined = op(op(n(1), "divide", COUNT), "equal", n(1))
    assert parts(always(op(op(COUNT, "unequal", n(0)), "and", undefined)), 0) == [
        ("left", False, {})
    ]
    assert parts(always(undefined), 0) == [("", None, {})]


def test_a_step_is_judged_by_the_state_before_it() -> None:
    condition = op(YES, "and", op(COUNT, "at_most", ex.Before(item=COUNT)))
    item = AtEveryStep(id="p", sentence="", flow="game", condition=condition)
    assert parts(item, 2) == [("right", False, {})]
    assert parts(item, 0) == []
