"""``wortlaut new``: a folder that check accepts as incomplete, with every sentence open."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wortlaut.cli import cli

SPEC = Path(__file__).parents[2] / "spec"


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture
def folder(tmp_path: Path) -> str:
    return str(tmp_path / "law")


TEXTS = {
    "posg": ("--text", f"de={SPEC}/posg/de.txt", "--text", f"fr={SPEC}/posg/fr.txt"),
    "stichwahl": ("--text", f"de={SPEC}/stichwahl/de.txt"),
}


@pytest.mark.parametrize("law", sorted(TEXTS))
def test_the_new_folder_is_incomplete_and_sound(law: str, folder: str) -> None:
    made = run("new", folder, *TEXTS[law])
    assert made.exit_code == 0
    assert "wortlaut check" in made.stdout
    for name in ("de", "fr") if law == "posg" else ("de",):
        copied, given = Path(folder, f"{name}.txt"), SPEC / law / f"{name}.txt"
        assert copied.read_bytes() == given.read_bytes()
    checked = run("check", folder, "--format", "json")
    assert checked.exit_code == 0
    found = json.loads(checked.stdout)
    assert {one["severity"] for one in found["diagnostics"]} <= {"warning"}
    for language, sentences in found["coverage"].items():
        assert {one["status"] for one in sentences} == {"open"}
        assert found["open"][language] == len(sentences) >= 25
        said = "".join("".join(one["text"] for one in sentences).split())
        given_text = "".join((SPEC / law / f"{language}.txt").read_text("utf-8").split())
        assert len(said) > 0.8 * len(given_text)


def test_the_list_of_what_is_open(folder: str) -> None:
    run("new", folder, *TEXTS["posg"])
    said = run("check", folder).stdout
    assert "Open: 35 of 35 sentences, in PosG, Art. 1 Abs. 1," in said
    assert "Art. 7 Abs. 2 (2)" in said
    assert said.rstrip().endswith("the law is incomplete.")


def test_a_file_that_new_writes_is_laid_out(folder: str) -> None:
    run("new", folder, *TEXTS["posg"])
    assert run("fmt", "--check", f"{folder}/de.law", f"{folder}/fr.law").exit_code == 0


def test_nothing_is_replaced(folder: str) -> None:
    run("new", folder, *TEXTS["stichwahl"])
    before = {path.name: path.read_bytes() for path in Path(folder).iterdir()}
    again = run("new", folder, *TEXTS["posg"])
    assert (again.exit_code, again.stdout) == (2, "")
    assert "nothing was written" in again.stderr
    assert {path.name: path.read_bytes() for path in Path(folder).iterdir()} == before


def test_an_empty_folder_may_be_there(tmp_path: Path) -> None:
    assert run("new", str(tmp_path), *TEXTS["stichwahl"]).exit_code == 0


def test_as_json(folder: str) -> None:
    found = json.loads(run("new", folder, *TEXTS["stichwahl"], "--format", "json").stdout)
    assert found["files"] == ["de.law", "de.txt", "glossary.toml", "readings.toml"]
    assert found["open"] == {"de": 25}


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
@pytest.mark.parametrize(
    ("option", "content"),
    [
        ("de", b""),
        ("xx={file}", b"T\nS."),
        ("de={file}.not", b""),
        ("de={file}", b"\xff\xfe"),
        ("de={file}", b"only a title\n"),
        ("de={file}", b""),
        ("de={file}", b"a\0b\nc"),
    ],
)
def test_bad_input(option: str, content: bytes, messages: str, tmp_path: Path, folder: str) -> None:
    text = tmp_path / "a.txt"
    text.write_bytes(content)
    result = run("new", folder, "--text", option.format(file=text), "--messages", messages)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.strip()
    assert not Path(folder).exists()


def test_one_text_for_each_language(tmp_path: Path, folder: str) -> None:
    text = tmp_path / "a.txt"
    text.write_text("T\nS.", "utf-8")
    assert run("new", folder, "--text", f"de={text}", "--text", f"de={text}").exit_code == 2


def test_a_byte_order_mark_is_copied_and_passed_over(tmp_path: Path, folder: str) -> None:
    text = tmp_path / "a.txt"
    text.write_bytes("\ufeffRegeln\r\n\r\nEs gilt das Wort.\r\n".encode())
    assert run("new", folder, "--text", f"de={text}").exit_code == 0
    assert Path(folder, "de.txt").read_bytes() == text.read_bytes()
    assert Path(folder, "de.law").read_text("utf-8").startswith("gesetz law | Regeln\n")
