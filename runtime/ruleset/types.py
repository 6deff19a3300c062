"""Types of the rule set's values.

Everything is finite once the sizes of the sets are fixed. At run time a value is

=============  ==========================================================
type           value
=============  ==========================================================
``Truth``      ``bool``
``Number``     ``int``, or ``fractions.Fraction`` where ``fraction`` is true
``Element``    ``int`` from 0 to the size of the set minus one
``Record``     ``tuple[int, ...]``, one number for each field, in order
``Optional``   ``None`` (nothing) or a value of the item type
``SetOf``      ``tuple`` of distinct values in canonical order
=============  ==========================================================
"""

from typing import TYPE_CHECKING, Literal, TypeAlias, Union

from runtime.ruleset.model import Family


class TypeNode(Family):
    """The root of the types."""


if TYPE_CHECKING:
    Type: TypeAlias = Union["Truth", "Number", "Element", "Record", "Optional", "SetOf"]
else:
    Type = TypeNode


class Truth(TypeNode):
    """Yes or no."""

    kind: Literal["truth"] = "truth"


class Number(TypeNode):
    """A number from ``low`` to ``high`` inclusive; whole unless ``fraction``."""

    kind: Literal["number"] = "number"
    low: int
    high: int
    fraction: bool = False


class Element(TypeNode):
    """A member of the declared set with concept id ``set``."""

    kind: Literal["element"] = "element"
    set: str


class Record(TypeNode):
    """A value of the declared record with concept id ``record``."""

    kind: Literal["record"] = "record"
    record: str


class Optional(TypeNode):
    """A value of ``item``, or nothing."""

    kind: Literal["optional"] = "optional"
    item: Type


class SetOf(TypeNode):
    """A finite set of values of ``item``."""

    kind: Literal["set"] = "set"
    item: Type
