"""Elections worked out by hand from the text of the law; each comment derives the result."""

import random
from itertools import product
from typing import Any

import pytest

from tests.commands.by_the_text import Outcome, Reading, election
from tests.commands.elections import batch, elect, law, line, spread

BOTH = pytest.mark.parametrize("language", ["de", "fr"])


def elected(answer: dict[str, Any]) -> int:
    assert answer["end"] == "elected", answer
    result = answer["elected"]
    assert isinstance(result, int)
    return result


def refs(answer: dict[str, Any]) -> list[str]:
    """The paragraphs whose rule applied, ballot by ballot."""
    return [step["ref"] for step in answer["trace"] if step["step"] == "applied"]


@BOTH
def test_all_for_one(language: str) -> None:
    # (3, 3) is 1 step from candidate 0 and 9 from candidate 1: 24 votes > 12.
    assert elected(elect([(2, 2), (12, 12)], {(3, 3): 24}, language=language)) == 0


@BOTH
def test_more_than_half_is_thirteen(language: str) -> None:
    # 13 > 24 / 2: elected in the first ballot, by Art. 2 (1) alone.
    answer = elect([(2, 6), (12, 6)], {(2, 6): 13, (12, 6): 11}, language=language, with_trace=True)
    assert elected(answer) == 0
    assert refs(answer) == ["2.1"]


@BOTH
def test_exactly_half_is_not_enough(language: str) -> None:
    # 12 for candidate 0, 12 abstain at (7, 6), 5 steps (all straight) from either.
    # All voters count: 12 > 12 is false. Candidate 1 (no votes) drops out (10.1), the
    # twelve are judged anew (10.3), vote for the only one left, and it has 24.
    board: dict[tuple[int, int], int] = {(2, 6): 12, (7, 6): 12}
    answer = elect([(2, 6), (12, 6)], board, language=language, with_trace=True, majority="all")
    assert elected(answer) == 0
    assert refs(answer) == ["10.1", "2.1"]
    # Votes given count: 12 > 6, at once.
    answer = elect([(2, 6), (12, 6)], board, language=language, with_trace=True, majority="cast")
    assert elected(answer) == 0
    assert refs(answer) == ["2.1"]


@BOTH
def test_king_and_rook_steps_elect_different_candidates(language: str) -> None:
    # From (5, 5): to (8, 8) 3 diagonal steps or 6 along the axes; to (5, 9) 4 either way.
    candidates, voters = [(8, 8), (5, 9)], {(5, 5): 24}
    assert elected(elect(candidates, voters, language=language, step="king")) == 0
    assert elected(elect(candidates, voters, language=language, step="rook")) == 1


@pytest.mark.parametrize(
    ("language", "straight", "winner"),
    [
        # From (5, 5), 3 king's steps to (8, 8) and to (5, 8).
        # Moving only straight: 6 and 3.
        ("de", "rook", 1),
        ("fr", "rook", 1),
        # As the crow flies: 9 + 9 = 18 and 0 + 9 = 9.
        ("fr", "euclid", 1),
        # Straight steps left on a shortest path: none (all three are diagonal) and 3.
        ("de", "rest", 0),
        ("fr", "rest", 0),
    ],
)
def test_straight_after_king_steps(language: str, straight: str, winner: int) -> None:
    voters = {(5, 5): 24}
    answer = elect([(8, 8), (5, 8)], voters, language=language, step="king", straight=straight)
    assert elected(answer) == winner


@pytest.mark.parametrize(
    ("language", "straight", "winner"),
    [
        # From (5, 5), 6 rook's steps to (8, 8) and to (5, 11).
        # As the crow flies: 18 and 36.
        ("fr", "euclid", 0),
        # Difference of the axes: 0 and 6.
        ("fr", "rest", 0),
        ("de", "rest", 0),
    ],
)
def test_straight_after_rook_steps(language: str, straight: str, winner: int) -> None:
    voters = {(5, 5): 24}
    answer = elect([(8, 8), (5, 11)], voters, language=language, step="rook", straight=straight)
    assert elected(answer) == winner


@BOTH
def test_rook_after_rook_never_tells_two_apart(language: str) -> None:
    # The same board, both distances counted alike: 6 and 6, then 6 and 6. All abstain,
    # 0 votes each, two remain: Art. 10 (1) and Art. 11 both apply.
    answer = elect(
        [(8, 8), (5, 11)], {(5, 5): 24}, language=language, supplements=False, step="rook",
        straight="rook",
    )  # fmt: skip
    assert answer["end"] == "conflict"
    assert answer["ref"] == "10.1"


def test_abstentions_judged_anew_turn_the_election() -> None:
    # On row 6, candidates 0 at 2, 1 at 10, 2 at 6. Ten at 2 (for 0), five at 10 (for 1),
    # four at 7 (2 is 1 step away), five at 8 (2 steps from 1 and from 2, all straight: abstain).
    candidates = [(2, 6), (10, 6), (6, 6)]
    voters = {(2, 6): 10, (10, 6): 5, (7, 6): 4, (8, 6): 5}
    # Of all 24: 10 > 12 is false; candidate 2 (4 votes) drops out. Its four stand on (6, 6),
    # 4 steps from both others, if they were moved: they abstain. The five at 8 now vote for 1:
    # 10 to 10, a tie.
    answer = elect(candidates, voters, supplements=False, majority="all", transfer="block")
    assert answer["end"] == "conflict"
    # Not moved, they stand at 7: 5 steps from 0, 3 from 1. So 1 has 5 + 4 + 5 = 14 > 12.
    assert elected(elect(candidates, voters, majority="all", transfer="origin")) == 1
    # Of the 19 votes given, 10 > 9.5: candidate 0, at once.
    assert elected(elect(candidates, voters, majority="cast")) == 0


@BOTH
def test_moved_voters_follow_the_square_of_their_candidate(language: str) -> None:
    # On row 6, candidates 0 at 2, 1 at 12, 2 at 6. Ten at 2, nine at 12, five at 8:
    # 2 steps from 2, 4 from 1, 6 from 0. 10 > 12 is false; 2 drops out with five votes.
    candidates = [(2, 6), (12, 6), (6, 6)]
    voters = {(2, 6): 10, (12, 6): 9, (8, 6): 5}
    # Moved to (6, 6), they are 4 from 0 and 6 from 1: 0 has 15.
    assert elected(elect(candidates, voters, language=language, transfer="block")) == 0
    # Still at 8, they are 6 from 0 and 4 from 1: 1 has 14.
    assert elected(elect(candidates, voters, language=language, transfer="origin")) == 1


@BOTH
def test_two_with_fewest_votes_drop_out_together(language: str) -> None:
    # 10, 7, 7: both with 7 drop out in one ballot (10.1), all 24 go to the one left.
    answer = elect(
        [(2, 2), (12, 2), (2, 12)],
        {(2, 2): 10, (12, 2): 7, (2, 12): 7},
        language=language,
        with_trace=True,
    )
    assert elected(answer) == 0
    assert refs(answer) == ["10.1", "2.1"]


@BOTH
def test_two_ballots_of_elimination(language: str) -> None:
    # In the corners 9, 7, 5, 3. Candidate 3 drops out; its three voters on (12, 12) are 10
    # king's steps from all others; moving straight 20, 10, 10: a tie of 1 and 2, they abstain.
    # 9, 7, 5: candidate 2 drops out; its five on (2, 12) are 10 steps from 0 and 1, straight
    # 10 and 20: to 0, which has 14 > 12. (The three go to 1: straight 20 and 10. 14 to 10.)
    answer = elect(
        [(2, 2), (12, 2), (2, 12), (12, 12)],
        {(2, 2): 9, (12, 2): 7, (2, 12): 5, (12, 12): 3},
        language=language,
        with_trace=True,
    )
    assert elected(answer) == 0
    assert refs(answer) == ["10.1", "10.1", "2.1"]


@BOTH
def test_two_with_equal_votes(language: str) -> None:
    # 12 to 12, two remain: "the candidates with the fewest votes" are both of them (10.1),
    # and Art. 11 has a rule of its own. The text gives neither precedence.
    board = ([(2, 6), (12, 6)], {(2, 6): 12, (12, 6): 12})
    bare = elect(*board, language=language, supplements=False)
    assert bare["end"] == "conflict"
    article = {"de": "Art. 10 Abs. 1", "fr": "Art. 10 al. 1"}[language]
    assert bare["at"] == article
    assert bare["between"] == [article, "Art. 11"]
    # With the supplement Art. 11 prevails; which three voters are deducted, a lot decides.
    filled = elect(*board, language=language)
    assert filled == {"end": "pending", "at": "Art. 11", "ref": "11"}


@BOTH
@pytest.mark.parametrize("majority", ["all", "cast"])
def test_equal_votes_beside_abstentions(language: str, majority: str) -> None:
    # 11 to 11, two at (7, 6) abstain: 11 > 12 is false, and so is 11 > 11.
    board = ([(2, 6), (12, 6)], {(2, 6): 11, (12, 6): 11, (7, 6): 2})
    bare = elect(*board, language=language, supplements=False, majority=majority)
    assert (bare["end"], bare["ref"]) == ("conflict", "10.1")


@BOTH
@pytest.mark.parametrize(
    ("candidates", "voters"),
    [
        # 8 each: all three have the fewest votes, all drop out, nobody is left.
        ([(2, 2), (12, 2), (2, 12)], {(2, 2): 8, (12, 2): 8, (2, 12): 8}),
        # 6 each: the same with four.
        (
            [(2, 2), (12, 2), (2, 12), (12, 12)],
            {(2, 2): 6, (12, 2): 6, (2, 12): 6, (12, 12): 6},
        ),
        # All at (7, 7), 2 king's steps from each; straight 2, 2, 4: the first two tie, all
        # abstain, and three candidates have no vote each.
        ([(5, 7), (9, 7), (9, 9)], {(7, 7): 24}),
    ],
)
def test_three_or_more_with_equal_votes(
    language: str, candidates: list[tuple[int, int]], voters: dict[tuple[int, int], int]
) -> None:
    bare = elect(candidates, voters, language=language, supplements=False)
    assert (bare["end"], bare["ref"], bare["gap"]) == ("gap", "10.1", "nobody_left")
    # The supplement draws a lot for the one who drops out.
    filled = elect(candidates, voters, language=language)
    assert (filled["end"], filled["ref"]) == ("pending", "10.1")


@BOTH
def test_a_tie_after_elimination(language: str) -> None:
    # 10, 10, 4: candidate 2 drops out; its four on (7, 6) are 5 straight steps from both
    # others and abstain. 10 to 10, two remain: Art. 11.
    board = ([(2, 6), (12, 6), (7, 6)], {(2, 6): 10, (12, 6): 10, (7, 6): 4})
    answer = elect(*board, language=language, supplements=False)
    assert answer["end"] == "conflict"
    assert elect(*board, language=language)["at"] == "Art. 11"


@BOTH
def test_two_drop_out_and_leave_a_tie(language: str) -> None:
    # 9, 9, 3, 3: 2 and 3 drop out. Their voters in the upper corners are 10 king's steps from
    # both others; straight, (2, 12) is 10 from 0 and 20 from 1, (12, 12) the other way round.
    # 12 to 12.
    answer = elect(
        [(2, 2), (12, 2), (2, 12), (12, 12)],
        {(2, 2): 9, (12, 2): 9, (2, 12): 3, (12, 12): 3},
        language=language,
        supplements=False,
    )
    assert answer["end"] == "conflict"


@BOTH
def test_everybody_abstains(language: str) -> None:
    # All at (7, 7), 2 straight steps from both: 0 to 0. Art. 11 deducts three voters from the
    # candidates, who have none; the supplement takes three who abstain, by lot.
    board = ([(5, 7), (9, 7)], {(7, 7): 24})
    assert elect(*board, language=language, supplements=False)["end"] == "conflict"
    answer = elect(*board, language=language, with_trace=True)
    assert (answer["end"], answer["at"]) == ("pending", "Art. 11")
    blocked = [step for step in answer["trace"] if step["step"] == "blocked"]
    assert [step["supplement"] for step in blocked] == ["deduct_abstaining"]


@BOTH
def test_equally_far_from_three(language: str) -> None:
    # From (7, 7), 2 king's steps to (5, 5), (9, 5) and (7, 9); straight 4, 4 and 2.
    board = ([(5, 5), (9, 5), (7, 9)], {(7, 7): 24})
    assert elected(elect(*board, language=language, equidistant="two_or_more")) == 2
    # If "two" means exactly two, Art. 8 says nothing of a voter between three.
    answer = elect(*board, language=language, equidistant="exactly_two")
    assert answer["end"] == "gap"
    assert answer["ref"].startswith("8.")


@BOTH
def test_two_candidates_on_one_square_are_no_board(language: str) -> None:
    # Art. 5 (3) forbids it; the election does not even begin.
    answer = elect([(7, 7), (7, 7)], {(7, 7): 24}, language=language, supplements=False)
    assert (answer["end"], answer["ref"]) == ("conflict", "5.3")


def test_the_contract_names_the_end_and_the_winner() -> None:
    answer = elect([(2, 2), (12, 2), (12, 12)], {(12, 11): 24})
    assert answer == {"end": "elected", "elected": 2}


# The program against the text written again in plain Python.

POINTS = ("step", "straight", "equidistant", "majority", "transfer")


def all_readings(language: str) -> list[Reading]:
    points = law().versions[language].points
    return [Reading(*names) for names in product(*(points[point].names for point in POINTS))]


def random_board(draw: random.Random) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Squares by dice, or from a small corner of the board, where ties are common."""
    low, high = draw.choice([(2, 12), (2, 12), (5, 7), (4, 8)])

    def square() -> tuple[int, int]:
        if (low, high) == (2, 12):
            throws = [draw.randint(1, 6) for _ in range(4)]
            return throws[0] + throws[1], throws[2] + throws[3]
        return draw.randint(low, high), draw.randint(low, high)

    candidates: list[tuple[int, int]] = []
    wanted = draw.randint(2, 4)
    while len(candidates) < wanted:
        if (one := square()) not in candidates:
            candidates.append(one)
    return candidates, [square() for _ in range(24)]


def as_outcome(answer: dict[str, Any]) -> Outcome:
    match answer["end"]:
        case "elected":
            return "elected", answer["elected"]
        case "gap":
            return "gap", answer["gap"] or answer["ref"].partition(".")[0]
        case "conflict":
            assert [ref for ref in answer["between"] if ref.startswith("Art. 1")]
            return "conflict", "10.1 or 11"
        case other:
            raise AssertionError(other)


TIES = [
    ([(2, 6), (12, 6)], spread({(2, 6): 12, (12, 6): 12})),
    ([(2, 2), (12, 2), (2, 12)], spread({(2, 2): 8, (12, 2): 8, (2, 12): 8})),
]


def compare(language: str, seed: int, boards: int) -> None:
    draw = random.Random(seed)
    drawn = [*TIES, *(random_board(draw) for _ in range(boards))]
    seen = set()
    for reading in all_readings(language):
        chosen = tuple(zip(POINTS, vars(reading).values(), strict=True))
        runner = batch(language, chosen, False)
        for candidates, voters in drawn:
            expected = election(candidates, voters, reading)
            answer = runner.answer(line(candidates, voters), 1)
            assert as_outcome(answer) == expected, (candidates, voters, reading)
            seen.add(expected[0])
    # A comparison that met no tie would show little.
    assert seen == {"elected", "gap", "conflict"}


@BOTH
def test_program_and_plain_python_agree(language: str) -> None:
    compare(language, seed=1, boards=10)


@pytest.mark.slow
@BOTH
def test_program_and_plain_python_agree_on_many_boards(language: str) -> None:
    compare(language, seed=2, boards=2000)
