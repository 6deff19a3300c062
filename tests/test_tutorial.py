"""docs/tutorial.md does what it says: its files are pasted, its commands run, in order."""

import re
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_readme import ROOT, pattern

from wortlaut.cli import cli

TUTORIAL = ROOT / "docs" / "tutorial.md"
FOLDER = ROOT / "docs" / "tutorial"
TEXT = TUTORIAL.read_text("utf-8")
BLOCKS = re.findall(r"^```(.*)\n((?:.*\n)*?)```$", TEXT, re.MULTILINE)
FINDINGS = {"verify", "compare"}


def paste(file: Path, block: str) -> None:
    """An article takes the place of the one with its number; anything else is a whole file."""
    article = re.match(r"Art\. \d+ ", block)
    if article is None:
        file.write_text(block, "utf-8")
        return
    old = rf"^{re.escape(article[0])}.*\n(?: .*\n)*"
    text, found = re.subn(old, lambda _: block, file.read_text("utf-8"), flags=re.MULTILINE)
    assert found == 1, block
    file.write_text(text, "utf-8")


def run(command: str, shown: list[str]) -> None:
    program, *arguments = command.split()
    assert program == "wortlaut"
    done = CliRunner().invoke(cli, arguments, env={"COLUMNS": "100"})
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    assert re.fullmatch(pattern(shown), done.output), f"{command}\n{done.output}"
    mistaken = any("[unknown_name]" in line for line in shown)
    assert done.exit_code == (2 if mistaken else int(arguments[0] in FINDINGS)), done.output


def test_the_tutorial_leads_where_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("de.txt", "fr.txt"):
        shutil.copy(FOLDER / name, tmp_path)
    for info, block in BLOCKS:
        kind, _, file = info.partition(" ")
        if file:
            paste(tmp_path / file, block)
        elif kind == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, *shown = part.rstrip("\n").split("\n")
                run(command, shown)
    made, kept = (
        {path.name: path.read_text("utf-8") for path in (folder / "statutes").iterdir()}
        for folder in (tmp_path, FOLDER)
    )
    assert made == kept


@pytest.mark.parametrize("name", ["de.txt", "fr.txt"])
def test_the_texts_are_shown_in_full(name: str) -> None:
    assert f"`{name}`:\n\n```text\n{(FOLDER / name).read_text('utf-8')}```\n" in TEXT


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", TEXT))
def test_links_of_the_tutorial_lead_somewhere(link: str) -> None:
    assert (TUTORIAL.parent / link.partition("#")[0]).exists()
