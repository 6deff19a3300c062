"""What the commands say is worded in every language, with the same values in it."""

import ast
import string
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import wortlaut
from tests.commands.kiosk import write
from wortlaut.cli import COMMANDS, cli
from wortlaut.options import LANGUAGES_OF_MESSAGES
from wortlaut.render.words import words

SOURCES = sorted(Path(str(wortlaut.__file__)).parent.glob("**/*.py"))


def values(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", [one for one in LANGUAGES_OF_MESSAGES if one != "en"])
def test_every_wording_is_there_with_the_same_values(language: str) -> None:
    english, other = words("en"), words(language)
    assert set(english) == set(other)
    for key, text in english.items():
        assert values(text) == values(other[key]), key


def calls(function: str) -> list[tuple[str, ast.Call]]:
    return [
        (f"{path.name}:{node.lineno}", node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == function
    ]


def test_what_is_said_is_in_the_tables_with_its_values() -> None:
    found = calls("said")
    assert len(found) > 30
    for place, call in found:
        code = call.args[0]
        if isinstance(code, ast.Constant):
            given = {keyword.arg for keyword in call.keywords}
            assert values(words("en")[code.value]) == given, place


def test_no_refusal_has_words_of_its_own() -> None:
    for place, call in calls("fail"):
        text = call.args[0]
        plain = [text] if isinstance(text, ast.Constant) else []
        if isinstance(text, ast.JoinedStr):
            plain = [part for part in text.values if isinstance(part, ast.Constant)]
        written = "".join(str(part.value) for part in plain).replace("--states", "")
        assert not any(map(str.isalpha, written.replace("--setting", ""))), place


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        ("de", "Es gibt keine Pflicht 'gap.9'. Von ihrer Art gibt es hier: gap.2."),
        ("fr", "Il n'y a pas d'obligation 'gap.9'. De sa sorte, il y a ici: gap.2."),
    ],
)
def test_refusals_are_in_the_language_asked_for(
    tmp_path: Path, messages: str, expected: str
) -> None:
    law = write(tmp_path)
    options = ["--property", "gap.9", "--messages", messages]
    result = CliRunner().invoke(cli, ["verify", law, *options])
    assert (result.exit_code, result.stderr.strip()) == (2, expected)


@pytest.mark.parametrize("messages", ["en", "de", "fr"])
def test_why_a_run_was_broken_off_is_too(tmp_path: Path, messages: str) -> None:
    law = write(tmp_path)
    options = ["--total", "0.01", "--messages", messages]
    result = CliRunner().invoke(cli, ["verify", law, *options])
    assert result.exit_code == 3
    assert words(messages)["why_out_of_time"] in " ".join(result.stdout.split())


# What completion prints is a script for the shell.
@pytest.mark.parametrize("name", sorted(set(COMMANDS) - {"completion"}))
def test_every_command_is_for_programs_too_and_in_every_language(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    options = {option for parameter in command.params for option in parameter.opts}
    assert options >= {"--format", "--messages"}
