"""Tables: definitions that read no state, worked out beforehand by the interpreter."""

from dataclasses import dataclass
from itertools import product

from compiler.kernel.shapes import NOTHING, UNDEFINED, Shape, Shapes, Unsupported
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.ruleset.ruleset import Definition
from runtime.ruleset.types import Number, Optional, SetOf
from runtime.state import Store
from runtime.values import Value, all_values

MOST_PLACES = 40_000
"""So many arguments a definition may have that is worked out for all of them."""

MOST_VALUES = 1_000_000
"""So many values all sets of one definition may have together."""


@dataclass(frozen=True)
class Table:
    """The values of a definition, by its arguments in order.

    ``shape``: of the values; of the members, where they are listed: ``longest`` to each set,
    of which ``numbers`` are there. ``undefined``: some have no value.
    """

    name: str
    shape: Shape
    values: tuple[int, ...]
    undefined: bool
    longest: int = 0
    numbers: tuple[int, ...] = ()

    @property
    def scalar(self) -> bool:
        """Whether there is one number for each argument."""
        return not self.numbers


def tabulated(
    name: str, definition: Definition, evaluator: Evaluator, shapes: Shapes, *, listed: bool
) -> Table | None:
    """The table of ``definition``, which reads no state; None if it would be too large.

    ``listed``: its sets are too large for masks.
    """
    domains = []
    size = 1
    for one in definition.parameters:
        if isinstance(one.type, Optional | SetOf):
            return None
        shape = shapes.of(one.type)
        size *= shape.width
        if size > MOST_PLACES:
            return None
        domains.append(all_values(one.type, shapes.rules, shapes.sizes))
    if isinstance(definition.type, Number) and definition.type.fraction:
        return None
    found: list[Value] = []
    function = evaluator.definition(definition.id)
    for arguments in product(*domains):
        try:
            found.append((function(Store(()), arguments),))
        except Undefined:
            found.append(None)
    if listed:
        return _listed(name, definition, shapes, found)
    try:
        values = [
            UNDEFINED if one is None else shapes.encode(one[0], definition.type) for one in found
        ]
        declared = shapes.of(definition.type)
    except Unsupported:
        return None
    there = [one for one in values if one > NOTHING]
    shape = Shape(min(there, default=0), max(there, default=-1), NOTHING in values, declared.item)
    return Table(name, shape, tuple(values), UNDEFINED in values)


def _listed(name: str, definition: Definition, shapes: Shapes, found: list[Value]) -> Table | None:
    assert isinstance(definition.type, SetOf)
    item = definition.type.item
    numbers = [-1 if one is None else len(one[0]) for one in found]
    longest = max(numbers, default=0)
    if longest * len(found) > MOST_VALUES:
        return None
    values: list[int] = []
    for one in found:
        codes = [] if one is None else [shapes.encode(value, item) for value in one[0]]
        values += codes + [0] * (longest - len(codes))
    shape = shapes.of(item)
    return Table(name, shape, tuple(values) or (0,), -1 in numbers, longest, tuple(numbers))
