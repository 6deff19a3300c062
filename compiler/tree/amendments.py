"""Amendments: what of a language version is replaced, inserted, repealed, or set anew."""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from compiler.tree.files import Unit
from compiler.tree.items import ItemT
from compiler.tree.places import Name, Reference, Span, TextLine
from runtime.ruleset.model import Family, Model


class AmendedPlace(Model):
    """A unit of the law, or one of its own sentences, by its number from 1."""

    span: Span
    reference: Reference
    sentence: int | None


class ChangeTree(Family):
    span: Span


if TYPE_CHECKING:
    ChangeT: TypeAlias = Union["Replacement", "Insertion", "Repeal", "NewValue"]
else:
    ChangeT = ChangeTree


class Replacement(ChangeTree):
    """What stands in a place from now on. A heading that is not given stays as it is."""

    kind: Literal["replacement"] = "replacement"
    place: AmendedPlace
    heading: TextLine | None
    contents: tuple[TextLine | ItemT | Unit, ...]


class Insertion(ChangeTree):
    """A new place, which its label puts among its neighbours."""

    kind: Literal["insertion"] = "insertion"
    place: AmendedPlace
    heading: TextLine | None
    contents: tuple[TextLine | ItemT | Unit, ...]


class Repeal(ChangeTree):
    kind: Literal["repeal"] = "repeal"
    place: AmendedPlace


class NewValue(ChangeTree):
    """The value of a parameter where none is given: a number or a named member."""

    kind: Literal["new_value"] = "new_value"
    parameter: Name
    value: int | Name


class AmendmentFile(Model):
    """One language version of an amendment."""

    span: Span
    law: Name
    title: TextLine
    changes: tuple[ChangeT, ...]
