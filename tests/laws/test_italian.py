"""A fourth language costs one table of keywords and one of phrases: a law in Italian and German."""

import ast
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler.diagnostics import languages_of_messages
from compiler.languages import known_languages, language
from compiler.law import load_sound
from compiler.phrases import has_phrases
from wortlaut.cli import cli

OVEN = Path(__file__).parent / "oven"
ROOT = Path(__file__).parents[2]


def run(*arguments: str, status: int = 0) -> str:
    result = CliRunner().invoke(cli, list(arguments))
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == status, result.output
    return result.stdout


def test_the_law_is_sound_and_its_cases_hold() -> None:
    found = json.loads(run("check", str(OVEN), "--cases", "--format", "json"))
    assert found["diagnostics"] == []
    assert found["open"] == {"de": 0, "it": 0}
    cases = json.loads(run("test", str(OVEN), "--format", "json"))["cases"]
    assert {one["language"] for one in cases} == {"de", "it"}


def test_places_are_cited_as_switzerland_does() -> None:
    version = load_sound(str(OVEN)).versions["it"]
    assert "Art. 1 cpv. 2 lett. e" in [place.citation for place in version.places]


def test_a_label_may_look_like_a_keyword() -> None:
    assert "e" in language("it").keywords["AND"]
    law = load_sound(str(OVEN))
    assert "1.2.e" in {place.ref for place in law.versions["it"].places}


@pytest.mark.parametrize("code", ["de", "it"])
def test_what_it_promises_is_proved(code: str) -> None:
    asked = ("--language", code, "--property", "a_day_of_their_own")
    found = json.loads(run("verify", str(OVEN), *asked, "--format", "json"))["obligations"]
    assert [one["scope"]["family"] for one in found] == [2, 3, 4]
    assert {(one["language"], one["verdict"]) for one in found} == {(code, "proved")}


def test_one_paragraph_differs_and_is_found() -> None:
    """At least half the families (Italian), or more than half (German)."""
    found = json.loads(run("compare", str(OVEN), "--format", "json", status=1))
    relations = {one["ref"]: one["relation"] for one in found["paragraphs"]}
    encoded = {ref: relation for ref, relation in relations.items() if relation != "not_encoded"}
    assert encoded.pop("3") not in ("equal", "unknown")
    assert set(encoded) == {"1.1", "1.2", "2.1", "2.2", "2.3"}
    assert set(encoded.values()) == {"equal"}
    wording = {one["ref"]: one["wording"] for one in found["paragraphs"] if one["wording"]}
    assert {(one["de"], one["it"]) for one in wording["3"]} == {("mehr als", "almeno")}


def test_it_is_played_in_its_own_words() -> None:
    said = run("play", str(OVEN), "--language", "it", "--auto", "--seed", "3")
    assert "famiglia 2 chooses" in said
    assert "Art. 2 cpv. 1" in said


def test_a_new_law_in_italian(tmp_path: Path) -> None:
    folder = tmp_path / "forno"
    run("new", str(folder), "--text", f"it={OVEN / 'it.txt'}")
    official, skeleton = (
        (OVEN / "it.law").read_text("utf-8"),
        (folder / "it.law").read_text("utf-8"),
    )
    quotes = [line.strip() for line in official.splitlines() if line.strip().startswith("|")]
    assert [line.strip() for line in skeleton.splitlines() if line.strip().startswith("|")] == (
        [part for quote in quotes for part in split(quote)]
    )
    assert json.loads(run("check", str(folder), "--format", "json"))["open"] == {"it": 13}
    assert 'forms = ["members"]' in (folder / "glossary.toml").read_text("utf-8")


def split(quote: str) -> list[str]:
    return [
        "| " + part for part in quote.removeprefix("| ").replace("vole. A", "vole.\nA").split("\n")
    ]


def test_laws_may_be_in_more_languages_than_messages() -> None:
    assert set(languages_of_messages()) < set(known_languages())
    assert all(map(has_phrases, known_languages()))


def test_no_code_depends_on_a_language() -> None:
    """Only English is special: supplements and properties, which belong to no version, are in it."""
    named = {}
    for package in ("compiler", "runtime", "verify", "wortlaut"):
        for path in (ROOT / package).rglob("*.py"):
            constants = {
                node.value
                for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            }
            if found := constants & (set(known_languages()) - {"en"}):
                named[str(path.relative_to(ROOT))] = found
    # The languages that messages are worded in.
    assert named == {"wortlaut/options.py": {"de", "fr"}}
