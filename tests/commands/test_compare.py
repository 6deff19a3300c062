"""Comparing: two versions, three, two laws; what is said of a difference, and of readings."""

import json
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from tests.commands.garden_rules import DE, GLOSSARY, write
from wortlaut.cli import cli

FR = """loi Jardin | Règlement du jardin

Art. 1
  | Il y a deux ou trois plates-bandes.
  ensemble plate_bande: 2 à 3
Art. 2
  | Chaque plate-bande est arrosée pendant quatre jours au plus.
  état arrosage: 0..9
  état arrosoir: 0..1
  lecture amount = plenty "jusqu'à quatre":
    procédure saison:
      arrosage := 4
  lecture amount = little "le moins possible":
    procédure saison:
      arrosage := 1
"""
FR_TERMS = {
    "Beet": "plate_bande",
    "Gegossen": "arrosage",
    "Saison": "saison",
    "Kanne": "arrosoir",
}


def official(law: str) -> str:
    lines = [line.strip() for line in law.splitlines()]
    said = [line.removeprefix("| ") for line in lines if line.startswith(("|", "Art."))]
    return lines[0].split("| ")[1] + "\n" + "\n".join(said) + "\n"


def with_french(folder: Path) -> str:
    path = write(folder)
    glossary = GLOSSARY
    for german, french in FR_TERMS.items():
        line = f'de.term = "{german}"'
        glossary = glossary.replace(line, f'{line}\nfr.term = "{french}"')
    folder.joinpath("glossary.toml").write_text(glossary, "utf-8")
    folder.joinpath("fr.law").write_text(FR, "utf-8")
    folder.joinpath("fr.txt").write_text(official(FR), "utf-8")
    return path


def newer(folder: Path, old: str, new: str) -> str:
    """The law with something else in its German version."""
    path = write(folder)
    changed = DE.replace(old, new)
    assert changed != DE
    folder.joinpath("de.law").write_text(changed, "utf-8")
    folder.joinpath("de.txt").write_text(official(changed), "utf-8")
    return path


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["compare", *arguments])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.stdout


def data(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(*arguments, "--format", "json")[1])
    return found


def relations(result: dict[str, Any]) -> dict[str, str]:
    return {row["ref"]: row["relation"] for row in result["paragraphs"]}


def test_a_difference_is_told_in_sentences(tmp_path: Path) -> None:
    status, told = run(write(tmp_path / "garden"))
    assert status == 1
    for words in (
        "de: Jedes Beet wird bis zu fünf Tage gegossen.",
        "en: Each bed is watered for up to four days.",
        "What the one version says never is what the other says.",
        "What differs: effect (Saison / season)",
        "de: Gegossen = 5",
        "en: watered = 4",
    ):
        assert words in told, words


def test_a_difference_is_told_in_the_language_of_messages(tmp_path: Path) -> None:
    path = write(tmp_path / "garden")
    assert "In jedem Fall" in run(path, "--messages", "de")[1]
    assert "Dans tous les cas" in run(path, "--messages", "fr")[1]


def test_another_reading_can_be_asked_for(tmp_path: Path) -> None:
    path = write(tmp_path / "garden")
    assert relations(data(path))["2"] == "disjoint"
    assert relations(data(path, "--reading", "amount=little"))["2"] == "equal"
    assert run(path, "--reading", "amount=less")[0] == 2


def test_three_versions_are_compared_two_by_two(tmp_path: Path) -> None:
    path = with_french(tmp_path / "garden")
    result = data(path)
    assert result["languages"] == ["de", "en", "fr"]
    assert [one["languages"] for one in result["comparisons"]] == [
        ["de", "en"],
        ["de", "fr"],
        ["en", "fr"],
    ]
    (second,) = [one for one in result["summary"] if one["ref"] == "2"]
    assert second["relations"] == {"de+en": "disjoint", "de+fr": "disjoint", "en+fr": "equal"}
    status, told = run(path)
    assert status == 1
    assert "all versions, two by two" in told
    status, told = run(path, "--language", "en", "--language", "fr")
    assert status == 0
    assert "two by two" not in told


def test_an_old_text_and_a_new_one(tmp_path: Path) -> None:
    old = write(tmp_path / "old")
    new = newer(tmp_path / "new", "2 bis 3", "2 bis 4")
    result = data(old, new)
    assert result["languages"] == ["old", "new"]
    assert {one["language"] for one in result["versions"].values()} == {"de"}
    assert relations(result) == {"0": "not_encoded", "1": "old_narrower", "2": "equal"}
    status, told = run(old, new)
    assert status == 1
    assert "old permits less" in told
    assert "old: 2–3" in told
    assert "new: 2–4" in told


def test_a_text_that_changes_is_marked_though_it_means_the_same(tmp_path: Path) -> None:
    old = write(tmp_path / "old")
    new = newer(tmp_path / "new", "Jedes Beet wird", "Jedes einzelne Beet wird")
    result = data(old, new)
    assert relations(result)["2"] == "equal"
    assert [row["ref"] for row in result["paragraphs"] if row["text_differs"]] == ["2"]
    assert "text differs" in run(old, new)[1]


def test_a_law_says_what_it_says(tmp_path: Path) -> None:
    path = write(tmp_path / "garden")
    status, told = run(path, write(tmp_path / "copy" / "garden"))
    assert status == 0
    assert "text differs" not in told


def test_two_laws_in_two_languages(tmp_path: Path) -> None:
    old = write(tmp_path / "old")
    new = write(tmp_path / "new")
    result = data(old, new, "--language", "de", "--language", "en")
    assert result["languages"] == ["old de", "new en"]
    assert relations(result)["2"] == "disjoint"


def test_languages_that_cannot_be_compared(tmp_path: Path) -> None:
    path = write(tmp_path / "garden")
    assert run(path, "--language", "de")[0] == 2
    assert run(path, "--language", "de", "--language", "de")[0] == 2
    assert run(path, path, *["--language", "de"] * 3)[0] == 2
    assert run(path, str(tmp_path / "nowhere"))[0] == 2


def test_the_common_meaning_is_made_and_verified(tmp_path: Path) -> None:
    path = write(tmp_path / "garden")
    result = data(path, "--common")["common"]
    assert {one["ref"]: (one["from"], one["empty"]) for one in result["paragraphs"]} == {
        "0": ("both", False),
        "1": ("both", False),
        "2": ("nothing", True),
    }
    assert any(
        one["kind"] == "gap" and one["verdict"] == "refuted" for one in result["obligations"]
    )
    told = run(path, "--common")[1]
    assert "they never agree: nothing is left" in told
    told = run(path, "--common", "--reading", "amount=little")[1]
    assert "Both versions say the same everywhere." in told
