"""Whole games, every choice at random: the kernel against C, draw by draw, on one core.

The game in C is ``game_by_hand.c``, compiled with ``gcc -O3`` where there is one.
"""

import ctypes
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.measure import Job
from compiler.kernel.executor import Kernel
from compiler.law import Law
from runtime.simulation.games import Setup
from runtime.sizes import sizes
from runtime.streams import root

SEED = 1
SOURCE = Path(__file__).with_name("game_by_hand.c")

InC = Callable[[int, int, int], Any]
"""Who is elected in the games of so many players, from the first number to before the second."""


@contextmanager
def in_c() -> Iterator[InC | None]:
    """The game in C; None without a compiler."""
    gcc = shutil.which("gcc")
    if gcc is None:
        yield None
        return
    import numpy as np

    with TemporaryDirectory() as folder:
        made = str(Path(folder) / "game.so")
        subprocess.run([gcc, "-O3", "-shared", "-fPIC", "-o", made, str(SOURCE)], check=True)
        games = ctypes.CDLL(made).games
        roots = [ctypes.c_uint64(root(SEED, name)) for name in ("dice", "choices", "lots")]

        def play(players: int, first: int, stop: int) -> Any:
            elected = np.empty(stop - first, np.int8)
            to = elected.ctypes.data_as(ctypes.c_void_p)
            games(players, *roots, ctypes.c_long(first), ctypes.c_long(stop - first), to)
            return elected

        yield play


def kernel(law: Law, players: int) -> Kernel:
    """The kernel for so many players, compiled."""
    rules = law.rules("de")
    made = Kernel(Setup(rules, "game", sizes(rules, {"player": players})))
    made.rows(SEED, 0, 1)
    return made


def jobs(law: Law, play: InC, players: int, games: int) -> Mapping[str, Job]:
    """The same number of games in C and by the kernel, with its tally; each round has its own."""
    made = kernel(law, players)
    for_c, for_kernel = count(), count()

    def by_c() -> None:
        first = next(for_c) * games
        play(players, first, first + games)

    def by_kernel() -> None:
        first = next(for_kernel) * games
        made.tally(SEED, first, first + games)

    return {
        f"{games} games, {players} players, C": by_c,
        f"{games} games, {players} players, kernel": by_kernel,
    }


def disagreements(law: Law, play: InC, players: int, games: int) -> list[int]:
    """The games that do not end alike in C and by the kernel."""
    rows, elected = kernel(law, players).rows(SEED, 0, games), play(players, 0, games)
    return [at for at in range(games) if rows[at, 0] < 0 or rows[at, 1] != elected[at]]
