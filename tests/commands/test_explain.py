"""``wortlaut explain``: everything about one place, and no other place taken for it."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.commands.garden_rules import write
from wortlaut.cli import cli


def explain(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["explain", "posg", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def as_json(*arguments: str) -> dict[str, Any]:
    result = explain(*arguments, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize(
    "asked",
    ["Art. 10 Abs. 1", "art. 10 al. 1", "Art. 10 para. 1", "Artikel 10 Absatz 1", "10.1", "10 (1)",
     "10(1)", " Art.10  Abs.1 "],
)  # fmt: skip
def test_a_place_may_be_cited_in_any_language(asked: str) -> None:
    assert as_json(asked)["ref"] == "10.1"


def test_what_there_is_to_say() -> None:
    found = as_json("8.2")
    german = found["versions"]["de"]
    (unit,) = german["units"]
    assert unit["text"].startswith("Ist ein Wähler gleich weit")
    assert [one["name"] for one in unit["readings"] if one["in_use"]] == ["two_or_more", "rook"]
    assert all(one["reason"] for one in unit["readings"])
    assert "euclid" in {one["name"] for one in found["versions"]["fr"]["units"][0]["readings"]}
    assert {"from": "Art. 10 Abs. 3", "to": "Art. 8 Abs. 2"} in german["referred_to_by"]["wording"]
    assert {"from": "Art. 10 Abs. 2", "to": "Art. 8"} in german["referred_to_by"]["wording"]
    given = {one["concept"]: one for one in german["contributes"]}
    assert any("Art. 10 Abs. 2" in one["used_by"] for one in given.values())
    assert any(one["with"] == ["Art. 8 Abs. 1"] for one in given.values())
    assert any(line.startswith("lesart equidistant = two_or_more") for line in unit["encoding"])


def test_the_encoding_is_in_the_authors_words() -> None:
    (unit,) = as_json("6.1")["versions"]["de"]["units"]
    assert "  der Reihe nach jede Spielerin s:" in unit["encoding"]


def test_supplements_that_fill_something_here() -> None:
    assert [one["id"] for one in as_json("10.1")["supplements"]] == [
        "tie_before_elimination",
        "lot_among_all",
    ]
    order = {one["id"]: one for one in as_json("7.1")["supplements"]}
    assert order["turns_in_order"]["languages"] == ["fr"]
    assert as_json("5.3")["supplements"] == []


def test_an_article_is_all_that_is_in_it() -> None:
    units = as_json("Art. 5")["versions"]["de"]["units"]
    assert [one["ref"] for one in units] == ["5", "5.1", "5.2", "5.3"]


def test_verdicts_only_if_asked_for(tmp_path: Path) -> None:
    law = write(tmp_path)
    plain = CliRunner().invoke(cli, ["explain", law, "2", "--format", "json"])
    assert "verdicts" not in json.loads(plain.stdout)
    asked = CliRunner().invoke(cli, ["explain", law, "2", "--verdicts", "--format", "json"])
    found = {one["id"]: one["verdict"] for one in json.loads(asked.stdout)["verdicts"]}
    assert found["no_more_than_three"] == "refuted"


@pytest.mark.slow
def test_verdicts_that_rest_on_a_norm() -> None:
    found = as_json("5.3", "--verdicts")["verdicts"]
    assert {one["verdict"] for one in found if one["id"] == "distinct_squares"} == {"proved"}


@pytest.mark.parametrize("messages", ["de", "en", "fr"])
def test_for_people(messages: str) -> None:
    said = explain("Art. 10 Abs. 1", "--messages", messages).stdout
    assert "«Erreicht kein Kandidat das absolute Mehr" in said
    assert "«Si aucun candidat n'obtient la majorité absolue" in said
    assert "+ tie_before_elimination (conflict:10.1/11; de, fr)" in said
    assert "Art. 2 Abs. 1, Art. 11" in said
    assert all(line == line.rstrip() for line in said.splitlines())


@pytest.mark.parametrize(
    ("asked", "near"),
    [("Art. 8 Abs. 7", "Art. 8 Abs. 1"), ("Art. 12", "Art. 1"), ("Art 10 Abs 1", "Art. 10 Abs. 1")],
)
def test_the_nearest_is_named(asked: str, near: str) -> None:
    result = explain(asked)
    assert (result.exit_code, result.stdout) == (2, "")
    assert near in result.stderr


@pytest.mark.parametrize("asked", ["", "nonsense", "99", "Art. 8 und Art. 9"])
def test_no_such_place(asked: str) -> None:
    result = explain(asked)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.strip()


def test_a_word_of_the_law_is_told_apart_from_a_place() -> None:
    result = explain("Wähler")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Art. 3 Abs. 3" in result.stderr
