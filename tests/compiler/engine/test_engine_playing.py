"""Whole games at random: drawn at once where that can be, and by the same numbers."""

from graphlib import TopologicalSorter
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from compiler.engine.kit.given import random_stream
from compiler.engine.stretches import Stretches
from compiler.law import load_sound
from runtime.graph import ChooseNode, HeadNode
from runtime.lowering import lower
from runtime.streams import stream
from tests.compiler.engine.both import engine_of
from tests.verify.random_rules import random_rules

LAWS = [
    str(path.parent)
    for folder in ("spec", "tests/laws")
    for path in sorted(Path(folder).glob("*/glossary.toml"))
]


@pytest.mark.parametrize("seed", [0, 1, -7, 2**70])
@pytest.mark.parametrize("name", ["dice", "choices", "lots"])
def test_the_random_numbers_are_those_of_the_streams(seed: int, name: Any) -> None:
    for number in (0, 1, 10**6):
        one_by_one = stream(seed, number, name)
        expected = [one_by_one.draw() for _ in range(100)]
        assert list(islice(random_stream(seed, number, name), 100)) == expected


def test_every_choice_that_somebody_makes_is_drawn_at_once() -> None:
    module = engine_of(load_sound("posg").rules("de"))
    game = module.Game({"candidate": 3})

    def listed(*_: Any) -> Any:
        raise AssertionError("a choice was left to the game")

    game._lawful_there = listed
    for number in range(10):
        assert game.play_out(1, number).outcome == "elected"


def test_what_must_be_looked_ahead_for_is_left_to_the_game() -> None:
    """Some random rule set has a norm that forbids what cannot be told beforehand."""
    left = 0
    for seed in range(3):
        rules = random_rules(seed)[0]
        flow = engine_of(rules, flows=["main"]).FLOWS["main"]
        simple = {at for at, point in flow.points.items() if not point.judged or point.kept}
        left += len(flow.points.keys() - simple)
        assert all(at in simple or at in flow.heads for at in flow.turns)
    assert left


@pytest.mark.parametrize("law", LAWS)
def test_functions_never_call_each_other_round_a_loop(law: str) -> None:
    loaded = load_sound(law)
    rules = loaded.rules(loaded.languages[0])
    for flow in rules.flows:
        nodes = lower(rules, flow).nodes
        choices = {at for at, node in enumerate(nodes) if isinstance(node, ChooseNode)}
        for drawn in (choices, set()):
            stretches = Stretches(nodes, drawn)
            TopologicalSorter(stretches.calls).prepare()  # raises where there is a loop
            heads = {at for at, node in enumerate(nodes) if isinstance(node, HeadNode)}
            assert heads <= set(stretches.starts)
