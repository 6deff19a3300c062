"""Plays the same games by a kernel and by the interpreter."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from compiler.kernel.executor import Kernel
from runtime.ruleset.ruleset import RuleSet
from runtime.simulation.games import Interpreted, Setup
from runtime.simulation.policies import Policy
from runtime.sizes import sizes

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
    return kernel
