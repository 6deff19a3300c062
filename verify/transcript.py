"""A transcript: every question put to the solver, as a file that any solver reads.

Each obligation has a folder, and in it a file for each question asked on the way to
its verdict, in order. A question that it needs several times stands there once.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from verify.limits import Heard
from verify.obligation import Obligation

_STATUS = {"yes": "sat", "no": "unsat", "unknown": "unknown"}


class Transcript:
    """Collects questions and writes them into ``folder``."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._heard: dict[str, Heard] = {}

    def hear(self, heard: Heard) -> None:
        """Keep a question, to be written."""
        self._heard.setdefault(heard.question, heard)

    def write(
        self, obligation: Obligation, readings: Mapping[str, str], cite: Callable[[str], str]
    ) -> None:
        """Write what was asked since the last time; it belongs to ``obligation``.

        ``readings`` tell apart what is verified under several; ``cite`` names a paragraph
        by its reference. Raises ``OSError``.
        """
        about = [f"{name}={size}" for name, size in obligation.scope.items()]
        named = [f"{point}={name}" for point, name in readings.items()]
        folder = "@".join((obligation.id, *filter(None, (",".join(about), ",".join(named)))))
        heading = [
            f"; obligation: {obligation.id}",
            f"; language: {obligation.language}",
            f"; sizes: {', '.join(about) or 'as the law has them'}",
            *(f"; reading: {one}" for one in named),
        ]
        self._write(self._folder / obligation.language / safe_name(folder), heading, cite)

    def write_rest(self) -> None:
        """Write what was asked last, for an obligation that was not decided. Raises ``OSError``."""
        heading = ["; obligation: broken off before it was decided"]
        self._write(self._folder / "broken_off", heading, str)

    def _write(self, folder: Path, heading: list[str], cite: Callable[[str], str]) -> None:
        heard, self._heard = list(self._heard.values()), {}
        if heard:
            folder.mkdir(parents=True, exist_ok=True)
        for number, one in enumerate(heard, start=1):
            path = folder / f"{number:04}.smt2"
            path.write_text(as_file(one, heading, number, cite), "utf-8")


def as_file(heard: Heard, heading: list[str], number: int, cite: Callable[[str], str]) -> str:
    """One question as the text of a file, with what its labels stand for."""
    status = _STATUS[heard.answer.verdict]
    lines = [
        *heading,
        f"; question {number}: can all of this hold at once?",
        *(f"; {symbol}: {_one_line(cite(name))}" for name, symbol in heard.labels.items()),
        f"; expected: {status}",
        f"(set-info :status {status})",
        heard.question,
    ]
    return "\n".join(lines)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def safe_name(name: str) -> str:
    """``name`` as the name of a file or folder on any system."""
    return re.sub(r"[^\w.,=@+-]", "_", name)
