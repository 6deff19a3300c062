"""Readings: which points a version leaves open, which readings it lists, which are in use.

``readings.toml`` maps points to readings; a table named after a language holds
what differs for that version. A point that it does not name takes the first
reading that the text lists.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.languages import known_languages
from compiler.units import Place
from runtime.ruleset.model import Model


class ListedReading(Model):
    """A reading as one place lists it."""

    name: str
    ref: str
    reason: str


class Point(Model):
    """An open point of one version: its readings in the order of the text, each named once."""

    id: str
    readings: tuple[ListedReading, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(reading.name for reading in self.readings))


def points(places: tuple[Place, ...]) -> dict[str, Point]:
    """The open points of one version by id, in the order of the text."""
    found: dict[str, list[ListedReading]] = {}
    for place in places:
        for passage in place.passages:
            for point, name, reason in _listed(passage.items):
                reading = ListedReading(name=name, ref=place.ref, reason=reason)
                found.setdefault(point, []).append(reading)
    return {point: Point(id=point, readings=tuple(listed)) for point, listed in found.items()}


def _listed(trees: tuple[Any, ...]) -> Iterator[tuple[str, str, str]]:
    for tree in trees:
        if isinstance(tree, (t.ReadingItem, t.ReadingStatement)):
            yield tree.point.text, tree.name.text, tree.reason
        for field in ("items", "body", "then", "otherwise"):
            inner = getattr(tree, field, ())
            if isinstance(inner, tuple):
                yield from _listed(inner)


def in_use(
    table: Mapping[str, Any],
    versions: Mapping[str, Mapping[str, Point]],
    file: str,
    diagnostics: Diagnostics,
) -> dict[str, dict[str, str]]:
    """The reading in use for each point of each version."""
    _report_unknown_points(table, versions, file, diagnostics)
    chosen: dict[str, dict[str, str]] = {}
    for language, known in versions.items():
        own = table.get(language, {})
        own = own if isinstance(own, dict) else {}
        chosen[language] = {}
        for point in known.values():
            name = own.get(point.id, table.get(point.id, point.names[0]))
            if name not in point.names:
                diagnostics.add(
                    "reading_not_listed",
                    file,
                    None,
                    suggestion=closest(str(name), point.names),
                    point=point.id,
                    name=str(name),
                    language=language,
                    known=", ".join(point.names),
                )
                name = point.names[0]
            chosen[language][point.id] = str(name)
    return chosen


def _report_unknown_points(
    table: Mapping[str, Any],
    versions: Mapping[str, Mapping[str, Point]],
    file: str,
    diagnostics: Diagnostics,
) -> None:
    everywhere = {point for known in versions.values() for point in known}
    for key, value in table.items():
        inner = value if key in known_languages() and isinstance(value, dict) else {key: value}
        for point in inner:
            if point not in everywhere:
                diagnostics.add(
                    "no_such_point",
                    file,
                    None,
                    suggestion=closest(point, everywhere),
                    point=point,
                    known=", ".join(sorted(everywhere)),
                )
