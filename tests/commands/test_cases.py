"""``wortlaut test``: the law's own cases pass, wrong ones fail where they part, bad ones are refused."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wortlaut.cli import cli

POSG = Path(__file__).parents[2] / "spec" / "posg"
BOARD = """  ablauf Wahl
  gegeben Kandidatenfeld: (2, 6), (12, 6)
  gegeben Wählerfeld: 13 mal (2, 6), 11 mal (12, 6)
"""
TURN = """  ablauf Umfragezug(Spieler 1)
  gegeben Figur: Kandidat 1, Kandidat 2
  gegeben Kandidatenfeld: (5, 5), (6, 6)
  gegeben Wählerfeld: 23 mal (4, 5), keines
  würfle 1, 1, 1, 1
  Spieler 1 wählt (2, 2)
"""


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(cli, ["test", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shutil.copytree(POSG, tmp_path_factory.mktemp("law") / "posg")


def written(law: Path, text: str, name: str = "de.law") -> str:
    """The copy of the law with ``text`` as its only cases."""
    shutil.rmtree(law / "cases", ignore_errors=True)
    (law / "cases").mkdir()
    (law / "cases" / name).write_text(text, "utf-8")
    return str(law)


def case(lines: str) -> str:
    return f'fälle PosG\nfall "Ein Fall"\n{lines}'


def data(law: str, *options: str) -> dict[str, Any]:
    result = run(law, "--format", "json", *options)
    loaded = json.loads(result.stdout)
    assert isinstance(loaded, dict)
    assert result.exit_code == (1 if loaded["failed"] else 0)
    return loaded


# ---- the law's own cases


def test_every_case_passes() -> None:
    found = data("posg")
    assert found["failed"] == found["skipped"] == 0
    assert found["passed"] == len(found["cases"])
    assert {one["language"] for one in found["cases"]} == {"de", "fr"}


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_article_with_a_rule_has_a_case(language: str) -> None:
    text = (POSG / "cases" / f"{language}.law").read_text("utf-8")
    titles = [line for line in text.splitlines() if line.startswith(("fall", "exemple"))]
    for article in (1, *range(3, 12)):
        assert any(f" {article}" in title or f"{article} " in title for title in titles), article


@pytest.mark.parametrize(
    ("point", "name"),
    [
        ("step", "rook"),
        ("straight", "rest"),
        ("equidistant", "exactly_two"),
        ("transfer", "origin"),
        ("majority", "cast"),
        ("deduction", "three_each"),
    ],
)
def test_a_case_that_names_no_reading_holds_under_all(point: str, name: str) -> None:
    found = data("posg", "--reading", f"{point}={name}")
    assert found["failed"] == 0
    assert 0 < found["skipped"] < found["passed"]


def test_the_bare_text() -> None:
    assert data("posg", "--no-supplements")["failed"] == 0


# ---- a case that is wrong fails where it parts


@pytest.mark.parametrize(
    ("kind", "line", "lines", "happened"),
    [
        ("end", 6, BOARD + "  erwarte gewählt Kandidat 2\n", "gewählt: Kandidat 1 (Art. 2 Abs. 1"),
        ("end", 6, BOARD + "  erwarte gewählt nach Art. 9\n", "gewählt: Kandidat 1 (Art. 2 Abs. 1"),
        ("end", 6, BOARD + "  erwarte offen in Art. 11\n", "gewählt: Kandidat 1"),
        ("end", 6, BOARD + "  erwarte Lücke in Art. 10\n", "gewählt: Kandidat 1"),
        ("end", 6, BOARD + "  erwarte zu Ende\n", "gewählt: Kandidat 1"),
        (
            "values",
            6,
            BOARD + "  erwarte Stimme: 12 mal Kandidat 1, 12 mal Kandidat 2\n",
            "Stimme(Wähler 13) = Kandidat 1",
        ),
        (
            "values",
            6,
            BOARD + "  erwarte Stimmenzahl(Kandidat 2) = 12\n",
            "Stimmenzahl(Kandidat 2) = 11",
        ),
        ("rules", 6, BOARD + "  entscheidend Art. 11\n", "Es galt: Art. 2 Abs. 1"),
        ("over", 6, BOARD + "  würfle 1\n  erwarte zu Ende\n", "gewählt: Kandidat 1"),
        (
            "choice",
            9,
            TURN + "  Spieler 2 wählt (5, 6)\n  erwarte zu Ende\n",
            "Spieler 1 müsste Spielfeld wählen (Art. 7 Abs. 2",
        ),
        (
            "refused",
            9,
            TURN + "  Spieler 1 wählt (6, 6)\n  erwarte zu Ende\n",
            "Art. 5 Abs. 3: «Zwei Kandidaten können sich nicht gleichzeitig",
        ),
        (
            "refused",
            9,
            TURN + "  Spieler 1 darf wählen (9, 9)\n  erwarte zu Ende\n",
            "nicht zu dem, was hier gewählt werden kann (Art. 7 Abs. 2",
        ),
        (
            "lawful",
            9,
            TURN + "  Spieler 1 darf nicht wählen (5, 6)\n  erwarte offen in Art. 7\n",
            "Das ist rechtmässig.",
        ),
        (
            "reason",
            9,
            TURN + "  Spieler 1 darf nicht wählen (6, 6) nach Art. 7\n  erwarte offen in Art. 7\n",
            "Art. 5 Abs. 3",
        ),
    ],
)
def test_a_wrong_case_fails(kind: str, line: int, lines: str, happened: str, folder: Path) -> None:
    law = written(folder, case(lines))
    (found,) = data(law)["cases"]
    assert (found["status"], found["parting"]["kind"]) == ("failed", kind)
    assert found["parting"]["line"] == line
    assert found["parting"]["expected"] in lines
    result = run(law, "--messages", "de")
    assert result.exit_code == 1
    assert happened in result.stdout
    assert f"erwartet: {found['parting']['expected']}" in result.stdout


def test_the_trace_ends_where_the_case_parts(folder: Path) -> None:
    lines = BOARD + "  erwarte Stimme: 24 mal Kandidat 1\n"
    (found,) = data(written(folder, case(lines)))["cases"]
    # The votes are given in the first step; what follows has nothing to do with it.
    assert [step["ref"] for step in found["trace"]] == ["8.1"]
    assert len(found["parting"]["differences"]) == 11
    assert found["found"] == {"end": "elected", "elected": 0}


# ---- play


def test_a_seed_is_the_game_of_play(folder: Path) -> None:
    options = ["posg", "--auto", "--players", "2", "--seed", "7", "--format", "json"]
    played = json.loads(CliRunner().invoke(cli, ["play", *options]).stdout)
    assert played["end"] == "elected"
    winner = played["elected"] + 1
    law = written(folder, case(f"  zufall 7\n  erwarte gewählt Kandidat {winner}\n"))
    assert data(law)["failed"] == 0
    law = written(folder, case(f"  zufall 7\n  erwarte gewählt Kandidat {3 - winner}\n"))
    (found,) = data(law)["cases"]
    assert found["trace"] == played["trace"]


def test_told_choices_with_the_rest_from_a_seed(folder: Path) -> None:
    lines = "  zufall 3\n  Spieler 1 wählt Kandidat 2\n  erwarte Figur: Kandidat 2, Kandidat 1\n"
    assert data(written(folder, case(lines)))["failed"] == 0


# ---- which cases, for which versions


ENGLISH = """cases PosG
case "More than half"
  flow election
  given candidate_square: (2, 6), (12, 6)
  given voter_square: 13 times (2, 6), 11 times (12, 6)
  expect elected candidate 1 under Art. 2 para. 1
case "As the crow flies"
  flow determination
  reading step = king
  reading straight = euclid
  given candidate_square: (8, 8), (5, 8)
  given voter_square: 24 times (5, 5)
  expect vote: 24 times candidate 2
"""


def test_english_cases_speak_of_every_version(folder: Path) -> None:
    law = written(folder, ENGLISH, "plain.en.law")
    told = [(one["language"], one["name"], one["status"]) for one in data(law)["cases"]]
    # Only the French version lists the reading of the second case.
    assert told == [
        ("de", "More than half", "passed"),
        ("fr", "More than half", "passed"),
        ("fr", "As the crow flies", "passed"),
    ]


def test_one_language_and_one_case() -> None:
    found = data("posg", "--language", "fr", "--case", "art. 11")
    assert {one["language"] for one in found["cases"]} == {"fr"}
    assert 0 < found["passed"] < 10
    assert run("posg", "--case", "nowhere to be found").exit_code == 2


def test_a_law_without_cases(folder: Path) -> None:
    law = written(folder, "")
    shutil.rmtree(folder / "cases")
    result = run(law)
    assert (result.exit_code, result.stdout) == (0, "The law has no cases (cases/).\n")
    assert data(law)["cases"] == []


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("wrong_count", "  gegeben Wählerfeld: 23 mal (2, 2)\n  erwarte zu Ende\n"),
        ("value_does_not_fit", "  gegeben Wählerfeld: 24 mal (2, 13)\n  erwarte zu Ende\n"),
        ("no_such_element", "  erwarte Figur(Spieler 3) = keiner\n"),
        ("size_not_allowed", "  mit 5 Kandidaten\n  erwarte zu Ende\n"),
        ("unknown_name", "  erwarte gewälht Kandidat 1\n"),
        ("wrong_kind", "  ablauf Stimme\n  erwarte zu Ende\n"),
        ("reference_nowhere", "  erwarte offen in Art. 12\n"),
        ("reading_not_listed", "  lesart straight = euclid\n  erwarte zu Ende\n"),
        ("no_such_point", "  lesart steps = king\n  erwarte zu Ende\n"),
        ("no_such_supplement", "  ergänzung lots\n  erwarte zu Ende\n"),
        ("wrong_arity", "  ablauf Umfragezug\n  erwarte zu Ende\n"),
        ("no_result", "  ablauf Wahl\n  erwarte Ergebnis (2, 2)\n"),
        ("said_twice", "  zufall 1\n  zufall 2\n  erwarte zu Ende\n"),
        (
            "said_twice",
            "  gegeben gewählt = keiner\n  gegeben gewählt = keiner\n  erwarte zu Ende\n",
        ),
        ("not_an_actor", "  (2, 3) verzichtet\n  erwarte zu Ende\n"),
        ("unexpected", "  erwarte zu Ende\n  zufall 1\n"),
    ],
)
def test_bad_cases_are_refused(code: str, lines: str, folder: Path) -> None:
    law = written(folder, case(lines))
    result = run(law)
    assert result.exit_code == 2
    assert f"[{code}]" in result.stderr
    checked = CliRunner().invoke(cli, ["check", law, "--cases"])
    assert checked.exit_code == 2
    assert f"[{code}]" in checked.stderr


def test_every_mistake_of_a_case_is_reported(folder: Path) -> None:
    lines = "  gegeben gewählt = Kandidat 9\n  Spieler 9 verzichtet\n  erwarte Stimme: keiner\n"
    result = run(written(folder, case(lines)))
    assert result.stderr.count("[no_such_element]") == 2
    assert result.stderr.count("[wrong_count]") == 1
