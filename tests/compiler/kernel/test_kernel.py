"""The kernel plays the same games as the interpreter, and refuses what it cannot play."""

from contextlib import suppress
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from compiler.kernel.executor import Kernel
from compiler.kernel.memo import Memo
from compiler.kernel.shapes import Unsupported
from compiler.kernel.source import source
from compiler.law import Law, load_sound
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import Definition
from runtime.simulation.paired import Experiment
from runtime.simulation.policies import Aim, Policy
from runtime.sizes import all_sizes, sizes
from runtime.state import Layout, Store
from runtime.values import all_values
from tests.compiler.engine.hostile import hostile
from tests.compiler.kernel.same import assert_same, assert_same_from, setup, some_stores
from tests.verify.random_rules import random_rules


@cache
def law_of(name: str) -> Law:
    return load_sound(name)


READINGS: list[dict[str, str]] = [
    {},
    {"step": "rook", "straight": "rest"},
    {"equidistant": "exactly_two", "majority": "cast"},
    {"transfer": "origin", "deduction": "three_each"},
]


def positioning(language: str, players: int, readings: dict[str, str], games: range) -> None:
    rules = law_of("posg").rules(language, readings)
    kernel = assert_same(setup(rules, "game", {"candidate": players}), 1, games)
    # Voters as near to three candidates as to each other are a gap under that reading.
    assert kernel.given_up == 0 or "exactly_two" in readings.values()


@pytest.mark.parametrize(
    ("language", "players", "readings"),
    [("de", 2, 0), ("fr", 3, 1), ("de", 4, 2), ("fr", 4, 3)],
)
def test_games_of_the_positioning_law(language: str, players: int, readings: int) -> None:
    positioning(language, players, READINGS[readings], range(2))


@pytest.mark.slow
@pytest.mark.parametrize("language", ["de", "fr"])
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("readings", READINGS, ids=lambda one: ",".join(one.values()))
def test_more_games_of_the_positioning_law(
    language: str, players: int, readings: dict[str, str]
) -> None:
    positioning(language, players, readings, range(10, 60))


@pytest.mark.parametrize(
    "name", ["stichwahl", "alp", "council", "ferry", "library", "oven", "seats"]
)
def test_games_of_other_laws(name: str) -> None:
    law = law_of(name if name == "stichwahl" else f"tests/laws/{name}")
    for bare in (False, True):
        rules = law.rules(law.languages[0], supplements=() if bare else None)
        for flow in [one.id for one in rules.flows.values() if not one.parameters]:
            for number, requested in enumerate(list(all_sizes(rules))[:2]):
                made = setup(rules, flow, requested, parameters(rules, requested, number))
                assert_same(made, number, range(3))


def parameters(rules: Any, sizes: Any, number: int) -> dict[str, Any]:
    found = {}
    for one in rules.parameters.values():
        if one.default is None:
            values = all_values(one.type, rules, sizes)
            found[one.id] = values[number % len(values)]
    return found


def test_players_who_do_not_choose_at_random() -> None:
    rules = law_of("posg").rules("de")
    for policies in (
        (Policy("decline"),),
        (Policy("first"),),
        (Policy("decline"), Policy("random", 0), Policy("first", 2)),
    ):
        assert_same(setup(rules, "game", {"candidate": 3}, None, *policies), 3, range(2))


def placed(players: int, number: int) -> list[Store]:
    """Boards of the positioning law on which nothing but voters and candidates stand."""
    random, rules = Random(players), law_of("posg").rules("de")
    layout = Layout(rules, sizes(rules, {"candidate": players}))
    squares = [(column, row) for column in range(2, 13) for row in range(2, 13)]
    return [
        layout.initial(
            {
                "candidate_square": tuple(random.sample(squares, players)),
                "voter_square": tuple(random.choices(squares, k=24)),
                "piece": tuple(range(players)),
            }
        )
        for _ in range(number)
    ]


@pytest.mark.parametrize("players", [2, 4])
def test_counts_alone_from_given_boards(players: int) -> None:
    made = setup(law_of("posg").rules("fr"), "election", {"candidate": players})
    kernel = assert_same_from(made, 1, placed(players, 20))
    assert kernel.given_up == 0


def test_games_of_other_laws_from_any_state() -> None:
    for name in ("stichwahl", "tests/laws/alp", "tests/laws/library", "tests/laws/seats"):
        law = law_of(name)
        rules = law.rules(law.languages[0])
        requested = next(iter(all_sizes(rules)))
        for flow in [one.id for one in rules.flows.values() if not one.parameters]:
            made = setup(rules, flow, requested, parameters(rules, requested, 0))
            assert_same_from(made, 2, some_stores(made, 6, 4))


def test_a_kernel_starts_as_the_law_says_or_from_given_states() -> None:
    made = setup(law_of("tests/laws/library").rules("en"), "loan")
    with pytest.raises(ValueError, match="given states"):
        Kernel(made, anywhere=True, compiled=False).play(1, 0)
    with pytest.raises(ValueError, match="as the law says"):
        Kernel(made, compiled=False).results(1, 0, some_stores(made, 1, 0))


def random_games(seed: int) -> None:
    rules = random_rules(seed)[0]
    chosen = {"strict": seed % 2 == 0} if rules.parameters else {}
    policies = (Policy("decline"), Policy("first", 1)) if seed % 3 == 0 else ()
    with suppress(Unsupported):
        made = setup(rules, "main", None, chosen, *policies)
        assert_same(made, seed, range(3))
        assert_same_from(made, seed, some_stores(made, 3, seed))


@settings(max_examples=12, deadline=None)
@given(some.integers(0, 10**6))
def test_games_of_random_rule_sets(seed: int) -> None:
    random_games(seed)


@pytest.mark.slow
@settings(max_examples=800, deadline=None)
@given(some.integers(0, 10**6))
def test_games_of_many_random_rule_sets(seed: int) -> None:
    random_games(seed)


@pytest.fixture
def everything_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All definitions that can be, not only those that take long."""

    def length(_: Memo, definition: Definition) -> int:
        return 10**6 if [one.guard for one in definition.cases] == [None] else 0

    monkeypatch.setattr(Memo, "length", length)


@pytest.mark.usefixtures("everything_remembered")
def test_what_is_remembered_is_forgotten_in_time() -> None:
    # What is not forgotten leads astray, where the interpreter has to help.
    made = setup(law_of("posg").rules("de"), "election", {"candidate": 4})
    kernel = assert_same_from(made, 1, placed(4, 10))
    assert "return found" in kernel.source.text
    assert kernel.given_up == 0


@pytest.mark.slow
@pytest.mark.usefixtures("everything_remembered")
def test_games_of_random_rule_sets_that_remember_everything() -> None:
    for seed in range(200):
        random_games(seed)


def test_nothing_of_a_law_becomes_code() -> None:
    rules = random_rules(7)[0]
    chosen = {"strict": True} if rules.parameters else {}
    other = hostile(rules)
    made = setup(rules, "main", None, chosen)
    flow = list(other.flows)[list(rules.flows).index("main")]
    settings_ = dict(zip(other.parameters, chosen.values(), strict=False))
    assert source(setup(other, flow, None, settings_)).text == source(made).text


def test_compiled_it_plays_the_same_games() -> None:
    law = law_of("tests/laws/library")
    assert_same(setup(law.rules("en"), "loan"), 5, range(40), compiled=True)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_compiled_it_plays_the_same_games_of_the_positioning_law(players: int) -> None:
    made = setup(law_of("posg").rules("fr"), "game", {"candidate": players})
    assert_same(made, 9, range(60), compiled=True)


def test_batches_are_the_same_however_they_are_cut() -> None:
    law = law_of("tests/laws/oven")
    kernel = Kernel(setup(law.rules("de"), "year", {"family": 3}), compiled=False)
    assert kernel.tally(1, 0, 30) == kernel.tally(1, 0, 7) + kernel.tally(1, 7, 30)


def test_what_it_cannot_play_is_refused() -> None:
    law = law_of("tests/laws/oven")
    rules = law.rules("de")
    with pytest.raises(Unsupported, match="fraction"):
        source(setup(law_of("tests/laws/dues").rules("de"), "summer"))
    with pytest.raises(Unsupported, match="parameters"):
        source(setup(law_of("posg").rules("de"), "positioning"))
    assert source(setup(rules, "year", {"family": 3})).text
    measure = ex.NumberConstant(value=0)
    aim = Aim(text="", set=None, role=None, variable=None, better="smallest", measure=measure)
    with pytest.raises(Unsupported, match="policy"):
        source(setup(rules, "year", {"family": 3}, None, Policy(aim)))


def test_pairs_of_games_are_the_same_one_by_one_and_together() -> None:
    law = law_of("tests/laws/oven")
    sides = [setup(law.rules(code), "year", {"family": 2}) for code in ("de", "it")]
    expected = Experiment(*sides, 3).player()((10, 60))
    assert any(fact[0] == "difference" for fact in expected)
    kernels = [replace(one, made=lambda it: Kernel(it, compiled=False)) for one in sides]
    assert Experiment(*kernels, 3).player()((10, 60)) == expected
    # With games that the interpreter has to play.
    few = [replace(one, made=lambda it: Kernel(it, compiled=False, most_turns=0)) for one in sides]
    assert Experiment(*few, 3).player()((10, 60)) == expected
