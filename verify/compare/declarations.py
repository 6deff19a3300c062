"""Declarations of the two versions: sizes, ranges, kinds of value."""

from collections.abc import Iterator

from runtime.ruleset.ruleset import DeclaredRecord, DeclaredSet, LawParameter, StateVariable
from runtime.ruleset.types import Number
from verify.compare.relation import Difference, Relation


def compare_sets_declared(first: DeclaredSet, second: DeclaredSet) -> Iterator[Difference]:
    """The sizes that each version allows a set to have."""
    if first.same_as != second.same_as:
        yield _difference(
            "size",
            first.id,
            "overlap",
            f"as many as {first.same_as}" if first.same_as else _range(first),
            f"as many as {second.same_as}" if second.same_as else _range(second),
        )
    elif first.same_as is None and (first.low, first.high) != (second.low, second.high):
        relation = _ranges((first.low, first.high), (second.low, second.high))
        yield _difference("size", first.id, relation, _range(first), _range(second))
    if first.members != second.members:
        yield _difference(
            "members", first.id, "overlap", ", ".join(first.members), ", ".join(second.members)
        )


def compare_records(first: DeclaredRecord, second: DeclaredRecord) -> Iterator[Difference]:
    """The ranges that each version gives a record's fields."""
    if [field.id for field in first.fields] != [field.id for field in second.fields]:
        names = [", ".join(field.id for field in one.fields) for one in (first, second)]
        yield _difference("fields", first.id, "overlap", names[0], names[1])
        return
    for one, other in zip(first.fields, second.fields, strict=True):
        if (one.low, one.high) != (other.low, other.high):
            relation = _ranges((one.low, one.high), (other.low, other.high))
            yield _difference(
                "range",
                f"{first.id}.{one.id}",
                relation,
                f"{one.low}..{one.high}",
                f"{other.low}..{other.high}",
            )


def compare_states(first: StateVariable, second: StateVariable) -> Iterator[Difference]:
    """What each version keeps of the state: over which sets, of which kind, what at the start."""
    one, other = first.type, second.type
    numbers = isinstance(one, Number) and isinstance(other, Number)
    if first.domain != second.domain or (one != other and not numbers):
        yield _difference(
            "state",
            first.id,
            "overlap",
            f"({', '.join(first.domain)}): {one.kind}",
            f"({', '.join(second.domain)}): {other.kind}",
        )
    elif isinstance(one, Number) and isinstance(other, Number) and one != other:
        texts = [f"{type_.low}..{type_.high}" for type_ in (one, other)]
        yield _difference("range", first.id, "overlap", texts[0], texts[1])
    if first.initial != second.initial:
        texts = [str(declared.initial) for declared in (first, second)]
        yield _difference("initial", first.id, "overlap", texts[0], texts[1])


def compare_parameters(first: LawParameter, second: LawParameter) -> Iterator[Difference]:
    """What each version lets be set for a game, and what holds if nothing is set."""
    one, other = first.type, second.type
    if isinstance(one, Number) and isinstance(other, Number):
        if (one.low, one.high) != (other.low, other.high):
            relation = _ranges((one.low, one.high), (other.low, other.high))
            texts = [f"{type_.low}..{type_.high}" for type_ in (one, other)]
            yield _difference("range", first.id, relation, texts[0], texts[1])
    elif one != other:
        yield _difference("parameter", first.id, "overlap", one.kind, other.kind)
    if first.default != second.default:
        texts = [str(declared.default) for declared in (first, second)]
        yield _difference("default", first.id, "disjoint", texts[0], texts[1])


def _ranges(first: tuple[int, int], second: tuple[int, int]) -> Relation:
    if second[0] <= first[0] and first[1] <= second[1]:
        return "first_narrower"
    if first[0] <= second[0] and second[1] <= first[1]:
        return "second_narrower"
    apart = first[1] < second[0] or second[1] < first[0]
    return "disjoint" if apart else "overlap"


def _range(declared: DeclaredSet) -> str:
    if declared.low == declared.high:
        return str(declared.low)
    return f"{declared.low} to {declared.high}"


def _difference(
    aspect: str, subject: str, relation: Relation, first: str, second: str
) -> Difference:
    return Difference(aspect=aspect, subject=subject, relation=relation, first=first, second=second)
