"""Plays the same games by a kernel and by the interpreter."""

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from compiler.kernel.executor import Kernel
from runtime.ruleset.ruleset import RuleSet
from runtime.simulation.games import Interpreted, Setup
from runtime.simulation.paired import measured
from runtime.simulation.policies import Policy
from runtime.sizes import sizes
from runtime.state import Layout, Store
from runtime.values import all_values

FEW_TURNS = 300
"""After so many turns of loops without a choice, a game is left to the interpreter."""

MOST_CHOICES = 500


def setup(
    rules: RuleSet,
    flow: str,
    requested: Mapping[str, int] | None = None,
    parameters: Mapping[str, Any] | None = None,
    *policies: Policy,
) -> Setup:
    return Setup(rules, flow, sizes(rules, requested), parameters or {}, policies)


def assert_same(made: Setup, seed: int, games: range, *, compiled: bool = False) -> Kernel:
    """Game by game, and together. Without ``compiled`` the source is run by Python."""
    with pytest.MonkeyPatch.context() as patch:
        # Games that never end are not waited for.
        patch.setattr("runtime.simulation.games.MOST_CHOICES", MOST_CHOICES)
        kernel = Kernel(made, compiled=compiled, most_turns=FEW_TURNS)
        interpreted = Interpreted(made)
        records = [interpreted.play(seed, number) for number in games]
        assert [kernel.play(seed, number) for number in games] == records
        tally = Counter(fact for record in records for fact in record.facts())
        assert kernel.tally(seed, games.start, games.stop) == tally
        together = kernel.batch(seed, games.start, games.stop)
        assert together.tally == tally
        assert together.results == [one.result for one in records]
        for at, record in enumerate(records):
            numbers = {name: int(column[at]) for name, column in together.measures.items()}
            there = {name: n for name, n in measured(record).items() if n}
            assert {name: n for name, n in numbers.items() if n} == there
    return kernel


def some_stores(made: Setup, number: int, seed: int) -> list[Store]:
    """So many states in which state variables hold anything that they can hold."""
    random, layout = Random(seed), Layout(made.rules, made.sizes)

    def column(name: str, places: int) -> tuple[Any, ...]:
        values = list(all_values(made.rules.states[name].type, made.rules, made.sizes))
        return tuple(random.choice(values) for _ in range(places))

    usual = dict(zip(layout.names, layout.initial().values, strict=True))
    return [
        layout.initial(
            {
                name: column(name, len(held))
                for name, held in usual.items()
                # What most games need is often left alone, so that many come to an end.
                if random.random() < 0.7
            }
        )
        for _ in range(number)
    ]


def assert_same_from(made: Setup, seed: int, starts: list[Store]) -> Kernel:
    """Game by game and together, from given starts; the source is run by Python."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("runtime.simulation.games.MOST_CHOICES", MOST_CHOICES)
        kernel = Kernel(made, anywhere=True, compiled=False, most_turns=FEW_TURNS)
        interpreted = Interpreted(made)
        records = [interpreted.play(seed, at, start) for at, start in enumerate(starts)]
        assert [kernel.play(seed, at, start) for at, start in enumerate(starts)] == records
        assert kernel.results(seed, 0, starts) == [one.result for one in records]
    return kernel
