"""Violations of criteria of social choice, told in the words of each language."""

from pathlib import Path

import pytest

from compiler.diagnostics import languages_of_messages
from tests.verify import voting
from verify.search import Budget
from verify.verdicts import verify
from wortlaut.render.witness import tell_witness
from wortlaut.render.words import words

FACTS = [
    "first_choice",
    "pair",
    "winner",
    "raised",
    "moved",
    "indifferent",
    "prefers",
    "away",
    "clone",
    "gone",
    "loses",
    "renumbered",
    "reordered",
    "mirrored",
]


def told(folder: Path, reader: str, name: str, text: str, **sizes: str) -> list[str]:
    law = voting.law(folder, text, **sizes)
    rules = law.rules("en")
    (item,) = (one for one in law.properties("en") if one.id == name)
    found = verify(rules, [item], budget=Budget(boards=1_000))[-1]
    assert found.witness is not None
    lines: list[str] = []
    tell_witness(law, rules, found.witness, reader, lambda line: lines.append(line.plain))
    return lines


@pytest.mark.parametrize("reader", languages_of_messages())
def test_every_fact_has_words(reader: str) -> None:
    said = words(reader)
    assert all(f"criterion_{fact}" in said for fact in FACTS)


@pytest.mark.parametrize("reader", languages_of_messages())
def test_two_boards(tmp_path: Path, reader: str) -> None:
    lines = told(tmp_path, reader, "clones", voting.PLURALITY, options="2 to 3", people="9")
    said = words(reader)
    second = next(at for at, line in enumerate(lines) if said["criterion_board_second"] in line)
    assert any(said["criterion_board_first"] in line for line in lines[:second])
    assert any("chosen" in line for line in lines[second:])


def test_one_board_with_what_is_wrong_first(tmp_path: Path) -> None:
    lines = told(tmp_path, "en", "condorcet_winner", voting.BORDA, options="3", people="9")
    assert lines[0].startswith("option ")
    assert " against " in lines[0]
    assert lines[2].startswith("Winner: option ")


def test_names_that_change(tmp_path: Path) -> None:
    lines = told(tmp_path, "en", "anonymity", voting.ONE_RULES, options="3")
    assert lines[0].startswith("On the second board the names have changed: ")
    assert "ann → " in lines[0]


def test_who_moves_and_where(tmp_path: Path) -> None:
    lines = told(tmp_path, "en", "monotonicity", voting.RUN_OFF, options="3", people="17")
    assert "has only got better, in the order of person " in lines[0]
    assert " → " in lines[1]
    assert lines[1].startswith("person ")
