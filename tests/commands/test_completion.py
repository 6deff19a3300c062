"""Completion: what the shell is told about a line that is not finished."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import get_completion_class
from click.testing import CliRunner

from wortlaut.cli import COMMANDS, cli


def offered(*words: str) -> list[str]:
    """What is offered for the last of ``words``; kinds other than names in brackets."""
    kind = get_completion_class("bash")
    assert kind is not None
    *before, incomplete = words
    found = kind(cli, {}, "wortlaut", "_WORTLAUT_COMPLETE").get_completions(before, incomplete)
    return [one.value if one.type == "plain" else f"[{one.type}]" for one in found]


def test_commands() -> None:
    assert offered("") == sorted(COMMANDS)
    assert offered("comp") == ["compare", "compile", "completion"]


def test_laws_of_the_package_or_folders() -> None:
    assert offered("check", "") == ["posg", "stichwahl"]
    assert offered("compare", "posg", "sti") == ["stichwahl"]
    assert offered("check", "./sta") == ["[dir]"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("compare", "posg", "--language", ""), ["de", "fr"]),
        (("verify", "posg", "--reading", "step"), ["step=king", "step=rook"]),
        (("experiment", "posg", "--against", "deduction"), ["deduction=three_each", "deduction=three_in_all"]),
        (("verify", "posg", "--property", "dis"), ["distinct_squares"]),
        (("verify", "posg", "--property", "gap"), ["gap"]),
        (("play", "posg", "--supplement", "roll"), ["roll_again"]),
        (("diff", "posg", "--amend", "no_e"), ["no_elimination_on_tie"]),
        (("verify", "posg", "--timeout", "5", "--amend", "no_m"), ["no_moves_in_poll_rounds"]),
        (("verify", "nowhere", "--property", ""), []),
        (("compile", "posg", "-o", "x"), ["[file]"]),
    ],
)  # fmt: skip
def test_what_stands_in_a_law(words: tuple[str, ...], expected: list[str]) -> None:
    assert offered(*words) == expected


def test_a_law_with_mistakes_has_names_too(tmp_path: Path) -> None:
    (tmp_path / "de.law").write_bytes(b"\xff no law\n    lesart size = small:\n")
    (tmp_path / "properties.law").mkdir()
    assert offered("verify", str(tmp_path), "--reading", "") == ["size=small"]
    assert "gap" in offered("verify", str(tmp_path), "--property", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_script_for_each_shell(shell: str, tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["completion", shell])
    assert result.exit_code == 0
    assert f"_WORTLAUT_COMPLETE={shell}_complete" in result.stdout
    if program := shutil.which(shell):
        (tmp_path / "script").write_text(result.stdout, "utf-8")
        subprocess.run([program, "-n", tmp_path / "script"], check=True)


@pytest.mark.slow
def test_what_fish_offers(tmp_path: Path) -> None:
    fish, program = shutil.which("fish"), Path(sys.executable).with_name("wortlaut")
    if fish is None or not program.exists():
        pytest.skip("no fish, or not installed")
    file = tmp_path / ".config/fish/completions/wortlaut.fish"
    file.parent.mkdir(parents=True)
    file.write_text(CliRunner().invoke(cli, ["completion", "fish"]).stdout, "utf-8")
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "HOME": str(tmp_path), "PATH": path, "XDG_CONFIG_HOME": ""}

    def shown(line: str) -> list[list[str]]:
        asked = subprocess.run(
            [fish, "-c", f"complete -C '{line}'"],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return [one.split("\t") for one in asked.stdout.splitlines()]

    assert [one[0] for one in shown("wortlaut comp")] == ["compare", "compile", "completion"]
    assert shown("wortlaut comp")[0][1].startswith("Compare the language versions of LAW,")
    assert shown("wortlaut check po") == [["posg"]]
    assert shown("wortlaut verify posg --reading step") == [["step=king"], ["step=rook"]]


def test_another_shell_is_bad_input() -> None:
    assert CliRunner().invoke(cli, ["completion", "sh"]).exit_code == 2
