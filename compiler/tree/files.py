"""Whole files: a language version, supplements, properties."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.expressions import ExprT
from compiler.tree.items import DefinitionItem, ItemT, RuleItem
from compiler.tree.places import Name, Reference, Span, TextLine
from compiler.tree.statements import StatementT
from runtime.ruleset.model import Family, Model


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
    FillT: TypeAlias = Union[
        "FillOrder", "FillChoice", "FillStuck", "FillConflict", "FillGap", "FillParameter"
    ]
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


class FillParameter(FillTree):
    """The value of a parameter where none is given: a number or a named member."""

    kind: Literal["parameter"] = "parameter"
    parameter: Name
    value: int | Name


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
