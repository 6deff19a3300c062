"""A law in two versions in which nothing differs, and one word at a time changed in it."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from wortlaut.cli import cli

FOLDER = Path(__file__).parent / "alp"


def compared(folder: Path) -> tuple[int, dict[str, list[str]], list[str]]:
    """The exit status, the findings by class, and the places where one of two is wrong."""
    result = CliRunner().invoke(cli, ["compare", str(folder), "--format", "json"])
    told = json.loads(result.stdout)
    findings: dict[str, list[str]] = {"meaning": [], "terminology": [], "formal": []}
    for one in (*told["titles"], *(w for row in told["paragraphs"] for w in row["wording"])):
        findings[one["class"]].append(one["id"])
    wrong = [
        f"{row['ref']} {row['disagreement']}" for row in told["paragraphs"] if row["disagreement"]
    ]
    return result.exit_code, findings, wrong


def test_where_nothing_differs_nothing_is_found() -> None:
    assert compared(FOLDER) == (0, {"meaning": [], "terminology": [], "formal": []}, [])


CHANGES = [
    ("fr", "au plus douze", "au plus onze", "wording.numbers.1.1.de+fr", "1.1"),
    ("fr", "doit compter", "peut compter", "wording.modality.1.2.de+fr", "1.2"),
    ("fr", " à tour de rôle.", ".", "wording.order.1.2.de+fr", "1.2"),
    ("de", "er darf ihn nicht verkaufen", "er darf ihn verkaufen", "wording.modality.2.de+fr", "2"),
    ("de", "nach Art. 1 Abs. 1", "nach Art. 1 Abs. 2", "wording.references.2.de+fr", "2"),
]


@pytest.mark.parametrize(
    ("language", "old", "new", "id", "ref"), CHANGES, ids=[c[3] for c in CHANGES]
)
def test_words_that_differ_where_the_encodings_do_not(
    language: str, old: str, new: str, id: str, ref: str, tmp_path: Path
) -> None:
    folder = tmp_path / "law"
    shutil.copytree(FOLDER, folder)
    for suffix in ("law", "txt"):
        file = folder / f"{language}.{suffix}"
        lines = file.read_text("utf-8").splitlines(keepends=True)
        text = "".join(
            line.replace(old, new) if suffix == "txt" or "|" in line else line for line in lines
        )
        assert text != file.read_text("utf-8")
        file.write_text(text, "utf-8")
    status, findings, wrong = compared(folder)
    assert (status, findings["meaning"]) == (1, [id])
    assert wrong == [f"{ref} wording_only"]


def test_encodings_that_differ_where_the_words_do_not(tmp_path: Path) -> None:
    folder = tmp_path / "law"
    shutil.copytree(FOLDER, folder)
    file = folder / "fr.law"
    text = file.read_text("utf-8")
    file.write_text(text.replace("parmi 0..12", "parmi 0..11"), "utf-8")
    status, findings, wrong = compared(folder)
    assert status == 1
    assert findings["meaning"] == []
    assert wrong == ["1.2 encoding_only"]


def test_one_version_alone_has_nothing_to_compare() -> None:
    result = CliRunner().invoke(cli, ["compare", "stichwahl"])
    assert result.exit_code == 0
