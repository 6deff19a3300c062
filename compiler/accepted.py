"""Findings known and accepted: ``accepted.toml``.

Receives the parsed file; hands on its entries. An entry names a finding by its id
and says why it is accepted; whether there still is such a finding is for those to
see who look for findings. An id that begins with ``compare.`` or ``wording.`` is
one of the comparison of versions, which knows no sizes and no single version; one
that begins with ``mutant.`` is a changed rule that nothing notices.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints, ValidationError, model_validator

from compiler.diagnostics import Diagnostics, closest
from compiler.folder import Table
from compiler.readings import Point
from compiler.toml_places import place_of
from runtime.ruleset.model import Model

_Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
_HEAD = "finding"

OF_COMPARISON = ("compare.", "wording.")
"""How the ids of what the comparison of versions finds begin."""

OF_MUTATION = "mutant."
"""How the ids of changed rules begin."""


class Accepted(Model):
    """One entry: the finding ``id`` is known and accepted for ``reason``.

    ``language``, ``sizes`` and ``readings`` restrict it; what they leave open is
    accepted everywhere. ``verdict``: what is accepted. ``found`` is a refutation,
    a proof of nothing that can happen, or a difference; that something is only
    ``unknown`` or ``unsupported`` has to be accepted in so many words.
    """

    id: _Text
    reason: _Text
    language: str | None = None
    sizes: Mapping[str, Annotated[int, Field(strict=True, ge=0)]] = {}
    readings: Mapping[str, str] = {}
    verdict: Literal["found", "unknown", "unsupported"] = "found"

    @property
    def of_comparison(self) -> bool:
        """Whether the finding is one of the comparison of versions."""
        return self.id.startswith(OF_COMPARISON)

    @property
    def of_mutation(self) -> bool:
        """Whether the finding is a changed rule that nothing notices."""
        return self.id.startswith(OF_MUTATION)

    @model_validator(mode="after")
    def _fits(self) -> "Accepted":
        if self.of_comparison and (self.language or self.sizes or self.readings):
            raise ValueError("the comparison of versions is not restricted")
        if self.of_mutation and self.sizes:
            raise ValueError("a changed rule is not restricted to sizes")
        return self


def read_accepted(
    table: Table,
    versions: Mapping[str, Mapping[str, Point]],
    sets: Iterable[str],
    diagnostics: Diagnostics,
) -> tuple[Accepted, ...]:
    """The entries in ``table``; one that is wrong is reported and left out.

    ``versions``: the open points of each language version. ``sets``: the sets of the law.
    """
    for key in table.values:
        if key != _HEAD:
            _report(table, place_of(table.text, None, key), key, diagnostics)
    listed = table.values.get(_HEAD, [])
    if not isinstance(listed, list):
        _report(table, place_of(table.text, None, _HEAD), _HEAD, diagnostics)
        return ()
    known = _Known(versions, tuple(sets))
    found: dict[str, Accepted] = {}
    for number, given in enumerate(listed):
        entry = _entry(table, number, given, diagnostics)
        if entry is None or not known.has(entry, table, number, diagnostics):
            continue
        same = json.dumps(entry.model_dump(exclude={"reason"}), sort_keys=True)
        if same in found:
            place = place_of(table.text, _HEAD, entry.id, number=number)
            diagnostics.add("accepted_twice", table.file, place, id=entry.id)
        found.setdefault(same, entry)
    return tuple(found.values())


def _entry(table: Table, number: int, given: Any, diagnostics: Diagnostics) -> Accepted | None:
    try:
        return Accepted.model_validate(given)
    except ValidationError as error:
        for problem in error.errors():
            field = ".".join(str(part) for part in problem["loc"])
            word = str(problem["loc"][0]) if problem["loc"] else "id"
            place = place_of(table.text, _HEAD, word, number=number)
            _report(table, place, field or word, diagnostics)
        return None


def _report(table: Table, place: Any, field: str, diagnostics: Diagnostics) -> None:
    diagnostics.add("bad_accepted_entry", table.file, place, field=field)


class _Known:
    """What an entry can be restricted to."""

    def __init__(self, versions: Mapping[str, Mapping[str, Point]], sets: tuple[str, ...]) -> None:
        self._versions = versions
        self._sets = sets

    def has(self, entry: Accepted, table: Table, number: int, diagnostics: Diagnostics) -> bool:
        """Whether there is all that ``entry`` is restricted to; what there is not is reported."""
        sound = True
        for field, value, known in self._restrictions(entry):
            if value not in known:
                sound = False
                diagnostics.add(
                    "restricted_to_nothing",
                    table.file,
                    place_of(table.text, _HEAD, value, number=number),
                    suggestion=closest(value, known),
                    field=field,
                    value=value,
                    known=", ".join(known),
                )
        return sound

    def _restrictions(self, entry: Accepted) -> Iterable[tuple[str, str, tuple[str, ...]]]:
        """Each restriction: its field, its value, what could stand there."""
        if entry.language is not None:
            yield "language", entry.language, tuple(self._versions)
        for name in entry.sizes:
            yield "sizes", name, self._sets
        names: dict[str, list[str]] = {}
        for language, points in self._versions.items():
            if entry.language in (None, language):
                for point in points.values():
                    names.setdefault(point.id, []).extend(point.names)
        for point_id, name in entry.readings.items():
            yield "readings", point_id, tuple(names)
            if point_id in names:
                yield f"readings.{point_id}", name, tuple(dict.fromkeys(names[point_id]))
