"""What mistakes in the law of the package are answered with: copies of it, spoilt on purpose."""

import json
import random
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from compiler import tree as t
from compiler.diagnostics import Diagnostic, Diagnostics
from compiler.glossary import Glossary
from compiler.law import Law, load, load_sound
from compiler.parse import parse
from compiler.quotes import check_quotes
from runtime.ruleset.model import Model
from wortlaut.cli import cli

ORIGINAL = Path(__file__).parents[2] / "spec" / "posg"
LANGUAGES = ("de", "fr")


@pytest.fixture(scope="module")
def sound() -> Law:
    return load_sound(str(ORIGINAL))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One place for all copies of the law: a text that is known there is not read again."""
    return tmp_path_factory.mktemp("copies") / "posg"


@pytest.fixture
def copy(place: Path) -> Path:
    shutil.rmtree(place, ignore_errors=True)
    return shutil.copytree(ORIGINAL, place, ignore=shutil.ignore_patterns("cases"))


def change(folder: Path, file: str, old: str, new: str) -> int:
    """Put ``new`` for the first ``old`` in a file; the number of the line in which it stands."""
    text = (folder / file).read_text("utf-8")
    assert old in text, (file, old)
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return text[: text.index(old)].count("\n") + 1


# ---- mistakes of each kind

# What is changed, in which file; the code and the file of the report, and what its message
# holds. The place is the line of the change, or the line that quotes what was changed.
_MISTAKES = {
    "de": {
        "sentence taken away": (
            ("de.law", "    | Das andere Geschlecht ist mitgemeint.\n", ""),
            ("quote_missing", "de.law", "| Dieses Gesetz benutzt", "Das andere Geschlecht"),
        ),
        "number in the quote": (
            ("de.law", "| Vierundzwanzig Wähler", "| Dreiundzwanzig Wähler"),
            ("quote_differs", "de.law", "| Dreiundzwanzig", "Vierundzwanzig"),
        ),
        "number in the official text": (
            ("de.txt", "mit vier Würfeln", "mit fünf Würfeln"),
            ("quote_differs", "de.law", "mit vier Würfeln", "fünf"),
        ),
        "misspelt name": (
            ("de.law", "aus Nachbarfelder(", "aus Nachbarfeder("),
            ("unknown_name", "de.law", "aus Nachbarfeder(", "Nachbarfelder"),
        ),
        "precedence over nothing": (
            ("de.law", "mit AbsolutesMehr(k):\n      sei", "mit AbsolutesMehr(k) abweichend von Art. 12:\n      sei"),
            ("reference_nowhere", "de.law", "abweichend von Art. 12", "Art. 12"),
        ),
        "supplement for nothing": (
            ("supplements.law", "fills order of Art. 11", "fills order of Art. 17"),
            ("reference_nowhere", "supplements.law", "fills order of Art. 17", "Art. 17"),
        ),
        "reference in the text": (
            ("de.law", "nach Art. 5 sind", "nach Art. 55 sind"),
            ("reference_nowhere", "de.law", "nach Art. 55 sind", "Art. 55"),
        ),
        "missing colon": (
            ("de.law", "zustand ausgeschieden(Kandidat)", "verboten ein Kandidat k mit ausgeschieden(k)\n    zustand ausgeschieden(Kandidat)"),
            ("missing_colon", "de.law", "verboten ein Kandidat", "ein"),
        ),
    },
    "fr": {
        "sentence taken away": (
            ("fr.law", "    | Le sexe opposé est inclus.\n", ""),
            ("quote_missing", "fr.law", "| Cette loi utilise", "Le sexe opposé"),
        ),
        "number in the quote": (
            ("fr.law", "| Vingt-quatre électeurs", "| Vingt-trois électeurs"),
            ("quote_differs", "fr.law", "| Vingt-trois", "Vingt-quatre"),
        ),
        "number in the official text": (
            ("fr.txt", "en lançant quatre dés", "en lançant cinq dés"),
            ("quote_differs", "fr.law", "en lançant quatre dés", "cinq"),
        ),
        "misspelt name": (
            ("fr.law", "parmi cases_adjacentes(", "parmi cases_adjacente("),
            ("unknown_name", "fr.law", "parmi cases_adjacente(", "cases_adjacentes"),
        ),
        "reference in the text": (
            ("fr.law", "selon art. 5", "selon art. 55"),
            ("reference_nowhere", "fr.law", "selon art. 55", "Art. 55"),
        ),
        "missing colon": (
            ("fr.law", "état éliminé(", "interdit un candidat k avec éliminé(k)\n    état éliminé("),
            ("missing_colon", "fr.law", "interdit un candidat", "un"),
        ),
    },
}  # fmt: skip
_ALL = [(language, kind) for language, kinds in _MISTAKES.items() for kind in kinds]


def make(folder: Path, language: str, kind: str) -> None:
    file, old, new = _MISTAKES[language][kind][0]
    change(folder, file, old, new)
    if kind == "reference in the text":
        # The official text says so too: only the reference is wrong.
        change(folder, f"{language}.txt", old, new)


def check_reported(
    folder: Path, language: str, kind: str, found: tuple[Diagnostic, ...]
) -> tuple[str, str, int]:
    """The mistake is reported at its place, with what the message must hold."""
    code, file, at, holds = _MISTAKES[language][kind][1]
    text = (folder / file).read_text("utf-8")
    line = text[: text.index(at)].count("\n") + 1
    there = [
        one
        for one in found
        if (one.code, one.file) == (code, str(folder / file)) and one.span and one.span.line == line
    ]
    assert there, (kind, found)
    said = f"{there[0].message(language)} {there[0].remedy(language)}"
    assert holds in said
    return code, file, line


@pytest.mark.parametrize(("language", "kind"), _ALL)
def test_a_mistake_is_reported_at_its_place_and_alone(copy: Path, language: str, kind: str) -> None:
    make(copy, language, kind)
    _, found = load(str(copy))
    check_reported(copy, language, kind, found)
    assert len(found) == 1


def test_all_mistakes_are_reported_in_one_go(copy: Path) -> None:
    for language, kind in _ALL:
        make(copy, language, kind)
    _, found = load(str(copy))
    wanted = {check_reported(copy, language, kind, found) for language, kind in _ALL}
    places = {(one.code, Path(one.file).name, one.span.line if one.span else 0) for one in found}
    assert places == wanted
    result = CliRunner().invoke(cli, ["check", str(copy), "--messages", "de"])
    assert result.exit_code == 2
    assert result.stderr.count("⏎") == 0
    for code, file, line in wanted:
        assert f"{copy / file}:{line}:" in result.stderr
        assert f"[{code}]" in result.stderr


# ---- nothing can be left out


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_that_is_taken_away_is_missed(sound: Law, language: str) -> None:
    source = sound.versions[language].source
    for sentence in sound.versions[language].coverage:
        pattern = r"\s+".join(re.escape(word) for word in sentence.text.split())
        match = re.search(rf"(?<=\| ){pattern}|(?<=\s){pattern}", source.law_text)
        assert match is not None, sentence.text
        without = source.law_text[: match.start()] + source.law_text[match.end() :]
        assert any(missed(without, source.official_text, language)), sentence.text


def missed(law_text: str, official: str, language: str) -> Iterator[str]:
    """What a version that quotes too little is told to add."""
    diagnostics = Diagnostics()
    tree = parse(law_text, "law", language, "law", diagnostics)
    assert isinstance(tree, t.LawFile)
    check_quotes(tree, official, language, "law", diagnostics)
    for found in diagnostics.sorted():
        assert found.code in ("quote_missing", "quote_differs")
        yield found.values["official"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_coverage_holds_every_sentence_of_the_official_text_once(language: str) -> None:
    result = CliRunner().invoke(cli, ["check", str(ORIGINAL), "--format", "json"])
    assert result.exit_code == 0
    covered = [one["text"] for one in json.loads(result.stdout)["coverage"][language]]
    text = (ORIGINAL / f"{language}.txt").read_text("utf-8")
    assert covered == list(split(text))


def split(text: str) -> Iterator[str]:
    """The sentences of an official text, found without the program: line by line."""
    for line in text.splitlines()[1:]:
        if re.match(r"Art\. \d+\b|\d+\. Titel:|Titre \d+", line):
            continue
        # A heading that the printed text has put at the end of a line belongs to no sentence.
        line = re.sub(r" (Titel|Titre)( \d+)?: .*", "", line).strip()
        line = re.sub(r"^\d+ ", "", line)
        yield from re.split(r"(?<=\.) (?=[A-ZÀ-Þ])(?<!Art\. )(?<!Abs\. )(?<!\d\. )", line)


def test_the_law_is_sound() -> None:
    assert CliRunner().invoke(cli, ["check", str(ORIGINAL)]).exit_code == 0


# ---- suggestions


def names_in(tree: object) -> Iterator[t.Name]:
    """Every name in a tree, in the order of the text."""
    if isinstance(tree, t.Name):
        yield tree
    elif isinstance(tree, Model):
        for field in type(tree).model_fields:
            yield from names_in(getattr(tree, field))
    elif isinstance(tree, tuple):
        for one in tree:
            yield from names_in(one)


def misspelt(word: str, choose: random.Random, known: set[str]) -> str:
    """``word`` with one letter too few, too many, wrong, or changed with its neighbour."""
    letters = "abcdefghijklmnopqrstuvwxyzäöü"
    while True:
        at = choose.randrange(len(word))
        wrong = choose.choice(letters)
        made = choose.choice(
            (
                word[:at] + word[at + 1 :],
                word[:at] + wrong + word[at:],
                word[:at] + wrong + word[at + 1 :],
                word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
            )
        )
        if made.isidentifier() and made not in known:
            return made


def places_of_words(law: Law, language: str) -> dict[str, t.Name]:
    """One place in the version for each word of the glossary that it uses."""
    words = law.glossary.words(language)
    names = [name for name in names_in(law.versions[language].tree) if name.text in words]
    return {name.text: name for name in names}


def suggested(
    sound: Law, language: str, folder: Path, choose: random.Random, every: int = 1
) -> Iterator[bool]:
    """For every so many words, each misspelt at one place: whether a form of the same concept is suggested."""
    words = sound.glossary.words(language)
    keywords = _keywords(language)
    lines = sound.versions[language].source.law_text.split("\n")
    for name in list(places_of_words(sound, language).values())[::every]:
        at = name.span
        line = lines[at.line - 1]
        wrong = misspelt(name.text, choose, {*words, *keywords})
        spoilt = line[: at.column - 1] + wrong + line[at.end_column - 1 :]
        changed = [*lines[: at.line - 1], spoilt, *lines[at.line :]]
        (folder / f"{language}.law").write_text("\n".join(changed), "utf-8")
        _, found = load(str(folder))
        reported = [
            one for one in found if one.code == "unknown_name" and one.values["name"] == wrong
        ]
        assert reported, (name.text, wrong, found)
        assert all(one.span is not None and one.span.line == at.line for one in reported)
        suggestion = reported[0].suggestion or ""
        yield words.get(suggestion) == words[name.text]


def _keywords(language: str) -> set[str]:
    from compiler.languages import language as spoken

    return {
        word for all_ in spoken(language).keywords.values() for one in all_ for word in one.split()
    }


@pytest.fixture
def alone(copy: Path, request: pytest.FixtureRequest) -> Path:
    """A copy with one version, and nothing that is not needed for it."""
    for name in ("supplements.law", "properties.law"):
        (copy / name).unlink()
    for language in LANGUAGES:
        if language != request.node.callspec.params["language"]:
            (copy / f"{language}.law").unlink()
    return copy


@pytest.mark.parametrize("language", LANGUAGES)
def test_misspelt_names_get_the_right_suggestion(sound: Law, alone: Path, language: str) -> None:
    right = list(suggested(sound, language, alone, random.Random(0), every=3))
    assert len(right) > 10
    assert sum(right) >= 0.95 * len(right)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", range(1, 6))
def test_misspelt_names_get_the_right_suggestion_again(
    sound: Law, alone: Path, language: str, seed: int
) -> None:
    right = list(suggested(sound, language, alone, random.Random(seed)))
    assert sum(right) >= 0.95 * len(right)


def test_the_glossary_has_no_words_too_much_alike(sound: Law) -> None:
    """One letter more or less must not make another concept's word."""
    assert isinstance(sound.glossary, Glossary)
    for language in LANGUAGES:
        words = sound.glossary.words(language)
        for word, concept in words.items():
            shorter = {word[:at] + word[at + 1 :] for at in range(len(word))}
            assert {words[one] for one in shorter if one in words} <= {concept}
