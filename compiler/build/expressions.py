"""Rules of the grammar for expressions and binders."""

from typing import Any

from lark import Token, Transformer
from lark.tree import Meta
from lark.visitors import v_args

from compiler import tree as t
from compiler.build.pieces import Children, name_of, number, span


def _binary(operator: str) -> Any:
    def build(self: "ExpressionBuilder", meta: Meta, children: Children) -> t.BinaryExpr:
        left, right = children
        return t.BinaryExpr(span=span(meta), operator=operator, left=left, right=right)

    return build


_COMPARISONS = {
    "!=": "unequal",
    "<>": "unequal",
    "≠": "unequal",
    "<": "less",
    "<=": "at_most",
    "≤": "at_most",
    ">": "greater",
    ">=": "at_least",
    "≥": "at_least",
}


@v_args(meta=True)
class ExpressionBuilder(Transformer[Token, Any]):
    """Builds expressions and binders."""

    # ---- binders

    def over_set(self, meta: Meta, children: Children) -> dict[str, Any]:
        set_, name = children
        return {"names": (name_of(name),), "set": name_of(set_), "source": None, "distinct": False}

    def over_values(self, meta: Meta, children: Children) -> dict[str, Any]:
        *names, source = children
        return {
            "names": tuple(name_of(name) for name in names),
            "set": None,
            "source": source,
            "distinct": False,
        }

    def two_distinct(self, meta: Meta, children: Children) -> dict[str, Any]:
        *words, last = children
        over_set = isinstance(last, Token)
        names = (*words[1:], last) if over_set else words
        return {
            "names": tuple(name_of(name) for name in names),
            "set": name_of(words[0]) if over_set else None,
            "source": None if over_set else last,
            "distinct": True,
        }

    def smallest_key(self, meta: Meta, children: Children) -> t.CriterionTree:
        return t.CriterionTree(direction="smallest", key=children[0])

    def largest_key(self, meta: Meta, children: Children) -> t.CriterionTree:
        return t.CriterionTree(direction="largest", key=children[0])

    def order(self, meta: Meta, children: Children) -> tuple[t.CriterionTree, ...]:
        return tuple(children)

    def range(self, meta: Meta, children: Children) -> t.BinderTree:
        variables, condition = children
        return t.BinderTree(span=span(meta), condition=condition, order=(), **variables)

    def binder(self, meta: Meta, children: Children) -> t.BinderTree:
        variables, condition, order = children
        return t.BinderTree(span=span(meta), condition=condition, order=order or (), **variables)

    # ---- expressions

    implies = _binary("implies")
    or_ = _binary("or")
    and_ = _binary("and")
    equal = _binary("equal")
    add = _binary("add")
    subtract = _binary("subtract")
    multiply = _binary("multiply")
    divide = _binary("divide")
    member = _binary("in")

    def compare(self, meta: Meta, children: Children) -> t.BinaryExpr:
        left, sign, right = children
        return t.BinaryExpr(
            span=span(meta), operator=_COMPARISONS[str(sign)], left=left, right=right
        )

    def not_(self, meta: Meta, children: Children) -> t.UnaryExpr:
        return t.UnaryExpr(span=span(meta), operator="not", item=children[0])

    def negate(self, meta: Meta, children: Children) -> t.UnaryExpr:
        return t.UnaryExpr(span=span(meta), operator="negate", item=children[0])

    def absolute(self, meta: Meta, children: Children) -> t.UnaryExpr:
        return t.UnaryExpr(span=span(meta), operator="absolute", item=children[0])

    def every(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        binder, body = children
        return t.QuantifiedExpr(span=span(meta), quantifier="every", binder=binder, body=body)

    def some(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        return t.QuantifiedExpr(span=span(meta), quantifier="some", binder=children[0])

    def no(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        return t.QuantifiedExpr(span=span(meta), quantifier="no", binder=children[0])

    def some_two(self, meta: Meta, children: Children) -> t.QuantifiedExpr:
        variables, condition = children
        binder = t.BinderTree(span=span(meta), condition=condition, order=(), **variables)
        return t.QuantifiedExpr(span=span(meta), quantifier="some", binder=binder)

    def the(self, meta: Meta, children: Children) -> t.TheExpr:
        binder, otherwise = children
        return t.TheExpr(span=span(meta), binder=binder, otherwise=otherwise)

    def all(self, meta: Meta, children: Children) -> t.AllExpr:
        return t.AllExpr(span=span(meta), binder=children[0])

    def if_then_else(self, meta: Meta, children: Children) -> t.IfExpr:
        condition, then, otherwise = children
        return t.IfExpr(span=span(meta), condition=condition, then=then, otherwise=otherwise)

    def is_set(self, meta: Meta, children: Children) -> t.IsSetExpr:
        return t.IsSetExpr(span=span(meta), item=children[0], negated=False)

    def is_not_set(self, meta: Meta, children: Children) -> t.IsSetExpr:
        return t.IsSetExpr(span=span(meta), item=children[0], negated=True)

    def field_of(self, meta: Meta, children: Children) -> t.FieldExpr:
        return t.FieldExpr(span=span(meta), item=children[0], field=name_of(children[1]))

    def number(self, meta: Meta, children: Children) -> t.NumberLiteral:
        return t.NumberLiteral(span=span(meta), value=number(children[0]))

    def interval(self, meta: Meta, children: Children) -> t.IntervalExpr:
        low, high = children
        return t.IntervalExpr(span=span(meta), low=number(low), high=number(high))

    def yes(self, meta: Meta, children: Children) -> t.TruthLiteral:
        return t.TruthLiteral(span=span(meta), value=True)

    def no_truth(self, meta: Meta, children: Children) -> t.TruthLiteral:
        return t.TruthLiteral(span=span(meta), value=False)

    def none(self, meta: Meta, children: Children) -> t.NothingLiteral:
        return t.NothingLiteral(span=span(meta))

    def name(self, meta: Meta, children: Children) -> t.NameExpr:
        return t.NameExpr(span=span(meta), name=name_of(children[0]))

    def apply(self, meta: Meta, children: Children) -> t.NameExpr:
        name, *arguments = children
        return t.NameExpr(span=span(meta), name=name_of(name), arguments=tuple(arguments))

    def maximum(self, meta: Meta, children: Children) -> t.MinMaxExpr:
        return t.MinMaxExpr(span=span(meta), operator="max", items=tuple(children))

    def minimum(self, meta: Meta, children: Children) -> t.MinMaxExpr:
        return t.MinMaxExpr(span=span(meta), operator="min", items=tuple(children))

    def before(self, meta: Meta, children: Children) -> t.BeforeExpr:
        return t.BeforeExpr(span=span(meta), item=children[0])

    def count(self, meta: Meta, children: Children) -> t.CountExpr:
        return t.CountExpr(span=span(meta), binder=children[0])

    def total(self, meta: Meta, children: Children) -> t.AggregateExpr:
        body, binder = children
        return t.AggregateExpr(span=span(meta), operator="sum", body=body, binder=binder)

    def smallest(self, meta: Meta, children: Children) -> t.AggregateExpr:
        body, binder = children
        return t.AggregateExpr(span=span(meta), operator="smallest", body=body, binder=binder)

    def largest(self, meta: Meta, children: Children) -> t.AggregateExpr:
        body, binder = children
        return t.AggregateExpr(span=span(meta), operator="largest", body=body, binder=binder)

    def display(self, meta: Meta, children: Children) -> t.DisplayExpr:
        return t.DisplayExpr(span=span(meta), items=tuple(children))
