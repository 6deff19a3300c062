"""What two versions have in common: the sizes, declarations and definitions they are compared over.

A comparison looks at one shared state, so both rule sets need the same sets,
records, state variables and parameters of the law. What only one version
declares, the other is given; where the ranges differ, the values that both
allow are shared (that they differ is for the declaration's own row to say).
What the versions declare in ways that have no value in common is left out, and
asking for it raises :class:`~verify.quantities.Unsupported`.
"""

from collections.abc import Iterable, Mapping
from typing import TypeVar

from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    Definition,
    LawParameter,
    Parameter,
    RuleSet,
    StateVariable,
)
from runtime.sizes import all_sizes
from verify.quantities import Unsupported

T = TypeVar("T")


class Shared(dict[str, T]):
    """Declarations by concept id, without those that the versions cannot share."""

    def __missing__(self, name: str) -> T:
        raise Unsupported(f"{name} is declared so differently that no value fits both versions")


def common_sizes(first: RuleSet, second: RuleSet) -> list[dict[str, int]]:
    """The sizes of all sets that both versions allow, smallest first.

    Where no sizes fit both, the sizes of each: nothing goes unproved for that.
    """
    pairs = [(one, other) for one in all_sizes(first) for other in all_sizes(second)]
    fitting = [(one, other) for one, other in pairs if _agree(one, other)]
    found = [{**other, **one} for one, other in fitting]
    if not fitting:
        found = [both for one, other in pairs for both in ({**other, **one}, {**one, **other})]
    return [one for position, one in enumerate(found) if one not in found[:position]]


def _agree(one: Mapping[str, int], other: Mapping[str, int]) -> bool:
    return all(one.get(name, size) == size for name, size in other.items())


def share(first: RuleSet, second: RuleSet, sizes: Mapping[str, int]) -> RuleSet:
    """The vocabulary of both rule sets, with every set of the given size.

    Definitions that both have are those of the first; the helping ones of each
    stand beside them. Flows, rules and norms are the first one's.
    """
    records = Shared(_records(first, second))
    return first.model_copy(
        update={
            "sets": _sets(first, second, sizes),
            "records": records,
            "states": Shared(_states(first, second, records)),
            "parameters": Shared(_parameters(first, second, records)),
            "definitions": Shared(_definitions(first, second)),
        }
    )


def same_parameters(first: Iterable[Parameter], second: Iterable[Parameter]) -> bool:
    """Whether two definitions or flows are asked about the same kinds of things."""
    return [one.type for one in first] == [one.type for one in second]


def shape(of: ty.Type) -> ty.Type:
    """A type without what the compiler infers: ranges, and whether something may be missing."""
    if isinstance(of, ty.Optional):
        return shape(of.item)
    if isinstance(of, ty.SetOf):
        return ty.SetOf(item=shape(of.item))
    return ty.Number(low=0, high=0) if isinstance(of, ty.Number) else of


def hull(one: ty.Type, other: ty.Type) -> ty.Type | None:
    """A type with the values of both, which may differ in what the compiler infers; else None."""
    if shape(one) != shape(other):
        return None
    if isinstance(one, ty.Optional) or isinstance(other, ty.Optional):
        items = [type_.item if isinstance(type_, ty.Optional) else type_ for type_ in (one, other)]
        item = hull(items[0], items[1])
        return item and ty.Optional(item=item)
    if isinstance(one, ty.SetOf) and isinstance(other, ty.SetOf):
        item = hull(one.item, other.item)
        return item and ty.SetOf(item=item)
    if isinstance(one, ty.Number) and isinstance(other, ty.Number):
        return ty.Number(
            low=min(one.low, other.low),
            high=max(one.high, other.high),
            fraction=one.fraction or other.fraction,
        )
    return one


def _sets(first: RuleSet, second: RuleSet, sizes: Mapping[str, int]) -> dict[str, DeclaredSet]:
    found = {}
    for name in (*first.sets, *second.sets):
        declared = [rules.sets[name] for rules in (first, second) if name in rules.sets]
        one = next((one for one in declared if one.members), declared[0])
        size = {"low": sizes[name], "high": sizes[name], "same_as": None}
        found[name] = one.model_copy(update=size)
    return found


def _records(first: RuleSet, second: RuleSet) -> dict[str, DeclaredRecord]:
    found = {**second.records, **first.records}
    for name in first.records.keys() & second.records.keys():
        one, other = first.records[name], second.records[name]
        pairs = list(zip(one.fields, other.fields, strict=False))
        ranges = [_overlap((a.low, a.high), (b.low, b.high)) for a, b in pairs]
        if [f.id for f in one.fields] != [f.id for f in other.fields] or None in ranges:
            del found[name]
            continue
        fields = tuple(
            a.model_copy(update={"low": both[0], "high": both[1]})
            for (a, _), both in zip(pairs, ranges, strict=True)
            if both is not None
        )
        found[name] = one.model_copy(update={"fields": fields})
    return found


def _states(
    first: RuleSet, second: RuleSet, records: Mapping[str, DeclaredRecord]
) -> dict[str, StateVariable]:
    found = {}
    for name, variable in {**second.states, **first.states}.items():
        declared = [rules.states[name] for rules in (first, second) if name in rules.states]
        kind = _type(declared[0].type, declared[-1].type, records)
        if kind is not None and declared[0].domain == declared[-1].domain:
            found[name] = variable.model_copy(update={"type": kind, "initial": _start(kind)})
    return found


def _parameters(
    first: RuleSet, second: RuleSet, records: Mapping[str, DeclaredRecord]
) -> dict[str, LawParameter]:
    found = {}
    for name, parameter in {**second.parameters, **first.parameters}.items():
        tables = [rules.parameters for rules in (first, second) if name in rules.parameters]
        kind = _type(tables[0][name].type, tables[-1][name].type, records)
        if kind is not None:
            found[name] = parameter.model_copy(update={"type": kind, "default": None})
    return found


def _definitions(first: RuleSet, second: RuleSet) -> dict[str, Definition]:
    found = {**second.definitions, **first.definitions}
    for name in first.definitions.keys() & second.definitions.keys():
        one, other = first.definitions[name], second.definitions[name]
        if not same_parameters(one.parameters, other.parameters) or shape(one.type) != shape(
            other.type
        ):
            del found[name]
    return found


def _type(one: ty.Type, other: ty.Type, records: Mapping[str, DeclaredRecord]) -> ty.Type | None:
    """The values that both types have; None where there is no such type."""
    if isinstance(one, ty.Optional) and isinstance(other, ty.Optional):
        item = _type(one.item, other.item, records)
        return None if item is None else ty.Optional(item=item)
    if isinstance(one, ty.Number) and isinstance(other, ty.Number):
        both = _overlap((one.low, one.high), (other.low, other.high))
        if both is None or one.fraction != other.fraction:
            return None
        return one.model_copy(update={"low": both[0], "high": both[1]})
    if isinstance(one, ty.Record) and one.record not in records:
        return None
    return one if one == other else None


def _overlap(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int] | None:
    low, high = max(one[0], other[0]), min(one[1], other[1])
    return (low, high) if low <= high else None


def _start(kind: ty.Type) -> int | None:
    """Any number of the range: no comparison begins at the start of a game."""
    return kind.low if isinstance(kind, ty.Number) else None
