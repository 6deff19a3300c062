"""Types as they are written."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.places import Name, Span
from runtime.ruleset.model import Family


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
