"""A difference that matters, told in the terminal."""

import io

import pytest

from compiler.law import Law
from tests.verify.consequence.contest import law
from verify.consequence import Consequence, Effort, consequences, questions
from wortlaut.consequences import consequences_of
from wortlaut.render.consequence import show_consequences

EFFORT = Effort(boards=10, games=2, plain=10, mutants=5)


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> Law:
    return law(tmp_path_factory.mktemp("contest"))


@pytest.fixture(scope="module")
def found(contest: Law) -> list[Consequence]:
    return consequences(questions(contest, ["en", "de"], ["3"]), EFFORT)


def told(contest: Law, found: list[Consequence], reader: str = "en", **how: bool) -> str:
    stream = io.StringIO()
    show_consequences(contest, found, reader, stream, **how)
    return " ".join(stream.getvalue().split())


def test_both_sentences_and_who_is_chosen(contest: Law, found: list[Consequence]) -> None:
    text = told(contest, [one for one in found if one.kind == "versions"])
    assert "en: The option that most are for is chosen, the first of them" in text
    assert "de: Gewählt ist der Vorschlag, für den die meisten sind, bei mehreren einer" in text
    assert "de permits more" in text
    assert "en: chosen: option 1" in text
    assert "de: gewählt: Vorschlag 2" in text
    assert "Art. 3" in text


def test_readings_with_their_reasons_and_the_share(contest: Law, found: list[Consequence]) -> None:
    (one,) = (one for one in found if one.sides == ("steps", "leftmost"))
    text = told(contest, [one])
    assert "leftmost: the nearest to the left end" in text
    assert "can change the outcome" in text
    assert one.share is not None
    assert f"In {one.share.count} of 20 random cases it ends otherwise" in text
    assert "95 % interval" in text


def test_a_proof_names_where_it_rests(contest: Law, found: list[Consequence]) -> None:
    text = told(contest, [one for one in found if one.sides == ("steps", "squares")])
    assert "cannot change the outcome" in text
    assert "Proved: what is said differently permits the same in every state (Art. 2" in text


def test_what_is_unknown_says_what_was_tried(contest: Law, found: list[Consequence]) -> None:
    text = told(contest, [one for one in found if one.sides == ("turns", "twice")])
    assert "not decided whether it changes the outcome" in text
    assert "end alike" in text


@pytest.mark.parametrize("reader", ["de", "fr", "en"])
def test_in_the_words_of_the_reader(contest: Law, found: list[Consequence], reader: str) -> None:
    assert told(contest, found, reader)
    brief = told(contest, found, reader, in_full=False)
    assert all(one.id in brief for one in found)


def test_several_processes_find_the_same(contest: Law, found: list[Consequence]) -> None:
    again = consequences_of(contest, ["en", "de"], ["3"], effort=EFFORT, workers=2)
    assert [one.as_dict() for one in again] == [one.as_dict() for one in found]
