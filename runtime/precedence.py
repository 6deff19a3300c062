"""Precedence between paragraphs: which of several rules or cases gives way to which.

Serves the rules of a decision and the cases of a definition alike.
"""

from collections.abc import Sequence
from typing import Protocol


class Ranked(Protocol):
    """What stands in a paragraph and may depart from others or yield to them."""

    @property
    def ref(self) -> str: ...
    @property
    def departs_from(self) -> tuple[str, ...]: ...
    @property
    def yields_to(self) -> tuple[str, ...]: ...


def covers(name: str, ref: str) -> bool:
    """Whether the reference ``name`` means ``ref`` or what it is part of: 10 covers 10.1."""
    return ref == name or ref.startswith(name + ".")


def settled(
    items: Sequence[Ranked], by: Sequence[Sequence[tuple[str, str]]]
) -> tuple[tuple[tuple[int, str], ...], ...]:
    """For each item, the positions of others that it beats by a supplement, with its id.

    ``by``: for each item the paragraphs over which a supplement gives it precedence.
    """
    return tuple(
        tuple(
            (j, id)
            for j, other in enumerate(items)
            for name, id in pairs
            if j != i and covers(name, other.ref)
        )
        for i, pairs in enumerate(by)
    )


def beats(items: Sequence[Ranked]) -> tuple[tuple[int, ...], ...]:
    """For each item, the positions of the others that it takes precedence over, ascending."""

    def wins(one: Ranked, other: Ranked) -> bool:
        return any(covers(name, other.ref) for name in one.departs_from) or any(
            covers(name, one.ref) for name in other.yields_to
        )

    return tuple(
        tuple(j for j, other in enumerate(items) if j != i and wins(one, other))
        for i, one in enumerate(items)
    )
