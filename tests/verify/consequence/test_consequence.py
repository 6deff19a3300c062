"""Whether a difference matters: each verdict on a law where it holds and on one where not."""

import json
from pathlib import Path

import pytest

from compiler.law import Law
from runtime.interpreter import Game
from runtime.serialise import read_store
from tests.verify.consequence.contest import law
from verify.consequence import Consequence, Effort, consequences, questions
from verify.consequence.result import Sampled, share
from verify.consequence.sides import of_versions

EFFORT = Effort(boards=30, games=6, plain=20, mutants=20)


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Law:
    return law(tmp_path_factory.mktemp("contest"))


@pytest.fixture(scope="module")
def found(contest: Law) -> dict[str, Consequence]:
    asked = questions(contest, ["en", "de"], ["3"])
    return {one.id: one for one in consequences(asked, EFFORT)}


def chosen_on(contest: Law, one: Consequence) -> list[object]:
    """How the boards of the witness end, played here."""
    assert one.witness is not None
    values: list[object] = []
    for run in (one.witness, one.witness["twin"]):
        rules = contest.rules(run["language"], run["readings"], run["supplements"])
        game = Game(rules, run["flow"], run["sizes"])
        _, store = read_store(rules, run["initial"], game.sizes)
        advance = game.initial(store)
        for choice in run["choices"]:
            advance = game.apply(advance.state, choice)
        assert advance.state.ending is not None
        values.append(advance.state.ending.value)
    return values


def test_every_point_and_the_divergence_are_asked_about(found: dict[str, Consequence]) -> None:
    assert list(found) == [
        "consequence.3.en-de",
        "consequence.measure.en.steps-squares",
        "consequence.measure.en.steps-leftmost",
        "consequence.chance.en.bad-good",
        "consequence.way.en.turns-last",
        "consequence.way.en.turns-twice",
    ]


def test_a_reading_that_elects_others(contest: Law, found: dict[str, Consequence]) -> None:
    one = found["consequence.measure.en.steps-leftmost"]
    assert (one.verdict, one.method, one.sides) == (
        "outcome_differs",
        "search",
        ("steps", "leftmost"),
    )
    assert one.outcomes is not None
    values = [end["value"] for end in one.outcomes]
    assert values[0] != values[1]
    assert chosen_on(contest, one) == values
    assert one.scope == ({"option": 2, "person": 9},)


def test_the_board_is_plain(found: dict[str, Consequence]) -> None:
    one = found["consequence.measure.en.steps-leftmost"]
    assert one.witness is not None
    people = one.witness["initial"]["person_spot"]
    assert len({json.dumps(spot) for spot in people}) == 1, "all stand in one place"
    assert one.witness["choices"] == one.witness["twin"]["choices"] == []


def test_a_reading_that_orders_alike_is_proved_to_change_nothing(
    found: dict[str, Consequence],
) -> None:
    one = found["consequence.measure.en.steps-squares"]
    assert (one.verdict, one.method) == ("same_outcome", "paragraphs")
    assert [size["option"] for size in one.scope] == [2, 3]
    assert "3" in one.core, "it is used in Art. 3"
    assert one.witness is None
    assert one.share is None


def test_what_no_flow_uses_changes_nothing(found: dict[str, Consequence]) -> None:
    one = found["consequence.chance.en.bad-good"]
    assert (one.verdict, one.method) == ("same_outcome", "unused")


def test_what_shows_nowhere_and_is_not_proved_is_unknown(found: dict[str, Consequence]) -> None:
    one = found["consequence.way.en.turns-twice"]
    assert one.verdict == "unknown"
    assert "end alike" in one.detail
    assert one.share is not None
    assert (one.share.count, one.share.of) == (0, 60)


def test_the_wider_version_permits_another_end(contest: Law, found: dict[str, Consequence]) -> None:
    one = found["consequence.3.en-de"]
    assert (one.verdict, one.wider, one.language) == ("outcome_differs", "de", None)
    assert chosen_on(contest, one) == [0, 1], "in turn the first, in open order another one"
    assert one.as_dict()["languages"] == ["en", "de"]


def test_what_else_differs_may_be_the_cause(contest: Law) -> None:
    one, other = consequences(list(of_versions(contest, "en", "de", ["3", "2"])), EFFORT)
    assert (one.point, one.also) == ("3", ("2",))
    assert (other.verdict, other.also) == ("unknown", ()), "in Art. 2 they say the same"


def test_two_versions_that_say_the_same_are_proved_to(tmp_path: Path) -> None:
    same = law(tmp_path, "der Reihe nach")
    asked = list(of_versions(same, "en", "de", ["3"]))
    (one,) = consequences(asked, Effort(boards=10, plain=5, mutants=0, proofs=True))
    assert (one.verdict, one.method, one.wider) == ("same_outcome", "paragraphs", None)


def test_a_supplement_that_settles_an_order(contest: Law) -> None:
    asked = [one for one in questions(contest, ["de"]) if one.kind == "supplement"]
    (one,) = consequences(asked, EFFORT)
    assert (one.id, one.verdict) == (
        "consequence.first_come.de.with-without",
        "outcome_differs",
    )
    assert one.wider == "without"


def test_shares_are_counted_on_pairs_and_for_each_size(found: dict[str, Consequence]) -> None:
    one = found["consequence.measure.en.steps-leftmost"]
    assert one.share is not None
    assert [part.of for part in one.shares] == [30, 30]
    assert one.share.count == sum(part.count for part in one.shares) > 0
    assert one.share.low < one.share.count / one.share.of < one.share.high
    assert one.share.sampled.drawn == ("person_spot", "option_spot")


def test_the_same_is_found_again(contest: Law, found: dict[str, Consequence]) -> None:
    asked = questions(contest, ["en", "de"], ["3"])
    again = consequences(list(reversed(asked)), EFFORT)
    assert [one.as_dict() for one in reversed(again)] == [one.as_dict() for one in found.values()]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775),
        (5, 10, 0.2366, 0.7634),
        (10, 10, 0.7225, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_the_interval_is_wilsons(count: int, of: int, low: float, high: float) -> None:
    # 81 of 263: R. G. Newcombe, Statistics in Medicine 17 (1998), table I; the others likewise.
    sampled = Sampled(flow="choosing", from_start=False, drawn=())
    found = share(count, of, sampled)
    assert (found.low, found.high) == (pytest.approx(low, abs=1e-4), pytest.approx(high, abs=1e-4))


def test_no_sample_says_nothing() -> None:
    found = share(0, 0, Sampled(flow="choosing", from_start=False, drawn=()))
    assert (found.low, found.high) == (0.0, 1.0)
