"""Engine and interpreter are the same game: values, lawful choices, reasons, traces, ends."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from compiler.law import Law, load_sound
from runtime.players import playout
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from runtime.values import all_values
from tests.compiler.engine.both import Both, engine_of, plainly
from tests.compiler.engine.hostile import hostile
from tests.verify.random_rules import random_rules

LAWS = [
    *(path.name for path in sorted(Path("spec").iterdir()) if (path / "glossary.toml").exists()),
    *(str(path) for path in sorted(Path("tests/laws").iterdir()) if path.is_dir()),
]
LAWS = [law for law in LAWS if not law.endswith("__pycache__")]


@cache
def law_of(name: str) -> Law:
    return load_sound(name)


@cache
def compiled(name: str, language: str, *, bare: bool) -> tuple[RuleSet, Any]:
    rules = law_of(name).rules(language, supplements=() if bare else None)
    flows = tuple(one.id for one in rules.flows.values() if not one.parameters)
    return rules, engine_of(rules, flows=flows)


VERSIONS = [(name, language) for name in LAWS for language in law_of(name).languages]


@pytest.mark.parametrize("bare", [False, True], ids=["supplements", "bare"])
@pytest.mark.parametrize(("name", "language"), VERSIONS)
def test_games_of_every_law_are_the_same(name: str, language: str, bare: bool) -> None:
    rules, module = compiled(name, language, bare=bare)
    every_size = list(all_sizes(rules))
    flows = [one.id for one in rules.flows.values() if not one.parameters]

    @settings(max_examples=6, deadline=None)
    @given(some.integers(0, 10**9), some.sampled_from(flows), some.sampled_from(every_size))
    def same(seed: int, flow: str, sizes: dict[str, int]) -> None:
        settings_ = {
            one.id: all_values(one.type, rules, sizes)[
                seed % len(all_values(one.type, rules, sizes))
            ]
            for one in rules.parameters.values()
            if one.default is None
        }
        Both(rules, module, flow, sizes, settings_).play(seed)

    same()


def check(rules: RuleSet, seed: int, main: str = "main") -> None:
    module = engine_of(rules, flows=[main])
    strict = next(iter(rules.parameters), None)
    parameters = None if strict is None else {strict: seed % 2 == 0}
    both = Both(rules, module, main, None, parameters)
    for number in range(2):
        both.play(seed, number, most=40)


@settings(max_examples=25, deadline=None)
@given(some.integers(0, 10**6))
def test_games_of_random_rule_sets_are_the_same(seed: int) -> None:
    check(random_rules(seed)[0], seed)


@pytest.mark.slow
@settings(max_examples=1500, deadline=None)
@given(some.integers(0, 10**6))
def test_games_of_many_random_rule_sets_are_the_same(seed: int) -> None:
    check(random_rules(seed)[0], seed)


@settings(max_examples=15, deadline=None)
@given(some.integers(0, 10**6))
def test_hostile_names_and_texts_change_nothing(seed: int) -> None:
    rules = hostile(random_rules(seed)[0])
    check(rules, seed, next(one for one in rules.flows if not rules.flows[one].parameters))


def test_a_quick_game_ends_as_the_slow_one() -> None:
    rules, module = compiled("posg", "de", bare=False)
    both = Both(rules, module, "game", {"candidate": 3})
    for number in range(5):
        ending = playout(both.game, 7, number).ending
        assert plainly(both.engine.play_out(7, number)) == plainly(ending)
        assert plainly(list(both.engine.play(7, number))[-1].state.ending) == plainly(ending)


def test_a_difference_is_noticed() -> None:
    rules, _ = compiled("posg", "de", bare=False)
    other = law_of("posg").rules("de", {"step": "rook", "straight": "rest"})
    both = Both(rules, engine_of(other), "game", {"candidate": 4})

    def differs(number: int) -> bool:
        try:
            both.play(1, number)
        except AssertionError:
            return True
        return False

    assert any(differs(number) for number in range(10))
