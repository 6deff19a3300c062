"""The canonical layout of a law file: other line breaks and blanks, the same meaning.

Receives the text of a file; hands on the text as the printer lays it out, in the
author's own wording of keywords, with its parentheses and its comments. What is
handed on has been read again: it has the same tree, but for places, and the same
comments.
"""

from collections.abc import Callable
from typing import Any

from lark import Token

from compiler import tree as t
from compiler.comments import comments_in, with_comments
from compiler.diagnostics import Diagnostics
from compiler.languages import Language
from compiler.parse import parse
from compiler.printer import (
    print_amendment,
    print_cases,
    print_law,
    print_properties,
    print_supplements,
)
from compiler.printer.authors import authors_words
from compiler.syntax import STARTS, Start
from compiler.tokens import tokenize
from runtime.ruleset.model import Model

_PRINTERS: dict[Start, Callable[[Any, str | Language], str]] = {
    "law": print_law,
    "supplements": print_supplements,
    "properties": print_properties,
    "cases": print_cases,
    "amendment": print_amendment,
}


class NotKept(Exception):
    """The file would lose something that its author wrote: its meaning or a comment."""


def formatted(text: str, code: str, file: str, diagnostics: Diagnostics) -> str | None:
    """``text`` in the canonical layout; None where it has mistakes, which are reported.

    ``code`` is the language of its keywords, ``file`` its path for messages.
    Raises ``NotKept``.
    """
    tokens = tokenize(text, code, file, diagnostics)
    start = _start(tokens)
    tree = parse(text, start, code, file, diagnostics)
    if tree is None or diagnostics.errors:
        return None
    comments = comments_in(text, tokens)
    bare = _PRINTERS[start](tree, authors_words(tree, tokens, code))
    printed = with_comments(bare, tokenize(bare, code, file, Diagnostics()), comments)
    again = Diagnostics()
    tree_again = parse(printed, start, code, file, again)
    if again.sorted() or not same_but_for_places(tree, tree_again):
        raise NotKept
    kept = comments_in(printed, tokenize(printed, code, file, again))
    if [one.text for one in kept] != [one.text for one in comments]:
        raise NotKept
    return printed


def _start(tokens: list[Token]) -> Start:
    """What kind of file this is: its first word says so."""
    first = tokens[0].type.removeprefix("_").lower() if tokens else ""
    return next((start for start in STARTS if start == first), "law")


def same_but_for_places(one: Any, other: Any) -> bool:
    """Whether two trees differ in nothing but where they stand in their files."""
    if isinstance(one, t.Span):
        return isinstance(other, t.Span)
    if isinstance(one, tuple):
        return (
            isinstance(other, tuple)
            and len(one) == len(other)
            and all(map(same_but_for_places, one, other))
        )
    if isinstance(one, Model):
        return type(one) is type(other) and all(
            same_but_for_places(getattr(one, name), getattr(other, name))
            for name in type(one).model_fields
        )
    return bool(one == other)
