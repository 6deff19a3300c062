"""What a difference is told with: a plain case, the kind of its values, steps one version lacks."""

from pathlib import Path

import pytest

from tests.verify.compare.changed import changed, compared
from tests.verify.compare.garden import Garden
from verify.compare.plainest import plainest
from verify.evaluation import evaluate
from verify.terms import at_most, both, either, less, number_symbol, truth_symbol


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


def test_a_plain_model_keeps_what_the_question_needs() -> None:
    a, b = (number_symbol(name, 0, 9) for name in "ab")
    there = truth_symbol("c?")
    question = both(either(less(a, b), there), at_most(b, 7))
    found = plainest({"a": 3, "b": 5, "c?": 1}, question)
    assert evaluate(question, found)
    # Nothing need be there: b above a is enough, and a is as low as it gets.
    assert (found["c?"], found["a"]) == (0, 0)
    assert found["b"] > 0
    assert plainest(found, question) == found


def test_a_case_has_only_what_matters() -> None:
    law = changed(
        "spec/posg", "fr", "à la plus petite distance_en_pas(", "à la plus grande distance_en_pas("
    )
    (only,) = compared(law, "8.1", "de", "fr").differences
    assert only.witness is not None
    placed = [square for square in only.witness["state"]["voter_square"] if square is not None]
    assert len(placed) == 1
    (voter,) = only.witness["bound"]
    assert voter["names"] == ["w", "e"]
    assert voter["type"]["set"] == "voter"
    assert only.values is not None
    assert only.values[0] != only.values[1]


def test_what_is_written_is_shown_too(garden: Garden) -> None:
    en = {2: "flow season:\n  tally := 3"}
    de = {2: "ablauf Saison:\n  Zähler := 4"}
    (only,) = garden.compare(en, de)["2"].differences
    assert only.witness is not None
    assert "tally" in only.witness["state"]
    assert only.changes is not None
    assert [(one.state, one.value) for side in only.changes for one in side] == [
        ("tally", 3),
        ("tally", 4),
    ]


def test_a_dropped_guard_beside_one_that_is_undefined(garden: Garden) -> None:
    """Both cannot be told there: no difference, and no defect of the program."""
    en = {
        2: "define dry(p: plot): 0..9 when place(p).row = 1 := 1\n"
        "define dry(p: plot): 0..9 when place(p).row = 2 := 2"
    }
    de = {
        2: "begriff trocken(p: Parzelle): 0..9 wenn ja := 1\n"
        "begriff trocken(p: Parzelle): 0..9 wenn Ort(p).Zeile = 2 := 2"
    }
    found = garden.compare(en, de)["2"]
    assert found.relation not in ("equal", "unknown", "unsupported")
    for one in found.differences:
        assert one.witness is not None
        assert any(place is not None for place in one.witness["state"]["place"])


def test_precedence_the_other_way_round_is_one_difference(garden: Garden) -> None:
    en = {
        2: "define share(n: 0..9): 0..9 when n < 5 := 1",
        3: "define share(n: 0..9): 0..9 when n > 2 departing from Art. 2 := 2",
    }
    de = {
        2: "begriff Anteil(n: 0..9): 0..9 wenn n < 5 abweichend von Art. 3 := 1",
        3: "begriff Anteil(n: 0..9): 0..9 wenn n > 2 := 2",
    }
    found = garden.compare(en, de)
    for ref in "23":
        (only,) = found[ref].differences
        assert (only.aspect, only.first, only.second) == ("precedence", "3 > 2", "2 > 3")
        assert only.relation == "overlap"


@pytest.mark.parametrize(("number", "relation"), [("12", "equal"), ("14", "overlap")])
def test_figures_in_what_is_announced(garden: Garden, number: str, relation: str) -> None:
    de = {2: f'ablauf Saison:\n  melde "{number} Tage, je 1200.5"'}
    en = {2: 'flow season:\n  announce "water for 1200.5 l on 12 days"'}
    found = garden.compare(en, de)["2"]
    assert found.relation == relation
    assert [one.aspect for one in found.differences] == (
        ["announced_figures"] if relation == "overlap" else []
    )


def test_a_step_that_one_version_lacks_does_not_hide_what_follows(garden: Garden) -> None:
    en = {
        2: "flow season:\n  chore\n  decide weather\n  tally := 3",
        3: "flow chore:\n  mark := 1",
        4: "rule in decision weather when yes:\n  mark := 2",
    }
    de = {
        2: "ablauf Saison:\n  entscheide Wetter\n  Zähler := 4",
        3: "ablauf Arbeit:\n  Marke := 1",
        4: "regel im Entscheid Wetter wenn ja:\n  Marke := 2",
    }
    found = garden.compare(en, de)["2"].differences
    assert [(one.aspect, one.first, one.second) for one in found] == [
        ("step", "chore", "not said"),
        ("effect", "tally = 3", "tally = 4"),
    ]


def test_in_every_case_only_where_it_is_so(garden: Garden) -> None:
    en = {2: "define share(n: 0..9) := n + 1", 3: "define dry(n: 0..9) := n"}
    de = {2: "begriff Anteil(n: 0..9) := n + 2", 3: "begriff trocken(n: 0..9) := 5"}
    found = garden.compare(en, de)
    assert [found[ref].differences[0].always for ref in "23"] == [True, False]
