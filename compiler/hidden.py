"""Where a file has a character that cannot be seen, and no official text vouches for it."""

import re

from compiler.diagnostics import Diagnostics
from compiler.tree import Span
from compiler.visible import HIDDEN, visible

_OPENING = re.compile(r'["#|]')
_MOST = 50


def report_hidden(text: str, file: str, diagnostics: Diagnostics, *, quoting: bool = False) -> None:
    """Warn of the first hidden character of each line of ``text``.

    ``quoting``: what stands behind a bar is compared with the official text, word by word,
    which vouches for it. Outside of quotes, strings and comments of a law file, the
    language has no such character; that is reported as a mistake.
    """
    reported = 0
    for number, line in enumerate(text.split("\n"), start=1):
        start = 0
        if file.endswith(".law"):
            opening = _OPENING.search(line)
            if opening is None or (quoting and opening[0] == "|"):
                continue
            start = opening.start()
        found = HIDDEN.search(line.rstrip("\r"), start)
        if found is None:
            continue
        first, last = found.start() + 1, found.end() + 1
        span = Span(line=number, column=first, end_line=number, end_column=last)
        character = visible(found[0])
        diagnostics.add("hidden_character", file, span, severity="warning", character=character)
        reported += 1
        if reported == _MOST:
            return
