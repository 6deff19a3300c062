"""Where the wording and the encodings disagree, one of the two is wrong."""

from dataclasses import dataclass, field

import pytest

from verify.compare.reconcile import reconcile
from verify.compare.wording.finding import Kind, Note, WordingFinding, finding


@dataclass
class Comparison:
    relation: str


@dataclass
class Pair:
    first: str | None
    second: str | None


@dataclass
class Point:
    pairs: tuple[Pair, ...]


@dataclass
class Row:
    ref: str
    comparison: Comparison
    wording: tuple[WordingFinding, ...] = ()
    points: tuple[Point, ...] = field(default=())


def found(kind: Kind, note: Note, weight: int | None = None) -> WordingFinding:
    return finding(kind, kind, "1", ("a", "b"), note, weight=weight)


ORDER = found("order", "order")
LIGHT = found("connective", "connective")
TERM = found("terms", "terms")
FORM = found("structure", "number_of_sentences")


@pytest.mark.parametrize(
    ("relation", "wording", "expected"),
    [
        ("equal", (ORDER,), "wording_only"),
        ("equal", (LIGHT,), None),
        ("equal", (TERM, FORM), None),
        ("equal", (), None),
        ("first_narrower", (), "encoding_only"),
        ("overlap", (FORM,), "encoding_only"),
        ("disjoint", (ORDER,), None),
        ("second_narrower", (TERM,), None),
        ("not_encoded", (ORDER,), None),
        ("unknown", (), None),
        ("unsupported", (ORDER,), None),
    ],
)
def test_one_of_the_two_is_wrong(
    relation: str, wording: tuple[WordingFinding, ...], expected: str | None
) -> None:
    wrong = reconcile([Row("1", Comparison(relation), wording)])
    assert [one.what for one in wrong] == ([expected] if expected else [])


def test_a_reading_that_one_version_alone_lists_shows_the_difference() -> None:
    same = Point((Pair("near", "near"),))
    more = Point((Pair("near", "near"), Pair("near", "far")))
    assert reconcile([Row("1", Comparison("equal"), (ORDER,), (same,))])
    assert not reconcile([Row("1", Comparison("equal"), (ORDER,), (more,))])


def test_a_finding_on_the_whole_law_explains_the_places_that_it_names() -> None:
    rows = [Row("1", Comparison("overlap")), Row("2", Comparison("overlap"))]
    whole = finding("renderings", "rendering.x", "", ("a", "b, c"), "two_renderings", places=("1",))
    assert [one.ref for one in reconcile(rows, [whole])] == ["2"]
