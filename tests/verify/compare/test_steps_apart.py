"""Steps and rules that do not stand side by side: said in another order, split, or once only."""

from pathlib import Path

import pytest

from tests.verify.compare.garden import DE, EN, Garden
from verify.compare.paragraph import Comparison


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


def season(garden: Garden, en: str, de: str) -> Comparison:
    def block(head: str, body: str) -> str:
        return head + "\n" + "\n".join(f"  {line}" for line in body.splitlines())

    return garden.compare({2: block("flow season:", en)}, {2: block("ablauf Saison:", de)})["2"]


def aspects(found: Comparison) -> list[str]:
    return [one.aspect for one in found.differences]


DECIDE_EN = "flow season:\n  decide weather"
DECIDE_DE = "ablauf Saison:\n  entscheide Wetter"
RULE_EN = "rule in decision weather when {}:\n  end {}"
RULE_DE = "regel im Entscheid Wetter wenn {}:\n  ende {}"


def test_rules_of_one_paragraph_in_another_order(garden: Garden) -> None:
    en = [RULE_EN.format("tally < {}", "drought"), RULE_EN.format("tally >= 5", "flood")]
    de = [RULE_DE.format("Zähler >= 5", "Flut"), RULE_DE.format("Zähler < 5", "Dürre")]
    versions = {2: DECIDE_EN, 3: "\n".join(en)}, {2: DECIDE_DE, 3: "\n".join(de)}
    for bound, relation in ((5, "equal"), (4, "second_narrower")):
        said = {**versions[0], 3: versions[0][3].format(bound)}
        assert garden.relations(said, versions[1])["3"] == relation


def test_a_rule_said_in_two(garden: Garden) -> None:
    en = {2: DECIDE_EN, 3: RULE_EN.format("tally < 5", "drought")}
    parts = [("Zähler < 3", "Dürre"), ("Zähler >= 3 und Zähler < 5", "{}")]
    said = "\n".join(RULE_DE.format(*part) for part in parts)
    assert garden.relations(en, {2: DECIDE_DE, 3: said.format("Dürre")})["3"] == "equal"
    assert garden.relations(en, {2: DECIDE_DE, 3: said.format("Flut")})["3"] == "disjoint"


def test_what_follows_an_end_is_what_is_done_otherwise(garden: Garden) -> None:
    en = "if tally > 3:\n  end drought\ntally := {}"
    de = "falls Zähler > 3:\n  ende Dürre\nsonst:\n  Zähler := 1"
    assert season(garden, en.format(1), de).relation == "equal"
    assert season(garden, en.format(2), de).relation == "disjoint"


def test_who_chooses_from_one_option_chooses_nothing(garden: Garden) -> None:
    assert season(garden, "by lot a from {3}\ntally := a", "Zähler := 3").relation == "equal"
    found = season(garden, "by lot a from {3}\ntally := a", "Zähler := 4")
    assert aspects(found) == ["effect"]


def test_of_several_options_only_one_version_lets_choose(garden: Garden) -> None:
    least = "(all plot p with smallest water(p))"
    found = season(
        garden,
        f"by lot a from {least}\nholder(a) := none",
        "Besitz(die Parzelle p mit kleinstem Wasser(p)) := keiner",
    )
    assert aspects(found) == ["choice"]
    assert found.differences[0].witness is not None
    water = found.differences[0].witness["state"]["water"]
    assert water.count(min(water)) > 1


def test_a_choice_too_many_is_told_as_that(garden: Garden) -> None:
    en = "by lot a from 1..2\nby lot b from 1..2\ntally := a"
    found = season(garden, en, "ausgelost a aus 1..2\nZähler := a")
    assert [(one.aspect, one.first, one.second) for one in found.differences] == [
        ("step", "choose", "not said")
    ]


def test_a_step_said_later_is_not_missing(garden: Garden) -> None:
    each = "in turn every plot p:\n  water(p) := 0"
    when = "if tally > 3:\n  tally := 0"
    jede = "der Reihe nach jede Parzelle p:\n  Wasser(p) := 0"
    falls = "falls Zähler > 3:\n  Zähler := {}"
    found = season(garden, f"{each}\n{when}", f"{falls.format(0)}\n{jede}")
    assert [(one.aspect, one.first, one.second) for one in found.differences] == [
        ("sequence", "each > when", "when > each")
    ]
    found = season(garden, f"{each}\n{when}", f"{falls.format(1)}\n{jede}")
    assert aspects(found) == ["sequence", "effect"]


def test_records_with_their_parts_the_other_way_round_share_nothing(garden: Garden) -> None:
    turned = DE.replace("Zeile 1..3, Spalte 1..3", "Spalte 1..3, Zeile 1..3")
    found = garden.relations(
        {1: EN, 2: "define share := count(plot p with place(p) = spot(2, 3))"},
        {1: turned, 2: "begriff Anteil := anzahl(Parzelle p mit Ort(p) = Platz(2, 3))"},
    )
    assert found["2"] == "unsupported"


def test_another_start_is_told_as_that(garden: Garden) -> None:
    found = garden.compare({1: EN.replace("tally: 0..9", "tally: 0..9 initially 3")}, {1: DE})["1"]
    assert [(one.aspect, one.first, one.second) for one in found.differences] == [
        ("initial", "3", "0")
    ]
