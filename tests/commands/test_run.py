"""``wortlaut run``: the contract's forms, and every kind of wrong input."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.commands.elections import line, spread
from wortlaut.cli import cli

ROOT = Path(__file__).parents[2]
WON = line([(2, 2), (12, 2), (12, 12)], spread({(12, 11): 24}))
TIED = line([(2, 6), (12, 6)], spread({(2, 6): 12, (12, 6): 12}))
ALL_TIED = line([(2, 2), (12, 2), (2, 12)], spread({(2, 2): 8, (12, 2): 8, (2, 12): 8}))


def run(states: str | bytes, *options: str, flow: str = "election") -> Result:
    arguments = ["run", "posg", "--flow", flow, "--states", "-", *options]
    return CliRunner().invoke(cli, arguments, input=states)


def answers(result: Result) -> list[dict[str, Any]]:
    assert not isinstance(result.exception, Exception), result.exception
    return [json.loads(one) for one in result.stdout.splitlines()]


def test_an_outcome_with_its_trace() -> None:
    result = run(WON)
    assert result.exit_code == 0
    assert result.stderr == ""
    (answer,) = answers(result)
    assert list(answer) == ["end", "elected", "trace"]
    assert (answer["end"], answer["elected"]) == ("elected", 2)
    assert [step["article"] for step in answer["trace"]][:2] == ["Art. 8 Abs. 1", "Art. 8 Abs. 3"]
    assert {"article", "step"} <= answer["trace"][0].keys()


def test_what_stays_open_is_cited_in_the_language_of_the_version() -> None:
    states = f"{TIED}\n{ALL_TIED}\n"
    options = ("--no-supplements", "--no-trace", "--language", "fr")
    conflict, gap = answers(run(states, *options, flow="élection"))
    assert list(conflict) == ["end", "at", "ref", "between", "reason"]
    assert conflict["between"] == ["Art. 10 al. 1", "Art. 11"]
    assert list(gap) == ["end", "at", "ref", "gap", "reason"]
    assert (gap["at"], gap["ref"], gap["gap"]) == ("Art. 10 al. 1", "10.1", "nobody_left")
    pending = answers(run(states, "--no-trace"))
    assert pending == [
        {"end": "pending", "at": "Art. 11", "ref": "11"},
        {"end": "pending", "at": "Art. 10 Abs. 1", "ref": "10.1"},
    ]


def test_one_supplement_alone() -> None:
    (answer,) = answers(run(ALL_TIED, "--no-trace", "--supplement", "tie_before_elimination"))
    assert answer["end"] == "gap"
    (answer,) = answers(run(TIED, "--no-trace", "--supplement", "tie_before_elimination"))
    assert answer == {"end": "pending", "at": "Art. 11", "ref": "11"}


def test_a_flow_that_just_ends_and_its_state() -> None:
    (answer,) = answers(run(WON, "--no-trace", "--final-state", flow="Stimmenermittlung"))
    assert list(answer) == ["end", "state"]
    assert answer["end"] == "done"
    assert answer["state"]["vote"] == [2] * 24
    assert answer["state"]["voter_square"] == [[12, 12]] * 24


def test_readings_are_obeyed() -> None:
    board = line([(8, 8), (5, 9)], spread({(5, 5): 24}))
    winners = [
        answers(run(board, "--no-trace", "--reading", f"step={step}"))[0]["elected"]
        for step in ("king", "rook")
    ]
    assert winners == [0, 1]


def test_with_a_seed_play_goes_on_by_lot() -> None:
    # A tie may lead to new poll rounds, which need to know whose candidate is whose.
    state = json.dumps({**json.loads(ALL_TIED), "piece": [0, 1, 2]})
    states = f"{state}\n{state}\n"
    first = run(states, "--no-trace", "--seed", "1")
    assert first.stdout == run(states, "--no-trace", "--seed", "1").stdout
    assert all(answer["end"] == "elected" for answer in answers(first))


BAD = {
    "not JSON": (b'{"candidate_square": [[2, 2]', "not JSON"),
    "a list": (b"[]", "expected an object"),
    "a number": (b"7", "expected an object"),
    "one candidate": (b'{"candidate_square": [[2, 2]]}', "2 to 4"),
    "five candidates": (b'{"candidate_square": [null, null, null, null, null]}', "2 to 4"),
    "23 voters": (json.dumps({"voter_square": [[2, 2]] * 23}).encode(), "24"),
    "lengths that differ": (b'{"candidate_square": [null, null], "piece": [0, 1, 2]}', "says"),
    "off the board": (b'{"candidate_square": [[2, 2], [13, 2]]}', "2 to 12"),
    "three coordinates": (b'{"candidate_square": [[2, 2], [3, 2, 1]]}', "2 numbers"),
    "a fraction": (b'{"candidate_square": [[2, 2], [2.5, 2]]}', "whole"),
    "a truth for a number": (b'{"candidate_square": [[2, 2], [true, 2]]}', "whole"),
    "a text": (b'{"candidate_square": "2 2"}', "expected a list"),
    "unknown": (b'{"candidates": []}', "no state variable 'candidates'"),
    "no such candidate": (b'{"elected": 2}', "0 to 1"),
    "huge": (b'{"elected": 1' + b"0" * 30 + b"}", "a huge number"),
    "absurdly huge": (b'{"elected": ' + b"9" * 20_000 + b"}", "too long"),
    "not a number": (b'{"elected": NaN}', "NaN"),
    "infinite": (b'{"elected": -Infinity}', "Infinity"),
    "twice": (b'{"elected": null, "elected": 0}', "twice"),
    "deep": (b"[" * 200_000, "nested too deeply"),
    "deep inside": (b'{"candidate_square": ' + b"[" * 900 + b"]" * 900 + b"}", "2 to 4"),
    "long": (b'{"x": "' + b"x" * 1_100_000 + b'"}', "longer than"),
    "not UTF-8": (b'{"x": "\xff"}', "UTF-8"),
    "half a character": (rb'{"\ud800": 1}', "no state variable"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_line_is_answered_and_the_rest_goes_on(name: str) -> None:
    bad, message = BAD[name]
    good = WON.encode()
    result = run(good + b"\n\n" + bad + b"\n" + good, "--no-trace")
    assert result.exit_code == 2
    first, second, third = answers(result)
    assert first == third == {"end": "elected", "elected": 2}
    assert list(second) == ["error", "line"]
    assert second["line"] == 3
    assert message in second["error"]
    assert len(second["error"]) < 300
    assert "1 of 3" in result.stderr


def test_an_empty_state_is_the_start_of_the_law() -> None:
    (answer,) = answers(run("{}", "--no-trace"))
    assert (answer["end"], answer["ref"]) == ("gap", "8.1")


def test_no_lines_no_answers_also_with_a_byte_order_mark() -> None:
    for nothing in ("", "\n \n", "\ufeff"):
        result = run(nothing)
        assert (result.exit_code, result.stdout) == (0, "")
    assert answers(run("\ufeff" + WON, "--no-trace"))[0]["elected"] == 2


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--states", "nowhere.jsonl"], "No such file"),
        (["--states", "."], "directory"),
        (["--states", sys.executable], "not a text file"),
        (["--states", "-", "--flow", "Krönung"], "election (Wahl)"),
        (["--states", "-", "--flow", "poll_turn"], "does not run alone"),
        (["--states", "-", "--language", "it"], "de, fr"),
        (["--states", "-", "--reading", "step"], "POINT=NAME"),
        (["--states", "-", "--reading", "step=queen"], "king"),
        (["--states", "-", "--supplement", "magic"], "lot_among_all"),
        (["--states", "-", "--no-supplements", "--supplement", "any_voter"], "exclude"),
        (["--states", "-", "--setting", "speed=1"], "no setting 'speed'"),
    ],
)
def test_wrong_options_end_with_2_and_say_what_is_known(arguments: list[str], message: str) -> None:
    flow = [] if "--flow" in arguments else ["--flow", "election"]
    result = CliRunner().invoke(cli, ["run", "posg", *flow, *arguments], input="")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_and_a_pipe_give_the_same_bytes_whatever_the_hash_seed(tmp_path: Path) -> None:
    file = tmp_path / "states.jsonl"
    file.write_text(f"{WON}\n{TIED}\n{ALL_TIED}\n")
    outputs = set()
    for seed, source in (("1", str(file)), ("2", "-")):
        arguments = ["run", "posg", "--flow", "election", "--states", source]
        done = subprocess.run(
            [sys.executable, "-m", "wortlaut.cli", *arguments],
            input=file.read_bytes() if source == "-" else b"",
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "ascii"},
            cwd=ROOT,
            capture_output=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    # JSON is UTF-8 whatever the terminal can show.
    first = outputs.pop().splitlines()[0]
    assert json.loads(first.decode())["end"] == "elected"


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    file = tmp_path / "states.jsonl"
    file.write_text(f"{WON}\n" * 200)
    arguments = ["run", "posg", "--flow", "election", "--states", str(file)]
    with subprocess.Popen(
        [sys.executable, "-m", "wortlaut.cli", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
