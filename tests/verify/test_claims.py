"""Claims about steps, ends, possibilities and readings: each proved of a law and refuted of a twin."""

from pathlib import Path

import pytest

from compiler.law import Law
from runtime.ruleset.properties import AtTheStepAfter, Property
from tests.verify.english import changed, law_folder
from verify.limits import Limit
from verify.obligation import Obligation
from verify.search import Budget
from verify.verdicts import verify

LAW = """
law Meal | Rules of the table
Art. 1
  | Two or three guests sit in order.
  set guest: 2 to 3
  set dish: soup, fish, cake
  state served(guest)
  state asked(guest)
  state wish(guest): dish or none
  role host
  state menu: dish or none
Art. 2
  | The host picks soup or fish. Silence means soup.
  reading silence = soup "it stands there":
    define usual := soup
  reading silence = fish "for the sake of the example":
    define usual := fish
  define price(d: dish) := if d = cake then 3 otherwise 1
  reading second = cheap "it may be":
    define dear(d: dish) := if menu = d then 2 otherwise price(d)
  reading second = same "or it may not":
    define dear(d: dish) := if menu = d and menu = cake then 2 otherwise price(d)
  flow meal:
    host chooses d from {soup, fish} without choice usual
    menu := d
    asking
    serving
    end fed
Art. 3
  | Each guest may name a wish.
  flow asking:
    in turn every guest g:
      g may choose w from dish:
        wish(g) := w
      asked(g) := yes
Art. 4
  | They are served in order, until all are served.
  flow serving:
    repeat until every guest g satisfies served(g):
      let n := (the guest g with not served(g) and (every guest h with h < g satisfies served(h)))
      served(n) := yes
"""

KINDS = {
    "set": "guest dish",
    "member": "soup fish cake",
    "state": "served asked wish menu",
    "role": "host",
    "definition": "usual price dear",
    "flow": "meal asking serving",
    "outcome": "fed",
}

TWO = [{"guest": 2, "dish": 3}]


def law(folder: Path, claims: str, *changes: tuple[str, str]) -> Law:
    """The law with ``changes`` to its text, promising ``claims`` (one to a line, ``id: claim``)."""
    (folder / "readings.toml").write_text('silence = "soup"\nsecond = "cheap"\n', "utf-8")
    written = (line.split(": ", 1) for line in claims.strip().splitlines())
    properties = "\n".join(f'property {name} "."\n  {claim}' for name, claim in written)
    return law_folder(folder, changed(LAW, changes), KINDS, properties)


def verdict(folder: Path, claim: str, *changes: tuple[str, str], **more: object) -> Obligation:
    made = law(folder, f"it: {claim}", *changes)
    budget = Budget(nodes=2_000, questions=30)
    (found,) = verify(
        made.rules("en"), made.properties("en"), sizes=TWO, limit=Limit(), budget=budget
    )
    return found


STAYS = "at every step: every guest g with before(served(g)) satisfies served(g)"
IN_ORDER = (
    "at every step: every guest g with served(g) and before(not served(g)) satisfies"
    " every guest h with h < g satisfies served(h)"
)
DEFAULT = "at the step after host declines: menu = before(usual)"
ASKED = "at the step after guest g declines: asked(g) and wish(g) = before(wish(g))"
ANY_ORDER = (
    "let n := (the guest g with not served(g) and (every guest h with h < g satisfies served(h)))",
    "open choice guest n with not served(n)",
)
RELAPSE = (
    "      served(n) := yes\n",
    "      served(n) := yes\n    for each guest g: served(g) := false\n",
)


def test_what_was_declined_is_not_forgotten_where_a_loop_begins(tmp_path: Path) -> None:
    looping = ("    menu := d\n", "    repeat 2 times:\n      menu := cake\n")
    assert verdict(tmp_path, DEFAULT, looping).verdict == "refuted"


@pytest.mark.parametrize("claim", [STAYS, IN_ORDER, DEFAULT, ASKED])
def test_a_claim_of_steps_is_proved(claim: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, claim)
    assert (found.verdict, found.method, found.vacuous) == ("proved", "induction", False)


@pytest.mark.parametrize(
    ("claim", "every_step", "articles"),
    [
        (STAYS, True, ("Art. 4",)),
        (DEFAULT, True, ("Art. 2",)),
        (ASKED, True, ("Art. 3",)),
        ("at every step: before(menu = soup) implies menu != cake", True, ("Art. 2",)),
        ("never menu = cake", False, ("Art. 2",)),
        ("at the end every guest g satisfies served(g)", False, ("Art. 2", "Art. 4")),
    ],
)
def test_a_proof_that_needs_no_paragraph_by_itself_rests_on_the_steps_it_looked_at(
    claim: str, every_step: bool, articles: tuple[str, ...], tmp_path: Path
) -> None:
    found = verdict(tmp_path, claim)
    assert (found.verdict, found.vacuous) == ("proved", False)
    assert (found.every_step, found.articles) == (every_step, articles)
    assert set(articles) <= set(found.assumptions)


@pytest.mark.parametrize(
    ("claim", "change"),
    [
        (STAYS, RELAPSE),
        (IN_ORDER, ANY_ORDER),
        (DEFAULT, ("without choice usual", "without choice fish")),
        (ASKED, ("      asked(g) := yes\n", "      asked(g) := asked(g)\n")),
    ],
)
def test_a_claim_of_steps_is_refuted_by_the_step_that_breaks_it(
    claim: str, change: tuple[str, str], tmp_path: Path
) -> None:
    found = verdict(tmp_path, claim, change)
    assert (found.verdict, found.method) == ("refuted", "search")
    assert found.witness is not None
    assert found.witness["from_start"]
    assert found.witness["steps"][-1]["step"] == "assigned"


def test_a_claim_of_steps_can_be_kept_to_some_paragraphs(tmp_path: Path) -> None:
    claim = "at every step within Art. {}: before(count(guest g with served(g))) < count(guest g with served(g))"
    assert verdict(tmp_path, claim.format(4)).verdict == "proved"
    found = verdict(tmp_path, claim.format(3))
    assert found.verdict == "refuted"
    assert found.articles == ("Art. 3",)


def test_a_step_that_is_never_made_is_no_success(tmp_path: Path) -> None:
    change = ("host chooses d from {soup, fish} without choice usual", "let d := soup")
    found = verdict(tmp_path, DEFAULT, change)
    assert (found.verdict, found.vacuous) == ("proved", True)


def test_what_is_possible_is_proved_by_an_example(tmp_path: Path) -> None:
    found = verdict(tmp_path, "possible menu = fish and some guest g with wish(g) = cake")
    assert (found.verdict, found.method) == ("proved", "example")
    assert found.witness is not None
    assert found.witness["state"]["menu"] == 1


def test_what_is_impossible_is_refuted_by_induction(tmp_path: Path) -> None:
    found = verdict(tmp_path, "possible menu = cake")
    assert (found.verdict, found.method, found.witness) == ("refuted", "induction", None)


@pytest.mark.parametrize(
    "claim", ["at the end every guest g satisfies served(g)", "at the end menu != cake"]
)
def test_what_holds_at_the_end_is_proved(claim: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, claim)
    assert (found.verdict, found.method, found.vacuous) == ("proved", "induction", False)


def test_what_need_not_hold_at_the_end_is_refuted(tmp_path: Path) -> None:
    found = verdict(tmp_path, "at the end some guest g with wish(g) is set")
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness["state"]["wish"] == [None, None]
    assert found.witness["steps"][-1]["step"] == "ended"


def test_what_every_run_meets_is_proved_by_induction_and_ranking(tmp_path: Path) -> None:
    found = verdict(tmp_path, "eventually every guest g satisfies served(g)", RELAPSE)
    assert (found.verdict, found.method) == ("proved", "induction_ranking")
    assert not found.vacuous


def test_what_a_run_may_end_without_is_refuted(tmp_path: Path) -> None:
    found = verdict(tmp_path, "eventually some guest g with wish(g) is set")
    assert (found.verdict, found.method) == ("refuted", "search")


def test_what_a_run_may_put_off_for_ever_is_refuted_by_a_lasso(tmp_path: Path) -> None:
    change = (
        "      served(n) := yes\n",
        "      n may choose w from dish:\n        served(n) := yes\n",
    )
    found = verdict(tmp_path, "eventually every guest g satisfies served(g)", change)
    assert (found.verdict, found.method) == ("refuted", "lasso")
    assert found.witness is not None
    assert found.witness["from_start"]


def test_a_definition_is_the_same_in_every_state_that_is_reached(tmp_path: Path) -> None:
    assert verdict(tmp_path, "same under silence = soup and fish: price").verdict == "proved"
    assert verdict(tmp_path, "same under silence = soup and fish: usual").verdict == "refuted"
    found = verdict(tmp_path, "same under second = cheap and same: dear")
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness["from_start"]


def test_a_difference_in_a_state_out_of_reach_counts_where_it_is_asked(tmp_path: Path) -> None:
    change = ("if menu = d and menu = cake then 2", "if menu = d and menu != cake then 2")
    claim = "same under second = cheap and same: dear"
    assert verdict(tmp_path, claim, change).verdict == "unknown"
    found = verdict(tmp_path, f"{claim} in every conceivable state", change)
    assert (found.verdict, found.method) == ("refuted", "equality")
    assert found.witness is not None
    assert found.witness["state"]["menu"] == 2
    assert found.witness["compared"]["arguments"] == [2]
    assert found.witness["compared"]["values"] == [2, 3]


def test_a_flow_is_the_same_or_ends_otherwise(tmp_path: Path) -> None:
    same = verdict(tmp_path, "same under silence = soup and fish: serving")
    assert (same.verdict, same.method) == ("proved", "equality")
    assert verdict(tmp_path, "same under silence = soup and fish: meal").verdict == "unknown"
    change = ("    end fed\n", "    end menu\n")
    found = verdict(tmp_path, "same under silence = soup and fish: meal", change)
    assert (found.verdict, found.method) == ("refuted", "search")
    assert found.witness is not None
    assert found.witness["reading"] == {"silence": "soup"}


def test_properties_speak_of_who_declines(tmp_path: Path) -> None:
    made = law(tmp_path, f"it: {ASKED}")
    item: Property = made.properties("en")[0]
    assert isinstance(item, AtTheStepAfter)
    assert (item.set, item.variable, item.role) == ("guest", "g", None)
