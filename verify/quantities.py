"""Numbers with exact fractions, over terms.

A quantity is a whole number (``int`` or term) or a :class:`Ratio`: a whole
number over a fixed positive denominator. Products and quotients of two numbers
that are not known are written as a table over the one with the smaller range,
so that everything stays linear.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import TypeAlias, cast

from verify.terms import (
    Truth,
    Whole,
    absolute,
    at_most,
    bounds,
    choose_number,
    equal,
    largest,
    less,
    scale,
    smallest,
    subtract,
    total,
)

WIDEST_TABLE = 128
"""The most rows a product or quotient may be tabulated with."""


class Unsupported(Exception):
    """The rules use something that cannot be put to a solver; the message names it."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """``numerator / denominator``."""

    numerator: Whole
    denominator: int


Quantity: TypeAlias = int | Whole | Ratio


def exact(value: int | Fraction) -> Quantity:
    """A known number as a quantity."""
    if isinstance(value, Fraction) and value.denominator != 1:
        return Ratio(value.numerator, value.denominator)
    return int(value)


def known(value: Quantity) -> int | Fraction | None:
    """The number, if it is known."""
    if isinstance(value, int):
        return value
    if isinstance(value, Ratio) and isinstance(value.numerator, int):
        return Fraction(value.numerator, value.denominator)
    return None


def _split(value: Quantity) -> tuple[Whole, int]:
    if isinstance(value, Ratio):
        return value.numerator, value.denominator
    return value, 1


def _over(numerator: Whole, denominator: int) -> Quantity:
    if isinstance(numerator, int):
        return exact(Fraction(numerator, denominator))
    return numerator if denominator == 1 else Ratio(numerator, denominator)


def aligned(items: Sequence[Quantity]) -> tuple[list[Whole], int]:
    """The numerators of ``items`` over their common denominator."""
    if not any(isinstance(item, Ratio) for item in items):
        return list(cast(Sequence[Whole], items)), 1
    pairs = [_split(item) for item in items]
    common = lcm(*(denominator for _, denominator in pairs)) if pairs else 1
    return [scale(common // below, above) for above, below in pairs], common


def sum_of(items: Sequence[Quantity]) -> Quantity:
    """The sum of ``items``."""
    numerators, common = aligned(items)
    return _over(total((1, item) for item in numerators), common)


def difference(left: Quantity, right: Quantity) -> Quantity:
    """``left - right``."""
    (a, b), common = aligned((left, right))
    return _over(subtract(a, b), common)


def magnitude(item: Quantity) -> Quantity:
    """The distance of ``item`` from zero."""
    above, below = _split(item)
    return _over(absolute(above), below)


def product(left: Quantity, right: Quantity) -> Quantity:
    """``left * right``; raises ``Unsupported`` if both ranges are too wide for a table."""
    (a, b), (c, d) = _split(left), _split(right)
    return _over(_times(a, c), b * d)


def _times(left: Whole, right: Whole) -> Whole:
    if isinstance(left, int):
        return scale(left, right)
    if isinstance(right, int):
        return scale(right, left)
    if right.high - right.low < left.high - left.low:
        left, right = right, left
    if left.high - left.low >= WIDEST_TABLE:
        raise Unsupported("a product of two numbers with wide ranges")
    corners = [a * b for a in bounds(left) for b in bounds(right)]
    low = 0 if left is right and min(corners) < 0 else min(corners)
    within = (low, max(corners))
    value = scale(left.high, left.high if left is right else right)
    for factor in range(left.high - 1, left.low - 1, -1):
        row = scale(factor, factor if left is right else right)
        value = choose_number(equal(left, factor), row, value, within)
    return value


def quotient(left: Quantity, right: Quantity) -> Quantity:
    """``left / right``; where ``right`` is zero, any value (the caller asks first)."""
    (a, b), (c, d) = _split(left), _split(right)
    if isinstance(c, int):
        if c == 0:
            return 0
        return _over(scale(d if c > 0 else -d, a), b * abs(c))
    if c.high - c.low >= WIDEST_TABLE:
        raise Unsupported("a quotient by a number with a wide range")
    divisors = [value for value in range(c.low, c.high + 1) if value]
    common = lcm(*divisors)
    above = scale(d, a)
    value: Whole = 0
    for divisor in reversed(divisors):
        value = choose_number(equal(c, divisor), scale(common // divisor, above), value)
    return _over(value, b * common)


def at_most_quantity(left: Quantity, right: Quantity) -> Truth:
    """Whether ``left <= right``."""
    (a, b), _ = aligned((left, right))
    return at_most(a, b)


def less_quantity(left: Quantity, right: Quantity) -> Truth:
    """Whether ``left < right``."""
    (a, b), _ = aligned((left, right))
    return less(a, b)


def equal_quantity(left: Quantity, right: Quantity) -> Truth:
    """Whether two numbers are equal."""
    (a, b), _ = aligned((left, right))
    return equal(a, b)


def choose_quantity(condition: Truth, then: Quantity, otherwise: Quantity) -> Quantity:
    """``then`` where ``condition`` holds, else ``otherwise``."""
    (a, b), common = aligned((then, otherwise))
    return _over(choose_number(condition, a, b), common)


def lesser(left: Quantity, right: Quantity) -> Quantity:
    """The smaller of two numbers."""
    (a, b), common = aligned((left, right))
    return _over(smallest(a, b), common)


def greater(left: Quantity, right: Quantity) -> Quantity:
    """The larger of two numbers."""
    (a, b), common = aligned((left, right))
    return _over(largest(a, b), common)
