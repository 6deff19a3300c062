"""Names and texts of a law as Python: nothing of them can become code by accident.

A name becomes an identifier of lower-case ASCII letters, digits and underscores
that is no keyword and nothing that the engine uses otherwise; a text becomes a
string literal, a docstring or a comment in which everything that could end it or
cannot be seen is escaped.
"""

import builtins
import keyword
import re
import textwrap
import unicodedata
from collections.abc import Iterable

from compiler.engine.layout import WIDTH

_QUOTES = '"""'

_SPELT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "œ": "oe"})


def identifier(name: str) -> str:
    """``name`` in snake case; not yet unique, perhaps a keyword."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name)
    spelt = unicodedata.normalize("NFC", spaced).lower().translate(_SPELT)
    plain = unicodedata.normalize("NFKD", spelt).encode("ascii", "ignore").decode()
    found = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return found if found and not found[0].isdigit() else f"x{found and '_'}{found}"


def class_name(name: str) -> str:
    """``name`` in the form of a class."""
    return "".join(part.capitalize() for part in identifier(name).split("_"))


class Names:
    """Gives every name an identifier of its own, the same for the same key.

    ``taken``: what cannot be had.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {*keyword.kwlist, *keyword.softkwlist, *dir(builtins), *taken}
        self._given: dict[object, str] = {}

    def free(self, name: str) -> bool:
        """Whether nothing is called ``name`` yet."""
        return name not in self._taken

    def given(self, key: object, wanted: str | None = None) -> str:
        """The identifier of ``key``, made of ``wanted`` (or of ``key``, a name) at first."""
        if key not in self._given:
            base = identifier(str(key) if wanted is None else wanted)
            self._given[key] = self.take(base)
        return self._given[key]

    def take(self, base: str) -> str:
        """``base``, or with the first number that makes it free; it is taken then."""
        name, number = base, 1
        while not self.free(name):
            number += 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name


def literal(text: str | None) -> str:
    """A string literal (or None) with double quotes unless these need more escapes."""
    if text is None:
        return "None"
    body = "".join(_escaped(one) for one in text)
    if text.count('"') > text.count("'"):
        return "'" + body.replace("'", "\\'") + "'"
    return '"' + body.replace('"', '\\"') + '"'


def number(value: int) -> str:
    """A whole number; a huge one in hexadecimal digits, of which there may be any number."""
    return str(value) if value.bit_length() <= 64 else f"{'-' * (value < 0)}0x{abs(value):X}"


def _escaped(character: str) -> str:
    if character == "\\":
        return "\\\\"
    return character if character.isprintable() else repr(character)[1:-1]


def _safe(text: str) -> str:
    """``text`` in one line, with single blanks, and nothing that cannot be seen."""
    return "".join(_escaped(one) for one in " ".join(text.split()))


def comment(text: str, indent: int = 0) -> list[str]:
    """A comment of one line, cut where it would be too long."""
    width = WIDTH - indent - 2
    safe = _safe(text)
    return [" " * indent + "# " + (safe if len(safe) <= width else safe[: width - 3] + "...")]


def docstring(paragraphs: Iterable[str], indent: int = 4) -> list[str]:
    """The lines of a docstring: a heading, then paragraphs, each wrapped."""
    pad = " " * indent
    head, *rest = [_within(one) for one in paragraphs if one.strip()] or ["."]
    one_line = f"{pad}{_QUOTES}{head}{_QUOTES}"
    if not rest and len(one_line) <= WIDTH and not head.endswith(("\\", '"')):
        return [one_line]
    lines: list[str] = []
    for paragraph in (head, *rest):
        if lines:
            lines.append("")
        first = len(_QUOTES) if not lines else 0
        wrapped = textwrap.wrap(
            " " * first + paragraph if first else paragraph,
            WIDTH - indent,
            break_long_words=False,
            break_on_hyphens=False,
            drop_whitespace=True,
        )
        lines += wrapped
    lines[0] = _QUOTES + lines[0].lstrip()
    return [*(pad + line if line else "" for line in lines), pad + _QUOTES]


def _within(text: str) -> str:
    """``text`` for a docstring: no quotes in it can end it."""
    return _safe(text).replace(_QUOTES, '\\"\\"\\"')
