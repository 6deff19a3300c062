"""Stores, ends and steps as JSON data, cited in the law's languages."""

from collections.abc import Mapping
from dataclasses import fields, replace
from fractions import Fraction
from math import prod
from typing import Any

from compiler.engine.kit.given import Law, plain, shown, value_from
from compiler.engine.kit.outcomes import (
    DECLINE,
    Announced,
    AnyStep,
    Applied,
    Assigned,
    Blocked,
    Bound,
    Breach,
    Chosen,
    Ended,
    Ending,
    Store,
    Value,
)
from compiler.engine.kit.table import AnyTable


def store_as_json(table: AnyTable, store: Store) -> dict[str, Any]:
    """All state variables of the store, by concept id."""
    return {
        state.id: nested(column, [table.sizes[one] for one in state.domain])
        for state, column in zip(table.STATES, store, strict=True)
    }


def nested(column: tuple[Value, ...], domain: list[int]) -> Any:
    """The flat tuple as lists in lists."""
    if not domain:
        return plain(column[0])
    step = len(column) // domain[0] if domain[0] else 0
    parts = [column[at * step : (at + 1) * step] for at in range(domain[0])]
    return [nested(part, domain[1:]) for part in parts]


def read_store(
    law: Law, table: AnyTable, start: Store, data: Mapping[str, Any]
) -> Store:
    """The store that ``data`` describes; what it leaves out is as in ``start``."""
    if unknown := [
        name for name in data if name not in {one.id for one in table.STATES}
    ]:
        raise ValueError(f"there is no state variable {unknown[0]!r}")
    columns = []
    for state, column in zip(table.STATES, start, strict=True):
        if state.id not in data:
            columns.append(column)
            continue
        entries = [data[state.id]]
        for set_id in state.domain:
            size = table.sizes[set_id]
            if not all(
                isinstance(one, list | tuple) and len(one) == size for one in entries
            ):
                raise ValueError(
                    f"{state.id}: expected a list of {size} for each of {set_id}"
                )
            entries = [inner for one in entries for inner in one]
        assert len(entries) == prod(table.sizes[one] for one in state.domain)
        columns.append(
            tuple(
                value_from(law, table.sizes, plain(one), state.type, state.id)
                for one in entries
            )
        )
    return tuple(columns)


def ending_as_json(ending: Ending) -> dict[str, Any]:
    """The ending as JSON data; :func:`read_ending` gives it back."""
    data: dict[str, Any] = {
        one.name: getattr(ending, one.name) for one in fields(ending)
    }
    breaches = [
        {
            "ref": one.ref,
            "citations": [list(pair) for pair in one.citations],
            "at": one.at,
            "values": [[name, plain(value)] for name, value in one.values],
            "item": one.item,
        }
        for one in ending.breaches
    ]
    between = list(ending.between)
    return {
        **data,
        "between": between,
        "value": plain(ending.value),
        "breaches": breaches,
    }


def read_ending(data: Any) -> Ending:
    """The ending that :func:`ending_as_json` wrote. Raises ``ValueError``."""
    if not isinstance(data, dict) or set(data) != {one.name for one in fields(Ending)}:
        raise ValueError("ending: expected what an ending is made of")
    breaches = tuple(
        Breach(
            one["ref"],
            tuple((language, citation) for language, citation in one["citations"]),
            one["at"],
            tuple((name, read_value(value)) for name, value in one["values"]),
            one["item"],
        )
        for one in data["breaches"]
    )
    ending = Ending(**{**data, "between": tuple(data["between"]), "breaches": breaches})
    return replace(ending, value=read_value(ending.value))


def read_value(data: Any) -> Value:
    """A value whose type is not known: told by its JSON alone."""
    if isinstance(data, list | tuple):
        return tuple(read_value(one) for one in data)
    if isinstance(data, str):
        top, _, bottom = data.partition("/")
        if top.lstrip("-").isdecimal() and bottom.isdecimal() and int(bottom):
            return Fraction(int(top), int(bottom))
        raise ValueError(f"{shown(data)} is no value")
    return data


def article(law: Law, ref: str) -> str:
    """The citation of ``ref`` in the engine's own language; ``ref`` where it has none."""
    return citations(law, ref).get(law.language, ref)


def citations(law: Law, ref: str) -> dict[str, str]:
    """How ``ref`` is cited, by language; empty for what is no paragraph of the law."""
    return dict(law.citations.get(ref, {}))


def source_name(name: str) -> str:
    """The name that a variable has in the law."""
    return name.partition(".")[0]


def traced(law: Law, step: AnyStep) -> dict[str, Any]:
    """The step as JSON data."""
    place = {
        "article": article(law, step.ref),
        "citations": citations(law, step.ref),
        "ref": step.ref,
        "supplement": step.supplement or next(iter(step.relied), None),
    }
    match step:
        case Bound(name=name, value=value):
            return {
                **place,
                "step": "bound",
                "name": source_name(name),
                "value": plain(value),
            }
        case Assigned(changes=changes):
            told = tuple(
                {
                    "state": c.state,
                    "at": c.arguments,
                    "old": plain(c.old),
                    "new": plain(c.new),
                }
                for c in changes
            )
            return {**place, "step": "assigned", "changes": told}
        case Chosen(value=value):
            return {
                **place,
                "step": "chosen",
                "name": source_name(step.name),
                "by": step.by,
                "actor": step.actor,
                "declined": value is DECLINE,
                "by_default": step.by_default,
                "value": plain(value),
            }
        case Blocked(name=name):
            return {**place, "step": "blocked", "name": source_name(name)}
        case Applied(decision=decision):
            return {**place, "step": "applied", "decision": decision}
        case Announced():
            return {
                **place,
                "step": "announced",
                "text": step.text,
                "values": tuple(plain(value) for value in step.values),
                "to": step.to,
                "members": step.members,
                "duration": plain(step.duration),
            }
        case Ended(ending=ending):
            return {
                **place,
                "step": "ended",
                "end": ending.kind,
                "outcome": ending.outcome,
                "value": plain(ending.value),
                "gap": ending.gap,
                "detail": ending.detail,
                "between": ending.between,
                "breaches": tuple(_traced_breach(law, one) for one in ending.breaches),
            }


def _traced_breach(law: Law, one: Breach) -> dict[str, Any]:
    return {
        "article": article(law, one.ref),
        "citations": dict(one.citations),
        "ref": one.ref,
        "at": article(law, one.at),
        "values": {name: plain(value) for name, value in one.values},
    }
