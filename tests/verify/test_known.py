"""Invariants, and proofs that rest on them: of laws that keep them, and not of twins that do not."""

from pathlib import Path

import pytest

from compiler.law import Law
from runtime.ruleset.properties import Always, Never
from tests.verify.english import changed, law_folder
from verify.invariants.conjectures import Clause
from verify.known import prove_known
from verify.limits import Limit
from verify.obligation import Obligation
from verify.obligations.base import Bases
from verify.search import Budget
from verify.symbolic import Scope
from verify.verdicts import verify

LAW = """
law Talk | Rules of the talk
Art. 1
  | Two to five guests come.
  set guest: 2 to 5
  state listed(guest)
  state spoke(guest)
  state banned(guest)
  state stage: 0..3
Art. 2
  | Each guest may ask for a turn.
  flow asking:
    in turn every guest g:
      g may choose h from guest with h = g:
        listed(g) := yes
  define heard(g: guest) := listed(g)
Art. 3
  | Those who asked speak in turn.
  flow speeches:
    in turn every guest g with heard(g):
      roll w, x, y, z from 1..6
      spoke(g) := yes
Art. 4
  | Then there is a vote.
  flow talk:
    asking
    speeches
    stage := 1
    end finished
"""

KINDS = {
    "set": "guest",
    "state": "listed spoke banned stage",
    "definition": "heard",
    "flow": "asking speeches talk",
    "outcome": "finished",
}

SPOKE = "always stage = 1 implies every guest g satisfies spoke(g) = listed(g)"
TURNS = (
    "at every step: every guest g with spoke(g) and before(not spoke(g)) satisfies"
    " every guest h with heard(h) and h < g satisfies spoke(h)"
)
END = "at the end every guest g satisfies spoke(g) = listed(g)"
RARE = (
    "      spoke(g) := yes\n",
    "      spoke(g) := yes\n      if w = 6 and x = 6 and y = 6 and z = 6:\n"
    "        for each guest h: spoke(h) := false\n",
)
QUIET = Budget(nodes=2, questions=2)


def law(folder: Path, claim: str, *changes: tuple[str, str]) -> Law:
    return law_folder(folder, changed(LAW, changes), KINDS, f'property it "."\n  {claim}')


def verdict(folder: Path, claim: str, *changes: tuple[str, str], size: int = 3) -> Obligation:
    """The verdict where hardly any state can be walked through or searched."""
    made = law(folder, claim, *changes)
    rules, properties = made.rules("en"), made.properties("en")
    (found,) = verify(rules, properties, sizes=[{"guest": size}], budget=QUIET)
    return found


@pytest.mark.parametrize(("claim", "method"), [(SPOKE, "induction"), (TURNS, "induction")])
@pytest.mark.parametrize("size", [3, 5])
def test_it_is_proved_with_what_is_known_at_the_cuts(
    tmp_path: Path, claim: str, method: str, size: int
) -> None:
    found = verdict(tmp_path, claim, size=size)
    assert (found.verdict, found.method, found.vacuous) == ("proved", method, False)
    assert "Art. 3" in [str(one) for one in found.articles]


MANY = ("Two to five guests", "Two to nine guests"), ("2 to 5", "2 to 9")


@pytest.mark.parametrize("claim", [SPOKE, TURNS, END])
def test_among_many_it_is_proved_with_what_it_needs_among_few(tmp_path: Path, claim: str) -> None:
    found = verdict(tmp_path, claim, *MANY, size=9)
    assert (found.verdict, found.method, found.vacuous) == ("proved", "induction", False)


def test_what_is_needed_among_few_is_little_of_what_holds(tmp_path: Path) -> None:
    made = law(tmp_path, SPOKE, *MANY)
    rules, (item,) = made.rules("en"), made.properties("en")
    assert isinstance(item, Always)
    bases = Bases(Limit())
    known = bases.of(Scope(rules, {"guest": 3}), item.flow, definitions=True).invariants
    small, *_ = bases.each(
        Scope(rules, {"guest": 9}), item.flow, lambda base: prove_known(base, item, Limit())
    )
    needed = small.invariants
    assert 0 < sum(map(len, needed.facts.values())) < sum(map(len, known.facts.values())) / 2


def test_among_many_a_rare_step_is_not_proved_away_either(tmp_path: Path) -> None:
    assert verdict(tmp_path, SPOKE, *MANY, RARE, size=9).verdict != "proved"


def test_an_end_is_proved_with_what_is_known_at_the_cuts(tmp_path: Path) -> None:
    found = verdict(tmp_path, END)
    assert (found.verdict, found.vacuous) == ("proved", False)


@pytest.mark.parametrize("claim", [SPOKE, TURNS, END])
def test_a_rare_step_that_play_does_not_meet_is_never_proved_away(
    tmp_path: Path, claim: str
) -> None:
    assert verdict(tmp_path, claim, RARE).verdict != "proved"


def test_another_order_is_not_proved_in_turn(tmp_path: Path) -> None:
    changed = (
        "    in turn every guest g with heard(g):",
        "    in open order every guest g with heard(g):",
    )
    assert verdict(tmp_path, TURNS, changed).verdict != "proved"


def test_what_no_step_touches_is_still_vacuous(tmp_path: Path) -> None:
    made = law(tmp_path, "never some guest g with banned(g)")
    (item,) = made.properties("en")
    assert isinstance(item, Never)
    scope = Scope(made.rules("en"), {"guest": 3})
    for base in Bases(Limit()).each(scope, item.flow):
        proof = prove_known(base, item, Limit())
        assert (proof.verdict, proof.relevant) == ("proved", False)
        assert proof.empty


def test_what_cannot_hold_at_the_start_is_not_proved(tmp_path: Path) -> None:
    made = law(tmp_path, "always stage = 1")
    (item,) = made.properties("en")
    assert isinstance(item, Always)
    (base, *_) = Bases(Limit()).each(Scope(made.rules("en"), {"guest": 2}), item.flow)
    assert prove_known(base, item, Limit()).verdict == "failed"


def known(folder: Path, *changes: tuple[str, str], size: int = 3) -> set[str]:
    """The facts at the head of the speeches, each as text."""
    made = law(folder, SPOKE, *changes)
    base = Bases(Limit()).of(Scope(made.rules("en"), {"guest": size}), "talk")
    graph = base.graph
    (at,) = (at for at in base.cuts if getattr(graph.nodes[at], "flow", None) == "speeches")
    return {told(fact) for fact in base.invariants.facts[at] if isinstance(fact, Clause)}


def told(fact: Clause) -> str:
    words = []
    for atom, sign in fact.literals:
        states = [getattr(part, "state", getattr(part, "operator", "")) for part in [atom.expr]]
        word = states[0] if states[0] else "to come"
        words.append(word if sign else f"not {word}")
    return " or ".join(sorted(words))


def test_which_facts_are_found(tmp_path: Path) -> None:
    found = known(tmp_path)
    assert "listed or not spoke" in found
    assert "listed or not to come" in found
    assert "not spoke or not to come" in found
    assert "not listed or spoke or to come" in found


@pytest.mark.parametrize("size", [3, 4])
def test_a_rare_step_strikes_out_what_it_breaks_and_nothing_else(tmp_path: Path, size: int) -> None:
    found = known(tmp_path, RARE, size=size)
    assert "not listed or spoke or to come" not in found
    assert "listed or not spoke" in found
    assert "not spoke or not to come" in found


def test_a_fact_rests_on_what_sets_its_states(tmp_path: Path) -> None:
    made = law(tmp_path, SPOKE)
    base = Bases(Limit()).of(Scope(made.rules("en"), {"guest": 2}), "talk")
    assert sorted(base.refs("invariant: listed spoke")) == ["2", "3"]
    assert base.refs("4") == ("4",)


PICKED = """
law Picks | Rules of the picks
Art. 1
  | There are three to five lamps.
  set lamp: 3 to 5
  state lit(lamp)
  state stage: 0..3
Art. 2
  | Sometimes a lamp is lit.
  flow evening:
    roll w, x, y, z from 1..6
    if w = 6 and x = 6 and y = 6 and z = 6:
      for each lamp l with {which}: lit(l) := yes
    repeat until stage = 3:
      roll k from 0..3
      stage := k
    end dark
"""


@pytest.mark.parametrize(
    ("which", "all_dark"),
    [
        ("no lamp m with m > l", False),  # the last one: not the one that is looked at first
        ("some lamp m with lit(m)", True),  # none ever is
    ],
)
def test_what_holds_of_the_first_member_holds_of_all_only_where_they_are_alike(
    tmp_path: Path, which: str, all_dark: bool
) -> None:
    kinds = {"set": "lamp", "state": "lit stage", "flow": "evening", "outcome": "dark"}
    law = law_folder(
        tmp_path,
        PICKED.format(which=which),
        kinds,
        'property dark "All stays dark."\n  always no lamp l with lit(l)',
    )
    base = Bases(Limit()).of(Scope(law.rules("en"), {"lamp": 3}), "evening")
    facts = [one for facts in base.invariants.facts.values() for one in facts]
    of_each = [one for one in facts if isinstance(one, Clause) and one.set == "lamp"]
    assert any(len(one.literals) == 1 for one in of_each) == all_dark
