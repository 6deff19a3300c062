"""Splits official wording into sentences.

A sentence ends with ``.``, ``!`` or ``?`` before white space and a capital
letter, a quotation mark or a figure; not after an abbreviation of the language
and not after an ordinal ("vom 1. Januar"). What is quoted inside a sentence, such
as words that somebody says, does not end it.
"""

import re
from bisect import bisect_left

from compiler.languages import Language

_END = re.compile(r"(?<=[.!?])(?<!\s[.!?])\s+(?=[\"„«“]?[A-ZÀ-ÖØ-Þ0-9])")
_LONGEST_WORD = 100
"""No abbreviation is longer."""

_QUOTED = re.compile('„[^„“”]*[“”]|«[^«»]*»|“[^“”]*”|»[^«»]*«|"[^"]*"')


def sentences(text: str, language: Language) -> tuple[str, ...]:
    """The sentences of ``text``, in order, without the white space between them."""
    found: list[str] = []
    start = 0
    quoted = [match.span() for match in _QUOTED.finditer(text)]
    for match in _END.finditer(text):
        before = bisect_left(quoted, match.start(), key=lambda span: span[0])
        if before > 0 and match.start() < quoted[before - 1][1]:
            continue
        # Of "(l'art." the word is "art.".
        ending = text[max(start, match.start() - _LONGEST_WORD) : match.start()]
        last_word = re.split(r"[\s'’(„«\"]", ending)[-1]
        ordinal = re.fullmatch(r"\d+\.", last_word)
        if last_word in language.text.abbreviations or ordinal:
            continue
        found.append(text[start : match.start()].strip())
        start = match.end()
    rest = text[start:].strip()
    return tuple(found) + ((rest,) if rest else ())
