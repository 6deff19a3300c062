"""What amendments make of a law: replaced, inserted, repealed, set anew."""

from pathlib import Path

import pytest

from compiler.law import Law, load_sound
from tests.compiler.amendments.ferry import amendment, folder, sound


def text(law: Law, ref: str, language: str = "en") -> str:
    return next(one.text for one in law.versions[language].places if one.ref == ref)


def refs(law: Law) -> list[str]:
    return [one.ref for one in law.versions["en"].places]


SEATS = """Art. 1 para. 1 is amended as follows:
  | The ferry has three seats.
  set seat: 3
  state taken(seat)"""


def test_a_paragraph_is_replaced_with_its_entries(tmp_path: Path) -> None:
    amendment(tmp_path, "larger", SEATS)
    law = sound(tmp_path, "larger")
    assert text(law, "1.1") == "The ferry has three seats."
    assert law.rules("en").sets["seat"].high == 3
    assert law.rules("en").paragraphs["1.1"].text == "The ferry has three seats."


def test_a_version_without_the_amendment_stays_as_it_is(tmp_path: Path) -> None:
    amendment(tmp_path, "larger", SEATS)
    law = sound(tmp_path, "larger")
    assert law.rules("de").sets["seat"].high == 2
    assert [one.code for one in law.notes] == ["version_not_amended"]


def test_each_version_is_amended_in_its_own_words(tmp_path: Path) -> None:
    amendment(tmp_path, "larger", SEATS)
    amendment(
        tmp_path,
        "larger",
        "Art. 1 Abs. 1 wird wie folgt geändert:",
        "  | Die Fähre hat drei Plätze.",
        "  menge Platz: 3",
        "  zustand Besetzt(Platz)",
        code="de",
    )
    law = sound(tmp_path, "larger")
    assert not law.notes
    assert {law.rules(code).sets["seat"].high for code in ("de", "en")} == {3}


def test_a_heading_stays_unless_another_one_is_given(tmp_path: Path) -> None:
    new = ["  | Nobody takes a seat.", '  no rule "nothing is done"']
    amendment(tmp_path, "kept", "Art. 3 is amended as follows:", *new)
    amendment(tmp_path, "named", "Art. 3 is amended as follows: | Standing", *new)
    for name, heading in (("kept", "Order"), ("named", "Standing")):
        places = sound(tmp_path, name).versions["en"].places
        found = next(one.heading for one in places if one.ref == "3")
        assert found is not None
        assert found.text == heading


def test_a_paragraph_is_repealed(tmp_path: Path) -> None:
    amendment(tmp_path, "shorter", "Art. 1 para. 2 is repealed")
    law = sound(tmp_path, "shorter")
    assert refs(law) == ["0", "1", "1.1", "2", "3"]
    assert "full" not in law.rules("en").definitions


@pytest.mark.parametrize(
    ("inserted", "expected"),
    [
        ("Art. 1 para. 1bis", ["0", "1", "1.1", "1.1bis", "1.2", "2", "3"]),
        ("Art. 1 para. 3", ["0", "1", "1.1", "1.2", "1.3", "2", "3"]),
        ("Art. 1 para. 0", ["0", "1", "1.0", "1.1", "1.2", "2", "3"]),
        ("Art. 1a", ["0", "1", "1.1", "1.2", "1a", "2", "3"]),
        ("Art. 4", ["0", "1", "1.1", "1.2", "2", "3", "4"]),
        ("Art. 3 let. a", ["0", "1", "1.1", "1.2", "2", "3", "3.a"]),
    ],
)
def test_a_label_puts_what_is_inserted_in_its_place(
    tmp_path: Path, inserted: str, expected: list[str]
) -> None:
    amendment(tmp_path, "more", f"{inserted} is inserted:", "  | Said.", '  no rule "so"')
    assert refs(sound(tmp_path, "more")) == expected


def test_an_article_is_inserted_below_the_title_of_the_one_before(tmp_path: Path) -> None:
    amendment(tmp_path, "more", "Art. 1a is inserted: | More", "  | Said.", '  no rule "so"')
    body = sound(tmp_path, "more").versions["en"].tree.body
    assert [getattr(part, "label", "title") for part in body] == ["1", "1a", "title", "2", "3"]


def test_suffixes_have_an_order(tmp_path: Path) -> None:
    more = [
        line
        for label in ("3a", "3ter", "3", "3bis")
        for line in (f"Art. 1 para. {label} is inserted:", "  | Said.", '  no rule "so"')
    ]
    amendment(tmp_path, "more", *more)
    inside = [ref for ref in refs(sound(tmp_path, "more")) if ref.startswith("1.3")]
    assert inside == ["1.3", "1.3a", "1.3bis", "1.3ter"]


def test_a_sentence_is_replaced_with_its_entries(tmp_path: Path) -> None:
    new = ["  | A trip costs nothing.", "  flow trip:", "    fare := 0"]
    amendment(tmp_path, "free", "Art. 2 sentence 3 is amended as follows:", *new)
    law = sound(tmp_path, "free")
    assert [one.text for one in law.versions["en"].coverage if one.ref == "2"] == [
        "The fare is set.",
        "It is at least one.",
        "A trip costs nothing.",
        "Nobody stands.",
    ]
    assert not law.versions["en"].points


def test_a_sentence_is_repealed_or_inserted(tmp_path: Path) -> None:
    amendment(tmp_path, "standing", "Art. 2 sentence 4 is repealed")
    new = ["  | Nobody sings.", '  no rule "they do"']
    amendment(tmp_path, "first", "Art. 2 sentence 1 is inserted:", *new)
    amendment(tmp_path, "last", "Art. 2 sentence 5 is inserted:", *new)
    assert text(sound(tmp_path, "standing"), "2").endswith("A trip costs the usual fare.")
    assert text(sound(tmp_path, "first"), "2").startswith("Nobody sings. The fare is set.")
    assert text(sound(tmp_path, "last"), "2").endswith("Nobody stands. Nobody sings.")


def test_a_parameter_is_set_anew(tmp_path: Path) -> None:
    amendment(tmp_path, "dearer", "parameter usual becomes 4")
    law = sound(tmp_path, "dearer")
    assert law.rules("en").parameters["usual"].default == 4
    assert law.rules("de").parameters["usual"].default == 3


def test_amendments_bring_concepts_of_their_own(tmp_path: Path) -> None:
    new = ["  | Dogs are counted.", "  state dogs: 0..9"]
    toml = '[dogs]\nkind = "state"\n'
    amendment(tmp_path, "dogs", "Art. 4 is inserted:", *new, toml=toml)
    law = sound(tmp_path, "dogs")
    assert "dogs" in law.rules("en").states
    assert "dogs" not in load_sound(str(folder(tmp_path))).glossary.concepts


def test_amendments_chain_in_order(tmp_path: Path) -> None:
    new = ["  | The ferry may wait.", "  parameter wait: 0..9 initially 1"]
    toml = '[wait]\nkind = "parameter"\n'
    amendment(tmp_path, "waits", "Art. 4 is inserted:", *new, toml=toml)
    amendment(tmp_path, "longer", "parameter wait becomes 5")
    law = sound(tmp_path, "waits", "longer")
    assert law.rules("en").parameters["wait"].default == 5
    assert law.name == "ferry+waits+longer"


def test_the_law_as_amended_is_another_law(tmp_path: Path) -> None:
    amendment(tmp_path, "larger", SEATS)
    amendment(tmp_path, "dearer", "parameter usual becomes 4")
    plain = load_sound(str(folder(tmp_path)))
    hashes = [sound(tmp_path, *names).hash for names in ([], ["larger"], ["dearer"])]
    assert hashes[0] == plain.hash
    assert len(set(hashes)) == 3
    one, other = sound(tmp_path, "larger", "dearer"), sound(tmp_path, "dearer", "larger")
    assert one.hash != other.hash


def test_an_amendment_is_found_by_the_path_of_any_of_its_files(tmp_path: Path) -> None:
    amendment(tmp_path, "larger", SEATS)
    home = folder(tmp_path) / "amendments"
    paths = (home / "larger.en.law", home / "larger")
    for path in paths:
        law = load_sound(str(folder(tmp_path)), [str(path)])
        assert law.rules("en").sets["seat"].high == 3
        assert load_sound(*law.origin).hash == law.hash
