"""The compiler's findings on a terminal: place, source line underlined, remedy."""

import itertools
import unicodedata
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TextIO

from rich.markup import escape

from compiler.diagnostics import Diagnostic
from compiler.visible import visible
from wortlaut.render.console import console
from wortlaut.render.words import words

_MOST = 200
_SHOWN = 240


def show_diagnostics(diagnostics: Iterable[Diagnostic], language: str, stream: TextIO) -> None:
    """Write ``diagnostics`` in ``language`` to ``stream``."""
    out = console(stream)
    every = tuple(diagnostics)
    for found in every[:_MOST]:
        style = "bad" if found.severity == "error" else "open"
        heading = f" ({found.heading})" if found.heading else ""
        place = found.file
        if found.span is not None:
            place += f":{found.span.line}:{found.span.column}"
        out.print(f"[place]{escape(place)}[/place]{escape(heading)}", soft_wrap=True)
        out.print(
            f"  [{style}]{escape(found.message(language))}[/{style}] "
            f"[quiet]\\[{found.code}][/quiet]",
            soft_wrap=True,
        )
        if found.span is not None:
            for line in _underlined(found):
                out.print(f"    {line}", soft_wrap=True)
        remedy = found.remedy(language).strip()
        if remedy:
            out.print(f"  {escape(remedy)}", soft_wrap=True)
        out.print()
    if len(every) > _MOST:
        out.print(words(language)["more_mistakes"].format(number=len(every) - _MOST))


def _underlined(found: Diagnostic) -> list[str]:
    span = found.span
    lines = _source(found.file)
    if span is None or not 0 < span.line <= len(lines):
        return []
    source = lines[span.line - 1].rstrip("\r\n")
    first = span.column - 1
    last = span.end_column - 1 if span.end_line == span.line else len(source)
    start = max(0, first - _SHOWN // 2)
    before, marked, after = (
        _printable(source[one:other])
        for one, other in itertools.pairwise(
            (start, first, max(first, min(last, start + _SHOWN)), start + _SHOWN)
        )
    )
    return [
        escape(before + marked + after),
        f"[bad]{' ' * len(before)}{'^' * max(1, len(marked))}[/bad]",
    ]


def _printable(text: str) -> str:
    """``text`` with hidden characters as numbers; blanks of any kind, and NUL, are blanks."""
    return "".join(one if one.isprintable() else " " for one in visible(text.replace("\0", " ")))


@cache
def _source(file: str) -> tuple[str, ...]:
    try:
        # As the compiler read it: places count lines and characters of this text.
        text = unicodedata.normalize("NFC", Path(file).read_bytes().decode("utf-8-sig"))
        return tuple(text.split("\n"))
    except (OSError, UnicodeDecodeError):
        return ()
