"""Simulated games are the same games, whoever plays them."""

import pickle
from functools import cache
from pathlib import Path

import pytest

from compiler.aims import aim
from compiler.engine.executor import Generated, generated
from compiler.law import Law, load_sound
from runtime.flows import main_flows
from runtime.ruleset.ruleset import RuleSet
from runtime.simulation.games import Interpreted, Setup
from runtime.simulation.policies import Policy
from runtime.simulation.simulate import Simulation
from runtime.sizes import all_sizes
from runtime.state import Layout
from runtime.values import all_values
from tests.verify.random_rules import random_rules
from wortlaut.executors import FEW, pace, played_by
from wortlaut.simulation import about

LAWS = [
    *(path.name for path in sorted(Path("spec").iterdir()) if (path / "glossary.toml").exists()),
    *(
        str(path)
        for path in sorted(Path("tests/laws").iterdir())
        if (path / "glossary.toml").exists()
    ),
]
POLICIES = ((), (Policy("decline"),), (Policy("first"), Policy("random", 0)))

NEAR = (
    "player p: smallest sum(step_distance(candidate_square(piece(p)), voter_square(w)) "
    "over voter w with voter_square(w) is set)"
)


@cache
def law_of(name: str) -> Law:
    return load_sound(name)


def setup_of(rules: RuleSet, flow: str, policies: tuple[Policy, ...] = ()) -> Setup:
    sizes = next(iter(all_sizes(rules)))
    given = {
        one.id: all_values(one.type, rules, sizes)[0]
        for one in rules.parameters.values()
        if one.default is None
    }
    return Setup(rules, flow, sizes, given, policies)


def agree(setup: Setup, games: int, seed: int = 3, made: Generated | None = None) -> None:
    interpreted, engine = Interpreted(setup), (made or generated(setup))(setup)
    for number in range(games):
        assert engine.play(seed, number) == interpreted.play(seed, number)


@pytest.mark.parametrize("name", LAWS)
def test_records_of_every_law_are_the_same(name: str) -> None:
    law = law_of(name)
    for bare in (False, True):
        rules = law.rules(law.languages[-1], supplements=() if bare else None)
        for flow in main_flows(rules):
            made = generated(setup_of(rules, flow))
            for policies in POLICIES:
                agree(setup_of(rules, flow, policies), 1 + (not policies), made=made)


# Under seed 4 play goes on and on.
@pytest.mark.parametrize("seed", [0, 1, 2, 3, 5, 6, 7, 8])
def test_records_of_random_rule_sets_are_the_same(seed: int) -> None:
    rules = random_rules(seed)[0]
    made = generated(setup_of(rules, "main"))
    for policies in POLICIES:
        agree(setup_of(rules, "main", policies), 3, seed, made)


def test_a_start_that_is_forbidden_passes_no_loop() -> None:
    made = setup_of(law_of("posg").rules("de"), "election")
    layout = Layout(made.rules, made.sizes)
    voters = ((2, 2),) * 24
    starts = [
        layout.initial({"candidate_square": squares, "voter_square": voters, "piece": (0, 1)})
        for squares in (((2, 3), (9, 9)), ((5, 5), (5, 5)))
    ]
    interpreted, engine = Interpreted(made), generated(made)(made)
    for start in starts:
        assert engine.play(1, 0, start) == interpreted.play(1, 0, start)


def test_whoever_has_an_aim_chooses_the_same() -> None:
    law = law_of("posg")
    rules = law.rules("de", supplements=())
    nearest = aim(law, rules, NEAR)
    agree(setup_of(rules, "game", (Policy(nearest),)), 1)


def test_what_plays_is_no_part_of_what_is_played() -> None:
    setup = setup_of(law_of("posg").rules("fr"), "game")
    engine = played_by(setup, "auto", FEW)
    assert engine.made is not None
    assert about(engine) == about(setup)
    assert played_by(setup, "auto", FEW - 1).made is None
    sent = pickle.loads(pickle.dumps(Simulation(engine, 1)))
    assert sent.player()((0, 3)) == Simulation(setup, 1).player()((0, 3))


@pytest.mark.parametrize(
    ("seconds", "games", "workers", "by_kernel"),
    [
        (0.004, 20_000, 1, True),
        (0.004, 500, 1, False),
        (0.0001, 20_000, 1, False),
        (0.0001, 2_000_000, 1, True),
        (0.004, 5_000, 8, False),
    ],
)
def test_a_kernel_is_taken_where_it_is_ready_before_the_engine_would_be_done(
    seconds: float, games: int, workers: int, by_kernel: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setattr("wortlaut.executors.pace", lambda setup, games: seconds)
    monkeypatch.setattr("compiler.kernel.kept._folder", lambda: None)
    setup = setup_of(law_of("tests/laws/library").rules("en"), "loan")
    made = played_by(setup, "auto", games, workers).made
    assert isinstance(made, Generated) is not by_kernel


def test_a_kernel_that_was_compiled_before_is_taken_sooner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    pytest.importorskip("numba")
    setup = setup_of(law_of("tests/laws/library").rules("en"), "loan")
    monkeypatch.setattr("wortlaut.executors.pace", lambda setup, games: 0.004)
    monkeypatch.setattr("compiler.kernel.machine.is_kept", lambda text: True)
    assert not isinstance(played_by(setup, "auto", 500).made, Generated)


def test_few_games_are_timed() -> None:
    setup = played_by(setup_of(law_of("tests/laws/library").rules("en"), "loan"), "engine", 1)
    assert 0 < pace(setup, 1) < 1
