"""The rule set: one law, in one language version, under one choice of readings.

It is the program's one meaning. Interpreter, generated engines and the SMT
translation read it and nothing else. All names are concept ids of the law's
glossary. Paragraphs are named by their short reference: ``8.2`` is article 8,
paragraph 2; ``1.1.a`` its letter a.
"""

from runtime.ruleset.expressions import Expr
from runtime.ruleset.model import Model
from runtime.ruleset.statements import Stmt
from runtime.ruleset.types import Type


class Paragraph(Model):
    """A place in the text: how it is cited, and its official wording.

    ``citations`` maps each language of the law to the citation in that
    language ("Art. 8 Abs. 2"); ``text`` is this version's own wording.
    """

    ref: str
    citations: dict[str, str]
    text: str


class DeclaredSet(Model):
    """A finite set of ``low`` to ``high`` members.

    ``same_as``: as many members as that other set. ``members``: the names of
    the members, where they have names (then ``low == high``).
    """

    id: str
    ref: str
    low: int
    high: int
    same_as: str | None = None
    members: tuple[str, ...] = ()


class RecordField(Model):
    """One whole number of a record, from ``low`` to ``high`` inclusive."""

    id: str
    low: int
    high: int


class DeclaredRecord(Model):
    """A kind of value made of whole numbers, one for each field."""

    id: str
    ref: str
    fields: tuple[RecordField, ...]


class StateVariable(Model):
    """A function from ``domain`` (set ids) to a value of ``type``.

    At the start an optional value is nothing, a truth is no, and a number is
    ``initial``.
    """

    id: str
    ref: str
    domain: tuple[str, ...]
    type: Type
    initial: int | None = None


class LawParameter(Model):
    """A setting fixed for a whole game: read like a state variable, never written."""

    id: str
    ref: str
    type: Type
    default: int | None = None


class Parameter(Model):
    """A parameter of a definition or a flow."""

    name: str
    type: Type


class Case(Model):
    """One paragraph's case of a definition.

    ``guard`` absent: always. ``departs_from``: the case takes precedence over
    those of the definition's cases that come from these paragraphs;
    ``yields_to`` the other way round.
    """

    ref: str
    guard: Expr | None
    value: Expr
    departs_from: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    supplement: str | None = None


class Definition(Model):
    """A pure function. Exactly one case must apply once precedence is taken into account."""

    id: str
    parameters: tuple[Parameter, ...]
    type: Type
    cases: tuple[Case, ...]


class Norm(Model):
    """A condition that must never hold."""

    ref: str
    forbidden: Expr


class Permission(Model):
    """A condition that the text says may hold: no norm may rule it out."""

    ref: str
    permitted: Expr


class Rule(Model):
    """One paragraph's rule in a decision point; precedence as in :class:`Case`.

    ``settled``: the paragraphs among ``departs_from`` of which not the text but a
    supplement says so, each with the id of the supplement.
    """

    decision: str
    ref: str
    guard: Expr
    body: tuple[Stmt, ...]
    departs_from: tuple[str, ...] = ()
    yields_to: tuple[str, ...] = ()
    settled: tuple[tuple[str, str], ...] = ()
    supplement: str | None = None


class Part(Model):
    """What one paragraph contributes to a flow."""

    ref: str
    body: tuple[Stmt, ...]
    supplement: str | None = None


class Flow(Model):
    """A procedure: the parts of several paragraphs, one after the other.

    Flows do not call themselves, directly or through others.
    """

    id: str
    parameters: tuple[Parameter, ...]
    result: Type | None
    parts: tuple[Part, ...]


class SupplementInUse(Model):
    """A supplement that this rule set contains.

    ``gap`` is the id of what it fills, ``reason`` why it fills it so.
    """

    id: str
    gap: str
    reason: str


class RuleSet(Model):
    """Everything that runs, proves or is compared.

    ``terms`` maps concept ids to this language's term, for output.
    ``readings`` maps each reading point of the law to the reading in use.
    ``law_hash`` identifies the sources (SHA-256, hexadecimal).
    """

    law: str
    language: str
    law_hash: str
    readings: dict[str, str]
    supplements: tuple[SupplementInUse, ...]
    paragraphs: dict[str, Paragraph]
    terms: dict[str, str]
    sets: dict[str, DeclaredSet]
    records: dict[str, DeclaredRecord]
    states: dict[str, StateVariable]
    parameters: dict[str, LawParameter]
    roles: tuple[str, ...]
    definitions: dict[str, Definition]
    norms: tuple[Norm, ...]
    permissions: tuple[Permission, ...]
    decisions: dict[str, tuple[Rule, ...]]
    flows: dict[str, Flow]

    @property
    def supplement_ids(self) -> tuple[str, ...]:
        """The ids of ``supplements``, in their order; one that fills several gaps stands once."""
        return tuple(dict.fromkeys(one.id for one in self.supplements))
