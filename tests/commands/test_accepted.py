"""Findings that are accepted do not count; what no longer occurs is a finding itself."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tests.commands.garden_rules import WATERED, decide_nothing, write
from wortlaut.cli import cli
from wortlaut.why import OUT_OF_TIME


def run(folder: Path, accepted: str | None, command: str) -> tuple[int, dict[str, Any]]:
    name, *options = command.split()
    path = write(folder, accepted)
    result = CliRunner().invoke(cli, [name, path, *options, "--format", "json"])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, json.loads(result.stdout)


def entry(id: str, **more: str) -> str:
    lines = [f"{key} = {value}" for key, value in more.items()]
    return "\n".join(["[[finding]]", f'id = "{id}"', 'reason = "known"', *lines, ""])


def reasons(result: dict[str, Any]) -> set[tuple[str, str, str | None]]:
    return {(one["id"], one["language"], one["accepted"]) for one in result["obligations"]}


def test_without_the_file_nothing_is_accepted(tmp_path: Path) -> None:
    status, result = run(tmp_path, None, "verify")
    assert status == 1
    assert {accepted for _, _, accepted in reasons(result)} == {None}
    assert result["stale"] == []


@pytest.mark.parametrize("command", ["verify", "compare"])
def test_what_is_accepted_does_not_count(tmp_path: Path, command: str) -> None:
    status, result = run(tmp_path, WATERED, command)
    assert (status, result["stale"]) == (0, [])


def test_verdicts_are_marked_with_the_reason_and_stay_what_they_are(tmp_path: Path) -> None:
    _, result = run(tmp_path, WATERED, "verify")
    assert ("no_more_than_four", "de", "the German version") in reasons(result)
    assert ("no_more_than_four", "en", None) in reasons(result)
    refuted = [one for one in result["obligations"] if one["id"] == "no_more_than_three"]
    assert {one["verdict"] for one in refuted} == {"refuted"}
    assert all(one["witness"] for one in refuted)


def test_differences_have_ids_and_are_marked(tmp_path: Path) -> None:
    _, result = run(tmp_path, WATERED, "compare")
    row = next(one for one in result["paragraphs"] if one["ref"] == "2")
    assert (row["id"], row["accepted"]) == (
        "compare.2.de+en",
        "we are watering as we always have",
    )
    assert [(one["id"], one["accepted"]) for one in row["wording"]] == [
        ("wording.numbers.2.de+en", "see there")
    ]


def test_audit_knows_them_too(tmp_path: Path) -> None:
    path = write(tmp_path, WATERED)
    result = CliRunner().invoke(cli, ["audit", path])
    assert result.exit_code == 0, result.output
    assert "the German version" in result.stdout
    path = write(tmp_path / "stale", WATERED + entry("compare.1.de+en"))
    result = CliRunner().invoke(cli, ["audit", path])
    assert result.exit_code == 1
    assert "accepted but no longer found: compare.1.de+en" in result.stdout


def test_an_audit_for_programs_has_the_three_reports(tmp_path: Path) -> None:
    path = write(tmp_path, WATERED)
    result = CliRunner().invoke(cli, ["audit", path, "--format", "json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert list(found) == ["check", "verify", "compare"]
    assert found["check"]["diagnostics"] == []
    assert {one["language"] for one in found["verify"]["obligations"]} == {"de", "en"}
    assert found["compare"]["languages"] == ["de", "en"]
    (tmp_path / "en.law").write_text("law Garden | Rules\nArt. 1\n  set :\n", "utf-8")
    result = CliRunner().invoke(cli, ["audit", path, "--format", "json"])
    assert (result.exit_code, result.stderr) == (2, "")
    found = json.loads(result.stdout)
    assert found["check"]["diagnostics"]
    assert (found["verify"], found["compare"]) == (None, None)


def test_an_audit_without_time_to_verify_compares_all_the_same(tmp_path: Path) -> None:
    path = write(tmp_path, WATERED)
    arguments = ["audit", path, "--fresh", "--total", "0.01", "--format", "json"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exit_code == 3, result.output
    found = json.loads(result.stdout)
    assert found["verify"]["broken_off"] == OUT_OF_TIME
    assert found["compare"]["languages"] == ["de", "en"]


@pytest.mark.parametrize(
    "restriction",
    [{"language": '"de"'}, {"sizes": "{bed = 2}"}, {"readings": '{amount = "little"}'}],
)
def test_a_restriction_leaves_the_rest_a_finding(
    tmp_path: Path, restriction: dict[str, str]
) -> None:
    status, result = run(
        tmp_path,
        entry("no_more_than_three", **restriction),
        "verify --property no_more_than_three",
    )
    assert status == 1
    accepted = [one["accepted"] is not None for one in result["obligations"]]
    assert not all(accepted)
    assert any(accepted) == ("readings" not in restriction)


STALE = {
    "proved": (entry("no_more_than_four", language='"en"'), "verify"),
    "misspelt": (entry("no_more_than_for"), "verify"),
    "only in the other version": (entry("no_more_than_four", language='"en"'), "verify"),
    "another size": (entry("no_more_than_three", sizes="{bed = 4}"), "verify"),
    "in use by name": (entry("gone", readings='{amount = "plenty"}'), "verify"),
    "looked for": (
        entry("no_more_than_four", language='"en"'),
        "verify --property no_more_than_four --language en",
    ),
    "every reading": (entry("gone", readings='{amount = "little"}'), "verify --all-readings"),
    "given reading": (entry("gone", readings='{amount = "little"}'), "verify --reading amount=little"),
    "refuted, not unknown": (entry("no_more_than_three", verdict='"unknown"'), "verify"),
    "versions the same": (entry("compare.1.de+en"), "compare"),
    "no such versions": (entry("compare.2.de+fr"), "compare"),
    "no versions": (entry("wording.numbers.2"), "compare"),
}  # fmt: skip

HIDDEN = {
    "another property": (
        entry("gone"),
        "verify --property no_more_than_four --language en",
    ),
    "another language": (entry("gone", language='"de"'), "verify --language en"),
    "every language": (entry("gone"), "verify --language en"),
    "other readings": (entry("gone"), "verify --reading amount=little"),
    "readings not in use": (entry("gone", readings='{amount = "little"}'), "verify"),
    "bare text": (entry("gone"), "verify --no-supplements"),
    "of the comparison": (entry("compare.1.de+en"), "verify"),
    "of the verdicts": (entry("gone"), "compare"),
}


@pytest.mark.parametrize("name", STALE)
def test_an_entry_that_accepts_nothing_is_a_finding(tmp_path: Path, name: str) -> None:
    accepted, command = STALE[name]
    status, result = run(tmp_path, accepted, command)
    assert status == 1
    assert [f'id = "{one["id"]}"' in accepted for one in result["stale"]] == [True]


@pytest.mark.parametrize("name", HIDDEN)
def test_a_run_says_nothing_of_what_it_left_out(tmp_path: Path, name: str) -> None:
    accepted, command = HIDDEN[name]
    _, result = run(tmp_path, accepted, command)
    assert result["stale"] == []


@pytest.mark.parametrize("verdict", ["found", "unknown"])
def test_unknown_is_accepted_only_in_so_many_words(
    tmp_path: Path, verdict: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    decide_nothing(monkeypatch)
    status, result = run(
        tmp_path,
        entry("no_more_than_four", verdict=f'"{verdict}"', language='"en"'),
        "verify --property no_more_than_four --language en",
    )
    assert {one["verdict"] for one in result["obligations"]} == {"unknown"}
    assert (status, result["stale"]) == (0 if verdict == "unknown" else 3, [])
