"""The law as a list of places: each unit with its reference, its wording and its entries.

Receives the tree of one language version; hands on the units in the order of the
text, each with its short reference (``8.2``), its citation, its sentences and the
entries that stand under them. After this pass every entry knows its paragraph.
"""

from compiler import tree as t
from compiler.diagnostics import Diagnostics
from compiler.languages import Language, language
from compiler.sentences import sentences
from runtime.ruleset.model import Model

PREAMBLE = "0"


class Passage(Model):
    """Consecutive sentences and the entries that say what they mean."""

    ref: str
    lines: tuple[t.TextLine, ...]
    sentences: tuple[str, ...]
    items: tuple[t.ItemT, ...]


class Place(Model):
    """One unit of the law. ``path`` pairs unit kinds with labels, outermost first."""

    ref: str
    path: tuple[tuple[str, str], ...]
    citation: str
    heading: t.TextLine | None
    span: t.Span
    passages: tuple[Passage, ...]

    @property
    def text(self) -> str:
        return " ".join(sentence for passage in self.passages for sentence in passage.sentences)


def short(path: tuple[tuple[str, str], ...]) -> str:
    """The short reference of a place: its labels, joined by dots."""
    return ".".join(label for _, label in path)


def beside(citation: str, span: t.Span) -> Place:
    """The place of what stands in another file than the law, cited by its own name."""
    return Place(ref=PREAMBLE, path=(), citation=citation, heading=None, span=span, passages=())


def places(law: t.LawFile, code: str, file: str, diagnostics: Diagnostics) -> tuple[Place, ...]:
    """All units of ``law`` in the order of the text; the preamble comes first as ``0``."""
    spoken = language(code)
    found: dict[str, Place] = {}
    preamble = Place(
        ref=PREAMBLE,
        path=(),
        citation=law.name.text,
        heading=law.title,
        span=law.name.span,
        passages=_passages(law.preamble, PREAMBLE, spoken),
    )
    found[PREAMBLE] = preamble
    for part in law.body:
        if isinstance(part, t.Unit):
            _collect(part, (), spoken, file, diagnostics, found)
    return tuple(found.values())


def _collect(
    unit: t.Unit,
    above: tuple[tuple[str, str], ...],
    spoken: Language,
    file: str,
    diagnostics: Diagnostics,
    found: dict[str, Place],
) -> None:
    path = (*above, (unit.unit, unit.label))
    ref = short(path)
    own = tuple(part for part in unit.contents if not isinstance(part, t.Unit))
    if ref in found:
        diagnostics.add(
            "duplicate_unit", file, unit.span, heading=spoken.cite(path), unit=spoken.cite(path)
        )
    else:
        found[ref] = Place(
            ref=ref,
            path=path,
            citation=spoken.cite(path),
            heading=unit.heading,
            span=unit.span,
            passages=_passages(own, ref, spoken),
        )
    for part in unit.contents:
        if isinstance(part, t.Unit):
            _collect(part, path, spoken, file, diagnostics, found)


def _passages(
    contents: tuple[t.TextLine | t.ItemT, ...], ref: str, spoken: Language
) -> tuple[Passage, ...]:
    passages: list[Passage] = []
    lines: list[t.TextLine] = []
    items: list[t.ItemT] = []

    def close() -> None:
        if lines or items:
            text = " ".join(line.text for line in lines)
            passages.append(
                Passage(
                    ref=ref,
                    lines=tuple(lines),
                    sentences=sentences(text, spoken),
                    items=tuple(items),
                )
            )
        lines.clear()
        items.clear()

    for part in contents:
        if isinstance(part, t.TextLine):
            if items:
                close()
            lines.append(part)
        else:
            items.append(part)
    close()
    return tuple(passages)
