"""What the docs show is what the program prints: each page is followed from top to bottom.

In a block of ``console`` a line after ``$`` is typed, the rest is printed (``…`` for what is
left out); ``echo $?`` asks for the status of the command before. Any other block whose fence
names a file is that file. ``<!-- slow -->`` above a block leaves it to the slow tests.
"""

import re
import shlex
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from test_readme import ROOT, pattern

import wortlaut.options
from compiler.law import load_sound
from wortlaut.cli import cli

PAGES = [
    "index.md", "index.de.md", "index.fr.md", "drafters.md", "publishers.md", "researchers.md", "developers.md", "gallery.md",
    "shell.md",
]  # fmt: skip
_BLOCK = re.compile(r"^(<!-- slow -->\n)?```(.*)\n((?:.*\n)*?)```$", re.MULTILINE)

read_once = cache(load_sound)
"""Laws of the package do not change while tests run; those made here are read each time."""


class Follower:
    """Somebody who types what a page shows, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.status = 0

    def type(self, line: str) -> str:
        """What is printed for ``line``."""
        program, *words = shlex.split(line)
        if line == "echo $?":
            return f"{self.status}\n"
        if program == "cp":  # cp -r FOLDER NAME, from a clone
            shutil.copytree(ROOT / words[1], self.folder / words[2])
            return ""
        if program == "python":
            done = subprocess.run([sys.executable, *words], cwd=self.folder, capture_output=True, encoding="utf-8", check=False)  # fmt: skip
            self.status = done.returncode
            return done.stdout + done.stderr
        assert program == "wortlaut", line
        result = CliRunner().invoke(cli, words, env={"COLUMNS": "100"})
        assert result.exception is None or isinstance(result.exception, SystemExit), result
        self.status = result.exit_code
        return result.output


def follow(page: str, folder: Path, *, slow: bool) -> int:
    """Follow ``page``, with its slow blocks or without; how many commands were typed."""
    follower, typed = Follower(folder), 0
    for is_slow, info, block in _BLOCK.findall((ROOT / "docs" / page).read_text("utf-8")):
        kind, _, file = info.partition(" ")
        if is_slow and not slow:
            continue
        if file:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            (folder / file).write_text(block, "utf-8")
        elif kind == "console":
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, *shown = part.rstrip("\n").split("\n")
                printed = follower.type(command)
                typed += 1
                assert re.fullmatch(pattern(shown), printed), f"{page}: {command}\n{printed}"
    return typed


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(
        ROOT / "docs", tmp_path / "docs", ignore=shutil.ignore_patterns("*.md", "theme")
    )

    def load(name: str, amended_by: tuple[str, ...] = ()) -> object:
        here = (tmp_path / name).exists()
        return load_sound(name, amended_by) if here else read_once(name, tuple(amended_by))

    monkeypatch.setattr(wortlaut.options, "load_sound", load)
    return tmp_path


@pytest.mark.parametrize("page", PAGES)
def test_a_page_leads_where_it_says(page: str, folder: Path) -> None:
    follow(page, folder, slow=False)


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_a_page_leads_where_it_says_with_all_that_takes_long(page: str, folder: Path) -> None:
    assert follow(page, folder, slow=True)
