"""Games that take choices back come where games that break off early do not."""

from pathlib import Path

from runtime.interpreter import Game
from tests.verify.english import law_folder
from verify.reach.goals import Ends
from verify.reach.met import Watch
from verify.reach.play import played, stubborn

LAW = """
law Climb | Rules of climbing
Art. 1
  | In each of twelve rounds three of four holds break.
  set hold: 4
  state height: 0..11
  role climber
  flow climbing:
    repeat 12 times:
      climber chooses h from hold
      if some hold k with k > h:
        end fallen
      height := height + 1
"""
KINDS = {"set": "hold", "state": "height", "role": "climber", "flow": "climbing"}


def test_a_long_way_that_most_choices_break_off(tmp_path: Path) -> None:
    promise = 'property it "."\n  always height >= 0'
    rules = law_folder(tmp_path, LAW, {**KINDS, "outcome": "fallen"}, promise).rules("en")
    game = Game(rules, "climbing", {"hold": 4}, {})
    watch = Watch(game, Ends("range"))
    assert played(watch, {}, 0, range(40), 2_000).choices is None
    assert stubborn(watch, {}, 0, range(40), 2_000).choices == (3,) * 12
