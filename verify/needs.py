"""Needs: the conditions under which something is defined, collected on the way."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from verify.terms import Truth, both, every, implies

Hole: TypeAlias = tuple[str, str]
"""What is missing where a need fails: its kind, and the paragraph ("" if not known)."""
Needs: TypeAlias = Mapping[Hole, Truth]


class _Hole:
    """Stands for the value of what is surely undefined where it is looked at."""


HOLE = _Hole()

NOWHERE: Hole = ("nowhere", "")
"""A need that is never met, where the others say so only together; it names nothing missing."""


class _Undefined(Exception):
    """What is being translated is undefined whatever the symbols are."""


def defined(needs: Needs) -> Truth:
    """Whether all needs are met."""
    return every(needs.values())


class Needing:
    """Collects needs; what is surely undefined is not followed further."""

    def __init__(self) -> None:
        self._needs: dict[Hole, Truth] = {}
        self._ref = ""

    def _guarded(self, run: Callable[[], Any]) -> tuple[Any, Needs]:
        outer, self._needs = self._needs, {}
        try:
            value = run()
        except _Undefined:
            value = HOLE
        finally:
            needs, self._needs = self._needs, outer
        if value is HOLE and not any(met is False for met in needs.values()):
            # There is no value on any way: each need leaves some way open, all together none.
            needs[NOWHERE] = False
        return value, needs

    def _need(self, condition: Truth, kind: str, ref: str | None = None) -> None:
        if condition is True:
            return
        hole = (kind, self._ref if ref is None else ref)
        met = both(self._needs.get(hole, True), condition)
        self._needs[hole] = met
        if met is False:
            raise _Undefined

    def _adopt(self, needs: Needs, guard: Truth = True) -> None:
        """Take over needs that count only where ``guard`` holds."""
        for (kind, ref), condition in needs.items():
            self._need(condition if guard is True else implies(guard, condition), kind, ref)

    @contextmanager
    def _at(self, ref: str) -> Iterator[None]:
        outer, self._ref = self._ref, ref
        try:
            yield
        finally:
            self._ref = outer
