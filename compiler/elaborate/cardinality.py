"""How many values there can be: bounds for counts, from declarations alone."""

from compiler.elaborate.typing import MOST_VALUE
from compiler.elaborate.vocabulary import Vocabulary
from runtime.ruleset import expressions as e
from runtime.ruleset import types as ty
from runtime.ruleset.types import Type

_MANY = 64  # of a set with more members, 2 to the power of its size is certainly too large


def most(vocabulary: Vocabulary, binder: e.Binder) -> int:
    """An upper bound of how many values a binder keeps; it may be too large for a number."""
    size = cardinality(vocabulary, binder.item)
    if isinstance(binder.domain, e.SetDisplay):
        size = min(size, len(binder.domain.items))
    found: int = size ** len(binder.names)
    return found


def fewest(vocabulary: Vocabulary, binder: e.Binder) -> int:
    """A lower bound of how many values a binder keeps: all members of a set are some."""
    whole = isinstance(binder.domain, e.AllOf) and binder.condition is None
    if not whole or binder.distinct:
        return 0
    of = binder.item.set if isinstance(binder.item, ty.Element) else None
    low = cardinality(vocabulary, binder.item) if of is None else vocabulary.sets[of].low
    # An order of preference keeps one at least.
    found: int = min(low, 1) if binder.order else low ** len(binder.names)
    return min(found, MOST_VALUE)


def cardinality(vocabulary: Vocabulary, item: Type) -> int:
    """How many values of a type there are at most."""
    if isinstance(item, ty.Element):
        return vocabulary.sets[item.set].high
    if isinstance(item, ty.Number):
        return item.high - item.low + 1
    if isinstance(item, ty.Record):
        size = 1
        for field in vocabulary.records[item.record].fields:
            size *= field.high - field.low + 1
        return size
    if isinstance(item, ty.SetOf):
        return 1 << min(cardinality(vocabulary, item.item), _MANY)
    return 2
