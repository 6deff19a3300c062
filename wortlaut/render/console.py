"""The terminal: rich consoles that respect NO_COLOR, the width, and a pipe."""

import os
from typing import Any, Protocol, TextIO

from rich.console import Console
from rich.theme import Theme

_THEME = Theme(
    {
        "good": "green",
        "bad": "bold red",
        "open": "yellow",
        "quiet": "dim",
        "place": "bold cyan",
        "quote": "italic",
        "strong": "bold",
    }
)
_WIDTH_OF_A_PIPE = 100


class Paper(Protocol):
    """What lines with markup can be written to: a console, or a page."""

    def print(self, *objects: Any, style: str | None = None, soft_wrap: bool | None = None) -> None:
        """Write a line."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command line what becomes of a reader that goes away."""
        # Called while the error is being handled.
        raise


def console(stream: TextIO) -> Console:
    """A console on ``stream``; 100 columns wide where it is no terminal."""
    terminal = stream.isatty()
    width = None if terminal or "COLUMNS" in os.environ else _WIDTH_OF_A_PIPE
    # ":smile:" in a law is what it says, and no picture.
    return _Console(
        file=stream, theme=_THEME, width=width, highlight=False, soft_wrap=False, emoji=False
    )
