"""Where the order of a set's members counts: members that are compared with ``<`` are not alike.

The order is that in which the members are numbered. Whoever compares two members in
it, or prefers the first of several (which the compiler writes as a comparison), tells
members apart that have no names.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Call

_ORDERS = ("less", "at_most", "greater", "at_least")
_NUMBERS = (
    ex.NumberConstant,
    ex.Binary,
    ex.Unary,
    ex.Count,
    ex.Sum,
    ex.MinMax,
    ex.FieldOf,
)


def ordered_in(
    rules: RuleSet, items: Iterable[Model], variables: Iterable[tuple[str, ty.TypeNode]]
) -> frozenset[str]:
    """The sets whose members some of the expressions ``items`` may compare in their order.

    ``variables``: those that are bound outside, with their types. A name may stand for
    several variables, and what is of no known type counts as a member of any set: the
    answer may hold too many sets, never too few.
    """
    comparisons: list[ex.Binary] = []
    names: dict[str, set[str]] = {}
    parameters = (p for one in rules.definitions.values() for p in one.parameters)
    for name, type_ in (*variables, *((one.name, one.type) for one in parameters)):
        names.setdefault(name, set()).update(_sets(type_))
    for item in items:
        for part in walk(item):
            if isinstance(part, ex.Binder):
                for name in part.names:
                    names.setdefault(name, set()).update(_sets(part.item))
            elif isinstance(part, ex.Binary) and part.operator in _ORDERS:
                comparisons.append(part)
    found: set[str] = set()
    for one in comparisons:
        found |= _members(one.left, rules, names) & _members(one.right, rules, names)
    return frozenset(found)


def ordered_anywhere(rules: RuleSet) -> frozenset[str]:
    """The sets whose members some expression of the law may compare in their order."""
    variables: list[tuple[str, ty.TypeNode]] = []
    items: list[Model] = []
    for part in _all_in(rules):
        if isinstance(part, ex.Expression | ex.Binder):
            items.append(part)
        name = getattr(part, "name", None)
        type_ = getattr(part, "type", None) or getattr(part, "item", None)
        if isinstance(name, str) and isinstance(type_, ty.TypeNode):
            variables.append((name, type_))
        elif isinstance(part, Call) and part.result is not None:
            result = rules.flows[part.flow].result
            variables += [] if result is None else [(part.result, result)]
    return ordered_in(rules, items, variables)


def _all_in(item: Any) -> Iterator[Model]:
    """Every model inside ``item``; of expressions the outermost alone."""
    if isinstance(item, Mapping):
        for one in item.values():
            yield from _all_in(one)
    elif isinstance(item, tuple | list):
        for one in item:
            yield from _all_in(one)
    elif isinstance(item, Model):
        yield item
        if not isinstance(item, ex.Expression | ex.Binder | ty.TypeNode):
            for field in type(item).model_fields:
                yield from _all_in(getattr(item, field))


def _members(item: ex.Expr, rules: RuleSet, names: Mapping[str, set[str]]) -> set[str]:
    """The sets that the value of ``item`` may be a member of."""
    match item:
        case ex.ElementConstant(set=owner):
            return {owner}
        case ex.Variable(name=name) if name in names:
            return names[name]
        case ex.Read(state=state):
            declared = rules.states.get(state) or rules.parameters.get(state)
            return set(rules.sets) if declared is None else _sets(declared.type)
        case ex.Apply(definition=name):
            return _sets(rules.definitions[name].type)
        case ex.The(binder=binder):
            return _sets(binder.item)
        case ex.Unwrap(item=inner) | ex.Extreme(body=inner):
            return _members(inner, rules, names)
        case ex.IfThenElse(then=then, otherwise=otherwise):
            return _members(then, rules, names) | _members(otherwise, rules, names)
        case _ if isinstance(item, _NUMBERS):
            return set()
        case _:
            return set(rules.sets)


def _sets(type_: ty.TypeNode) -> set[str]:
    while isinstance(type_, ty.Optional | ty.SetOf):
        type_ = type_.item
    return {type_.set} if isinstance(type_, ty.Element) else set()
