"""What can be told of a rule set's expressions beforehand: what they need, where they may fail."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from math import prod

from compiler.engine.searches import Search, search
from runtime.reliance import Reliance
from runtime.rewriting import parts, walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Case, RuleSet
from runtime.ruleset.statements import Update
from runtime.ruleset.types import Element, Number, Optional, Record, Truth, Type

_WEIGHTY = 5
"""A definition of so many operations is worth remembering."""

MOST_REMEMBERED = 200_000
"""So many values of one function are remembered at most."""


class Facts:
    """Facts about the expressions of one rule set."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.fractions = self._fractions()
        self.relying = Reliance(rules).definitions
        self._partial: dict[str, bool] = {}
        self._reads: dict[str, frozenset[str]] = {}
        self._table: dict[str, bool] = {}

    def partial(self, item: Model) -> bool:
        """Whether it matters if ``item`` is asked: it may fail, or rely on a supplement."""
        match item:
            case ex.Unwrap() | ex.Extreme() | ex.MakeRecord() | ex.First():
                return True
            case ex.The(otherwise=None):
                return True
            case ex.Binary(operator="divide", right=right):
                if not self.constant(right):
                    return True
            case ex.Apply(definition=definition) if self._definition_partial(definition):
                return True
        return any(self.partial(one) for one in parts(item))

    def reads(self, item: Model) -> frozenset[str]:
        """The state variables that ``item`` may read, also through definitions."""
        found: set[str] = set()
        for part in walk(item):
            if isinstance(part, ex.Read) and part.state in self.rules.states:
                found.add(part.state)
            elif isinstance(part, ex.Apply):
                found |= self._definition_reads(part.definition)
        return frozenset(found)

    def needs_table(self, definition: str) -> bool:
        """Whether a definition depends on states, settings or sizes of a game."""
        if definition not in self._table:
            self._table[definition] = True  # of one that applies itself, for safety
            items = [one for case in self._cases(definition) for one in _items(case)]
            self._table[definition] = any(
                self._on_table(part) for item in items for part in walk(item)
            )
        return self._table[definition]

    def weighty(self, definition: str) -> bool:
        """Whether remembering the value of a definition is cheaper than asking again."""
        return definition not in self._written and self._weight(definition) >= _WEIGHTY

    def in_rows(self, definition: str) -> bool:
        """Whether the values of a definition are looked up in rows, one for each first argument."""
        types = [one.type for one in self.rules.definitions[definition].parameters]
        return (
            len(types) == 2
            and definition not in self.relying
            and not self.needs_table(definition)
            and self.weighty(definition)
            and self.few(types)
        )

    @cached_property
    def _written(self) -> frozenset[str]:
        """The definitions that are asked for nothing but to write their value down."""
        asked: Counter[str] = Counter()
        written: Counter[str] = Counter()
        for one in _within(self.rules):
            match one:
                case ex.Apply(definition=definition):
                    asked[definition] += 1
                case Update(value=ex.Apply(definition=definition)):
                    written[definition] += 1
        return frozenset(one for one, times in written.items() if times == asked[one])

    @cached_property
    def recalled(self) -> frozenset[str]:
        """The state variables that values depend on that are remembered."""
        found: frozenset[str] = frozenset()
        for one in self.rules.definitions:
            if one in self.relying or (self.needs_table(one) and self.weighty(one)):
                found |= self._definition_reads(one)
        return found

    def _weight(self, definition: str) -> int:
        items = [item for case in self._cases(definition) for item in _items(case)]
        return sum(self.weight(item) for item in items)

    def weight(self, item: Model) -> int:
        """How much work ``item`` is, roughly in operations."""
        if self.constant(item) is not None:
            return 0
        if (found := self.searched(item)) is not None:
            return 1 + self.weight(found.value)
        match item:
            case ex.Binder(condition=None, order=()):
                own = 0  # often only counted
            case ex.Binder():
                own = _WEIGHTY
            case ex.Apply():
                own = 2
            case ex.Variable():
                own = 0
            case _:
                own = 1
        return own + sum(self.weight(one) for one in parts(item))

    def searched(self, item: Model) -> Search | None:
        """``item`` as a search for one value in a whole state variable."""
        found = search(item, self.rules)
        return None if found is None or self.partial(found.value) else found

    def constant(self, item: Model) -> int | None:
        """The whole number that ``item`` always is, where that is known."""
        match item:
            case ex.NumberConstant(value=value):
                return value
            case ex.Count(
                binder=ex.Binder(names=(_,), domain=ex.AllOf(set=set_id), condition=None, order=())
            ):
                declared = self.rules.sets.get(set_id)
                return declared.low if declared and declared.low == declared.high else None
            case ex.Binary(operator="divide", left=left, right=right):
                top, bottom = self.constant(left), self.constant(right)
                if top is not None and bottom and top % bottom == 0:
                    return top // bottom
        return None

    def few(self, types: Iterable[Type]) -> bool:
        """Whether all combinations of values of ``types`` can be remembered."""
        return prod(self._values(one) for one in types) <= MOST_REMEMBERED

    def _values(self, type: Type) -> int:
        """How many values of ``type`` there may be."""
        match type:
            case Truth():
                return 2
            case Number(low=low, high=high, fraction=False):
                return high + 1 - low
            case Element(set=set_id):
                return self.rules.sets[set_id].high
            case Record(record=record):
                return prod(one.high + 1 - one.low for one in self.rules.records[record].fields)
            case Optional(item=item):
                return 1 + self._values(item)
        return MOST_REMEMBERED + 1

    def open_size(self, set_id: str) -> bool:
        """Whether the size of a set is told by the game."""
        declared = self.rules.sets.get(set_id)
        return declared is not None and declared.low != declared.high

    def on_table(self, item: Model) -> bool:
        """Whether ``item`` depends on states, settings or sizes of a game."""
        return any(self._on_table(part) for part in walk(item))

    def _on_table(self, part: Model) -> bool:
        match part:
            case ex.Read():
                return True
            case ex.AllOf(set=set_id):
                return self.open_size(set_id)
            case ex.Apply(definition=definition):
                return self.needs_table(definition)
        return False

    def _cases(self, definition: str) -> tuple[Case, ...]:
        return self.rules.definitions[definition].cases

    def _definition_partial(self, definition: str) -> bool:
        if definition not in self._partial:
            self._partial[definition] = True
            cases = self._cases(definition)
            self._partial[definition] = (
                definition in self.relying
                or len(cases) != 1
                or cases[0].guard is not None
                or self.partial(cases[0].value)
            )
        return self._partial[definition]

    def _definition_reads(self, definition: str) -> frozenset[str]:
        if definition not in self._reads:
            self._reads[definition] = frozenset()
            found: frozenset[str] = frozenset()
            for case in self._cases(definition):
                for item in _items(case):
                    found |= self.reads(item)
            self._reads[definition] = found
        return self._reads[definition]

    def _fractions(self) -> bool:
        """Whether a number may be a fraction anywhere."""
        return any(
            (isinstance(one, Number) and one.fraction)
            or (
                isinstance(one, ex.Binary)
                and one.operator == "divide"
                and self.constant(one) is None
            )
            for one in _within(self.rules)
        )


def _items(case: Case) -> tuple[ex.Expr, ...]:
    return (case.value,) if case.guard is None else (case.guard, case.value)


def _within(model: Model) -> Iterator[Model]:
    """All models in ``model``."""
    waiting: list[object] = [model]
    while waiting:
        one = waiting.pop()
        match one:
            case Model():
                yield one
                waiting += [getattr(one, name) for name in type(one).model_fields]
            case tuple():
                waiting += one
            case dict():
                waiting += one.values()
