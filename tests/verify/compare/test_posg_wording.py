"""The wordings of the positioning law: what was found on paper, no more, and each change of it.

For every paragraph one number, one reference, one modal verb, one word of order and
one negation are changed in one text; the report must change.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from compiler.law import Law, load_sound
from compiler.marks import number_words, read_sentence
from compiler.phrases import phrases
from compiler.terms import Terms
from runtime.ruleset.wording import Mark, VersionWording
from verify.compare.wording import WordingFinding, compare_law, compare_wording, terms_of_both

PAPER = tomllib.loads(Path(__file__).with_name("posg_wording.toml").read_text("utf-8"))
LANGUAGES = ("de", "fr")
KINDS = {
    "number": {"numbers"},
    "reference": {"references"},
    "modality": {"modality"},
    "order": {"order", "condition"},
    "negation": {"negation"},
}


@cache
def law() -> Law:
    return load_sound("spec/posg")


@cache
def wording(language: str) -> VersionWording:
    return law().wording(language)


def report(first: VersionWording, second: VersionWording) -> dict[str, WordingFinding]:
    terms = terms_of_both(first, second)
    found = [
        one
        for ref, place in first.places.items()
        for one in compare_wording(place, second.places.get(ref), terms)
    ]
    found += compare_law(first, second)
    ids = [".".join(filter(None, (one.about, one.ref))) for one in found]
    assert len(set(ids)) == len(ids), "an id tells a finding apart"
    return dict(zip(ids, found, strict=True))


@cache
def unchanged() -> dict[str, WordingFinding]:
    return report(wording("de"), wording("fr"))


def test_what_is_found_is_what_was_found_on_paper() -> None:
    assert sorted(unchanged()) == sorted(one["id"] for one in PAPER["found"])


@pytest.mark.parametrize("entry", PAPER["found"], ids=lambda entry: entry["id"])
def test_each_finding_has_its_class_and_a_reason(entry: dict[str, str]) -> None:
    assert unchanged()[entry["id"]].grade == entry["class"]
    assert entry["reason"]


def test_nothing_on_paper_is_forgotten() -> None:
    numbers = {n for part in PAPER.values() for entry in part for n in entry["paper"]}
    assert numbers == set(range(1, 51))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_version_beside_itself_shows_nothing(language: str) -> None:
    assert report(wording(language), wording(language)) == {}


def test_whichever_comes_first_the_same_is_found() -> None:
    turned = report(wording("fr"), wording("de"))
    assert sorted(turned) == sorted(unchanged())
    for id, one in unchanged().items():
        assert (turned[id].first, turned[id].second) == (one.second, one.first)


# ---- one word changed


def marks(language: str) -> Iterator[tuple[str, int, Mark]]:
    for ref, place in wording(language).places.items():
        for number, sentence in enumerate(place.read):
            for mark in sentence.marks:
                if mark.kind in KINDS:
                    yield ref, number, mark


def changed_mark(mark: Mark, language: str) -> str:
    """Other words for what ``mark`` says."""
    if mark.kind == "number":
        return _other_number(mark.text, language)
    if mark.kind == "reference":
        return mark.text[:-1] + str((int(mark.text[-1]) + 1) % 10)
    if mark.kind == "modality":
        return _other_modality(mark, language)
    if mark.kind == "negation":
        return {"kein": "ein", "aucun": "un"}[mark.text]
    assert mark.kind == "order"
    return "gelb" if language == "de" else "jaune"  # anything that is no word of order


def _other_number(text: str, language: str) -> str:
    if text.isdigit():
        return str(int(text) + 1)
    known = number_words(language)
    own = known[text.lower()]
    other = next(word for word, value in known.items() if value > 2 and value != own)
    return other.capitalize() if text[0].isupper() else other


def _other_modality(mark: Mark, language: str) -> str:
    """A duty for what may or may not be done, a permission for a duty."""
    senses = phrases(language).phrases["modality"]
    sense = "may" if mark.sense == "must" else "must"
    forms = senses[sense][0].split("|")
    return forms[-1] if mark.text.split()[-1].endswith(("n", "nt", "pas")) else forms[0]


CASES = [
    pytest.param(language, ref, number, mark, id=f"{mark.kind}-{language}-{ref}-{mark.start}")
    for language in LANGUAGES
    for ref, number, mark in marks(language)
]


@pytest.mark.parametrize(("language", "ref", "number", "mark"), CASES)
def test_a_changed_word_changes_the_report(
    language: str, ref: str, number: int, mark: Mark
) -> None:
    sentence = wording(language).places[ref].sentences[number]
    text = sentence[: mark.start] + changed_mark(mark, language) + sentence[mark.end :]
    found = _report_with(language, ref, number, text)
    before = unchanged()
    new = [one for id, one in found.items() if before.get(id) != one]
    gone = [one for id, one in before.items() if id not in found]
    assert KINDS[mark.kind] & {one.kind for one in (*new, *gone)}, (text, new)
    assert all(one.ref == ref for one in new if one.grade == "meaning"), "elsewhere nothing changes"


NEGATED = [
    ("fr", "5.3", "ne peuvent pas", "peuvent"),
    ("de", "5.3", "können sich nicht", "können sich"),
    ("de", "7.2", "Danach kann der Spieler", "Danach kann der Spieler nicht"),
    ("fr", "7.2", "peut alors déplacer", "ne peut alors pas déplacer"),
    ("de", "2.1", "unterstützt wird", "nicht unterstützt wird"),
    ("fr", "8.3", "prennent la position", "ne prennent pas la position"),
    ("de", "10.2", "werden nach", "werden nicht nach"),
    ("fr", "11", "sont déduites", "ne sont pas déduites"),
]


@pytest.mark.parametrize(("language", "ref", "old", "new"), NEGATED)
def test_a_negation_put_in_or_left_out_is_found(
    language: str, ref: str, old: str, new: str
) -> None:
    sentences = wording(language).places[ref].sentences
    number = next(n for n, sentence in enumerate(sentences) if old in sentence)
    found = _report_with(language, ref, number, sentences[number].replace(old, new))
    more = {id for id in found if id not in unchanged()}
    assert {f"negation.{ref}", f"modality.{ref}"} & more


SENTENCES = [
    pytest.param(language, ref, number, id=f"{language}-{ref}-{number}")
    for language in LANGUAGES
    for ref, place in wording(language).places.items()
    for number in range(len(place.sentences))
]


@pytest.mark.parametrize(("language", "ref", "number"), SENTENCES)
def test_a_negation_in_any_sentence_is_found(language: str, ref: str, number: int) -> None:
    sentence = wording(language).places[ref].sentences[number]
    bare = sentence.rstrip(".;:")
    denied = bare + {"de": " nicht", "fr": " n'est pas"}[language] + sentence[len(bare) :]
    found = _report_with(language, ref, number, denied)
    assert f"negation.{ref}" in found or f"modality.{ref}" in found


def test_every_paragraph_with_words_that_can_be_changed_is_tried() -> None:
    tried = {case.values[1] for case in CASES}
    assert {"2.1", "3.2", "3.3", "4.1", "4.2", "5.1", "5.2", "5.3"} <= tried
    assert {"6.1", "7.1", "7.2", "8.2", "9", "10.1", "10.2", "10.3", "11"} <= tried


def _report_with(language: str, ref: str, number: int, text: str) -> dict[str, WordingFinding]:
    """The report on the two texts with one sentence changed."""
    own = wording(language)
    place = own.places[ref]
    at = next(one.path for one in law().versions[language].places if one.ref == ref)
    terms = Terms(law().glossary.words(language), language)
    sentences = tuple(text if n == number else one for n, one in enumerate(place.sentences))
    read = tuple(
        read_sentence(text, language, at, terms) if n == number else one
        for n, one in enumerate(place.read)
    )
    place = place.model_copy(update={"sentences": sentences, "read": read})
    own = own.model_copy(update={"places": {**own.places, ref: place}})
    return report(*(own if one == language else wording(one) for one in LANGUAGES))
