"""Paths: ways through a flow graph over symbolic stores, as data.

A path carries a symbolic store and bound variables, the conditions under which
it is taken (each named after the paragraph it comes from) and the choices made
on the way, as unknowns.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from verify.limits import Named
from verify.symbolic import Store, Value
from verify.terms import Truth
from verify.translate import Env

EndingKind = Literal["end", "done", "gap", "conflict", "range", "forbidden"]


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a path goes no further, and the paragraph."""

    kind: EndingKind
    ref: str


@dataclass(frozen=True, slots=True)
class Made:
    """A choice made at ``node``: ``value`` was taken, or it was declined.

    Where declining takes a default, that is ``value``. ``actor``: the element that declined.
    """

    node: int
    value: Value
    declined: bool = False
    actor: Value = None


@dataclass(frozen=True, slots=True)
class Path:
    """A way through the graph that now stands at ``node``, or has stopped.

    ``earlier``: the store before the last assignment on it, if there was one.
    ``blocked``: after so many choices no value was lawful, and what is done then follows.
    """

    node: int
    store: Store
    env: Env
    conditions: tuple[Named, ...] = ()
    choices: tuple[Made, ...] = ()
    nodes: tuple[int, ...] = ()
    refs: tuple[str, ...] = ()
    stop: Stop | None = None
    earlier: Store | None = None
    blocked: int | None = None

    def on(self, *conditions: Named) -> "Path | None":
        """This path under more conditions; none if one of them surely fails."""
        if any(condition.term is False for condition in conditions):
            return None
        more = tuple(condition for condition in conditions if condition.term is not True)
        return replace(self, conditions=self.conditions + more)

    def stopped(self, kind: EndingKind, ref: str, condition: Truth) -> Iterator["Path"]:
        """This path, ended where ``condition`` holds."""
        path = self.on(Named(ref, condition))
        if path is not None:
            yield replace(path, stop=Stop(kind, ref))
