"""``wortlaut experiment``: the same games under two laws."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.commands.test_simulate import simulated
from wortlaut.cli import cli

OVEN = "tests/laws/oven"
ITALIAN = (OVEN, "--against-language", "it")


def invoke(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["experiment", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def compared(*arguments: str) -> dict[str, Any]:
    result = invoke(*arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    return {name: one for name, one in found.items() if name not in ("games_per_second", "command")}


def measure(found: dict[str, Any], name: str) -> dict[str, Any]:
    one: dict[str, Any] = next(one for one in found["measures"] if one["measure"] == name)
    return one


def test_the_result_has_what_the_contract_says() -> None:
    found = compared("posg", "--reading", "step=king", "--against", "step=rook", "--games", "30")
    before, after = found["sides"]
    assert (before["readings"]["step"], after["readings"]["step"]) == ("king", "rook")
    assert before["law_hash"] == after["law_hash"] == found["law_hash"]
    assert before["games"] == after["games"] == found["games"] == 30
    assert {"count", "share", "low", "high"} <= set(found["winner_changes"])
    changed = sum(
        n for one, row in found["matrix"].items() for other, n in row.items() if one != other
    )
    assert found["winner_changes"]["count"] == changed
    for one in found["measures"]:
        assert one["low"] <= one["difference"] <= one["high"]
        assert 0 <= one["mcnemar_p"] <= one["holm_p"] <= 1
        assert one["lower"] + one["higher"] <= 30
    assert {"value:elected=0", "seat:0", "any:rule:ballot_result@10.1"} <= {
        one["measure"] for one in found["measures"]
    }


def test_each_side_is_what_simulate_finds() -> None:
    found = compared(*ITALIAN, "--games", "100", "--seed", "4")
    for one, language in zip(found["sides"], ("de", "it"), strict=True):
        alone = simulated(OVEN, "--games", "100", "--seed", "4", "--language", language)
        same = set(one) - {"side"}
        assert {name: alone[name] for name in same} == {name: one[name] for name in same}


def test_what_is_known_to_differ_differs() -> None:
    found = compared(*ITALIAN, "--games", "200", "--players", "2")
    lit = measure(found, "end:lit")
    assert lit["low"] < 4 / 9 < lit["high"]
    assert lit["lower"] == 0
    assert lit["holm_p"] < 0.001


def test_one_side_gives_a_point_and_the_other_as_usual() -> None:
    found = compared("posg", "--against", "transfer=origin", "--games", "5")
    assert [one["readings"]["transfer"] for one in found["sides"]] == ["block", "origin"]
    both = compared(
        *("posg", "--reading", "straight=rest", "--against", "transfer=origin", "--games", "5")
    )
    assert [one["readings"]["straight"] for one in both["sides"]] == ["rest", "rest"]


def test_the_command_does_the_same_again() -> None:
    given = ("posg", "--reading", "step=rook", "--against", "step=king", "--games", "6")
    found = compared(*given, "--players", "2", "--policy", "decline")
    arguments = shlex.split(found["command"])
    assert arguments[:2] == ["wortlaut", "experiment"]
    again = compared(*arguments[2:])
    assert untimed(again) == untimed(found)


def test_an_amendment_is_the_second_side() -> None:
    given = ("posg", "--amend", "no_moves_in_poll_rounds", "--games", "10", "--players", "2")
    found = compared(*given)
    assert [one["law"] for one in found["sides"]] == ["posg", "posg+no_moves_in_poll_rounds"]
    declined = measure(found, "count:declined")
    assert declined["before"] > declined["after"] == 0
    assert compared(*shlex.split(found["command"])[2:])["measures"] == found["measures"]


def test_what_only_the_amended_law_has_is_asked_of_it() -> None:
    given = ("posg", "--amend", "deduction_as_setting", "--games", "2", "--players", "2")
    setting = ("--setting", "deduction_mode=from_each", "--reading", "deduction=three_each")
    before, after = compared(*given, *setting)["sides"]
    assert before["settings"] == {}
    assert before["readings"]["deduction"] == "three_each"
    assert after["settings"] == {"deduction_mode": 1}
    assert "deduction" not in after["readings"]
    assert invoke(*given, "--setting", "unknown=1").exit_code == 2
    assert invoke(*given, "--reading", "unknown=x").exit_code == 2


def test_it_goes_on_and_workers_change_nothing(tmp_path: Path) -> None:
    file = tmp_path / "pairs.jsonl"
    kept = (*ITALIAN, "--games", "200", "--resume", str(file))
    whole = compared(*kept, "--workers", "2")
    lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:3]) + lines[3][:20])
    assert untimed(compared(*kept, "--workers", "1")) == untimed(whole)
    assert file.read_bytes() == b"".join(lines)
    assert invoke(*kept, "--seed", "9").exit_code == 2


def test_it_stops_when_it_is_decided() -> None:
    given = (*ITALIAN, "--until-decided", "--measure", "end:lit", "--players", "2")
    one, two = (compared(*given, "--games", "5000", "--workers", n) for n in ("1", "2"))
    assert untimed(one) == untimed(two)
    assert one["sequential"]["decision"] == "more"
    assert one["sequential"]["games"] == one["games"] < 500
    assert one["sequential"]["low"] > 0


def test_what_is_alike_is_decided_too() -> None:
    given = (*ITALIAN, "--players", "3", "--until-decided", "--margin", "0.1", "--games", "5000")
    found = compared(*given)
    assert found["sequential"]["decision"] == "alike"
    assert found["sequential"]["measure"] == "end:lit"
    assert found["games"] < 1000
    few = compared(*given[:-1], "20")
    assert few["sequential"]["decision"] == "undecided"
    assert few["games"] == 20


@pytest.mark.parametrize(
    "arguments",
    [
        (OVEN,),
        (OVEN, "--against", "x=y"),
        (OVEN, "--against", "x"),
        (OVEN, "--against-language", "xx"),
        (OVEN, "--amend", "nothing"),
        (*ITALIAN, "--measure", "end:lit"),
        (*ITALIAN, "--until-decided", "--measure", "count:choices"),
        (*ITALIAN, "--until-decided", "--measure", "end:nothing"),
        (*ITALIAN, "--until-decided", "--margin", "0"),
        (*ITALIAN, "--games", "0"),
        (*ITALIAN, "--policy", "x"),
        ("nowhere", "--against", "x=y"),
    ],
)
def test_bad_input_is_told(arguments: tuple[str, ...]) -> None:
    result = invoke(*arguments)
    assert result.exit_code == 2
    assert result.stderr
    assert "Traceback" not in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("reader", ["de", "fr", "en"])
def test_people_are_told_in_their_language(reader: str) -> None:
    given = ("posg", "--against", "step=rook", "--games", "10", "--messages", reader)
    told = invoke(*given, "--until-decided")
    assert told.exit_code == 0
    for word in ("step = king", "step = rook", "Kandidat A", "Holm"):
        assert word in told.stdout
    assert {"de": "nachher", "fr": "après", "en": "after"}[reader] in told.stdout
