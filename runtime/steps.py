"""Steps: what happened while play advanced, as data, each with its paragraph."""

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, Literal, TypeAlias

from runtime.ruleset.types import Type
from runtime.state import Ending
from runtime.values import Value


class Decline(Enum):
    """Makes :data:`DECLINE` a value of its own kind."""

    DECLINE = "decline"


DECLINE: Final = Decline.DECLINE
"""Given in place of a value: the chooser does nothing."""


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
    type: Type
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
    """A choice was made: ``value``, or :data:`DECLINE`, for the variable ``name``.

    ``actor`` is the element that chose, where one did; ``role`` likewise.
    ``by_default``: the chooser did nothing, and ``value`` is what the law has for that.
    """

    name: str
    type: Type
    kind: Literal["chance", "actor", "nobody"]
    actor_set: str | None
    actor: int | None
    role: str | None
    value: Value
    by_default: bool = False


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
    """Words were said; ``duration`` in the unit of the law.

    ``types`` are those of ``values``. The words were said to ``role``, to the
    ``members`` of ``to_set``, or (neither is given) to nobody in particular.
    """

    text: str
    values: tuple[Value, ...]
    types: tuple[Type, ...]
    role: str | None
    to_set: str | None
    members: tuple[int, ...]
    duration: Value


@dataclass(frozen=True, slots=True)
class Ended(Step):
    """Play ended."""

    ending: Ending


AnyStep: TypeAlias = Bound | Assigned | Chosen | Blocked | Applied | Announced | Ended
