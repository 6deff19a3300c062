"""Words that come naturally: taken where they can be, and met with the keyword where not."""

import pytest

from compiler.diagnostics import Diagnostics
from compiler.elaborate.scope import Names
from compiler.folder import Table
from compiler.glossary import read_glossary
from compiler.marks import read_sentence
from compiler.parse import parse
from compiler.printer import print_law
from compiler.terms import Terms
from compiler.tree import LawFile
from runtime.lowering import source_name

HEADS = {
    "de": "gesetz G | t\nArt. 1 | h\n  | Text.\n  ",
    "fr": "loi L | t\nart. 1 | h\n  | Texte.\n  ",
    "it": "legge L | t\nart. 1 | r\n  | Testo.\n  ",
}


def parsed(language: str, entry: str) -> tuple[LawFile | None, list[tuple[str, str | None]]]:
    diagnostics = Diagnostics()
    tree = parse(HEADS[language] + entry, "law", language, "x.law", diagnostics)
    assert tree is None or isinstance(tree, LawFile)
    return tree, [(one.code, one.suggestion) for one in diagnostics.sorted()]


@pytest.mark.parametrize(
    ("language", "entry", "usual"),
    [
        ("de", "zustand s(W): W oder keine\n", "zustand s(W): W oder keiner"),
        ("de", "verboten: s(w) = keine oder keine W v\n", "s(w) = keiner oder kein W v"),
        ("fr", "état s(W): W ou aucune\n", "état s(W): W ou rien"),
        ("it", "stato s(W): W oppure nessuna\n", "stato s(W): W oppure nulla"),
    ],
)
def test_the_words_for_no_also_mean_nothing(language: str, entry: str, usual: str) -> None:
    tree, mistakes = parsed(language, entry)
    assert tree is not None
    assert mistakes == []
    assert usual in print_law(tree, language)


def test_pas_is_answered_with_non() -> None:
    assert parsed("fr", "interdit: pas f(k)\n")[1] == [("unexpected", "non")]
    assert parsed("fr", "interdit: non f(k)\n")[1] == []


def test_a_name_taken_twice_is_shown_as_it_is_written() -> None:
    names = Names()
    assert [source_name(names.fresh(one)) for one in ("e", "e", "e_2", "e")] == [
        "e",
        "e",
        "e_2",
        "e",
    ]


@pytest.mark.parametrize(
    ("text", "ordinals"),
    [
        ("Si decide secondo il numero dei voti.", []),
        ("Secondo l'estratto a sorte vince chi resta.", []),
        ("Vince chi ha più voti nel secondo turno.", ["2"]),
    ],
)
def test_secondo_is_an_ordinal_only_after_a_determiner(text: str, ordinals: list[str]) -> None:
    read = read_sentence(text, "it", (), Terms({}, "it"))
    assert [mark.sense for mark in read.marks if mark.kind == "ordinal"] == ordinals


@pytest.mark.parametrize(
    ("word", "taken"),
    [("l'étang", True), ("l’étang", True), ("l'", False), ("deux mots", False), ("2e", False)],
)
def test_a_word_of_the_glossary_is_what_the_language_reads_as_one(word: str, taken: bool) -> None:
    table = {"pond": {"kind": "set", "fr": {"term": word}}}
    diagnostics = Diagnostics()
    read_glossary(Table(file="glossary.toml", values=table), diagnostics)
    assert ([one.code for one in diagnostics.sorted()] == []) is taken
