"""Findings for code scanning (SARIF 2.1.0) and for test reports (JUnit)."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from compiler.law import load_sound
from tests.commands.garden_rules import PROPERTIES, WATERED, decide_nothing, write
from tests.interchange.schemas import sarif_mistakes
from wortlaut.cli import cli
from wortlaut.formats.findings import of_verdicts

# What SARIF 2.1.0 names, as far as it is used here: property, and whether it must be there.
SHAPE: dict[str, dict[str, bool]] = {
    "log": {"$schema": False, "version": True, "runs": True},
    "run": {"tool": True, "automationDetails": False, "columnKind": False, "results": False},
    "driver": {"name": True, "semanticVersion": False, "rules": False},
    "result": {
        "ruleId": False,
        "ruleIndex": False,
        "kind": False,
        "level": False,
        "message": True,
        "locations": False,
        "relatedLocations": False,
        "partialFingerprints": False,
        "suppressions": False,
    },
    "location": {"id": False, "physicalLocation": False, "message": False},
    "region": dict.fromkeys(("startLine", "startColumn", "endLine", "endColumn"), False),
    "suppression": {"kind": True, "status": False, "justification": False},
}


def shaped(name: str, value: dict[str, Any]) -> dict[str, Any]:
    """``value``, which has what an object of this name may and must have."""
    shape = SHAPE[name]
    assert set(value) <= set(shape), name
    assert {key for key, needed in shape.items() if needed} <= set(value), name
    return value


def sarif(command: str, folder: Path, *options: str) -> tuple[int, list[dict[str, Any]]]:
    """The exit status and the results, whose form has been looked at."""
    arguments = [command, str(folder), *options, "--format", "sarif"]
    result = CliRunner().invoke(cli, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    log = shaped("log", json.loads(result.stdout))
    assert sarif_mistakes(log) == []
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    shaped("run", run)
    rules = [rule["id"] for rule in shaped("driver", run["tool"]["driver"])["rules"]]
    assert len(rules) == len(set(rules))
    for one in run["results"]:
        shaped("result", one)
        assert rules[one["ruleIndex"]] == one["ruleId"]
        assert one["level"] in (("none",) if one["kind"] == "open" else ("error", "warning"))
        assert one["message"]["text"]
        for place in (*one["locations"], *one.get("relatedLocations", ())):
            region = shaped("location", place)["physicalLocation"].get("region", {})
            assert all(number >= 1 for number in shaped("region", region).values())
        for suppression in one.get("suppressions", ()):
            shaped("suppression", suppression)
    prints = [tuple(one["partialFingerprints"].values()) for one in run["results"]]
    assert len(prints) == len(set(prints))
    return result.exit_code, run["results"]


def line(result: dict[str, Any], place: str = "locations") -> tuple[str, str]:
    """The name of the file of a result, and the line it starts on."""
    physical = result[place][0]["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    path = Path(unquote(uri.removeprefix("file://")))
    return path.name, path.read_text("utf-8").splitlines()[physical["region"]["startLine"] - 1]


def test_a_refutation_stands_at_its_paragraph(tmp_path: Path) -> None:
    write(tmp_path)
    status, results = sarif("verify", tmp_path, "--language", "en")
    assert status == 1
    by_rule = {one["ruleId"]: one for one in results}
    assert set(by_rule) == {"no_more_than_nine", "no_more_than_three"}
    refuted, vacuous = by_rule["no_more_than_three"], by_rule["no_more_than_nine"]
    assert line(refuted) == ("en.law", "Art. 2")
    assert (refuted["level"], vacuous["level"]) == ("error", "warning")
    assert line(vacuous)[0] == "properties.law"
    assert "bed 2; bed 3" in refuted["message"]["text"]


def test_a_law_in_the_working_folder_has_relative_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "a law")
    monkeypatch.chdir(tmp_path)
    _, results = sarif("verify", Path("a law"), "--property", "no_more_than_three")
    place = results[0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert place == {"uri": "a%20law/de.law"}


def test_fingerprints_outlast_lines_added_above(tmp_path: Path) -> None:
    write(tmp_path / "garden")
    _, before = sarif("verify", tmp_path / "garden")
    folder = tmp_path / "edited"
    write(folder)
    for name in ("en.law", "de.law"):
        first, rest = (folder / name).read_text("utf-8").split("\n", 1)
        (folder / name).write_text(f"{first}\n# A line.\n\n{rest}", "utf-8")
    (folder / "properties.law").write_text(PROPERTIES.replace("\n\n", "\n\n# One.\n"), "utf-8")
    _, after = sarif("verify", folder)
    assert [one["partialFingerprints"] for one in before] == [
        one["partialFingerprints"] for one in after
    ]
    assert [one["locations"] for one in before] != [one["locations"] for one in after]


def test_what_is_accepted_is_suppressed(tmp_path: Path) -> None:
    write(tmp_path, WATERED)
    for command in ("verify", "compare"):
        status, results = sarif(command, tmp_path)
        assert status == 0
        assert results
        assert all(one["suppressions"][0]["justification"] for one in results)


def test_a_stale_entry_stands_in_its_file(tmp_path: Path) -> None:
    write(tmp_path, WATERED + '[[finding]]\nid = "gone"\nreason = "it was there"\n')
    status, results = sarif("verify", tmp_path)
    stale = next(one for one in results if one["ruleId"] == "stale")
    assert status == 1
    assert line(stale) == ("accepted.toml", 'id = "gone"')


def test_a_difference_stands_in_both_versions(tmp_path: Path) -> None:
    write(tmp_path)
    status, results = sarif("compare", tmp_path)
    assert status == 1
    assert [one["ruleId"] for one in results] == ["compare.2.de+en", "wording.numbers.2.de+en"]
    for one in results:
        assert (line(one)[0], line(one, "relatedLocations")[0]) == ("de.law", "en.law")
    assert "de watered = 5, en watered = 4" in results[0]["message"]["text"]


def test_a_mistake_stands_where_it_is(tmp_path: Path) -> None:
    write(tmp_path)
    (tmp_path / "readings.toml").write_text('amount = "plenti"\n', "utf-8")
    status, results = sarif("check", tmp_path)
    assert status == 2
    assert {one["ruleId"] for one in results} == {"reading_not_listed"}
    assert line(results[0]) == ("readings.toml", 'amount = "plenti"')
    assert "Did you mean plenty?" in results[0]["message"]["text"]
    (tmp_path / "readings.toml").unlink()
    assert sarif("check", tmp_path) == (0, [])


@pytest.fixture
def _gives_up(monkeypatch: pytest.MonkeyPatch) -> None:
    decide_nothing(monkeypatch)


@pytest.mark.usefixtures("_gives_up")
def test_unknown_is_neither_success_nor_failure(tmp_path: Path) -> None:
    write(tmp_path)
    status, results = sarif(
        "verify", tmp_path, "--language", "en", "--property", "no_more_than_four"
    )
    assert status == 3
    assert {one["kind"] for one in results} == {"open"}


@pytest.mark.parametrize(
    ("id", "file", "first"),
    [
        ("gap.2", "en.law", "Art. 2"),
        ("text:gap.1", "en.law", "Art. 1"),
        ("conflict.2.detail@season", "en.law", "Art. 2"),
        ("no_more_than_nine", "properties.law", "property no_more_than_nine"),
    ],
)
def test_what_cites_no_paragraph_stands_where_its_id_says(
    tmp_path: Path, id: str, file: str, first: str
) -> None:
    law = load_sound(write(tmp_path))
    one = {
        "id": id,
        "language": "en",
        "verdict": "unknown",
        "vacuous": False,
        "accepted": None,
        "scope": {},
        "detail": "",
        "articles": [],
    }
    result = {"obligations": [one], "languages": ["en"], "stale": []}
    (place,) = of_verdicts(law, result, "en")[0].places
    assert place.span is not None
    assert Path(place.file).name == file
    text = Path(place.file).read_text("utf-8").splitlines()[place.span.line - 1]
    assert text.startswith(first)


# ---- JUnit


def junit(folder: Path, *options: str) -> ElementTree.Element:
    arguments = ["verify", str(folder), *options, "--format", "junit"]
    return ElementTree.fromstring(CliRunner().invoke(cli, arguments).stdout)


def outcomes(report: ElementTree.Element, suite: str) -> dict[str, str]:
    """What came of each test of a suite; a success has nothing to say."""
    (found,) = (one for one in report if one.get("name") == suite)
    assert int(found.get("tests", "")) == len(found)
    return {str(case.get("name")): case[0].tag if len(case) else "" for case in found}


def test_each_verdict_is_a_test(tmp_path: Path) -> None:
    write(tmp_path / "law")
    report = junit(tmp_path / "law")
    assert outcomes(report, "law.en") == {
        "no_more_than_nine [bed 2]": "failure",
        "no_more_than_nine [bed 3]": "failure",
        "no_more_than_three [bed 2]": "failure",
        "no_more_than_three [bed 3]": "failure",
        "no_more_than_four [bed 2]": "",
        "no_more_than_four [bed 3]": "",
        "unreachable.2": "",
        "redundant.2": "",
    }
    assert report.get("name") == "wortlaut"


def test_accepted_is_skipped_and_stale_fails(tmp_path: Path) -> None:
    write(tmp_path / "law", WATERED + '[[finding]]\nid = "gone"\nreason = "it was there"\n')
    report = junit(tmp_path / "law")
    found = outcomes(report, "law.de")
    assert {found[name] for name in found if name.startswith("no_more")} == {"skipped"}
    assert outcomes(report, "law.accepted") == {"gone": "failure"}


@pytest.mark.usefixtures("_gives_up")
def test_unknown_is_an_error_and_no_success(tmp_path: Path) -> None:
    write(tmp_path / "law")
    report = junit(tmp_path / "law", "--language", "en", "--property", "no_more_than_four")
    assert set(outcomes(report, "law.en").values()) == {"error"}
