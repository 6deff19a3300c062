"""What an amendment changes, on the page: texts, answers, the figures of an experiment."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.commands.test_diff import costs
from tests.compiler.amendments.ferry import folder
from tests.report.test_report import Page, closed_in_itself, report, twinned
from wortlaut.cli import cli
from wortlaut.report.amended import word_by_word


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A law, and an amendment that makes a trip cost more than is stated as the most."""
    path = tmp_path_factory.mktemp("ferry")
    costs(path, "dear", "7")
    return folder(path)


def experiment(law: Path, *options: str) -> str:
    words = ["experiment", str(law), *options, "--games", "5", "--format", "json"]
    return CliRunner().invoke(cli, words).stdout


def test_old_and_new_stand_side_by_side(ferry: Path, tmp_path: Path) -> None:
    games = tmp_path / "games.json"
    games.write_text(experiment(ferry, "--amend", "dear"), "utf-8")
    options = ("--amend", "dear", "--experiment", str(games), "--language", "en")
    status, text = report(str(ferry), *options, "--messages", "de")
    assert status == 1
    page = Page(text)
    closed_in_itself(page)
    twinned(page)
    assert "<ins>7</ins>" in text
    assert "Unverändert: " in page.text
    kinds = {one["ref"]: one["kind"] for one in page.data["twin-amended-en"]}
    assert kinds["2"] == "changed"
    assert [one["id"] for one in page.data["twin-amended-verdicts"]["changed"]].count("cheap") == 1
    assert "5 Partien, jede nach beiden Fassungen" in page.text
    assert page.data["twin-experiment"][0]["measure"]


def test_what_is_no_experiment_with_this_law_is_refused(ferry: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    whole = json.loads(experiment(ferry, "--amend", "dear"))
    other = {**whole, "sides": [{**one, "law_hash": "0" * 64} for one in whole["sides"]]}
    unknown = {**whole, "measures": [{**whole["measures"][0], "measure": "value:x=0"}]}
    for data in (
        b"",
        b"\xff",
        b"[]",
        b"{}",
        json.dumps(other).encode(),
        json.dumps(unknown).encode(),
    ):
        file.write_bytes(data)
        assert report(str(ferry), "--amend", "dear", "--experiment", str(file))[0] == 2, data
    file.write_text(json.dumps(whole), "utf-8")
    assert report(str(ferry), "--experiment", str(file))[0] == 2  # not what is amended


def test_texts_are_marked_word_by_word() -> None:
    old, new = word_by_word("drei Boote <b> fahren", "vier Boote <b> fahren heute")
    assert old == "<del>drei</del> Boote &lt;b&gt; fahren"
    assert new == "<ins>vier</ins> Boote &lt;b&gt; fahren <ins>heute</ins>"
    assert word_by_word("", "ganz neu") == ("", "<ins>ganz neu</ins>")
    assert word_by_word("a b", "a b") == ("a b", "a b")
    assert word_by_word("ganz anders war es", "nun heisst dies so")[0].startswith(
        "<del>ganz anders"
    )
