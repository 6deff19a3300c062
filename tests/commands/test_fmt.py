"""``wortlaut fmt``: files are laid out, or left alone."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import compiler.format
from compiler.law import load_sound
from wortlaut.cli import cli

SPEC = Path(__file__).parents[2] / "spec"
ROUGH = 'law L | t\nArt. 1\n    | Text. \n    no rule    "x" # why\n'
SMOOTH = 'law L | t\n\nArt. 1\n  | Text.\n  no rule "x"  # why\n'


def fmt(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["fmt", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "en.law"
    path.write_text(ROUGH, "utf-8")
    return path


def test_a_file_is_laid_out_once(file: Path) -> None:
    file.chmod(0o640)
    assert fmt(str(file)).exit_code == 0
    assert file.read_text("utf-8") == SMOOTH
    assert file.stat().st_mode & 0o777 == 0o640
    again = fmt(str(file))
    assert (again.exit_code, again.stdout) == (0, "")
    assert sorted(path.name for path in file.parent.iterdir()) == ["en.law"]


def test_check_writes_nothing(file: Path) -> None:
    result = fmt("--check", str(file))
    assert (result.exit_code, result.stdout) == (1, f"{file} would change\n")
    assert file.read_text("utf-8") == ROUGH
    file.write_text(SMOOTH, "utf-8")
    assert fmt("--check", str(file)).exit_code == 0


def test_the_language_is_told_by_the_name(tmp_path: Path) -> None:
    path = tmp_path / "ties.de.law"
    path.write_text('gesetz L | t\nArt. 1\n | x\n ohne Regel "y"\n', "utf-8")
    assert fmt(str(path)).exit_code == 0
    assert path.read_text("utf-8") == 'gesetz L | t\n\nArt. 1\n  | x\n  ohne Regel "y"\n'


@pytest.mark.parametrize("content", [b"law L | t\nArt. 1\n  set :\n", b"\xff", b""])
def test_what_has_mistakes_is_left_alone(content: bytes, file: Path) -> None:
    file.write_bytes(content)
    result = fmt(str(file))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "left alone" in result.stderr
    assert file.read_bytes() == content


def test_no_such_file(tmp_path: Path) -> None:
    assert fmt(str(tmp_path / "not.law")).exit_code == 2


def test_a_comment_that_cannot_be_kept_leaves_the_file_alone(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiler.format, "with_comments", lambda text, tokens, comments: text)
    result = fmt(str(file))
    assert result.exit_code == 2
    assert "comment" in result.stderr
    assert file.read_text("utf-8") == ROUGH


def test_the_other_files_are_laid_out_all_the_same(file: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.law"
    bad.write_text("law\n", "utf-8")
    assert fmt(str(bad), str(file)).exit_code == 2
    assert file.read_text("utf-8") == SMOOTH


def test_a_whole_law_means_the_same_afterwards(tmp_path: Path) -> None:
    folder = tmp_path / "posg"
    shutil.copytree(SPEC / "posg", folder)
    before = load_sound(str(folder))
    for path in folder.glob("*.law"):
        text = path.read_text("utf-8")
        path.write_text(text.replace("\n", "\n\n").replace(" := ", "   := "), "utf-8")
        assert fmt(str(path)).exit_code == 0
    after = load_sound(str(folder))
    for language in before.languages:
        assert after.rules(language) == before.rules(language).model_copy(
            update={"law_hash": after.hash}
        )


def test_for_programs_there_is_one_entry_for_each_file(file: Path, tmp_path: Path) -> None:
    smooth, wrong = tmp_path / "de.law", tmp_path / "x.law"
    smooth.write_text('gesetz L | t\n\nArt. 1\n  | x\n  ohne Regel "y"\n', "utf-8")
    wrong.write_text("law L | t\nArt. 1\n  set :\n", "utf-8")

    def results(*options: str) -> tuple[list[dict[str, object]], int]:
        files = [str(path) for path in (file, smooth, wrong)]
        result = fmt("--format", "json", "--messages", "de", *options, *files)
        assert result.stderr == ""
        return json.loads(result.stdout)["files"], result.exit_code

    found, status = results("--check")
    assert status == 2
    assert [one["result"] for one in found] == ["would_change", "unchanged", "left"]
    assert [bool(one["diagnostics"]) for one in found] == [False, False, True]
    assert str(found[0]["said"]).startswith(str(file))
    assert found[1]["said"] is None
    assert [one["result"] for one in results()[0]] == ["changed", "unchanged", "left"]
    assert [one["result"] for one in results()[0]] == ["unchanged", "unchanged", "left"]


def test_a_folder_means_all_law_files_in_it(tmp_path: Path) -> None:
    (tmp_path / "cases").mkdir()
    for name in ("en.law", "cases/en.law"):
        (tmp_path / name).write_text(ROUGH, "utf-8")
    (tmp_path / "en.txt").write_text("Art. 1\nText.\n", "utf-8")
    assert fmt("--check", str(tmp_path)).stdout.count("would change") == 2
    assert fmt(str(tmp_path)).exit_code == 0
    assert (tmp_path / "cases" / "en.law").read_text("utf-8") == SMOOTH


def test_a_folder_without_law_files_cannot_be_laid_out(tmp_path: Path) -> None:
    assert fmt(str(tmp_path)).exit_code == 2
