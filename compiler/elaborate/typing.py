"""Types while they are being found: joining, fitting, unwrapping.

``Nil`` is the type of the literal for what is not set, before it is known of
what kind it might have been.
"""

from dataclasses import dataclass
from typing import TypeAlias

from runtime.ruleset import expressions as e
from runtime.ruleset import types as ty
from runtime.ruleset.types import Type


@dataclass(frozen=True)
class Nil:
    """The type of nothing."""


NIL = Nil()
TRUTH = ty.Truth()
Found: TypeAlias = Type | Nil

MOST_VALUE = 10**9
"""The largest number that may be written or arise."""
MOST_VALUES = 1_000_000
"""How many values a record, a range that is gone through, or a state may have."""


def base(found: Found) -> Found:
    """The type of the value itself, where it is set."""
    return found.item if isinstance(found, ty.Optional) else found


def plain(expression: e.Expr, found: Found) -> tuple[e.Expr, Found]:
    """The expression as a value that is there: an optional is unwrapped."""
    if isinstance(found, ty.Optional):
        return e.Unwrap(item=expression), found.item
    return expression, found


def join(left: Found, right: Found) -> Found | None:
    """The smallest type that holds the values of both; None where there is none."""
    if left == right:
        return left
    if isinstance(left, Nil) or isinstance(right, Nil):
        other = right if isinstance(left, Nil) else left
        if isinstance(other, Nil):
            return NIL
        return other if isinstance(other, ty.Optional) else ty.Optional(item=other)
    if isinstance(left, ty.Optional) or isinstance(right, ty.Optional):
        item = join(base(left), base(right))
        return None if item is None or isinstance(item, Nil) else ty.Optional(item=item)
    if isinstance(left, ty.Number) and isinstance(right, ty.Number):
        return ty.Number(
            low=min(left.low, right.low),
            high=max(left.high, right.high),
            fraction=left.fraction or right.fraction,
        )
    if isinstance(left, ty.SetOf) and isinstance(right, ty.SetOf):
        item = join(left.item, right.item)
        return None if item is None or isinstance(item, Nil) else ty.SetOf(item=item)
    return None


def fits(found: Found, wanted: Type) -> bool:
    """Whether a value of ``found`` may stand where ``wanted`` is, ranges aside.

    That a number lies in its range is an obligation of the law, not of its grammar.
    """
    if isinstance(wanted, ty.Optional):
        return isinstance(found, Nil) or fits(base(found), wanted.item)
    if isinstance(found, ty.Number) and isinstance(wanted, ty.Number):
        return wanted.fraction or not found.fraction
    if isinstance(found, ty.SetOf) and isinstance(wanted, ty.SetOf):
        return fits(found.item, wanted.item)
    return found == wanted


def comparable(left: Found, right: Found) -> bool:
    """Whether two values can be equal at all."""
    return join(base(left), base(right)) is not None


def arithmetic(operator: str, left: ty.Number, right: ty.Number) -> ty.Number:
    """The range of a sum, difference, product or quotient; ``right`` has no zero in a quotient."""
    fraction = left.fraction or right.fraction or operator == "divide"
    if operator == "add":
        return ty.Number(low=left.low + right.low, high=left.high + right.high, fraction=fraction)
    if operator == "subtract":
        return ty.Number(low=left.low - right.high, high=left.high - right.low, fraction=fraction)
    pairs = [(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    if operator == "multiply":
        products = [a * b for a, b in pairs]
        return ty.Number(low=min(products), high=max(products), fraction=fraction)
    floors = [a // b for a, b in pairs]
    ceilings = [-(-a // b) for a, b in pairs]
    return ty.Number(low=min(floors), high=max(ceilings), fraction=True)
