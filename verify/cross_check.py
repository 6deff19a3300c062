"""Asking a second solver: every decided answer is put to cvc5 as well.

cvc5 runs in a process of its own, which is killed if it takes too long and started
anew. Where it decides otherwise, one of the two solvers is wrong, and nothing that
was found can be relied on: that stops everything.
"""

import json
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from importlib.util import find_spec
from queue import Empty, Queue
from threading import Thread
from types import TracebackType
from typing import IO

from verify.deadline import seconds_left
from verify.limits import Heard, SolverDefect

_MEANT = {"yes": "sat", "no": "unsat"}
_GRACE = 2.0
"""Seconds beyond its own limit that the process is given before it is killed."""
_START = 60.0
"""Seconds that the process may take to start."""


class Missing(Exception):
    """cvc5 is not installed, or does not start."""

    def __init__(self, *, installed: bool) -> None:
        super().__init__("cvc5 does not start" if installed else "cvc5 is not installed")
        self.installed = installed


class Disagreement(SolverDefect):
    """The second solver decides otherwise."""

    def __init__(self, solver: str, first: str, second: str) -> None:
        super().__init__(f"z3 answers {first} and {solver} {second} to the same question")


@dataclass
class Tally:
    """How many answers of the first solver were decided, and how many were confirmed."""

    answers: int = 0
    confirmed: int = 0

    @property
    def undecided(self) -> int:
        """How many the second solver could not decide."""
        return self.answers - self.confirmed


class CrossCheck:
    """The second solver, to be used as a context; ``hear`` is what is to listen.

    ``seconds``: what one question may take. Raises :class:`Missing` on entering, and
    :class:`Disagreement` where the solvers differ.
    """

    def __init__(self, seconds: float) -> None:
        self.tally = Tally()
        self.solver = ""
        self._seconds = seconds
        self._said: dict[str, str] = {}
        self._process: subprocess.Popen[str] | None = None
        self._lines: Queue[str | None] = Queue()

    def __enter__(self) -> "CrossCheck":
        if find_spec("cvc5") is None:
            raise Missing(installed=False)
        self._start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stop()

    def hear(self, heard: Heard) -> None:
        """Put a question that was decided to the second solver. Raises :class:`Disagreement`."""
        if heard.answer.verdict == "unknown":
            return
        self.tally.answers += 1
        # Not with what is expected: cvc5 refuses to answer otherwise.
        said = self._said.get(heard.question) or self._ask(heard.question)
        if said not in _MEANT.values():
            return
        self._said[heard.question] = said
        if said != _MEANT[heard.answer.verdict]:
            raise Disagreement(self.solver, _MEANT[heard.answer.verdict], said)
        self.tally.confirmed += 1

    def _ask(self, question: str) -> str:
        seconds = min(self._seconds, seconds_left())
        request = json.dumps({"text": question, "seconds": seconds})
        process = self._process or self._start()
        assert process.stdin is not None
        try:
            process.stdin.write(request + "\n")
            process.stdin.flush()
            said = self._lines.get(timeout=seconds + _GRACE)
        except (Empty, OSError):
            said = None
        except KeyboardInterrupt:
            # What it still may answer would be taken for the answer to the next question.
            self._stop()
            raise
        if said is None:
            self._stop()
        return said or "unknown"

    def _start(self) -> subprocess.Popen[str]:
        self._lines = Queue()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "verify.second_solver"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            encoding="utf-8",
            # Ctrl-C in the terminal is for us alone; we stop the process ourselves.
            start_new_session=True,
        )
        assert self._process.stdout is not None
        Thread(target=_read, args=(self._process.stdout, self._lines), daemon=True).start()
        try:
            named = self._lines.get(timeout=_START)
        except Empty:
            named = None
        if named is None:
            self._stop()
            raise Missing(installed=True)
        self.solver = named
        return self._process

    def _stop(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    with suppress(OSError):
                        stream.close()


def _read(stream: IO[str], lines: "Queue[str | None]") -> None:
    """Hand on each line, and None at the end."""
    with suppress(ValueError):  # where it is closed on our side
        for line in stream:
            lines.put(line.strip())
    lines.put(None)
