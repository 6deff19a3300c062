"""README.md shows what the program prints: its console blocks are run and compared."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from wortlaut.cli import cli

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def examples() -> list[tuple[str, list[str]]]:
    """Each command of a console block, with the lines shown for it."""
    found = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            found.append((command, shown))
    return found


def pattern(shown: list[str]) -> str:
    """``…`` alone on a line stands for lines, inside a line for words."""
    lines = [
        r"(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + r" *\n"
        for line in shown
    ]
    return "".join(lines)


EXAMPLES = examples()
SLOW = {"compare"}


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(*one, marks=pytest.mark.slow if one[0].split()[1] in SLOW else (), id=one[0])
        for one in EXAMPLES
    ],
)
def test_the_output_is_what_readme_shows(
    command: str, shown: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    program, *arguments = command.split()
    assert program == "wortlaut"
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(cli, arguments)
    assert re.fullmatch(pattern(shown), done.stdout), done.output


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)]+)\)", README))
def test_links_lead_somewhere(link: str) -> None:
    assert (ROOT / link.partition("#")[0]).exists()
