"""Whole files: a language version, supplements, properties."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.expressions import CriterionTree, ExprT
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
    ClaimT: TypeAlias = Union[
        "StateClaim", "LoopClaim", "StepClaim", "AfterClaim", "SameClaim", "MeetsClaim"
    ]
else:
    ClaimT = ClaimTree


class StateClaim(ClaimTree):
    """What is said of the states of a run: all, none, some, the last, or one sooner or later."""

    kind: Literal["state"] = "state"
    modality: Literal["never", "always", "possible", "eventually", "at_the_end"]
    condition: ExprT


class LoopClaim(ClaimTree):
    """The loops of ``flow``, kept to steps from ``first`` to ``last``, end."""

    kind: Literal["loop"] = "loop"
    flow: Name
    first: Reference | None
    last: Reference | None
    measure: ExprT | None


class MeetsClaim(ClaimTree):
    """The flow of the profile ``profile`` meets a criterion of social choice."""

    kind: Literal["meets"] = "meets"
    profile: Name
    criterion: Name


class ProfileTree(Model):
    """How each of ``electors`` ranks ``alternatives``, and the flow that gives ``winner``."""

    span: Span
    name: Name
    sentence: str
    electors: Name
    elector: Name
    alternatives: Name
    alternative: Name
    order: tuple[CriterionTree, ...]
    flow: Name
    winner: Name


class StepClaim(ClaimTree):
    """What every step does, or every step from ``first`` to ``last``."""

    kind: Literal["step"] = "step"
    first: Reference | None
    last: Reference | None
    condition: ExprT


class AfterClaim(ClaimTree):
    """What the step does that follows when ``actor``, a role or a member of a set, declines.

    ``variable`` stands for that member.
    """

    kind: Literal["after"] = "after"
    actor: Name
    variable: Name | None
    condition: ExprT


class SameClaim(ClaimTree):
    """``subject``, a definition or a flow, is the same under two readings of ``point``.

    ``conceivable``: a definition in states, too, that no run may reach.
    """

    kind: Literal["same"] = "same"
    point: Name
    readings: tuple[Name, Name]
    subject: Name
    conceivable: bool


class PropertyTree(Model):
    span: Span
    name: Name
    sentence: str
    claim: ClaimT


class PropertiesFile(Model):
    span: Span
    law: Name
    profiles: tuple[ProfileTree, ...] = ()
    properties: tuple[PropertyTree, ...]


Unit.model_rebuild()
