"""Whatever a command is given, it answers: a message with place and remedy, and exit status 2.

Never a traceback, never a hang; and what stands in a file is shown as it stands there.
"""

import io
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests.commands.bad_input import BAD, FILES, HARMLESS, HEAVY, sound
from wortlaut.cli import cli

ROOT = str(Path(__file__).parents[2])
SECONDS = 10
COMMANDS = {
    "check": ["check", "LAW"],
    "check json": ["check", "LAW", "--format", "json"],
    "verify": ["verify", "LAW", "--timeout", "1"],
    "compare": ["compare", "LAW"],
    "play": ["play", "LAW", "--language", "en", "--auto"],
    "play by hand": ["play", "LAW", "--language", "en"],
    "run": ["run", "LAW", "--language", "en", "--flow", "day", "--states", "-"],
    "audit": ["audit", "LAW"],
    "test": ["test", "LAW"],
    "mutate": ["mutate", "LAW", "--limit", "1", "--quick"],
    "explain": ["explain", "LAW", "Art. 1"],
}
WHOLE = pytest.mark.parametrize("command", COMMANDS.values(), ids=list(COMMANDS))


def run(arguments: list[str], law: str, stdin: str = "") -> Result:
    """The command on ``law``; it must end in time and without a traceback."""
    began = time.process_time()
    result = CliRunner().invoke(cli, [law if one == "LAW" else one for one in arguments], stdin)
    assert time.process_time() - began < SECONDS
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output
    return result


def typed(command: list[str]) -> str:
    """What is typed or piped into ``command``."""
    return "{}\n" if command[0] == "run" else "1\n" * 20


def refused(result: Result) -> str:
    """What a command said when it refused its input: where, what, and what to do."""
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) >= 1
    return result.stderr


@pytest.fixture
def law(tmp_path: Path) -> Path:
    return sound(tmp_path / "keys")


@pytest.fixture(scope="module")
def unspoilt(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A sound law that no test changes."""
    return str(sound(tmp_path_factory.mktemp("unspoilt") / "keys"))


def test_the_law_to_be_spoilt_is_sound(law: Path) -> None:
    for command in COMMANDS.values():
        result = run(command, str(law), typed(command))
        assert result.exit_code in (0, 1, 3), result.output


def _spoilt(law: Path, name: str, command: list[str]) -> None:
    BAD[name](law)
    result = run(command, str(law))
    assert result.exit_code == 2
    if "json" in command:
        assert '"message"' in result.stdout
    else:
        first, *others = refused(result).splitlines()
        assert str(law) in first
        assert any(line.strip() for line in others)


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.slow) if n in HEAVY else n for n in BAD]
)
def test_check_refuses(law: Path, name: str) -> None:
    _spoilt(law, name, COMMANDS["check"])


@pytest.mark.slow
@WHOLE
@pytest.mark.parametrize("name", BAD)
def test_every_command_refuses(law: Path, name: str, command: list[str]) -> None:
    _spoilt(law, name, command)


@WHOLE
@pytest.mark.parametrize("name", ["glossary gone", "set of 10**12", "law with markup"])
def test_every_command_refuses_some(law: Path, name: str, command: list[str]) -> None:
    _spoilt(law, name, command)


@pytest.mark.parametrize("name", [name for name in HARMLESS if name not in HEAVY])
@pytest.mark.parametrize("command", ["check", "play", "check json"])
def test_what_is_harmless_is_taken(law: Path, name: str, command: str) -> None:
    HARMLESS[name](law)
    result = run(COMMANDS[command], str(law))
    assert result.exit_code == 0, result.output


@pytest.mark.slow
@pytest.mark.parametrize("name", HARMLESS)
@WHOLE
def test_what_is_harmless_is_taken_by_every_command(
    law: Path, name: str, command: list[str]
) -> None:
    HARMLESS[name](law)
    assert run(command, str(law), typed(command)).exit_code in (0, 1, 3)


def test_texts_and_reasons_are_shown_as_they_stand(law: Path) -> None:
    HARMLESS["markup in texts"](law)
    HARMLESS["markup in reasons"](law)
    (law / "en.law").write_text(
        FILES["en.law"].replace("deposit is one", "[bold]d[/nope] {is} :smile: one"), "utf-8"
    )
    (law / "en.txt").write_text(
        FILES["en.txt"].replace("deposit is one", "[bold]d[/nope] {is} :smile: one"), "utf-8"
    )
    shown = run(COMMANDS["check"], str(law)).stdout
    assert "[bold]d[/nope] {is} :smile: one" in " ".join(shown.split())


@pytest.mark.parametrize(
    "name", ["[bold]{x}[/nope] :smile:", "keys\\", "-", "a b", "ü", "[/]", "{0}"]
)
def test_folders_with_odd_names(tmp_path: Path, name: str) -> None:
    """The name of a law's folder is shown as it is."""
    folder = sound(tmp_path / name)
    for command in ("check", "check json", "play"):
        assert run(COMMANDS[command], str(folder)).exit_code == 0
    (folder / "en.law").unlink()
    (folder / "de.law").write_text("gesetz", "utf-8")
    refused(run(COMMANDS["check"], str(folder)))


@WHOLE
@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "/", "nowhere", "a/../../b", "x" * 5_000, "\0", "a\nb", "/dev/null"],
)
def test_no_such_law(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, command: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(command, name)
    assert result.exit_code == 2
    assert result.output.strip()


def test_names_that_are_no_text(tmp_path: Path) -> None:
    """Not every name of a folder is text; the terminal is shown what can be shown."""
    name = os.fsdecode(b"x\xff")
    try:
        sound(tmp_path / name)
    except OSError:
        pytest.skip("no name for a folder here")
    asked = [(law, output) for law in (name, "nowhere" + name) for output in ("human", "json")]
    code = (
        "import sys; from wortlaut.cli import main\n"
        f"for law, output in {asked!a}:\n"
        "    sys.argv = ['wortlaut', 'check', law, '--format', output]\n"
        "    try: main()\n"
        "    except SystemExit as end: print('ends with', end.code, file=sys.stderr)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ROOT},
        capture_output=True,
        check=True,
    )
    assert re.findall(rb"ends with (\d)", result.stderr) == [b"0", b"0", b"2", b"2"]
    assert b"Traceback" not in result.stderr


@pytest.mark.parametrize("name", ["law is a pipe", "law is endless", "law is a loop of links"])
def test_files_that_might_never_end(law: Path, tmp_path: Path, name: str) -> None:
    BAD[name](law)
    refused(run(["fmt", str(law / "en.law")], ""))
    refused(run(["new", str(tmp_path / "made"), "--text", f"en={law / 'en.law'}"], ""))
    assert not (tmp_path / "made").exists()


def test_a_file_is_no_law(unspoilt: str) -> None:
    for command in COMMANDS.values():
        if "json" not in command:
            assert "[not_a_folder]" in refused(run(command, f"{unspoilt}/en.law"))


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("verify", ["--language", "xx"]),
        ("verify", ["--language", "fr"]),
        ("verify", ["--reading", "few=four"]),
        ("verify", ["--reading", "fwe=two"]),
        ("verify", ["--reading", "few"]),
        ("verify", ["--reading", "=two"]),
        ("verify", ["--reading", "few=two", "--reading", "few=three"]),
        ("verify", ["--supplement", "by_lott"]),
        ("verify", ["--supplement", "by_lot", "--no-supplements"]),
        ("verify", ["--property", "cheep"]),
        ("verify", ["--timeout", "0"]),
        ("verify", ["--timeout", "-1"]),
        ("verify", ["--timeout", "nan"]),
        ("mutate", ["--timeout", "nan"]),
        ("verify", ["--timeout", "inf"]),
        ("verify", ["--timeout", "soon"]),
        ("compare", ["--language", "en"]),
        ("compare", ["--language", "en", "--language", "en"]),
        ("compare", ["--language", "en", "--language", "xx"]),
        ("compare", ["--format", "xml"]),
        ("check", ["--messages", "la"]),
        ("play", ["--language", "xx"]),
        ("play", ["--flow", "nihgt"]),
        ("play", ["--flow", "turn"]),
        ("play", ["--flow", "evening"]),
        ("play", ["--players", "0"]),
        ("play", ["--players", "-3"]),
        ("play", ["--players", "99999999999999999999"]),
        ("play", ["--players", "many"]),
        ("play", ["--size", "key"]),
        ("play", ["--size", "key=0"]),
        ("play", ["--size", "key=99999999999999999999"]),
        ("play", ["--size", "kye=3"]),
        ("play", ["--size", "deposit=3"]),
        ("play", ["--setting", "fee"]),
        ("play", ["--setting", "fee=10"]),
        ("play", ["--setting", "fee=-1"]),
        ("play", ["--setting", "fee=[1]"]),
        ("play", ["--setting", "fee={"]),
        ("play", ["--setting", "fee=1e999"]),
        ("play", ["--setting", "fee=" + "9" * 5_000]),
        ("play", ["--setting", "fee=" + "[" * 50_000]),
        ("play", ["--setting", "eef=1"]),
        ("play", ["--reading", "[bold]{x}[/nope]=[i]"]),
        ("play", ["--supplement", "[bold]{x}[/nope]"]),
        ("play", ["--flow", "[bold]{x}[/nope]"]),
        ("play", ["--seed", "x"]),
        ("run", ["--flow", "nihgt", "--states", "-"]),
        ("run", ["--flow", "day", "--states", "nowhere.jsonl"]),
        ("run", ["--flow", "day", "--states", "."]),
        ("run", ["--flow", "day", "--states", "\0"]),
        ("run", ["--flow", "day", "--states", "x" * 5_000]),
        ("run", ["--states", "-"]),
        ("run", ["--flow", "day"]),
        ("audit", ["--messages", "la"]),
    ],
    ids=lambda part: " ".join(part)[:50] if isinstance(part, list) else part,
)
def test_options_that_name_nothing(unspoilt: str, command: str, options: list[str]) -> None:
    auto = ["--auto", "--language", "en"] if command == "play" else []
    said = refused(run([command, "LAW", *auto, *options], unspoilt))
    assert len(said) < 6_000


@pytest.mark.parametrize(
    "options", [["--seed", "9" * 4_000], ["--size", "keeper=3"], ["--players", "3"]]
)
def test_options_that_look_odd_and_are_not(unspoilt: str, options: list[str]) -> None:
    assert run([*COMMANDS["play"], *options], unspoilt).exit_code == 0


@pytest.mark.parametrize(
    "line",
    [
        "{", "[]", "3", "null", '"x"', "{}}", "[" * 100_000, '{"a": ' * 10_000, '{"nobody": 1}',
        '{"deposit": 0}', '{"deposit": 1e999}', '{"deposit": NaN}', '{"deposit": true}',
        '{"deposit": ' + "9" * 5_000 + "}", '{"kept": 3}', '{"kept": [1]}', '{"kept": [7, 7, 7]}',
        '{"hung": [[1, 9], null, null]}', '{"deposit": "[bold]{x}[/nope]"}', '{"deposit": "\\ud800"}',
        '{"[bold]{x}[/nope]": 1}', '{"deposit": 1, "deposit": 2}', "\0", "x" * 2_000_000,
    ],
    ids=lambda line: line[:30],
)  # fmt: skip
def test_lines_that_are_no_state(unspoilt: str, line: str) -> None:
    result = run(COMMANDS["run"], unspoilt, line + "\n")
    assert result.exit_code == 2
    assert result.stderr.strip()


def test_states_that_are_no_text(unspoilt: str, tmp_path: Path) -> None:
    for number, data in enumerate((b"\xff\xfe{\0}\0", bytes(range(256)), b"\x80\n", b"\0\0\0")):
        states = tmp_path / f"{number}.jsonl"
        states.write_bytes(data)
        refused(run(["run", "LAW", "--flow", "day", "--states", str(states)], unspoilt))


@pytest.mark.parametrize(
    "typed",
    ["", "\n" * 50, "9" * 5_000, "[bold]{x}[/nope]", "\0", "why " + "(" * 5_000, "\ud800", "99\n-1\n0\n1.5\n", "u\nu\nwhy\n?"],
)  # fmt: skip
def test_what_is_typed_at_the_table(unspoilt: str, typed: str) -> None:
    stdin = io.BytesIO(typed.encode("utf-8", "surrogatepass"))
    began = time.process_time()
    result = CliRunner().invoke(cli, ["play", unspoilt, "--language", "en"], input=stdin.getvalue())
    assert time.process_time() - began < SECONDS
    assert result.exit_code == 0
