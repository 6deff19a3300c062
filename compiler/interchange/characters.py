"""Which characters of a law no XML file can hold, and where they stand."""

from collections.abc import Iterator

from compiler import tree as t
from compiler.interchange.markup import unwritable
from compiler.law import Version
from runtime.ruleset.model import Model


class Misfit(Model):
    """A character that cannot be exported, its number (``U+0007``) and its place in the file."""

    file: str
    span: t.Span
    character: str


def misfits(version: Version) -> Iterator[Misfit]:
    """The first such character of each line of text, in the order of the text."""
    for line in _lines(version.tree):
        position = unwritable(line.text)
        if position is not None:
            # The bar and the blanks after it stand before the text in the source line.
            column = line.span.end_column - len(line.text) + position
            place = {"column": column, "end_column": column + 1}
            yield Misfit(
                file=version.source.law_file,
                span=line.span.model_copy(update=place),
                character=f"U+{ord(line.text[position]):04X}",
            )


def _lines(law: t.LawFile) -> Iterator[t.TextLine]:
    yield law.title
    yield from (part for part in law.preamble if isinstance(part, t.TextLine))
    for section in law.body:
        if isinstance(section, t.Title):
            yield section.text
        else:
            yield from _of_unit(section)


def _of_unit(unit: t.Unit) -> Iterator[t.TextLine]:
    if unit.heading is not None:
        yield unit.heading
    for part in unit.contents:
        if isinstance(part, t.TextLine):
            yield part
        elif isinstance(part, t.Unit):
            yield from _of_unit(part)
