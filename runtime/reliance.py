"""What play relied on: the supplements whose cases decided what definitions are worth.

Serves the interpreter, which puts them on the steps. Cases leave no step of their
own, and a value that is remembered is not worked out again; so what it relied on
is remembered with it.
"""

from collections.abc import Callable
from dataclasses import replace

from runtime.definitions import Function
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply
from runtime.ruleset.ruleset import RuleSet
from runtime.state import Store
from runtime.steps import AnyStep
from runtime.values import Value


class Reliance:
    """The ids of the supplements that values relied on since the last step.

    ``definitions``: those that a case of a supplement may decide, directly or
    through other definitions.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.ids: dict[str, None] = {}
        self.definitions = _supplemented(rules)

    def remembered(self, work: Function, remember: Callable[[Function], Function]) -> Function:
        """``work`` as ``remember`` keeps its values, each with what it relied on."""
        ids = self.ids

        def pair(s: Store, arguments: tuple[Value, ...]) -> Value:
            outer = tuple(ids)
            ids.clear()
            try:
                value = work(s, arguments)
                return value, tuple(ids)
            finally:
                ids.update(dict.fromkeys(outer))

        pairs = remember(pair)

        def function(s: Store, arguments: tuple[Value, ...]) -> Value:
            value, relied = pairs(s, arguments)
            ids.update(dict.fromkeys(relied))
            return value

        return function

    def mark(self, steps: list[AnyStep], first: int) -> None:
        """Put what was relied on since on the step at ``first``, if there is one."""
        if self.ids and first < len(steps):
            steps[first] = replace(steps[first], relied=tuple(sorted(self.ids)))
            self.ids.clear()


def _supplemented(rules: RuleSet) -> frozenset[str]:
    """The definitions that a case of a supplement may decide."""
    applied: dict[str, set[str]] = {}
    found = set()
    for name, definition in rules.definitions.items():
        items = [item for case in definition.cases for item in (case.guard, case.value) if item]
        parts = (part for item in items for part in walk(item))
        applied[name] = {part.definition for part in parts if isinstance(part, Apply)}
        if any(case.supplement is not None for case in definition.cases):
            found.add(name)
    while more := {name for name, used in applied.items() if used & found} - found:
        found |= more
    return frozenset(found)
