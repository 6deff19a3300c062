"""The own sentences of a unit, and the entries that belong to them."""

from dataclasses import dataclass

from compiler import tree as t
from compiler.amendments.places import Parts
from compiler.languages import Language
from compiler.sentences import sentences


@dataclass(frozen=True)
class Stretch:
    """Sentences of a unit that share their entries.

    ``at``: the positions in the unit's contents of their lines and entries. ``first`` is the
    number of the first sentence, from 1, ``count`` how many there are.
    """

    at: tuple[int, ...]
    first: int
    count: int
    encoded: bool

    @property
    def numbers(self) -> range:
        return range(self.first, self.first + self.count)


def stretches(contents: Parts, spoken: Language) -> tuple[Stretch, ...]:
    """The stretches of a unit's own text, in order."""
    found: list[Stretch] = []
    lines: list[str] = []
    at: list[int] = []
    encoded = False

    def close() -> None:
        count = len(sentences(" ".join(lines), spoken))
        first = found[-1].first + found[-1].count if found else 1
        if at:
            found.append(Stretch(tuple(at), first, count, encoded))

    for position, part in enumerate(contents):
        if isinstance(part, t.Unit):
            continue
        if isinstance(part, t.TextLine):
            if encoded:
                close()
                lines, at, encoded = [], [], False
            lines.append(part.text)
        else:
            encoded = True
        at.append(position)
    close()
    return tuple(found)
