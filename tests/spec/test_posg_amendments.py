"""The amendments in spec/posg: what each one says, in both versions, and what stays proved."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from compiler.folder import amendments_of
from compiler.law import Law, load_sound
from runtime.batch import Batch
from runtime.interpreter import Game
from runtime.parameters import parameter_values
from runtime.players import playout
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes, sizes
from runtime.trace import trace
from verify.verdicts import verify

ALL = {
    "majority_of_votes_cast": ("majority_of_votes_cast",),
    "no_elimination_on_tie": ("no_elimination_on_tie",),
    "lots_instead_of_abstention": ("lots_instead_of_abstention",),
    "no_moves_in_poll_rounds": ("no_moves_in_poll_rounds",),
    "deduction_as_setting": ("deduction_as_setting",),
    "deduction_from_each": ("deduction_as_setting", "deduction_from_each"),
    "squares_kept_after_voting": ("squares_kept_after_voting",),
}
"""Each amendment, with those that it is made after."""

LANGUAGES = ("de", "fr")
languages = pytest.mark.parametrize("language", LANGUAGES)


@cache
def law(*amendments: str) -> Law:
    return load_sound("spec/posg", amendments)


@cache
def rules(language: str, *amendments: str) -> RuleSet:
    return law(*amendments).rules(language)


def ended(
    rules: RuleSet,
    flow: str,
    state: dict[str, Any],
    settings: dict[str, int] | None = None,
    seed: int = 1,
) -> dict[str, Any]:
    """How a flow ends from a state, with what every voter and candidate holds then."""
    found = parameter_values(rules, sizes(rules), settings or {})
    batch = Batch(rules, flow, found, seed=seed, with_trace=True, with_state=True)
    answer: dict[str, Any] = batch.answer(json.dumps(state), 1)
    assert "error" not in answer, answer
    return answer


def board(candidates: list[list[int]], *voters: tuple[int, list[int]]) -> dict[str, Any]:
    """Where candidates and voters stand, voters as so many on a square."""
    placed = [square for count, square in voters for _ in range(count)]
    return {"candidate_square": candidates, "voter_square": placed}


def test_every_amendment_of_the_folder_is_here() -> None:
    assert set(amendments_of(law().folder)) == set(ALL)


@pytest.mark.parametrize("name", ALL)
def test_an_amendment_is_sound_in_both_versions(name: str) -> None:
    found = law(*ALL[name])
    assert set(found.amendments[-1].trees) == set(LANGUAGES)
    assert all(one.severity == "warning" for one in found.notes)
    assert not any(s.status == "open" for v in found.versions.values() for s in v.coverage)
    assert found.hash != law().hash


@pytest.mark.parametrize("name", ALL)
def test_an_amendment_is_laid_out_as_fmt_lays_it_out(name: str) -> None:
    from compiler.diagnostics import Diagnostics
    from compiler.format import formatted

    for code, file in law(*ALL[name]).amendments[-1].files.items():
        text = Path(file).read_text("utf-8")
        assert formatted(text, code, file, Diagnostics()) == text


@languages
@pytest.mark.parametrize("name", ALL)
def test_art_5_no_two_candidates_share_a_square_stays_proved(name: str, language: str) -> None:
    found = law(*ALL[name])
    one = next(p for p in found.properties(language) if p.id == "distinct_squares")
    amended = rules(language, *ALL[name])
    (answer,) = verify(amended, [one], sizes=[next(iter(all_sizes(amended)))])
    assert (answer.verdict, answer.vacuous) == ("proved", False)


@pytest.mark.slow
@languages
@pytest.mark.parametrize("name", ALL)
def test_art_9_ballots_end_unless_nobody_is_eliminated(name: str, language: str) -> None:
    amended = rules(language, *ALL[name])
    one = next(p for p in law(*ALL[name]).properties(language) if p.id == "ballots_end")
    two, three, _ = all_sizes(amended)
    (answer,) = verify(amended, [one], sizes=[three])
    expected = "refuted" if name == "no_elimination_on_tie" else "proved"
    assert (answer.verdict, answer.vacuous) == (expected, False)
    (answer,) = verify(amended, [one], sizes=[two])
    assert (answer.verdict, answer.vacuous) == ("proved", name == "majority_of_votes_cast")


@languages
def test_art_8_2_ballots_end_though_one_voter_after_the_other_draws_lots(language: str) -> None:
    name = "lots_instead_of_abstention"
    one = next(p for p in law(name).properties(language) if p.id == "ballots_end")
    for answer in verify(rules(language, name), [one]):
        assert (answer.verdict, answer.vacuous) == ("proved", False)


# C has the most votes; those of nobody in particular are between A and B.
WAVERING = board([[8, 7], [4, 7], [3, 7]], (7, [8, 7]), (11, [3, 7]), (6, [6, 6]))


@languages
def test_art_2_1_half_of_the_votes_cast_elects(language: str) -> None:
    before = ended(rules(language), "election", WAVERING)
    after = ended(rules(language, "majority_of_votes_cast"), "election", WAVERING)
    assert (before["end"], before["elected"]) == ("elected", 0)
    assert (after["end"], after["elected"]) == ("elected", 2)


@languages
def test_art_2_1_that_is_one_of_the_readings_of_the_law(language: str) -> None:
    reading = law().rules(language, {"majority": "cast"})
    amended = rules(language, "majority_of_votes_cast")
    assert reading.definitions["absolute_majority"] == amended.definitions["absolute_majority"]


TIE_FOR_FEWEST = board([[2, 2], [12, 2], [7, 12]], (10, [2, 2]), (7, [12, 2]), (7, [7, 12]))


@languages
def test_art_10_1_nobody_is_eliminated_if_several_have_the_fewest(language: str) -> None:
    before = ended(rules(language), "election", TIE_FOR_FEWEST)
    after = ended(rules(language, "no_elimination_on_tie"), "election", TIE_FOR_FEWEST)
    assert (before["end"], before["elected"]) == ("elected", 0)
    assert after["end"] == "loop"
    assert not any(after["state"]["eliminated"])


@languages
def test_art_10_1_a_single_one_with_the_fewest_still_is(language: str) -> None:
    votes = board([[2, 2], [12, 2], [7, 12]], (10, [2, 2]), (8, [12, 2]), (6, [7, 12]))
    after = ended(rules(language, "no_elimination_on_tie"), "election", votes)
    assert after["state"]["eliminated"][2]
    assert not after["state"]["eliminated"][0]


@languages
def test_art_8_2_lots_instead_of_abstention(language: str) -> None:
    before = ended(rules(language), "determination", WAVERING)
    assert before["state"]["vote"].count(None) == 6
    amended = rules(language, "lots_instead_of_abstention")
    drawn = [ended(amended, "determination", WAVERING, seed=n)["state"]["vote"] for n in (1, 2, 3)]
    assert all(votes.count(None) == 0 for votes in drawn)
    assert all(set(votes[-6:]) <= {0, 1} and votes[:7] == [0] * 7 for votes in drawn)
    assert len({tuple(votes) for votes in drawn}) > 1


@languages
def test_art_10_3_there_are_no_abstentions_to_judge_anew(language: str) -> None:
    amended = rules(language, "lots_instead_of_abstention")
    assert "10.3" not in amended.paragraphs
    end = ended(amended, "election", WAVERING)
    assert all(step["ref"] != "10.3" for step in end["trace"])


@languages
def test_art_7_2_nobody_moves_in_the_poll_rounds(language: str) -> None:
    amended = rules(language, "no_moves_in_poll_rounds")
    assert "7.2" not in amended.paragraphs
    assert "neighbours" not in amended.definitions
    game = Game(amended, "game", {"candidate": 2})
    steps = trace(amended, playout(game, 1).steps)
    assert {step.ref for step in steps} >= {"7.1"}
    assert "7.2" not in {step.ref for step in steps}
    assert "7.2" in {step.ref for step in trace(rules(language), _steps(language))}


def _steps(language: str) -> Any:
    return playout(Game(rules(language), "game", {"candidate": 2}), 1).steps


@languages
@pytest.mark.parametrize(("mode", "deducted"), [(0, 3), (1, 6)])
def test_art_11_three_in_all_or_from_each(language: str, mode: int, deducted: int) -> None:
    amended = rules(language, "deduction_as_setting")
    votes = board([[2, 2], [12, 12]], (12, [2, 2]), (12, [12, 12]))
    votes |= {"vote": [0] * 12 + [1] * 12}
    end = ended(amended, "deduction", votes, {"deduction_mode": mode})
    assert end["state"]["vote"].count(None) == deducted
    assert end["state"]["voter_square"].count(None) == deducted
    if mode:
        assert end["state"]["vote"].count(0) == end["state"]["vote"].count(1) == 9


@languages
def test_art_11_the_setting_is_another_one_after_a_second_amendment(language: str) -> None:
    modes = [
        rules(language, *names).parameters["deduction_mode"].default
        for names in (ALL["deduction_as_setting"], ALL["deduction_from_each"])
    ]
    assert modes == [0, 1]


@languages
def test_art_8_3_a_voter_keeps_the_square(language: str) -> None:
    before = ended(rules(language), "determination", WAVERING)
    after = ended(rules(language, "squares_kept_after_voting"), "determination", WAVERING)
    away = board([[8, 7], [4, 7], [3, 7]], (24, [12, 7]))
    moved = ended(rules(language), "determination", away)
    kept = ended(rules(language, "squares_kept_after_voting"), "determination", away)
    assert before["state"]["vote"] == after["state"]["vote"]
    assert moved["state"]["voter_square"] == [[8, 7]] * 24
    assert kept["state"]["voter_square"] == away["voter_square"]
