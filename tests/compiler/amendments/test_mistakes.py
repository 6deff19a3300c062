"""What cannot be amended is said, with its place; what loses its object falls away."""

from pathlib import Path

import pytest

from compiler.law import load_sound
from tests.compiler.amendments.ferry import amended, amendment, errors, folder, sound

RULE = ["  | Said.", '  no rule "so"']


@pytest.mark.parametrize(
    ("changes", "code", "values"),
    [
        (["Art. 1 para. 5 is repealed"], "no_such_place", {"place": "Art. 1 para. 5"}),
        (["Art. 9 para. 1 is inserted:", *RULE], "no_such_place", {"place": "Art. 9"}),
        (["Art. 3 is inserted:", *RULE], "already_there", {"place": "Art. 3"}),
        (
            ["Art. 2 sentence 9 is repealed"],
            "no_such_sentence",
            {"unit": "Art. 2", "count": "4"},
        ),
        (
            ["Art. 2 sentence 1 is amended as follows:", *RULE],
            "sentences_share_entries",
            {"unit": "Art. 2", "first": "1", "last": "2"},
        ),
        (
            ["Art. 2 sentence 2 is inserted:", *RULE],
            "sentences_share_entries",
            {"unit": "Art. 2", "first": "1", "last": "2"},
        ),
        (
            ["Art. 2 sentence 3 is amended as follows: | Head", *RULE],
            "more_than_a_sentence",
            {"place": "Art. 2 sentence 3"},
        ),
        (
            ["Art. 2 sentence 3 is amended as follows:", "  | Said."],
            "sentence_without_entries",
            {"place": "Art. 2 sentence 3"},
        ),
        (["parameter usuel becomes 2"], "no_such_parameter", {"name": "usuel", "known": "usual"}),
        (["parameter usual becomes 12"], "outside_range", {"low": "1", "high": "5"}),
        (
            ["Art. 1 is repealed", "Art. 1 para. 2 is repealed"],
            "amendments_collide",
            {"place": "Art. 1 para. 2", "other": "a"},
        ),
    ],
)
def test_a_mistake_is_named(
    tmp_path: Path, changes: list[str], code: str, values: dict[str, str]
) -> None:
    amendment(tmp_path, "a", *changes)
    assert (code, values) in errors(tmp_path, "a")


def test_a_mistake_is_shown_in_the_file_it_stands_in(tmp_path: Path) -> None:
    amendment(
        tmp_path,
        "a",
        "Art. 3 is amended as follows:",
        "  | Said.",
        "  flow trip:",
        "    speed := 1",
    )
    _, found = amended(tmp_path, "a")
    (one,) = (each for each in found if each.severity == "error")
    assert one.file.endswith("amendments/a.en.law")
    assert one.span is not None
    assert (one.span.line, one.span.column) == (5, 5)
    assert one.heading == "Art. 3"


def test_references_in_the_new_text_are_followed(tmp_path: Path) -> None:
    amendment(
        tmp_path,
        "a",
        "Art. 1 para. 2 is amended as follows:",
        "  | It is full as Art. 7 says.",
        "  define full := yes",
    )
    assert ("reference_nowhere", {"reference": "Art. 7"}) in errors(tmp_path, "a")


A = ["Art. 1 para. 2 is amended as follows:", "  | Never.", "  define full := false"]
INSERTED = ["Art. 1 para. 3 is inserted:", *RULE]


@pytest.mark.parametrize(
    ("first", "second", "collide"),
    [
        (A, ["Art. 1 para. 2 is repealed"], True),
        (A, ["Art. 1 is repealed"], True),
        (["Art. 3 is repealed"], ["Art. 3 is amended as follows:", *RULE], True),
        (["Art. 3 is repealed"], ["Art. 3 para. 1 is inserted:", *RULE], True),
        (["parameter usual becomes 4"], ["parameter usual becomes 5"], True),
        (INSERTED, INSERTED, True),
        (INSERTED, ["Art. 1 is repealed"], True),
        (["Art. 2 sentence 4 is repealed"], ["Art. 2 is repealed"], True),
        (["Art. 2 sentence 4 is repealed"], ["Art. 2 sentence 4 is repealed"], True),
        (A, ["Art. 3 is amended as follows:", *RULE], False),
        (INSERTED, ["Art. 1 para. 3 is repealed"], False),
        (INSERTED, [*A], False),
        (["Art. 2 sentence 4 is repealed"], ["parameter usual becomes 5"], False),
        (["Art. 3 is repealed"], ["Art. 3 is inserted:", *RULE], False),
    ],
)
def test_two_amendments_collide_where_one_changes_what_the_other_did(
    tmp_path: Path, first: list[str], second: list[str], collide: bool
) -> None:
    amendment(tmp_path, "a", *first)
    amendment(tmp_path, "b", *second)
    codes = [code for code, _ in errors(tmp_path, "a", "b")]
    assert ("amendments_collide" in codes) == collide
    if collide:
        _, found = amended(tmp_path, "a", "b")
        one = next(each for each in found if each.code == "amendments_collide")
        assert one.values["other"] == "a"
        assert one.file.endswith("b.en.law")


def test_an_amendment_needs_a_version_of_the_law_in_its_language(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 3 is repealed")
    amendment(tmp_path, "a", "art. 3 est abrogé", code="fr")
    assert errors(tmp_path, "a") == [
        ("amendment_without_version", {"language": "fr", "known": "de, en"})
    ]


def test_an_amendment_names_its_law(tmp_path: Path) -> None:
    home = folder(tmp_path) / "amendments"
    (home / "a.en.law").write_text("amendment Barge | New\n\nArt. 3 is repealed\n", "utf-8")
    assert ("amends_another_law", {"here": "Barge", "law": "Ferry"}) in errors(tmp_path, "a")


def test_an_amendment_that_is_not_there(tmp_path: Path) -> None:
    amendment(tmp_path, "larger", "Art. 3 is repealed")
    assert errors(tmp_path, "large") == [("no_such_amendment", {"known": "larger"})]
    assert errors(tmp_path, "large.law")[0][0] == "amendment_file_name"
    assert errors(tmp_path, "larger", "larger") == [("amendment_twice", {"name": "larger"})]


def test_syntax_is_reported_as_in_any_file(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 3 is amended as follows", *RULE)
    assert "missing_colon" in [code for code, _ in errors(tmp_path, "a")]


def test_a_glossary_holds_new_concepts_only(tmp_path: Path) -> None:
    toml = '[fare]\nkind = "state"\n[price]\nkind = "state"\nde.term = "Preis"\n'
    amendment(tmp_path, "a", "Art. 3 is repealed", toml=toml)
    codes = [code for code, _ in errors(tmp_path, "a")]
    assert sorted(codes) == ["concept_there", "shared_word"]


def test_a_supplement_without_a_gap_is_left_out_with_a_note(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 3 is repealed")
    amendment(tmp_path, "a", "Art. 3 wird aufgehoben", code="de")
    law = sound(tmp_path, "a")
    assert law.supplements == ()
    assert [(one.code, one.severity) for one in law.notes] == [("supplement_dropped", "warning")]
    assert [one.name.text for one in load_sound(str(folder(tmp_path))).supplements] == ["lot"]


def test_a_property_of_what_is_repealed_is_left_out_with_a_note(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 1 para. 2 is repealed")
    amendment(tmp_path, "a", "Art. 1 Abs. 2 wird aufgehoben", code="de")
    law = sound(tmp_path, "a")
    assert [one.id for one in law.properties("en")] == ["cheap", "gratis"]
    assert {one.heading for one in law.notes} == {"filled"}


def test_a_reading_of_what_is_repealed_is_left_out_with_a_note(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 2 sentence 3 is repealed")
    amendment(tmp_path, "a", "Art. 2 Satz 3 wird aufgehoben", code="de")
    law = sound(tmp_path, "a")
    assert law.readings["en"] == {}
    assert [one.code for one in law.notes] == ["reading_dropped"]


def test_another_reading_takes_the_place_of_one_that_is_repealed(tmp_path: Path) -> None:
    for code, head, reading in (
        ("en", "Art. 2 sentence 3 is amended as follows:", '  reading cost = free "so":'),
        ("de", "Art. 2 Satz 3 wird wie folgt geändert:", '  lesart cost = free "so":'),
    ):
        flow = ["    flow trip:", "      fare := 0"] if code == "en" else []
        flow = flow or ["    ablauf Fahrt:", "      Preis := 0"]
        amendment(tmp_path, "a", head, "  | Free.", reading, *flow, code=code)
    law = sound(tmp_path, "a")
    assert law.readings == {"de": {"cost": "free"}, "en": {"cost": "free"}}
    assert {one.code for one in law.notes} == {"reading_dropped"}


def test_a_reading_that_never_was_stays_a_mistake(tmp_path: Path) -> None:
    amendment(tmp_path, "a", "Art. 3 is repealed")
    home = folder(tmp_path)
    (home / "readings.toml").write_text('coast = "whole"\n', "utf-8")
    from compiler.law import load

    _, found = load(str(home), ["a"])
    assert [one.code for one in found if one.severity == "error"] == ["no_such_point"]


def test_what_the_law_itself_says_of_the_official_text_is_checked_all_the_same(
    tmp_path: Path,
) -> None:
    amendment(tmp_path, "a", "Art. 3 is repealed")
    home = folder(tmp_path)
    (home / "en.txt").write_text("Something else.", "utf-8")
    from compiler.law import load

    _, found = load(str(home), ["a"])
    assert any(one.code.startswith("quote_") for one in found)
