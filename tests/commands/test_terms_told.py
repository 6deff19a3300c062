"""What is told of a law uses the law's own terms, and the reader's words, never ids."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from compiler.law import load_sound
from wortlaut.cli import cli
from wortlaut.render.details import say_detail
from wortlaut.render.halts import say_halt
from wortlaut.render.names import Names
from wortlaut.render.words import words

LAW = """\
gesetz Kasse | Kassenordnung

Art. 1 | Mitglieder
  | Die Kasse hat zwei Mitglieder.
  menge Mitglied: 2
  | Jedes Mitglied hat ein Guthaben.
  zustand Guthaben(Mitglied): 0..9

Art. 2 | Abgabe
  | Die Abgabe wird nach dem Guthaben bemessen.
  begriff Abgabe(m: Mitglied): 0..9 wenn Guthaben(m) > 0 := 1
  | Wer dran ist, erhält zehn und zahlt die Abgabe.
  ablauf Zahltag:
    der Reihe nach jedes Mitglied m:
      {step}
"""
TEXT = """\
Kassenordnung

Art. 1 Mitglieder
Die Kasse hat zwei Mitglieder. Jedes Mitglied hat ein Guthaben.

Art. 2 Abgabe
Die Abgabe wird nach dem Guthaben bemessen. Wer dran ist, erhält zehn und zahlt die Abgabe.
"""
GLOSSARY = """\
[member]
kind = "set"
de = { term = "Mitglied", forms = ["Mitglieder", "Person"] }
[credit]
kind = "state"
de = { term = "Guthaben" }
[charge]
kind = "definition"
de = { term = "Abgabe" }
[payday]
kind = "flow"
de = { term = "Zahltag" }
"""


def played(folder: Path, step: str, *options: str) -> str:
    (folder / "de.law").write_text(LAW.format(step=step), "utf-8")
    (folder / "de.txt").write_text(TEXT, "utf-8")
    (folder / "glossary.toml").write_text(GLOSSARY, "utf-8")
    result = CliRunner().invoke(cli, ["play", str(folder), "--auto", *options])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize(
    ("step", "language", "told"),
    [
        ("Guthaben(m) := Guthaben(m) + 10", "en", "Guthaben would be 10, outside 0 to 9"),
        ("Guthaben(m) := Guthaben(m) + 10", "de", "Guthaben wäre 10, nicht zwischen 0 und 9"),
        ("Guthaben(m) := Abgabe(m)", "en", "no case of Abgabe applies"),
        ("Guthaben(m) := Abgabe(m)", "fr", "aucun cas de Abgabe ne s'applique"),
    ],
)
def test_why_play_broke_off(tmp_path: Path, step: str, language: str, told: str) -> None:
    shown = played(tmp_path, step, "--messages", language)
    assert told in shown
    assert "credit" not in shown
    assert "charge" not in shown


def test_whose_turn_it_is_is_told_by_the_word_for_the_set(tmp_path: Path) -> None:
    step = "sei Beitrag := Guthaben(m) + 1\n      Guthaben(m) := Beitrag"
    shown = played(tmp_path, step, "--messages", "de")
    assert "an der Reihe: Mitglied " in shown
    assert "m =" not in shown
    # A name that the law gives to a value is kept: it says what the value is.
    assert "Beitrag = 1" in shown


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "2 rules apply at the decision Abgabe (supplement gift)"),
        ("de", "2 Regeln gelten beim Entscheid Abgabe (Ergänzung gift)"),
        ("fr", "2 règles s'appliquent à la décision Abgabe (complément gift)"),
    ],
)
def test_a_supplement_that_takes_part_in_a_conflict_is_named(language: str, told: str) -> None:
    law = SimpleNamespace(languages=("de",))
    rules = SimpleNamespace(terms={"charge": "Abgabe"}, language="de")
    names = Names(law, rules, None, language, words(language))  # type: ignore[arg-type]
    detail = "2 rules apply at the decision charge (supplement gift)"
    assert say_halt(detail, names) == told


DETAILS = [
    ("the norm (2): induction: the step of 2 does not keep it", "das Verbot (2)", "Art. 2"),
    ("never applies: the case of the definition charge", "gilt nie", "Abgabe"),
    ("symmetry: each member makes choices", "Symmetrie", "Mitglied"),
    ("without effect under the readings in use: the norm", "ohne Wirkung", "Lesarten"),
]


@pytest.mark.parametrize(("detail", "words_told", "of_the_law"), DETAILS)
def test_the_detail_of_a_verdict_is_told_in_words(
    tmp_path: Path, detail: str, words_told: str, of_the_law: str
) -> None:
    played(tmp_path, "Guthaben(m) := 1")
    law = load_sound(str(tmp_path))
    assert say_detail(detail, law, "de", words("en")).split()[0] == detail.split()[0]
    told = say_detail(detail, law, "de", words("de"))
    assert words_told in told
    assert of_the_law in told


def test_what_is_not_in_the_table_stays_as_it_is(tmp_path: Path) -> None:
    played(tmp_path, "Guthaben(m) := 1")
    law = load_sound(str(tmp_path))
    assert say_detail("who knows; why", law, "de", words("de")) == "who knows; why"


def test_a_synonym_is_not_put_in_place_of_the_term(tmp_path: Path) -> None:
    shown = played(tmp_path, "Guthaben(m) := 1")
    assert "turn: Mitglied 1" in shown
    assert "Person" not in shown


def test_what_the_law_says_of_a_gap_stays_as_it_is() -> None:
    class NoNames:
        """No name is asked for."""

    said = "the text does not say who is meant"
    assert say_halt(said, NoNames()) == said  # type: ignore[arg-type]
