"""Worked cases: what is given, what is done, what is expected."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.places import Name, Reference, Span
from runtime.ruleset.model import Family, Model


class ValueTree(Model):
    """A value as a case writes it.

    A number (one of ``numbers``), a record (its ``numbers``), an element (the
    ``name`` of its set and its number from 1), a named member or a role
    (``name``), a truth, or nothing.
    """

    span: Span
    form: Literal["number", "record", "element", "name", "yes", "no", "nothing"]
    name: Name | None = None
    numbers: tuple[int, ...] = ()


class RepeatedTree(Model):
    """A value, so many times."""

    times: int
    value: ValueTree


class HoldsTree(Model):
    """What ``name`` holds: at ``arguments`` the one ``value``, or else all of ``entries``."""

    span: Span
    name: Name
    arguments: tuple[ValueTree, ...] = ()
    value: ValueTree | None = None
    entries: tuple[RepeatedTree, ...] = ()


class SizeTree(Model):
    size: int
    set: Name


class CaseLineTree(Family):
    span: Span


if TYPE_CHECKING:
    CaseLineT: TypeAlias = Union[
        "FlowLine",
        "SizeLine",
        "SettingLine",
        "ReadingLine",
        "SupplementsLine",
        "SeedLine",
        "GivenLine",
        "ChooseLine",
        "LawfulLine",
        "DrawLine",
        "OutcomeLine",
        "RestLine",
        "ResultLine",
        "HoldsLine",
        "DecidedLine",
    ]
else:
    CaseLineT = CaseLineTree


class FlowLine(CaseLineTree):
    """Which flow is run."""

    kind: Literal["flow"] = "flow"
    flow: Name
    arguments: tuple[ValueTree, ...]


class SizeLine(CaseLineTree):
    kind: Literal["sizes"] = "sizes"
    sizes: tuple[SizeTree, ...]


class SettingLine(CaseLineTree):
    kind: Literal["setting"] = "setting"
    name: Name
    value: ValueTree


class ReadingLine(CaseLineTree):
    kind: Literal["reading"] = "reading"
    point: Name
    name: Name


class SupplementsLine(CaseLineTree):
    """Only these supplements; none of them where ``names`` is empty."""

    kind: Literal["supplements"] = "supplements"
    names: tuple[Name, ...]


class SeedLine(CaseLineTree):
    kind: Literal["seed"] = "seed"
    seed: int


class GivenLine(CaseLineTree):
    """What a state holds at the start."""

    kind: Literal["given"] = "given"
    holds: HoldsTree


class ChooseLine(CaseLineTree):
    """An actor chooses; without ``value``, declines."""

    kind: Literal["choose"] = "choose"
    actor: ValueTree
    value: ValueTree | None


class LawfulLine(CaseLineTree):
    """An actor may choose a value, or may not, because of ``reference``; neither is done."""

    kind: Literal["lawful"] = "lawful"
    actor: ValueTree
    lawful: bool
    value: ValueTree
    reference: Reference | None


class DrawLine(CaseLineTree):
    """Values that dice show, that are drawn by lot, or that nobody in particular chooses."""

    kind: Literal["draw"] = "draw"
    by: Literal["dice", "lots", "nobody"]
    values: tuple[ValueTree, ...]


class OutcomeLine(CaseLineTree):
    """The end of everything, with an outcome and its value."""

    kind: Literal["outcome"] = "outcome"
    outcome: Name
    value: ValueTree | None
    reference: Reference | None


class RestLine(CaseLineTree):
    """Where it goes no further, or (``done``) that the flow has run through."""

    kind: Literal["rest"] = "rest"
    end: Literal["open", "gap", "stuck", "conflict", "forbidden", "done"]
    missing: Name | None = None
    references: tuple[Reference, ...] = ()


class ResultLine(CaseLineTree):
    """The result of the flow."""

    kind: Literal["result"] = "result"
    value: ValueTree


class HoldsLine(CaseLineTree):
    """What a state or a definition is worth at the end."""

    kind: Literal["holds"] = "holds"
    holds: HoldsTree


class DecidedLine(CaseLineTree):
    """The paragraphs whose rules applied at the last decisions, in order."""

    kind: Literal["decided"] = "decided"
    references: tuple[Reference, ...]


class CaseTree(Model):
    span: Span
    title: str
    lines: tuple[CaseLineT, ...]


class CasesFile(Model):
    span: Span
    law: Name
    cases: tuple[CaseTree, ...]
