"""Values of the rule set over terms, and stores of them.

The counterpart of the table in :mod:`runtime.ruleset.types`:

=============  ==========================================================
``Truth``      ``bool`` or a truth term
``Number``     ``int``, number term or :class:`~verify.quantities.Ratio`
``Element``    ``int`` or number term
``Record``     ``tuple`` of numbers
``Optional``   ``None``, an item, or :class:`Maybe` where it is not known which
``SetOf``      :class:`Collection`
=============  ==========================================================
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias, cast

from runtime.ruleset import types
from runtime.ruleset.ruleset import RuleSet
from runtime.values import order_key
from verify.evaluation import Model, evaluate_all
from verify.quantities import (
    Ratio,
    Unsupported,
    aligned,
    choose_quantity,
    equal_quantity,
)
from verify.terms import (
    Term,
    Truth,
    Whole,
    both,
    choose_truth,
    either,
    every,
    less,
    negation,
    number_symbol,
    same_truth,
    some,
    truth_symbol,
)

LARGEST_DOMAIN = 256
"""The most values that the members of an unknown set are taken from."""


@dataclass(frozen=True, slots=True)
class Maybe:
    """An optional value: ``value`` where ``is_set`` holds, else nothing."""

    is_set: Term
    value: Any


@dataclass(frozen=True, slots=True)
class Collection:
    """A set: each value belongs to it where its guard holds.

    Values whose guards can hold together are different.
    """

    items: tuple[tuple[Truth, Any], ...]


Value: TypeAlias = Any
"""Any of the above; which one follows from the type of the expression."""

Place: TypeAlias = tuple[int, ...]
Table: TypeAlias = Mapping[Place, Value]
Store: TypeAlias = Mapping[str, Table]
"""For each state variable and parameter of the law, the value at each place."""


# Optional values


def maybe(is_set: Truth, value: Value) -> Value:
    """``value`` where ``is_set`` holds, else nothing."""
    if isinstance(is_set, Term):
        return Maybe(is_set, value)
    return value if is_set else None


def is_set(item: Value) -> Truth:
    """Whether an optional value is there."""
    if isinstance(item, Maybe):
        return item.is_set
    return item is not None


def content(item: Value) -> Value:
    """The value inside an optional that is set."""
    return item.value if isinstance(item, Maybe) else item


# Choice and comparison


def choose(condition: Truth, then: Value, otherwise: Value) -> Value:
    """``then`` where ``condition`` holds, else ``otherwise``; both are of one type."""
    if not isinstance(condition, Term):
        return then if condition else otherwise
    if then is otherwise:
        return then
    optional = (then is None, otherwise is None)
    if any(optional) or isinstance(then, Maybe) or isinstance(otherwise, Maybe):
        here = choose_truth(condition, is_set(then), is_set(otherwise))
        if then is None or otherwise is None:
            return maybe(here, content(otherwise if then is None else then))
        return maybe(here, choose(condition, content(then), content(otherwise)))
    if isinstance(then, tuple):
        pairs = zip(then, otherwise, strict=True)
        return tuple(choose_quantity(condition, a, b) for a, b in pairs)
    if isinstance(then, Collection):
        return _merged(condition, then, cast(Collection, otherwise))
    if isinstance(then, bool) or (isinstance(then, Term) and then.truth):
        return choose_truth(condition, then, otherwise)
    return choose_quantity(condition, then, otherwise)


def _merged(condition: Term, then: Collection, otherwise: Collection) -> Collection:
    guards: dict[Value, Truth] = {}
    for guard, value in then.items:
        guards[value] = both(condition, guard)
    for guard, value in otherwise.items:
        guards[value] = either(guards.get(value, False), both(negation(condition), guard))
    return Collection(tuple((guard, value) for value, guard in guards.items()))


def equal_values(left: Value, right: Value) -> Truth:
    """Whether two values of one type (optional or not) are equal."""
    if left is right:
        return True
    if left is None or right is None or isinstance(left, Maybe) or isinstance(right, Maybe):
        a, b = is_set(left), is_set(right)
        if left is None or right is None:
            return negation(either(a, b))
        same = equal_values(content(left), content(right))
        return either(every((a, b, same)), negation(either(a, b)))
    if isinstance(left, tuple):
        return every(equal_quantity(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, Collection):
        return both(_within(left, right), _within(right, left))
    if isinstance(left, bool) or (isinstance(left, Term) and left.truth):
        return same_truth(left, right)
    return equal_quantity(left, right)


def member(item: Value, of: Collection) -> Truth:
    """Whether ``item`` is one of the values of ``of``."""
    return some(both(guard, equal_values(item, value)) for guard, value in of.items)


def _within(inner: Collection, outer: Collection) -> Truth:
    return every(either(negation(guard), member(value, outer)) for guard, value in inner.items)


def precedes(left: Value, right: Value) -> Truth:
    """Whether ``left`` comes before ``right`` in the canonical order of a set."""
    if left is None or right is None or isinstance(left, Maybe) or isinstance(right, Maybe):
        if right is None:
            return False
        inner = left is not None and precedes(content(left), content(right))
        return both(is_set(right), either(negation(is_set(left)), inner))
    if not isinstance(left, tuple):
        (a, b), _ = aligned((left, right))
        return less(a, b)
    result: Truth = False
    for a, b in reversed(list(zip(left, right, strict=True))):
        result = either(less(a, b), both(equal_quantity(a, b), result))
    return result


# Types


@dataclass(frozen=True)
class Scope:
    """A rule set with the size of each of its sets."""

    rules: RuleSet
    sizes: Mapping[str, int]

    def places(self, state: str) -> Iterator[Place]:
        """The arguments that a state variable (or parameter of the law) can have."""
        variable = self.rules.states.get(state)
        domain = variable.domain if variable is not None else ()
        return product(*(range(self.sizes[name]) for name in domain))

    def type_of(self, state: str) -> types.Type:
        """The type of a state variable or parameter of the law."""
        variable = self.rules.states.get(state)
        return variable.type if variable is not None else self.rules.parameters[state].type

    def values(self, type: types.Type) -> list[Value]:
        """All values of ``type`` in canonical order; raises :class:`Unsupported` for too many."""
        match type:
            case types.Truth():
                return [False, True]
            case types.Number(low=low, high=high, fraction=False):
                domain: list[Value] = list(range(low, min(high, low + LARGEST_DOMAIN) + 1))
            case types.Element(set=name):
                domain = list(range(self.sizes[name]))
            case types.Record(record=name):
                fields = self.rules.records[name].fields
                domain = list(product(*(range(f.low, f.high + 1) for f in fields)))
            case _:
                raise Unsupported(f"all values of the type {type.kind}")
        if len(domain) > LARGEST_DOMAIN:
            raise Unsupported(f"a set over more than {LARGEST_DOMAIN} values")
        return domain

    def unknown(self, type: types.Type, name: str) -> Value:
        """An unknown value of ``type``, made of symbols whose names begin with ``name``."""
        match type:
            case types.Truth():
                return truth_symbol(name)
            case types.Number(low=low, high=high, fraction=False):
                return number_symbol(name, low, high)
            case types.Element(set=of):
                if self.sizes[of] == 0:
                    raise Unsupported(f"an element of the empty set {of}")
                return number_symbol(name, 0, self.sizes[of] - 1)
            case types.Record(record=record):
                fields = self.rules.records[record].fields
                return tuple(number_symbol(f"{name}.{f.id}", f.low, f.high) for f in fields)
            case types.Optional(item=item):
                return Maybe(truth_symbol(f"{name}?"), self.unknown(item, name))
            case types.SetOf(item=item):
                return Collection(
                    tuple(
                        (truth_symbol(f"{name}.{position}"), value)
                        for position, value in enumerate(self.values(item))
                    )
                )
        raise Unsupported("an unknown fraction")

    def unknown_store(self, prefix: str) -> dict[str, dict[Place, Value]]:
        """A store in which nothing is known but the types."""
        return {
            state: {
                place: self.unknown(self.type_of(state), f"{prefix}{state}{list(place)}")
                for place in self.places(state)
            }
            for state in (*self.rules.states, *self.rules.parameters)
        }


# Concrete values


def lifted(value: Any) -> Value:
    """A value of the interpreter as a symbolic value."""
    if isinstance(value, Fraction):
        return Ratio(value.numerator, value.denominator)
    return value


def lifted_as(type: types.Type, value: Any) -> Value:
    """A value of the interpreter, of the given type, as a symbolic value."""
    if isinstance(type, types.Optional):
        return None if value is None else lifted_as(type.item, value)
    if isinstance(type, types.SetOf):
        return Collection(tuple((True, lifted_as(type.item, item)) for item in value))
    return lifted(value)


def grounded(value: Value, model: Model) -> Any:
    """The interpreter's value that ``value`` has under ``model``."""
    if isinstance(value, Maybe):
        there = evaluate_all((value.is_set,), model)[0]
        return grounded(value.value, model) if there else None
    if isinstance(value, tuple):
        return tuple(grounded(item, model) for item in value)
    if isinstance(value, Collection):
        held = evaluate_all((guard for guard, _ in value.items), model)
        pairs = zip(held, value.items, strict=True)
        return tuple(
            sorted((grounded(item, model) for here, (_, item) in pairs if here), key=order_key)
        )
    if isinstance(value, Ratio):
        above = evaluate_all((value.numerator,), model)[0]
        result = Fraction(above, value.denominator)
        return int(result) if result.denominator == 1 else result
    if isinstance(value, Term):
        found = evaluate_all((value,), model)[0]
        return bool(found) if value.truth else found
    return value


def terms_in(value: Value) -> Iterator[Truth | Whole]:
    """The terms that ``value`` is made of."""
    if isinstance(value, Maybe):
        yield value.is_set
        yield from terms_in(value.value)
    elif isinstance(value, tuple):
        for item in value:
            yield from terms_in(item)
    elif isinstance(value, Collection):
        for guard, item in value.items:
            yield guard
            yield from terms_in(item)
    elif isinstance(value, Ratio):
        yield value.numerator
    elif isinstance(value, Term):
        yield value


def same_store(left: Store, right: Store) -> Truth:
    """Whether two stores agree in every place."""
    return every(
        equal_values(value, right[state][place])
        for state, table in left.items()
        for place, value in table.items()
    )
