"""Readings: which points a version leaves open, which readings it lists, which are in use.

``readings.toml`` maps points to readings; a table named after a language holds
what differs for that version. A point that it does not name takes the first
reading that the text lists.
"""

from collections.abc import Container, Iterator, Mapping
from typing import Any

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.folder import Table
from compiler.languages import known_languages
from compiler.toml_places import place_of
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
    table: Table,
    versions: Mapping[str, Mapping[str, Point]],
    lost: Container[str],
    diagnostics: Diagnostics,
    repealed: Mapping[str, Container[str]] | None = None,
) -> dict[str, dict[str, str]]:
    """The reading in use for each point of each version.

    ``lost`` are words of entries that were left out for their mistakes: points, perhaps.
    ``repealed``: the points that the law had before it was amended, each with its readings.
    """
    gone = repealed or {}
    _report_unknown_points(table, versions, lost, diagnostics, gone)
    chosen: dict[str, dict[str, str]] = {}
    values = table.values
    for language, known in versions.items():
        own = values.get(language, {})
        own = own if isinstance(own, dict) else {}
        chosen[language] = {}
        for point in known.values():
            name = own.get(point.id, values.get(point.id, point.names[0]))
            if name in point.names:
                chosen[language][point.id] = name
                continue
            chosen[language][point.id] = point.names[0]
            place = place_of(table.text, language if point.id in own else None, point.id)
            if name in gone.get(point.id, ()):
                _report_without_effect(table, place, point.id, diagnostics)
            elif str(name) not in lost:
                diagnostics.add(
                    "reading_not_listed",
                    table.file,
                    place,
                    suggestion=closest(str(name), point.names),
                    point=point.id,
                    name=str(name),
                    language=language,
                    known=", ".join(point.names),
                )
    return chosen


def _report_without_effect(
    table: Table, place: t.Span | None, point: str, diagnostics: Diagnostics
) -> None:
    diagnostics.add("reading_dropped", table.file, place, severity="warning", point=point)


def _report_unknown_points(
    table: Table,
    versions: Mapping[str, Mapping[str, Point]],
    lost: Container[str],
    diagnostics: Diagnostics,
    gone: Container[str],
) -> None:
    everywhere = {point for known in versions.values() for point in known}
    for key, value in table.values.items():
        own = key in known_languages() and isinstance(value, dict)
        for point in value if own else (key,):
            place = place_of(table.text, key if own else None, point)
            if point not in everywhere and point in gone:
                _report_without_effect(table, place, point, diagnostics)
            elif point not in everywhere and point not in lost:
                diagnostics.add(
                    "no_such_point",
                    table.file,
                    place,
                    suggestion=closest(point, everywhere),
                    point=point,
                    known=", ".join(sorted(everywhere)),
                )
