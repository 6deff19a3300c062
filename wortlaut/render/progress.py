"""Progress of long work, on standard error."""

import sys
from collections.abc import Mapping
from time import monotonic
from types import TracebackType

from rich.console import Console
from rich.status import Status

from wortlaut.render.numbers import grouped


class Progress:
    """A line that says what was done last; nothing where standard error is no terminal."""

    def __init__(self) -> None:
        self._console = Console(stderr=True)
        self._status: Status | None = None
        self._steps = 0

    def __enter__(self) -> "Progress":
        if sys.stderr.isatty():
            self._status = self._console.status("…")
            self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def step(self, what: str) -> None:
        """One more piece of work is done: ``what``."""
        self._steps += 1
        if self._status is not None:
            self._status.update(f"{self._steps}: {what}")


class Countdown:
    """How much of a long run is done, how fast it goes, and the time left.

    On a terminal one line that changes; elsewhere a line now and then.
    """

    def __init__(self, all: int, line: str, say: Mapping[str, str]) -> None:
        self._all = all
        self._line = line
        self._say = say
        self._began = self._told = monotonic()
        self._terminal = sys.stderr.isatty()

    def __enter__(self) -> "Countdown":
        return self

    def __exit__(self, *_: object) -> None:
        if self._terminal:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def at(self, done: int, new: int) -> None:
        """So many are done, of which so many were not done before this run."""
        now = monotonic()
        if now - self._told < (_BLINK if self._terminal else _NOW_AND_THEN):
            return
        self._told = now
        if not new:
            return
        speed = new / (now - self._began)
        left = round((self._all - done) / speed)
        told = self._line.format(
            done=grouped(done, self._say),
            all=grouped(self._all, self._say),
            speed=grouped(speed, self._say),
            left=f"{left // 3600}:{left // 60 % 60:02}:{left % 60:02}",
        )
        sys.stderr.write(f"\r\x1b[K{told}" if self._terminal else f"{told}\n")
        sys.stderr.flush()


_BLINK, _NOW_AND_THEN = 0.2, 30.0
"""Seconds between two changes of the line, and between two lines."""
