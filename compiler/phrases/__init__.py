"""What the tool knows of a language's normative expressions: one table for each language.

A table lists, for senses that all languages share (``modality``: ``may``), how the
language expresses them. ``*`` stands for letters, ``^*`` for those of a word with a
capital, ``#`` for a number in figures, ``…`` for a few words of the same clause; a word
in parentheses must follow and is no part of the expression. ``|`` parts the forms of one
expression, so that what is merely inflected counts as the same wording. The tables are
data; nothing else depends on a language.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from pydantic import BaseModel, ConfigDict

PERHAPS = "perhaps."
"""Begins the kind of a mark that may be meant otherwise."""

_GAP = r"(?:\s+[^\s,;:.]+){0,8}?\s+"
_APOSTROPHE = "['’]"


class Phrases(BaseModel):
    """The table of one language.

    ``phrases``: kind to sense to expressions; ``perhaps``: expressions that may have a
    sense and often have another. ``small``: words that carry no meaning of
    their own. ``endings``: what inflection adds to a word. ``compounds``: what may stand
    between two nouns joined to one word; empty where nouns are not joined.
    ``inversion``: verbs that begin a condition without a conjunction,
    ``inversion_links``: what may stand before the verb of the main clause then. ``range``: what
    stands between the ends of a range. ``one`` and ``many``: determiners that say how
    many. ``fractions``: the words for a third, a quarter …, with what they divide by.
    ``ordinals`` and ``ordinal_endings``: ordinals beside the usual ones, and what
    inflection adds to them. ``reference_articles``: the article that a reference has in
    running text, its usual form first. ``according_to``: what leads to a reference.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: tuple[str, ...]
    months: tuple[str, ...]
    endings: tuple[str, ...]
    compounds: tuple[str, ...]
    inversion: tuple[str, ...]
    inversion_links: tuple[str, ...]
    range: tuple[str, ...]
    one: tuple[str, ...]
    many: tuple[str, ...]
    fractions: dict[str, int]
    ordinals: dict[str, int]
    ordinal_endings: tuple[str, ...]
    reference_articles: tuple[str, ...]
    according_to: tuple[str, ...]
    small: tuple[str, ...]
    phrases: dict[str, dict[str, tuple[str, ...]]]
    perhaps: dict[str, dict[str, tuple[str, ...]]] = {}


@dataclass(frozen=True)
class Expression:
    """One expression of a sense. Each group of ``pattern`` is a run of its own words."""

    kind: str
    sense: str
    wording: str
    pattern: re.Pattern[str]


def has_phrases(code: str) -> bool:
    """Whether the language with this code has a table."""
    return resources.files(__name__).joinpath(f"{code}.toml").is_file()


@cache
def phrases(code: str) -> Phrases:
    """The table of a language. Raises ``FileNotFoundError`` where there is none."""
    text = resources.files(__name__).joinpath(f"{code}.toml").read_text("utf-8")
    return Phrases(**tomllib.loads(text))


@cache
def expressions(code: str) -> tuple[Expression, ...]:
    """All expressions of a language, ready to be looked for; none without a table."""
    if not has_phrases(code):
        return ()
    table = phrases(code)
    sure = _expressions(table.phrases, "")
    return (*sure, *_expressions(table.perhaps, PERHAPS))


def _expressions(
    kinds: Mapping[str, Mapping[str, tuple[str, ...]]], prefix: str
) -> tuple[Expression, ...]:
    return tuple(
        Expression(prefix + kind, sense, entry.split("|")[0], pattern_of(entry))
        for kind, senses in kinds.items()
        for sense, entries in senses.items()
        for entry in entries
    )


@cache
def pattern_of(entry: str) -> re.Pattern[str]:
    """The pattern of an entry; its forms in the order of the table."""
    forms = "|".join(_form(form.strip()) for form in entry.split("|"))
    return re.compile(rf"(?<!\w)(?:{forms})", re.IGNORECASE)


def _form(form: str) -> str:
    """One form: the runs of its own words are groups, what stands between them is not."""
    *before, last = (part.strip() for part in form.split("…"))
    pattern = ""
    for run in before:
        # «n'… pas»: what lies between begins inside the word.
        letters = r"[^\W\d_]*" if run.endswith("'") else ""
        pattern += f"({_run(run)}){letters}{_GAP}"
    last, _, following = last.partition("(")
    pattern += f"({_run(last.strip())})"
    if following:
        pattern += rf"(?=\s+{_run(following.rstrip(')'))}(?!\w))"
    return pattern if last.endswith("'") else rf"{pattern}(?!\w)"


def _run(words: str) -> str:
    pattern = r"\s+".join(re.escape(word) for word in words.split())
    pattern = pattern.replace(r"\#", r"\d+").replace(r"\^", r"(?-i:[A-ZÀ-ÖØ-Þ])")
    pattern = pattern.replace(r"\*", r"[^\W\d_]*")
    return pattern.replace("'", _APOSTROPHE)
