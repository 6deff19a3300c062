"""What speaks against readings, on a small law in two versions."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.verify.compare.garden import Garden
from verify.compare.ranked import combinations, ranked
from verify.compare.survey import Defect, survey
from verify.compare.table import compare_versions
from verify.limits import Limit
from wortlaut.cli import cli

# Under "dry", Art. 3 has nothing left to say; under "odd", Art. 2 leaves a case open.
EN = {
    2: """
reading soil = wet "it rained":
  rule in decision weather when tally >= 5:
    mark := 1
reading soil = dry "it did not":
  rule in decision weather when tally >= 0:
    mark := 1
""",
    3: """
rule in decision weather when tally < 5 subject to Art. 2:
  mark := 2
""",
    4: """
flow season:
  roll n from 0..9
  tally := n
  decide weather
""",
}
DE = {
    2: """
lesart soil = wet "es hat geregnet":
  regel im Entscheid Wetter wenn Zähler >= 5:
    Marke := 1
lesart soil = dry "es hat nicht geregnet":
  regel im Entscheid Wetter wenn Zähler >= 0:
    Marke := 1
lesart soil = odd "es hat oft geregnet":
  regel im Entscheid Wetter wenn Zähler >= 7:
    Marke := 1
""",
    3: """
regel im Entscheid Wetter wenn Zähler < 5 vorbehalten Art. 2:
  Marke := 2
""",
    4: """
ablauf Saison:
  würfle n aus 0..9
  Zähler := n
  entscheide Wetter
""",
}


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    tmp_path.joinpath("readings.toml").write_text('soil = "wet"\n', "utf-8")
    return Garden(tmp_path)


def kinds(defects: tuple[Defect, ...]) -> set[tuple[str, str]]:
    return {one.key for one in defects}


def test_each_reading_is_charged_with_what_it_brings_about(garden: Garden) -> None:
    law = garden.law(EN, DE)
    points = {"en": {"soil": ("wet", "dry")}, "de": {"soil": ("wet", "dry", "odd")}}
    found = {
        language: survey(
            lambda chosen, language=language: law.rules(language, chosen),
            combinations(of, {}),
            Limit(seconds=10),
            games=20,
        )
        for language, of in points.items()
    }
    assert [kinds(one) for one in found["de"]] == [
        set(),
        {("without_effect", "3")},
        {("gap", "4")},
    ]
    table = compare_versions("garden", law, ("en", "de"))
    ranking = ranked(points, {}, found, table)
    assert [(one.readings["soil"], len(one.defects)) for one in ranking.combinations] == [
        ("wet", 0),
        ("dry", 1),
        ("odd", 2),
    ]
    assert ranking.combinations[2].versions == ("de",)
    charged = {(one.reading, one.defect.kind, one.always) for one in ranking.objections}
    assert charged == {
        ("dry", "without_effect", True),
        ("odd", "gap", True),
        ("odd", "not_supported", True),
    }
    (idle,) = [one.defect for one in ranking.objections if one.reading == "dry"]
    assert idle.versions == ("en", "de")


def test_a_point_that_is_fixed_is_not_varied(garden: Garden) -> None:
    law = garden.law(EN, DE)
    folder = law.folder.path
    arguments = ["compare", folder, "--rank-readings", "--format", "json"]
    result = CliRunner().invoke(cli, [*arguments, "--reading", "soil=dry"])
    ranking = json.loads(result.stdout)["ranking"]
    assert [one["readings"] for one in ranking["combinations"]] == [{"soil": "dry"}]
    assert ranking["against"] == []


def test_the_ranking_is_told_in_words(garden: Garden) -> None:
    law = garden.law(EN, DE)
    result = CliRunner().invoke(cli, ["compare", law.folder.path, "--rank-readings"])
    assert result.exit_code == 0, result.output
    for words in (
        "soil=dry: Art. 3 has no effect",
        "soil=odd: Art. 4: nothing is said of a case that occurs (de)",
        "not a ruling",
    ):
        assert words in result.stdout, words
