"""What can be told of a rule set's expressions beforehand: what they need, where they may fail."""

from runtime.reliance import Reliance
from runtime.rewriting import parts, walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Case, RuleSet
from runtime.ruleset.types import Number

_WEIGHTY = 4
"""A definition of so many operations is worth remembering."""


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
                if not (isinstance(right, ex.NumberConstant) and right.value):
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
        return self._weight(definition) >= _WEIGHTY

    def _weight(self, definition: str) -> int:
        items = [item for case in self._cases(definition) for item in _items(case)]
        return sum(self.weight(item) for item in items)

    def weight(self, item: Model) -> int:
        """How much work ``item`` is, roughly in operations."""
        weight = 0
        for part in walk(item):
            match part:
                case ex.Binder(condition=None, order=()):
                    pass  # often only counted
                case ex.Binder():
                    weight += _WEIGHTY
                case ex.Apply():
                    weight += _WEIGHTY // 2
                case ex.Variable() | ex.NumberConstant():
                    pass
                case _:
                    weight += 1
        return weight

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
        waiting: list[object] = [self.rules]
        while waiting:
            one = waiting.pop()
            match one:
                case Number(fraction=True) | ex.Binary(operator="divide"):
                    return True
                case Model():
                    waiting += [getattr(one, name) for name in type(one).model_fields]
                case tuple():
                    waiting += one
                case dict():
                    waiting += one.values()
        return False


def _items(case: Case) -> tuple[ex.Expr, ...]:
    return (case.value,) if case.guard is None else (case.guard, case.value)
