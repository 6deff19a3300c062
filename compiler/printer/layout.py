"""Lines of bounded width: where a line gets too long, and where it may be broken.

A document is a word, a place to break, or a group of documents. A group stands
on one line if it fits there; otherwise every break of its own becomes the end
of a line, and the groups in it are looked at one by one.
"""

from dataclasses import dataclass
from typing import TypeAlias

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Break:
    """A place where a line may end; ``flat`` is what stands there if it does not.

    With ``fill``, the line ends here only if what comes up to the next break is too long for it.
    """

    flat: str = " "
    fill: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Documents that are broken together; broken, they hang ``hang`` columns further in."""

    parts: "tuple[Document, ...]"
    hang: int = 0


Document: TypeAlias = str | Break | Group

SPACE = Break()
FILL = Break(fill=True)
EDGE = Break("")


def group(*parts: Document, hang: int = 0) -> Group:
    """``parts`` as one group."""
    return Group(parts, hang)


def joined(parts: list[Document], *between: Document) -> list[Document]:
    """``parts`` with ``between`` between each two of them."""
    found: list[Document] = []
    for part in parts:
        if found:
            found.extend(between)
        found.append(part)
    return found


def lay_out(document: Document, indent: int = 0, width: int = WIDTH) -> str:
    """``document`` as text whose first line begins at column ``indent`` (from 0).

    Lines end at ``width`` columns where the document's breaks allow it.
    """
    written = [" " * indent]
    column = indent
    waiting: list[tuple[int, bool, Document]] = [(indent, False, document)]
    while waiting:
        margin, flat, part = waiting.pop()
        if isinstance(part, Group):
            flat = flat or column + flat_width(part) + _tail_width(waiting) <= width
            inner = margin if flat else margin + part.hang
            waiting.extend((inner, flat, inside) for inside in reversed(part.parts))
        elif isinstance(part, Break) and not (flat or _has_room(part, waiting, width - column)):
            written.append("\n" + " " * margin)
            column = margin
        else:
            text = part.flat if isinstance(part, Break) else part
            written.append(text)
            column += len(text)
    return "".join(written)


def _has_room(part: Break, waiting: "list[tuple[int, bool, Document]]", room: int) -> bool:
    """Whether the line goes on at ``part``, as what comes before the next break has ``room``."""
    if not part.fill:
        return False
    needed = len(part.flat)
    for _, _, following in reversed(waiting):
        if isinstance(following, Break):
            break
        needed += flat_width(following)
    return needed <= room


def flat_width(document: Document) -> int:
    """The width of ``document`` on one line."""
    if isinstance(document, Group):
        return sum(flat_width(part) for part in document.parts)
    return len(document.flat if isinstance(document, Break) else document)


def _tail_width(waiting: list[tuple[int, bool, Document]]) -> int:
    """The width of what must follow on the same line, up to the next place that will be broken."""
    width = 0
    for _, flat, part in reversed(waiting):
        if not flat and isinstance(part, (Break, Group)):
            return width + (_head_width(part) if isinstance(part, Group) else 0)
        width += flat_width(part)
    return width


def _head_width(document: Document) -> int:
    """The width up to the first place in ``document`` that could be broken."""
    width = 0
    pending = [document]
    while pending:
        part = pending.pop()
        if isinstance(part, Break):
            return width
        if isinstance(part, Group):
            pending.extend(reversed(part.parts))
        else:
            width += len(part)
    return width
