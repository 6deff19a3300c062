"""Readings that make another paragraph idle are found, and no others."""

from collections.abc import Mapping

import pytest

from compiler.law import Law, load_sound
from runtime.ruleset.expressions import Apply, Interval
from runtime.ruleset.ruleset import Case, Definition, RuleSet
from runtime.sizes import all_sizes
from tests.runtime.small_rules import (
    SMALL,
    choose,
    end,
    flow,
    n,
    op,
    put,
    read,
    rule_set,
    v,
)
from verify.limits import Limit
from verify.obligation import Obligation
from verify.obligations.redundant import redundant, variations
from verify.search import Budget

DIE = Interval(low=n(1), high=n(6))
USUAL = {"bound": "three", "carry": "yes"}
POINTS = {"bound": ("three", "nine"), "carry": ("yes", "no")}
BOUNDS = {"three": 3, "nine": 9}


def law(readings: Mapping[str, str]) -> RuleSet:
    """A throw up to the bound is worth one, a higher one two; then the worth is carried over.

    With the bound ``nine`` no throw is higher. Without ``carry`` the flag's count stays.
    """
    bound = n(BOUNDS[readings["bound"]])
    worth = Definition(
        id="worth",
        parameters=(),
        type=SMALL,
        cases=(
            Case(ref="4", guard=op(read("count"), "at_most", bound), value=n(1)),
            Case(ref="5", guard=op(read("count"), "greater", bound), value=n(2)),
        ),
    )
    carried = Apply(definition="worth") if readings["carry"] == "yes" else read("count")
    return rule_set(
        flow(
            "game",
            choose("die", DIE, ref="3"),
            put("count", to=v("die"), ref="3"),
            put("count", to=carried, ref="10"),
            put("count", to=op(read("count"), "add", Apply(definition="worth")), ref="11"),
            end(),
        ),
        definitions={"worth": worth},
    )


def verdicts(
    points: Mapping[str, tuple[str, ...]], *, every: bool = False
) -> dict[str, Obligation]:
    choices = list(variations(USUAL, {point: points[point] for point in points}, every=every))
    whole = [{**USUAL, **one} for one in choices]
    found = redundant(law, whole, ["game"], [{"player": 2}], Limit(), Budget(questions=5))
    return {one.id.removeprefix("redundant."): one for one in found}


def test_a_reading_under_which_a_case_never_decides_is_refuted() -> None:
    found = verdicts(POINTS)
    assert found["5"].verdict == "refuted"
    assert found["5"].detail == "without effect under bound=nine: the case of the definition worth"
    assert (found["4"].verdict, found["4"].vacuous) == ("proved", False)


def test_a_reading_under_which_values_never_change_is_refuted() -> None:
    found = verdicts(POINTS)
    assert found["10"].detail == "without effect under carry=no: what it sets count to"
    assert found["10"].articles == ("Art. 10",)
    assert found["3"].verdict == found["11"].verdict == "proved"


def test_readings_that_leave_everything_an_effect_are_proved_harmless() -> None:
    found = verdicts({"carry": ("yes",)})
    assert {(one.verdict, one.vacuous) for one in found.values()} == {("proved", True)}
    found = verdicts({"bound": ("three",), "carry": ("yes", "no")})
    assert {ref for ref, one in found.items() if one.verdict == "refuted"} == {"10"}


def test_variations_change_one_point_at_a_time_unless_every_combination_is_wanted() -> None:
    assert list(variations(USUAL, POINTS)) == [
        {"bound": "three", "carry": "yes"},
        {"bound": "nine", "carry": "yes"},
        {"bound": "three", "carry": "no"},
    ]
    assert len(list(variations(USUAL, POINTS, every=True))) == 4
    assert "carry=no" in verdicts(POINTS, every=True)["10"].detail


@pytest.fixture(scope="module")
def posg() -> Law:
    return load_sound("spec/posg")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr"])
def test_two_readings_of_the_positioning_law_make_a_paragraph_idle(
    posg: Law, language: str
) -> None:
    points = {point.id: point.names for point in posg.versions[language].points.values()}
    choices = list(variations(posg.readings[language], points))
    sizes = list(all_sizes(posg.rules(language)))
    found = redundant(
        lambda readings: posg.rules(language, readings),
        choices,
        ["game"],
        sizes,
        Limit(),
        Budget(),
    )
    refuted = {one.id: one.detail for one in found if one.verdict == "refuted"}
    assert list(refuted) == ["redundant.8.2", "redundant.8.3"]
    assert "step=rook" in refuted["redundant.8.2"]
    assert "transfer=origin" in refuted["redundant.8.3"]
