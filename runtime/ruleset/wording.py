"""What a paragraph's wording holds, as data: for the comparison of versions word against word."""

from fractions import Fraction

from pydantic import ConfigDict

from runtime.ruleset.model import Model


class Wording(Model):
    """The wording of one place of one version.

    ``heading``: the official heading, where it has one. ``references``: the short
    references in the text, in order. ``numbers``: the quantities in the text, in
    figures or words, in order; those in references are left out.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)

    ref: str
    citation: str
    heading: str | None
    sentences: tuple[str, ...]
    references: tuple[str, ...]
    numbers: tuple[Fraction, ...]


class VersionWording(Model):
    """The wording of a whole version: its titles in order, and its places by reference."""

    language: str
    titles: tuple[str, ...]
    places: dict[str, Wording]
