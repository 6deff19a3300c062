"""The wording of two versions, place by place: structure, references, numbers.

The comparison of encodings says whether the versions mean the same as encoded;
this one looks at the texts themselves, so that an encoding cannot hide what the
words show.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from runtime.ruleset.model import Model
from runtime.ruleset.wording import VersionWording, Wording

Kind = Literal["structure", "references", "numbers"]


class WordingFinding(Model):
    """A difference in the wording. ``first`` and ``second`` are what each version has.

    ``about`` tells findings of one place apart: a word for what was compared.
    """

    kind: Kind
    about: str
    ref: str
    first: str
    second: str
    note: str


def compare_titles(first: VersionWording, second: VersionWording) -> Iterator[WordingFinding]:
    """The titles of the two versions: as many, with the same numbers."""
    if len(first.titles) != len(second.titles):
        yield WordingFinding(
            kind="structure",
            about="titles",
            ref="",
            first=str(len(first.titles)),
            second=str(len(second.titles)),
            note="number of titles",
        )
        return
    titles = zip(first.titles, second.titles, strict=True)
    for number, (one, other) in enumerate(titles, start=1):
        numbers = [[word for word in title.split() if _figure(word)] for title in (one, other)]
        if [_figure(w) for w in numbers[0]] != [_figure(w) for w in numbers[1]]:
            yield WordingFinding(
                kind="structure",
                about=f"title.{number}",
                ref="",
                first=one,
                second=other,
                note="number of the title",
            )


def compare_wording(first: Wording | None, second: Wording | None) -> Iterator[WordingFinding]:
    """The wording of one place. None: the version has no such place."""
    if first is None or second is None:
        present = first if first is not None else second
        assert present is not None
        yield WordingFinding(
            kind="structure",
            about="place",
            ref=present.ref,
            first="" if first is None else first.citation,
            second="" if second is None else second.citation,
            note="the place exists in one version only",
        )
        return
    ref = first.ref
    if len(first.sentences) != len(second.sentences):
        yield WordingFinding(
            kind="structure",
            about="sentences",
            ref=ref,
            first=str(len(first.sentences)),
            second=str(len(second.sentences)),
            note="number of sentences",
        )
    if (first.heading is None) != (second.heading is None):
        yield WordingFinding(
            kind="structure",
            about="heading",
            ref=ref,
            first=first.heading or "",
            second=second.heading or "",
            note="heading in one version only",
        )
    if Counter(first.references) != Counter(second.references):
        yield WordingFinding(
            kind="references",
            about="references",
            ref=ref,
            first=", ".join(first.references),
            second=", ".join(second.references),
            note="references",
        )
    if Counter(first.numbers) != Counter(second.numbers):
        yield WordingFinding(
            kind="numbers",
            about="numbers",
            ref=ref,
            first=_numbers(first.numbers),
            second=_numbers(second.numbers),
            note="numbers",
        )


def _numbers(numbers: tuple[Fraction, ...]) -> str:
    return ", ".join(str(number) for number in numbers)


def _figure(word: str) -> str:
    digits = word.strip(".:,;")
    return digits if digits.isdigit() else ""
