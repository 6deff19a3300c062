"""Expressions and binders as they are written."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.places import Name, Span
from runtime.ruleset.model import Family, Model


class ExprTree(Family):
    span: Span


if TYPE_CHECKING:
    ExprT: TypeAlias = Union[
        "NumberLiteral",
        "TruthLiteral",
        "NothingLiteral",
        "NameExpr",
        "FieldExpr",
        "UnaryExpr",
        "BinaryExpr",
        "MinMaxExpr",
        "IntervalExpr",
        "DisplayExpr",
        "IsSetExpr",
        "QuantifiedExpr",
        "TheExpr",
        "AllExpr",
        "CountExpr",
        "AggregateExpr",
        "IfExpr",
        "BeforeExpr",
    ]
else:
    ExprT = ExprTree


class NumberLiteral(ExprTree):
    kind: Literal["number"] = "number"
    value: int


class TruthLiteral(ExprTree):
    kind: Literal["truth"] = "truth"
    value: bool


class NothingLiteral(ExprTree):
    kind: Literal["nothing"] = "nothing"


class NameExpr(ExprTree):
    """A name on its own (``arguments`` is None) or applied to arguments."""

    kind: Literal["name"] = "name"
    name: Name
    arguments: tuple[ExprT, ...] | None = None


class FieldExpr(ExprTree):
    kind: Literal["field"] = "field"
    item: ExprT
    field: Name


class UnaryExpr(ExprTree):
    kind: Literal["unary"] = "unary"
    operator: Literal["not", "negate", "absolute"]
    item: ExprT


class BinaryExpr(ExprTree):
    """``operator`` as in the rule set, and ``in`` for membership."""

    kind: Literal["binary"] = "binary"
    operator: str
    left: ExprT
    right: ExprT


class MinMaxExpr(ExprTree):
    kind: Literal["minmax"] = "minmax"
    operator: Literal["min", "max"]
    items: tuple[ExprT, ...]


class IntervalExpr(ExprTree):
    kind: Literal["interval"] = "interval"
    low: int
    high: int


class DisplayExpr(ExprTree):
    kind: Literal["display"] = "display"
    items: tuple[ExprT, ...]


class IsSetExpr(ExprTree):
    kind: Literal["is_set"] = "is_set"
    item: ExprT
    negated: bool


class CriterionTree(Model):
    direction: Literal["smallest", "largest"]
    key: ExprT


class BinderTree(Model):
    """Variables over a declared set (``set``) or over the values of ``source``."""

    span: Span
    names: tuple[Name, ...]
    set: Name | None
    source: ExprT | None
    distinct: bool
    condition: ExprT | None
    order: tuple[CriterionTree, ...]


class QuantifiedExpr(ExprTree):
    """``every`` has a body; ``some`` and ``no`` have only the binder."""

    kind: Literal["quantified"] = "quantified"
    quantifier: Literal["every", "some", "no"]
    binder: BinderTree
    body: ExprT | None = None


class TheExpr(ExprTree):
    kind: Literal["the"] = "the"
    binder: BinderTree
    otherwise: ExprT | None


class AllExpr(ExprTree):
    kind: Literal["all"] = "all"
    binder: BinderTree


class CountExpr(ExprTree):
    kind: Literal["count"] = "count"
    binder: BinderTree


class AggregateExpr(ExprTree):
    kind: Literal["aggregate"] = "aggregate"
    operator: Literal["sum", "smallest", "largest"]
    body: ExprT
    binder: BinderTree


class IfExpr(ExprTree):
    kind: Literal["if"] = "if"
    condition: ExprT
    then: ExprT
    otherwise: ExprT


class BeforeExpr(ExprTree):
    """``item`` as it was before the step that a property looks at."""

    kind: Literal["before"] = "before"
    item: ExprT
