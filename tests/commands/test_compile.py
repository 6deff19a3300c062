"""``wortlaut compile``: what it writes, says and refuses."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wortlaut.cli import cli


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["compile", *arguments])


def test_an_engine_is_written_that_says_what_it_is_of(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    asked = ["posg", "--language", "fr", "--reading", "step=rook", "--no-supplements"]
    done = run(*asked, "--target", "python", "-o", str(file))
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == f"{file}: posg, version fr.\n"
    text = file.read_text("utf-8")
    heading = " ".join(text.split('"""')[1].split())
    command = "wortlaut compile posg --target python --language fr --reading step=rook"
    assert f"{command} --no-supplements -o FILE" in heading
    assert "step = rook" in heading
    assert "Supplements: none" in heading
    assert str(tmp_path) not in text


def test_data_are_written(tmp_path: Path) -> None:
    file = tmp_path / "rules.json"
    done = run("posg", "--target", "json", "-o", str(file), "--supplement", "any_voter")
    assert done.exit_code == 0
    found = json.loads(file.read_text("utf-8"))
    assert found["header"]["supplements"] == ["any_voter"]
    assert found["rules"]["law"] == "posg"


def test_the_summary_as_json(tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    done = run("posg", "--target", "python", "-o", str(file), "--format", "json", "--flow", "Wahl")
    told = json.loads(done.stdout)
    assert (told["file"], told["target"], told["language"]) == (str(file), "python", "de")
    assert told["flows"] == ["election"]
    assert len(told["hash"]) == 64
    assert 'flow: str = "election"' in file.read_text("utf-8")


@pytest.mark.parametrize("messages", ["de", "fr", "en"])
def test_a_file_that_cannot_be_written(messages: str, tmp_path: Path) -> None:
    for file in (tmp_path / "no" / "engine.py", tmp_path):
        done = run("posg", "--target", "python", "-o", str(file), "--messages", messages)
        assert done.exit_code == 2
        assert str(file) in done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "asked", [["--reading", "step=queen"], ["--language", "xx"], ["--flow", "nowhere"]]
)
def test_bad_input_writes_nothing(asked: list[str], tmp_path: Path) -> None:
    file = tmp_path / "engine.py"
    done = run("posg", "--target", "python", "-o", str(file), *asked)
    assert done.exit_code == 2
    assert not file.exists()
