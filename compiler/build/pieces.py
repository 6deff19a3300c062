"""Tokens to names, texts and places: what every builder needs."""

from typing import Any

from lark import Token
from lark.tree import Meta

from compiler import tree as t
from compiler.tokens import span_of

Children = list[Any]


def span(meta: Meta) -> t.Span:
    return t.Span(
        line=getattr(meta, "line", 1),
        column=getattr(meta, "column", 1),
        end_line=getattr(meta, "end_line", 1),
        end_column=getattr(meta, "end_column", 1),
    )


def name_of(token: Token) -> t.Name:
    return t.Name(text=str(token), span=span_of(token))


def optional_name(token: Token | None) -> t.Name | None:
    return None if token is None else name_of(token)


def string(token: Token) -> str:
    return str(token)[1:-1]


def text_line(token: Token) -> t.TextLine:
    return t.TextLine(text=str(token)[1:].strip(), span=span_of(token))
