"""Where in a TOML file something stands: what the parser of the standard library does not tell."""

import re
from itertools import islice

from compiler.tree import Span

_HEADER = re.compile(r"^\s*\[")


def place_of(
    text: str, table: str | None, word: str | None = None, *, number: int = 0
) -> Span | None:
    """The place of ``word`` in ``table``; that of the table's head where it is not found there.

    ``table`` None means the keys before the first head. ``number`` says which table of
    the name is meant, from 0. None where nothing is found.
    """
    lines = text.split("\n")
    first = 0
    found = None
    if table is not None:
        head = re.compile(rf"^\s*(?:\[{{1,2}}\s*)?([\"']?{re.escape(table)}[\"']?)\s*[\].=]")
        matches = ((at, head.match(line)) for at, line in enumerate(lines))
        heads = ((at, match) for at, match in matches if match is not None)
        start = next(islice(heads, number, None), None)
        if start is None:
            return None
        first, match = start
        found = _span(first, *match.span(1))
    if word is None:
        return found
    wanted = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)")
    for at in range(first, len(lines)):
        if at > first and _HEADER.match(lines[at]):
            break
        inside = wanted.search(lines[at], found.end_column if found and at == first else 0)
        if inside is not None:
            return _span(at, *inside.span())
    return found


def place_in_message(message: str) -> Span | None:
    """The place that a message of ``tomllib`` names; None where it names none."""
    match = re.search(r"line (\d+), column (\d+)", message)
    return _span(int(match[1]) - 1, int(match[2]) - 1, int(match[2])) if match else None


def _span(line: int, start: int, end: int) -> Span:
    return Span(line=line + 1, column=start + 1, end_line=line + 1, end_column=end + 1)
