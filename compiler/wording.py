"""The wording of a version as data: sentences with their marks, references, and quantities."""

import re
from fractions import Fraction

from compiler import tree as t
from compiler.glossary import Glossary
from compiler.marks import number_words, read_sentence
from compiler.references import Path, reference_spans, references_in
from compiler.terms import Terms
from compiler.units import PREAMBLE, Place, short
from runtime.ruleset.wording import Sentence, VersionWording, Wording

_FIGURES = re.compile(r"\d+")
_WORD = re.compile(r"\d+|[^\W\d_]+(?:-[^\W\d_]+)*")


def wording(
    law: t.LawFile, places: tuple[Place, ...], code: str, glossary: Glossary
) -> VersionWording:
    """The wording of one version. ``code`` is its language."""
    terms = Terms(glossary.words(code), code)
    titles = tuple(part.text.text for part in law.body if isinstance(part, t.Title))
    return VersionWording(
        language=code,
        titles=titles,
        places={place.ref: _place(place, code, terms) for place in places},
        read_titles=tuple(read_sentence(title, code, (), terms) for title in titles),
    )


def _place(place: Place, code: str, terms: Terms) -> Wording:
    # The preamble's date and reference number are facts about the enactment.
    text = place.text
    references = tuple(short(path) for path in references_in(text, code, place.path))
    sentences = tuple(s for passage in place.passages for s in passage.sentences)
    heading = place.heading.text if place.heading is not None else None
    return Wording(
        ref=place.ref,
        citation=place.citation,
        heading=heading,
        sentences=sentences,
        references=references if place.ref != PREAMBLE else (),
        numbers=numbers_in(text, code),
        read=tuple(read_sentence(one, code, place.path, terms) for one in sentences),
        read_heading=_heading(heading, code, place.path, terms),
    )


def _heading(heading: str | None, code: str, at: Path, terms: Terms) -> Sentence | None:
    return None if heading is None else read_sentence(heading, code, at, terms)


def numbers_in(text: str, code: str) -> tuple[Fraction, ...]:
    """The quantities in ``text``, in order, those in references left out.

    Figures, number words from two up ("one" is an article in many languages),
    and halves.
    """
    bare = text
    for start, end in reference_spans(text, code):
        bare = bare[:start] + " " * (end - start) + bare[end:]
    known = number_words(code)
    found = []
    for match in _WORD.finditer(bare):
        word = match.group().lower()
        if _FIGURES.fullmatch(word):
            found.append(Fraction(int(word)))
        elif word in known:
            found.append(known[word])
    return tuple(found)
