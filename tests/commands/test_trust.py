"""What a verdict can be checked with, and runs that are broken off."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.commands.garden_rules import WATERED, write
from verify import verdicts
from wortlaut.cli import cli

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["verify", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


# ---- every question as a file


def files(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): path.read_text("utf-8") for path in folder.rglob("*.smt2")
    }


def test_questions_are_written_by_obligation_and_always_alike(tmp_path: Path) -> None:
    law = write(tmp_path / "law")
    written = []
    for name in ("one", "two"):
        assert run(law, "--smtlib", str(tmp_path / name)).exit_code == 1
        written.append(files(tmp_path / name))
    assert written[0] == written[1]
    assert "de/no_more_than_three@bed=2/0001.smt2" in written[0]
    for text in written[0].values():
        assert text.startswith("; obligation: no_more_than_")
        assert "; expected: " in text


def test_under_several_readings_the_files_are_told_apart(tmp_path: Path) -> None:
    law = write(tmp_path / "law")
    run(law, "--language", "en", "--all-readings", "--smtlib", str(tmp_path / "questions"))
    readings = {name.split("@")[-1].split("/")[0] for name in files(tmp_path / "questions")}
    assert readings == {"amount=plenty", "amount=little"}


def test_the_folder_must_be_empty(tmp_path: Path) -> None:
    law = write(tmp_path / "law")
    result = run(law, "--smtlib", law)
    assert result.exit_code == 2
    assert "is not empty" in result.stderr


# ---- a second solver


def test_without_cvc5_the_remedy_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("verify.cross_check.find_spec", lambda name: None)
    result = run(write(tmp_path), "--cross-check")
    assert result.exit_code == 2
    assert "pip install 'wortlaut[cross-check]'" in result.stderr
    assert not result.stdout


def test_confirmed_answers_are_counted(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    law = write(tmp_path, WATERED)
    result = run(law, "--cross-check", "--format", "json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    tally = found["cross_check"]
    assert tally["answers"] == tally["confirmed"] > 0
    for key in ("answers", "confirmed"):
        assert sum(one["cross_check"][key] for one in found["obligations"]) == tally[key]
    said = run(law, "--cross-check").stdout
    assert f"{tally['confirmed']} of {tally['answers']} answers; 0 undecided" in said


def test_a_disagreement_stops_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    monkeypatch.setattr("verify.cross_check._MEANT", {"yes": "unsat", "no": "sat"})
    questions = tmp_path / "questions"
    result = run(write(tmp_path / "law"), "--cross-check", "--smtlib", str(questions))
    assert result.exit_code == 2
    assert "No verdict can be trusted" in result.stderr
    assert not result.stdout
    assert len(files(questions / "broken_off")) == 1


def test_nothing_is_said_of_it_without_the_option(tmp_path: Path) -> None:
    found = json.loads(run(write(tmp_path), "--format", "json").stdout)
    assert found["cross_check"] is None
    assert found["broken_off"] is None
    assert "cross_check" not in found["obligations"][0]


# ---- broken off


def start(*arguments: str, **more: Any) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "wortlaut.cli", "verify", "posg", "--format", "json", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def left_undecided(found: dict[str, Any], reason: str) -> list[dict[str, Any]]:
    assert found["broken_off"] == reason
    left = [one for one in found["obligations"] if one["detail"] == reason]
    assert left
    assert {one["verdict"] for one in left} == {"unknown"}
    return left


@pytest.mark.slow
def test_the_time_for_the_whole_run(tmp_path: Path) -> None:
    process = start("--all-readings", "--language", "de", "--total", "1")
    out, err = process.communicate(timeout=60)
    assert (process.returncode in (1, 3), err) == (True, "")
    found = json.loads(out)
    left_undecided(found, "the time for the whole run was used up")
    assert found["stale"] == []


def children(process: "subprocess.Popen[str]") -> list[int]:
    """The processes that ``process`` has started; none where the system does not tell."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(one) for one in listed.read_text("utf-8").split()] if listed.exists() else []


def are_gone(others: list[int]) -> bool:
    """Whether none of these processes is there, or only as long as nobody asked for its end."""
    until = time.monotonic() + 10
    while time.monotonic() < until:
        states = [Path(f"/proc/{other}/stat") for other in others]
        if all(not one.exists() or " Z " in one.read_text("utf-8") for one in states):
            return True
        time.sleep(0.1)
    return False


def wait_for_a_question(folder: Path) -> None:
    until = time.monotonic() + 60
    while not files(folder) and time.monotonic() < until:
        time.sleep(0.1)
    assert files(folder)


def test_a_run_that_is_killed_leaves_no_process(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    questions = tmp_path / "questions"
    process = start("--language", "de", "--cross-check", "--smtlib", str(questions))
    wait_for_a_question(questions)
    others = children(process)
    process.kill()
    process.communicate(timeout=60)
    assert are_gone(others)


def test_ctrl_c_tells_what_was_decided_and_leaves_no_process(tmp_path: Path) -> None:
    pytest.importorskip("cvc5")
    questions = tmp_path / "questions"
    process = start(
        "--all-readings", "--language", "de", "--cross-check", "--smtlib", str(questions)
    )
    wait_for_a_question(questions)
    others = children(process)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode in (1, 3), err) == (True, "")
    found = json.loads(out)
    left = left_undecided(found, "interrupted")
    assert len(left) < len(found["obligations"])
    assert are_gone(others)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="processes have no groups")
def test_whoever_is_asked_to_end_tells_what_was_decided_and_leaves_nothing(
    tmp_path: Path,
) -> None:
    process = start(
        "--workers", "2", start_new_session=True, env={**os.environ, "TMPDIR": str(tmp_path)}
    )
    until = time.monotonic() + 60
    while not list(tmp_path.glob("wortlaut-*/*.jsonl")) and time.monotonic() < until:
        time.sleep(0.1)
    others = children(process)
    os.killpg(process.pid, signal.SIGTERM)
    out, err = process.communicate(timeout=60)
    assert (process.returncode in (1, 3), err) == (True, "")
    assert left_undecided(json.loads(out), "interrupted")
    assert are_gone(others)
    assert list(tmp_path.iterdir()) == []


def test_what_was_not_reached_is_never_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(verdicts, "verify", interrupted)
    accepted = '[[finding]]\nid = "no_more_than_four"\nreason = "known"\nverdict = "unknown"\n'
    result = run(write(tmp_path, accepted), "--format", "json")
    found = json.loads(result.stdout)
    assert result.exit_code == 3
    assert len(left_undecided(found, "interrupted")) == len(found["obligations"]) > 12
    assert {one["accepted"] for one in found["obligations"]} == {None}
    assert found["stale"] == []


def test_interrupted_before_anything_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(name: str, messages: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("wortlaut.commands.compare.open_law", interrupted)
    assert CliRunner().invoke(cli, ["compare", "posg"]).exit_code == 130
