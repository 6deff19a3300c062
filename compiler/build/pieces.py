"""Tokens to names, texts and places: what every builder needs."""

from typing import Any

from lark import Token
from lark.tree import Meta

from compiler import tree as t
from compiler.tokens import span_of

Children = list[Any]

_MOST_FIGURES = 18


def span(meta: Meta) -> t.Span:
    """Where what a rule matched stands."""
    return t.Span(
        line=getattr(meta, "line", 1),
        column=getattr(meta, "column", 1),
        end_line=getattr(meta, "end_line", 1),
        end_column=getattr(meta, "end_column", 1),
    )


def name_of(token: Token) -> t.Name:
    """A word with its place."""
    return t.Name(text=str(token), span=span_of(token))


def optional_name(token: Token | None) -> t.Name | None:
    """A word with its place, where there is one."""
    return None if token is None else name_of(token)


def number_or_name(token: Token | None) -> int | t.Name | None:
    """A number, or a word with its place."""
    if token is None or token.type != "INT":
        return optional_name(token)
    return number(token)


def number(token: Token) -> int:
    """A number; of one with very many figures, a number beyond every limit of later passes."""
    figures = str(token).lstrip("0") or "0"
    return int(figures) if len(figures) <= _MOST_FIGURES else 10**_MOST_FIGURES


def string(token: Token) -> str:
    """What stands between the quotation marks."""
    return str(token)[1:-1]


def text_line(token: Token) -> t.TextLine:
    """Official wording, without its bar."""
    return t.TextLine(text=str(token)[1:].strip(), span=span_of(token))
