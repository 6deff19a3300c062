"""What a paragraph's wording holds, as data: for the comparison of versions word against word."""

from fractions import Fraction

from pydantic import ConfigDict

from runtime.ruleset.model import Model


class Mark(Model):
    """What counts in a sentence, the same in every language: ``modality``, ``may``.

    ``text`` is what is printed from ``start`` to ``end``; ``wording`` tells apart the
    expressions of one sense, whatever their inflection.
    """

    kind: str
    sense: str
    text: str
    wording: str
    start: int
    end: int


class Word(Model):
    """A word that no mark covers; ``stem`` is shared by its inflected forms."""

    stem: str
    text: str
    start: int
    end: int


class Sentence(Model):
    """A sentence or heading with its marks and its other words, in order."""

    text: str
    marks: tuple[Mark, ...]
    words: tuple[Word, ...]


class Wording(Model):
    """The wording of one place of one version.

    ``heading``: the official heading, where it has one. ``references``: the short
    references in the text, in order. ``numbers``: the quantities in the text, in
    figures or words, in order; those in references are left out. ``read`` and
    ``read_heading`` are the sentences and the heading with their marks.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    ref: str
    citation: str
    heading: str | None
    sentences: tuple[str, ...]
    references: tuple[str, ...]
    numbers: tuple[Fraction, ...]
    read: tuple[Sentence, ...] = ()
    read_heading: Sentence | None = None


class VersionWording(Model):
    """The wording of a whole version: its titles in order, and its places by reference.

    ``read_titles`` are the titles with their marks.
    """

    language: str
    titles: tuple[str, ...]
    places: dict[str, Wording]
    read_titles: tuple[Sentence, ...] = ()
