"""The common meaning of two versions permits nothing that one of them does not."""

from pathlib import Path

import pytest

from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Each
from tests.verify.compare.changed import law, table
from tests.verify.compare.garden import DE, EN, Articles, Garden
from verify.automatic import Asked, automatic
from verify.compare.bench import Pair
from verify.compare.meaning import Common, common
from verify.compare.paragraph import compare_paragraph
from verify.compare.table import compare_versions
from verify.compare.vocabulary import common_sizes
from verify.limits import Limit


@pytest.fixture
def garden(tmp_path: Path) -> Garden:
    return Garden(tmp_path)


def both(garden: Garden, en: Articles, de: Articles) -> tuple[Common, list[RuleSet]]:
    family = garden.law(en, de)
    rows = compare_versions("garden", family, ("en", "de")).rows
    versions = [family.bare_rules(one, family.readings[one]) for one in ("en", "de")]
    found = common(versions[0], versions[1], {row.ref: row.comparison for row in rows})
    return found, versions


def origins(found: Common) -> dict[str, str]:
    return {one.ref: one.origin for one in found.sources if one.ref != "0"}


def narrower(found: Common, versions: list[RuleSet], ref: str) -> list[str]:
    """How the common meaning compares with each version in one paragraph."""
    relations = []
    for version in versions:
        pair = Pair(found.rules, version)
        sizes = common_sizes(found.rules, version)
        relations.append(compare_paragraph(pair, ref, sizes).relation)
    return relations


def turns(order_en: str, order_de: str) -> tuple[Articles, Articles]:
    en = {2: f"flow season:\n  {order_en} every plot p:\n    water(p) := 1"}
    de = {2: f"ablauf Saison:\n  {order_de} jede Parzelle q:\n    Wasser(q) := 1"}
    return en, de


def test_the_narrower_version_decides(garden: Garden) -> None:
    found, versions = both(garden, *turns("in turn", "in offener Reihenfolge"))
    assert origins(found)["2"] == "first"
    assert narrower(found, versions, "2") == ["equal", "first_narrower"]
    found, versions = both(garden, *turns("in open order", "der Reihe nach"))
    assert origins(found)["2"] == "second"
    assert narrower(found, versions, "2") == ["first_narrower", "equal"]


def test_what_either_forbids_is_forbidden(garden: Garden) -> None:
    en = {2: "forbidden: tally > 5 or mark = 0"}
    de = {2: "verboten: Zähler > 7 oder Marke = 1"}
    found, versions = both(garden, en, de)
    assert origins(found)["2"] == "restricted"
    assert narrower(found, versions, "2") == ["first_narrower", "first_narrower"]


def test_sizes_that_both_allow(garden: Garden) -> None:
    en, de = {1: EN}, {1: DE.replace("2 bis 3", "3 bis 4")}
    found, _ = both(garden, en, de)
    declared = found.rules.sets["member"]
    assert (declared.low, declared.high) == (3, 3)
    with pytest.raises(ValueError, match="member"):
        both(garden, en, {1: DE.replace("2 bis 3", "4 bis 5")})


def test_values_where_both_agree_and_nothing_else(garden: Garden) -> None:
    en = {2: "define share(n: 0..9) := min(n, 5)"}
    de = {2: "begriff Anteil(z: 0..9) := min(z, 7)"}
    found, versions = both(garden, en, de)
    assert origins(found)["2"] == "restricted"
    # It speaks in fewer cases, and says there what both say.
    for version in versions:
        pair = Pair(found.rules, version)
        compared = compare_paragraph(pair, "2", common_sizes(found.rules, version))
        assert [one.aspect for one in compared.differences] == ["guard"]
        (only,) = compared.differences
        assert only.witness is not None
        assert only.witness["variables"]["n"] == 6


def test_where_they_never_agree_nothing_is_left(garden: Garden) -> None:
    en = {
        2: "define share(n: 0..9) := n + 1",
        3: "flow season:\n  tally := 3",
        4: "flow season:\n  mark := 1",
    }
    de = {
        2: "begriff Anteil(n: 0..9) := n",
        3: "ablauf Saison:\n  Zähler := 4",
        4: "ablauf Saison:\n  Marke := 1",
    }
    found, _ = both(garden, en, de)
    assert origins(found) == {"1": "both", "2": "nothing", "3": "nothing", "4": "both"}
    assert all(one.empty for one in found.sources if one.origin == "nothing")
    assert not found.rules.definitions["share"].cases
    verdicts = automatic(Asked(found.rules), kinds=("gap",), limit=Limit(seconds=10))
    assert {one.id.split("@")[0] for one in verdicts if one.verdict == "refuted"} >= {
        "gap.3.common_3"
    }


@pytest.mark.slow
def test_of_the_positioning_law_it_is_the_version_with_an_order_of_turns() -> None:
    rows = {row.ref: row.comparison for row in table("spec/posg", "de", "fr").rows}
    found = law("spec/posg")
    rules = [found.bare_rules(one, found.readings[one]) for one in ("de", "fr")]
    made = common(rules[0], rules[1], rows)
    differing = {one.ref: one.origin for one in made.sources if one.origin != "both"}
    assert differing == {"7.1": "first"}
    assert made.rules.flows["polling"] == rules[0].flows["polling"]
    back = {
        ref: one.model_copy(update={"relation": "second_narrower"})
        for ref, one in rows.items()
        if one.differences
    }
    turned = common(rules[1], rules[0], {**rows, **back})
    each = turned.rules.flows["polling"].parts[0].body[0]
    assert isinstance(each, Each)
    assert each.order == "in_turn"
