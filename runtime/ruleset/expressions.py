"""Expressions of the rule set: pure, finite, and total but for stated gaps.

An expression either has a value or is *undefined*. It is undefined where it
takes a value that is not set (``Unwrap`` of nothing), the one element of a set
that has none or several (``The`` without ``otherwise``), the smallest of no
values (``Extreme``), a definition in a case that none of its cases covers
(a gap) or that several cover (a conflict), or a record outside its ranges.
``and``, ``or``, ``implies`` and ``IfThenElse`` look at their right-hand side
only where the left-hand side leaves it open; a binder's condition guards its
order and body in the same way.
"""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from runtime.ruleset.model import Family, Model
from runtime.ruleset.types import Type


class Expression(Family):
    """The root of the expressions."""


if TYPE_CHECKING:
    Expr: TypeAlias = Union[
        "TruthConstant",
        "NumberConstant",
        "ElementConstant",
        "Nothing",
        "Variable",
        "Read",
        "Apply",
        "FieldOf",
        "MakeRecord",
        "Unary",
        "Binary",
        "MinMax",
        "IfThenElse",
        "IsSet",
        "Unwrap",
        "Member",
        "AllOf",
        "Interval",
        "SetDisplay",
        "Quantified",
        "Select",
        "The",
        "Count",
        "Sum",
        "Extreme",
        "First",
        "Without",
        "Before",
    ]
else:
    Expr = Expression


class TruthConstant(Expression):
    kind: Literal["truth"] = "truth"
    value: bool


class NumberConstant(Expression):
    kind: Literal["number"] = "number"
    value: int


class ElementConstant(Expression):
    """A named member of a set, by its position from 0."""

    kind: Literal["element"] = "element"
    set: str
    index: int


class Nothing(Expression):
    """The value of what is not set."""

    kind: Literal["nothing"] = "nothing"


class Variable(Expression):
    """A bound variable. Names are unique within one definition, norm, rule or flow."""

    kind: Literal["variable"] = "variable"
    name: str


class Read(Expression):
    """The value of a state variable (or a parameter of the law) at ``arguments``."""

    kind: Literal["read"] = "read"
    state: str
    arguments: tuple[Expr, ...] = ()


class Apply(Expression):
    """A definition applied to ``arguments``."""

    kind: Literal["apply"] = "apply"
    definition: str
    arguments: tuple[Expr, ...] = ()


class FieldOf(Expression):
    """One number of a record, by the field's concept id."""

    kind: Literal["field"] = "field"
    record: str
    field: str
    item: Expr


class MakeRecord(Expression):
    """A record from its numbers, in the order of the declared fields.

    Undefined (``range``) where a number lies outside its field's range.
    """

    kind: Literal["make"] = "make"
    record: str
    items: tuple[Expr, ...]


class Unary(Expression):
    """``not`` of a truth; ``negate`` and ``absolute`` of a number."""

    kind: Literal["unary"] = "unary"
    operator: Literal["not", "negate", "absolute"]
    item: Expr


class Binary(Expression):
    """Arithmetic, comparison and logic.

    ``divide`` is exact (a fraction). ``equal`` compares any two values of one
    type; two things that are not set are equal, and an optional value equals a
    plain one where it is set and the same.
    """

    kind: Literal["binary"] = "binary"
    operator: Literal[
        "add",
        "subtract",
        "multiply",
        "divide",
        "equal",
        "unequal",
        "less",
        "at_most",
        "greater",
        "at_least",
        "and",
        "or",
        "implies",
    ]
    left: Expr
    right: Expr


class MinMax(Expression):
    """The smallest or largest of at least two numbers."""

    kind: Literal["minmax"] = "minmax"
    operator: Literal["min", "max"]
    items: tuple[Expr, ...]


class IfThenElse(Expression):
    kind: Literal["if"] = "if"
    condition: Expr
    then: Expr
    otherwise: Expr


class IsSet(Expression):
    """Whether an optional value is there."""

    kind: Literal["is_set"] = "is_set"
    item: Expr


class Unwrap(Expression):
    """The value inside an optional; undefined (``gap``) where there is none."""

    kind: Literal["unwrap"] = "unwrap"
    item: Expr


class Member(Expression):
    """Whether ``item`` is one of the values of the set ``of``."""

    kind: Literal["member"] = "member"
    item: Expr
    of: Expr


class AllOf(Expression):
    """All members of the declared set ``set``, or all values of the record ``set``, in order."""

    kind: Literal["all"] = "all"
    set: str


class Interval(Expression):
    """All whole numbers from ``low`` to ``high`` inclusive."""

    kind: Literal["interval"] = "interval"
    low: Expr
    high: Expr


class SetDisplay(Expression):
    """The set of the values of ``items``; equal values count once.

    ``item`` is the type of the values.
    """

    kind: Literal["display"] = "display"
    item: Type
    items: tuple[Expr, ...]


class Criterion(Model):
    """Keep the values for which ``key`` is smallest (or largest)."""

    direction: Literal["smallest", "largest"]
    key: Expr


class Binder(Model):
    """Variables that run over a set.

    ``names`` run over ``domain`` independently, or over tuples of pairwise
    different values where ``distinct``. ``condition`` restricts them. ``order``
    (only with a single name) then keeps those with the best first key, among
    these those with the best second key, and so on. Of no values it keeps none.
    ``item`` is the type of one value.
    """

    names: tuple[str, ...]
    item: Type
    domain: Expr
    distinct: bool = False
    condition: Expr | None = None
    order: tuple[Criterion, ...] = ()


class Quantified(Expression):
    """``every``: ``body`` holds for all values; ``some``: for at least one."""

    kind: Literal["quantified"] = "quantified"
    quantifier: Literal["every", "some"]
    binder: Binder
    body: Expr


class Select(Expression):
    """The set of the values a binder (with one name) keeps."""

    kind: Literal["select"] = "select"
    binder: Binder


class The(Expression):
    """The one value a binder (with one name) keeps.

    Where it keeps none or several: ``otherwise``, or undefined (``gap``).
    """

    kind: Literal["the"] = "the"
    binder: Binder
    otherwise: Expr | None = None


class Count(Expression):
    """How many values (or tuples of values) a binder keeps."""

    kind: Literal["count"] = "count"
    binder: Binder


class Sum(Expression):
    """The sum of ``body`` over what a binder keeps."""

    kind: Literal["sum"] = "sum"
    binder: Binder
    body: Expr


class Extreme(Expression):
    """The smallest or largest ``body``; undefined (``gap``) over nothing."""

    kind: Literal["extreme"] = "extreme"
    direction: Literal["smallest", "largest"]
    binder: Binder
    body: Expr


class First(Expression):
    """The first value, in order, of a set that is not empty. Made by lowering only."""

    kind: Literal["first"] = "first"
    of: Expr


class Without(Expression):
    """A set without one value. Made by lowering only."""

    kind: Literal["without"] = "without"
    of: Expr
    item: Expr


class Before(Expression):
    """The value of ``item`` in the state before a step.

    It stands in properties of steps only, and never inside another of its kind.
    """

    kind: Literal["before"] = "before"
    item: Expr
