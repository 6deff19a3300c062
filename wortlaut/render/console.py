"""The terminal: rich consoles that respect NO_COLOR, the width, and a pipe.

Nothing that a law says reaches it unseen: hidden characters are written as their numbers.
"""

import os
from typing import Any, Protocol, TextIO

from rich.console import Console
from rich.text import Span, Text
from rich.theme import Theme

from compiler.visible import HIDDEN, visible

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
_FURTHER = 2
"""How much further than its beginning the rest of a long line is indented."""
_LEAST = 24
"""With less room than this, in columns, nothing is indented further."""


class Paper(Protocol):
    """What lines with markup can be written to: a console, or a page."""

    def print(self, *objects: Any, style: str | None = None, soft_wrap: bool | None = None) -> None:
        """Write a line."""


class _Console(Console):
    def print(self, *objects: Any, soft_wrap: bool | None = None, **options: Any) -> None:
        """Write; a line that is indented keeps its indent, and a little more, where it goes on."""
        objects = tuple(_seen(one) if isinstance(one, Text) else one for one in objects)
        for line in (objects,) if soft_wrap else self._indented(objects):
            super().print(*line, soft_wrap=soft_wrap, **options)

    def render_str(self, text: str, **options: Any) -> Text:
        """A string with its markup; those in tables come here too."""
        return super().render_str(visible(text), **options)

    def _indented(self, objects: tuple[Any, ...]) -> list[tuple[Any, ...]]:
        line = objects[0] if len(objects) == 1 else None
        if not isinstance(line, str) or not line.startswith(" ") or "\n" in line:
            return [objects]
        indent = len(line) - len(line.lstrip(" "))
        text = self.render_str(line.lstrip(" "))
        room = self.width - indent
        if text.cell_len <= room or room < _LEAST:
            return [objects]
        first = text.wrap(self, room)[0]
        rest = text[len(first.plain) :]
        rest = rest[len(rest.plain) - len(rest.plain.lstrip(" ")) :]
        further = rest.wrap(self, room - _FURTHER)
        for one in (first, *further):
            one.rstrip()
        blank = " " * indent
        return [(Text(blank) + first,), *((Text(blank + " " * _FURTHER) + one,) for one in further)]

    def on_broken_pipe(self) -> None:
        """Leave it to the command line what becomes of a reader that goes away."""
        # Called while the error is being handled.
        raise


def _seen(text: Text) -> Text:
    """The text with each hidden character as its number, in the same style."""
    cuts = [cut for found in HIDDEN.finditer(text.plain) for cut in found.span()]
    if not cuts:
        return text
    whole = text.blank_copy()
    for piece in text.divide(cuts):
        shown = visible(piece.plain)
        spans = piece.spans
        if shown != piece.plain:
            spans = [Span(0, len(shown), span.style) for span in spans]
        whole.append_text(Text(shown, piece.style, spans=spans))
    return whole


def console(stream: TextIO) -> Console:
    """A console on ``stream``; 100 columns wide where it is no terminal."""
    terminal = stream.isatty()
    width = None if terminal or "COLUMNS" in os.environ else _WIDTH_OF_A_PIPE
    # ":smile:" in a law is what it says, and no picture.
    return _Console(
        file=stream, theme=_THEME, width=width, highlight=False, soft_wrap=False, emoji=False
    )
