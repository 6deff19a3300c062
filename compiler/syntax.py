"""The parser that Lark builds from ``grammar.lark``: LALR, strict, kept between runs.

Building the tables takes half a second, so they are kept in the user's cache
folder; where that cannot be written they are simply built again.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Literal

from lark import Lark, Token
from platformdirs import user_cache_path

Start = Literal["law", "supplements", "properties", "cases", "amendment"]
STARTS: tuple[Start, ...] = ("law", "supplements", "properties", "cases", "amendment")


class _KeepLines:
    """Keeps what no rule of the grammar names and ``compiler.tokens`` needs.

    These are the ends of lines and what is no part of the language, which it reports.
    """

    always_accept = ("LINE", "OPEN_STRING", "STRANGE")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        return stream


@cache
def parser() -> Lark:
    """The one parser of the language, with a start symbol for each kind of file."""
    grammar = resources.files("compiler").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        lexer="basic",
        strict=True,
        postlex=_KeepLines(),
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=_cache_file() or False,
    )


@cache
def _word() -> re.Pattern[str]:
    found = next(one for one in parser().terminals if one.name == "WORD")
    return re.compile(found.pattern.to_regexp())


def is_word(text: str) -> bool:
    """Whether ``text`` is one word to the language, as a name or a keyword is."""
    return _word().fullmatch(text) is not None


def cache_folder() -> Path:
    """Where the tables are kept, if that can be written."""
    return user_cache_path("wortlaut")


def _cache_file() -> str | None:
    folder = cache_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / "writable"
        probe.touch()
    except OSError:
        return None
    return str(folder / "grammar.cache")
