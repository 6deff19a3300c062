"""Making the changes of amendments in the tree of one version, one after the other.

Each change is written for the law as it is without the other amendments; so what one of
them has replaced or repealed, another cannot change. What one has inserted, it can.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from compiler import tree as t
from compiler.amendments.passages import Stretch, stretches
from compiler.amendments.places import Part, Parts, Path, unit_at, with_new, with_unit
from compiler.diagnostics import Diagnostics, closest
from compiler.languages import Language
from runtime.ruleset.model import Model


@dataclass(frozen=True)
class _Made:
    """A change that was made. ``sentence`` None: it is one of the unit as a whole."""

    amendment: str
    kind: str
    path: Path
    sentence: int | None


class _Refused(Exception):
    """A change cannot be made, which was reported."""


class Amending:
    """Amends the tree of one version. ``words``: its words, each with its concept."""

    def __init__(
        self,
        law: t.LawFile,
        spoken: Language,
        words: Mapping[str, str],
        diagnostics: Diagnostics,
    ) -> None:
        self._law = law
        self._body: Parts = law.body
        self._preamble: Parts = law.preamble
        self._spoken = spoken
        self._words = words
        self._diagnostics = diagnostics
        self._made: list[_Made] = []
        self._set: dict[str, str] = {}
        self._amendment = ""
        self._file = ""

    def make(self, amendment: t.AmendmentFile, name: str, file: str) -> None:
        """Make the changes of an amendment; those that cannot be made are reported."""
        self._amendment, self._file = name, file
        if amendment.law.text != self._law.name.text:
            span, here, law = amendment.law.span, amendment.law.text, self._law.name.text
            self._diagnostics.add("amends_another_law", file, span, here=here, law=law)
        for change in amendment.changes:
            try:
                self._make(change)
            except _Refused:
                continue

    def result(self) -> t.LawFile:
        """The tree as it is now."""
        return self._law.model_copy(update={"body": self._body, "preamble": self._preamble})

    # ---- changes

    def _make(self, change: t.ChangeT) -> None:
        if isinstance(change, t.NewValue):
            self._set_parameter(change)
        elif isinstance(change, t.Insertion):
            self._insert(change)
        elif isinstance(change, (t.Replacement, t.Repeal)):
            self._change(change)

    def _change(self, change: t.Replacement | t.Repeal) -> None:
        place = change.place
        path, number = place.reference.path, place.sentence
        self._check_collision(place)
        unit = self._unit(place, path)
        if number is not None:
            new = self._of_sentence(change) if isinstance(change, t.Replacement) else ()
            stretch = self._alone(unit, place, number)
            self._put(path, _in_stretch(unit, stretch, new))
        elif isinstance(change, t.Repeal):
            self._body = with_unit(self._body, path, lambda _: ())
        else:
            amended = {"span": change.span, "contents": change.contents}
            heading = {} if change.heading is None else {"heading": change.heading}
            self._put(path, unit.model_copy(update={**amended, **heading}))
        self._note(change.kind, path, number)

    def _insert(self, change: t.Insertion) -> None:
        place = change.place
        path, number = place.reference.path, place.sentence
        if number is not None:
            new = self._of_sentence(change)
            unit = self._unit(place, path)
            self._put(path, self._with_sentence(unit, place, number, new))
            self._note("insertion", path, number)
            return
        if unit_at(self._body, path) is not None:
            made_by = next((one.amendment for one in self._made if one.path == path), None)
            if made_by is not None:
                raise self._fail("amendments_collide", place, other=made_by)
            raise self._fail("already_there", place)
        kind, label = path[-1]
        unit = t.Unit.model_validate(
            {
                "span": change.span,
                "unit": kind,
                "label": label,
                "heading": change.heading,
                "contents": change.contents,
            }
        )
        if len(path) == 1:
            self._body = with_new(self._body, unit)
        else:
            around = self._unit(place, path[:-1])
            inside = with_new(around.contents, unit)
            self._put(path[:-1], around.model_copy(update={"contents": inside}))
        self._note("insertion", path, None)

    def _set_parameter(self, change: t.NewValue) -> None:
        name = change.parameter.text
        wanted = self._words.get(name, name)
        if wanted in self._set:
            raise self._fail_at(
                "amendments_collide", change.parameter.span, place=name, other=self._set[wanted]
            )
        known: list[str] = []

        def declared(item: Any) -> Any:
            if isinstance(item, t.ParameterDeclaration):
                known.append(item.name.text)
                if self._words.get(item.name.text, item.name.text) == wanted:
                    self._set[wanted] = self._amendment
                    update = {"default": change.value, "span": change.span}
                    return item.model_copy(update=update)
            return item

        self._body = _each_item(self._body, declared)
        self._preamble = _each_item(self._preamble, declared)
        if wanted not in self._set:
            raise self._fail_at(
                "no_such_parameter",
                change.parameter.span,
                suggestion=closest(name, known),
                name=name,
                known=", ".join(known) or "–",
            )

    # ---- units

    def _put(self, path: Path, unit: t.Unit) -> None:
        self._body = with_unit(self._body, path, lambda _: (unit,))

    def _unit(self, place: t.AmendedPlace, path: Path) -> t.Unit:
        """The unit at ``path``, or at a part of it that ``place`` is in."""
        unit = unit_at(self._body, path)
        if unit is not None:
            return unit
        gone = (one for one in self._made if one.kind == "repeal" and one.sentence is None)
        by = next((one.amendment for one in gone if one.path == path[: len(one.path)]), None)
        if by is not None:
            raise self._fail("amendments_collide", place, other=by)
        near = closest(self._spoken.cite(path), map(self._spoken.cite, self._paths()))
        raise self._fail_at(
            "no_such_place", place.span, suggestion=near, place=self._spoken.cite(path)
        )

    def _paths(self) -> list[Path]:
        found: list[Path] = []

        def walk(parts: Parts, above: Path) -> None:
            for part in parts:
                if isinstance(part, t.Unit):
                    path = (*above, (part.unit, part.label))
                    found.append(path)
                    walk(part.contents, path)

        walk(self._body, ())
        return found

    def _check_collision(self, place: t.AmendedPlace) -> None:
        """Report a change of what was changed before, unless it was inserted."""
        wanted = place.reference.path, place.sentence
        for one in self._made:
            made = one.path, one.sentence
            changed = _holds(made, wanted) and one.kind != "insertion"
            if changed or (_holds(wanted, made) and not _holds(made, wanted)):
                raise self._fail("amendments_collide", place, other=one.amendment)

    def _note(self, kind: str, path: Path, sentence: int | None) -> None:
        self._made.append(_Made(self._amendment, kind, path, sentence))

    # ---- sentences

    def _of_sentence(self, change: t.Replacement | t.Insertion) -> Parts:
        """What is to stand for a sentence: text with its entries, and nothing else."""
        contents = change.contents
        units = any(isinstance(part, t.Unit) for part in contents)
        if change.heading is not None or units:
            raise self._fail("more_than_a_sentence", change.place)
        if not contents or isinstance(contents[-1], t.TextLine):
            raise self._fail("sentence_without_entries", change.place)
        return contents

    def _alone(self, unit: t.Unit, place: t.AmendedPlace, number: int) -> Stretch:
        """The stretch that holds the sentence, and no other one."""
        found = stretches(unit.contents, self._spoken)
        holder = next((one for one in found if number in one.numbers), None)
        if holder is None:
            raise self._no_sentence(place, sum(one.count for one in found))
        if holder.count > 1 or not holder.encoded:
            raise self._shared(place, holder)
        return holder

    def _with_sentence(
        self, unit: t.Unit, place: t.AmendedPlace, number: int, new: Parts
    ) -> t.Unit:
        found = stretches(unit.contents, self._spoken)
        count = sum(one.count for one in found)
        if not 1 <= number <= count + 1:
            raise self._no_sentence(place, count)
        before = next((one for one in found if number - 1 in one.numbers), None)
        if before is not None and (before.numbers[-1] >= number or not before.encoded):
            raise self._shared(place, before)
        position = 0 if before is None else before.at[-1] + 1
        contents = (*unit.contents[:position], *new, *unit.contents[position:])
        return unit.model_copy(update={"contents": contents})

    def _no_sentence(self, place: t.AmendedPlace, count: int) -> _Refused:
        unit = self._spoken.cite(place.reference.path)
        return self._fail_at("no_such_sentence", place.span, unit=unit, count=str(count))

    def _shared(self, place: t.AmendedPlace, holder: Stretch) -> _Refused:
        first, last = str(holder.first), str(holder.numbers[-1])
        unit = self._spoken.cite(place.reference.path)
        return self._fail_at(
            "sentences_share_entries", place.span, unit=unit, first=first, last=last
        )

    # ---- messages

    def _fail(self, code: str, place: t.AmendedPlace, **values: str) -> _Refused:
        cited = self._spoken.cite(place.reference.path)
        if place.sentence is not None:
            cited += f" {self._spoken.keywords['SENTENCE'][0]} {place.sentence}"
        return self._fail_at(code, place.span, place=cited, **values)

    def _fail_at(
        self, code: str, span: t.Span, *, suggestion: str | None = None, **values: str
    ) -> _Refused:
        self._diagnostics.add(
            code,
            self._file,
            span,
            heading=self._amendment,
            suggestion=suggestion,
            values=values,
        )
        return _Refused()


def _holds(place: tuple[Path, int | None], other: tuple[Path, int | None]) -> bool:
    """Whether a place is ``other``, or ``other`` is in it; of a sentence, nothing else is."""
    path, sentence = place
    return place == other if sentence is not None else other[0][: len(path)] == path


def _in_stretch(unit: t.Unit, stretch: Stretch, new: Parts) -> t.Unit:
    """``unit`` with ``new`` in the place of a stretch."""
    contents: list[Part] = []
    for position, part in enumerate(unit.contents):
        if position == stretch.at[0]:
            contents.extend(new)
        if position not in stretch.at:
            contents.append(part)
    return unit.model_copy(update={"contents": tuple(contents)})


def _each_item(parts: Any, change: Any) -> Any:
    """``parts`` with ``change`` made in every item, also in those of units and readings."""
    found = []
    for part in parts:
        if isinstance(part, t.Unit):
            part = part.model_copy(update={"contents": _each_item(part.contents, change)})
        elif isinstance(part, t.ReadingItem):
            part = part.model_copy(update={"items": _each_item(part.items, change)})
        elif isinstance(part, Model):
            part = change(part)
        found.append(part)
    return tuple(found)
