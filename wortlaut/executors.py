"""What plays the games of a simulation: the kernel, the engine, or the interpreter.

All give the same records, so that it only matters how long they take. Which of them is done
first depends on the law, its sizes, the policies and the machine; so some games are timed.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from importlib.util import find_spec
from time import process_time
from typing import Literal, TypeAlias

from compiler.engine.executor import generated
from compiler.engine.python import Unwritable
from runtime.simulation.games import Setup
from runtime.simulation.record import Executor

How: TypeAlias = Literal["auto", "interpreter", "engine", "kernel"]

EXECUTORS: tuple[How, ...] = ("auto", "interpreter", "engine", "kernel")

FEW = 50
"""Writing and loading an engine takes as long as the interpreter takes for so many games."""

MANY = 50_000
"""Compiling a kernel takes as long as the engine takes for so many games from given starts."""

COMPILING, COMPILING_A_LINE, LOADING = 1.0, 0.0125, 1.5
"""Seconds that a kernel takes to be compiled, for each and for each line of its source, and
those that one takes that was compiled before. What is timed is as fast as the machine."""

SAMPLE_SECONDS, SAMPLE_PART = 0.2, 50
"""The games that are timed: for so many seconds at most, and one of so many that are asked for."""

NUMBA = "numba"


class NoKernel(ValueError):
    """There is no kernel for this; the message says why."""


def played_by(
    setup: Setup,
    how: str,
    games: int,
    workers: int = 1,
    hint: Callable[[], None] | None = None,
    *,
    anywhere: bool = False,
) -> Setup:
    """``setup``, to be played by ``how`` (one of :data:`EXECUTORS`).

    ``auto`` takes what is done first with ``games`` games by so many ``workers``: the kernel
    where Numba is there and the law and the policies are supported, else the engine; some
    games tell how long that would take. ``hint`` is called where Numba would have paid, but is
    not there. ``anywhere``: games start from given states
    (:class:`~runtime.simulation.scattered.Scattered`). Raises :class:`NoKernel` where a
    kernel is asked for that cannot be had.
    """
    match how:
        case "interpreter":
            return setup
        case "kernel":
            return _by_kernel(setup, anywhere=anywhere)
        case "engine":
            return _by_engine(setup)
    if games < FEW * workers:
        return setup
    engine = _by_engine(setup)
    if anywhere:
        pays = games >= MANY * workers
    else:
        pays = _pays(setup, pace(engine, games) * games / workers)
    if pays and find_spec(NUMBA) is not None:
        with suppress(NoKernel):
            return _by_kernel(setup, anywhere=anywhere)
    elif pays and hint is not None:
        hint()
    return engine


def pace(setup: Setup, games: int) -> float:
    """Seconds of processor time that a game takes: some of those asked for are timed."""
    executor = setup.executor()
    executor.play(0, 0)  # made ready, what is needed once
    began, played = process_time(), 0
    while True:
        played += 1
        executor.play(0, played)
        seconds = process_time() - began
        if seconds >= SAMPLE_SECONDS or played >= games // SAMPLE_PART:
            return seconds / played


def _pays(setup: Setup, seconds: float) -> bool:
    """Whether a kernel is ready, and so done, before the engine, which takes ``seconds``."""
    if seconds < LOADING:
        return False
    from compiler.kernel.shapes import Unsupported
    from compiler.kernel.source import source

    try:
        made = source(setup)
    except Unsupported:
        return False
    if seconds > COMPILING + COMPILING_A_LINE * made.text.count("\n"):
        return True
    if find_spec(NUMBA) is None:
        return False
    from compiler.kernel.machine import is_compiled

    return is_compiled(made)


def _by_engine(setup: Setup) -> Setup:
    try:
        return replace(setup, made=generated(setup))
    except Unwritable:  # nothing is lost but time
        return setup


def _by_kernel(setup: Setup, *, anywhere: bool) -> Setup:
    if find_spec(NUMBA) is None:
        raise NoKernel(NUMBA)
    from compiler.kernel.shapes import Unsupported
    from compiler.kernel.source import source

    try:
        source(setup, anywhere=anywhere)
    except Unsupported as unsupported:
        raise NoKernel(str(unsupported)) from None
    return replace(setup, made=_kernel_from_anywhere if anywhere else _kernel)


def _kernel(setup: Setup) -> Executor:
    from compiler.kernel.executor import Kernel

    return Kernel(setup)


def _kernel_from_anywhere(setup: Setup) -> Executor:
    from compiler.kernel.executor import Kernel

    return Kernel(setup, anywhere=True)
