"""What a supplement decides carries its id, and one for a stated gap prevails over it."""

from pathlib import Path
from typing import Any

from compiler.diagnostics import Diagnostic
from compiler.law import Law, load
from runtime.interpreter import Advance, Game
from runtime.trace import trace

TEXT = """\
Rules of the kiosk
Art. 1 Guests
There are two guests, who are served.
Art. 2 Day
1.
A guest is served, and a die is thrown; it is told if the prize is high.
2.
Each guest is served.
Art. 3 Prize
From five on the prize is two, up to three it is one.
Art. 4 Low
Up to two is low. A one leaves nothing.
Art. 5 Even
Two and six are even.
Art. 6 Others
The others are middle.
"""
LAW = """\
law Kiosk | Rules of the kiosk
Art. 1 | Guests
  | There are two guests, who are served.
  set guest: 2
  state served(guest)
Art. 2 | Day
  para. 1
    | A guest is served, and a die is thrown; it is told if the prize is high.
    flow day:
      every_guest
      roll d from 1..6
      shown := d
      if prize = 2:
        announce "high"
      decide closing
    state shown: 0..6
  para. 2
    | Each guest is served.
    flow every_guest:
      in open order every guest g:
        served(g) := yes
Art. 3 | Prize
  | From five on the prize is two, up to three it is one.
  define prize: 0..2 when shown >= 5 := 2
  define prize: 0..2 when shown <= 3 := 1
Art. 4 | Low
  | Up to two is low. A one leaves nothing.
  rule in decision closing when shown <= 2:
    if shown = 1:
      gap nothing_left "nobody says what then holds"
    end low
Art. 5 | Even
  | Two and six are even.
  rule in decision closing when shown = 2 or shown = 6:
    end even
Art. 6 | Others
  | The others are middle.
  rule in decision closing when shown >= 3 and shown <= 5:
    end middle
"""

SETTLES = """supplement even_first "Even is special."
  fills conflict of Art. 4, Art. 5: Art. 5 prevails
"""
FOUR = """supplement four "A four is somewhere between."
  fills gap prize:
    define prize: 0..2 when shown = 4 := 2
"""
ONE = """supplement one "Something has to hold."
  fills gap nothing_left:
    rule in decision closing when shown = 1:
      end middle
"""
ORDER = """supplement one_by_one "Somebody has to be first."
  fills order of {}: in turn
"""
KINDS = {
    "set": ("guest",),
    "state": ("served", "shown"),
    "flow": ("day", "every_guest"),
    "definition": ("prize",),
    "decision": ("closing",),
    "outcome": ("low", "even", "middle"),
    "gap": ("nothing_left",),
}


def kiosk(folder: Path, *supplements: str) -> tuple[Law | None, tuple[Diagnostic, ...]]:
    """The law with ``supplements``."""
    concepts = [f'[{one}]\nkind = "{kind}"\n' for kind, ids in KINDS.items() for one in ids]
    files = {
        "en.law": LAW,
        "en.txt": TEXT,
        "glossary.toml": "".join(concepts),
        "supplements.law": "\n".join(["supplements Kiosk", *supplements]),
    }
    for name, text in files.items():
        folder.joinpath(name).write_text(text, "utf-8")
    return load(str(folder))


def thrown(folder: Path, shown: int, *supplements: str) -> tuple[Advance, list[dict[str, Any]]]:
    """Play with ``shown`` on the die, guests served in turn: the end, and the steps."""
    law, diagnostics = kiosk(folder, ORDER.format("Art. 2 para. 2"), *supplements)
    assert law is not None
    assert diagnostics == ()
    rules = law.rules("en")
    game = Game(rules, "day")
    reached = game.apply(game.initial().state, shown)
    assert reached.state.ending is not None
    return reached, [one.model_dump() for one in trace(rules, reached.steps)]


def end(reached: Advance) -> tuple[str, str | None]:
    assert reached.state.ending is not None
    return reached.state.ending.kind, reached.state.ending.outcome


def test_a_conflict_that_a_supplement_settles_names_it(tmp_path: Path) -> None:
    reached, steps = thrown(tmp_path, 2, SETTLES)
    assert end(reached) == ("end", "even")
    assert [(one["ref"], one["supplement"]) for one in steps if one["step"] == "applied"] == [
        ("5", "even_first")
    ]


def test_what_the_text_decides_itself_names_no_supplement(tmp_path: Path) -> None:
    reached, steps = thrown(tmp_path, 6, SETTLES, FOUR)
    assert end(reached) == ("end", "even")
    assert {one["supplement"] for one in steps} == {None}


def test_without_the_supplement_there_is_a_conflict(tmp_path: Path) -> None:
    reached, _ = thrown(tmp_path, 2)
    assert end(reached) == ("conflict", None)


def test_a_case_of_a_supplement_is_told_by_the_step_that_relies_on_it(tmp_path: Path) -> None:
    reached, steps = thrown(tmp_path, 4, FOUR)
    assert end(reached) == ("end", "middle")
    assert [one["supplement"] for one in steps if one["step"] == "announced"] == ["four"]
    assert [step.relied for step in reached.steps if step.relied] == [("four",)]


def test_a_supplement_for_a_stated_gap_prevails_over_it(tmp_path: Path) -> None:
    reached, steps = thrown(tmp_path, 1, ONE)
    assert end(reached) == ("end", "middle")
    assert [one["supplement"] for one in steps if one["step"] == "applied"] == ["one"]
    assert thrown(tmp_path, 1)[0].state.ending.gap == "nothing_left"  # type: ignore[union-attr]


def test_a_conflict_that_a_supplement_makes_names_it(tmp_path: Path) -> None:
    reached, _ = thrown(tmp_path, 5, ONE.replace("shown = 1", "shown = 5"))
    assert end(reached) == ("conflict", None)
    ending = reached.state.ending
    assert ending is not None
    assert ending.detail == "2 rules apply at the decision closing (supplement one)"


def test_an_article_is_too_wide_a_place_for_an_order(tmp_path: Path) -> None:
    _, diagnostics = kiosk(tmp_path, ORDER.format("Art. 2"))
    assert [(one.code, one.suggestion) for one in diagnostics] == [
        ("supplement_fills_nothing", "Art. 2 para. 2")
    ]
