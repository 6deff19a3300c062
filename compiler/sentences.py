"""Splits official wording into sentences.

A sentence ends with ``.``, ``!`` or ``?`` before white space and a capital
letter, a quotation mark or a figure; not after an abbreviation of the language
and not after an ordinal ("vom 1. Januar").
"""

import re

from compiler.languages import Language

_END = re.compile(r"(?<=[.!?])(?<!\s[.!?])\s+(?=[\"„«“]?[A-ZÀ-ÖØ-Þ0-9])")


def sentences(text: str, language: Language) -> tuple[str, ...]:
    """The sentences of ``text``, in order, without the white space between them."""
    found: list[str] = []
    start = 0
    for match in _END.finditer(text):
        # Of "(l'art." the word is "art.".
        last_word = re.split(r"[\s'’(„«\"]", text[start : match.start()])[-1]
        ordinal = re.fullmatch(r"\d+\.", last_word)
        if last_word in language.text.abbreviations or ordinal:
            continue
        found.append(text[start : match.start()].strip())
        start = match.end()
    rest = text[start:].strip()
    return tuple(found) + ((rest,) if rest else ())
