"""Old and new text side by side, as the synopsis of an amendment, word by word."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from markupsafe import Markup, escape

from compiler.law import Law
from compiler.units import Place
from wortlaut.amending import Difference
from wortlaut.render.consequence import tell_consequences
from wortlaut.render.sizes import say_sizes
from wortlaut.render.words import words
from wortlaut.report.gathered import Gathered
from wortlaut.report.prose import Prose
from wortlaut.report.twins import Twins

_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_ALIKE = 0.35
"""Texts less alike than this are marked as a whole: word by word nobody could read them."""


@dataclass(frozen=True)
class Row:
    """One place before and after.

    ``kind``: ``new``, ``changed``, ``repealed``, ``unchanged``, or ``rules`` where the text is
    the same and the rules are not.
    """

    ref: str
    kind: str
    citation: str
    old: Markup
    new: Markup
    texts: tuple[str | None, str | None]


@dataclass(frozen=True)
class Synopsis:
    """One version: the articles that are touched, in full, and the citations of the others."""

    language: str
    title: str
    articles: tuple[tuple[Row, ...], ...]
    untouched: tuple[str, ...]

    def as_list(self) -> list[dict[str, Any]]:
        """The rows for programs; texts are None where there is no such place."""
        return [
            {
                "ref": row.ref,
                "citation": row.citation,
                "kind": row.kind,
                "before": row.texts[0],
                "after": row.texts[1],
            }
            for rows in self.articles
            for row in rows
        ]


def follows(gathered: Gathered, reader: str, twins: Twins) -> dict[str, Markup]:
    """For each version, whether the amendments can change how play ends, with a case."""
    told: dict[str, Markup] = {}
    found = gathered.amended
    if found is None:
        return told
    for judged in found.comparisons:
        language = judged.versions[0].language
        mine = [one for one in found.consequences if one.language == language]
        prose = Prose(f"follows-{language}", words(reader), twins)
        tell_consequences(
            found.before, mine, reader, prose, texts=False, amended=found.after, draw=prose.draw
        )
        told[language] = prose.html
    return told


@dataclass(frozen=True)
class Answers:
    """One question that is answered otherwise: its answers with their classes of style."""

    id: str
    sizes: str
    before: tuple[str, str]
    after: tuple[str, str]


def changed_verdicts(found: Difference, say: Mapping[str, str]) -> list[Answers]:
    """What was asked of both laws and is answered otherwise."""
    return [
        Answers(
            f"{one.language} · {one.id}",
            say_sizes(found.after, one.scope, one.language),
            _answer(one.before, say),
            _answer(one.after, say),
        )
        for one in found.verdicts
    ]


def _answer(answer: str | None, say: Mapping[str, str]) -> tuple[str, str]:
    if answer is None:
        return "quiet", say["not_asked"]
    word = say["vacuous"] if answer == "proved of nothing" else say[answer]
    return {"proved": "good", "refuted": "bad"}.get(answer, "open"), word


def synopses(found: Difference) -> tuple[Synopsis, ...]:
    """What the amendments change, one synopsis for each version that is shown."""
    return tuple(
        _synopsis(
            found.before,
            found.after,
            judged.versions[0].language,
            {row.ref for row in judged.table.rows if row.comparison.relation != "equal"}
            & {row.ref for row in judged.changed()},
        )
        for judged in found.comparisons
    )


def _synopsis(before: Law, after: Law, language: str, rules: set[str]) -> Synopsis:
    old = {place.ref: place for place in before.versions[language].places}
    new = {place.ref: place for place in after.versions[language].places}
    by_article: dict[str, list[Row]] = {}
    for ref in _merged([*old], [*new]):
        row = _row(ref, old.get(ref), new.get(ref), ref in rules)
        by_article.setdefault(ref.partition(".")[0], []).append(row)
    touched = {
        article: tuple(row for row in rows if row.old or row.new)
        for article, rows in by_article.items()
        if any(row.kind != "unchanged" for row in rows)
    }
    return Synopsis(
        language,
        "; ".join(one.title(language) for one in after.amendments),
        tuple(touched.values()),
        tuple(rows[0].citation for article, rows in by_article.items() if article not in touched),
    )


def _merged(old: list[str], new: list[str]) -> Iterator[str]:
    """The places of both, in order; what is gone stands before what came in its stead."""
    for _, low, high, start, end in SequenceMatcher(None, old, new, False).get_opcodes():
        yield from dict.fromkeys((*old[low:high], *new[start:end]))


def _row(ref: str, old: Place | None, new: Place | None, rules: bool) -> Row:
    either = new or old
    assert either is not None
    texts = _said(old), _said(new)
    if old is None:
        kind = "new"
    elif new is None:
        kind = "repealed"
    elif texts[0] != texts[1]:
        kind = "changed"
    else:
        kind = "rules" if rules else "unchanged"
    sides = word_by_word(texts[0] or "", texts[1] or "")
    return Row(ref, kind, either.citation, *sides, texts)


def _said(place: Place | None) -> str | None:
    if place is None:
        return None
    heading = place.heading.text if place.heading is not None else ""
    return " – ".join(part for part in (heading, place.text) if part)


def word_by_word(old: str, new: str) -> tuple[Markup, Markup]:
    """Both texts, in the old one what is gone marked, in the new one what came."""
    first, second = _TOKEN.findall(old), _TOKEN.findall(new)
    matcher = SequenceMatcher(None, first, second, False)
    if old and new and matcher.ratio() < _ALIKE:
        return _mark("del", old), _mark("ins", new)
    sides: tuple[list[Markup], list[Markup]] = ([], [])
    for kind, low, high, start, end in _joined(matcher.get_opcodes(), first):
        for side, tag, text in (
            (sides[0], "del", "".join(first[low:high])),
            (sides[1], "ins", "".join(second[start:end])),
        ):
            side.append(escape(text) if kind == "equal" else _mark(tag, text))
    return Markup("").join(sides[0]), Markup("").join(sides[1])


_Step = tuple[str, int, int, int, int]


def _joined(steps: Iterable[_Step], words: list[str]) -> list[_Step]:
    """The steps; changes with nothing but a space between them are one."""
    found: list[_Step] = []
    for step in steps:
        gap = step[0] == "equal" and "".join(words[step[1] : step[2]]).isspace()
        inside = found and found[-1][0] != "equal" and (gap or step[0] != "equal")
        if inside:
            last = found.pop()
            step = ("replace", last[1], step[2], last[3], step[4])
        found.append(step)
    return found


def _mark(tag: str, text: str) -> Markup:
    """``text`` within an element; spaces at its ends stay outside."""
    inside = text.strip()
    if not inside:
        return escape(text)
    before, _, after = text.partition(inside)
    return Markup("{}<{}>{}</{}>{}").format(before, Markup(tag), inside, Markup(tag), after)
