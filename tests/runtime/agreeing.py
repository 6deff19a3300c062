"""What is checked of random expressions in random states of one small world: seldom, or often."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.code import Scope, Undefined
from runtime.evaluate import Evaluator
from runtime.ruleset.types import SetOf, Truth, Type
from runtime.state import Layout, Store
from tests.runtime.small_rules import PLAYER
from tests.runtime.typed_expressions import MAYBE, NUMBER, SPOT, expressions, world

RULES = world()
SIZES = {"player": 2}
LAYOUT = Layout(RULES, SIZES)
EVALUATOR = Evaluator(RULES, LAYOUT)

_spots = st.none() | st.tuples(st.integers(1, 3), st.integers(0, 2))
stores = st.builds(
    lambda count, flags, where, grid: LAYOUT.initial(
        {"count": (count,), "flag": flags, "spot_of": where, "grid": grid}
    ),
    st.integers(0, 4),
    st.tuples(*[st.booleans()] * 2),
    st.tuples(*[_spots] * 2),
    st.tuples(*[st.integers(0, 4)] * 4),
)
_TYPES: list[Type] = [Truth(), NUMBER, PLAYER, SPOT, MAYBE, SetOf(item=MAYBE)]
typed = st.sampled_from(_TYPES).flatmap(lambda type: expressions(type))


def fast(item: Any, store: Store | None = None) -> Any:
    """The value of the expression, by the evaluator. Raises ``Undefined``."""
    scope = Scope("7")
    code = EVALUATOR.code(item, scope)
    return code(store or LAYOUT.initial(), scope.frame())


def outcome(item: Any, store: Store) -> tuple[str, Any]:
    """The value of the expression, or why it is undefined."""
    try:
        return "value", fast(item, store)
    except Undefined as undefined:
        return "undefined", undefined.kind


def checked(few: int, many: int) -> Any:
    """A test of expressions and states: of ``few`` by default, of ``many`` where time allows."""

    def made(check: Callable[[Any, Store], None]) -> Any:
        @pytest.mark.parametrize("examples", [few, pytest.param(many, marks=pytest.mark.slow)])
        def test(examples: int) -> None:
            settings(max_examples=examples, deadline=None)(given(typed, stores)(check))()

        return test

    return made
