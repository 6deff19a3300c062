"""A witness is told up to where the property fails, not on to what follows of itself."""

from pathlib import Path

from click.testing import CliRunner

from tests.verify.english import law_folder
from wortlaut.cli import cli

LAW = """
law Half | Rules of halves
Art. 1
  | A number is named, and then twice the number.
  state small: 0..3
  state large: 0..6
  role clerk
  flow naming:
    clerk chooses n from 0..3
    small := n
    large := 2 * small
"""
KINDS = {"state": "small large", "role": "clerk", "flow": "naming"}


def test_the_state_shown_is_the_one_that_fails(tmp_path: Path) -> None:
    law_folder(tmp_path, LAW, KINDS, 'property it "."\n  never small > large')
    shown = CliRunner().invoke(cli, ["verify", str(tmp_path), "--property", "it"])
    assert shown.exit_code == 1
    assert "small: 0 → 1" in shown.output
    assert "large: 0 → 2" not in shown.output
