"""What is known of the two versions of the positioning law."""

import pytest

from tests.verify.compare.changed import law, table
from tests.verify.compare.test_mutations import TURNED
from verify.compare.table import Row, compare_versions


def row(ref: str) -> Row:
    return next(one for one in table("spec/posg", "de", "fr").rows if one.ref == ref)


def pairs(ref: str, point: str) -> tuple[tuple[str, str], ...]:
    return next(one.common for one in row(ref).points if one.point == point)


def test_only_the_poll_rounds_differ_and_only_in_the_order_of_turns() -> None:
    differing = {
        one.ref: one.comparison
        for one in table("spec/posg", "de", "fr").rows
        if one.comparison.relation not in ("equal", "not_encoded")
    }
    assert list(differing) == ["7.1"]
    assert differing["7.1"].relation == "first_narrower"
    (only,) = differing["7.1"].differences
    assert (only.aspect, only.first, only.second) == ("order", "in_turn", "open")


def test_it_is_proved_for_every_number_of_candidates() -> None:
    scope = table("spec/posg", "de", "fr").scope
    assert [one["candidate"] for one in scope] == [2, 3, 4]
    assert {one["voter"] for one in scope} == {24}


def test_the_readings_of_the_tie_break_that_agree() -> None:
    assert pairs("8.2", "straight") == (("rook", "euclid"), ("rook", "rook"), ("rest", "rest"))
    assert pairs("8.2", "equidistant") == (
        ("two_or_more", "two_or_more"),
        ("exactly_two", "exactly_two"),
    )


@pytest.mark.parametrize(
    ("ref", "point"),
    [("8.1", "step"), ("8.3", "transfer"), ("2.1", "majority"), ("11", "deduction")],
)
def test_each_reading_agrees_with_itself_alone(ref: str, point: str) -> None:
    assert all(one == other for one, other in pairs(ref, point))
    assert len(pairs(ref, point)) == 2


def test_readings_that_differ_come_with_a_case() -> None:
    for point in row("8.2").points:
        for pair in point.pairs:
            if pair.comparison.relation != "equal":
                assert pair.comparison.differences[0].witness is not None


def test_the_start_of_the_election_is_said_in_different_paragraphs() -> None:
    for ref in ("8.1", "9"):
        assert row(ref).comparison.relation == "equal"
        assert row(ref).comparison.moved == (("election", "8.1"),)


def test_the_wordings_differ_in_a_title_and_in_the_number_of_sentences() -> None:
    found = table("spec/posg", "de", "fr")
    title = next(one for one in found.titles if one.about == "title.3")
    assert (title.kind, title.first) == ("structure", "Titel: Wahl der Gewinnerin")
    sentences = next(one for one in row("4.2").wording if one.about == "sentences")
    assert (sentences.first, sentences.second) == ("3", "4")


@pytest.mark.slow
def test_the_other_way_round_everything_is_turned() -> None:
    there = {one.ref: one for one in table("spec/posg", "de", "fr").rows}
    back = {one.ref: one for one in table("spec/posg", "fr", "de").rows}
    assert there.keys() == back.keys()
    for ref, one in there.items():
        other = back[ref]
        relation = one.comparison.relation
        assert other.comparison.relation == TURNED.get(relation, relation)
        assert len(one.wording) == len(other.wording)
        turned = {p.point: {(b, a) for a, b in p.common} for p in other.points}
        assert {p.point: set(p.common) for p in one.points} == turned


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_version_is_equal_to_itself(language: str) -> None:
    found = compare_versions("posg", law("spec/posg"), (language, language))
    assert not found.titles
    for one in found.rows:
        assert one.comparison.relation in ("equal", "not_encoded")
        assert not one.comparison.moved
        assert not one.wording
