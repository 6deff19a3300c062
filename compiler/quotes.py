"""Compares what a law file quotes with the official text, word by word.

Receives the tree of one version and the official text; reports every word that is
missing, added or changed, at its place in the law file. The labels of units
("1", "a.", "•") may be printed in the text or not; everything else must be there
verbatim, so that nothing can be left out or reworded unnoticed.
"""

import difflib
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.languages import Language, language

_LABEL = re.compile(
    r"[•‣▪·*–—-]|\(?[0-9]{1,3}(?:bis|ter|quater|[a-z])?[.)]?"
    r"|\(?(?:[A-Za-z](?:bis|ter)?|[ivxlc]{2,7})[.)]"
)
_CONTEXT = 12
_MOST_PAIRS = 5_000_000


@dataclass(frozen=True)
class _Word:
    """A word of the law file.

    ``label``: part of a unit's label, which need not be printed. ``article``: part of an
    article's, which must, but may be printed in other words of the language ("§ 1", "1.").
    """

    text: str
    span: t.Span
    heading: str | None
    label: bool = False
    article: bool = False


def check_quotes(
    law: t.LawFile, official: str, code: str, file: str, diagnostics: Diagnostics
) -> None:
    """Report where the quotes of ``law`` depart from ``official``."""
    spoken = language(code)
    quoted = list(_words_of(law, spoken))
    printed = official.split()
    lost = diagnostics.lost(file)
    if _follow(quoted, printed, spoken):
        return
    # A label is no word of the text, even where one looks like it ("a").
    compared = ["" if word.label else word.text for word in quoted]
    # Frequent words are passed over only where looking at each would take too long.
    seen, frequent = Counter(compared), Counter(printed)
    pairs = sum(times * frequent[word] for word, times in seen.items())
    matcher = difflib.SequenceMatcher(None, compared, printed, autojunk=pairs > _MOST_PAIRS)
    for operation, i, j, m, n in matcher.get_opcodes():
        if operation == "equal":
            continue
        here = [word for word in quoted[i:j] if not word.label]
        there = printed[m:n]
        at_label = any(word.label for word in quoted[max(0, i - 1) : j + 1])
        if not here and at_label:
            there = _unlabelled(there)
        if here and all(word.article for word in here) and _same_label(here, there, spoken):
            continue
        if not here and (not there or lost.issuperset(there)):
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


def _follow(quoted: list[_Word], printed: list[str], spoken: Language) -> bool:
    """Whether the quotes are the printed words, one after the other; labels may be left out."""
    reached = {0}
    groups = itertools.groupby(quoted, key=lambda word: word.span if word.article else word)
    for _, group in groups:
        words = list(group)
        first, last = words[0], len(printed)
        if first.label:
            reached |= {p + 1 for p in reached if p < last and _LABEL.fullmatch(printed[p])}
        elif first.article:
            reached = {
                p + taken
                for p in reached
                for taken in range(1, len(words) + 1)
                if _same_label(words, printed[p : p + taken], spoken)
            }
        else:
            reached = {p + 1 for p in reached if p < last and printed[p] == first.text}
    return len(printed) in reached


def is_printed_label(word: str) -> bool:
    """Whether ``word`` is how the label of a unit below the article is printed."""
    return _LABEL.fullmatch(word) is not None


def _same_label(here: list[_Word], there: list[str], spoken: Language) -> bool:
    return prints_article(" ".join(word.text for word in here), " ".join(there), spoken)


def prints_article(wanted: str, printed: str, spoken: Language) -> bool:
    """Whether ``printed`` is the citation of an article in other words of the language."""
    words = "|".join(re.escape(word) for word in spoken.references["article"])
    match = re.fullmatch(rf"((?i:{words})?)\s*(\w*)[.:]?", printed)
    if match is None:
        return False
    number = "1" if match[2].casefold() in spoken.text.first else match[2]
    kind = spoken.citation["article"].format("").strip() if match[1] else ""
    return wanted == f"{kind} {number}".strip()


def _unlabelled(words: list[str]) -> list[str]:
    """``words`` without the labels of units at their beginning and end."""
    texts = [at for at, word in enumerate(words) if not _LABEL.fullmatch(word)]
    return words[texts[0] : texts[-1] + 1] if texts else []


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
            yield _Word(word, unit.span, heading, article=True)
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
        columns = {"column": first + match.start(), "end_column": first + match.end()}
        span = line.span.model_copy(update={**columns, "end_line": line.span.line})
        yield _Word(match.group(), span, heading)
