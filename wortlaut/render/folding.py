"""Long stories, told without the middle of a phase that goes on and on."""

from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

_BEGINNING, _END = 24, 8
"""How many lines of a long phase are told at its beginning and at its end."""

_PHASE = "── "
"""How the title of a phase begins."""


def folded(lines: Sequence[Text], say: Mapping[str, str]) -> Iterator[Text]:
    """``lines`` of a story, where a long phase has a line that says how much is left out."""
    part: list[Text] = []
    for line in lines:
        # A phase ends with an empty line, before the next one or before the board.
        if not line.plain.strip() or line.plain.startswith(_PHASE):
            yield from _folded(part, say)
            part = []
        part.append(line)
    yield from _folded(part, say)


def _folded(part: Sequence[Text], say: Mapping[str, str]) -> Iterator[Text]:
    left_out = len(part) - _BEGINNING - _END
    if left_out <= 1:
        yield from part
        return
    yield from part[:_BEGINNING]
    yield Text(say["consequence_left_out"].format(number=left_out), "quiet")
    yield from part[-_END:]
