"""What definitions are worth, kept beside the state until something changes that they read.

Behind the values of the state variables, the array of the state has a place for each value
of some definitions: of those that go through more than they have arguments, such as a count
for each of a few. So going through all arguments costs less than asking twice.
"""

from collections.abc import Callable, Iterator, Set
from math import prod

from compiler.kernel.binders import everything
from compiler.kernel.shapes import Shapes, Unsupported
from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import Definition, RuleSet
from runtime.ruleset.types import Optional, SetOf

MOST_ARGUMENTS = 64


class Memo:
    """The places of definitions, from ``first`` on."""

    def __init__(
        self, rules: RuleSet, shapes: Shapes, reads: Callable[[ex.Expr], Set[str]], first: int
    ) -> None:
        self.rules = rules
        self.shapes = shapes
        self._reads: dict[str, Set[str]] = {}
        self._places: dict[str, tuple[int, int]] = {}
        self.stop = first
        """Behind the last place."""
        for definition in rules.definitions.values():
            width = self._arguments(definition)
            read = reads(ex.Apply(definition=definition.id))
            if read and width <= MOST_ARGUMENTS and self.length(definition) > width:
                self._reads[definition.id] = read
                self._places[definition.id] = self.stop, width
                self.stop += width

    def place(self, definition: Definition) -> int | None:
        """Where the values of ``definition`` begin, by its arguments in order."""
        return self._places[definition.id][0] if definition.id in self._places else None

    def changed(self, states: Set[str]) -> Iterator[tuple[int, int]]:
        """The places that do not hold any more if one of ``states`` changes: first, number."""
        for name, place in self._places.items():
            if self._reads[name] & states:
                yield place

    def _arguments(self, definition: Definition) -> int:
        """How many arguments there are; too many of what cannot be numbered."""
        types = [one.type for one in definition.parameters]
        if any(isinstance(one, Optional | SetOf) for one in types):
            return MOST_ARGUMENTS + 1
        try:
            return prod(self.shapes.of(one).width for one in types)
        except Unsupported:
            return MOST_ARGUMENTS + 1

    def length(self, definition: Definition) -> int:
        """How many values its longest loop over a whole set has; 0 if it has cases."""
        if len(definition.cases) != 1 or definition.cases[0].guard is not None:
            return 0
        value = definition.cases[0].value
        counts = [one.binder for one in walk(value) if isinstance(one, ex.Count)]
        spared = [one for one in counts if everything(one)]
        return max(
            (
                self.shapes.all(part.domain.set).width
                for part in walk(value)
                if isinstance(part, ex.Binder) and isinstance(part.domain, ex.AllOf)
                if not any(part is one for one in spared)
            ),
            default=0,
        )
