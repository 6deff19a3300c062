"""Assignments, symbolically: what is written in each place, and under which conditions.

All updates of one assignment see the store before it. Where two of them write
into one place, they must write the same.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from runtime.ruleset.statements import Update
from runtime.ruleset.types import Number, Optional, Type
from verify.quantities import Ratio, Unsupported, at_most_quantity
from verify.symbolic import Place, Store, Table, Value, choose, content, equal_values, is_set
from verify.terms import Truth, Whole, both, bounds, equal, every, implies
from verify.translate import HOLE, Env, Translator


class Writes:
    """What the assignment in the paragraph ``ref`` writes, collected update by update.

    ``needs``: what must hold for it to be defined, by the kind of hole there is
    otherwise and the paragraph.
    """

    def __init__(self, translator: Translator, ref: str) -> None:
        self.translator = translator
        self.scope = translator.scope
        self.ref = ref
        self.needs: dict[tuple[str, str], Truth] = {}
        self._written: dict[tuple[str, Place], list[tuple[Truth, Value]]] = {}

    def add(self, update: Update, guard: Truth, env: Env) -> None:
        """Add what ``update`` writes, and what it needs, where ``guard`` holds."""
        exprs = (*update.arguments, update.value)
        parts = [self.translator.translate(expr, env) for expr in exprs]
        value = parts[-1][0]
        found = [need for _, more in parts for need in more.items()]
        if all(part is not HOLE for part, _ in parts):
            found.append((("range", self.ref), fits(self.scope.type_of(update.state), value)))
            arguments = [part for part, _ in parts[:-1]]
            for place in self._places(update.state, arguments):
                pairs = zip(arguments, place, strict=True)
                here = both(guard, every(equal(argument, index) for argument, index in pairs))
                if here is not False:
                    self.write(update.state, place, here, value)
        for hole, condition in found:
            self.needs[hole] = both(self.needs.get(hole, True), implies(guard, condition))

    def _places(self, state: str, arguments: Sequence[Whole]) -> Iterator[Place]:
        """The places of ``state`` that ``arguments`` may mean."""
        sizes = (self.scope.sizes[name] for name in self.scope.rules.states[state].domain)
        spans = (
            range(max(low, 0), min(high, size - 1) + 1)
            for size, (low, high) in zip(sizes, map(bounds, arguments), strict=True)
        )
        return product(*spans)

    def write(self, state: str, place: Place, guard: Truth, value: Value) -> None:
        """Write ``value`` into one place where ``guard`` holds."""
        self._written.setdefault((state, place), []).append((guard, value))

    def onto(self, store: Store) -> dict[str, Table]:
        """``store`` with all that is written; that the updates agree is added to the needs."""
        agree: list[Truth] = []
        changed: dict[str, dict[Place, Value]] = {}
        for (state, place), items in self._written.items():
            table = changed.setdefault(state, dict(store[state]))
            value = store[state][place]
            for position, (guard, new) in enumerate(items):
                value = choose(guard, new, value)
                agree.extend(
                    implies(both(guard, other), equal_values(new, before))
                    for other, before in items[:position]
                )
            table[place] = value
        own = ("conflict", self.ref)
        # What has no value is a hole of its own, and comes before any disagreement.
        agreed = implies(every(self.needs.values()), every(agree))
        self.needs[own] = both(self.needs.get(own, True), agreed)
        return {**store, **changed}


def fits(type: Type, value: Value) -> Truth:
    """Whether a number lies in its declared range; other values always do."""
    if isinstance(type, Optional):
        return True if value is None else implies(is_set(value), fits(type.item, content(value)))
    if isinstance(type, Number):
        if isinstance(value, Ratio) and not type.fraction:
            raise Unsupported("a fraction where a whole number is stored")
        return both(at_most_quantity(type.low, value), at_most_quantity(value, type.high))
    return True
