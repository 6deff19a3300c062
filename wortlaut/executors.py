"""What plays the games of a simulation: the kernel, the engine, or the interpreter.

All give the same records, so that it only matters how long they take.
"""

from collections.abc import Callable
from dataclasses import replace
from importlib.util import find_spec
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
"""Compiling a kernel takes as long as the engine takes for so many games."""

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
    where Numba is there and the law and the policies are supported, else the engine.
    ``hint`` is called where Numba would have paid, but is not there. ``anywhere``: games
    start from given states (:class:`~runtime.simulation.scattered.Scattered`). Raises
    :class:`NoKernel` where a kernel is asked for that cannot be had.
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
    if games >= MANY * workers:
        if find_spec(NUMBA) is not None:
            try:
                return _by_kernel(setup, anywhere=anywhere)
            except NoKernel:
                pass
        elif hint is not None:
            hint()
    return _by_engine(setup)


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
