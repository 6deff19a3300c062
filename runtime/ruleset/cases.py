"""Worked cases: what is given, what is done, and what the law's readers expect of it.

A case is data like the rule set, in concept ids, short references and values of
:mod:`runtime.ruleset.types`; it is told for one language version. Every line
knows the ``line`` of its file (from 1) and its own ``words``.
"""

from typing import TYPE_CHECKING, Any, Literal, TypeAlias, Union

from runtime.ruleset.model import Family, Model


class Said(Model):
    """A value whose type the place decides where it is said; ``set`` is that of an element."""

    value: Any
    set: str | None = None


class Actor(Model):
    """Who chooses: the element ``index`` of ``set``, or a role."""

    set: str | None = None
    index: int | None = None
    role: str | None = None


class CaseLine(Family):
    """The root of the lines of a case."""

    line: int
    words: str


if TYPE_CHECKING:
    Move: TypeAlias = Union["Chooses", "Drawn", "Lawful"]
    Expectation: TypeAlias = Union["ExpectedEnd", "ExpectedValues", "ExpectedRules"]
else:
    Move = Expectation = CaseLine


class Chooses(CaseLine):
    """The actor chooses ``value``; absent, the actor declines."""

    kind: Literal["chooses"] = "chooses"
    actor: Actor
    value: Said | None


class Drawn(CaseLine):
    """What a die shows, what is drawn by lot, or what is chosen where nobody is named."""

    kind: Literal["drawn"] = "drawn"
    by: Literal["dice", "lots", "nobody"]
    value: Said


class Lawful(CaseLine):
    """Whether the actor may choose ``value`` here; nothing is chosen.

    ``ref``: why not. It is a norm that would be broken, or, for what is none of
    the values to choose from, the paragraph of the choice.
    """

    kind: Literal["lawful"] = "lawful"
    actor: Actor
    value: Said
    lawful: bool
    ref: str | None


class ExpectedEnd(CaseLine):
    """How it ends, and where.

    ``end`` is a kind of :class:`~runtime.state.Ending`; or ``open``: play rests
    at a choice; or ``forbidden``: a norm forbids what is given, or what follows
    without a choice. ``refs``: where (of ``end`` and ``gap`` where that is said);
    of a conflict, all paragraphs that it is between; of ``forbidden``, the norm.
    ``outcome``, ``gap``: which. ``value`` (of an outcome, or the flow's result)
    counts where ``valued``.
    """

    kind: Literal["end"] = "end"
    end: Literal["end", "done", "open", "gap", "stuck", "conflict", "forbidden"]
    refs: tuple[str, ...] = ()
    outcome: str | None = None
    gap: str | None = None
    valued: bool = False
    value: Any = None


class Entry(Model):
    """One place of a state variable, or a definition at its arguments, and what it is worth."""

    arguments: tuple[Any, ...]
    value: Any


class ExpectedValues(CaseLine):
    """What a state variable or a definition is worth at the end."""

    kind: Literal["values"] = "values"
    concept: str
    entries: tuple[Entry, ...]


class ExpectedRules(CaseLine):
    """The paragraphs whose rules applied at the last decisions, in order."""

    kind: Literal["rules"] = "rules"
    refs: tuple[str, ...]


class WorkedCase(Model):
    """A case for one language version.

    ``file`` and ``line`` say where it is told. ``flow`` is run with
    ``arguments`` (by parameter), for ``sizes`` and ``parameters`` of the law,
    from a state that is as at the start but for ``given`` (by state variable).
    It holds under ``readings``; of points not named, under the readings in use.
    ``supplements``: only these; None: as asked for. ``seed``: dice and lots that
    no move tells are drawn from it, and where moves have ended, players draw too.
    """

    title: str
    file: str
    line: int
    language: str
    flow: str
    arguments: dict[str, Any]
    sizes: dict[str, int]
    parameters: dict[str, Any]
    readings: dict[str, str]
    supplements: tuple[str, ...] | None
    seed: int | None
    given: dict[str, tuple[Entry, ...]]
    moves: tuple[Move, ...]
    expected: tuple[Expectation, ...]
