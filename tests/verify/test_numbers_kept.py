"""Numbers that keep below others, or within less than their range, are found without being told."""

from pathlib import Path

from tests.verify.asked import BUDGET, LIMIT
from tests.verify.english import law_folder
from verify.obligations.base import Base
from verify.obligations.holes import holes
from verify.symbolic import Scope

LAW = """
law Moorings | Rules on moorings
Art. 1
  | Nobody offers more than they have. A mooring is held for two years.
  set member: 2
  state points(member): 0..90 initially 40
  state offer(member): 0..90
  state age(member): 0..3
  flow selling:
    repeat:
      for each member m: age(m) := age(m) + 1
      for each member m with age(m) = 2: age(m) := 0
      in turn every member m:
        m chooses n from 0..90 with n <= points(m)
        offer(m) := n
      open choice w from member
      points(w) := points(w) - offer(w)
"""
KINDS = {"set": "member", "state": "points offer age", "flow": "selling"}


def test_no_value_leaves_its_range(tmp_path: Path) -> None:
    promise = 'property it "."\n  always count(member m) = 2'
    rules = law_folder(tmp_path, LAW, KINDS, promise).rules("en")
    base = Base(Scope(rules, {"member": 2}), "selling", LIMIT)
    found = [one for one in holes(base, LIMIT, BUDGET) if one.kind == "range"]
    assert {(one.verdict, one.method) for one in found} == {("proved", "induction")}
