"""Shapes: how values look in a kernel, where everything is a whole number of 64 bits.

A truth is 0 or 1, an element its position, a record its position among all values of the
record, in order. What is not set is :data:`NOTHING`. A set is a mask: bit ``n`` stands for
the value ``low + n``.
"""

from dataclasses import dataclass, replace
from functools import reduce

from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type
from runtime.values import Sizes, Value, is_whole

NOTHING = -(2**62)
"""What is not set."""

UNDEFINED = NOTHING - 1
"""An expression without a value; the interpreter finds out what follows from that."""

GIVE_UP = NOTHING - 2
"""Something that a kernel does not expect; the interpreter plays the game."""

UNKNOWN = NOTHING - 3
"""What was not worked out yet (:mod:`compiler.kernel.memo`)."""

LARGEST = 2**61
"""Numbers that may become larger than this are refused."""

MOST_MEMBERS = 62
"""So many values may stand in a mask."""


class Unsupported(Exception):
    """The rule set has something that a kernel cannot do; the message says what."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Numbers from ``low`` to ``high``, or nothing if ``optional``; masks of ``item`` if given."""

    low: int
    high: int
    optional: bool = False
    item: "Shape | None" = None

    @property
    def width(self) -> int:
        """How many numbers there are from ``low`` to ``high``."""
        return self.high - self.low + 1

    def holds(self, other: "Shape") -> bool:
        """Whether every value of ``other`` is one of this shape."""
        return self.low <= other.low and other.high <= self.high and self.optional >= other.optional


def mask_of(item: Shape) -> Shape:
    """The shape of sets of ``item``. Raises :class:`Unsupported`."""
    if item.item is not None or item.optional:
        raise Unsupported("sets of sets, or of what may be nothing")
    if item.width > MOST_MEMBERS:
        raise Unsupported(f"a set kept of values of which there are {item.width}")
    return Shape(0, 2 ** max(item.width, 0) - 1, item=item)


class Shapes:
    """The shapes of the types of a rule set, for given sizes."""

    def __init__(self, rules: RuleSet, sizes: Sizes) -> None:
        self.rules = rules
        self.sizes = sizes

    def of(self, type: Type) -> Shape:
        """The shape of ``type``. Raises :class:`Unsupported`."""
        match type:
            case Truth():
                return Shape(0, 1)
            case Number(low=low, high=high):
                if not -LARGEST < low <= high < LARGEST:
                    raise Unsupported("numbers that are too large")
                return Shape(low, high)
            case Element(set=set_id):
                return self.all(set_id)
            case Record(record=record):
                return self.all(record)
            case Optional(item=item):
                shape = self.of(item)
                if shape.item is not None:
                    raise Unsupported("a set that may be nothing")
                return replace(shape, optional=True)
            case SetOf(item=item):
                return mask_of(self.of(item))

    def all(self, set_id: str) -> Shape:
        """The shape of the members of a set, or of the values of a record."""
        if set_id not in self.rules.records:
            return Shape(0, self.sizes[set_id] - 1)
        return Shape(0, reduce(int.__mul__, self.widths(set_id), 1) - 1)

    def widths(self, record: str) -> list[int]:
        """How many numbers each field of a record may be."""
        return [one.high - one.low + 1 for one in self.rules.records[record].fields]

    def encode(self, value: Value, type: Type) -> int:
        """The number that stands for ``value``. Raises :class:`Unsupported`."""
        match type:
            case Optional(item=item):
                return NOTHING if value is None else self.encode(value, item)
            case Record(record=record):
                found = 0
                for number, field in zip(value, self.rules.records[record].fields, strict=True):
                    found = found * (field.high - field.low + 1) + number - field.low
                return found
            case SetOf(item=item):
                low = self.of(type).item.low  # type: ignore[union-attr]
                return sum(1 << (self.encode(one, item) - low) for one in value)
            case Truth():
                return int(value)
        if not is_whole(value):
            raise Unsupported("fractions that are kept")
        return int(value)

    def decode(self, code: int, type: Type) -> Value:
        """The value that ``code`` stands for."""
        match type:
            case Truth():
                return bool(code)
            case Optional(item=item):
                return None if code == NOTHING else self.decode(code, item)
            case Record(record=record):
                numbers: list[int] = []
                for field in reversed(self.rules.records[record].fields):
                    code, rest = divmod(code, field.high - field.low + 1)
                    numbers.append(field.low + rest)
                return tuple(reversed(numbers))
            case SetOf(item=item):
                shape = self.of(type).item
                assert shape is not None
                members = [shape.low + at for at in range(shape.width) if code >> at & 1]
                return tuple(self.decode(one, item) for one in members)
            case _:
                return code
