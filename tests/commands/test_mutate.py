"""Changed rules: each kind is noticed by what looks at it, and by nothing where nothing does."""

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from click.testing import CliRunner, Result

from compiler.cases import case_files, elaborate_cases
from compiler.diagnostics import Diagnostics
from compiler.law import Law, load_sound
from tests.commands.pond import write
from tests.verify.english import law_folder
from verify.mutation.changes import KINDS
from verify.mutation.mutants import Mutant, mutants
from verify.mutation.trial import Effort, Trial, Trials
from wortlaut.cli import cli
from wortlaut.tested import tested as worked
from wortlaut.why import OUT_OF_TIME

QUIET = Effort(games=0, verifier=False)
"""Nothing is played at random, and the verifier is not asked."""


@pytest.fixture(scope="module")
def pond(tmp_path_factory: pytest.TempPathFactory) -> Law:
    return load_sound(write(tmp_path_factory.mktemp("pond")))


@cache
def trials(law: Law, effort: Effort, *, cases: bool) -> Trials:
    rules = law.rules("en", {}, None)
    told = elaborate_cases(law, "en", case_files(law, Diagnostics()), Diagnostics())
    played = worked(law, told, {}, None)
    found = [(one.case, one.worked.game.rules) for one in played if one.worked is not None]
    text = law.bare_rules("en", {})
    return Trials(rules, text, found if cases else [], law.properties("en"), effort)


def changed(law: Law, kind: str, before: str = "", after: str = "") -> list[Mutant]:
    """The changes of a kind, of what ``before`` and ``after`` stand in."""
    return [
        one
        for one in mutants(law.rules("en", {}, None))
        if one.key.kind == kind and before in one.key.before and after in one.key.after
    ]


def only(law: Law, kind: str, before: str, after: str = "") -> Mutant:
    (found,) = changed(law, kind, before, after)
    return found


# ---- which changes there are


def test_there_are_changes_of_every_kind(pond: Law) -> None:
    assert {one.key.kind for one in mutants(pond.rules("en", {}, None))} == set(KINDS)


def test_each_is_another_law_in_one_place_with_an_id_of_its_own(pond: Law) -> None:
    rules = pond.rules("en", {}, None)
    found = mutants(rules)
    assert len({one.id for one in found}) == len({one.key for one in found}) == len(found)
    for one in found:
        assert one.rules != rules
        fields = [
            name
            for name in type(rules).model_fields
            if getattr(one.rules, name) != getattr(rules, name)
        ]
        assert len(fields) == 1
        assert one.id.startswith(f"mutant.{one.key.kind}.{one.key.ref}.")


def test_an_id_does_not_depend_on_what_else_is_asked_for(pond: Law) -> None:
    rules = pond.rules("en", {}, None)
    some = mutants(rules, ["drop_update"])
    assert some == [one for one in mutants(rules) if one.key.kind == "drop_update"]


def test_numbers_are_weakened_and_strengthened_elements_only_turned(pond: Law) -> None:
    pairs = {(one.key.before, one.key.after) for one in changed(pond, "change_comparison")}
    assert ("leaf(f) = leaf(g)", "leaf(f) ≥ leaf(g)") in pairs
    assert ("leaf(f) > 0", "leaf(f) ≥ 0") in pairs
    assert ("leaf(f) > 0", "leaf(f) < 0") not in pairs


def test_of_what_a_supplement_settles_the_order_of_the_rest_is_the_texts(tmp_path: Path) -> None:
    (tmp_path / "supplements.law").write_text(
        'supplements Queue\n\nsupplement custom "So it was."\n  fills order of Art. 1: in turn\n'
    )
    text = """
law Queue | Rules of the queue
Art. 1
  | Those who wait are served.
  set guest: 2
  state waits(guest): 0..4
  flow service:
    in open order every guest g with waits(g) < 4:
      waits(g) := 4
    end served
"""
    kinds = {"set": "guest", "state": "waits", "flow": "service", "outcome": "served"}
    law = law_folder(tmp_path, text, kinds, 'property p "So."\n  always yes')
    found = changed(law, "change_comparison", "waits(g) < 4")
    assert [one.supplement for one in found] == [None]


def test_a_set_as_large_as_another_follows_it(pond: Law) -> None:
    sets = only(pond, "shift_number", "frog 2..3", "frog 1..3").rules.sets
    assert (sets["lily"].low, sets["lily"].high) == (1, 3)


@pytest.mark.slow
def test_the_order_is_the_same_whatever_the_seed_of_hashes(tmp_path: Path) -> None:
    path = write(tmp_path / "pond")
    script = (
        "import sys; from compiler.law import load_sound; from verify.mutation.mutants import *\n"
        "print([(m.id, m.key) for m in mutants(load_sound(sys.argv[1]).rules('en', {}, None))])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", script, path],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


# ---- what notices them


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_of_each_kind_is_noticed_by_a_case_and_by_nothing_without_it(
    pond: Law, kind: str
) -> None:
    judged = [trials(pond, QUIET, cases=True).judge(one) for one in changed(pond, kind)]
    killed = [one for one in judged if one.by == "case"]
    assert killed
    assert {one.outcome for one in killed} == {"killed"}
    assert {one.id for one in killed} <= {"Both eat.", "One of three stays hungry."}
    again = [trials(pond, QUIET, cases=False).judge(one.mutant) for one in killed]
    assert {one.outcome for one in again} == {"survived"}


def test_a_game_that_breaks_off_notices(pond: Law) -> None:
    mutant = only(pond, "drop_precedence", "departs from 4")
    found = trials(pond, Effort(verifier=False), cases=False).judge(mutant)
    assert (found.outcome, found.by, found.id) == ("killed", "game", "conflict.3")


def test_an_obligation_notices(pond: Law) -> None:
    mutant = only(pond, "drop_norm", "")
    found = trials(pond, Effort(games=0), cases=False).judge(mutant)
    assert (found.outcome, found.by, found.id) == ("killed", "obligation", "apart")


def test_a_change_that_changes_nothing_is_set_apart(pond: Law) -> None:
    mutant = only(pond, "drop_condition", "(leaf(f) > 1) and (leaf(f) > 0)", "leaf(f) > 1")
    assert trials(pond, QUIET, cases=True).judge(mutant).outcome == "equal"
    other = only(pond, "drop_guard", "meals < 5")
    assert trials(pond, QUIET, cases=True).judge(other).outcome == "survived"


def test_what_takes_too_long_is_undecided(pond: Law) -> None:
    slow = Effort(games=100_000, seconds=0.2, verifier=False)
    found = Trials(pond.rules("en", {}, None), pond.bare_rules("en", {}), [], [], slow)
    found.played = trials(pond, QUIET, cases=False).played
    judged = found.judge(only(pond, "drop_guard", "meals < 5"))
    assert judged == Trial(judged.mutant, "undecided", detail="0.2 s were used up")


# ---- the command


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["mutate", *arguments, "--quick"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def data(path: str, *options: str) -> tuple[int, dict[str, Any]]:
    result = run(path, "--format", "json", *options)
    return result.exit_code, json.loads(result.stdout)


def accepted(ids: list[str]) -> str:
    return "".join(f'[[finding]]\nid = "{id}"\nreason = "known"\n' for id in ids)


def test_what_survives_is_a_finding_until_it_is_explained(tmp_path: Path) -> None:
    status, result = data(write(tmp_path / "one"))
    survivors = [one["id"] for one in result["mutants"] if one["outcome"] == "survived"]
    assert status == 1
    assert survivors
    path = write(tmp_path / "two", accepted=accepted(survivors))
    status, result = data(path)
    assert (status, result["stale"]) == (0, [])
    marked = [one["id"] for one in result["mutants"] if one["accepted"] == "known"]
    assert marked == survivors


def test_what_was_tried_counts_though_the_time_is_used_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, tried = Trials.judge, []

    def held(trials: Trials, mutant: Mutant) -> Trial:
        while tried:
            sleep(0.01)
        tried.append(mutant.id)
        return judge(trials, mutant)

    monkeypatch.setattr(Trials, "judge", held)
    path = write(tmp_path / "pond", accepted=accepted(["mutant.drop_norm.9.1"]))
    options = ("--only", "drop_norm", "--only", "drop_update", "--total", "4", "--fresh")
    status, result = data(path, *options)
    assert (status, result["broken_off"]) == (3, OUT_OF_TIME)
    assert [(one["id"], one["outcome"]) for one in result["mutants"]] == [(*tried, "killed")]
    assert result["stale"] == []


def test_an_explanation_of_what_is_noticed_or_not_there_is_stale(tmp_path: Path) -> None:
    ids = ["mutant.drop_norm.1.1", "mutant.drop_norm.9.1"]
    path = write(tmp_path / "pond", accepted=accepted(ids))
    status, result = data(path)
    assert (status, [one["id"] for one in result["stale"]]) == (1, ids)
    _, result = data(path, "--only", "drop_update")
    assert result["stale"] == []
    _, result = data(path, "--only", "drop_norm")
    assert [one["id"] for one in result["stale"]] == ids[:1]


def test_an_explanation_of_what_only_an_obligation_notices_may_stay(tmp_path: Path) -> None:
    path = write(tmp_path / "pond", accepted=accepted(["mutant.shift_number.1.1"]))
    options = ["--change", "mutant.shift_number.1.1", "--format", "json"]
    result = CliRunner().invoke(cli, ["mutate", path, *options])
    found = json.loads(result.stdout)
    (mutant,) = found["mutants"]
    assert (mutant["by"], mutant["noticed_by"], mutant["accepted"]) == ("obligation", "apart", None)
    assert (result.exit_code, found["stale"]) == (0, [])
    status, found = data(path, *options)
    assert (status, found["mutants"][0]["accepted"]) == (0, "known")


def test_other_commands_leave_such_explanations_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "pond", accepted=accepted(["mutant.drop_norm.9.1"]))
    result = CliRunner().invoke(cli, ["verify", path, "--property", "apart", "--format", "json"])
    assert json.loads(result.stdout)["stale"] == []


def test_a_sample_depends_on_the_seed_alone(tmp_path: Path) -> None:
    path = write(tmp_path / "pond")
    drawn = [
        [one["id"] for one in data(path, "--limit", "5", "--seed", seed)[1]["mutants"]]
        for seed in ("1", "1", "2")
    ]
    assert len(drawn[0]) == 5
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_case_that_the_law_fails_is_left_out_and_reported(tmp_path: Path) -> None:
    path = write(tmp_path / "pond")
    cases = Path(path) / "cases" / "en.law"
    cases.write_text(cases.read_text("utf-8").replace("meals = 2", "meals = 3"), "utf-8")
    status, result = data(path, "--only", "drop_norm")
    assert result["versions"][0]["cases_failed"] == ["Both eat."]
    assert status == 1


def test_one_change_alone_and_none_of_that_name(tmp_path: Path) -> None:
    path = write(tmp_path / "pond")
    _, result = data(path, "--change", "mutant.drop_norm.1.1")
    assert [one["noticed_by"] for one in result["mutants"]] == ["Both eat."]
    assert run(path, "--change", "mutant.drop_norm.9.9").exit_code == 2


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "nothing notices"), ("de", "nichts bemerkt"), ("fr", "rien ne remarque")],
)
def test_it_is_told_in_each_language(tmp_path: Path, language: str, words: str) -> None:
    result = run(write(tmp_path / "pond"), "--only", "drop_guard", "--messages", language)
    assert words in result.stdout
    assert "mutant.drop_guard.2.1" in result.stdout
