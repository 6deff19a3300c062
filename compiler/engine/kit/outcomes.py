"""What happens: ends, steps, choices, refusals; and what an expression without a value raises."""

from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from typing import Any, Final, Literal, TypeAlias

Value: TypeAlias = Any
"""A truth, number, element (from 0), record, set (a tuple in order), or nothing (None)."""

Type: TypeAlias = dict[str, Any]
"""A type as data: ``{"kind": "number", "low": 1, "high": 6, "fraction": False}``."""


class Decline(Enum):
    """Makes :data:`DECLINE` a value of its own kind."""

    DECLINE = "decline"


DECLINE: Final = Decline.DECLINE
"""Given in place of a value: the chooser does nothing."""


class Undefined(Exception):
    """An expression without a value: ``gap``, ``conflict`` (too many values) or ``range``.

    ``ref`` is the paragraph; ``between``: of a conflict, those that apply.
    """

    def __init__(
        self,
        kind: Literal["gap", "conflict", "range"],
        ref: str,
        detail: str,
        between: tuple[str, ...] = (),
    ) -> None:
        super().__init__(f"{kind} in {ref}: {detail}")
        self.kind = kind
        self.ref = ref
        self.detail = detail
        self.between = between


@dataclass(frozen=True, slots=True)
class Breach:
    """A norm that does not hold: why a value is not lawful, or a state forbidden.

    ``ref``: the norm's paragraph. ``at``: the paragraph that would break it.
    ``values``: the variables of the norm that show it; ``item`` is their type.
    """

    ref: str
    citations: tuple[tuple[str, str], ...]
    at: str
    values: tuple[tuple[str, Value], ...]
    item: Type | None = field(hash=False)


EndKind = Literal["end", "done", "gap", "conflict", "stuck", "range", "loop", "limit"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How play ended, and in which paragraph (``at``).

    ``end``: with ``outcome`` and its ``value``. ``done``: the flow has run
    through; ``value`` is its result. ``gap``: the text does not say what holds.
    ``conflict``: the paragraphs ``between`` say different things. ``stuck``: a
    choice without a lawful value. ``range``: a value outside its range.
    ``loop``: the same happens again for ever. ``limit``: play was broken off.
    """

    kind: EndKind
    at: str
    supplement: str | None = None
    outcome: str | None = None
    value: Value = None
    gap: str | None = None
    detail: str = ""
    between: tuple[str, ...] = ()
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that happened; ``ref`` is the paragraph, ``supplement`` what filled its gap.

    ``relied``: the supplements whose cases of definitions led to it, in order.
    """

    ref: str
    supplement: str | None
    relied: tuple[str, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True, slots=True)
class Bound(Step):
    """A variable took a value: whose turn it is, what a procedure resulted in."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a state variable before and after."""

    state: str
    arguments: tuple[int, ...]
    old: Value
    new: Value


@dataclass(frozen=True, slots=True)
class Assigned(Step):
    """State variables were set; ``changes`` lists the places that hold another value now."""

    changes: tuple[Change, ...]


@dataclass(frozen=True, slots=True)
class Chosen(Step):
    """A choice was made: ``value``, or :data:`DECLINE`.

    ``by``: chance, nobody, a role, or a set; then ``actor`` is the element.
    """

    name: str
    by: str
    actor: int | None
    value: Value
    by_default: bool


@dataclass(frozen=True, slots=True)
class Blocked(Step):
    """No value of the choice ``name`` was lawful, and a supplement says what happens then."""

    name: str


@dataclass(frozen=True, slots=True)
class Applied(Step):
    """The rule in ``ref`` applied at the decision point ``decision``."""

    decision: str


@dataclass(frozen=True, slots=True)
class Announced(Step):
    """Words were said: to a role, to the ``members`` of a set (``to``), or to everybody."""

    text: str
    values: tuple[Value, ...]
    to: str | None
    members: tuple[int, ...]
    duration: Value


@dataclass(frozen=True, slots=True)
class Ended(Step):
    """Play ended."""

    ending: Ending


AnyStep: TypeAlias = Bound | Assigned | Chosen | Blocked | Applied | Announced | Ended

Store: TypeAlias = tuple[tuple[Value, ...], ...]
"""What all state variables hold: for each, in the law's order, one flat tuple."""

NOWHERE: Final = -1
"""The node of a state at an end."""


@dataclass(frozen=True, slots=True)
class State:
    """A place where play rests: at a choice (``node``), or at an end.

    ``variables`` holds the bound variables that are still needed, by name.
    """

    node: int
    store: Store
    variables: tuple[tuple[str, Value], ...]
    ending: Ending | None = None


@dataclass(frozen=True, slots=True)
class Advance:
    """Where play rests now, and what happened on the way there."""

    state: State
    steps: tuple[AnyStep, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """A value that may be chosen, or :data:`DECLINE`; lawful unless it has ``breaches``."""

    value: Value
    breaches: tuple[Breach, ...]

    @property
    def lawful(self) -> bool:
        return not self.breaches


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that play waits for, with what may be chosen and what may not."""

    kind: Literal["chance", "actor", "nobody"]
    ref: str
    supplement: str | None
    name: str
    type: Type = field(hash=False)
    actor_set: str | None
    actor: int | None
    role: str | None
    stream: Literal["dice", "lots"] | None
    options: tuple[Option, ...]
    decline: Option | None
    default: Option | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a value cannot be applied: play has ended, it is impossible, or forbidden."""

    kind: Literal["ended", "impossible", "forbidden"]
    reason: str
    breaches: tuple[Breach, ...] = ()


class Refused(ValueError):
    """A value was applied that is impossible or not lawful; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def whole(number: Value) -> Value:
    """The same value, with a whole fraction as ``int``."""
    if isinstance(number, Fraction) and number.denominator == 1:
        return number.numerator
    return number
