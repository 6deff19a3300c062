"""``check`` says under which readings a version stands, and which supplements fill something."""

import json
from pathlib import Path

from click.testing import CliRunner

from tests.commands.kiosk import write
from wortlaut.cli import cli


def test_supplements_of_each_version(tmp_path: Path) -> None:
    folder = write(tmp_path / "kiosk")
    told = CliRunner().invoke(cli, ["check", folder, "--messages", "en"])
    assert told.exit_code == 0
    assert "Supplements: four" in told.stdout
    assert "Readings in use" not in told.stdout
    found = json.loads(CliRunner().invoke(cli, ["check", folder, "--format", "json"]).stdout)
    assert found["in_use"] == {"en": {"readings": {}, "supplements": ["four"]}}


def test_readings_of_each_version() -> None:
    result = CliRunner().invoke(cli, ["check", "posg", "--messages", "en"])
    assert result.stdout.count("Readings in use: deduction = three_in_all,") == 2
    assert result.stdout.count("turns_in_order") == 1


def test_nothing_is_in_use_in_an_unsound_law(tmp_path: Path) -> None:
    folder = write(tmp_path / "kiosk")
    (tmp_path / "kiosk" / "supplements.law").write_text("supplements Kiosk\nnonsense\n", "utf-8")
    result = CliRunner().invoke(cli, ["check", folder, "--format", "json"])
    assert (result.exit_code, json.loads(result.stdout)["in_use"]) == (2, {})
