"""What a definition is worth is remembered for whatever says the same, and for nothing else."""

from pathlib import Path

import pytest

from runtime.ruleset.expressions import Apply, NumberConstant
from runtime.ruleset.ruleset import RuleSet
from tests.verify.english import changed, law_folder
from verify import remembered
from verify.symbolic import Scope
from verify.terms import Truth, negation
from verify.translate import Translator

KINDS = {"set": "lamp", "state": "lit", "definition": "bright ready", "flow": "evening"}
LAW = """
law Lamps | Rules
Art. 1
  | Lamps are lit.
  set lamp: 3
  state lit(lamp)
  define bright(l: lamp) := {bright}
  define ready(l: lamp) := bright(l)
  flow evening:
    for each lamp l with ready(l): lit(l) := yes
"""
PROPERTY = 'property dark "All stays dark."\n  always no lamp l with lit(l)'


def rules_where(bright: str, folder: Path, *changes: tuple[str, str]) -> RuleSet:
    folder = folder / bright
    folder.mkdir(parents=True, exist_ok=True)
    text = changed(LAW.format(bright=bright), changes)
    return law_folder(folder, text, KINDS, PROPERTY).rules("en")


def ready(rules: RuleSet, lamp: int) -> Truth:
    """Whether a lamp is ready in any state."""
    scope = Scope(rules, {"lamp": 3})
    asked = Apply(definition="ready", arguments=(NumberConstant(value=lamp),))
    return Translator(scope, scope.unknown_store("")).truth(asked, {})[0]


@pytest.mark.parametrize("most", [20_000, 1])
def test_a_definition_is_not_taken_for_one_that_refers_to_something_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    monkeypatch.setattr(remembered, "MOST", most)
    lit, dark = (rules_where(bright, tmp_path) for bright in ("lit(l)", "not lit(l)"))
    for lamp in (0, 2, 0):
        assert ready(lit, lamp) is negation(ready(dark, lamp))
    assert ready(lit, 0) is not ready(lit, 2)


def test_versions_that_define_it_alike_share_what_it_is_worth(tmp_path: Path) -> None:
    one, other = rules_where("lit(l)", tmp_path / "one"), rules_where("lit(l)", tmp_path / "other")
    assert one is not other
    first, second = (Scope(rules, {"lamp": 3}) for rules in (one, other))
    of = remembered.REMEMBERED
    said, alike = (rules.definitions["ready"] for rules in (one, other))
    key = of.key(first, first.unknown_store(""), said)
    assert key == of.key(second, second.unknown_store(""), alike)
    assert key != of.key(second, second.unknown_store("before "), alike)


def test_versions_may_call_their_variables_otherwise(tmp_path: Path) -> None:
    other_word = (
        ("define bright(l: lamp) := lit(l)", "define bright(x: lamp) := lit(x)"),
        ("define ready(l: lamp) := bright(l)", "define ready(m: lamp) := bright(m)"),
    )
    one = rules_where("lit(l)", tmp_path / "one")
    other = rules_where("lit(l)", tmp_path / "other", *other_word)
    keys = []
    for rules in (one, other):
        scope = Scope(rules, {"lamp": 3})
        of = rules.definitions["ready"]
        keys.append(remembered.REMEMBERED.key(scope, scope.unknown_store(""), of))
    assert keys[0] == keys[1]
    for lamp in range(3):
        assert ready(one, lamp) is ready(other, lamp)


def test_arguments_that_change_places_are_told_apart(tmp_path: Path) -> None:
    later, earlier = (
        rules_where("some lamp k with k " + sign + " l and lit(k)", tmp_path) for sign in "><"
    )
    assert ready(later, 0) is not ready(earlier, 0)
    assert ready(earlier, 0) is False


def test_no_more_rule_sets_are_held_than_are_of_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remembered, "MOST_RULE_SETS", 2)
    rules = rules_where("lit(l)", tmp_path)
    for _ in range(5):
        ready(rules.model_copy(), 0)
    assert len(remembered.REMEMBERED._said) <= 2
