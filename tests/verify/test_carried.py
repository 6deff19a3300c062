"""A condition that only holds at certain steps is carried to them, and only where steps keep it."""

from pathlib import Path

import pytest

from compiler.law import Law
from runtime.lowering import lower
from runtime.ruleset.properties import AtEveryStep, Property
from tests.verify.english import changed, law_folder
from verify.claims.carried import Carried, carries, one_of_many
from verify.limits import Limit
from verify.obligations.base import Base
from verify.symbolic import Scope
from verify.verdicts import verify

LAW = """
law Lamps | The lamps
Art. 1
  | There are lamps, each with a label and a level.
  set lamp: 2 to 3
  state label(lamp): 1..5
  state level(lamp): 1..5
  state rounds: 0..3
Art. 2
  | Three rounds are played.
  flow evening:
    repeat until rounds = 3:
      rounds := rounds + 1
      turning
    end dark
Art. 3
  | In each, lots decide on a lamp, and on its level; first it is labelled.
  flow turning:
    by lot lamp l
    by lot n from 1..5
    label(l) := n
    level(l) := n
"""
KINDS = {
    "set": "lamp",
    "member": "red green blue",
    "state": "label level rounds lit",
    "flow": "evening turning",
    "outcome": "dark",
}
LABELLED = "at every step within Art. 2: every lamp l satisfies label(l) = level(l)"
SIZES = {"lamp": 3}


def law(folder: Path, claim: str = LABELLED, *changes: tuple[str, str]) -> Law:
    property = f'property labelled "Labels say what is."\n  {claim}'
    return law_folder(folder, changed(LAW, changes), KINDS, property)


def claim_of(found: Law) -> Property:
    (item,) = found.properties("en")
    return item


def carried(found: Law) -> str:
    item, scope = claim_of(found), Scope(found.rules("en"), SIZES)
    assert isinstance(item, AtEveryStep)
    base = Base(scope, item.flow, Limit())
    return Carried(scope, base.graph, item, Limit(), base).proof(lambda path: True).verdict


def asked_of_one(found: Law) -> bool:
    item, scope = claim_of(found), Scope(found.rules("en"), SIZES)
    assert isinstance(item, AtEveryStep)
    return one_of_many(scope, lower(scope.rules, item.flow), item.condition) is not None


def verdict(found: Law) -> str:
    (one,) = verify(found.rules("en"), [claim_of(found)], sizes=[SIZES])
    return one.verdict


def test_what_every_round_keeps_holds_at_the_step_that_begins_the_next(tmp_path: Path) -> None:
    found = law(tmp_path)
    assert verdict(found) == "proved"


def test_what_a_round_does_not_keep_is_not_carried(tmp_path: Path) -> None:
    found = law(tmp_path, LABELLED, ("level(l) := n", "level(l) := 1"))
    assert carried(found) == "unknown"
    assert verdict(found) == "refuted"


def test_a_flow_that_begins_with_a_loop_is_followed_through_all_its_passes(tmp_path: Path) -> None:
    """What only a later pass does is no less possible than what the first one does."""
    assert verdict(law(tmp_path, "never rounds = 3")) == "refuted"


def test_a_step_in_between_that_breaks_it_is_asked_about_too(tmp_path: Path) -> None:
    """Between label and level it does not hold; who asks of all steps is told so."""
    assert carried(law(tmp_path)) == "unknown"


def test_lamps_that_nothing_tells_apart_are_asked_about_once(tmp_path: Path) -> None:
    assert asked_of_one(law(tmp_path))


NAMED = ("  set lamp: 2 to 3\n", "  set lamp: red, green, blue\n")
TOLD_APART = {
    "one is in a state from the start": (
        NAMED,
        ("  state rounds: 0..3\n", "  state rounds: 0..3\n  state lit: lamp initially red\n"),
    ),
    "one is named": (NAMED, ("by lot lamp l\n", "by lot l from {red, green}\n")),
    "they are taken in turn": (
        (
            "    by lot lamp l\n",
            "    in turn every lamp m:\n      label(m) := 1\n    by lot lamp l\n",
        ),
    ),
}


@pytest.mark.parametrize("changes", TOLD_APART.values(), ids=TOLD_APART)
def test_lamps_that_are_told_apart_are_asked_about_one_by_one(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    assert not asked_of_one(law(tmp_path, LABELLED, *changes))


def test_what_compares_with_the_state_before_is_not_carried(tmp_path: Path) -> None:
    claim = "at every step: before(rounds) <= rounds"
    assert not carries(claim_of(law(tmp_path, claim)))


def test_a_step_that_is_never_taken_proves_nothing(tmp_path: Path) -> None:
    body = "      rounds := rounds + 1\n      turning\n"
    found = law(
        tmp_path,
        "at every step within Art. 3: every lamp l satisfies label(l) = level(l)",
        (body, "      rounds := rounds + 1\n      if rounds > 3:\n        turning\n"),
        ("    label(l) := n\n    level(l) := n\n", "    label(l) := level(l)\n"),
    )
    (one,) = verify(found.rules("en"), [claim_of(found)], sizes=[SIZES])
    assert (one.verdict, one.vacuous) == ("proved", True)
