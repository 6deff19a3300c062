"""The positioning law and the criteria of social choice: boards worked out by hand."""

import pytest

from compiler.law import Law, load_sound
from runtime.ruleset.properties import Meets
from verify.criteria.bench import Bench
from verify.criteria.boards import Board, Place
from verify.criteria.claims import Benches, LastGone, Trial, facts
from verify.criteria.verdict import asked
from verify.limits import Limit
from verify.search import Budget
from verify.symbolic import Scope
from verify.verdicts import one_verdict

VERSIONS = pytest.mark.parametrize("language", ["de", "fr"])
Square = tuple[int, int]


@pytest.fixture(scope="module")
def law() -> Law:
    return load_sound("spec/posg")


def claim(law: Law, language: str, name: str) -> Meets:
    (item,) = (one for one in law.properties(language) if one.id == name)
    assert isinstance(item, Meets)
    return item


def on(law: Law, language: str, name: str, candidates: int) -> Benches:
    scope = Scope(law.rules(language), {"candidate": candidates, "player": candidates, "voter": 24})
    bench = Bench(scope, claim(law, language, name).profile)
    return Benches(bench, bench.fewer("candidate"))


def board(candidates: list[Square], *voters: tuple[int, Square]) -> Board:
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(candidates)
    squares = [square for count, square in voters for _ in range(count)]
    electors = tuple(Place((square,), nothing) for square in squares)
    return Board(electors, tuple((square,) for square in candidates), ())


@VERSIONS
def test_abstaining_voters_cost_the_better_one_its_place(law: Law, language: str) -> None:
    # 17 are 3 steps, and 5 straight ones, from A and from B: they abstain, and both drop out.
    between = board([(2, 5), (7, 10), (7, 11)], (17, (5, 7)), (7, (7, 11)))
    found = facts(on(law, language, "condorcet_winner", 3), "condorcet_winner", Trial(between))
    assert found == [
        {"fact": "pair", "first": 1, "second": 0, "for": 7, "against": 0},
        {"fact": "pair", "first": 1, "second": 2, "for": 17, "against": 7},
        {"fact": "winner", "run": 0, "alternative": 2},
    ]


@VERSIONS
def test_who_loses_to_everybody_may_be_elected(law: Law, language: str) -> None:
    # 19 are 2 steps, and 3 straight ones, from B and from C; only A has votes at all.
    between = board([(6, 7), (12, 10), (12, 6)], (19, (11, 8)), (5, (6, 7)))
    found = facts(on(law, language, "condorcet_loser", 3), "condorcet_loser", Trial(between))
    assert found is not None
    assert found[-1] == {"fact": "winner", "run": 0, "alternative": 0}


@VERSIONS
def test_two_candidates_side_by_side_drop_out_together(law: Law, language: str) -> None:
    # A and C have 7 votes each, fewer than B; without C, A has 14 and is elected.
    split = board([(2, 2), (9, 4), (2, 3)], (7, (2, 2)), (10, (9, 4)), (7, (2, 3)))
    trial = Trial(split, LastGone())
    for name in ("clones", "losing_alternatives"):
        found = facts(on(law, language, name, 3), name, trial)
        assert found is not None
        assert [fact["alternative"] for fact in found[-2:]] == [1, 0]


@VERSIONS
@pytest.mark.parametrize("name", ["neutrality", "anonymity", "mirroring"])
def test_numbers_and_mirrors_change_nothing(law: Law, language: str, name: str) -> None:
    for candidates in (2, 3, 4):
        scope = on(law, language, name, candidates).main.scope
        found = one_verdict(scope, claim(law, language, name), Limit(), Budget())
        assert (found.verdict, found.method) == ("proved", "symmetry")


@VERSIONS
def test_what_compares_two_numbers_of_candidates_starts_at_three(law: Law, language: str) -> None:
    item = claim(law, language, "clones")
    assert [asked(on(law, language, "clones", n).main.scope, item) for n in (2, 3, 4)] == [
        False,
        True,
        True,
    ]


@pytest.mark.slow
@VERSIONS
@pytest.mark.parametrize("candidates", [2, 3, 4])
def test_more_than_half_prevail(law: Law, language: str, candidates: int) -> None:
    scope = on(law, language, "majority", candidates).main.scope
    found = one_verdict(scope, claim(law, language, "majority"), Limit(), Budget())
    assert (found.verdict, found.method, found.vacuous) == ("proved", "execution", False)
