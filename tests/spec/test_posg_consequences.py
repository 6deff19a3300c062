"""Where the positioning law can be read in two ways: whether that changes who is elected."""

from functools import cache

import pytest

from compiler.law import load_sound
from runtime.interpreter import Game
from verify.consequence import Consequence, Effort, Question, consequences, questions

LAW = load_sound("spec/posg")
QUICK = Effort(boards=12, games=2, plain=40, mutants=60, sizes=2)
SQUARE = tuple[int, int]


@cache
def asked() -> dict[str, Question]:
    found = questions(LAW, LAW.languages, ["7.1"], every=True)
    return {one.id.removeprefix("consequence."): one for one in found}


def found(id: str, effort: Effort = QUICK) -> Consequence:
    (one,) = consequences([asked()[id]], effort)
    return one


def elected(
    candidates: list[SQUARE], voters: list[tuple[SQUARE, int]], **readings: str
) -> int | None:
    """Whom voters on these squares elect, where the board alone decides."""
    size = {"candidate": len(candidates)}
    game = Game(LAW.rules("de", readings), "election", size)
    placed = tuple(square for square, number in voters for _ in range(number))
    store = game.layout.initial({"candidate_square": tuple(candidates), "voter_square": placed})
    ending = game.initial(store).state.ending
    assert ending is not None
    assert ending.kind == "end"
    return ending.value


def test_what_is_asked() -> None:
    assert list(asked()) == [
        "7.1.de-fr",
        "majority.de.all-cast",
        "step.de.king-rook",
        "equidistant.de.two_or_more-exactly_two",
        "straight.de.rook-rest",
        "transfer.de.block-origin",
        "deduction.de.three_in_all-three_each",
        "majority.fr.all-cast",
        "step.fr.king-rook",
        "equidistant.fr.two_or_more-exactly_two",
        "straight.fr.rook-euclid",
        "straight.fr.rook-rest",
        "transfer.fr.block-origin",
        "deduction.fr.three_in_all-three_each",
        "roll_again.de.with-without",
        "any_voter.de.with-without",
        "tie_before_elimination.de.with-without",
        "lot_among_all.de.with-without",
        "deduction_by_lot.de.with-without",
        "deduct_abstaining.de.with-without",
        "roll_again.fr.with-without",
        "any_voter.fr.with-without",
        "turns_in_order.fr.with-without",
        "tie_before_elimination.fr.with-without",
        "lot_among_all.fr.with-without",
        "deduction_by_lot.fr.with-without",
        "deduct_abstaining.fr.with-without",
    ]


# By hand, without the search.


def test_art_8_1_a_step_that_may_be_diagonal_by_hand() -> None:
    # From (7, 5): A four rows up and one column, B three of each.
    board = [(6, 9), (4, 8)], [((7, 5), 24)]
    assert elected(*board, step="king") == 1
    assert elected(*board, step="rook") == 0


def test_art_8_2_the_straight_steps_by_hand() -> None:
    # Six steps to either. Straight only: six to A, seven to B; the straight ones of six: 6 and 5.
    board = [(11, 2), (5, 7)], [((11, 8), 24)]
    assert elected(*board, straight="rook") == 0
    assert elected(*board, straight="rest") == 1


def test_art_2_1_half_of_those_who_abstain_as_well_by_hand() -> None:
    # Six abstain between A and B; B, for whom nobody is, drops out, and they are for A.
    board = [(8, 7), (4, 7), (3, 7)], [((3, 7), 11), ((6, 6), 6), ((8, 7), 7)]
    assert elected(*board, majority="all") == 0
    assert elected(*board, majority="cast") == 2


# By the search.


@pytest.mark.parametrize(
    "id", ["step.de.king-rook", "straight.de.rook-rest", "straight.fr.rook-rest"]
)
def test_art_8_the_readings_of_distance_elect_others(id: str) -> None:
    one = found(id)
    assert one.verdict == "outcome_differs"
    assert one.scope[0]["candidate"] == 2
    assert one.outcomes is not None
    assert [end["kind"] for end in one.outcomes] == ["end", "end"]
    assert one.witness is not None
    voters = one.witness["initial"]["voter_square"]
    assert len({str(square) for square in voters}) == 1, "all 24 stand together"
    assert one.witness["choices"] == []


def test_art_8_2_as_the_crow_flies_is_the_same_under_8_1() -> None:
    one = found("straight.fr.rook-euclid", Effort(boards=1))
    assert (one.verdict, one.method) == ("same_outcome", "paragraphs")
    assert [size["candidate"] for size in one.scope] == [2, 3, 4]


def test_art_8_2_two_candidates_or_more_matters_from_three_on() -> None:
    one = found("equidistant.de.two_or_more-exactly_two")
    assert one.verdict == "outcome_differs"
    assert one.scope[0]["candidate"] == 3
    assert [size.verdict for size in one.by_size] == ["same_outcome", "outcome_differs"]
    assert one.outcomes is not None
    assert one.outcomes[1] == {"kind": "gap"}, "Art. 8 says nothing of three"


def test_art_10_1_all_drop_out_without_the_lot() -> None:
    one = found("lot_among_all.de.with-without")
    assert one.verdict == "outcome_differs"
    assert one.outcomes is not None
    assert [end["kind"] for end in one.outcomes] == ["end", "gap"]
    assert one.scope[0]["candidate"] == 3, "two that are equal fall under Art. 11"


@pytest.mark.slow
def test_art_7_1_the_order_of_turns() -> None:
    one = found("7.1.de-fr", Effort(boards=12, games=4, proofs=True))
    assert (one.verdict, one.wider) == ("outcome_differs", "fr")
    assert one.strict is False, "other choices of the players lead there in turn as well"
    assert one.share is not None
    assert one.share.sampled.from_start


@pytest.mark.slow
@pytest.mark.parametrize(
    "id",
    [
        "majority.de.all-cast",
        "majority.fr.all-cast",
        "transfer.de.block-origin",
        "transfer.fr.block-origin",
        "deduction.de.three_in_all-three_each",
        "deduction.fr.three_in_all-three_each",
        "deduction_by_lot.de.with-without",
        "tie_before_elimination.de.with-without",
        "deduct_abstaining.de.with-without",
        "roll_again.de.with-without",
        "turns_in_order.fr.with-without",
    ],
)
def test_what_else_can_change_who_is_elected(id: str) -> None:
    assert found(id, Effort(boards=12, games=2)).verdict == "outcome_differs"


@pytest.mark.slow
def test_art_7_1_which_voter_is_placed_cannot_matter() -> None:
    one = found("any_voter.de.with-without", Effort(boards=4, games=1, plain=4, proofs=True))
    assert (one.verdict, one.method) == ("same_outcome", "symmetry")
