"""How the behaviours that two versions permit relate to each other."""

from collections.abc import Iterable
from typing import Any, Literal

from runtime.ruleset.model import Model
from runtime.ruleset.types import Type

Relation = Literal["equal", "first_narrower", "second_narrower", "overlap", "disjoint"]


class Bound(Model):
    """A variable of a case: its name in each version, its type, and its value as JSON data."""

    names: tuple[str | None, str | None]
    type: Type
    value: Any


class Change(Model):
    """What a place of a state variable holds after the steps of a version."""

    state: str
    place: tuple[int, ...]
    value: Any


class Difference(Model):
    """One place where two encodings permit different things.

    ``aspect`` says of what: ``guard``, ``value``, ``forbidden``, ``effect``,
    ``domain``, ``order``, ``chooser``, ``structure``, ``size``, ``range`` …
    ``first`` and ``second`` are what each version says there, as short data.
    ``witness``: a case in which it matters, replayed; None where the difference
    is one of form (an order, a size) and needs no state. ``always``: it shows in
    every case, so that the witness is only one of many. ``settled``: whether it is
    known if the versions ever agree; if not, they are taken to.

    Where the sides are values, ``values`` has them as JSON data and ``type`` says of
    which kind; a side that is undefined is so in ``first`` or ``second``. ``changes``:
    where the stores differ that come of the steps, as each side leaves them.
    """

    aspect: str
    subject: str
    relation: Relation
    first: str
    second: str
    witness: dict[str, Any] | None = None
    always: bool = False
    settled: bool = True
    type: Type | None = None
    values: tuple[Any, Any] | None = None
    changes: tuple[tuple[Change, ...], tuple[Change, ...]] | None = None


class Undecided(Exception):
    """The solver could not tell within its limits; ``reason`` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def meet(relations: Iterable[Relation]) -> Relation:
    """The relation of two paragraphs whose parts stand in these relations."""
    found = set(relations) - {"equal"}
    if not found:
        return "equal"
    if "disjoint" in found:
        return "disjoint"
    return found.pop() if len(found) == 1 else "overlap"


def turned(relation: Relation) -> Relation:
    """The relation seen from the second version."""
    if relation == "first_narrower":
        return "second_narrower"
    return "first_narrower" if relation == "second_narrower" else relation


def by_inclusion(only_first: bool, only_second: bool, common: bool = True) -> Relation:
    """The relation of two sets of behaviours.

    ``only_first``: the first version permits something the second does not.
    ``common``: there is something both permit.
    """
    if only_first and only_second:
        return "overlap" if common else "disjoint"
    if only_first:
        return "second_narrower"
    return "first_narrower" if only_second else "equal"
