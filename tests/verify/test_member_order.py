"""Which sets' members a law compares in their order: those are not alike, names or none."""

from pathlib import Path

import pytest

from tests.verify.english import law_folder
from verify.member_order import ordered_anywhere

KINDS = {"set": "member plot", "state": "points holder", "definition": "asked", "flow": "start"}
LAW = """
law Plots | Rules
Art. 1
  | Members hold plots and have points; one of them is asked.
  set member: 2 to 3
  set plot: 2
  state points(member): 0..9
  state holder(plot): member or none
  define asked(m: member) := {asked}
  flow start:
    in turn every member m:
      {step}
"""
PROPERTY = 'property few "Not many."\n  never count(plot p with holder(p) is set) > 2'


@pytest.mark.parametrize(
    ("asked", "step", "ordered"),
    [
        ("count(member n with points(n) < points(m)) / count(member n)", "points(m) := 1", set()),
        ("count(member n with n < m)", "points(m) := 1", {"member"}),
        ("yes", "if some plot p with m <= holder(p):\n        points(m) := 1", {"member"}),
        ("yes", "m chooses p from plot with no plot q with q < p\n      holder(p) := m", {"plot"}),
        ("all plot p with largest points(m), then smallest p", "points(m) := 1", {"plot"}),
    ],
)
def test_the_sets_whose_members_are_compared(
    tmp_path: Path, asked: str, step: str, ordered: set[str]
) -> None:
    law = law_folder(tmp_path, LAW.format(asked=asked, step=step), KINDS, PROPERTY)
    assert ordered_anywhere(law.rules("en")) == ordered
