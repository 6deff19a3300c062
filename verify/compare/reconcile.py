"""The wording and the encodings held against each other: where only one of them differs.

A paragraph whose words differ in meaning although the encodings are proved equal,
or whose encodings differ although the words say the same, has a mistake: in an
encoding, or in the comparison of the words. Either way somebody must look.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, Protocol

from runtime.ruleset.model import Model
from verify.compare.wording import WordingFinding

What = Literal["wording_only", "encoding_only"]
_DIFFERENT = {"first_narrower", "second_narrower", "overlap", "disjoint"}
_HEAVY = 2
"""A finding of this weight says something that an encoding should show."""


class _Compared(Protocol):
    @property
    def relation(self) -> str: ...


class _Pair(Protocol):
    @property
    def first(self) -> str | None: ...
    @property
    def second(self) -> str | None: ...


class _Point(Protocol):
    @property
    def pairs(self) -> Sequence[_Pair]: ...


class CompareRow(Protocol):
    """A paragraph in both versions, as this pass needs it."""

    @property
    def ref(self) -> str: ...
    @property
    def comparison(self) -> _Compared: ...
    @property
    def points(self) -> Sequence[_Point]: ...
    @property
    def wording(self) -> tuple[WordingFinding, ...]: ...


class Disagreement(Model):
    """A place at which one of the two is wrong, and the findings that only the wording has.

    ``wording_only``: the words differ in meaning, the encodings are equal, and no open
    point lists other readings in one version than in the other. ``encoding_only``: the
    other way round.
    """

    ref: str
    what: What
    findings: tuple[WordingFinding, ...]


def reconcile(
    rows: Iterable[CompareRow], whole: Sequence[WordingFinding] = ()
) -> tuple[Disagreement, ...]:
    """Where the wording and the encodings disagree; ``whole``: findings on the law as a whole.

    What is not encoded, or could not be decided, agrees with everything.
    """
    explained = {ref for one in whole if one.grade != "formal" for ref in one.places}
    return tuple(one for row in rows for one in _of_row(row, explained))


def _of_row(row: CompareRow, explained: set[str]) -> Iterator[Disagreement]:
    relation = row.comparison.relation
    told = tuple(one for one in row.wording if one.grade != "formal")
    heavy = tuple(one for one in told if one.grade == "meaning" and one.weight >= _HEAVY)
    shown = any(
        {pair.first for pair in point.pairs} != {pair.second for pair in point.pairs}
        for point in row.points
    )
    if relation == "equal" and heavy and not shown:
        yield Disagreement(ref=row.ref, what="wording_only", findings=heavy)
    elif relation in _DIFFERENT and not told and row.ref not in explained:
        yield Disagreement(ref=row.ref, what="encoding_only", findings=())
