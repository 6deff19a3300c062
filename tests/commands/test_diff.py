"""``wortlaut diff`` says what an amendment changes, and ``--amend`` amends for every command."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from compiler.law import Law
from tests.compiler.amendments.ferry import amendment, folder
from wortlaut.cli import cli
from wortlaut.jobs import Request
from wortlaut.verification import verdicts
from wortlaut.why import INTERRUPTED, OUT_OF_TIME

RAISED = ["Art. 2 sentence 3 is amended as follows:", "  | A trip costs {}.", "  flow trip:"]

LAMP = """law Lamp | The lamp
Art. 1
  | The lamp has a level.
  state level: 0..9
  flow evening:
    decide shine
Art. 2
  para. 1
    | With no oil it is dark.
    rule in decision shine when level = 0:
      end dark
"""
LAMP_GLOSSARY = "".join(
    f'[{name}]\nkind = "{kind}"\n'
    for name, kind in (
        ("level", "state"),
        ("evening", "flow"),
        ("shine", "decision"),
        ("dark", "outcome"),
    )
)
OTHER_LAMP = """amendment Lamp | Another rule

Art. 2 para. 1 is repealed

Art. 2 para. 2 is inserted:
  | With some oil it is dark.
  rule in decision shine when level > 0:
    end dark
"""


def run(*words: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout, result.stderr


def costs(path: Path, name: str, value: str) -> None:
    """An amendment of both versions by which a trip costs ``value``."""
    head, text, flow = RAISED
    amendment(path, name, head, text.format(value), flow, f"    fare := {value}")
    amendment(
        path,
        name,
        "Art. 2 Satz 3 wird wie folgt geändert:",
        f"  | Eine Fahrt kostet {value}.",
        "  ablauf Fahrt:",
        f"    Preis := {value}",
        code="de",
    )


def diff(path: Path, *words: str) -> tuple[int, dict[str, Any]]:
    law = str(folder(path))
    status, out, _ = run("diff", law, *words, "--format", "json")
    found: dict[str, Any] = json.loads(out)
    return status, found


def test_a_change_of_meaning_is_shown_with_a_case(tmp_path: Path) -> None:
    costs(tmp_path, "dear", "5")
    status, found = diff(tmp_path, "--amend", "dear")
    assert status == 0
    assert [one["name"] for one in found["amendments"]] == ["dear"]
    assert set(found["changes"]) == {"de", "en"}
    (row,) = found["changes"]["en"]
    assert (row["ref"], row["text_differs"]) == ("2", True)
    assert row["relation"] != "equal"
    assert row["witness"] is not None
    assert found["law_hash"]["before"] != found["law_hash"]["after"]


def test_a_change_of_words_alone_changes_nothing(tmp_path: Path) -> None:
    amendment(
        tmp_path,
        "words",
        "Art. 3 is amended as follows:",
        "  | One of the seats is taken.",
        "  flow trip:",
        "    open choice s from seat",
        "    taken(s) := yes",
    )
    status, found = diff(tmp_path, "--amend", "words", "--language", "en")
    assert status == 0
    (row,) = found["changes"]["en"]
    assert (row["ref"], row["relation"], row["text_differs"]) == ("3", "equal", True)
    assert found["consequence"] == []
    assert found["verdicts"]["changed"] == []


def test_a_rule_that_is_repealed_does_not_become_the_one_that_is_inserted(tmp_path: Path) -> None:
    (tmp_path / "en.law").write_text(LAMP, "utf-8")
    (tmp_path / "en.txt").write_text(
        "The lamp\nArt. 1\nThe lamp has a level.\nArt. 2\nWith no oil it is dark.\n", "utf-8"
    )
    (tmp_path / "glossary.toml").write_text(LAMP_GLOSSARY, "utf-8")
    (tmp_path / "amendments").mkdir()
    (tmp_path / "amendments" / "other.en.law").write_text(OTHER_LAMP, "utf-8")
    words = ("diff", str(tmp_path), "--amend", "other")
    found = json.loads(run(*words, "--format", "json")[1])
    relations = {one["ref"]: one["relation"] for one in found["changes"]["en"]}
    # Each law is the narrower one where it alone says something.
    assert relations == {"2.1": "before_narrower", "2.2": "after_narrower"}
    out = run(*words)[1]
    assert "Art. 2 para. 1 repealed" in out
    assert "Art. 2 para. 2 inserted" in out


def test_a_verdict_that_is_lost_is_a_finding(tmp_path: Path) -> None:
    costs(tmp_path, "dear", "7")
    status, found = diff(tmp_path, "--amend", "dear", "--property", "cheap")
    assert status == 1
    changed = {(one["language"], one["id"]): one for one in found["verdicts"]["changed"]}
    assert set(changed) == {("de", "cheap"), ("en", "cheap")}
    assert {(one["before"], one["after"]) for one in changed.values()} == {("proved", "refuted")}


def test_a_verdict_that_is_gained_is_none(tmp_path: Path) -> None:
    costs(tmp_path, "free", "0")
    words = ("--amend", "free", "--property", "cheap", "--property", "gratis")
    status, found = diff(tmp_path, *words)
    assert status == 0
    changed = found["verdicts"]["changed"]
    assert {(one["id"], one["before"], one["after"]) for one in changed} == {
        ("gratis", "refuted", "proved")
    }
    assert (len(changed), found["verdicts"]["unchanged"]) == (2, 2)


def test_what_a_run_did_not_get_to_is_no_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def short(law: Law, request: Request) -> dict[str, Any]:
        found = verdicts(law, request)
        if not law.amendments:
            late, _, reached = found["obligations"]
            late |= {"verdict": "unknown", "detail": OUT_OF_TIME}
            found |= {"obligations": [late, reached], "broken_off": OUT_OF_TIME}
        return found

    costs(tmp_path, "free", "0")
    monkeypatch.setattr("wortlaut.amending.verdicts", short)
    wanted = [part for one in ("cheap", "filled", "gratis") for part in ("--property", one)]
    status, found = diff(tmp_path, "--amend", "free", "--language", "en", *wanted)
    assert status == 3
    assert found["broken_off"] == OUT_OF_TIME
    assert found["verdicts"] == {"changed": [], "unchanged": 1, "brief": False}


def test_whoever_interrupts_it_waits_for_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def interrupted(law: Law, request: Request) -> dict[str, Any]:
        asked.append(law)
        return {"broken_off": INTERRUPTED}

    monkeypatch.setattr("wortlaut.amending.verdicts", interrupted)
    costs(tmp_path, "dear", "9")
    status, out, _ = run("diff", str(folder(tmp_path)), "--amend", "dear")
    assert (status, out, len(asked)) == (130, "", 1)


def test_a_property_that_falls_away_is_no_longer_asked(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 1 para. 2 is repealed")
    amendment(tmp_path, "a", "Art. 1 Abs. 2 wird aufgehoben", code="de")
    status, found = diff(tmp_path, "--amend", "a", "--property", "filled", "--property", "cheap")
    assert status == 0
    changed = found["verdicts"]["changed"]
    assert {(one["id"], one["before"], one["after"]) for one in changed} == {
        ("filled", "proved of nothing", None)
    }
    assert [one["heading"] for one in found["notes"]] == ["filled"]


def test_an_end_that_changes_is_shown_from_the_same_start(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 3 is repealed")
    amendment(tmp_path, "a", "Art. 3 wird aufgehoben", code="de")
    _, found = diff(tmp_path, "--amend", "a", "--language", "en", "--property", "cheap")
    (one,) = found["consequence"]
    assert (one["kind"], one["point"], one["sides"]) == ("amendment", "a", ["before", "after"])


def test_an_amendment_may_bring_sets_of_its_own(tmp_path: Path) -> None:
    toml = '[kind]\nkind = "set"\n[near]\nkind = "member"\n[far]\nkind = "member"\n'
    toml += '[way]\nkind = "parameter"\n'
    amendment(
        tmp_path,
        "ways",
        "Art. 2 sentence 3 is amended as follows:",
        "  | A trip costs 1, or 5 if it is far.",
        "  set kind: near, far",
        "  parameter way: kind initially far",
        "  flow trip:",
        "    fare := if way = far then 5 otherwise 1",
        toml=toml,
    )
    words = ("--amend", "ways", "--language", "en", "--property", "cheap")
    _, found = diff(tmp_path, *words)
    (one,) = found["consequence"]
    assert one["verdict"] == "outcome_differs"
    assert one["outcomes"][1]["state"]["fare"] == [5]


def test_other_sizes_leave_no_common_start(tmp_path: Path) -> None:
    amendment(
        tmp_path,
        "larger",
        "Art. 1 para. 1 is amended as follows:",
        "  | The ferry has three seats.",
        "  set seat: 3",
        "  state taken(seat)",
    )
    words = ("--amend", "larger", "--language", "en", "--property", "cheap")
    _, found = diff(tmp_path, *words)
    assert [one["ref"] for one in found["changes"]["en"]] == ["1.1"]
    (one,) = found["consequence"]
    assert one["verdict"] == "unknown"
    assert "no size" in one["detail"]


@pytest.mark.parametrize("messages", ["de", "fr", "en"])
def test_a_drafter_can_read_it(tmp_path: Path, messages: str) -> None:
    costs(tmp_path, "dear", "7")
    law = str(folder(tmp_path))
    words = ("--amend", "dear", "--property", "cheap", "--messages", messages)
    status, out, _ = run("diff", law, *words)
    assert status == 1
    assert "Art. 2" in out
    assert "A trip costs 7." in out
    assert "Eine Fahrt kostet 7." in out
    assert {"de": "bisher", "fr": "avant", "en": "before"}[messages] in out
    assert "The fare stays low." in out


def test_without_an_amendment_there_is_nothing_to_say(tmp_path: Path) -> None:
    status, _, err = run("diff", str(folder(tmp_path)))
    assert status == 2
    assert "--amend" in err


def test_every_command_takes_the_law_as_amended(tmp_path: Path) -> None:
    costs(tmp_path, "dear", "7")
    law = str(folder(tmp_path))
    amended = (law, "--amend", "dear")
    status, out, _ = run("check", *amended, "--format", "json")
    assert (status, json.loads(out)["amendments"]) == (0, ["dear"])
    status, out, _ = run("verify", *amended, "--property", "cheap", "--format", "json")
    assert (status, json.loads(out)["law"]) == (1, "ferry+dear")
    assert json.loads(out)["amendments"] == ["dear"]
    status, out, _ = run("compare", *amended, "--format", "json")
    assert json.loads(out)["versions"]["en"]["amendments"] == ["dear"]
    status, out, _ = run("play", *amended, "--auto", "--format", "json")
    assert (status, json.loads(out)["law"]) == (0, "ferry+dear")
    status, out, _ = run("test", *amended, "--format", "json")
    assert (status, json.loads(out)["amendments"]) == (0, ["dear"])
    states = tmp_path / "states.jsonl"
    states.write_text("{}\n", "utf-8")
    words = ("--flow", "trip", "--states", str(states), "--final-state", "--seed", "1")
    status, out, _ = run("run", *amended, *words)
    assert status == 0
    assert json.loads(out)["state"]["fare"] == 7
    status, out, _ = run("audit", *amended, "--format", "json")
    assert json.loads(out)["verify"]["amendments"] == ["dear"]


def test_what_an_amendment_leaves_without_effect_is_said(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 3 is repealed")
    amendment(tmp_path, "a", "Art. 3 wird aufgehoben", code="de")
    status, _, err = run("verify", str(folder(tmp_path)), "--amend", "a", "--property", "cheap")
    assert status == 0
    assert "supplement “lot”" in err


def test_mistakes_of_an_amendment_end_the_command(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 9 is repealed")
    for name in ("check", "verify", "diff", "play"):
        status, _, err = run(name, str(folder(tmp_path)), "--amend", "a")
        assert status == 2
        assert "Art. 9 is not in the law." in err


def test_an_amendment_is_laid_out_in_the_words_of_its_language(tmp_path: Path) -> None:
    costs(tmp_path, "dear", "7")
    file = folder(tmp_path) / "amendments" / "dear.de.law"
    assert run("fmt", str(file))[0] == 0
    assert "Art. 2 Satz 3 wird wie folgt geändert:\n  | Eine Fahrt" in file.read_text("utf-8")


def test_refutations_of_an_amended_law_become_tests_of_it(tmp_path: Path) -> None:
    costs(tmp_path, "dear", "7")
    file = tmp_path / "test_ferry.py"
    words = ("--amend", "dear", "--property", "cheap", "--as-test", str(file))
    status, _, _ = run("verify", str(folder(tmp_path)), *words)
    assert status == 1
    assert "amendments=('dear',)" in file.read_text("utf-8")
