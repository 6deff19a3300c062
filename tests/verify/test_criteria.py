"""Criteria of social choice, on voting rules of which it is known what they satisfy."""

from pathlib import Path
from random import Random

import pytest

from compiler.law import Law
from runtime.ruleset.profiles import CriterionName
from runtime.ruleset.properties import Meets
from tests.verify import voting
from verify.criteria.bench import Bench
from verify.criteria.boards import Board, Place
from verify.criteria.claims import Benches, LastGone, Moved, Trial, facts
from verify.criteria.execution import NOT_RULED_OUT, follow
from verify.criteria.extended import extended
from verify.limits import Limit
from verify.obligation import Obligation
from verify.search import Budget
from verify.symbolic import Scope
from verify.verdicts import verify


def asked(law: Law, *names: str, boards: int = 1_000, **sizes: int) -> list[Obligation]:
    rules = law.rules("en")
    chosen = [one for one in law.properties("en") if one.id in names]
    assert len(chosen) == len(names)
    return verify(rules, chosen, budget=Budget(boards=boards), sizes=[sizes] if sizes else None)


def one(law: Law, name: str, boards: int = 1_000, **sizes: int) -> Obligation:
    (found,) = asked(law, name, boards=boards, **sizes)
    return found


def benches(law: Law, name: str, **sizes: int) -> Benches:
    (item,) = (one for one in law.properties("en") if one.id == name)
    assert isinstance(item, Meets)
    bench = Bench(Scope(law.rules("en"), sizes), item.profile)
    return Benches(bench, bench.fewer("option"))


def ranking(*ranks: int) -> Place:
    return Place((), tuple((rank,) for rank in ranks))


def board(*groups: tuple[int, Place]) -> Board:
    electors = tuple(place for count, place in groups for _ in range(count))
    options = len(electors[0].towards)
    return Board(electors, ((),) * options, ())


def facts_of(found: Obligation) -> list[str]:
    assert found.witness is not None
    return [fact["fact"] for fact in found.witness["facts"]]


REFUTED = [
    (voting.PLURALITY, "condorcet_winner", 9),
    (voting.PLURALITY, "condorcet_loser", 9),
    (voting.PLURALITY, "clones", 9),
    (voting.PLURALITY, "losing_alternatives", 9),
    (voting.BORDA, "majority", 9),
    (voting.BORDA, "condorcet_winner", 9),
    (voting.BORDA, "clones", 9),
    (voting.BORDA, "losing_alternatives", 9),
    (voting.RUN_OFF, "condorcet_winner", 17),
    (voting.RUN_OFF, "monotonicity", 17),
    (voting.RUN_OFF, "losing_alternatives", 17),
]


@pytest.mark.parametrize(("text", "criterion", "people"), REFUTED)
def test_what_is_known_to_fail(tmp_path: Path, text: str, criterion: str, people: int) -> None:
    law = voting.law(tmp_path, text, options="2 to 3", people=str(people))
    found = one(law, criterion, option=3, person=people)
    assert (found.verdict, found.method) == ("refuted", "trials")
    assert facts_of(found)[-1] == "winner"


SATISFIED = [
    (voting.PLURALITY, "monotonicity", 9),
    (voting.PLURALITY, "participation", 9),
    (voting.BORDA, "condorcet_loser", 9),
    (voting.BORDA, "monotonicity", 9),
    (voting.BORDA, "participation", 9),
    (voting.RUN_OFF, "condorcet_loser", 11),
    (voting.RUN_OFF, "clones", 11),
]


@pytest.mark.parametrize(("text", "criterion", "people"), SATISFIED)
def test_what_is_known_to_hold_is_not_refuted(
    tmp_path: Path, text: str, criterion: str, people: int
) -> None:
    law = voting.law(tmp_path, text, options="2 to 3", people=f"{people - 1} to {people}")
    found = one(law, criterion, boards=200, option=3, person=people)
    assert found.verdict in ("proved", "unknown")
    if found.verdict == "unknown":
        assert "boards, drawn at random, hold no violation" in found.detail


@pytest.mark.parametrize("options", [2, 3])
def test_more_than_half_of_the_first_choices_prevail(tmp_path: Path, options: int) -> None:
    law = voting.law(tmp_path, voting.PLURALITY, options="2 to 3", people="7")
    found = one(law, "majority", boards=100, option=options, person=7)
    assert (found.verdict, found.method, found.vacuous) == ("proved", "execution", False)
    assert found.articles == ("Art. 1", "Art. 2")


def test_of_two_options_the_one_that_more_prefer_prevails(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.PLURALITY, options="2 to 3", people="7")
    found = asked(law, "condorcet_winner", "condorcet_loser", boards=100, option=2, person=7)
    assert [one.verdict for one in found] == ["proved", "proved"]


def test_of_two_options_the_one_that_won_is_not_harmed_by_more_support(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.WITH_TIES, options="2 to 3", people="7")
    found = asked(law, "monotonicity", "abstention", boards=100, option=2, person=7)
    assert [(one.verdict, one.method, one.vacuous) for one in found] == [
        ("proved", "execution", False)
    ] * 2


UNLUCKY_THREE = "largest (if first_choices(o) = 3 then 0 otherwise first_choices(o))"


@pytest.mark.parametrize("criterion", ["monotonicity", "abstention"])
def test_where_a_third_first_choice_harms_no_proof_is_found(
    tmp_path: Path, criterion: CriterionName
) -> None:
    law = voting.law(tmp_path, voting.WITH_TIES, options="2 to 3", people="7", wins=UNLUCKY_THREE)
    assert one(law, criterion, option=2, person=7).verdict == "refuted"
    bench = benches(law, criterion, option=2, person=7).main
    followed = follow(bench, criterion, Limit(), alike=True, electors_alike=True)
    assert (followed.proved, followed.detail) == (False, NOT_RULED_OUT)


def test_what_fails_with_three_options_is_tried_with_one_more(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.ON_A_LINE, voting.BY_DISTANCE, options="2 to 4", people="9")
    four = benches(law, "condorcet_winner", option=4, person=9)
    tried = list(extended(Benches(four.main), "condorcet_winner", Random(1), 1_000))
    assert any(facts(four, "condorcet_winner", trial) for trial in tried)


def test_following_all_ways_proves_nothing_that_fails(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.BORDA, options="2 to 3", people="9")
    bench = benches(law, "majority", option=3, person=9).main
    assert not follow(bench, "majority", Limit(steps=2_000, seconds=5), alike=True).proved


def test_a_dictator_is_told_apart_from_the_others(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.ONE_RULES, options="3")
    anonymity, neutrality = asked(law, "anonymity", "neutrality")[::-1]
    assert anonymity.verdict == "refuted"
    assert facts_of(anonymity) == ["reordered", "winner", "winner"]
    assert (neutrality.verdict, neutrality.method) == ("proved", "symmetry")


@pytest.mark.parametrize("text", [voting.LEFT_FIRST, voting.IN_TURN, voting.FIRST_OF_SEVERAL])
def test_an_option_with_precedence_is_told_apart(tmp_path: Path, text: str) -> None:
    law = voting.law(tmp_path, text, options="3", people="4")
    neutrality, anonymity = asked(law, "neutrality", "anonymity")
    assert neutrality.verdict == "refuted"
    assert anonymity.verdict == "proved"


def test_distances_see_no_left_and_right(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.ON_A_LINE, voting.BY_DISTANCE, options="3", people="5")
    found = one(law, "mirroring")
    assert (found.verdict, found.method) == ("proved", "symmetry")


def test_the_lower_column_sees_left_and_right(tmp_path: Path) -> None:
    law = voting.law(
        tmp_path,
        voting.ON_A_LINE,
        voting.BY_DISTANCE,
        options="3",
        people="5",
        tie=", then smallest option_spot(o).column",
    )
    found = one(law, "mirroring")
    assert found.verdict == "refuted"
    assert found.witness is not None
    first, second = found.witness, found.witness["second"]
    assert [6 - spot[0] for spot in first["initial"]["option_spot"]] == [
        spot[0] for spot in second["initial"]["option_spot"]
    ]


def test_what_a_law_cannot_express_is_said(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.PLURALITY, options="3", people="9")
    found = asked(law, "participation", "clones", "mirroring", boards=100)
    assert [one.verdict for one in found] == ["unsupported"] * 3
    assert [one.detail.partition(":")[0] for one in found] == [
        "nobody can be absent",
        "the law has no other number of option",
        "a profile without records",
    ]


def test_comparisons_of_two_numbers_are_asked_of_the_larger(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.PLURALITY, options="2 to 4", people="9")
    found = asked(law, "clones", boards=60)
    assert [one.scope["option"] for one in found] == [3, 4]


def test_the_same_board_every_time(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.PLURALITY, options="2 to 3", people="9")
    first, second = (one(law, "condorcet_winner", option=3, person=9) for _ in range(2))
    assert first.witness == second.witness


# ---- boards from the literature


def test_split_votes_of_clones(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.PLURALITY, options="2 to 3", people="9")
    split = board((4, ranking(2, 1, 3)), (3, ranking(1, 3, 2)), (2, ranking(2, 3, 1)))
    found = facts(benches(law, "clones", option=3, person=9), "clones", Trial(split, LastGone()))
    assert found is not None
    assert found[0] == {"fact": "clone", "alternative": 2, "of": 0}
    winners = [fact["alternative"] for fact in found if fact["fact"] == "winner"]
    assert winners == [1, 0]


def test_two_who_come_over_to_the_winner_cost_it_the_victory(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.RUN_OFF, options="3", people="17")
    # 6 for A, then B; 5 for C, then A; 4 for B, then C; 2 for B, then A.
    before = board(
        (6, ranking(1, 2, 3)), (5, ranking(2, 3, 1)), (4, ranking(3, 1, 2)), (2, ranking(2, 1, 3))
    )
    raised = Moved(((15, ranking(1, 2, 3)), (16, ranking(1, 2, 3))))
    found = facts(
        benches(law, "monotonicity", option=3, person=17), "monotonicity", Trial(before, raised)
    )
    assert found is not None
    assert [fact["alternative"] for fact in found if fact["fact"] == "winner"] == [0, 2]


def test_moving_otherwise_is_no_violation_of_monotonicity(tmp_path: Path) -> None:
    law = voting.law(tmp_path, voting.RUN_OFF, options="3", people="17")
    before = board(
        (6, ranking(1, 2, 3)), (5, ranking(2, 3, 1)), (4, ranking(3, 1, 2)), (2, ranking(2, 1, 3))
    )
    lowered = Moved(tuple((at, ranking(3, 2, 1)) for at in range(4)))
    bench = benches(law, "monotonicity", option=3, person=17)
    assert bench.decided(Trial(before, lowered)) == (0, 2)
    assert facts(bench, "monotonicity", Trial(before, lowered)) is None


def test_a_lot_among_one_leaves_nothing_to_choose(tmp_path: Path) -> None:
    """With five people the compromise may have the fewest first choices, and alone so."""
    law = voting.law(tmp_path, voting.RUN_OFF_BY_LOT, options="3", people="5")
    found = one(law, "condorcet_winner")
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert "chosen" in [step["step"] for step in found.witness["steps"]]


@pytest.mark.parametrize("criterion", ["monotonicity", "condorcet_winner"])
def test_of_few_boards_all_are_tried(tmp_path: Path, criterion: str) -> None:
    """Three people and three options: whoever is preferred to each other has two first choices."""
    law = voting.law(tmp_path, voting.PLURALITY, options="3", people="3")
    found = one(law, criterion)
    assert (found.verdict, found.method) == ("proved", "exhaustion")
    assert not found.vacuous
