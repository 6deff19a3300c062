"""Coverage: what became of every sentence of the official text.

A sentence is ``encoded`` (entries stand under it), has ``no_rule`` (and the file
says why), or is ``open``. Titles and headings count as wording without a rule of
their own.
"""

from typing import Literal

from compiler import tree as t
from compiler.units import Place
from runtime.ruleset.model import Model

Status = Literal["encoded", "no_rule", "open"]


class CoveredSentence(Model):
    """One sentence: its paragraph, its number in it from 1, and what it became.

    ``entries`` names the kinds of the entries under it; ``reason`` is why it has none.
    """

    ref: str
    citation: str
    number: int
    text: str
    status: Status
    entries: tuple[str, ...]
    reason: str | None


def coverage(places: tuple[Place, ...]) -> tuple[CoveredSentence, ...]:
    """Every sentence of ``places``, in the order of the text."""
    found: list[CoveredSentence] = []
    for place in places:
        number = 0
        for passage in place.passages:
            reasons = [item.reason for item in passage.items if isinstance(item, t.NoRule)]
            entries = tuple(
                item.kind for item in passage.items if not isinstance(item, (t.NoRule, t.Foreign))
            )
            status: Status = "encoded" if entries else "no_rule" if reasons else "open"
            for sentence in passage.sentences:
                number += 1
                found.append(
                    CoveredSentence(
                        ref=place.ref,
                        citation=place.citation,
                        number=number,
                        text=sentence,
                        status=status,
                        entries=entries,
                        reason=reasons[0] if reasons and not entries else None,
                    )
                )
    return tuple(found)
