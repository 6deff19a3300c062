"""Breaking off a run: by Ctrl-C, by asking it to end, or because its time is used up.

All are an exception that comes up wherever the program happens to be; a question to
the solver is finished first, and broken off by the solver's own means.
"""

import _thread
import math
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from threading import Event, Thread, current_thread, main_thread
from time import monotonic
from types import FrameType
from typing import TypeVar

T = TypeVar("T")

LONGEST = 1_000_000.0
"""Seconds that a clock can be set to."""

_AGAIN = 0.5
"""Seconds after which a signal is given again: it can be lost in code that tidies up."""


class OutOfTime(Exception):
    """The time for the whole run was used up."""


@dataclass
class _Run:
    deadline: float = math.inf
    deaf: bool = False
    asked: bool = False
    broken_off: bool = False
    held: int = 0

    def signalled(self, number: int, frame: FrameType | None) -> None:
        """Ctrl-C was pressed, the process is asked to end, or the clock rings."""
        early = monotonic() < self.deadline
        if self.deaf and early:
            return
        self.asked = self.asked or early
        self.broken_off = True
        if not self.held:
            raise KeyboardInterrupt

    def lost(self, unraisable: "sys.UnraisableHookArgs") -> None:
        """An exception came up where Python cannot raise one; that of a signal comes again."""
        if not (self.broken_off and unraisable.exc_type is KeyboardInterrupt):
            sys.__unraisablehook__(unraisable)


_RUN: ContextVar[_Run | None] = ContextVar("run", default=None)


def seconds_left() -> float:
    """Seconds until the run is broken off; never negative, at most ``LONGEST``."""
    run = _RUN.get()
    deadline = math.inf if run is None else run.deadline
    return min(max(deadline - monotonic(), 0.0), LONGEST)


def stop_if_broken_off() -> None:
    """Raise what the run was broken off with, if it was."""
    run = _RUN.get()
    if run is not None and (run.broken_off or run.deadline <= monotonic()):
        raise KeyboardInterrupt


@contextmanager
def finishing() -> Iterator[None]:
    """Within this nothing is broken off; right after it, what was to be."""
    run = _RUN.get()
    if run is None:
        yield
        return
    run.held += 1
    try:
        yield
    finally:
        run.held -= 1
    stop_if_broken_off()


@contextmanager
def within(seconds: float | None, *, deaf: bool = False) -> Iterator[None]:
    """Let what is done within this be broken off, after ``seconds`` too (None: never).

    Raises ``KeyboardInterrupt``, or :class:`OutOfTime` where the time was used up.
    Within another one, this ends no later than that. ``deaf``: nothing but the time
    breaks it off, as in a process that pays no heed to Ctrl-C.
    Only in the main thread; in another one this does nothing.
    """
    if current_thread() is not main_thread():
        yield
        return
    around = _RUN.get()
    deadline = math.inf if seconds is None else monotonic() + seconds
    run = _Run(deadline if around is None else min(deadline, around.deadline), deaf)
    done = Event()
    clock = Thread(target=_ring, args=(run, done), daemon=True)
    outer = _RUN.set(run)
    hook, sys.unraisablehook = sys.unraisablehook, run.lost
    heeded = (signal.SIGINT,) if deaf else (signal.SIGINT, signal.SIGTERM)
    handlers = {one: signal.getsignal(one) for one in heeded}
    try:
        # From here on the clock may ring, also before anything else has begun.
        for number in handlers:
            signal.signal(number, run.signalled)
        if run.deadline < math.inf:
            clock.start()
        yield
    except KeyboardInterrupt:
        run.held += 1
        if run.deadline <= monotonic():
            raise OutOfTime from None
        raise
    finally:
        run.held += 1
        done.set()
        if clock.is_alive():
            # It must not ring once more when nobody here listens any longer.
            clock.join()
        for number, handler in handlers.items():
            signal.signal(number, handler)
        sys.unraisablehook = hook
        _RUN.reset(outer)
        if around is not None and run.asked:
            around.broken_off = True  # also where it came too late to be heeded here


def share_out(items: Sequence[T], do: Callable[[T], None]) -> None:
    """Do each of ``items``; where the time is limited, none has more than its share of it.

    What that did not suffice for is done anew with what is left in the end, until it is used
    up. Raises like :func:`within`.
    """
    waiting = list(items)
    while waiting:
        short: list[T] = []
        for position, item in enumerate(waiting):
            run = _RUN.get()
            if run is None or run.deadline == math.inf:
                do(item)
                continue
            try:
                with within(seconds_left() / (len(waiting) - position), deaf=run.deaf):
                    do(item)
            except OutOfTime:
                stop_if_broken_off()
                short.append(item)
        waiting = short


def _ring(run: _Run, done: Event) -> None:
    """Wait for the deadline, then signal until the run is ``done``."""
    wait = min(max(run.deadline - monotonic(), 0.0), LONGEST)
    while not done.wait(wait):
        # As if somebody had pressed Ctrl-C, so that it is noticed wherever we are.
        _thread.interrupt_main()
        wait = _AGAIN
