"""The syntax tree of a law file, as its author wrote it.

Names are still words of the law's language, nothing is resolved. Every node
knows its place in the source. The tree is the same whatever the language of the
keywords; ``compiler.printer`` turns it back into text in any of them.
"""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from runtime.ruleset.model import Family, Model


class Span(Model):
    """A place in the source: lines and columns from 1, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Name(Model):
    text: str
    span: Span


class Reference(Model):
    """A place in the law, as pairs of unit kind and label."""

    path: tuple[tuple[str, str], ...]
    span: Span


# ---- types -------------------------------------------------------------------


class TypeTree(Family):
    span: Span


if TYPE_CHECKING:
    TypeT: TypeAlias = Union["NamedType", "NumberType", "SetType", "TruthType", "OptionalType"]
else:
    TypeT = TypeTree


class NamedType(TypeTree):
    kind: Literal["named"] = "named"
    name: Name


class NumberType(TypeTree):
    kind: Literal["number"] = "number"
    low: int
    high: int


class SetType(TypeTree):
    kind: Literal["set"] = "set"
    item: TypeT


class TruthType(TypeTree):
    kind: Literal["truth"] = "truth"


class OptionalType(TypeTree):
    kind: Literal["optional"] = "optional"
    item: TypeT


# ---- expressions -------------------------------------------------------------


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


# ---- statements --------------------------------------------------------------


class StatementTree(Family):
    span: Span


if TYPE_CHECKING:
    StatementT: TypeAlias = Union[
        "AssignStatement",
        "LetStatement",
        "CallStatement",
        "ChooseStatement",
        "RollStatement",
        "LotStatement",
        "EachStatement",
        "RepeatStatement",
        "WhenStatement",
        "DecideStatement",
        "ResultStatement",
        "AnnounceStatement",
        "EndStatement",
        "GapStatement",
        "AgainStatement",
        "ReadingStatement",
    ]
else:
    StatementT = StatementTree


class UpdateTree(Model):
    target: NameExpr
    value: ExprT


class AssignStatement(StatementTree):
    kind: Literal["assign"] = "assign"
    updates: tuple[UpdateTree, ...]
    each: BinderTree | None = None


class LetStatement(StatementTree):
    kind: Literal["let"] = "let"
    name: Name
    value: ExprT


class CallStatement(StatementTree):
    kind: Literal["call"] = "call"
    target: NameExpr
    result: Name | None


class ChooseStatement(StatementTree):
    """A choice by ``actor``, or by nobody named (None). ``body`` only where optional."""

    kind: Literal["choose"] = "choose"
    actor: NameExpr | None
    binder: BinderTree
    optional: bool = False
    default: ExprT | None = None
    body: tuple[StatementT, ...] = ()


class RollStatement(StatementTree):
    kind: Literal["roll"] = "roll"
    names: tuple[Name, ...]
    source: ExprT


class LotStatement(StatementTree):
    kind: Literal["lot"] = "lot"
    binder: BinderTree


class EachStatement(StatementTree):
    kind: Literal["each"] = "each"
    order: Literal["in_turn", "open"]
    binder: BinderTree
    until: ExprT | None
    body: tuple[StatementT, ...]


class RepeatStatement(StatementTree):
    kind: Literal["repeat"] = "repeat"
    times: int | None
    until: ExprT | None
    body: tuple[StatementT, ...]


class WhenStatement(StatementTree):
    kind: Literal["when"] = "when"
    condition: ExprT
    then: tuple[StatementT, ...]
    otherwise: tuple[StatementT, ...]


class DecideStatement(StatementTree):
    kind: Literal["decide"] = "decide"
    decision: Name


class ResultStatement(StatementTree):
    kind: Literal["result"] = "result"
    value: ExprT


class AnnounceStatement(StatementTree):
    kind: Literal["announce"] = "announce"
    text: str
    values: tuple[ExprT, ...]
    duration: ExprT | None


class EndStatement(StatementTree):
    kind: Literal["end"] = "end"
    outcome: Name


class GapStatement(StatementTree):
    kind: Literal["gap"] = "gap"
    gap: Name
    reason: str


class AgainStatement(StatementTree):
    kind: Literal["again"] = "again"


class ReadingStatement(StatementTree):
    kind: Literal["reading"] = "reading"
    point: Name
    name: Name
    reason: str
    body: tuple[StatementT, ...]


# ---- what stands under a text ------------------------------------------------


class ItemTree(Family):
    span: Span


if TYPE_CHECKING:
    ItemT: TypeAlias = Union[
        "NoRule",
        "Foreign",
        "ReadingItem",
        "SetDeclaration",
        "RecordDeclaration",
        "StateDeclaration",
        "RoleDeclaration",
        "ParameterDeclaration",
        "DefinitionItem",
        "NormItem",
        "PermissionItem",
        "RuleItem",
        "FlowItem",
    ]
else:
    ItemT = ItemTree


class NoRule(ItemTree):
    """The sentences above carry no encoding, for the reason given."""

    kind: Literal["no_rule"] = "no_rule"
    reason: str


class Foreign(ItemTree):
    """A reference in the text that leads out of this law."""

    kind: Literal["foreign"] = "foreign"
    reference: Reference
    reason: str


class ReadingItem(ItemTree):
    kind: Literal["reading"] = "reading"
    point: Name
    name: Name
    reason: str
    items: tuple[ItemT, ...]


class SetDeclaration(ItemTree):
    """Sizes ``low`` to ``high``, or as many as ``same_as``, or named ``members``."""

    kind: Literal["set"] = "set"
    name: Name
    low: int | None
    high: int | None
    same_as: Name | None
    members: tuple[Name, ...]


class FieldTree(Model):
    name: Name
    low: int
    high: int


class RecordDeclaration(ItemTree):
    kind: Literal["record"] = "record"
    name: Name
    fields: tuple[FieldTree, ...]


class StateDeclaration(ItemTree):
    """``type`` None stands for a truth."""

    kind: Literal["state"] = "state"
    name: Name
    domain: tuple[Name, ...]
    type: TypeT | None
    initial: int | None


class RoleDeclaration(ItemTree):
    kind: Literal["role"] = "role"
    name: Name


class ParameterDeclaration(ItemTree):
    kind: Literal["parameter"] = "parameter"
    name: Name
    type: TypeT
    default: int | None


class ParameterTree(Model):
    name: Name
    type: TypeT


class Precedence(Model):
    """``departs_from`` and ``yields_to``, in the order written."""

    departs_from: tuple[Reference, ...] = ()
    yields_to: tuple[Reference, ...] = ()


class DefinitionItem(ItemTree):
    kind: Literal["definition"] = "definition"
    name: Name
    parameters: tuple[ParameterTree, ...]
    type: TypeT | None
    guard: ExprT | None
    precedence: Precedence
    value: ExprT


class NormItem(ItemTree):
    kind: Literal["norm"] = "norm"
    forbidden: ExprT


class PermissionItem(ItemTree):
    kind: Literal["permission"] = "permission"
    permitted: ExprT


class RuleItem(ItemTree):
    kind: Literal["rule"] = "rule"
    decision: Name
    guard: ExprT
    precedence: Precedence
    body: tuple[StatementT, ...]


class FlowItem(ItemTree):
    kind: Literal["flow"] = "flow"
    name: Name
    parameters: tuple[ParameterTree, ...]
    result: TypeT | None
    body: tuple[StatementT, ...]


# ---- files -------------------------------------------------------------------


class TextLine(Model):
    """One line of official wording, without the bar."""

    text: str
    span: Span


class Unit(Model):
    """An article, paragraph, letter or item, with what stands in it, in order."""

    span: Span
    unit: Literal["article", "paragraph", "letter", "item"]
    label: str
    heading: TextLine | None
    contents: "tuple[TextLine | ItemT | Unit, ...]"


class Title(Model):
    span: Span
    text: TextLine


class LawFile(Model):
    """One language version of a law."""

    span: Span
    name: Name
    title: TextLine
    preamble: tuple[TextLine | ItemT, ...]
    body: tuple[Title | Unit, ...]


class FillTree(Family):
    span: Span


if TYPE_CHECKING:
    FillT: TypeAlias = Union["FillOrder", "FillChoice", "FillStuck", "FillConflict", "FillGap"]
else:
    FillT = FillTree


class FillOrder(FillTree):
    """Turns without a stated order are taken in the order of the set."""

    kind: Literal["order"] = "order"
    reference: Reference


class FillChoice(FillTree):
    """A choice for which nobody is named is made by lot."""

    kind: Literal["choice"] = "choice"
    reference: Reference


class FillStuck(FillTree):
    """What is done where a choice has no lawful value."""

    kind: Literal["stuck"] = "stuck"
    reference: Reference
    body: tuple[StatementT, ...]


class FillConflict(FillTree):
    """Of two rules that both apply, one prevails."""

    kind: Literal["conflict"] = "conflict"
    between: tuple[Reference, Reference]
    prevails: Reference


class FillGap(FillTree):
    """Rules or cases for what the text does not cover."""

    kind: Literal["gap"] = "gap"
    gap: Name
    items: tuple[RuleItem | DefinitionItem, ...]


class Supplement(Model):
    span: Span
    name: Name
    reason: str
    fills: tuple[FillT, ...]


class SupplementsFile(Model):
    span: Span
    law: Name
    supplements: tuple[Supplement, ...]


class ClaimTree(Family):
    span: Span


if TYPE_CHECKING:
    ClaimT: TypeAlias = Union["StateClaim", "LoopClaim"]
else:
    ClaimT = ClaimTree


class StateClaim(ClaimTree):
    kind: Literal["state"] = "state"
    modality: Literal["never", "always"]
    condition: ExprT


class LoopClaim(ClaimTree):
    """The loops of ``flow``, kept to steps from ``first`` to ``last``, end."""

    kind: Literal["loop"] = "loop"
    flow: Name
    first: Reference | None
    last: Reference | None
    measure: ExprT | None


class PropertyTree(Model):
    span: Span
    name: Name
    sentence: str
    claim: ClaimT


class PropertiesFile(Model):
    span: Span
    law: Name
    properties: tuple[PropertyTree, ...]


Unit.model_rebuild()
