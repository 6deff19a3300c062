"""What stands under a text: declarations, definitions, norms, rules, flows."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.expressions import ExprT
from compiler.tree.places import Name, Reference, Span
from compiler.tree.statements import StatementT
from compiler.tree.types import TypeT
from runtime.ruleset.model import Family, Model


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
    """``type`` None stands for a truth; ``initial`` is a number or a named member."""

    kind: Literal["state"] = "state"
    name: Name
    domain: tuple[Name, ...]
    type: TypeT | None
    initial: int | Name | None


class RoleDeclaration(ItemTree):
    kind: Literal["role"] = "role"
    name: Name


class ParameterDeclaration(ItemTree):
    """``default`` is a number or a named member."""

    kind: Literal["parameter"] = "parameter"
    name: Name
    type: TypeT
    default: int | Name | None


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
