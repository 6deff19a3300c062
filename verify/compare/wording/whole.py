"""What only shows in the law as a whole: how its words are used from place to place.

A term that is translated in two ways, one expression for what the other version
says in two, references that are printed in different forms.
"""

from collections import Counter
from collections.abc import Iterator

from runtime.ruleset.wording import Mark, Sentence, VersionWording
from verify.compare.wording.alignment import Aligned, align
from verify.compare.wording.finding import WordingFinding, finding
from verify.compare.wording.places import compare_titles
from verify.compare.wording.renderings import CONCEPT, differing, pairing, renderings

_USED_ALIKE = {"order", "formula"}
"""Kinds of which a version should keep to one expression where the other does."""


class Segment(Aligned):
    """Corresponding sentences, headings or titles, and where they stand ("" for a title)."""

    ref: str
    citations: tuple[str, str]


def segments(first: VersionWording, second: VersionWording) -> tuple[Segment, ...]:
    """All of both texts that corresponds, in the order of the first."""
    found = []
    for ref, one in first.places.items():
        other = second.places.get(ref)
        if other is None:
            continue
        cited = (one.citation, other.citation)
        heads = (
            (Aligned(first=(one.read_heading,), second=(other.read_heading,)),)
            if one.read_heading is not None and other.read_heading is not None
            else ()
        )
        for group in (*heads, *align(one.read, other.read)):
            if group.first and group.second:
                found.append(
                    Segment(first=group.first, second=group.second, ref=ref, citations=cited)
                )
    if len(first.read_titles) == len(second.read_titles):
        titles = zip(first.read_titles, second.read_titles, strict=True)
        found += [
            Segment(first=(a,), second=(b,), ref="", citations=(a.text, b.text)) for a, b in titles
        ]
    return tuple(found)


def terms_of_both(first: VersionWording, second: VersionWording) -> frozenset[str]:
    """The concepts that both texts name in corresponding sentences: their words are terms there.

    Other words of the glossary only serve the encoding.
    """
    return frozenset(
        concept
        for segment in segments(first, second)
        for concept in _named(segment.first) & _named(segment.second)
    )


def _named(sentences: tuple[Sentence, ...]) -> set[str]:
    return {m.sense for one in sentences for m in one.marks if m.kind in ("term", "part")}


def compare_law(first: VersionWording, second: VersionWording) -> Iterator[WordingFinding]:
    """The titles, and what concerns the law as a whole.

    Of an old and a new text in one language only the former: how a text uses its own
    words is no difference between them.
    """
    terms = terms_of_both(first, second)
    yield from compare_titles(first, second, terms)
    every = segments(first, second)
    if first.language != second.language:
        yield from _two_renderings(first, second, every, terms)
        yield from _two_wordings(every)
        yield from _citations(first, second)


def _two_renderings(
    first: VersionWording,
    second: VersionWording,
    every: tuple[Segment, ...],
    terms: frozenset[str],
) -> Iterator[WordingFinding]:
    """A word of one version for which the other has several."""
    for at, language in enumerate((first.language, second.language)):
        pairings = [pairing(one.ref, *_from(one, at), terms) for one in every]
        for found in renderings(pairings):
            concept = found.key.removeprefix(CONCEPT)
            usual = [] if concept == found.key else _usual_terms(every, concept, 1 - at)
            others = differing([*usual, *found.others])
            if not others:
                continue
            said = (found.text, ", ".join(others))
            name = concept if concept != found.key else f"{language}.{found.key}"
            refs = tuple(dict.fromkeys(ref for _, ref in found.others if ref))
            yield finding(
                "renderings",
                f"rendering.{name}",
                "",
                said if at == 0 else (said[1], said[0]),
                "two_renderings",
                places=refs,
            )


def _from(one: Segment, at: int) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
    return (one.first, one.second) if at == 0 else (one.second, one.first)


def _usual_terms(every: tuple[Segment, ...], concept: str, at: int) -> list[tuple[str, str]]:
    """The term for a concept in one version, where both name it, and a place of it."""
    for segment in every:
        marks = [
            [m for s in side for m in s.marks if m.kind in ("term", "part") and m.sense == concept]
            for side in segment.sides
        ]
        if marks[0] and marks[1]:
            return [(marks[at][0].text, segment.ref)]
    return []


def _two_wordings(every: tuple[Segment, ...]) -> Iterator[WordingFinding]:
    """A sense that one version puts in one way, and the other in several."""
    uses: dict[tuple[str, str], list[tuple[Mark, Mark, Segment]]] = {}
    for segment in every:
        sides = [_of_kinds(side) for side in segment.sides]
        for key in sides[0]:
            marks = [side.get(key, []) for side in sides]
            if len(marks[0]) == len(marks[1]) == 1:
                uses.setdefault(key, []).append((marks[0][0], marks[1][0], segment))
    for (_, sense), found in uses.items():
        one = {mark.wording: mark.text for mark, _, _ in found}
        other = {mark.wording: mark.text for _, mark, _ in found}
        if (len(one) == 1) != (len(other) == 1):
            said = (", ".join(one.values()), ", ".join(other.values()))
            refs = tuple(dict.fromkeys(segment.ref for _, _, segment in found if segment.ref))
            about = f"expression.{sense}"
            yield finding("renderings", about, "", said, "two_wordings", places=refs)


def _of_kinds(sentences: tuple[Sentence, ...]) -> dict[tuple[str, str], list[Mark]]:
    found: dict[tuple[str, str], list[Mark]] = {}
    for sentence in sentences:
        for mark in sentence.marks:
            if mark.kind in _USED_ALIKE:
                found.setdefault((mark.kind, mark.sense), []).append(mark)
    return found


def _citations(first: VersionWording, second: VersionWording) -> Iterator[WordingFinding]:
    """References that are printed otherwise than most of the same version."""
    for at, version in enumerate((first, second)):
        forms: dict[str, Counter[str]] = {}
        printed: list[tuple[str, Mark]] = []
        for ref, place in version.places.items():
            for sentence in place.read:
                for mark in sentence.marks:
                    if mark.kind == "citation":
                        forms.setdefault(mark.sense, Counter())[mark.wording] += 1
                        printed.append((ref, mark))
        for ref in dict.fromkeys(ref for ref, _ in printed):
            odd = [
                mark.text
                for place, mark in printed
                if place == ref and mark.wording != _usual(forms[mark.sense])
            ]
            if odd:
                text = ", ".join(dict.fromkeys(odd))
                said = (text, "") if at == 0 else ("", text)
                yield finding("form", f"citation.{version.language}", ref, said, "citation")


def _usual(forms: Counter[str]) -> str | None:
    """The form that most references have; None for what is as frequent as another."""
    (form, times), *rest = forms.most_common()
    return None if rest and rest[0][1] == times else form
