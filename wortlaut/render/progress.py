"""Progress of long work, on standard error and only on a terminal."""

import sys
from types import TracebackType

from rich.console import Console
from rich.status import Status


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
