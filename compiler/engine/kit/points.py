"""Where play may rest: the choices of a flow, and the heads of its loops."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from compiler.engine.kit.outcomes import Type

Function: TypeAlias = Callable[..., Any]
"""Takes the table and the variables of a place."""


@dataclass(frozen=True, slots=True)
class Point:
    """A choice of the law: who makes it, from what, and what comes next.

    ``judged``, ``decline_judged``: whether norms may forbid a value, or declining.
    ``kept``: leaves only those of the options that no norm forbids, where that can be told
    without trying. ``asked``: what may have no value, and is asked as soon as play comes here.
    ``draws``: the stream of chance that decides where it is drawn.
    """

    ref: str
    supplement: str | None
    name: str
    type: Type
    kind: Literal["chance", "actor", "nobody"]
    live: tuple[str, ...]
    domain: Function
    next: Function
    decline: Function | None = None
    stuck: Function | None = None
    stuck_supplement: str | None = None
    default: Function | None = None
    actor: Function | None = None
    actor_set: str | None = None
    role: str | None = None
    stream: Literal["dice", "lots"] | None = None
    judged: bool = False
    decline_judged: bool = False
    kept: Function | None = None
    asked: tuple[Function, ...] = ()
    draws: Literal["dice", "choices", "lots"] = "choices"


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a loop of ``flow``; ``next`` is what comes after it.

    ``judged``: whether norms may forbid what comes before the next choice.
    """

    ref: str
    supplement: str | None
    flow: str
    next: Function
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Flow:
    """A procedure of the law. ``variables``: the types of those that are bound in it.

    ``turns``: the choices and heads of loops from which whole games at random play straight
    on; what they draw need not be handed to the game to choose from.
    """

    id: str
    parameters: tuple[tuple[str, str], ...]
    start: Function
    start_supplement: str | None
    has_result: bool
    variables: dict[str, Type]
    points: dict[int, Point]
    heads: dict[int, Head]
    turns: dict[int, Function]
