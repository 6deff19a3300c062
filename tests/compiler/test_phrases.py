"""The tables of normative expressions: alike for all languages, and each expression is found."""

import re

import pytest

from compiler.languages import known_languages
from compiler.marks import read_sentence
from compiler.phrases import PERHAPS, Expression, expressions, has_phrases, pattern_of, phrases
from compiler.terms import Terms

LANGUAGES = [code for code in known_languages() if has_phrases(code)]
TABLES = pytest.mark.parametrize("code", LANGUAGES)


def test_every_language_has_a_table() -> None:
    assert sorted(known_languages()) == LANGUAGES


@TABLES
def test_the_tables_know_the_same_kinds_and_senses(code: str) -> None:
    own, english = phrases(code).phrases, phrases("en").phrases
    assert {kind: sorted(senses) for kind, senses in own.items()} == {
        kind: sorted(senses) for kind, senses in english.items()
    }
    for kind, senses in phrases(code).perhaps.items():
        assert set(senses) <= set(english[kind])


@TABLES
def test_sources_are_cited_and_the_year_has_twelve_months(code: str) -> None:
    table = phrases(code)
    assert table.sources
    assert len(table.months) == 12
    assert table.small


def example(form: str) -> str:
    """A text that the form stands for."""
    text = form.replace("^*", "Xab").replace("*", "").replace("#", "12").replace("…", "xa xb")
    text = re.sub(r"\((.*)\)", r"\1", text)
    return f"Mo {text}" + ("xc" if text.endswith("'") else "") + " qu"


FORMS = [
    pytest.param(code, one, form, id=f"{code}-{one.sense}-{form}")
    for code in LANGUAGES
    for one in expressions(code)
    if not one.kind.startswith(PERHAPS)
    for kind, senses in phrases(code).phrases.items()
    for sense, entries in senses.items()
    if (kind, sense) == (one.kind, one.sense)
    for entry in entries
    if entry.split("|")[0] == one.wording
    for form in entry.split("|")
]


@pytest.mark.parametrize(("code", "one", "form"), FORMS)
def test_each_expression_is_found(code: str, one: Expression, form: str) -> None:
    text = example(form)
    assert one.pattern.search(text), text
    found = read_sentence(text, code, (), Terms({}, code)).marks
    assert (one.kind, one.sense) in {(mark.kind, mark.sense) for mark in found}, found


def test_the_notation() -> None:
    def finds(entry: str, text: str) -> bool:
        return pattern_of(entry).search(text) is not None

    assert finds("kein*", "Keines ist frei.")
    assert not finds("kein", "Keines ist frei.")
    assert finds("ist … zu *en", "Das ist bis morgen zu prüfen.")
    assert not finds("ist … zu *en", "Das ist gut, und dann zu prüfen."), "not over a comma"
    assert finds("n'… pas", "Il n’est pas libre.")
    assert finds("nach dem (^*en)", "Nach dem Ausscheiden.")
    assert not finds("nach dem (^*en)", "Nach dem alten Recht.")
    assert pattern_of("nach dem (^*en)").search("nach dem Ausscheiden")[0] == "nach dem"  # type: ignore[index]


def test_without_a_table_figures_and_references_are_still_found() -> None:
    marks = read_sentence("Art. 3 Abs. 2: 12 Beete", "de", (), Terms({}, "de")).marks
    assert {"reference", "number"} <= {mark.kind for mark in marks}
