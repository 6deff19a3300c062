"""Sets taken together in groups: a few representatives stand for all members.

What counts or sums the members of a grouped set weighs each representative with the
number of members it stands for; how many these are, the solver may choose. So a
question has the same size for 24 members as for 24,000.

That restricts what can be found (an under-approximation), and says nothing of the
members of one group among each other. It never proves anything.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from runtime.graph import ChooseNode
from runtime.ruleset import expressions as ex
from runtime.ruleset.types import Element, Optional, SetOf, Type
from verify.binders import Row
from verify.execute import Executor
from verify.paths import Path
from verify.quantities import Ratio, Unsupported, sum_of
from verify.quantities import product as product_of
from verify.symbolic import Scope, Store, Value, choose
from verify.terms import Truth, Whole, at_most, both, every, subtract, total
from verify.translate import Env, Needs, Translator

LARGE = 6
"""Sets with more members are grouped."""


@dataclass(frozen=True)
class GroupedScope(Scope):
    """A scope whose sizes are numbers of representatives where a set is grouped.

    ``weights``: for each grouped set, how many members each representative stands for,
    from none.
    """

    weights: Mapping[str, Sequence[Whole]]


def can_be_grouped(scope: Scope) -> tuple[str, ...]:
    """The large sets whose members are in no state variable's values, and have no names."""
    rules = scope.rules
    held = {name for one in rules.states.values() for name in _elements(one.type)}
    held |= {name for one in rules.parameters.values() for name in _elements(one.type)}
    return tuple(
        name
        for name, declared in rules.sets.items()
        if scope.sizes[name] > LARGE and not declared.members and name not in held
    )


def takes_first_only(scope: Scope, node: ChooseNode) -> bool:
    """Whether ``node`` chooses from so large a set that only its first member is tried."""
    return isinstance(node.type, Element) and scope.sizes[node.type.set] > LARGE


def _elements(type: Type) -> Iterator[str]:
    if isinstance(type, Element):
        yield type.set
    elif isinstance(type, Optional | SetOf):
        yield from _elements(type.item)


class GroupedTranslator(Translator):
    """Translates with weights."""

    def __init__(self, scope: GroupedScope, store: Store) -> None:
        super().__init__(scope, store)
        self._all_weights = scope.weights

    def rows(self, binder: ex.Binder, env: Env) -> tuple[list[tuple[Truth, Env]], Needs]:
        """As for any translator; what is done for nobody does no harm."""

        def run() -> list[tuple[Truth, Env]]:
            rows = self._also_absent(binder, env)
            return [(g, {**env, **dict(zip(binder.names, v, strict=True))}) for g, v in rows]

        rows, needs = self._guarded(run)
        return (rows if isinstance(rows, list) else []), needs

    def _weights(self, binder: ex.Binder) -> Sequence[Whole] | None:
        if not isinstance(binder.item, Element):
            return None
        return self._all_weights.get(binder.item.set)

    def _kept(self, binder: ex.Binder, env: Env) -> list[Row]:
        weights = self._weights(binder)
        if weights is None:
            return super()._kept(binder, env)
        plain = binder.model_copy(update={"distinct": False, "order": ()})
        rows: list[Row] = [
            (there, values)
            for guard, values in super()._kept(plain, env)
            if (there := both(guard, _enough(weights, values, binder.distinct))) is not False
        ]
        for criterion in binder.order:
            rows = self._best(binder, criterion, rows, env)
        return rows

    def _also_absent(self, binder: ex.Binder, env: Env) -> list[Row]:
        """What a binder keeps, also of representatives that may stand for nobody."""
        if self._weights(binder) is None or binder.order:
            return self._kept(binder, env)
        return super()._kept(binder.model_copy(update={"distinct": False}), env)

    def _weight(self, binder: ex.Binder, values: tuple[Value, ...]) -> Whole:
        """How many tuples of members one tuple of representatives stands for."""
        weights = self._weights(binder)
        result: Whole = 1
        if weights is not None:
            for position, value in enumerate(values):
                again = values[:position].count(value) if binder.distinct else 0
                factor = product_of(result, subtract(weights[value], again))
                if isinstance(factor, Ratio):
                    raise Unsupported("a number of members that is not whole")
                result = factor
        return result

    def _visit_count(self, expr: ex.Count, env: Env) -> Value:
        return total(
            (1, choose(guard, self._weight(expr.binder, values), 0))
            for guard, values in self._also_absent(expr.binder, env)
        )

    def _visit_sum(self, expr: ex.Sum, env: Env) -> Value:
        items = []
        for guard, values in self._also_absent(expr.binder, env):
            inner = {**env, **dict(zip(expr.binder.names, values, strict=True))}
            body = self._under(guard, expr.body, inner)
            items.append(choose(guard, product_of(self._weight(expr.binder, values), body), 0))
        return sum_of(items)


def _enough(weights: Sequence[Whole], values: tuple[Value, ...], distinct: bool) -> Truth:
    """That the representatives stand for so many (different) members."""
    return every(at_most(values.count(v) if distinct else 1, weights[v]) for v in values)


class GroupedExecutor(Executor):
    """Follows a graph over representatives; of a grouped set nothing is ever chosen."""

    scope: GroupedScope

    def translator(self, store: Store) -> Translator:
        """A translator with weights over ``store``; the last one is kept."""
        if self._translator is None or self._translator.store is not store:
            self._translator = GroupedTranslator(self.scope, store)
        return self._translator

    def step(self, path: Path) -> Iterator[Path]:
        """What may come next."""
        node = self.graph.nodes[path.node]
        for after in super().step(path):
            if not (
                isinstance(node, ChooseNode)
                and isinstance(node.type, Element)
                and node.type.set in self.scope.weights
                and after.stop is None
                and not after.choices[-1].declined
            ):
                yield after
