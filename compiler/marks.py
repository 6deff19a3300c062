"""A sentence as marks: what in it counts, as data that no longer depends on its language.

Receives a sentence of one version; hands on the quantities, references, dates and
normative expressions in it (``compiler/phrases``), the law's own terms (the
glossary), and the words that are left. After this pass two versions can be
compared without knowing their languages. What overlaps is read as the longest
expression.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

from num2words import num2words

from compiler.languages import UNIT_KINDS, language
from compiler.phrases import (
    PERHAPS,
    Expression,
    Phrases,
    expressions,
    has_phrases,
    pattern_of,
    phrases,
)
from compiler.references import Path, reference_spans, references_in
from compiler.terms import Terms
from compiler.units import short
from runtime.ruleset.wording import Mark, Sentence, Word

_LARGEST_IN_WORDS = 200
_FIGURES = re.compile(r"\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+(?!\d)|\d+")
_WORD = re.compile(rf"{_FIGURES.pattern}|[^\W\d_]+(?:-[^\W\d_]+)*")
_LETTERS = re.compile(r"[^\W\d_]+")
_COMPONENT = re.compile(r"\D*?\d\w*|\D+?\s[a-z]\b")
_SHARED = 0.6
"""Words that begin alike for so much of the longer one are forms of one word."""
_AROUND = 2
"""How many words before a term may say how many are meant."""


@cache
def number_words(code: str) -> Mapping[str, Fraction]:
    """The number words of a language, from two up ("one" is an article), and halves."""
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


@cache
def _ordinal_words(code: str) -> Mapping[str, int]:
    table = phrases(code)
    words = {}
    for number in range(1, _LARGEST_IN_WORDS // 2 + 1):
        word = num2words(number, lang=code, to="ordinal").lower()
        for ending in table.ordinal_endings:
            words[word + ending] = number
    return words | {word.lower(): 1 for word in language(code).text.first} | table.ordinals


@dataclass
class _Reader:
    """Reads one sentence; ``taken`` says which characters have found their meaning."""

    text: str
    code: str
    at: Path
    terms: Terms

    def __post_init__(self) -> None:
        self.taken = bytearray(len(self.text))
        self.marks: list[Mark] = []

    def read(self) -> Sentence:
        self._references()
        if not has_phrases(self.code):
            self._numbers()
            return self._result(())
        table = phrases(self.code)
        self._dates(table)
        self._fractions(table)
        self._numbers()
        self._ranges(table)
        self._expressions()
        self._ordinals()
        self._inversion(table)
        self._terms()
        self._how_many(table)
        for mark in self.marks:
            if mark.kind == "term":
                self._take(mark.start, mark.end)
        return self._result(self._words(table))

    def _result(self, words: tuple[Word, ...]) -> Sentence:
        marks = sorted(self.marks, key=lambda one: (one.start, one.end, one.kind, one.sense))
        return Sentence(text=self.text, marks=tuple(marks), words=words)

    def _add(self, kind: str, sense: str, start: int, end: int, wording: str | None = None) -> None:
        text = self.text[start:end]
        self.marks.append(
            Mark(kind=kind, sense=sense, text=text, wording=wording or text, start=start, end=end)
        )

    def _take(self, start: int, end: int) -> None:
        self.taken[start:end] = b"\1" * (end - start)

    def _free(self, start: int, end: int) -> bool:
        return not any(self.taken[start:end])

    # ---- what stands in figures and words

    def _references(self) -> None:
        spans = reference_spans(self.text, self.code)
        paths = references_in(self.text, self.code, self.at)
        for (start, end), path in zip(spans, paths, strict=True):
            printed = self.text[start:end].rstrip()
            self._take(start, start + len(printed))
            self._add("reference", short(path), start, start + len(printed))
            if has_phrases(self.code):
                self._citation(path, printed, start)

    def _citation(self, path: Path, printed: str, start: int) -> None:
        """How the reference is printed, unit by unit, with what stands before it."""
        table = phrases(self.code)
        before = self.text[:start]
        article = next((one for one in table.reference_articles if before.endswith(one)), None)
        components = _COMPONENT.findall(printed)
        units = path[len(path) - len(components) :]
        for (kind, label), component in zip(units, components, strict=False):
            form = component.strip().removesuffix(label)
            if kind == UNIT_KINDS[0] and article is not None:
                form = table.reference_articles[0] + form
            self._add("citation", kind, start, start + len(printed), wording=f"{form}#")
        before = before.removesuffix(article or "").rstrip()
        for entry in table.according_to:
            for match in pattern_of(entry).finditer(before):
                if match.end() == len(before):
                    self._take(match.start(), match.end())
                    wording = entry.split("|")[0]
                    self._add("formula", "according_to", match.start(), match.end(), wording)

    def _dates(self, table: Phrases) -> None:
        months = "|".join(map(re.escape, table.months))
        first, year = r"(?P<date>\d{1,2})(?:\.|er|st|nd|rd|th|°)?", r"(?P<year>\d{4})"
        month = rf"(?P<month>{months})"
        for form in (rf"{first}\s+{month}\s+{year}", rf"{month}\s+{first},?\s+{year}"):
            for match in re.finditer(rf"(?<!\w){form}(?!\w)", self.text, re.IGNORECASE):
                if self._free(*match.span()):
                    names = [name.lower() for name in table.months]
                    number = names.index(match["month"].lower()) + 1
                    date = f"{match['year']}-{number:02}-{int(match['date']):02}"
                    self._take(*match.span())
                    self._add("date", date, *match.span())

    def _fractions(self, table: Phrases) -> None:
        """A tenth of something, two thirds: not "a tenth member", so a small word follows."""
        known = number_words(self.code)
        words = list(_WORD.finditer(self.text))
        for before, word, after in zip(words, words[1:], [*words[2:], None], strict=False):
            parts = table.fractions.get(word.group().lower())
            count = before.group().lower()
            how_many = Fraction(count) if count.isdecimal() else known.get(count)
            if how_many is None and count in table.one:
                how_many = Fraction(1)
            goes_on = after is not None and not self.text[word.end() : after.start()].strip()
            if parts is None or how_many is None or not self._free(before.start(), word.end()):
                continue
            if goes_on and after is not None and after.group().lower() not in table.small:
                continue
            self._take(before.start(), word.end())
            self._add("number", str(how_many / parts), before.start(), word.end())

    def _numbers(self) -> None:
        known = number_words(self.code)
        for match in _WORD.finditer(self.text):
            if not self._free(*match.span()):
                continue
            word = match.group().lower()
            figure = re.sub(r"\D", "", word) if _FIGURES.fullmatch(word) else ""
            number = Fraction(int(figure)) if figure else known.get(word)
            if number is not None:
                self._take(*match.span())
                self._add("number", str(number), *match.span())

    def _ranges(self, table: Phrases) -> None:
        numbers = [mark for mark in self.marks if mark.kind == "number"]
        for first, last in pairwise(numbers):
            between = self.text[first.end : last.start].strip().lower()
            if between in table.range or between in ("-", "–"):
                self._take(first.end, last.start)
                self._add("range", "range", first.start, last.end)

    def _ordinals(self) -> None:
        known = _ordinal_words(self.code)
        for match in _LETTERS.finditer(self.text):
            number = known.get(match.group().lower())
            # With a capital inside a sentence it is a noun: "Dritte" are third parties.
            noun = match.start() > 0 and match.group()[0].isupper()
            if number is None or noun or self._leads(match.group().lower(), match.start()):
                continue
            if self._free(*match.span()):
                self._take(*match.span())
                self._add("ordinal", str(number), *match.span())

    def _leads(self, word: str, start: int) -> bool:
        """Whether ``word`` at ``start`` means "according to": no determiner stands before it."""
        table = phrases(self.code)
        before = self.text[:start].lower().split()[-1:]
        return word in table.according_to and not set(before) & set(table.small)

    # ---- the law's terms, and expressions that every law uses

    def _terms(self) -> None:
        """Terms take nothing from other expressions: "the largest" may be both."""
        fixed = [mark for mark in self.marks if mark.kind == "formula"]
        for found in self.terms.found(self.text):
            if any(one.start < found.end and found.start < one.end for one in fixed):
                continue  # a word of a fixed expression names nothing
            self._add(found.kind, found.concept, found.start, found.end)

    def _expressions(self) -> None:
        found = []
        for place, expression in enumerate(expressions(self.code)):
            for match in expression.pattern.finditer(self.text):
                runs = [match.span(n) for n in range(1, expression.pattern.groups + 1) if match[n]]
                length = sum(end - start for start, end in runs)
                # What may be meant otherwise comes after all that is sure.
                doubt = expression.kind.startswith(PERHAPS)
                found.append((doubt, -length, match.start(), place, expression, runs))
        for *_, expression, runs in sorted(found, key=lambda one: one[:4]):
            if self._of_one_kind(expression, runs):
                continue
            if all(self._free(*run) for run in runs):
                for run in runs:
                    self._take(*run)
                start, end = runs[0][0], runs[-1][1]
                mark = Mark(
                    kind=expression.kind,
                    sense=expression.sense,
                    text=" … ".join(self.text[one:other] for one, other in runs),
                    wording=expression.wording,
                    start=start,
                    end=end,
                )
                self.marks.append(mark)

    def _of_one_kind(self, expression: Expression, runs: list[tuple[int, int]]) -> bool:
        """Whether "and" joins two forms of one word, as in "actors and actresses"."""
        if expression.kind != "connective" or len(runs) > 1:
            return False
        before = list(_LETTERS.finditer(self.text, 0, runs[0][0]))
        after = _LETTERS.search(self.text, runs[0][1])
        if not before or after is None:
            return False
        pair = (before[-1].group().casefold(), after.group().casefold())
        differ = (n for n, (a, b) in enumerate(zip(*pair, strict=False)) if a != b)
        return next(differ, min(map(len, pair))) >= _SHARED * max(map(len, pair))

    def _inversion(self, table: Phrases) -> None:
        """A condition that begins with its verb: "Ist …, gilt …"."""
        verb = [pattern_of(entry) for entry in table.inversion]
        first = _LETTERS.match(self.text)
        if first is None or not self._is_verb(first, verb, table):
            return
        for comma in re.finditer(r",\s+", self.text):
            main = _LETTERS.match(self.text, comma.end())
            if main is not None and main.group() in table.inversion_links:
                main = _LETTERS.search(self.text, main.end())
            if main is not None and self._is_verb(main, verb, table):
                self._add("condition", "if", *first.span())
                return

    def _is_verb(self, match: re.Match[str], verbs: list[re.Pattern[str]], table: Phrases) -> bool:
        word = match.group().lower()
        own = {"ist", "sind", "wird", "werden", "hat", "haben"} & set(table.inversion)
        if word in table.small and word not in own:
            return False
        # What is taken has been read as something else than a verb.
        modal = any(mark.start == match.start() and mark.kind == "modality" for mark in self.marks)
        if not modal and not self._free(*match.span()):
            return False
        return any(verb.fullmatch(word) for verb in verbs)

    def _how_many(self, table: Phrases) -> None:
        """Whether one or many of a term are meant, as far as the words before it say so."""
        every = {mark.end for mark in self.marks if mark.kind == "quantity"}
        numbers = {mark.end for mark in self.marks if mark.kind == "number"}
        for mark in [mark for mark in self.marks if mark.kind == "term"]:
            before = list(_LETTERS.finditer(self.text, 0, mark.start))[-_AROUND:]
            for word in reversed(before):
                text = word.group().lower()
                if word.end() in every:
                    break
                if word.end() in numbers or text in table.many:
                    self._add("plurality", f"{mark.sense}.many", mark.start, mark.end)
                    break
                elided = self.text[word.end() : word.end() + 1] in ("'", "’")
                if text in table.one or elided:
                    self._add("plurality", f"{mark.sense}.one", mark.start, mark.end)
                    break
                if word.start() > 0 and word.group()[0].isupper():
                    break  # another noun, which is what a number before it counts

    def _words(self, table: Phrases) -> tuple[Word, ...]:
        """The words left, but for small ones and what parts of a law are called."""
        small = {*table.small, *(word.lower() for word in language(self.code).text.titles)}
        return tuple(
            Word(
                stem=self.terms.stem(one.group()),
                text=one.group(),
                start=one.start(),
                end=one.end(),
            )
            for one in self._left()
            if one.group().lower() not in small and len(one.group()) > 1
        )

    def _left(self) -> Iterator[re.Match[str]]:
        return (one for one in _LETTERS.finditer(self.text) if self._free(*one.span()))


def read_sentence(text: str, code: str, at: Path, terms: Terms) -> Sentence:
    """The marks and words of ``text``, which stands at the place ``at``."""
    return _Reader(text, code, at, terms).read()
