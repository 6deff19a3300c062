"""What corresponding sentences say, compared: every mark that only one of them has.

Nothing here knows a language. What the grammar of a language alone explains is no
mark, or is evened out here: a prohibition in one word or in two, a plural that
only follows another plural.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from runtime.ruleset.model import Model
from runtime.ruleset.wording import Mark, Sentence
from verify.compare.wording.finding import Kind, Note

_KINDS: dict[str, tuple[Kind, Note]] = {
    "reference": ("references", "references"),
    "number": ("numbers", "numbers"),
    "ordinal": ("ordinals", "ordinals"),
    "range": ("ranges", "ranges"),
    "date": ("dates", "dates"),
    "modality": ("modality", "modality"),
    "negation": ("negation", "negation"),
    "condition": ("condition", "condition"),
    "order": ("order", "order"),
    "quantity": ("quantity", "quantity"),
    "comparison": ("comparison", "comparison"),
    "restriction": ("restriction", "restriction"),
    "measure": ("measure", "measure"),
    "direction": ("direction", "direction"),
    "connective": ("connective", "connective"),
}
_LIGHT = {"same", "needed", "other", "left_over", "adjoining"}
"""Senses that often only make explicit what the sentence says anyway."""
_UNSAID = {"must", "should", "count"}
"""What need not be said: the present tense of a law commands, and things can be counted."""
_MANY = ".many"


class Unmatched(Model):
    """What of one kind only one side has: the printed words, in order."""

    kind: Kind
    note: Note
    first: tuple[str, ...]
    second: tuple[str, ...]
    light: bool = False


def compare_expressions(
    first: Sequence[Sentence], second: Sequence[Sentence], terms: frozenset[str]
) -> Iterator[Unmatched]:
    """The differences of corresponding sentences. ``terms``: the concepts that both texts name."""
    marks = (_marks(first), _marks(second))
    one, other = marks
    left = {kind: (_beyond(one, other, kind), _beyond(other, one, kind)) for kind in _KINDS}
    _even_out_prohibitions(left)
    _join_time(left)
    for kind, (more, others) in left.items():
        if more or others:
            name, note = _KINDS[kind]
            senses = {mark.sense for mark in (*more, *others)}
            if kind == "connective" and more and others:
                note = "and_or"
            yield Unmatched(
                kind=name,
                note=note,
                first=tuple(mark.text for mark in more),
                second=tuple(mark.text for mark in others),
                light=senses <= _LIGHT or (senses <= _UNSAID and not (more and others)),
            )
    yield from _order_of_numbers(one, other, left["number"])
    yield from _terms(marks, terms)
    yield from _sequence(first, second)
    yield from _plurality(marks, terms)


def _marks(sentences: Sequence[Sentence]) -> list[Mark]:
    return [mark for sentence in sentences for mark in sentence.marks]


def _beyond(marks: list[Mark], others: list[Mark], kind: str) -> list[Mark]:
    """The marks of a kind that the other side has not, or has less often.

    What may have that sense on the other side answers for it.
    """
    have = Counter(mark.sense for mark in others if mark.kind == kind)
    perhaps = Counter(mark.sense for mark in others if mark.kind == f"perhaps.{kind}")
    left = []
    for mark in marks:
        if mark.kind != kind:
            continue
        have[mark.sense] -= 1
        if have[mark.sense] < 0:
            perhaps[mark.sense] -= 1
            if perhaps[mark.sense] < 0:
                left.append(mark)
    return left


_Left = dict[str, tuple[list[Mark], list[Mark]]]


def _even_out_prohibitions(left: _Left) -> None:
    """ "May not" in one expression is "may" and "not" in two."""
    for side in (0, 1):
        forbidden = [mark for mark in left["modality"][side] if mark.sense == "may_not"]
        for mark in forbidden:
            may = next((m for m in left["modality"][1 - side] if m.sense == "may"), None)
            no = next((m for m in left["negation"][1 - side] if m.sense == "not"), None)
            if may is not None and no is not None:
                left["modality"][side].remove(mark)
                left["modality"][1 - side].remove(may)
                left["negation"][1 - side].remove(no)


def _join_time(left: _Left) -> None:
    """A word of order where the other version has a condition is one difference, not two."""
    conditions, order = left["condition"], left["order"]
    for side in (0, 1):
        if conditions[side] and order[1 - side] and not order[side]:
            order[side].extend(conditions[side])
            conditions[side].clear()


def _order_of_numbers(
    first: list[Mark], second: list[Mark], left: tuple[list[Mark], list[Mark]]
) -> Iterator[Unmatched]:
    """The same figures the other way round: which is which may have been mixed up.

    Number words come in the order that the grammar of a sentence asks for.
    """
    numbers = [
        [mark for mark in side if mark.kind == "number" and mark.text[0].isdigit()]
        for side in (first, second)
    ]
    senses = [[mark.sense for mark in side] for side in numbers]
    if not any(left) and senses[0] != senses[1] and sorted(senses[0]) == sorted(senses[1]):
        yield Unmatched(
            kind="numbers",
            note="numbers_order",
            first=tuple(mark.text for mark in numbers[0]),
            second=tuple(mark.text for mark in numbers[1]),
        )


def _terms(marks: tuple[list[Mark], list[Mark]], terms: frozenset[str]) -> Iterator[Unmatched]:
    """Concepts that one side names and the other does not."""
    named = [{m.sense for m in side if m.kind in ("term", "part", "hint")} for side in marks]
    left = [
        tuple(
            {m.sense: m.text for m in claimed(side, terms) if m.sense not in named[1 - at]}.values()
        )
        for at, side in enumerate(marks)
    ]
    if left[0] or left[1]:
        yield Unmatched(kind="terms", note="terms", first=left[0], second=left[1])


def claimed(marks: Sequence[Mark], terms: frozenset[str]) -> list[Mark]:
    """The terms of a sentence that must have a counterpart: the outermost that both texts use."""
    named = [mark for mark in marks if mark.kind in ("term", "part") and mark.sense in terms]
    return [
        mark
        for mark in named
        if not any(
            other is not mark
            and other.kind == "term"
            and mark.kind == "part"
            and other.start <= mark.start
            and mark.end <= other.end
            for other in named
        )
    ]


def _sequence(first: Sequence[Sentence], second: Sequence[Sentence]) -> Iterator[Unmatched]:
    """Two terms joined by "and" that come the other way round."""
    pairs = [_joined(side) for side in (first, second)]
    for (one, other), text in pairs[0].items():
        if (one, other) not in pairs[1] and (other, one) in pairs[1] and one != other:
            yield Unmatched(
                kind="form", note="sequence", first=(text,), second=(pairs[1][other, one],)
            )


def _joined(sentences: Sequence[Sentence]) -> dict[tuple[str, str], str]:
    found = {}
    for sentence in sentences:
        terms = [mark for mark in sentence.marks if mark.kind == "term"]
        links = {mark.start: mark.end for mark in sentence.marks if mark.kind == "connective"}
        for one, other in pairwise(terms):
            between = sentence.text[one.end : other.start]
            start = one.end + len(between) - len(between.lstrip())
            if links.get(start) == one.end + len(between.rstrip()):
                found[one.sense, other.sense] = sentence.text[one.start : other.end]
    return found


def _plurality(marks: tuple[list[Mark], list[Mark]], terms: frozenset[str]) -> Iterator[Unmatched]:
    """A term that is one in one version and many in the other.

    Not where another term is many in both: then the plural may only follow from it
    ("the voters … their garden", "their gardens").
    """
    found = [
        {
            concept: {m.sense.endswith(_MANY) for m in side if _is_about(m, concept)}
            for concept in terms
        }
        for side in marks
    ]
    sure = [_surely_counted(side) for side in marks]
    many = {c for c in sorted(terms) if found[0][c] == found[1][c] == {True}}
    differ = [
        concept
        for concept in sorted(terms)
        if found[0][concept]
        and found[1][concept]
        and not found[0][concept] & found[1][concept]
        and not many - {concept}
        and concept in sure[0]
        and concept in sure[1]
    ]
    for concept in differ:
        texts = [
            tuple(m.text for m in side if m.kind == "plurality" and _is_about(m, concept))
            for side in marks
        ]
        yield Unmatched(kind="plurality", note="plurality", first=texts[0], second=texts[1])


def _surely_counted(marks: list[Mark]) -> set[str]:
    """The concepts that are said to be one or many wherever they are named."""
    named = Counter(m.sense for m in marks if m.kind == "term")
    counted = Counter(m.sense.rpartition(".")[0] for m in marks if m.kind == "plurality")
    return {concept for concept, times in named.items() if counted[concept] == times}


def _is_about(mark: Mark, concept: str) -> bool:
    return mark.kind == "plurality" and mark.sense.rpartition(".")[0] == concept


def together(found: Sequence[Unmatched]) -> Iterator[Unmatched]:
    """The differences of one place, those of one kind and note as one."""
    kinds: dict[tuple[Kind, Note], list[Unmatched]] = {}
    for one in found:
        kinds.setdefault((one.kind, one.note), []).append(one)
    for (kind, note), ones in kinds.items():
        yield Unmatched(
            kind=kind,
            note=note,
            first=tuple(text for one in ones for text in one.first),
            second=tuple(text for one in ones for text in one.second),
            light=all(one.light for one in ones),
        )
