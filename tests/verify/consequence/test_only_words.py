"""What is only said changes nothing; and a law with one outcome can only break off before it."""

from pathlib import Path

import pytest

from compiler.law import Law, load_sound
from verify.consequence import Consequence, Effort, consequences
from verify.consequence.sides import of_versions

EN = """law Bell | The bell
Art. 1
  | A bell is rung.
  state rung: 0..9
  flow evening:
    announce "Quiet please." duration 20
    rung := 3
    end shut
"""
DE = """gesetz Glocke | Die Glocke
Art. 1
  | Eine Glocke wird geläutet.
  zustand geläutet: 0..9
  ablauf Abend:
    {}
    ende zu
"""
GLOSSARY = """
[rung]
kind = "state"
de = { term = "geläutet" }
[evening]
kind = "flow"
de = { term = "Abend" }
[shut]
kind = "outcome"
de = { term = "zu" }
"""


def law(folder: Path, *steps: str) -> Law:
    for code, text in (("en", EN), ("de", DE.format("\n    ".join(steps)))):
        (folder / f"{code}.law").write_text(text, "utf-8")
        quoted = [line.partition("| ")[2] for line in text.splitlines() if "| " in line]
        (folder / f"{code}.txt").write_text(f"{quoted[0]}\nArt. 1\n{quoted[1]}\n", "utf-8")
    (folder / "glossary.toml").write_text(GLOSSARY, "utf-8")
    return load_sound(str(folder))


def asked(found: Law) -> Consequence:
    effort = Effort(boards=2, games=2, plain=2, mutants=0)
    (one,) = consequences(list(of_versions(found, "en", "de", ["1"])), effort)
    return one


@pytest.mark.parametrize("words", ['melde "Ruhe bitte." dauer 30', "geläutet := 3"])
def test_other_words_or_none_change_nothing(tmp_path: Path, words: str) -> None:
    steps = [words, "geläutet := 3"] if "melde" in words else [words]
    one = asked(law(tmp_path, *steps))
    assert (one.verdict, one.method) == ("same_outcome", "words")


def test_words_that_show_what_may_be_missing_are_more_than_words(tmp_path: Path) -> None:
    one = asked(law(tmp_path, 'melde "Ruhe bitte." dauer 9 / max(geläutet, 1)', "geläutet := 3"))
    assert one.method != "words"


def test_a_law_with_one_outcome_says_so(tmp_path: Path) -> None:
    one = asked(law(tmp_path, 'melde "Ruhe bitte." dauer 20', "geläutet := 4"))
    assert (one.verdict, one.only) == ("unknown", ("shut",))
