"""The interpreter's opinion on a single expression in a given state."""

from collections.abc import Mapping
from typing import Any

from runtime.code import Scope, Undefined
from runtime.evaluate import Evaluator
from runtime.ruleset.expressions import Expr
from runtime.ruleset.ruleset import RuleSet
from runtime.state import Layout


class Hole:
    """Stands for an expression without a value."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hole)

    def __hash__(self) -> int:
        return 0


def concrete_value(
    rules: RuleSet,
    sizes: Mapping[str, int],
    store: Mapping[str, tuple[Any, ...]],
    parameters: Mapping[str, Any],
    expr: Expr,
    values: Mapping[str, Any],
    ref: str,
) -> Any:
    """The value of ``expr``, whose free variables have ``values``; a :class:`Hole` if undefined."""
    layout = Layout(rules, sizes)
    evaluator = Evaluator(rules, layout, parameters)
    scope = Scope(ref)
    slots = {name: scope.slot(name) for name in values}
    code = evaluator.code(expr, scope)
    frame = scope.frame()
    for name, slot in slots.items():
        frame[slot] = values[name]
    try:
        return code(layout.initial(store), frame)
    except Undefined as hole:
        return Hole(hole.kind)
