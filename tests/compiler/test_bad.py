"""Every code of the compiler: a smallest broken folder, where it is reported, and in which words.

The expected output of the command stands beside each folder, in the three languages
of messages; ``WORTLAUT_RESET=1`` renews it.
"""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.diagnostics import Diagnostic, languages_of_messages, messages
from tests.compiler.bad_folders import FOLDERS, HERE, BadFolder
from wortlaut.cli import cli
from wortlaut.render import diagnostics as shown

_PARTS_OF_MESSAGES = {
    *("a_name", "did_you_mean", "end_of_line", "indented_block", "end_of_block", "none_known"),
}
_OF_OPTIONS = {"no_aim"}  # not of a law folder; tests/runtime/simulation/test_policies.py has them
EACH = pytest.mark.parametrize("folder", FOLDERS.values(), ids=list(FOLDERS))


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def _locked(folder: BadFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that may not be read, also where root runs the tests."""
    read = Path.read_bytes

    def refusing(path: Path) -> bytes:
        if path.name in folder.head.get("locked", "").split():
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refusing)


def run(folder: BadFolder, language: str) -> tuple[int, str]:
    """The exit status of the command, and what it has to say."""
    result = CliRunner().invoke(cli, [*folder.command, "--messages", language])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stderr


@EACH
@pytest.mark.usefixtures("_locked")
def test_reported_at_its_place_and_alone(
    folder: BadFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder.write(tmp_path)
    reported: list[Diagnostic] = []
    monkeypatch.setattr(
        shown, "show_diagnostics", lambda found, language, stream: reported.extend(found)
    )
    status, _ = run(folder, "en")
    assert status == folder.status
    places = [
        (found.file, found.span.line if found.span else None)
        for found in reported
        if found.code == folder.code
    ]
    assert folder.place in places
    others = {found.code for found in reported} - {folder.code}
    assert others == folder.also


@EACH
@pytest.mark.usefixtures("_locked")
def test_in_the_words_expected(folder: BadFolder, tmp_path: Path) -> None:
    folder.write(tmp_path)
    said = "".join(f"=== {one}\n{run(folder, one)[1]}" for one in languages_of_messages())
    expected = HERE / f"{folder.code}.expected"
    if os.environ.get("WORTLAUT_RESET"):
        expected.write_text(said, "utf-8")
    assert said == expected.read_text("utf-8")


def test_every_code_has_a_folder() -> None:
    assert set(FOLDERS) == set(messages("en")) - _PARTS_OF_MESSAGES - _OF_OPTIONS


def test_no_expectation_is_stale() -> None:
    assert {path.stem for path in HERE.glob("*.expected")} == set(FOLDERS)
