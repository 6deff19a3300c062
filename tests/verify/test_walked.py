"""Where few states can be entered, a walk through them decides what induction leaves open."""

from pathlib import Path

from tests.verify.asked import BUDGET, LIMIT
from tests.verify.english import changed, law_folder
from verify.obligation import Obligation
from verify.obligations.base import Base
from verify.obligations.holes import holes
from verify.obligations.unreachable import unreachable
from verify.symbolic import Scope
from verify.verdicts import verify

LAW = """
law Race | Rules of the race
Art. 1
  | Two runners sit down one after the other, then the jug is emptied.
  set runner: 2
  state seated(runner)
  state left: 0..3 initially 3
  role steward
  flow race:
    in turn every runner r:
      seated(r) := yes
    repeat until left = 0:
      steward chooses n from 0..3 with n <= left
      left := n
    end emptied
"""
KINDS = {
    "set": "runner",
    "state": "seated left",
    "role": "steward",
    "flow": "race",
    "outcome": "emptied",
}
NO_END = ("    end emptied\n", "    repeat:\n      steward chooses n from 0..3\n      left := n\n")


def verdict(folder: Path, claim: str, *changes: tuple[str, str]) -> Obligation:
    made = law_folder(folder, changed(LAW, changes), KINDS, f'property it "."\n  {claim}')
    (found,) = verify(made.rules("en"), made.properties("en"))
    return found


def test_a_run_that_need_not_end_refutes_what_every_run_should_meet(tmp_path: Path) -> None:
    found = verdict(tmp_path, "eventually left = 0")
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness["from_start"]


def test_every_run_must_end_even_if_it_has_met_it(tmp_path: Path) -> None:
    found = verdict(tmp_path, "eventually some runner r with seated(r)")
    assert (found.verdict, found.method) == ("refuted", "exhaustion")


def test_a_proof_about_ends_says_nothing_where_no_run_ends(tmp_path: Path) -> None:
    assert not verdict(tmp_path, "at the end left = 0").vacuous
    found = verdict(tmp_path, "at the end left = 1", NO_END)
    assert (found.verdict, found.vacuous) == ("proved", True)


PICKS = """
law Picks | Rules of picking
Art. 1
  | Each of three picks another one, and how many are picked is what decides.
  set player: 3
  state pick(player): player or none
  state picked: 0..3
  flow picking:
    in turn every player p:
      p chooses q from player with q != p
      pick(p) := q
    picked := count(player q with some player p with pick(p) = q)
    decide how
Art. 2
  | Two or three can be picked, and not one alone.
  rule in decision how when picked >= 2:
    end emptied
"""
PICKING = {
    "set": "player",
    "state": "pick picked",
    "flow": "picking",
    "decision": "how",
    "outcome": "emptied",
}


def test_what_no_state_has_is_impossible_and_a_gap_that_none_leads_to_is_none(
    tmp_path: Path,
) -> None:
    made = law_folder(tmp_path, PICKS, PICKING, 'property it "."\n  possible picked = 1')
    rules = made.rules("en")
    (found,) = verify(rules, made.properties("en"))
    assert (found.verdict, found.method) == ("refuted", "exhaustion")
    base = Base(Scope(rules, {"player": 3}), "picking", LIMIT)
    gaps = {one.id: one for one in holes(base, LIMIT, BUDGET) if one.kind == "gap"}
    assert {one.verdict for one in gaps.values()} == {"proved"}
    assert gaps["gap.1"].method == "exhaustion"


def test_what_no_walk_uses_can_never_apply(tmp_path: Path) -> None:
    one = (
        "Art. 2\n",
        "Art. 3\n  | One alone.\n  rule in decision how when picked = 1:\n    end one\nArt. 2\n",
    )
    kinds = {**PICKING, "outcome": "emptied one"}
    promise = 'property it "."\n  always picked >= 0'
    rules = law_folder(tmp_path, changed(PICKS, (one,)), kinds, promise).rules("en")
    scopes = [Scope(rules, {"player": 3})]
    found = {item.id: item for item in unreachable(scopes, ["picking"], LIMIT, BUDGET)}
    assert {id: one.verdict for id, one in found.items()} == {
        "unreachable.1": "proved",
        "unreachable.2": "proved",
        "unreachable.3": "refuted",
    }
    assert found["unreachable.3"].method == "exhaustion"
