"""What is told in lines on a terminal, as HTML: the same words, the same emphasis."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any

from markupsafe import Markup, escape
from rich.text import Span, Text

from runtime.state import Layout, Store
from wortlaut.render.board import Moment
from wortlaut.render.names import Names
from wortlaut.report.board import drawn
from wortlaut.report.tallies import tallied
from wortlaut.report.twins import Twins

_TWO = 2
"""Spaces of one step of indentation."""

_DEEPEST = 4

_FIRST, _FOLDED, _LAST = 12, 12, 16
"""More than ``_FOLDED`` lines between the first and the last ones are folded."""

_RULE = "─"
"""What stands on both sides of a heading on a terminal."""


class Prose:
    """Takes lines, with markup or styled, and boards; gives them back as HTML."""

    def __init__(self, name: str, say: Mapping[str, str], twins: Twins) -> None:
        """``name``: what the ids of drawings begin with, so that no two are alike."""
        self._twins = twins
        self._name = name
        self._say = say
        self._parts: list[Markup] = []
        self._boards = 0

    def print(self, *objects: Any, style: str | None = None, soft_wrap: bool | None = None) -> None:
        """A line, with markup where it is a string."""
        for one in objects:
            text = one.copy() if isinstance(one, Text) else Text.from_markup(str(one), emoji=False)
            if style is not None:
                text.stylize(style)
            self.write(text)

    def write(self, text: Text) -> None:
        """A line; of several lines in one, each."""
        for line in text.split("\n"):
            if line.plain.strip():
                self._parts.append(_line(line))

    def draw(self, layout: Layout, store: Store, names: Names, moments: Sequence[Moment]) -> None:
        """A table of what was counted in what led here, and a board, with what is not on it."""
        self._boards += 1
        name = f"{self._name}-{self._boards}"
        tables = tallied(layout, moments, names, name, self._twins)
        self._parts += [part for part in (tables, drawn(layout, store, names, name)) if part]

    @property
    def html(self) -> Markup:
        """All of it; of many lines in a row those in the middle are folded."""
        parts: list[Markup] = []
        for is_line, group in groupby(self._parts, lambda part: part.startswith("<p")):
            lines = list(group)
            middle = lines[_FIRST:-_LAST]
            if is_line and len(middle) > _FOLDED:
                more = self._say["report_more_lines"].format(number=len(middle))
                folded = Markup("<details><summary>{}</summary>\n{}\n</details>").format(
                    more, Markup("\n").join(middle)
                )
                lines[_FIRST:-_LAST] = [folded]
            parts += lines
        return Markup("\n").join(parts)


def _line(text: Text) -> Markup:
    indent = len(text.plain) - len(text.plain.lstrip(" "))
    text = text[indent:]
    if text.plain.startswith(_RULE):
        heading = text.plain.strip(_RULE + " ")
        return Markup('<p class="phase">{}</p>').format(heading)
    depth = min(indent // _TWO, _DEEPEST)
    cited = next((s.end for s in text.spans if s.style == "place" and s.start == 0), 0)
    # A citation that is filled up to a column stands beside what it is cited for.
    if cited and text.plain[:cited].endswith("  "):
        place, rest = text[:cited], text[cited:]
        place.rstrip()
        return Markup('<p class="step in{}">{}<span>{}</span></p>').format(
            depth, _styled(place), _styled(rest)
        )
    return Markup('<p class="in{}">{}</p>').format(depth, _styled(text))


def _styled(text: Text) -> Markup:
    return Markup("").join(_pieces(text))


def _pieces(text: Text) -> Iterator[Markup]:
    ends = {0, len(text.plain)}
    spans = [*text.spans]
    if text.style:
        spans.append(Span(0, len(text.plain), text.style))
    for span in spans:
        ends |= {max(0, span.start), min(span.end, len(text.plain))}
    cuts = sorted(ends)
    for start, end in pairwise(cuts):
        here = [str(s.style) for s in spans if s.start <= start and end <= s.end]
        names = " ".join(dict.fromkeys(word for style in here for word in style.split()))
        piece = escape(text.plain[start:end])
        yield Markup('<span class="{}">{}</span>').format(names, piece) if names else piece
