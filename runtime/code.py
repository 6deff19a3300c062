"""Code: what expressions are compiled to, and what they raise where they have no value."""

from collections.abc import Callable
from fractions import Fraction
from typing import Literal, TypeAlias

from runtime.state import Store
from runtime.values import Value, whole

Frame: TypeAlias = list[Value]
"""The values of the variables in scope; :class:`Scope` knows which place is whose."""

Code: TypeAlias = Callable[[Store, Frame], Value]
"""A compiled expression."""


class Undefined(Exception):
    """An expression without a value.

    ``kind``: ``gap`` (the text does not say), ``conflict`` (it says more than
    one thing) or ``range``. ``ref``: the paragraph of the innermost case or
    statement. ``between``: of a conflict, the paragraphs of the cases that apply.
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


class Scope:
    """The variables that an expression may use, each with its place in the frame."""

    def __init__(self, ref: str, slots: dict[str, int] | None = None) -> None:
        self.ref = ref
        self.slots = {} if slots is None else slots

    def slot(self, name: str) -> int:
        """The place of ``name``, made if need be. Names are unique in a scope."""
        return self.slots.setdefault(name, len(self.slots))

    def at(self, ref: str) -> "Scope":
        """The same variables in another paragraph."""
        return Scope(ref, self.slots)

    def frame(self) -> Frame:
        """A frame with room for every variable met so far."""
        return [None] * len(self.slots)


def quotient(left: Value, right: Value, ref: str) -> Value:
    """An exact quotient. Raises :class:`Undefined` where ``right`` is zero."""
    if right == 0:
        raise Undefined("range", ref, f"{left} divided by zero")
    return whole(Fraction(left) / right)
