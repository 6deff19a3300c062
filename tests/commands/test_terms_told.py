"""What is told of a law uses the law's own terms, and the reader's words, never ids."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from wortlaut.cli import cli
from wortlaut.render.halts import say_halt

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


def test_a_synonym_is_not_put_in_place_of_the_term(tmp_path: Path) -> None:
    shown = played(tmp_path, "Guthaben(m) := 1")
    assert "m = Mitglied 1" in shown
    assert "Person" not in shown


def test_what_the_law_says_of_a_gap_stays_as_it_is() -> None:
    class NoNames:
        """No name is asked for."""

    said = "the text does not say who is meant"
    assert say_halt(said, NoNames()) == said  # type: ignore[arg-type]
