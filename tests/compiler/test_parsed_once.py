"""A text is parsed once, and what is wrong with it is said every time."""

from compiler.diagnostics import Diagnostics
from compiler.parse import parse

SOUND = "law Garden | The garden\nArt. 1\n  | There are plots.\n  set plot: 3\n"
WRONG = SOUND + "Art. 2\n  | There are more.\n  set set: 3\n"


def test_the_same_text_is_the_same_tree() -> None:
    first = parse(SOUND, "law", "en", "garden.law", Diagnostics())
    assert first is not None
    assert parse(SOUND, "law", "en", "garden.law", Diagnostics()) is first
    assert parse(SOUND, "law", "en", "other.law", Diagnostics()) is not first


def test_mistakes_are_reported_whoever_asks() -> None:
    found = [Diagnostics() for _ in range(2)]
    for one in found:
        parse(WRONG, "law", "en", "garden.law", one)
    assert found[0].sorted() == found[1].sorted() != ()
    assert found[0].lost("garden.law") == found[1].lost("garden.law")
