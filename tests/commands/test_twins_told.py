"""Two runs that part at an open choice are told as one up to there, then each to its end."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.commands.kiosk import in_one_version
from wortlaut.cli import cli
from wortlaut.render.words import words

KINDS = {"guest": "set", "first": "state", "shown": "state", "day": "flow"}

LAW = """law Draw | Rules of the draw

Art. 1
  | There are two or three guests.
  set guest: 2 to 3
  state first: guest or none
  state shown: 0..9
Art. 2
  | A die is thrown. One of the guests is picked and goes first; then a die is thrown again.
  flow day:
    roll d from 1..6
    shown := d
    open choice g from guest
    first := g
    roll e from 1..6
    shown := e
    end first
"""


@pytest.fixture
def law(tmp_path: Path) -> str:
    for name, text in in_one_version(LAW, KINDS).items():
        tmp_path.joinpath(name).write_text(text, "utf-8")
    return str(tmp_path)


@pytest.mark.parametrize(
    ("messages", "headings"),
    [
        ("en", ("Here they part:", "One run:", "The other run")),
        ("de", ("Hier trennen sie sich:", "Der eine Lauf:", "Der andere Lauf")),
        ("fr", ("elles se séparent:", "La première partie:", "L'autre partie")),
    ],
)
def test_both_runs_are_told_from_where_they_part(
    law: str, messages: str, headings: tuple[str, ...]
) -> None:
    options = ["--property", "open_choice", "--workers", "1", "--messages", messages]
    result = CliRunner().invoke(cli, ["verify", law, *options])
    assert result.exit_code == 1, result.output
    told = result.stdout
    assert [told.count(heading) for heading in headings] == [1, 1, 1]
    common, rest = told.split(headings[0])
    one, other = rest.split(headings[2])
    # One die before the choice and one after it, in either run; the plainest there are.
    dice = words(messages)["dice"].format(value=1)
    assert [part.count(dice) for part in (common, one, other)] == [1, 1, 1]
    firsts = [re.findall(r"first: (guest \d)", part) for part in (one, other)]
    assert firsts[0][-1] != firsts[1][-1]
