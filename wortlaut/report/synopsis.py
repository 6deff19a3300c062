"""The versions side by side, aligned by content, with what is known of each paragraph."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from compiler.units import PREAMBLE
from runtime.ruleset.wording import Sentence, Wording
from verify.compare.wording.alignment import align_all
from wortlaut.explanation import units
from wortlaut.report.findings import Finding, relation_said
from wortlaut.report.gathered import Gathered
from wortlaut.report.places import anchor, refs_of
from wortlaut.report.wordings import Wording as Worded
from wortlaut.report.wordings import marked


@dataclass(frozen=True)
class Badge:
    """A word on a paragraph: a class of style, what it says, and what it leads to, if anything."""

    style: str
    text: str
    target: str = ""


@dataclass(frozen=True)
class Cell:
    """One version's paragraph. ``reasons``: point, reading, reason, whether it is in use."""

    language: str
    citation: str
    heading: Markup
    encoding: str
    reasons: tuple[tuple[str, str, str, bool], ...]


@dataclass(frozen=True)
class Paragraph:
    """One place of the law in all versions.

    ``groups``: sentences that say the same, one entry for each version. ``pairs``: readings
    under which versions are proved to say the same, in words.
    """

    ref: str
    anchor: str
    level: int
    cells: tuple[Cell | None, ...]
    groups: tuple[tuple[Markup, ...], ...]
    badges: tuple[Badge, ...]
    pairs: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The same for programs: citations and sentences of each version, what is known."""
        languages = [cell.language if cell else None for cell in self.cells]
        return {
            "ref": self.ref,
            "citations": {cell.language: cell.citation for cell in self.cells if cell},
            "sentences": [
                {
                    code: text.striptags()
                    for code, text in zip(languages, group, strict=True)
                    if code is not None and text
                }
                for group in self.groups
            ],
            "known": [{"style": one.style, "text": one.text} for one in self.badges],
            "same_under": list(self.pairs),
        }

    @property
    def reads(self) -> bool:
        """Whether it can be read in several ways."""
        return bool(self.pairs) or any(cell and cell.reasons for cell in self.cells)

    @property
    def folds(self) -> bool:
        """Whether there is anything to unfold."""
        return self.reads or any(cell and cell.encoding for cell in self.cells)


def synopsis(
    gathered: Gathered, found: list[Finding], words: list[Worded], say: Mapping[str, str]
) -> list[Paragraph]:
    """The paragraphs in the order of the law."""
    return _Synopsis(gathered, found, words, say).paragraphs()


class _Synopsis:
    def __init__(
        self,
        gathered: Gathered,
        found: list[Finding],
        words: list[Worded],
        say: Mapping[str, str],
    ) -> None:
        self.gathered = gathered
        self.law = law = gathered.law
        self.found = found
        self.words = words
        self.say = say
        self.units = {code: units(law, law.versions[code]) for code in gathered.languages}
        self.wording = {code: law.wording(code).places for code in gathered.languages}
        self.proved = self._proved()

    def _proved(self) -> dict[str, int]:
        """How many proofs rest on each place."""
        counts: dict[str, int] = {}
        for one in self.gathered.result["obligations"]:
            if one["verdict"] == "proved" and not one["vacuous"]:
                for ref in refs_of(self.law, one):
                    counts[ref] = counts.get(ref, 0) + 1
        return counts

    def paragraphs(self) -> list[Paragraph]:
        refs = [ref for ref in self.law.citations if any(ref in u for u in self.units.values())]
        return [self._paragraph(ref) for ref in refs if ref != PREAMBLE or self._has_text(ref)]

    def _has_text(self, ref: str) -> bool:
        return any(ref in own and own[ref]["text"] for own in self.units.values())

    def _paragraph(self, ref: str) -> Paragraph:
        here = [one for one in self.words if ref in one.refs]
        return Paragraph(
            ref=ref,
            anchor=anchor("p", ref),
            level=min(ref.count("."), 2),
            cells=tuple(self._cell(code, ref, here) for code in self.gathered.languages),
            groups=tuple(self._groups(ref, here)),
            badges=tuple(self._badges(ref, here)),
            pairs=tuple(self._pairs(ref)),
        )

    def _cell(self, code: str, ref: str, here: Iterable[Worded]) -> Cell | None:
        unit: dict[str, Any] | None = self.units[code].get(ref)
        if unit is None:
            return None
        return Cell(
            language=code,
            citation=unit["citation"],
            heading=marked(unit["heading"] or "", code, here),
            encoding="\n".join(unit["encoding"]),
            reasons=tuple(
                (one["point"], one["name"], one["reason"], one["in_use"])
                for one in unit["readings"]
            ),
        )

    # ---- sentences

    def _groups(self, ref: str, here: list[Worded]) -> Iterable[tuple[Markup, ...]]:
        sides = [self._sentences(code, ref) for code in self.gathered.languages]
        for group in align_all(sides) if any(sides) else ():
            yield tuple(
                Markup(" ").join(marked(one.text, code, here) for one in side)
                for code, side in zip(self.gathered.languages, group, strict=True)
            )

    def _sentences(self, code: str, ref: str) -> tuple[Sentence, ...]:
        place: Wording | None = self.wording[code].get(ref)
        if place is None:
            return ()
        if place.read:
            return place.read
        return tuple(Sentence(text=one, marks=(), words=()) for one in place.sentences)

    # ---- what is known

    def _badges(self, ref: str, here: list[Worded]) -> Iterable[Badge]:
        about = {one.id: one for one in self.found if ref in one.refs[:1]}
        for judged in self.gathered.judged:
            for row in judged.table.rows:
                relation = row.comparison.relation
                if row.ref != ref or relation == "not_encoded":
                    continue
                text = relation_said(relation, judged, self.say)
                if len(self.gathered.judged) > 1:
                    text = f"{'/'.join(judged.table.languages)}: {text}"
                finding = about.pop(judged.of_row(row), None)
                if finding is None:
                    yield Badge("good", f"= {text}")
                else:
                    yield Badge(finding.badge[0], f"≠ {text}", finding.anchor)
        for finding in about.values():
            yield Badge(finding.badge[0], f"! {finding.title}", finding.anchor)
        grave = [one for one in here if one.grade == "meaning"]
        if grave:
            text = self.say["report_words"].format(number=len(grave))
            yield Badge("words", f"≈ {text}", grave[0].anchor)
        if ref in self.proved:
            text = self.say["report_proofs_here"].format(number=self.proved[ref])
            yield Badge("quiet", f"✓ {text}", "proofs")

    def _pairs(self, ref: str) -> Iterable[str]:
        for judged in self.gathered.judged:
            for row in judged.table.rows:
                for point in row.points if row.ref == ref else ():
                    pairs = ", ".join(a if a == b else f"{a} ≡ {b}" for a, b in point.common)
                    yield f"{point.point}: {pairs or '–'}"
                    for code, names in zip(judged.table.languages, point.one_sided, strict=True):
                        if names:
                            yield self.say["only_one_supports"].format(
                                language=code, readings=", ".join(names)
                            )
