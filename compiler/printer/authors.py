"""The words of an author: how a file says each keyword, and where it puts parentheses.

A keyword may have several wordings ("ein", "eine"), and parentheses may stand
where nothing asks for them. The tree keeps neither; a file that is printed
anew should keep both. The tokens of the file tell them, by place.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from lark import Token
from pydantic import PrivateAttr

from compiler import tree as t
from compiler.languages import Language, language
from compiler.tokens import terminal
from runtime.ruleset.model import Model

Place = tuple[tuple[int, int], tuple[int, int]]

_LAYOUT = ("_NL", "_INDENT", "_DEDENT")
# What stands before the parentheses of arguments or parameters.
_CALLED = (*("WORD", "_MAX", "_MIN", "_ABS", "_COUNT", "_SUM", "_SMALLEST", "_LARGEST", "_BEFORE"),)


class AuthorsWords(Language):
    """A language as one file uses it. Made by :func:`authors_words`."""

    _said: dict[tuple[Place, str], list[str]] = PrivateAttr(default_factory=dict)
    _grouped: set[Place] = PrivateAttr(default_factory=set)

    def said(self, name: str, node: Any, number: int) -> str | None:
        """The wording of the keyword ``name`` in ``node``, its ``number``-th there from 0."""
        token = terminal(name) if name in self.keywords else name
        found = self._said.get((_place(node.span), token), [])
        return found[number] if number < len(found) else None

    def in_parentheses(self, node: Any) -> bool:
        """Whether the author put ``node`` in parentheses."""
        return _place(node.span) in self._grouped


def authors_words(tree: Model, tokens: Sequence[Token], code: str) -> AuthorsWords:
    """The words of the file that ``tree`` and ``tokens`` were made from, in language ``code``."""
    words = AuthorsWords(**language(code).model_dump())
    written = [token for token in tokens if token.type not in _LAYOUT]
    words._grouped.update(_groups(written))
    # Outer nodes come first, so the last open one is the innermost around a token.
    waiting = sorted(set(_places(tree)), key=lambda place: (place[0], _negative(place[1])))
    waiting.reverse()
    around: list[Place] = []
    for token in written:
        start, end = _bounds(token)
        while waiting and waiting[-1][0] <= start:
            around.append(waiting.pop())
        while around and around[-1][1] < end:
            around.pop()
        if around and token.type not in ("WORD", "TEXT", "STRING", "INT"):
            words._said.setdefault((around[-1], token.type), []).append(str(token))
    return words


def _negative(end: tuple[int, int]) -> tuple[int, int]:
    return (-end[0], -end[1])


def _place(span: t.Span) -> Place:
    return (span.line, span.column), (span.end_line, span.end_column)


def _bounds(token: Token) -> Place:
    start = (token.line or 1, token.column or 1)
    return start, (token.end_line or start[0], token.end_column or start[1])


def _places(tree: Any) -> Iterator[Place]:
    """The places of all nodes; those of single names and texts have no keywords in them."""
    if isinstance(tree, tuple):
        for part in tree:
            yield from _places(part)
    elif isinstance(tree, Model) and not isinstance(tree, (t.Name, t.TextLine, t.Span)):
        span = getattr(tree, "span", None)
        if span is not None:
            yield _place(span)
        for name in type(tree).model_fields:
            yield from _places(getattr(tree, name))


def _groups(tokens: Sequence[Token]) -> Iterator[Place]:
    """What stands in parentheses that belong to no name."""
    opened: list[int] = []
    for position, token in enumerate(tokens):
        if token.type == "LPAR":
            opened.append(position)
        elif token.type == "RPAR" and opened:
            first = opened.pop()
            called = first > 0 and tokens[first - 1].type in _CALLED
            if not called and position - first > 1:
                yield _bounds(tokens[first + 1])[0], _bounds(tokens[position - 1])[1]
