"""References in the official wording: found, and followed.

Receives the places of one version; reports each reference that leads nowhere in
this law, unless the paragraph says that it is foreign. Hands on the references
of each place, for the comparison of versions.
"""

import re
from functools import cache
from typing import Literal

from compiler import tree as t
from compiler.diagnostics import Diagnostics, closest
from compiler.languages import UNIT_KINDS, language
from compiler.units import PREAMBLE, Passage, Place, short

Path = tuple[tuple[str, str], ...]


def references_in(text: str, code: str, at: Path) -> tuple[Path, ...]:
    """The references in ``text``, in order; one without an article is to that of ``at``."""
    found: list[Path] = []
    for match in _pattern(code).finditer(text):
        path = tuple((kind, match[kind]) for kind in UNIT_KINDS if match[kind] is not None)
        if path and path[0][0] != "article":
            above = tuple(pair for pair in at if pair[0] == "article")
            path = above + path
        if path:
            found.append(path)
    return tuple(found)


def reference_spans(text: str, code: str) -> tuple[tuple[int, int], ...]:
    """Where in ``text`` the references stand, as (start, end)."""
    return tuple(
        (match.start(), match.end())
        for match in _pattern(code).finditer(text)
        if match.end() > match.start()
    )


def check_references(
    places: tuple[Place, ...], code: str, file: str, diagnostics: Diagnostics
) -> None:
    """Report the references of the wording that lead to no place of this law."""
    known = {place.ref for place in places if place.ref != PREAMBLE}
    for place in places:
        for passage in place.passages:
            foreign = {
                short(item.reference.path) for item in passage.items if isinstance(item, t.Foreign)
            }
            for sentence in passage.sentences:
                for path in references_in(sentence, code, place.path):
                    ref = short(path)
                    if ref not in known and ref not in foreign:
                        near = closest(ref, known)
                        # Of a sentence that nobody has dealt with yet, it is only open.
                        severity: Literal["error", "warning"] = (
                            "error" if passage.items else "warning"
                        )
                        diagnostics.add(
                            "reference_nowhere",
                            file,
                            _span(passage, path, code, place.path),
                            heading=place.citation,
                            reference=language(code).cite(path),
                            suggestion=_cite(places, near),
                            severity=severity,
                        )


def _span(passage: Passage, path: Path, code: str, at: Path) -> t.Span:
    """Where the reference ``path`` stands; the first line of ``passage`` if over two lines."""
    for line in passage.lines:
        spans = zip(
            references_in(line.text, code, at), reference_spans(line.text, code), strict=True
        )
        for found, (start, end) in spans:
            if found == path:
                first = line.span.end_column - len(line.text)
                end = len(line.text[:end].rstrip())
                return line.span.model_copy(
                    update={"column": first + start, "end_column": first + end}
                )
    return passage.lines[0].span


def _cite(places: tuple[Place, ...], ref: str | None) -> str | None:
    return next((place.citation for place in places if place.ref == ref), None)


@cache
def _pattern(code: str) -> re.Pattern[str]:
    parts: list[str] = []
    for kind in UNIT_KINDS:
        words = sorted(language(code).references[kind], key=len, reverse=True)
        wording = "|".join(re.escape(word) for word in words)
        label = "[0-9]+(?:bis|ter|quater|[a-z])?" if kind != "letter" else "[a-z]"
        # Where units are parted by commas, as in «art. 5, al. 2», it is one reference.
        apart = r",?\s*" if parts else ""
        parts.append(rf"(?:{apart}(?<!\w)(?:{wording})\s*(?P<{kind}>{label})\b)?")
    return re.compile(r"(?=[^\s,])" + "".join(parts))
