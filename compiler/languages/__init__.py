"""What the tool knows of a language: one table of keywords, citations and text conventions each.

A further language costs one table. The tables are data; nothing in the grammar
or in the passes depends on a language.
"""

import tomllib
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

UNIT_KINDS = ("article", "paragraph", "letter", "item")


class TextConventions(BaseModel):
    """What is needed to find sentences and quantities in a text, and to speak of its words.

    ``ordinals``: whether a number with a full stop is an ordinal ("am 1. Januar").
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    abbreviations: tuple[str, ...]
    ordinals: bool
    half: tuple[str, ...]
    two: tuple[str, ...]
    first: tuple[str, ...]
    titles: tuple[str, ...]


class Language(BaseModel):
    """One language. ``keywords`` maps each terminal to its wordings, the canonical one first.

    ``iso639`` has its codes of three letters, the one for terminology first. ``meant``:
    words that are no keywords, each with the terminal that whoever writes them means.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    code: str
    name: str
    iso639: tuple[str, ...]
    keywords: dict[str, tuple[str, ...]]
    citation: dict[str, str]
    references: dict[str, tuple[str, ...]]
    text: TextConventions
    kinds: dict[str, str]
    meant: dict[str, str] = {}

    def cite(self, path: tuple[tuple[str, str], ...]) -> str:
        """The citation of a place, given as pairs of unit kind and label: ``Art. 8 Abs. 2``."""
        return " ".join(self.citation[kind].format(label) for kind, label in path)


def known_languages() -> tuple[str, ...]:
    """The codes of all languages that have a table, sorted."""
    tables = (entry.name for entry in resources.files(__name__).iterdir())
    return tuple(sorted(name[:-5] for name in tables if name.endswith(".toml")))


@cache
def language(code: str) -> Language:
    """The language with this code. Raises ``KeyError`` where there is no table."""
    if code not in known_languages():
        raise KeyError(code)
    table = resources.files(__name__).joinpath(f"{code}.toml").read_text("utf-8")
    return Language(code=code, **tomllib.loads(table))
