"""Expressions to symbolic values: one visitor.

A translation yields a value and its *needs*: the conditions under which it is
defined, each with the kind of hole there is where it fails (``gap``,
``conflict``, ``range``) and the paragraph. A need is asked only where the
expression is looked at: the right-hand side of ``and`` where the left holds,
the body of a binder where its condition holds, and so on.

Every translation is remembered by the expression and the values of its free
variables, so that shared parts stay shared; what is asked for from outside, and
what definitions are worth, beyond this translation.
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

from runtime.precedence import beats
from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import Definition
from runtime.values import all_values
from verify.binders import Binding, Env
from verify.free import free_variables
from verify.needs import HOLE, Needs, defined
from verify.picking import distinct, exactly_one, standing
from verify.quantities import (
    at_most_quantity,
    difference,
    equal_quantity,
    greater,
    less_quantity,
    lesser,
    magnitude,
    quotient,
    sum_of,
)
from verify.quantities import product as product_of
from verify.remembered import REMEMBERED, Key
from verify.symbolic import (
    Collection,
    Scope,
    Store,
    Value,
    choose,
    content,
    equal_values,
    is_set,
    member,
    precedes,
)
from verify.terms import (
    Term,
    Truth,
    Whole,
    at_most,
    both,
    bounds,
    either,
    equal,
    implies,
    negation,
    sealed_truth,
    some,
)

__all__ = ["HOLE", "Env", "Needs", "Translator", "defined"]

Found: TypeAlias = tuple[Value, Needs]


_NONE: Needs = {}


class Translator(Binding):
    """Translates expressions over one store.

    ``before``: the one for the store before a step. ``seal``: whether what a
    definition says that is large is kept as a whole.
    """

    def __init__(
        self,
        scope: Scope,
        store: Store,
        before: "Translator | None" = None,
        *,
        seal: bool = False,
    ) -> None:
        super().__init__()
        self.seal = seal
        self.before = before
        self.scope = scope
        self.rules = scope.rules
        self.store = store
        self._memo: dict[tuple[Any, ...], tuple[Value, Needs]] = {}
        self._keys: dict[int, tuple[ex.Expr | Definition, Key | None]] = {}

    # Entry points and needs.

    def translate(self, expr: ex.Expr, env: Env) -> tuple[Value, Needs]:
        """The value of ``expr`` and its needs; no value where it is surely undefined."""
        if isinstance(expr, ex.Variable | ex.NumberConstant | ex.TruthConstant):
            return self._translated(expr, env)
        values = tuple([env[name] for name in free_variables(expr)])
        key = self._lasting(expr, values)
        found: Found | None = None if key is None else REMEMBERED.recall(key)
        if found is None:
            found = self._translated(expr, env)
            if key is not None:
                REMEMBERED.keep(key, found)
        return found

    def _translated(self, expr: ex.Expr, env: Env) -> Found:
        found = self._found(expr, env)
        if found[0] is HOLE:
            # Of what is undefined only the first reason counts.
            return self._guarded(lambda: self._value(expr, env))
        return found

    def truth(self, expr: ex.Expr, env: Env) -> tuple[Truth, Truth]:
        """Whether a condition is defined and holds, and whether it is defined."""
        value, needs = self.translate(expr, env)
        there = defined(needs)
        return (False, False) if there is False else (both(there, value), there)

    def rows(self, binder: ex.Binder, env: Env) -> tuple[list[tuple[Truth, Env]], Needs]:
        """What a binder keeps: a guard and the bound variables for each tuple of values."""

        def run() -> list[tuple[Truth, Env]]:
            return [
                (guard, {**env, **dict(zip(binder.names, values, strict=True))})
                for guard, values in self._kept(binder, env)
            ]

        rows, needs = self._guarded(run)
        return ([] if rows is HOLE else rows), needs

    def _under(self, guard: Truth, expr: ex.Expr, env: Env) -> Value:
        """The value of ``expr``, which is looked at only where ``guard`` holds."""
        if guard is True:
            return self._value(expr, env)
        if guard is False:
            return HOLE
        value, needs = self._translated(expr, env)
        self._adopt(needs, guard)
        return value

    # Dispatch and memory.

    def _value(self, expr: ex.Expr, env: Env) -> Value:
        value, needs = self._found(expr, env)
        if needs:
            self._adopt(needs)
        return value

    def _found(self, expr: ex.Expr, env: Env) -> tuple[Value, Needs]:
        if isinstance(expr, ex.Variable):
            return env[expr.name], _NONE
        if isinstance(expr, ex.NumberConstant | ex.TruthConstant):
            return expr.value, _NONE
        key = (id(expr), self._ref, tuple([env[name] for name in free_variables(expr)]))
        found = self._memo.get(key)
        if found is None:
            visit = getattr(self, f"_visit_{expr.kind}")
            found = self._guarded(lambda: visit(expr, env))
            self._memo[key] = found
        return found

    # Simple values.

    def _visit_element(self, expr: ex.ElementConstant, env: Env) -> Value:
        return expr.index

    def _visit_nothing(self, expr: ex.Nothing, env: Env) -> Value:
        return None

    def _visit_read(self, expr: ex.Read, env: Env) -> Value:
        table = self.store[expr.state]
        arguments = [self._value(argument, env) for argument in expr.arguments]
        return self._look_up(table, arguments, ())

    def _look_up(self, table: Any, rest: Sequence[Whole], place: tuple[int, ...]) -> Value:
        if not rest:
            return table[place]
        low, high = bounds(rest[0])
        value = self._look_up(table, rest[1:], (*place, high))
        for index in range(high - 1, low - 1, -1):
            here = self._look_up(table, rest[1:], (*place, index))
            value = choose(equal(rest[0], index), here, value)
        return value

    def _visit_apply(self, expr: ex.Apply, env: Env) -> Value:
        definition = self.rules.definitions[expr.definition]
        arguments = tuple(self._value(argument, env) for argument in expr.arguments)
        key = (definition.id, arguments)
        found = self._memo.get(key)
        if found is None:
            found = self._memo[key] = self._defined(definition, arguments)
        self._adopt(found[1])
        return found[0]

    def _defined(self, definition: Definition, arguments: tuple[Value, ...]) -> Found:
        """What ``definition`` is worth for ``arguments``; remembered beyond this translation."""
        key = self._lasting(definition, arguments)
        found: Found | None = None if key is None else REMEMBERED.recall(key)
        if found is None:
            names = (parameter.name for parameter in definition.parameters)
            inner = dict(zip(names, arguments, strict=True))
            found = self._guarded(lambda: self._cases(definition.id, inner))
            if self.seal and isinstance(definition.type, ty.Truth) and found[0] is not HOLE:
                found = sealed_truth(found[0]), found[1]
            if key is not None:
                REMEMBERED.keep(key, found)
        return found

    def _lasting(self, said: ex.Expr | Definition, values: tuple[Value, ...]) -> Key | None:
        """Under which key it is remembered; those that translate otherwise remember nothing."""
        if type(self) is not Translator:
            return None
        known = self._keys.get(id(said))
        if known is None:
            # It is held, so that nothing else comes to have its identity meanwhile.
            known = self._keys[id(said)] = said, REMEMBERED.key(self.scope, self.store, said)
        return None if known[1] is None else (known[1], self.seal, self._ref, values)

    def _cases(self, name: str, env: Env) -> Value:
        cases = self.rules.definitions[name].cases
        ref = cases[0].ref if cases else ""
        applies: list[Truth] = []
        for case in cases:
            with self._at(case.ref):
                applies.append(case.guard is None or self._value(case.guard, env))
        stands = standing(applies, beats(cases))
        self._need(some(applies), "gap", ref)
        self._need(implies(some(applies), exactly_one(stands)), "conflict", ref)
        value = HOLE
        for case, guard in zip(reversed(cases), reversed(stands), strict=True):
            if guard is False:
                continue
            with self._at(case.ref):
                here = self._under(guard, case.value, env)
            if here is not HOLE:
                value = here if value is HOLE else choose(guard, here, value)
        return value

    def _visit_field(self, expr: ex.FieldOf, env: Env) -> Value:
        fields = [field.id for field in self.rules.records[expr.record].fields]
        return self._value(expr.item, env)[fields.index(expr.field)]

    def _visit_make(self, expr: ex.MakeRecord, env: Env) -> Value:
        values = tuple(self._value(item, env) for item in expr.items)
        for field, value in zip(self.rules.records[expr.record].fields, values, strict=True):
            inside = both(at_most_quantity(field.low, value), at_most_quantity(value, field.high))
            self._need(inside, "range")
        return values

    # Operators.

    def _visit_unary(self, expr: ex.Unary, env: Env) -> Value:
        item = self._value(expr.item, env)
        if expr.operator == "not":
            return negation(item)
        return difference(0, item) if expr.operator == "negate" else magnitude(item)

    def _visit_binary(self, expr: ex.Binary, env: Env) -> Value:
        left = self._value(expr.left, env)
        match expr.operator:
            case "and":
                right = self._under(left, expr.right, env)
                return right is not HOLE and both(left, right)
            case "or":
                right = self._under(negation(left), expr.right, env)
                return left if right is HOLE else either(left, right)
            case "implies":
                right = self._under(left, expr.right, env)
                return negation(left) if right is HOLE else implies(left, right)
        right = self._value(expr.right, env)
        match expr.operator:
            case "add":
                return sum_of((left, right))
            case "subtract":
                return difference(left, right)
            case "multiply":
                return product_of(left, right)
            case "divide":
                self._need(negation(equal_quantity(right, 0)), "range")
                return quotient(left, right)
            case "equal":
                return equal_values(left, right)
            case "unequal":
                return negation(equal_values(left, right))
            case "less":
                return less_quantity(left, right)
            case "at_most":
                return at_most_quantity(left, right)
            case "greater":
                return less_quantity(right, left)
            case _:
                return at_most_quantity(right, left)

    def _visit_minmax(self, expr: ex.MinMax, env: Env) -> Value:
        values = [self._value(item, env) for item in expr.items]
        pick = lesser if expr.operator == "min" else greater
        result = values[0]
        for value in values[1:]:
            result = pick(result, value)
        return result

    def _visit_if(self, expr: ex.IfThenElse, env: Env) -> Value:
        condition = self._value(expr.condition, env)
        if not isinstance(condition, Term):
            return self._value(expr.then if condition else expr.otherwise, env)
        then, then_needs = self._translated(expr.then, env)
        other, other_needs = self._translated(expr.otherwise, env)
        self._adopt(then_needs, condition)
        self._adopt(other_needs, negation(condition))
        if defined(then_needs) is False:
            return other
        return then if defined(other_needs) is False else choose(condition, then, other)

    def _visit_is_set(self, expr: ex.IsSet, env: Env) -> Value:
        return is_set(self._value(expr.item, env))

    def _visit_unwrap(self, expr: ex.Unwrap, env: Env) -> Value:
        item = self._value(expr.item, env)
        self._need(is_set(item), "gap")
        return content(item)

    def _visit_before(self, expr: ex.Before, env: Env) -> Value:
        assert self.before is not None
        value, needs = self.before.translate(expr.item, env)
        self._adopt(needs)
        return value

    # Sets.

    def _visit_member(self, expr: ex.Member, env: Env) -> Value:
        return member(self._value(expr.item, env), self._value(expr.of, env))

    def _visit_all(self, expr: ex.AllOf, env: Env) -> Value:
        rules = self.scope.rules
        of = ty.Record(record=expr.set) if expr.set in rules.records else ty.Element(set=expr.set)
        return Collection(tuple((True, value) for value in all_values(of, rules, self.scope.sizes)))

    def _visit_interval(self, expr: ex.Interval, env: Env) -> Value:
        low, high = self._value(expr.low, env), self._value(expr.high, env)
        span = range(bounds(low)[0], bounds(high)[1] + 1)
        return Collection(
            tuple((both(at_most(low, value), at_most(value, high)), value) for value in span)
        )

    def _visit_display(self, expr: ex.SetDisplay, env: Env) -> Value:
        return distinct([(True, self._value(item, env)) for item in expr.items])

    def _visit_without(self, expr: ex.Without, env: Env) -> Value:
        item = self._value(expr.item, env)
        of = self._value(expr.of, env)
        rest = ((both(g, negation(equal_values(v, item))), v) for g, v in of.items)
        return Collection(tuple((guard, value) for guard, value in rest if guard is not False))

    def _visit_first(self, expr: ex.First, env: Env) -> Value:
        items = self._value(expr.of, env).items
        self._need(some(guard for guard, _ in items), "range")
        guard, value = items[0]
        found, best = guard, value
        for guard, value in items[1:]:
            better = both(guard, either(negation(found), precedes(value, best)))
            best = choose(better, value, best)
            found = either(found, guard)
        return best
