"""Binders, symbolically: which tuples of values they keep, and what is said of all of these.

The counterpart of :mod:`runtime.binders`. A tuple is kept where its guard holds.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from typing import TypeAlias

from runtime.ruleset import expressions as ex
from verify.needs import HOLE, Needing
from verify.picking import exactly_one, how_many, least
from verify.quantities import Ratio, at_most_quantity, difference, sum_of
from verify.symbolic import Collection, Value, choose
from verify.terms import Truth, both, every, implies, negation, sealed, some

Env: TypeAlias = Mapping[str, Value]
Row: TypeAlias = tuple[Truth, tuple[Value, ...]]
"""A tuple of values, and where it is kept."""

PAIRWISE = 6
"""Up to this many values, the best are found by comparing each pair; beyond, by a chain."""


class Binding(Needing, ABC):
    """What a translator does with binders; the values of expressions are its own affair."""

    @abstractmethod
    def _value(self, expr: ex.Expr, env: Env) -> Value:
        """The value of ``expr``, whose needs are taken over."""

    @abstractmethod
    def _under(self, guard: Truth, expr: ex.Expr, env: Env) -> Value:
        """The value of ``expr``, which is looked at only where ``guard`` holds."""

    def _kept(self, binder: ex.Binder, env: Env) -> list[Row]:
        """The tuples a binder keeps, each with its guard; needs are taken over."""
        domain = self._value(binder.domain, env).items
        count = len(binder.names)
        tuples = permutations(domain, count) if binder.distinct else product(domain, repeat=count)
        rows: list[Row] = []
        for chosen in tuples:
            guard = every(item for item, _ in chosen)
            values = tuple(value for _, value in chosen)
            if binder.condition is not None and guard is not False:
                inner = {**env, **dict(zip(binder.names, values, strict=True))}
                holds = self._under(guard, binder.condition, inner)
                guard = holds is not HOLE and both(guard, holds)
            if guard is not False:
                rows.append((guard, values))
        for criterion in binder.order:
            rows = self._best(binder, criterion, rows, env)
        return rows

    def _best(
        self, binder: ex.Binder, criterion: ex.Criterion, rows: list[Row], env: Env
    ) -> list[Row]:
        keys = [
            self._under(guard, criterion.key, {**env, binder.names[0]: values[0]})
            for guard, values in rows
        ]
        rows = [row for row, key in zip(rows, keys, strict=True) if key is not HOLE]
        keys = [key for key in keys if key is not HOLE]
        if criterion.direction == "largest":
            keys = [difference(0, key) for key in keys]
        kept: list[Row] = []
        if len(rows) <= PAIRWISE:
            for position, (guard, values) in enumerate(rows):
                beats_all = every(
                    implies(other, at_most_quantity(keys[position], keys[place]))
                    for place, (other, _) in enumerate(rows)
                    if place != position
                )
                kept.append((both(guard, beats_all), values))
        elif rows:
            _, best = least([guard for guard, _ in rows], keys)
            for key, (guard, values) in zip(keys, rows, strict=True):
                kept.append((both(guard, at_most_quantity(key, best)), values))
        return [row for row in kept if row[0] is not False]

    def _bodies(self, binder: ex.Binder, body: ex.Expr, env: Env) -> Iterator[tuple[Truth, Value]]:
        for guard, values in self._kept(binder, env):
            inner = {**env, **dict(zip(binder.names, values, strict=True))}
            value = self._under(guard, body, inner)
            if value is not HOLE:
                yield guard, value

    def _visit_quantified(self, expr: ex.Quantified, env: Env) -> Value:
        bodies = self._bodies(expr.binder, expr.body, env)
        if expr.quantifier == "every":
            return every([implies(guard, value) for guard, value in bodies])
        return some([both(guard, value) for guard, value in bodies])

    def _visit_select(self, expr: ex.Select, env: Env) -> Value:
        return Collection(
            tuple((guard, values[0]) for guard, values in self._kept(expr.binder, env))
        )

    def _visit_the(self, expr: ex.The, env: Env) -> Value:
        rows = self._kept(expr.binder, env)
        guards = [guard for guard, _ in rows]
        one = exactly_one(guards)
        value = HOLE
        for position, (guard, values) in enumerate(reversed(rows)):
            value = values[0] if position == 0 else choose(guard, values[0], value)
        if expr.otherwise is None:
            self._need(one, "gap")
            return value
        if one is True:
            return value
        other = self._under(negation(one), expr.otherwise, env)
        if one is False:
            return other
        return value if other is HOLE else choose(one, value, other)

    def _visit_count(self, expr: ex.Count, env: Env) -> Value:
        return sealed(how_many(guard for guard, _ in self._kept(expr.binder, env)))

    def _visit_sum(self, expr: ex.Sum, env: Env) -> Value:
        parts = self._bodies(expr.binder, expr.body, env)
        value = sum_of([choose(guard, body, 0) for guard, body in parts])
        return value if isinstance(value, Ratio) else sealed(value)

    def _visit_extreme(self, expr: ex.Extreme, env: Env) -> Value:
        bodies = list(self._bodies(expr.binder, expr.body, env))
        self._need(some(guard for guard, _ in bodies), "gap")
        largest = expr.direction == "largest"
        keys = [difference(0, value) if largest else value for _, value in bodies]
        _, best = least([guard for guard, _ in bodies], keys)
        return difference(0, best) if largest else best
