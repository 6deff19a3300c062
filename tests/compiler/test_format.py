"""Laying out a law file changes neither its meaning nor its words, and keeps its comments."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from compiler.comments import comments_in
from compiler.diagnostics import Diagnostics
from compiler.format import formatted, same_but_for_places
from compiler.parse import parse
from compiler.tokens import tokenize

ROOT = Path(__file__).parents[2]
LAWS = sorted((ROOT / "spec").rglob("*.law"))


def laid_out(text: str, code: str = "en") -> str:
    found = formatted(text, code, "file", diagnostics := Diagnostics())
    assert diagnostics.sorted() == ()
    assert found is not None
    return found


def words_of(text: str, code: str) -> list[str]:
    """Every word of a file as it is written, layout apart."""
    tokens = tokenize(text, code, "file", Diagnostics())
    return [str(t).strip() for t in tokens if t.type not in ("_NL", "_INDENT", "_DEDENT")]


def code_of(path: Path) -> str:
    last = path.stem.rpartition(".")[2]
    return last if last in ("de", "fr") else "en"


@pytest.mark.parametrize("path", LAWS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_laws_of_the_package_keep_every_word(path: Path) -> None:
    text, code = path.read_text("utf-8"), code_of(path)
    again = laid_out(text, code)
    assert words_of(again, code) == words_of(text, code)
    assert laid_out(again, code) == again


ROUGH = """# licence

law Press | Statute # no comment
  # about the date
  | of 1 May # 2
  no rule "x"   # behind

# before
Art. 1 | Members
  para. 1
    | The press.\x20
    set member: 3 to 6     # how many

    # the crates
    define f(m: member)   # inside
      # own inside
      when (m = m)   := 1   # behind
    flow x:  # head
      if 1 ≠ 2: # c
        end a
        # end of if
      # end of flow
  # end of article
# top
Art. 2
  | x
   # odd
# last"""

SMOOTH = """# licence

law Press | Statute # no comment
  # about the date
  | of 1 May # 2
  no rule "x"  # behind

# before
Art. 1 | Members
  para. 1
    | The press.
    set member: 3 to 6  # how many

    # the crates
    # inside
    # own inside
    define f(m: member) when (m = m) := 1  # behind
    flow x:  # head
      if 1 ≠ 2:  # c
        end a
        # end of if
      # end of flow
  # end of article

# top
Art. 2
  | x
  # odd
# last
"""


def test_comments_and_parentheses_stay() -> None:
    assert laid_out(ROUGH) == SMOOTH
    assert laid_out(SMOOTH) == SMOOTH


def test_the_wording_of_keywords_stays() -> None:
    text = "gesetz L | t\n\nArt. 1\n  verboten: eine Katze k mit k = die Katze l\n"
    with pytest.raises(AssertionError):
        laid_out(text, "de")  # «die» picks a value: it needs parentheses
    text = (
        "gesetz L | t\n\nArt. 1\n"
        "  verboten: eine Katze k mit mag(k) ≥ 2 und jede Katze l erfüllt mag(l) gesetzt\n"
        "  begriff Erste := alle Katze k mit kleinster Höhe(k), dann grösster Höhe(k),\n"
        "    dann größter Höhe(k)\n"
        "  begriff Wahl: Katze oder keines := die Katze k mit k = k sonst nichts\n"
    )
    assert words_of(laid_out(text, "de"), "de") == words_of(text, "de")


def test_a_file_with_mistakes_is_not_laid_out() -> None:
    diagnostics = Diagnostics()
    assert formatted("law L | t\nArt. 1\n  set :\n", "en", "file", diagnostics) is None
    assert diagnostics.errors


_LINES = SMOOTH.splitlines()


@given(
    places=st.lists(
        st.tuples(st.integers(0, len(_LINES)), st.integers(0, 9), st.booleans()), max_size=6
    )
)
@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
def test_comments_anywhere_are_kept_once_and_for_all(places: list[tuple[int, int, bool]]) -> None:
    lines = list(_LINES)
    for number, (at, indent, empty) in enumerate(sorted(places, reverse=True)):
        lines[at:at] = ([""] if empty else []) + [" " * indent + f"# c{number}"]
    text = "\n".join(lines)
    again = laid_out(text)
    tree, other = (parse(one, "law", "en", "file", Diagnostics()) for one in (text, again))
    assert same_but_for_places(tree, other)
    found, kept = (
        [one.text for one in comments_in(t, tokenize(t, "en", "", Diagnostics()))]
        for t in (text, again)
    )
    assert kept == found
    assert laid_out(again) == again
