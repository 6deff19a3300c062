"""Compares what a law file quotes with the official text, word by word.

Receives the tree of one version and the official text; reports every word that is
missing, added or changed, at its place in the law file. The labels of units
("1", "a.", "•") may be printed in the text or not; everything else must be there
verbatim, so that nothing can be left out or reworded unnoticed.
"""

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.languages import Language, language

_LABEL = re.compile(r"[•–-]|\(?[0-9]{1,3}[a-z]?[.)]?|\(?[a-z][.)]")
_CONTEXT = 12


@dataclass(frozen=True)
class _Word:
    """A word of the law file. ``label``: part of a unit's label, which need not be printed."""

    text: str
    span: t.Span
    heading: str | None
    label: bool = False


def check_quotes(
    law: t.LawFile, official: str, code: str, file: str, diagnostics: Diagnostics
) -> None:
    """Report where the quotes of ``law`` depart from ``official``."""
    quoted = list(_words_of(law, language(code)))
    printed = official.split()
    matcher = difflib.SequenceMatcher(None, [word.text for word in quoted], printed, autojunk=False)
    for operation, i, j, m, n in matcher.get_opcodes():
        if operation == "equal":
            continue
        here = [word for word in quoted[i:j] if not word.label]
        there = printed[m:n]
        at_label = any(word.label for word in quoted[max(0, i - 1) : j + 1])
        if not here and at_label and all(_LABEL.fullmatch(word) for word in there):
            continue
        if not here and not there:
            continue
        anchor = here[0] if here else quoted[min(max(i - 1, 0), len(quoted) - 1)]
        code_found = (
            "quote_differs" if here and there else "quote_extra" if here else "quote_missing"
        )
        diagnostics.add(
            code_found,
            file,
            anchor.span,
            heading=anchor.heading,
            here=_excerpt([word.text for word in here]),
            official=_excerpt(there),
        )


def _excerpt(words: list[str]) -> str:
    return " ".join(words[:_CONTEXT]) + (" …" if len(words) > _CONTEXT else "")


def _words_of(law: t.LawFile, spoken: Language) -> Iterator[_Word]:
    yield from _line(law.title, None)
    for part in law.preamble:
        if isinstance(part, t.TextLine):
            yield from _line(part, None)
    for section in law.body:
        if isinstance(section, t.Title):
            yield from _line(section.text, section.text.text)
        else:
            yield from _unit(section, (), spoken)


def _unit(unit: t.Unit, above: tuple[tuple[str, str], ...], spoken: Language) -> Iterator[_Word]:
    path = (*above, (unit.unit, unit.label))
    heading = spoken.cite(path)
    if unit.unit == "article":
        for word in spoken.citation["article"].format(unit.label).split():
            yield _Word(word, unit.span, heading)
    else:
        yield _Word(unit.label, unit.span, heading, label=True)
    if unit.heading is not None:
        yield from _line(unit.heading, heading)
    for part in unit.contents:
        if isinstance(part, t.TextLine):
            yield from _line(part, heading)
        elif isinstance(part, t.Unit):
            yield from _unit(part, path, spoken)


def _line(line: t.TextLine, heading: str | None) -> Iterator[_Word]:
    # The bar and the blanks after it stand before the text in the source line.
    first = line.span.end_column - len(line.text)
    for match in re.finditer(r"\S+", line.text):
        span = t.Span(
            line=line.span.line,
            column=first + match.start(),
            end_line=line.span.line,
            end_column=first + match.end(),
        )
        yield _Word(match.group(), span, heading)
