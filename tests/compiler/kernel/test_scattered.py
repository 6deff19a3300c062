"""Games from drawn starts: the same by interpreter, engine and kernel, one by one or together."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest

from compiler.engine.executor import generated
from compiler.kernel.executor import Kernel
from compiler.law import load_sound
from runtime.simulation.draws import below, draws
from runtime.simulation.games import Setup
from runtime.simulation.record import Executor, Tally
from runtime.simulation.scattered import Cloud, Scattered
from runtime.sizes import sizes
from runtime.state import Layout
from runtime.streams import BITS, stream


@cache
def setup_of(players: int) -> Setup:
    rules = load_sound("posg").rules("de")
    return Setup(rules, "election", sizes(rules, {"candidate": players}))


def cloud_of(players: int, spread: float = 2.0) -> Cloud:
    squares = ((4, 10), (10, 10), (7, 4))[:players]
    given = {"candidate_square": squares, "piece": tuple(range(players))}
    return Cloud("voter_square", "square", spread, given)


@pytest.mark.parametrize("limit", [1, 6, 2**40 + 12345, 2**63 - 1])
def test_many_streams_are_drawn_as_single_ones(limit: int) -> None:
    drawn = below(draws(3, 5, 9, "lots", 4), limit).tolist()
    for game, numbers in zip(range(5, 9), drawn, strict=True):
        one = stream(3, game, "lots")
        assert numbers == [one.draw() * limit >> BITS for _ in range(4)]


@pytest.mark.parametrize("spread", [0.0, 2.0])
def test_many_starts_are_those_of_single_games(spread: float) -> None:
    setup, cloud = setup_of(3), cloud_of(3, spread)
    layout = Layout(setup.rules, setup.sizes)
    starts = cloud.starts(layout, (6, 9), 2, 10, 15)
    assert len(starts) == 5
    for at in range(5):
        alone = cloud.store(layout, (6, 9), stream(2, 10 + at, "lots"))
        assert starts.store(layout, at) == alone


def in_python(setup: Setup) -> Kernel:
    return Kernel(setup, anywhere=True, compiled=False)


def in_machine_code(setup: Setup) -> Kernel:
    return Kernel(setup, anywhere=True)


def played(made: Callable[[Setup], Executor] | None, block: tuple[int, int]) -> Tally:
    setup, places = replace(setup_of(3), made=made), ((4, 9), (7, 7), (10, 9))
    return Scattered((setup,), cloud_of(3), places, 8, 1).player()(block)


def test_a_map_is_the_same_whatever_plays_it() -> None:
    expected = played(None, (5, 20))  # the end of one place, all of the second, the third's start
    assert sum(expected.values()) == 15
    assert played(generated(setup_of(3)), (5, 20)) == expected
    assert played(in_python, (5, 20)) == expected


@pytest.mark.slow
def test_a_map_is_the_same_by_a_compiled_kernel() -> None:
    assert played(in_machine_code, (0, 24)) == played(None, (0, 24))
