"""What is given before any step: by the kinds of value (such a proof is empty), or by definitions."""

from pathlib import Path

import pytest

from tests.verify.english import law_folder
from verify.obligation import Obligation
from verify.verdicts import verify

LAW = """
law Mini | Rules of points
Art. 1
  | There are two members. Each waits for up to four rounds.
  set member: 2
  state waited(member): 0..4
  flow order:
    {rounds}
    end lapsed
Art. 2
  | A round is a point, three points at most.
  define points(m: member) := {points}
"""
ROUNDS = """repeat 4 times:
      for each member m: waited(m) := min(waited(m) + 1, 4)"""
ONCE = "for each member m: waited(m) := min(waited(m) + 1, 4)"
KINDS = {
    "set": "member",
    "state": "waited",
    "flow": "order",
    "definition": "points",
    "outcome": "lapsed",
}


def found(
    folder: Path, claim: str, rounds: str = ROUNDS, points: str = "min(waited(m), 3)"
) -> Obligation:
    text = LAW.format(rounds=rounds, points=points)
    law = law_folder(folder, text, KINDS, f'property p "It is so."\n  {claim}')
    (one,) = verify(law.rules("en"), law.properties("en"))
    return one


def test_what_a_definition_gives_rests_on_it_and_is_not_empty(tmp_path: Path) -> None:
    one = found(tmp_path, "always every member m satisfies points(m) <= 3")
    assert (one.verdict, one.vacuous, one.articles) == ("proved", False, ("Art. 2",))


def test_what_another_definition_would_not_give_is_refuted(tmp_path: Path) -> None:
    claim = "always every member m satisfies points(m) <= 3"
    assert found(tmp_path, claim, points="waited(m)").verdict == "refuted"


def test_what_the_declared_range_gives_is_empty(tmp_path: Path) -> None:
    one = found(tmp_path, "always every member m satisfies waited(m) <= 4")
    assert (one.verdict, one.vacuous) == ("proved", True)
    assert "declared kinds" in one.detail


@pytest.mark.parametrize(("rounds", "empty"), [(ROUNDS, False), (ONCE, True)])
def test_that_every_run_ends_says_something_where_there_are_loops(
    tmp_path: Path, rounds: str, empty: bool
) -> None:
    one = found(tmp_path, "eventually yes", rounds)
    assert (one.verdict, one.vacuous) == ("proved", empty)
    assert empty or one.articles == ("Art. 1",)
