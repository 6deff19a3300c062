"""``wortlaut simulate``: what it tells, the same whoever plays, and going on after a kill."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wortlaut import __version__
from wortlaut.cli import cli

OVEN = "tests/laws/oven"
COMMAND = [sys.executable, "-c", "from wortlaut.cli import main; main()"]


def invoke(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["simulate", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def simulated(*arguments: str) -> dict[str, Any]:
    result = invoke(*arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in found.items() if name not in ("games_per_second", "command")}


def test_the_result_has_what_the_contract_says() -> None:
    found = simulated("posg", "--players", "3", "--games", "20", "--seed", "7")
    assert found["law"] == "posg"
    assert found["language"] == "de"
    assert found["players"] == 3
    assert found["games"] == 20
    assert found["seed"] == 7
    assert found["version"] == __version__
    assert len(found["law_hash"]) == 64
    assert found["readings"]["step"] == "king"
    assert "any_voter" in found["supplements"]
    assert set(found["ends"]) >= {"elected", "pending", "gap", "stuck"}
    for one in (*found["ends"].values(), *found["elected"], *found["seats"]):
        assert {"count", "share", "low", "high"} <= set(one)
        assert one["low"] <= one["share"] <= one["high"]
    assert len(found["elected"]) == len(found["seats"]) == 3
    assert sum(one["count"] for one in found["elected"]) == found["ends"]["elected"]["count"] == 20
    assert found["games_per_second"] > 0


def test_without_supplements_a_game_ends_where_the_text_is_open() -> None:
    found = simulated("posg", "--players", "2", "--games", "10", "--no-supplements")
    assert found["supplements"] == []
    assert found["ends"]["pending"]["count"] == 10
    assert found["ends"]["pending"]["at"] == {"Art. 7 Abs. 1": 10}
    french = simulated("posg", "--games", "5", "--no-supplements", "--language", "fr")
    assert french["language"] == "fr"
    assert sum(french["ends"]["pending"]["at"].values()) == 5


def test_values_that_are_numbers_come_by_size() -> None:
    found = simulated("tests/laws/library", "--games", "60")
    values = [one["value"] for one in found["fee"]]
    assert values == sorted(values)
    assert sum(one["count"] for one in found["fee"]) == found["ends"]["fee"]["count"] > 0
    assert found["players"] is None or found["players"] > 0


def test_a_law_without_anything_to_choose_is_played_too() -> None:
    found = simulated("tests/laws/ferry", "--games", "20")
    assert found["ends"]["carried"]["count"] == 20
    assert found["counts"]["choices"]["most"] == 0


def test_game_0_is_the_one_that_play_plays() -> None:
    played = CliRunner().invoke(
        cli, ["play", "posg", "--players", "2", "--seed", "5", "--auto", "--format", "json"]
    )
    winner = json.loads(played.stdout)["elected"]
    found = simulated("posg", "--players", "2", "--seed", "5", "--games", "1")
    assert [one["count"] for one in found["elected"]] == [int(at == winner) for at in (0, 1)]


def test_the_command_does_the_same_again() -> None:
    found = simulated(OVEN, "--players", "3", "--games", "60", "--seed", "3", "--policy", "0=first")
    name, command, *arguments = shlex.split(found["command"])
    assert (name, command) == ("wortlaut", "simulate")
    again = simulated(*arguments)
    assert again["command"] == found["command"]
    assert untimed(again) == untimed(found)


def test_workers_change_nothing() -> None:
    arguments = (OVEN, "--players", "4", "--games", "300")
    one, two = (simulated(*arguments, "--workers", number) for number in ("1", "2"))
    assert untimed(one) == untimed(two)


def run(*arguments: str, **environment: str) -> dict[str, Any]:
    done = subprocess.run(
        [*COMMAND, "simulate", *arguments, "--format", "json"],
        capture_output=True,
        check=True,
        env={**os.environ, **environment},
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_hash_seeds_change_nothing() -> None:
    arguments = ("posg", "--players", "3", "--games", "12", "--workers")
    one, two = run(*arguments, "2", PYTHONHASHSEED="1"), simulated(*arguments, "1")
    assert untimed(one) == untimed(two)
    assert json.dumps(untimed(one)) == json.dumps(untimed(two))


@pytest.mark.parametrize(
    "sent", [signal.SIGKILL, pytest.param(signal.SIGINT, marks=pytest.mark.slow)]
)
def test_a_run_that_was_broken_off_goes_on(tmp_path: Path, sent: signal.Signals) -> None:
    file = tmp_path / "games.jsonl"
    arguments = [OVEN, "--players", "4", "--games", "3000", "--workers", "2", "--resume", str(file)]
    # What is started in the background ignores Ctrl-C, and so would what it starts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    # A group of its own, as a shell makes one; Ctrl-C goes to all of it.
    process = subprocess.Popen(
        [*COMMAND, "simulate", *arguments, "--format", "json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    signal.signal(signal.SIGINT, before)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and (not file.exists() or file.read_bytes().count(b"\n") < 2):
        time.sleep(0.02)
    os.killpg(process.pid, sent)
    out, error = process.communicate(timeout=60)
    assert out == b""
    if sent == signal.SIGINT:
        assert process.returncode == 130
        assert str(file).encode() in error
        assert b"Traceback" not in error
    lines = file.read_bytes().count(b"\n")
    found = run(*arguments)
    assert file.read_bytes().count(b"\n") > lines
    assert untimed(found) == untimed(simulated(*arguments[:-2]))
    # All is there now: nothing is played, so there is no speed to tell.
    assert simulated(*arguments)["games_per_second"] is None


def test_a_checkpoint_belongs_to_one_run(tmp_path: Path) -> None:
    file = str(tmp_path / "games.jsonl")
    first = (OVEN, "--games", "30", "--resume", file)
    simulated(*first)
    for more in (("--seed", "2"), ("--players", "4"), ("--policy", "first"), ("--language", "it")):
        result = invoke(*first, *more)
        assert result.exit_code == 2
        assert file in result.stderr
    simulated(OVEN, "--games", "60", "--resume", file)


def test_a_law_is_amended_first() -> None:
    given = ("posg", "--amend", "no_moves_in_poll_rounds", "--games", "3")
    found = simulated(*given)
    assert found["law"] == "posg+no_moves_in_poll_rounds"
    assert found["law_hash"] != simulated("posg", "--games", "1")["law_hash"]
    assert shlex.split(found["command"])[2:5] == list(given[:3])


@pytest.mark.parametrize(
    "arguments",
    [
        ("nowhere",),
        (OVEN, "--games", "0"),
        (OVEN, "--games", "x"),
        (OVEN, "--games", "1e9999"),
        (OVEN, "--players", "9"),
        (OVEN, "--workers", "0"),
        (OVEN, "--policy", "clever"),
        (OVEN, "--policy", "7=first"),
        (OVEN, "--policy", "first", "--policy", "random"),
        (OVEN, "--policy", "family f: greatest unknown(f)"),
        (OVEN, "--policy", "nobody n: greatest 1"),
        (OVEN, "--policy", "family f: best 1"),
        (OVEN, "--reading", "x=y"),
        (OVEN, "--supplement", "x"),
        (OVEN, "--language", "xx"),
        (OVEN, "--flow", "x"),
        (OVEN, "--setting", "x=1"),
        (OVEN, "--resume", "/nowhere/at/all"),
        (OVEN, "--resume", "pyproject.toml"),
        (OVEN, "--resume", "tests"),
        (OVEN, "--amend", "nothing"),
    ],
)
def test_bad_input_is_told(arguments: tuple[str, ...]) -> None:
    content = Path("pyproject.toml").read_bytes()
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    assert Path("pyproject.toml").read_bytes() == content


@pytest.mark.parametrize("reader", ["de", "fr", "en"])
def test_people_are_told_in_their_language(reader: str) -> None:
    found = invoke("posg", "--games", "10", "--messages", reader, "--players", "2")
    assert found.exit_code == 0
    for word in (
        "gewählt",
        "Kandidat A",
        "100.00 %" if reader == "en" else "100,00 %",
        {"de": "95-%", "fr": "à 95", "en": "95 %"}[reader],
    ):
        assert word in found.stdout
    bare = invoke("posg", "--games", "5", "--no-supplements", "--messages", reader)
    assert "Art. 7 Abs. 1" in bare.stdout


def test_progress_is_told_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from wortlaut.render import progress

    monkeypatch.setattr(progress, "_NOW_AND_THEN", 0.0)
    line = "{done} of {all}, {speed}, {left}"
    with progress.Countdown(1_000, line, {"thousands": ","}) as countdown:
        countdown.at(500, 0)
        time.sleep(0.1)
        countdown.at(600, 100)
    done, speed, left = capsys.readouterr().err.strip().rsplit(", ", 2)
    assert done == "600 of 1,000"
    assert 100 < float(speed.replace(",", "")) <= 1000
    assert left.startswith("0:00:0")
