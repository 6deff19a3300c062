"""A long phase of a witness is told without its middle; nothing else is left out."""

from rich.text import Text

from wortlaut.render.folding import folded
from wortlaut.render.words import words


def told(*lines: str) -> list[str]:
    return [one.plain for one in folded([Text(line) for line in lines], words("en"))]


def test_a_short_story_is_told_in_full() -> None:
    story = ["── one ──", *(f"step {n}" for n in range(32)), "", "── two ──", "step", ""]
    assert told(*story) == story


def test_each_long_phase_loses_its_middle() -> None:
    phase = [f"step {n}" for n in range(100)]
    story = told("── one ──", *phase, "", "── two ──", *phase, "", "  board")
    assert story.count("… 69 more steps") == 2
    assert story[:2] == ["── one ──", "step 0"]
    assert story[-3:] == ["step 99", "", "  board"]
