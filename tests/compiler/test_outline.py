"""Official texts to skeletons: no word is lost, and the units are those of the text."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.languages import known_languages, language
from compiler.outline import NoText, outline, short_name
from compiler.parse import parse
from compiler.printer import print_law
from compiler.quotes import check_quotes
from compiler.units import Place, places

SPEC = Path(__file__).parents[2] / "spec"


def skeleton(text: str, code: str) -> t.LawFile:
    """The outline of ``text``, printed and read again, and compared with the text."""
    diagnostics = Diagnostics()
    printed = print_law(outline(text, code, "rules"), code)
    tree = parse(printed, "law", code, "file", diagnostics)
    assert isinstance(tree, t.LawFile), printed
    check_quotes(tree, text, code, "file", diagnostics)
    units(tree, code, diagnostics)
    assert diagnostics.sorted() == (), printed
    return tree


def units(tree: t.LawFile, code: str, diagnostics: Diagnostics | None = None) -> list[Place]:
    return list(places(tree, code, "file", diagnostics or Diagnostics()))


def cited(text: str, code: str) -> dict[str, str]:
    """The text of each unit that has any, by its citation."""
    return {p.citation: p.text for p in units(skeleton(text, code), code) if p.path and p.text}


def titles(tree: t.LawFile) -> list[str]:
    return [part.text.text for part in tree.body if isinstance(part, t.Title)]


@pytest.mark.parametrize(
    "file", sorted(SPEC.glob("posg/*.txt")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_a_law_of_the_package_has_the_units_of_its_encoding(file: Path) -> None:
    code = file.stem
    found = skeleton(file.read_text("utf-8"), code)
    encoded = parse(file.with_suffix(".law").read_text("utf-8"), "law", code, "file", Diagnostics())
    assert [(p.path, p.heading and p.heading.text, p.text) for p in units(found, code)] == [
        (p.path, p.heading and p.heading.text, p.text) for p in units(encoded, code)
    ]
    assert titles(found) == titles(encoded)
    assert found.name.text == encoded.name.text


def test_a_text_without_articles() -> None:
    text = (SPEC / "stichwahl" / "de.txt").read_text("utf-8")
    tree = skeleton(text, "de")
    shape = [place.citation for place in units(tree, "de") if place.path]
    assert shape[:3] == ["Abs. 1", "Abs. 2", "Abs. 3"]
    assert shape[3:7] == [f"Abs. 3 Ziff. {n}" for n in range(1, 5)]
    assert shape[7:] == ["Abs. 4", "Abs. 5", "Abs. 5 Bst. a", "Abs. 5 Bst. b", "Abs. 6"]
    assert tree.name.text == "rules"


STATUTES = """Satzung des Vereins Nord
vom 3. Mai 2020

I. Allgemeines

§ 1
Name und Sitz
(1) Der Verein heißt Nord. Er hat seinen Sitz in einer Stadt, die im Sinne von
§ 2 Abs. 1 am Meer liegt und die auch sonst den Bestimmungen dieser Satzung aus dem Jahr
2019 entspricht.
(2) Organe sind:
1. der Vorstand, mit:
a) Präsidentin,
b) Kassier;
2. die Versammlung.
Sie tagen gemeinsam.

§ 2 Mitglieder
(1) Mitglied kann werden, wer:
– will
– darf
– kann.
2. Kapitel Verfahren
Artikel 3. Beschluss
Es braucht die Mehrheit, wie sie nach den Regeln, die in dieser Satzung in
Art. 2 stehen, berechnet wird.
Art. 3a Aufgehoben
Die Bestimmung ist aufgehoben.
"""


def test_statutes() -> None:
    tree = skeleton(STATUTES, "de")
    assert titles(tree) == ["I. Allgemeines", "2. Kapitel Verfahren"]
    assert list(cited(STATUTES, "de").items()) == [
        (
            "Art. 1 Abs. 1",
            "Der Verein heißt Nord. Er hat seinen Sitz in einer Stadt, die im Sinne von § 2 Abs. 1"
            " am Meer liegt und die auch sonst den Bestimmungen dieser Satzung aus dem Jahr 2019"
            " entspricht.",
        ),
        ("Art. 1 Abs. 2", "Organe sind: Sie tagen gemeinsam."),
        ("Art. 1 Abs. 2 Ziff. 1", "der Vorstand, mit:"),
        ("Art. 1 Abs. 2 Ziff. 1 Bst. a", "Präsidentin,"),
        ("Art. 1 Abs. 2 Ziff. 1 Bst. b", "Kassier;"),
        ("Art. 1 Abs. 2 Ziff. 2", "die Versammlung."),
        ("Art. 2 Abs. 1", "Mitglied kann werden, wer:"),
        ("Art. 2 Abs. 1 Bst. a", "will"),
        ("Art. 2 Abs. 1 Bst. b", "darf"),
        ("Art. 2 Abs. 1 Bst. c", "kann."),
        (
            "Art. 3",
            "Es braucht die Mehrheit, wie sie nach den Regeln, die in dieser Satzung in Art. 2"
            " stehen, berechnet wird.",
        ),
        ("Art. 3a", "Die Bestimmung ist aufgehoben."),
    ]
    headings = {p.citation: p.heading.text for p in units(tree, "de") if p.path and p.heading}
    assert headings == {
        "Art. 1": "Name und Sitz",
        "Art. 2": "Mitglieder",
        "Art. 3": "Beschluss",
        "Art. 3a": "Aufgehoben",
    }


RULES = """Rules of the pond (ROP)
by a friend of frogs

Setup

Each player takes:
a frog,
a fly; and
a leaf.

1. Place the leaf.
2. Place the frog.

Play

Players move in turn. The pond has
24 leaves.

* A frog may jump.
* A fly may fly.

Whoever is last wins.
"""


def test_rules_of_a_game() -> None:
    tree = skeleton(RULES, "en")
    assert tree.name.text == "ROP"
    assert [line.text for line in tree.preamble if isinstance(line, t.TextLine)] == [
        "by a friend of frogs"
    ]
    assert titles(tree) == ["Setup", "Play"]
    assert list(cited(RULES, "en").items()) == [
        ("para. 1", "Each player takes:"),
        ("para. 1 let. a", "a frog,"),
        ("para. 1 let. b", "a fly; and"),
        ("para. 1 let. c", "a leaf."),
        ("para. 1 no. 1", "Place the leaf."),
        ("para. 1 no. 2", "Place the frog."),
        ("para. 2", "Players move in turn. The pond has 24 leaves."),
        ("para. 2 let. a", "A frog may jump."),
        ("para. 2 let. b", "A fly may fly."),
        ("para. 3", "Whoever is last wins."),
    ]


@pytest.mark.parametrize(
    ("text", "code", "expected"),
    [
        ("T\n1. One.\n2. Two.\n3. Three.", "en", ["para. 1", "para. 2", "para. 3"]),
        ("T\nOne.\nTwo.", "en", ["para. 1", "para. 2"]),
        ("T\nArticle premier\nUn.\nArticle 2 Deux\n1 Un.\n1bis Bis.\n2 Deux.", "fr",
         ["Art. 1", "Art. 2 al. 1", "Art. 2 al. 1bis", "Art. 2 al. 2"]),
        ("T\nChapter 1\nArt. 1 One goes on.\nPart Two\nArt. 2\nTwo.", "en", ["Art. 1", "Art. 2"]),
        ("T\nArt. 1 A\n1. x:\n1) y\n2) z.\n2. w.", "en",
         ["Art. 1 para. 1", "Art. 1 para. 1 no. 1", "Art. 1 para. 1 no. 2", "Art. 1 para. 2"]),
    ],
)  # fmt: skip
def test_shapes(text: str, code: str, expected: list[str]) -> None:
    assert list(cited(text, code)) == expected


@pytest.mark.parametrize("text", ["", "\n \n", "Only a title", "T\n"])
def test_nothing_to_outline(text: str) -> None:
    with pytest.raises(NoText):
        outline(text, "de", "x")


@pytest.mark.parametrize(
    ("title", "name", "expected"),
    [
        ("Gesetz über Katzen (Katzengesetz, KatzG)", "x", "KatzG"),
        ("Gesetz über Katzen (KatzG)", "x", "KatzG"),
        ("Gesetz (alte Fassung)", "katzen", "katzen"),
        ("Gesetz über Katzen", "my-cats.2", "my_cats_2"),
        ("Gesetz über Katzen", "gesetz", "Gesetz"),
        ("Gesetz über Katzen", "2020", "L_2020"),
        ("Gesetz über Katzen", "???", "L_"),
    ],
)
def test_short_names(title: str, name: str, expected: str) -> None:
    assert short_name(title, name, language("de")) == expected


_PIECES = st.sampled_from(
    ["Art. 1 A", "Art. 2", "§ 3 C", "1. Titel: T", "1 Eins.", "2 Zwei:", "(1) Ein Satz.",
     "a) ein Tier;", "b. zwei.", "• Punkt", "– Strich", "1. Punkt eins.", "ein Wort", "a", "1",
     "Ein Satz. Noch einer.", "Satz ohne Ende", "", "Art. 2 Abs. 1 gilt.", "| # \"x\"", "2 Titel: T"]
)  # fmt: skip


@given(lines=st.lists(_PIECES, min_size=1, max_size=12), code=st.sampled_from(known_languages()))
@settings(max_examples=200, deadline=None)
def test_no_word_is_lost(lines: list[str], code: str) -> None:
    text = "\n".join(["Ein Gesetz", *lines])
    try:
        tree = outline(text, code, "x")
    except NoText:
        return
    printed = print_law(tree, code)
    again = parse(printed, "law", code, "file", diagnostics := Diagnostics())
    assert diagnostics.sorted() == (), printed
    check_quotes(again, text, code, "file", diagnostics)
    units(again, code, diagnostics)
    assert diagnostics.sorted() == (), f"{text}\n---\n{printed}"
