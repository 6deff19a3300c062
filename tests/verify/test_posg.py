"""The positioning law: its own properties, in both versions, and what they need."""

import pytest

from compiler.law import Law, load_sound
from runtime.ruleset.properties import LoopEnds, Property
from verify.automatic import Asked, automatic
from verify.obligation import Obligation
from verify.verdicts import verify


@pytest.fixture(scope="module")
def law() -> Law:
    return load_sound("spec/posg")


def stated(law: Law, language: str, name: str) -> Property:
    return next(item for item in law.properties(language) if item.id == name)


def sized(candidates: int) -> list[dict[str, int]]:
    return [{"player": candidates, "candidate": candidates, "voter": 24}]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_property_is_proved_for_every_number_of_candidates(law: Law, language: str) -> None:
    names = ("distinct_squares", "ballots_end", "recounting")
    found = verify(law.rules(language), [stated(law, language, name) for name in names])
    assert [(one.id, one.verdict, one.vacuous, one.scope["candidate"]) for one in found] == [
        (name, "proved", False, size) for name in names for size in (2, 3, 4)
    ]


def test_ballots_of_four_end_by_the_article_on_elimination(law: Law) -> None:
    item = stated(law, "de", "ballots_end")
    found = verify(law.rules("de"), [item], sizes=sized(4))[0]
    assert (found.verdict, found.articles) == ("proved", ("Art. 10 Abs. 1",))


@pytest.mark.slow  # that a norm is needed is seen of a smaller law in test_verdicts.py
def test_without_the_norm_two_candidates_can_share_a_square(law: Law) -> None:
    rules = law.rules("de").model_copy(update={"norms": ()})
    found = verify(rules, [stated(law, "de", "distinct_squares")], sizes=sized(2))[0]
    assert found.verdict == "refuted"
    assert found.witness is not None
    first, second = found.witness["state"]["candidate_square"]
    assert first == second is not None


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_election_of_four_need_not_end(law: Law, language: str) -> None:
    asked = Asked(law.rules(language), sizes=sized(4))
    id = "termination.election"
    found = automatic(asked, kinds=("termination",), wants=lambda one: one == id)
    assert [(one.id, one.verdict, one.method) for one in found] == [(id, "refuted", "lasso")]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("candidates", [2, 3, 4])
def test_the_election_ends_almost_surely(law: Law, language: str, candidates: int) -> None:
    asked = Asked(law.rules(language), sizes=sized(candidates))
    id = "almost_surely.election"
    found = automatic(asked, kinds=("almost_surely",), wants=lambda one: one == id)
    assert [(one.id, one.verdict, one.method) for one in found] == [(id, "proved", "chance")]
    # The loops inside are ranked where they stand; nothing is taken from what is refuted elsewhere.
    assert not any(
        one.startswith(("termination.", "almost_surely.")) for one in found[0].assumptions
    )


@pytest.mark.slow
def test_ballots_and_new_polls_can_go_round_for_ever(law: Law) -> None:
    item = stated(law, "de", "ballots_end")
    assert isinstance(item, LoopEnds)
    found: Obligation = verify(
        law.rules("de"), [item.model_copy(update={"within": ()})], sizes=sized(2)
    )[0]
    assert (found.verdict, found.method) == ("refuted", "lasso")
    assert "Art. 11" in found.articles
    assert found.witness is not None
    assert found.witness["from_start"]
    assert found.witness["comes_back_to"] is not None


@pytest.mark.slow
def test_of_the_votes_given_two_candidates_have_no_loop_without_a_tie(law: Law) -> None:
    chosen = {"majority": "cast"}
    item = stated(law, "de", "ballots_end")
    found = verify(law.rules("de", chosen), [item], sizes=sized(2))[0]
    assert (found.verdict, found.vacuous) == ("proved", True)
