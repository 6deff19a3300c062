"""The wording changed in one version, text and quote alike: what the words show is found."""

import shutil
from pathlib import Path

import pytest

from compiler.law import load_sound
from verify.compare.wording import WordingFinding, compare_titles, compare_wording

CHANGES = {
    "number in words": ("11", "de", "werden den beiden Kandidatinnen drei Wählerinnen", "werden den beiden Kandidatinnen vier Wählerinnen", "numbers"),
    "number at the start": ("3.3", "fr", "Vingt-quatre électeurs prennent", "Vingt-cinq électeurs prennent", "numbers"),
    "number in a range": ("3.2", "fr", "Deux à quatre candidats prennent", "Deux à cinq candidats prennent", "numbers"),
    "figure": ("4.2", "de", "zwischen links (2) und rechts (12)", "zwischen links (3) und rechts (12)", "numbers"),
    "dice": ("4.1", "fr", "en lançant quatre dés.", "en lançant trois dés.", "numbers"),
    "half": ("2.1", "de", "von mehr als der Hälfte der Wählerinnen", "von mehr als drei Vierteln der Wählerinnen", "numbers"),
    "article": ("10.2", "de", "werden nach Art. 8 an die", "werden nach Art. 7 an die", "references"),
    "paragraph": ("9", "fr", "selon art. 2 al. 1.", "selon art. 2 al. 2.", "references"),
    "paragraph left out": ("10.3", "de", "nach Art.8 Abs. 2 neu", "nach Art. 8 neu", "references"),
    "reference left out": ("7.2", "fr", "Les règles d'incompatibilité selon art. 5 doivent", "Les règles d'incompatibilité doivent", "references"),
    "sentence left out": ("1.2", "fr", " Le sexe opposé est inclus.", "", "structure"),
    "heading": ("9", "fr", "Art. 9 | Tours de scrutin", "Art. 9", "structure"),
}  # fmt: skip


def findings(folder: Path, ref: str) -> list[WordingFinding]:
    law = load_sound(str(folder))
    places = [law.wording(language).places.get(ref) for language in ("de", "fr")]
    return list(compare_wording(places[0], places[1]))


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One place for all copies of the law: a text that is known there is not read again."""
    return tmp_path_factory.mktemp("copies") / "law"


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_of_the_wording_is_found(name: str, place: Path) -> None:
    ref, language, old, new, kind = CHANGES[name]
    shutil.rmtree(place, ignore_errors=True)
    folder = shutil.copytree("spec/posg", place)
    before = findings(folder, ref)
    text = (folder / f"{language}.txt").read_text("utf-8")
    for file, one, other in (
        (f"{language}.txt", old.replace(" | ", " ").strip(), new.strip()),
        (f"{language}.law", old, new),
    ):
        if kind == "structure" and one.startswith("Art."):
            other = one[: len("Art. 9")]
        text = (folder / file).read_text("utf-8")
        lines = text.splitlines(keepends=True)
        if file.endswith(".law") and not new:  # a sentence with its own entries
            at = next(i for i, line in enumerate(lines) if one.strip() in line)
            lines[at : at + 2] = []
        else:
            lines = [
                line.replace(one, other) if file.endswith(".txt") or "|" in line else line
                for line in lines
            ]
        assert "".join(lines) != text
        (folder / file).write_text("".join(lines), "utf-8")
    added = [one for one in findings(folder, ref) if one not in before]
    assert [one.kind for one in added] == [kind]
    assert added[0].first != added[0].second


def test_a_paragraph_that_one_version_lacks() -> None:
    law = load_sound("spec/posg")
    place = law.wording("fr").places["8.2"]
    (found,) = compare_wording(None, place)
    assert (found.kind, found.first, found.second) == ("structure", "", "Art. 8 al. 2")
    (found,) = compare_wording(place, None)
    assert (found.first, found.second) == ("Art. 8 al. 2", "")


def test_titles_that_one_version_lacks() -> None:
    wording = load_sound("spec/posg").wording("fr")
    fewer = wording.model_copy(update={"titles": wording.titles[:2]})
    (found,) = compare_titles(wording, fewer)
    assert (found.kind, found.first, found.second) == ("structure", "3", "2")
