"""Pairs of different values: of a set, or of whatever an expression gives."""

from pathlib import Path

from compiler.law import load_sound
from runtime.interpreter import Game

LAW = """law Pairs | Pairs
Art. 1
  | Three of the five sit on the board. Pairs of them are counted.
  set member: 5
  state seated(member)
  state counted: 0..99
  define board := all member m with seated(m)
  flow day:
    for each member m with not every member n satisfies m <= n: seated(m) := yes
    counted := count(two distinct a, b from board with a < b) + count(two distinct a, b from 1..3)
    if two distinct a, b from board with a < b:
      end met
"""
GLOSSARY = {
    "member": "set",
    "seated": "state",
    "counted": "state",
    "board": "definition",
    "day": "flow",
    "met": "outcome",
}


def test_pairs_of_the_values_of_an_expression(tmp_path: Path) -> None:
    (tmp_path / "en.law").write_text(LAW, "utf-8")
    quoted = LAW.partition("| Three")[2].partition("\n")[0]
    (tmp_path / "en.txt").write_text(f"Pairs\nArt. 1\nThree{quoted}\n", "utf-8")
    kinds = (f'[{name}]\nkind = "{kind}"\n' for name, kind in GLOSSARY.items())
    (tmp_path / "glossary.toml").write_text("".join(kinds), "utf-8")
    game = Game(load_sound(str(tmp_path)).rules("en"), "day")
    state = game.initial().state
    assert state.ending is not None
    assert state.ending.outcome == "met"
    assert game.layout.read(state.store, "counted") == 4 * 3 // 2 + 3 * 2
