"""A supplement that fills several places is one supplement wherever supplements are listed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.commands.kiosk import in_one_version
from wortlaut.cli import cli

LAW = """law Well | Rules of the well

Art. 1
  | Two to three neighbours draw water one after the other, in either of two buckets.
  set neighbour: 2 to 3
  set bucket: 2
  state drawn(neighbour): bucket or none
  flow day:
    in open order every neighbour n:
      open choice b from bucket
      drawn(n) := b
"""
KINDS = {"neighbour": "set", "bucket": "set", "drawn": "state", "day": "flow"}
SUPPLEMENTS = """supplements Well

supplement custom "So it was always done."
  fills order of Art. 1: in turn
  fills choice of Art. 1: by lot
"""


@pytest.fixture
def well(tmp_path: Path) -> str:
    files = {**in_one_version(LAW, KINDS), "supplements.law": SUPPLEMENTS}
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    return str(tmp_path)


def said(*arguments: str) -> str:
    result = CliRunner().invoke(cli, [*arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_game_names_it_once(well: str) -> None:
    assert said("play", well, "--auto").count("+ custom: So it was always done.") == 1
    assert json.loads(said("play", well, "--auto", "--format", "json"))["supplements"] == ["custom"]


def test_so_do_figures_and_engines(well: str, tmp_path: Path) -> None:
    played = said("simulate", well, "--games", "2", "--executor", "interpreter", "--format", "json")
    assert json.loads(played)["supplements"] == ["custom"]
    for target in ("python", "json"):
        written = str(tmp_path / f"engine.{target}")
        header = said("compile", well, "--target", target, "-o", written, "--format", "json")
        assert json.loads(header)["supplements"] == ["custom"]


def test_so_does_the_report(well: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    result = CliRunner().invoke(cli, ["report", well, "-o", str(page), "--total", "0.01"])
    assert result.exit_code in (1, 3), result.output
    assert "(en, en)" not in page.read_text("utf-8")


def test_a_proof_takes_it_for_granted_once(well: str) -> None:
    result = CliRunner().invoke(cli, ["verify", well, "--property", "range", "--format", "json"])
    found = json.loads(result.stdout)["obligations"]
    proofs = [one["assumptions"] for one in found if one["verdict"] == "proved"]
    assert proofs
    assert all(assumed.count("supplement custom") <= 1 for assumed in proofs)
    assert any("supplement custom" in assumed for assumed in proofs)
