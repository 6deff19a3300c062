"""The wording of a version as data: sentences, references, and quantities in figures or words."""

import re
from fractions import Fraction
from functools import cache

from num2words import num2words

from compiler import tree as t
from compiler.languages import language
from compiler.references import reference_spans, references_in
from compiler.units import PREAMBLE, Place, short
from runtime.ruleset.wording import VersionWording, Wording

_LARGEST_IN_WORDS = 200
_FIGURES = re.compile(r"\d+")
_WORD = re.compile(r"\d+|[^\W\d_]+(?:-[^\W\d_]+)*")


def wording(law: t.LawFile, places: tuple[Place, ...], code: str) -> VersionWording:
    """The wording of one version. ``code`` is its language."""
    return VersionWording(
        language=code,
        titles=tuple(part.text.text for part in law.body if isinstance(part, t.Title)),
        places={place.ref: _place(place, code) for place in places},
    )


def _place(place: Place, code: str) -> Wording:
    # The preamble's date and reference number are facts about the enactment.
    text = place.text
    references = tuple(short(path) for path in references_in(text, code, place.path))
    return Wording(
        ref=place.ref,
        citation=place.citation,
        heading=place.heading.text if place.heading is not None else None,
        sentences=tuple(s for passage in place.passages for s in passage.sentences),
        references=references if place.ref != PREAMBLE else (),
        numbers=numbers_in(text, code),
    )


def numbers_in(text: str, code: str) -> tuple[Fraction, ...]:
    """The quantities in ``text``, in order, those in references left out.

    Figures, number words from two up ("one" is an article in many languages),
    and halves.
    """
    bare = text
    for start, end in reference_spans(text, code):
        bare = bare[:start] + " " * (end - start) + bare[end:]
    known = _number_words(code)
    found = []
    for match in _WORD.finditer(bare):
        word = match.group().lower()
        if _FIGURES.fullmatch(word):
            found.append(Fraction(int(word)))
        elif word in known:
            found.append(known[word])
    return tuple(found)


@cache
def _number_words(code: str) -> dict[str, Fraction]:
    words = {}
    for number in range(2, _LARGEST_IN_WORDS + 1):
        word = num2words(number, lang=code).lower()
        words[word] = words[word.replace("ß", "ss")] = Fraction(number)
    conventions = language(code).text
    for word in conventions.half:
        words[word.lower()] = Fraction(1, 2)
    for word in conventions.two:
        words[word.lower()] = Fraction(2)
    return words
