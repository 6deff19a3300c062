"""Statements of the rule set: what a paragraph does to the state.

Every statement carries ``ref``, the paragraph it comes from (its short
reference, as ``8.2``), and ``supplement``, the id of the supplement that put it
there or changed it, where it is not from the text.
"""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from runtime.ruleset.expressions import Binder, Expr
from runtime.ruleset.model import Family, Model
from runtime.ruleset.types import Type


class Statement(Family):
    """The root of the statements."""

    ref: str
    supplement: str | None = None


if TYPE_CHECKING:
    Stmt: TypeAlias = Union[
        "Assign",
        "Let",
        "Choose",
        "Each",
        "Repeat",
        "If",
        "Decide",
        "Call",
        "Return",
        "Announce",
        "End",
        "StatedGap",
        "Again",
    ]
else:
    Stmt = Statement


class Update(Model):
    """``state(arguments) := value``."""

    state: str
    arguments: tuple[Expr, ...] = ()
    value: Expr


class Assign(Statement):
    """Simultaneous updates; all values are those of the state before.

    With ``each``, the updates are made for every value the binder keeps. Two
    updates of one place must agree. No state that a norm forbids is entered.
    """

    kind: Literal["assign"] = "assign"
    updates: tuple[Update, ...]
    each: Binder | None = None


class Let(Statement):
    """Bind a variable to a value."""

    kind: Literal["let"] = "let"
    name: str
    type: Type
    value: Expr


class ChooserNode(Family):
    """The root of the choosers: who makes a choice."""


if TYPE_CHECKING:
    Chooser: TypeAlias = Union["ByChance", "ByActor", "ByNobody"]
else:
    Chooser = ChooserNode


class ByChance(ChooserNode):
    """Each distinct value with the same probability: dice and lots.

    ``stream`` tells which of the two random streams is used.
    """

    kind: Literal["chance"] = "chance"
    stream: Literal["dice", "lots"] = "dice"


class ByActor(ChooserNode):
    """An actor decides: an element of a set, or a role (``Read`` is not needed).

    Exactly one of ``element`` and ``role`` is given.
    """

    kind: Literal["actor"] = "actor"
    element: Expr | None = None
    role: str | None = None


class ByNobody(ChooserNode):
    """The text names nobody who decides."""

    kind: Literal["nobody"] = "nobody"


class Choose(Statement):
    """Bind ``name`` to one value of ``domain`` (a set).

    The statements after it (or, if ``optional``, those of ``body``) see the
    variable. ``optional``: the chooser may decline; then ``body`` is passed
    over. ``default`` is what holds where the chooser does nothing.
    A value is lawful if what follows from it, up to the next choice, enters no
    state that a norm forbids; declining is judged in the same way. Dice obey no
    norm: every value they show is lawful.
    ``stuck`` is what is done where no value is lawful (only by a supplement:
    the text has no such rule); a ``Let`` of the choice's own name in it gives
    the value that takes the missing one's place.
    """

    kind: Literal["choose"] = "choose"
    name: str
    type: Type
    domain: Expr
    by: Chooser
    optional: bool = False
    body: tuple[Stmt, ...] = ()
    default: Expr | None = None
    stuck: tuple[Stmt, ...] | None = None


class Each(Statement):
    """The body once for each value of ``domain``, one after the other.

    ``order`` ``in_turn``: in the order of the set; ``open``: the text names no
    order, so the next one is a choice by nobody among those not yet served.
    With ``until`` the rounds are repeated; the condition is asked before every
    single turn, also the first.
    """

    kind: Literal["each"] = "each"
    name: str
    item: Type
    domain: Expr
    order: Literal["in_turn", "open"]
    until: Expr | None = None
    body: tuple[Stmt, ...]


class Repeat(Statement):
    """The body ``times`` times, or until a condition holds (asked before each pass), or forever."""

    kind: Literal["repeat"] = "repeat"
    times: int | None = None
    until: Expr | None = None
    body: tuple[Stmt, ...]


class If(Statement):
    kind: Literal["when"] = "when"
    condition: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


class Decide(Statement):
    """A decision point: exactly one of its rules must apply."""

    kind: Literal["decide"] = "decide"
    decision: str


class Call(Statement):
    """Run a flow; ``result`` names the variable that takes what it returns."""

    kind: Literal["call"] = "call"
    flow: str
    arguments: tuple[Expr, ...] = ()
    result: str | None = None


class Return(Statement):
    """End the enclosing flow with a value."""

    kind: Literal["return"] = "return"
    value: Expr


class Shown(Model):
    """A value that is shown, and its type."""

    value: Expr
    type: Type


class Audience(Model):
    """Whom words are said to: a role, or those members of ``set`` that the set ``members`` holds.

    Exactly one of ``role`` and ``members`` is given.
    """

    role: str | None = None
    set: str | None = None
    members: Expr | None = None


class Announce(Statement):
    """Words that are said; no effect on the state.

    ``values`` are shown with the words. ``to``: whom they are said to, where
    the law says it. ``duration`` names how long, in the unit of the law.
    """

    kind: Literal["announce"] = "announce"
    text: str
    values: tuple[Shown, ...] = ()
    to: Audience | None = None
    duration: Expr | None = None


class End(Statement):
    """The end of everything: ``outcome`` is a concept id.

    Where the outcome is a state variable without arguments, its value belongs
    to the outcome.
    """

    kind: Literal["end"] = "end"
    outcome: str


class StatedGap(Statement):
    """A place where the text stops and does not say what holds."""

    kind: Literal["gap"] = "gap"
    gap: str
    reason: str


class Again(Statement):
    """Start the enclosing flow again, with the same arguments."""

    kind: Literal["again"] = "again"
