"""Comments of a law file: found between its tokens, and put back into the file printed anew.

The printed file has the same logical lines as the one it was made from, so the
number of a line says where a comment belongs: above a line, behind it, or below
it, where it ends a block. A comment in the middle of a line that goes on comes
to stand above that line.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from lark import Token

_BLANK_BEFORE = re.compile(r"\n[ \t]*\r?\n[ \t]*$")
_BLANK_AFTER = re.compile(r"\r?\n[ \t]*\r?\n")
_NEAR = 1_000
"""Characters; no two ends of lines with nothing but blanks between them are further apart."""
_COMMENT = re.compile(r"#[^\r\n]*")
_LAYOUT = ("_NL", "_INDENT", "_DEDENT")


@dataclass(frozen=True)
class Comment:
    """A comment, and the number of the logical line, from 0, that it stands at.

    It is indented like the line ``like``. ``spaced_above``, ``spaced_below``: whether an
    empty line parts it from what is there.
    """

    text: str
    line: int
    place: Literal["above", "behind", "below"]
    like: int
    spaced_above: bool = False
    spaced_below: bool = False


@dataclass(frozen=True)
class _Line:
    """A logical line: its first and last line in the file, from 1, and its indentation."""

    first: int
    last: int
    indent: int


def _logical(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each logical line."""
    lines: list[list[Token]] = [[]]
    for token in tokens:
        if token.type not in _LAYOUT:
            lines[-1].append(token)
        elif token.type == "_NL" and lines[-1]:
            lines.append([])
    return [line for line in lines if line]


def _measured(tokens: Sequence[Token]) -> list[_Line]:
    return [
        _Line(line[0].line or 1, line[-1].end_line or 1, (line[0].column or 1) - 1)
        for line in _logical(tokens)
    ]


def comments_in(text: str, tokens: Sequence[Token]) -> tuple[Comment, ...]:
    """The comments of ``text``, whose tokens these are, in order."""
    lines = _measured(tokens)
    written = [(number, t) for number, line in enumerate(_logical(tokens)) for t in line]
    ends = [(-1, 0), *((number, token.end_pos or 0) for number, token in written)]
    starts = [(number, token.start_pos or 0) for number, token in written]
    starts.append((len(lines), len(text)))
    found: list[Comment] = []
    for (before, start), (after, end) in zip(ends, starts, strict=True):
        found += _between(text, start, end, before, after, lines)
    return tuple(found)


def _between(
    text: str, start: int, end: int, before: int, after: int, lines: list[_Line]
) -> Iterator[Comment]:
    """The comments between two tokens, of the lines ``before`` and ``after``."""
    above = False
    for match in _COMMENT.finditer(text, start, end):
        comment = Comment(match.group().rstrip(), after, "above", after)
        if before == after:
            yield comment
            continue
        margin = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if margin.strip():
            yield replace(comment, line=before, place="behind")
            continue
        indent = lines[after].indent if after < len(lines) else -1
        like = _owner(lines, before, len(margin.expandtabs(4)))
        # Below a line, it ends a block that what follows is not part of.
        above = above or before < 0 or lines[like].indent <= indent
        if not above:
            comment = replace(comment, line=before, place="below", like=like)
        yield replace(
            comment,
            spaced_above=_BLANK_BEFORE.search(text, match.start() - _NEAR, match.start())
            is not None,
            spaced_below=_BLANK_AFTER.match(text, match.end()) is not None,
        )


def _owner(lines: list[_Line], last: int, indent: int) -> int:
    """The line, among those up to ``last``, in whose block a comment indented so far stands."""
    return next((n for n in range(last, -1, -1) if lines[n].indent <= indent), last)


def with_comments(text: str, tokens: Sequence[Token], comments: Sequence[Comment]) -> str:
    """``text``, whose tokens these are, with ``comments`` at their lines."""
    printed = text.splitlines()
    lines = _measured(tokens)
    above: dict[int, list[str]] = {}
    below: dict[int, list[str]] = {}
    for comment in comments:
        if comment.line >= len(lines):
            continue
        line = lines[comment.line]
        if comment.place == "behind":
            printed[line.last - 1] += f"  {comment.text}"
            continue
        block = [""] if comment.spaced_above else []
        block += [" " * lines[comment.like].indent + comment.text]
        block += [""] if comment.spaced_below else []
        beside = above if comment.place == "above" else below
        beside.setdefault(line.first if beside is above else line.last, []).extend(block)
    found: list[str] = []
    for number, written in enumerate(printed, start=1):
        for one in (*above.get(number, ()), written, *below.get(number, ())):
            if one or (found and found[-1]):
                found.append(one)
    while found and not found[-1]:
        found.pop()
    return "\n".join(found) + "\n"
