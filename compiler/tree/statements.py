"""Statements as they are written."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.expressions import BinderTree, ExprT, NameExpr
from compiler.tree.places import Name, Span
from runtime.ruleset.model import Family, Model


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
    to: ExprT | None
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
