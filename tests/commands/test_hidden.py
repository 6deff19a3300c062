"""What a law says reaches nobody unseen: characters that hide or turn the text are written out."""

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from rich.text import Text

from compiler.law import load
from compiler.visible import HIDDEN
from wortlaut.cli import cli
from wortlaut.render.console import console

TURNED = "A key\u202e costs\u200b five."
LAW = f"""law Keys | Rules on keys
Art. 1
  | {TURNED}
  set key: 3
"""
GLOSSARY = '[key]\nkind = "set"\n'


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    (tmp_path / "en.law").write_text(LAW, "utf-8")
    (tmp_path / "en.txt").write_text(f"Rules on keys\nArt. 1\n{TURNED}\n", "utf-8")
    (tmp_path / "glossary.toml").write_text(GLOSSARY, "utf-8")
    return tmp_path


def run(*words: str) -> str:
    result = CliRunner().invoke(cli, list(words))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert HIDDEN.search(result.output) is None
    return result.output


def test_the_official_text_vouches_for_what_is_quoted_from_it(keys: Path) -> None:
    assert load(str(keys))[1] == ()


def test_it_is_written_as_its_number_on_the_terminal_and_in_the_report(keys: Path) -> None:
    shown = "A key‹U+202E› costs‹U+200B› five."
    assert shown in run("explain", str(keys), "Art. 1")
    page = run("report", str(keys))
    assert shown in page
    assert "A key\\u202e costs\\u200b five." in page  # the data beside the tables stays what it is


def test_json_holds_what_is_there_as_an_escape(keys: Path) -> None:
    told = run("explain", str(keys), "Art. 1", "--format", "json")
    assert "\\u202e" in told
    assert TURNED in json.dumps(json.loads(told), ensure_ascii=False)


def test_sarif_has_messages_that_can_be_read(keys: Path) -> None:
    (keys / "en.txt").write_text("Rules on keys\nArt. 1\nA key costs five.\n", "utf-8")
    log = json.loads(run("check", str(keys), "--format", "sarif"))
    assert "key‹U+202E›" in log["runs"][0]["results"][0]["message"]["text"]


def test_a_line_keeps_its_style_around_it(capsys: pytest.CaptureFixture[str]) -> None:
    out = console(sys.stdout)
    out.print(Text.assemble(("a\x1b[2J", "bold"), "b"))
    assert capsys.readouterr().out == "a‹U+001B›[2Jb\n"
