"""Where things stand in the source: spans, names, references, lines of wording."""

from runtime.ruleset.model import Model


class Span(Model):
    """A place in the source: lines and columns from 1, the end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class SpanIn(Span):
    """A place in another file than the one that the rest of a tree is from."""

    file: str


def file_of(span: Span | None, file: str) -> str:
    """The file that ``span`` is a place in: its own, or else ``file``."""
    return span.file if isinstance(span, SpanIn) else file


class Name(Model):
    text: str
    span: Span


class Reference(Model):
    """A place in the law, as pairs of unit kind and label."""

    path: tuple[tuple[str, str], ...]
    span: Span


class TextLine(Model):
    """One line of official wording, without the bar."""

    text: str
    span: Span
