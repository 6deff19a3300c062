"""Which sentences of one version say what which sentences of the other say.

By content: what counts in the sentences (their marks) is the same in both
languages; where that leaves a doubt, sentences of like length belong together.
One sentence may correspond to two, or to none.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache

from runtime.ruleset.model import Model
from runtime.ruleset.wording import Sentence

_STEPS = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1))
_NOT_COUNTED = {"plurality", "citation", "formula"}
_JOINED = 0.75
"""What it costs to join sentences, and …"""
_ALONE = 0.25
"""… to leave one alone, where a mark in common is worth 2 and a like length up to 1."""


class Aligned(Model):
    """Sentences that correspond to each other; one side may be empty."""

    first: tuple[Sentence, ...]
    second: tuple[Sentence, ...]

    @property
    def sides(self) -> tuple[tuple[Sentence, ...], tuple[Sentence, ...]]:
        """Both sides."""
        return self.first, self.second


def align(first: Sequence[Sentence], second: Sequence[Sentence]) -> tuple[Aligned, ...]:
    """The sentences of one place in groups that correspond, in order, none left out."""
    if len(first) == len(second) == 1:
        return (Aligned(first=tuple(first), second=tuple(second)),)

    @cache
    def best(at: int, other: int) -> tuple[float, tuple[tuple[int, int], ...]]:
        if (at, other) == (len(first), len(second)):
            return 0.0, ()
        found: list[tuple[float, tuple[tuple[int, int], ...]]] = []
        for one, two in _STEPS:
            if at + one <= len(first) and other + two <= len(second):
                rest, steps = best(at + one, other + two)
                gain = _gain(first[at : at + one], second[other : other + two])
                found.append((gain + rest, ((one, two), *steps)))
        return max(found, key=lambda one: one[0])

    groups, at, other = [], 0, 0
    for one, two in best(0, 0)[1]:
        pair = (tuple(first[at : at + one]), tuple(second[other : other + two]))
        groups.append(Aligned(first=pair[0], second=pair[1]))
        at, other = at + one, other + two
    return tuple(groups)


def align_all(sides: Sequence[Sequence[Sentence]]) -> tuple[tuple[tuple[Sentence, ...], ...], ...]:
    """The sentences of one place in any number of versions, in groups with one side for each.

    Version by version: each is aligned with what those before it say together.
    """
    groups: list[tuple[tuple[Sentence, ...], ...]] = [((one,),) for one in sides[0]]
    for number, side in enumerate(sides[1:], start=1):
        said = [_together(group) for group in groups]
        merged: list[tuple[tuple[Sentence, ...], ...]] = []
        at = 0
        for one in align(said, side):
            here = groups[at : at + len(one.first)]
            at += len(one.first)
            before = tuple(
                tuple(sentence for group in here for sentence in group[version])
                for version in range(number)
            )
            merged.append((*before, one.second))
        groups = merged
    return tuple(groups)


def _together(group: Sequence[Sequence[Sentence]]) -> Sentence:
    """What stands for a group in further alignment: its first version that says something."""
    said = next(side for side in group if side)
    return Sentence(
        text=" ".join(one.text for one in said),
        marks=tuple(mark for one in said for mark in one.marks),
        words=tuple(word for one in said for word in one.words),
    )


def _gain(first: Sequence[Sentence], second: Sequence[Sentence]) -> float:
    if not first or not second:
        return -_ALONE
    shared = (_content(first) & _content(second)).total()
    lengths = [sum(len(one.text) for one in side) for side in (first, second)]
    alike = min(lengths) / max(1, *lengths)
    return 2 * shared + alike - _JOINED * (len(first) + len(second) - 2)


def _content(sentences: Sequence[Sentence]) -> Counter[tuple[str, str]]:
    return Counter(
        ("term" if mark.kind == "part" else mark.kind, mark.sense)
        for sentence in sentences
        for mark in sentence.marks
        if mark.kind not in _NOT_COUNTED
    )
