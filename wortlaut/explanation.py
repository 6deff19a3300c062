"""What there is to say about one place of a law, as data."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from compiler.diagnostics import Diagnostics
from compiler.languages import known_languages
from compiler.law import Law, Version
from compiler.mentions import Mentions, mentions
from compiler.printer.authors import authors_words
from compiler.printer.files import content
from compiler.printer.statements import Page
from compiler.references import reference_spans, references_in
from compiler.tokens import tokenize
from compiler.units import PREAMBLE, Place, short


def find_place(law: Law, asked: str) -> str | None:
    """The short reference of the place that ``asked`` cites, in any language, if there is one."""
    text = " ".join(asked.split())
    dotted = re.sub(r"\s*\(\s*(\w+)\s*\)", r".\1", text)
    for one in (text, dotted, text.rstrip(".")):
        if one in law.citations:
            return one
    if text in {citation for at in law.citations.values() for citation in at.values()}:
        return next(ref for ref, at in law.citations.items() if text in at.values())
    for code in dict.fromkeys((*law.languages, *known_languages())):
        found = references_in(text, code, ())
        if len(found) == 1 and reference_spans(text, code)[0] == (0, len(text)):
            ref = short(found[0])
            if ref in law.citations:
                return ref
    return None


def similar(law: Law, asked: str) -> list[str]:
    """Citations of places that ``asked`` may have meant: most like it, in the order of the text."""
    by_name = {c: ref for ref, at in law.citations.items() for c in (ref, *at.values())}
    matches = {by_name[one] for one in get_close_matches(asked, sorted(by_name), n=3, cutoff=0.5)}
    return [
        " / ".join(dict.fromkeys(at.values()))
        for ref, at in law.citations.items()
        if ref in matches
    ]


def where_given(law: Law, word: str) -> list[str]:
    """Citations of the places that say what ``word`` means, in a version that has the word."""
    for code, version in law.versions.items():
        words = law.glossary.words(code)
        concept = words.get(word, word)
        where = [
            place.citation
            for place in version.places
            if concept in mentions(place, words, code).given
        ]
        if where:
            return where
    return []


def explanation(law: Law, ref: str) -> dict[str, Any]:
    """Everything about the place ``ref`` and what is in it, version by version."""
    versions = {
        code: _version(law, version, ref)
        for code, version in law.versions.items()
        if any(place.ref == ref for place in version.places)
    }
    return {
        "law": law.name,
        "ref": ref,
        "citations": law.citations[ref],
        "versions": versions,
        "supplements": _supplements(law, ref),
    }


def units(law: Law, version: Version) -> dict[str, dict[str, Any]]:
    """Every place of a version by its short reference: text, encoding, readings."""
    page = _page(version)
    return {place.ref: _unit(law, version, place, page) for place in version.places}


def rests_on(obligations: Iterable[dict[str, Any]], law: Law, ref: str) -> list[dict[str, Any]]:
    """The verdicts that rest on the place: it is among their articles, or a witness passes it."""
    found = []
    for one in obligations:
        cited = {
            at.get(one["language"]) for other, at in law.citations.items() if _inside(other, ref)
        }
        steps = one["witness"]["steps"] if one["witness"] is not None else ()
        passed = {step.get("article") for step in steps}
        if cited & {*one["articles"], *passed}:
            found.append({key: value for key, value in one.items() if key != "witness"})
    return found


def _inside(ref: str, outer: str) -> bool:
    return ref == outer or ref.startswith(f"{outer}.")


def _version(law: Law, version: Version, ref: str) -> dict[str, Any]:
    code = version.language
    words = law.glossary.words(code)
    everywhere = {place.ref: mentions(place, words, code) for place in version.places}
    cited = {place.ref: place.citation for place in version.places}
    page = _page(version)
    own = [place for place in version.places if _inside(place.ref, ref)]
    return {
        "units": [_unit(law, version, place, page) for place in own],
        "referred_to_by": {
            "wording": _referring(ref, everywhere, cited, "wording"),
            "encoding": _referring(ref, everywhere, cited, "encoding"),
        },
        "contributes": _contributions(law, code, [one.ref for one in own], everywhere, cited),
    }


def _page(version: Version) -> Page:
    source, code = version.source, version.language
    tokens = tokenize(source.law_text, code, source.law_file, Diagnostics())
    return Page(authors_words(version.tree, tokens, code))


def _unit(law: Law, version: Version, place: Place, page: Page) -> dict[str, Any]:
    used = law.readings[version.language]
    items = [item for passage in place.passages for item in passage.items]
    printed = "\n".join(line for item in items for line in content(item, page))
    return {
        "ref": place.ref,
        "citation": place.citation,
        "heading": place.heading.text if place.heading is not None else None,
        "text": place.text,
        "open": sum(1 for one in version.coverage if one.ref == place.ref and one.status == "open"),
        "encoding": printed.splitlines(),
        "readings": [
            {
                "point": point.id,
                "name": reading.name,
                "reason": reading.reason,
                "in_use": used[point.id] == reading.name,
            }
            for point in version.points.values()
            for reading in point.readings
            if reading.ref == place.ref
        ],
    }


def _referring(
    ref: str, everywhere: dict[str, Mentions], cited: dict[str, str], how: str
) -> list[dict[str, str]]:
    """Who refers to ``ref``, to something in it, or to what it is in, from outside."""
    return [
        {"from": cited[at], "to": cited.get(to, to)}
        for at, own in everywhere.items()
        if not _inside(at, ref) and at != PREAMBLE
        for to in getattr(own, how)
        if to in cited and (_inside(to, ref) or _inside(ref, to))
    ]


def _contributions(
    law: Law,
    code: str,
    own: list[str],
    everywhere: dict[str, Mentions],
    cited: dict[str, str],
) -> list[dict[str, Any]]:
    """What the places ``own`` give something to; with whom, and who uses it."""
    given = {c: role for ref in own for c, role in everywhere[ref].given.items()}
    return [
        {
            "concept": concept,
            "term": law.glossary.concepts[concept].term(code),
            "kind": role,
            "with": [
                cited[ref]
                for ref, other in everywhere.items()
                if concept in other.given and ref not in own
            ],
            "used_by": [cited[ref] for ref, other in everywhere.items() if concept in other.used],
        }
        for concept, role in given.items()
    ]


def _supplements(law: Law, ref: str) -> list[dict[str, Any]]:
    """The supplements that fill something at the place, in any version under its readings."""
    found: dict[str, dict[str, Any]] = {}
    for code, version in law.versions.items():
        words = law.glossary.words(code)
        given = {
            concept
            for place in version.places
            if _inside(place.ref, ref)
            for concept in mentions(place, words, code).given
        }
        for one in law.rules(code).supplements:
            _, _, where = one.gap.partition(":")
            touched = where.split("/")
            if given & set(touched) or any(_inside(at, ref) for at in touched):
                entry = found.setdefault(
                    one.id, {"id": one.id, "reason": one.reason, "fills": [], "languages": []}
                )
                entry["fills"] += [] if one.gap in entry["fills"] else [one.gap]
                entry["languages"] += [] if code in entry["languages"] else [code]
    return list(found.values())
