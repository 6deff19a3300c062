"""``--help``: every command has examples, and every example is a command line that parses."""

import importlib
import re
import runpy
import shlex
import sys
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from wortlaut.cli import COMMANDS, cli


def examples(command: click.Command) -> list[str]:
    """The lines below "Examples:", without what the shell does with the output."""
    found = (command.help or "").partition("Examples:\n")[2]
    lines = [line.strip() for line in found.split("\n\n")[0].splitlines() if line.strip()]
    return [re.split(r" [<>&]", line)[0] for line in lines]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_examples_of_a_command_parse(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.json").touch()  # what the experiment of another example writes
    monkeypatch.chdir(tmp_path)
    command = importlib.import_module(f"wortlaut.commands.{name}").command
    found = examples(command)
    assert found
    for line in found:
        program, called, *arguments = shlex.split(line)
        assert (program, called) == ("wortlaut", name)
        command.make_context(name, arguments)


def test_the_examples_of_the_program_parse() -> None:
    for line in examples(cli):
        _, name, *arguments = shlex.split(line)
        importlib.import_module(f"wortlaut.commands.{name}").command.make_context(name, arguments)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_help_fits_eighty_columns(name: str) -> None:
    shown = CliRunner().invoke(cli, [name, "--help"], terminal_width=80).stdout
    assert "Exit status:" in shown
    wide = [line for line in shown.splitlines() if len(line) > 80 and "wortlaut " not in line]
    assert not wide


def test_python_runs_it_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["wortlaut", "--version"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("wortlaut", run_name="__main__")
    assert ended.value.code == 0
