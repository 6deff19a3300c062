"""Runs in blocks: the same whoever plays them, and whenever they are broken off."""

import json
import os
import signal
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from multiprocessing import active_children
from pathlib import Path

import pytest

from runtime.simulation.checkpoint import BadCheckpoint, Checkpoint
from runtime.simulation.record import GAMES, Tally, read_tally, tally_as_json
from runtime.simulation.running import LARGEST, SMALLEST, Play, WorkersLost, blocks, run
from runtime.simulation.simulate import Simulation
from tests.runtime.simulation.test_shares import OVEN, setup

RUN = {"law": "x", "seed": 1}


def task(seed: int = 4) -> Simulation:
    return Simulation(setup(OVEN, "year", family=3), seed)


def all_of(tallies: list[tuple[tuple[int, int], Tally]]) -> Tally:
    total: Tally = Counter()
    for _, one in tallies:
        total.update(one)
    return total


def test_blocks_tile_the_games_and_begin_alike() -> None:
    for games in (1, 24, 25, 26, 1000, 100_000):
        found = list(blocks(games))
        assert found[0][0] == 0
        assert found[-1][1] == games
        assert all(one[1] == two[0] for one, two in pairwise(found))
        assert all(stop - first <= LARGEST for first, stop in found)
        assert found[:-1] == list(blocks(2 * games))[: len(found) - 1]
    assert len(list(blocks(1_000_000))) < 1500
    assert next(blocks(1000)) == (0, SMALLEST)


def test_two_processes_find_what_one_finds() -> None:
    one = list(run(task(), 300, workers=1))
    two = list(run(task(), 300, workers=2))
    assert one == two
    assert all_of(one)[GAMES] == 300
    assert active_children() == []


def test_a_run_that_is_left_leaves_no_process() -> None:
    games = run(task(), 3000, workers=2)
    next(games)
    assert active_children()
    games.close()  # type: ignore[attr-defined]
    assert active_children() == []


def test_a_process_that_is_lost_is_replaced() -> None:
    expected = list(run(task(), 500, workers=1))
    found = []
    for block in run(task(), 500, workers=2):
        if not found:
            child = active_children()[0].pid
            assert child is not None
            os.kill(child, signal.SIGKILL)
        found.append(block)
    assert found == expected


@dataclass(frozen=True)
class Fatal:
    """Ends the process that it is played in."""

    def player(self) -> Play:
        def play(block: tuple[int, int]) -> Tally:
            os._exit(3)

        return play


def test_processes_that_are_lost_again_and_again_are_told() -> None:
    with pytest.raises(WorkersLost):
        list(run(Fatal(), 100, workers=2))
    assert active_children() == []


def test_what_goes_wrong_in_a_process_comes_up() -> None:
    @dataclass(frozen=True)
    class Broken:
        def player(self) -> Play:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        list(run(Broken(), 100, workers=1))


def test_a_tally_stays_small() -> None:
    short, long = (all_of(list(run(task(), games))) for games in (100, 2000))
    assert len(long) <= len(short) + 2


def test_tallies_are_written_and_read() -> None:
    tally = all_of(list(run(task(), 60)))
    data = json.loads(json.dumps(tally_as_json(tally)))
    assert read_tally(data) == tally
    assert tally_as_json(Counter(dict(reversed(list(tally.items()))))) == tally_as_json(tally)
    for bad in (None, 3, [3], [["x", "y"]], [[["x"], True]], [[[1.5], 1]], [[["x"], 1, 2]]):
        with pytest.raises(ValueError, match=r"fact|unpack"):
            read_tally(bad)


# ---- checkpoints


def test_a_run_goes_on_wherever_it_was_broken_off(tmp_path: Path) -> None:
    expected = list(run(task(), 200))
    file = tmp_path / "games.jsonl"
    with Checkpoint(file, RUN) as kept:
        assert list(run(task(), 200, checkpoint=kept)) == expected
    whole = file.read_bytes()
    for length in range(0, len(whole), 97):
        file.write_bytes(whole[:length])
        with Checkpoint(file, RUN) as kept:
            known = len(kept.blocks)
            assert list(run(task(), 200, workers=1, checkpoint=kept)) == expected
        assert known <= whole[:length].count(b"\n")
        assert file.read_bytes() == whole


def test_more_games_go_on_from_fewer(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    for games, known in ((60, 0), (200, 50), (110, 200)):
        with Checkpoint(file, RUN) as kept:
            assert sum(stop - first for first, stop in kept.blocks if stop % 25 == 0) == known
            assert list(run(task(), games, workers=2, checkpoint=kept)) == list(run(task(), games))


def test_what_is_kept_is_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    with Checkpoint(file, RUN) as kept:
        list(run(task(), 100, checkpoint=kept))
    with Checkpoint(file, RUN) as kept:
        assert all_of(list(run(Fatal(), 100, workers=1, checkpoint=kept)))[GAMES] == 100


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "hello\n",
        "{}\n",
        '{"run": 3}\n',
        '{"run": {"law": "x", "seed": 2}}\n',
        '{"run": {"law": "x"}}\n',
        '{"run": {"law": "x", "seed": 1, "more": 2}}\n',
        '{"run": {"law": "x", "seed": 1}}\nhello\n',
        '{"run": {"law": "x", "seed": 1}}\n{"games": [0, 25]}\n',
        '{"run": {"law": "x", "seed": 1}}\n{"games": [0, 25], "tally": [3]}\n',
        '{"run": {"law": "x", "seed": 1}}\n{"games": 25, "tally": []}\n',
    ],
)
def test_another_file_is_left_alone(tmp_path: Path, text: str) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(text)
    with pytest.raises(BadCheckpoint):
        Checkpoint(file, RUN)
    assert file.read_text() == text
