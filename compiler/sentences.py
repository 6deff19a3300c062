"""Splits official wording into sentences.

A sentence ends with ``.``, ``!`` or ``?`` before white space and a capital
letter, a quotation mark or a figure; not after an abbreviation of the language,
not after the label of an item ("1. Der Antrag") and, in a language that writes
ordinals so, not after an ordinal ("vom 1. Januar"). What is quoted inside a
sentence, such as words that somebody says, does not end it.
"""

import re
from bisect import bisect_left

from compiler.languages import Language

_END = re.compile(r"(?<=[.!?])(?<!\s[.!?])\s+(?=[\"„«“]?[A-ZÀ-ÖØ-Þ0-9])")
_LONGEST_WORD = 100
"""No abbreviation is longer."""

_LONGEST_ORDINAL = len("999.")
"""A longer number is a year or an amount."""

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
        words = re.split(r"[\s'’(„«\"]+", ending)
        if words[-1] in language.text.abbreviations or _number_goes_on(words, language):
            continue
        found.append(text[start : match.start()].strip())
        start = match.end()
    rest = text[start:].strip()
    return tuple(found) + ((rest,) if rest else ())


def _number_goes_on(words: list[str], language: Language) -> bool:
    """Whether the last word is a number whose full stop belongs to it: a label or an ordinal."""
    before, last = words[-2] if len(words) > 1 else "", words[-1]
    if re.fullmatch(r"\d+\.", last) is None:
        return False
    if not before or before.endswith((":", ";")):
        return True
    of_a_place = any(before in named for named in language.references.values())
    return language.text.ordinals and not of_a_place and len(last) <= _LONGEST_ORDINAL
