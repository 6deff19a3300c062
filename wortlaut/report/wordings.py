"""What the wordings show, as rows of a table, and where in the sentences it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from verify.compare.wording import GRADES_IN_ORDER
from wortlaut.comparison import Judged
from wortlaut.render.wording import note
from wortlaut.report.places import anchor

if TYPE_CHECKING:
    from verify.compare.wording import WordingFinding

_NOT_WORDS = {"structure"}
"""Kinds whose two sides are numbers or titles, and stand in no sentence."""


@dataclass(frozen=True)
class Wording:
    """One finding in the wording. ``said``: language and words of each version."""

    anchor: str
    id: str
    grade: str
    kind: str
    refs: tuple[str, ...]
    said: tuple[tuple[str, str], ...]
    note: str
    accepted: str | None
    marked: bool

    def as_dict(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "id": self.id,
            "class": self.grade,
            "kind": self.kind,
            "places": list(self.refs),
            **dict(self.said),
            "note": self.note,
            "accepted": self.accepted,
        }


def wordings(judged: Sequence[Judged], say: Mapping[str, str]) -> list[Wording]:
    """All of them, those of meaning first, the heaviest first."""
    found: list[tuple[int, int, Wording]] = []
    for one in judged:
        table = one.table
        for each in [*table.titles, *(each for row in table.rows for each in row.wording)]:
            found.append((GRADES_IN_ORDER.index(each.grade), -each.weight, _of(one, each, say)))
    return [one for _, _, one in sorted(found, key=lambda one: one[:2])]


def _of(judged: Judged, one: "WordingFinding", say: Mapping[str, str]) -> Wording:
    id = judged.of_wording(one)
    return Wording(
        anchor=anchor("w", id),
        id=id,
        grade=one.grade,
        kind=say[f"finding_{one.kind}"],
        refs=(one.ref,) if one.ref else one.places,
        said=tuple(zip(judged.table.languages, (one.first, one.second), strict=True)),
        note=note(one, dict(say)),
        accepted=judged.accepted.get(id),
        marked=one.kind not in _NOT_WORDS,
    )


def marked(text: str, language: str, found: Iterable[Wording]) -> Markup:
    """A sentence with the words marked that differ, each linked to what was found."""
    spans: list[tuple[int, int, Wording]] = []
    for one in found:
        for words in (words for code, words in one.said if code == language and one.marked):
            for part in [words] if words in text else words.split(", "):
                start = _where(text, part)
                end = start + len(part)
                if start >= 0 and all(end <= s or e <= start for s, e, _ in spans):
                    spans.append((start, end, one))
    pieces, at = [Markup("")], 0
    for start, end, one in sorted(spans, key=lambda span: span[0]):
        pieces.append(escape(text[at:start]))
        pieces.append(
            Markup('<a class="differs {}" href="#{}" title="{}"><mark>{}</mark></a>').format(
                one.grade, one.anchor, f"{one.kind}: {one.note}", text[start:end]
            )
        )
        at = end
    return Markup("").join([*pieces, escape(text[at:])])


def _where(text: str, part: str) -> int:
    """Where the words stand as words; -1 where they do not."""
    start = text.find(part) if part else -1
    while start >= 0:
        before, after = text[:start][-1:], text[start + len(part) :][:1]
        if not before.isalnum() and not after.isalnum():
            return start
        start = text.find(part, start + 1)
    return -1
