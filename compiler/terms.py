"""The law's own terms in a text: which words name which concept of the glossary.

A term is found in the forms that the glossary lists and with the endings that the
language's table adds. A term of several words stands in the glossary as one, with
underscores or with capitals inside; a compound noun names the concepts of its parts.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from compiler.phrases import has_phrases, phrases

_WORD = re.compile(r"[^\W\d_]+")
_INNER_CAPITAL = re.compile(r"(?<=[^\W\d_A-ZÀ-ÖØ-Þ])(?=[A-ZÀ-ÖØ-Þ])")
_SHORTEST_STEM = 4


@dataclass(frozen=True)
class Named:
    """A concept and where its words stand.

    ``part``: they are part of a longer term. ``hint``: they are one part of a compound
    of which the other part is no term.
    """

    concept: str
    start: int
    end: int
    kind: Literal["term", "part", "hint"]


def _kind(inside: bool) -> Literal["term", "part"]:
    return "part" if inside else "term"


class Terms:
    """The words of one language for the concepts of a law."""

    def __init__(self, words: Mapping[str, str], code: str) -> None:
        table = phrases(code) if has_phrases(code) else None
        self._endings = ("", *sorted(table.endings if table else (), key=len, reverse=True))
        self._joints = table.compounds if table else ()
        self._bared: dict[str, frozenset[str]] = {}
        self._single: dict[str, str] = {}
        self._capital: set[str] = set()
        self._several: list[tuple[tuple[frozenset[str], ...], str]] = []
        for word, concept in words.items():
            parts = _INNER_CAPITAL.sub("_", word).casefold().split("_")
            if len(parts) > 1:
                self._several.append((tuple(map(self._bare, parts)), concept))
            else:
                self._single[parts[0]] = concept
                if word[0].isupper():
                    self._capital.add(parts[0])
        self._several.sort(key=lambda one: -len(one[0]))

    def found(self, text: str) -> Iterator[Named]:
        """Each concept named in ``text``, in order; the longest that begins at a word first."""
        words = list(_WORD.finditer(text))
        end = 0
        for at, word in enumerate(words):
            plain = word.group().casefold()
            for length, concept in self._beginning(words, at):
                last = words[at + length - 1].end()
                yield Named(concept, word.start(), last, _kind(last <= end))
                end = max(end, last)
            whole, parts = self._parts(plain)
            for part in parts:
                inside = word.end() <= end
                yield Named(part, *word.span(), _kind(inside) if whole else "hint")

    def stem(self, word: str) -> str:
        """``word`` without its endings, as long as enough of it is left."""
        plain = word.casefold()
        for ending in self._endings:
            if ending and plain.endswith(ending) and len(plain) - len(ending) >= _SHORTEST_STEM:
                return self.stem(plain[: -len(ending)])
        return plain

    def _bare(self, word: str) -> frozenset[str]:
        """All that may be left of ``word`` without an ending."""
        if word not in self._bared:
            self._bared[word] = frozenset(
                word.removesuffix(ending)
                for ending in self._endings
                if word.endswith(ending)
                and (not ending or len(word) - len(ending) >= _SHORTEST_STEM)
            )
        return self._bared[word]

    def _beginning(self, words: list[re.Match[str]], at: int) -> Iterator[tuple[int, str]]:
        """The terms that begin at a word, longest first: how many words, and the concept."""
        for parts, concept in self._several:
            here = words[at : at + len(parts)]
            if len(here) == len(parts) and all(
                self._bare(word.group().casefold()) & part
                for word, part in zip(here, parts, strict=True)
            ):
                yield len(parts), concept
        single = self._concept(words[at].group())
        if single is not None:
            yield 1, single

    def _concept(self, word: str) -> str | None:
        """What a word names; a noun with a capital in the glossary has one in the text."""
        plain = word.casefold()
        for ending in self._endings:
            form = plain.removesuffix(ending)
            if plain.endswith(ending) and form in self._single:
                if form in self._capital and not word[0].isupper():
                    continue
                return self._single[form]
        return None

    def _parts(self, word: str) -> tuple[bool, tuple[str, ...]]:
        """The concepts of the parts of a compound, and whether all its parts are terms."""
        hints: dict[str, None] = {}
        for cut in range(_SHORTEST_STEM, len(word) - _SHORTEST_STEM + 1) if self._joints else ():
            last = self._concept(word[cut:].capitalize())
            for joint in self._joints:
                if not word[:cut].endswith(joint):
                    continue
                first = self._concept(word[: cut - len(joint)].capitalize())
                if first is not None and last is not None:
                    return True, (first, last)
                hints |= {one: None for one in (first, last) if one is not None}
        return False, tuple(hints)
