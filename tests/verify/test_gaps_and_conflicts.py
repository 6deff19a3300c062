"""Gaps, conflicts and values out of range: none in sound laws, a run into each in broken ones."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runtime.ruleset.expressions import Interval, IsSet, MakeRecord, Unwrap
from runtime.ruleset.ruleset import (
    Case,
    DeclaredRecord,
    Definition,
    Norm,
    Parameter,
    RecordField,
    RuleSet,
    StateVariable,
)
from runtime.ruleset.statements import (
    Assign,
    ByActor,
    ByChance,
    Choose,
    Decide,
    If,
    Repeat,
    StatedGap,
    Update,
)
from runtime.ruleset.types import Optional, Record
from tests.runtime.small_rules import (
    PLAYER,
    PLAYERS,
    SMALL,
    add_to_count,
    apply,
    choose,
    end,
    flow,
    n,
    op,
    over,
    put,
    read,
    rule,
    rule_set,
    strip_game,
    v,
)
from tests.verify.asked import asked, ended, verdicts
from tests.verify.english import law_folder
from verify.limits import Limit
from verify.obligations.base import Base
from verify.obligations.holes import holes
from verify.search import Budget
from verify.symbolic import Scope

DICE = ByChance(stream="dice")
UMPIRE = ByActor(role="umpire")


def die(high: int = 6, name: str = "die") -> Choose:
    return choose(name, Interval(low=n(1), high=n(high)), by=DICE, ref="3")


def thrown(*body: Any, high: int = 6, **more: Any) -> RuleSet:
    """A die is thrown and counted, then ``body``."""
    return rule_set(flow("game", die(high), put("count", to=v("die"), ref="3.1"), *body), **more)


def judged(low: int, high: int) -> RuleSet:
    """A decision by one rule up to ``low`` and another from ``high``."""
    rules = (
        rule("4", op(read("count"), "at_most", n(low)), end("low", ref="4")),
        rule("5", op(read("count"), "at_least", n(high)), end("high", ref="5")),
    )
    return thrown(Decide(ref="2", decision="verdict"), decisions={"verdict": rules})


def defined(low: int, high: int) -> RuleSet:
    """A definition with one case up to ``low`` and another from ``high``."""
    cases = (
        Case(ref="4", guard=op(v("x"), "at_most", n(low)), value=n(1)),
        Case(ref="5", guard=op(v("x"), "at_least", n(high)), value=n(2)),
    )
    parameters = (Parameter(name="x", type=SMALL),)
    worth = Definition(id="worth", parameters=parameters, type=SMALL, cases=cases)
    counted = put("count", to=apply("worth", read("count")), ref="2")
    return thrown(counted, end(), definitions={"worth": worth})


def read_unset(guarded: bool) -> RuleSet:
    """The umpire may name a player, whose score is then counted: also if nobody was named?"""
    counted = put("count", to=read("score", Unwrap(item=read("named"))), ref="4")
    named = IsSet(item=read("named"))
    game = flow(
        "game",
        choose(
            "p",
            PLAYERS,
            type=PLAYER,
            by=UMPIRE,
            optional=True,
            body=(put("named", to=v("p"), ref="2"),),
        ),
        If(ref="4", condition=named, then=(counted,)) if guarded else counted,
        end(),
    )
    named_by = StateVariable(id="named", ref="2", domain=(), type=Optional(item=PLAYER))
    return rule_set(game, states={**rule_set(game).states, "named": named_by})


def stated(high: int) -> RuleSet:
    """The text says that it says nothing of more than ``high``."""
    silent = StatedGap(ref="4", gap="too_many", reason="not said")
    more = If(ref="4", condition=op(read("count"), "greater", n(high)), then=(silent,))
    return thrown(more, end())


def two_values(differ: bool) -> RuleSet:
    """Each player's number is written in one place; the umpire may have raised one of them."""
    value = read("score", v("p")) if differ else read("count")
    return thrown(
        choose(
            "q",
            PLAYERS,
            type=PLAYER,
            by=UMPIRE,
            optional=True,
            body=(put("score", v("q"), to=n(1), ref="2"),),
        ),
        Assign(
            ref="5",
            each=over("p", PLAYER, PLAYERS),
            updates=(Update(state="count", value=value),),
        ),
        end(),
    )


def dice_against_a_norm(high: int) -> RuleSet:
    """Nobody may count six, and the die has ``high`` sides."""
    six = Norm(ref="5", forbidden=op(read("count"), "equal", n(6)))
    return thrown(end(), high=high, norms=(six,))


def counted_until(high: int) -> RuleSet:
    """Throws are added up until ``high`` is reached; the counter goes to nine."""
    again = (die(), add_to_count(v("die"), "4"))
    until = op(read("count"), "at_least", n(high))
    return rule_set(flow("game", Repeat(ref="2", until=until, body=again), end()))


def placed(high: int) -> RuleSet:
    """The strip has three spots; the die says on which one a token is put."""
    spot = Record(record="spot")
    at = MakeRecord(record="spot", items=(v("die"),))
    return rule_set(
        flow("game", die(high), put("place", to=at, ref="4"), end()),
        records={
            "spot": DeclaredRecord(
                id="spot", ref="1", fields=(RecordField(id="at", low=1, high=3),)
            )
        },
        states={
            "place": StateVariable(id="place", ref="4", domain=(), type=Optional(item=spot)),
        },
    )


PAIRS = {
    "a decision without a rule": (judged, (3, 4), (3, 5), "gap.2"),
    "a definition without a case": (defined, (3, 4), (3, 5), "gap.4"),
    "a value that is not set": (read_unset, (True,), (False,), "gap.4"),
    "a stated gap": (stated, (6,), (5,), "gap.4.too_many"),
    "two rules": (judged, (3, 4), (4, 4), "conflict.2"),
    "two cases": (defined, (3, 4), (4, 4), "conflict.4"),
    "two values for one place": (two_values, (False,), (True,), "conflict.5"),
    "dice against a norm": (dice_against_a_norm, (5,), (6,), "conflict.3.1"),
    "a counter": (counted_until, (4,), (5,), "range.4"),
    "a record": (placed, (3,), (4,), "range.4"),
}


@pytest.mark.parametrize(("law", "sound", "broken", "id"), PAIRS.values(), ids=PAIRS)
def test_a_hole_is_found_where_there_is_one_and_only_there(
    law: Callable[..., RuleSet], sound: tuple[Any, ...], broken: tuple[Any, ...], id: str
) -> None:
    rules = law(*sound)
    found = asked(rules, holes)
    assert all(one == {"proved"} for one in verdicts(found).values()), found

    rules = law(*broken)
    found = asked(rules, holes)
    assert verdicts(found).pop(id) == {"refuted"}
    assert {one for other in found if other != id for one in verdicts(found)[other]} <= {"proved"}
    kind, _, rest = id.partition(".")
    for one in found[id]:
        ending = ended(rules, one)
        assert (one.kind, ending.kind) == (kind, kind)
        where = {ending.at, f"{ending.at}.{ending.gap}", *ending.between}
        assert rest in where or one.articles == ("Art. 4", "Art. 5")


@pytest.mark.parametrize("rules", [strip_game(), counted_until(4)])
def test_of_games_of_many_turns_there_is_a_verdict_for_every_size(rules: RuleSet) -> None:
    found = asked(rules, holes)
    assert found
    for entries in found.values():
        assert [(one.verdict, one.vacuous) for one in entries] == [("proved", False)] * len(entries)
        assert [one.scope for one in entries] == [{"player": 2}, {"player": 3}]


def test_a_proof_names_the_norm_it_rests_on() -> None:
    may = choose("x", Interval(low=n(1), high=n(9)), by=UMPIRE, ref="3")
    pause = choose("y", Interval(low=n(1), high=n(2)), by=UMPIRE)
    double = put("count", to=op(read("count"), "multiply", n(2)), ref="4")
    norm = Norm(ref="5", forbidden=op(read("count"), "greater", n(4)))

    def law(*norms: Norm) -> RuleSet:
        game = flow("game", may, put("count", to=v("x"), ref="3"), pause, double, end())
        return rule_set(game, norms=norms)

    rules = law()
    for one in asked(rules, holes)["range.4"]:
        assert (ended(rules, one).kind, ended(rules, one).at) == ("range", "4")
    for one in asked(law(norm), holes)["range.4"]:
        assert one.verdict == "proved"
        assert "Art. 5" in one.articles


def test_what_is_done_at_a_dead_end_is_nobodys_to_avoid() -> None:
    named = choose("x", Interval(low=n(0), high=n(9)), by=UMPIRE)
    way_out = (put("count", to=n(9), ref="4"),)
    none = choose("y", Interval(low=n(1), high=n(0)), by=UMPIRE, ref="3")
    dead_end = none.model_copy(update={"stuck": way_out})
    norm = Norm(ref="5", forbidden=op(read("count"), "equal", n(9)))
    rules = rule_set(flow("game", named, dead_end, end()), norms=(norm,))
    found = asked(rules, holes)
    assert verdicts(found) == {"conflict.4": {"refuted"}}
    for one in found["conflict.4"]:
        assert ended(rules, one).kind == "conflict"


def test_a_place_that_is_always_silent_is_a_gap_whatever_happens() -> None:
    rules = rule_set(flow("game", StatedGap(ref="4", gap="all", reason="nothing is said")))
    for one in asked(rules, holes)["gap.4.all"]:
        assert ended(rules, one).gap == "all"


def test_what_is_neither_excluded_nor_found_stays_unknown() -> None:
    tiny, rules = Limit(steps=1, seconds=0.001), judged(3, 5)
    base = Base(Scope(rules, {"player": 2}), "game", tiny)
    for one in holes(base, tiny, Budget(nodes=1, questions=1)):
        assert one.verdict != "proved" or one.id != "gap.2"
        assert one.verdict != "unknown" or one.detail


LAMPS = """
law Lamps | Rules of the lamps
Art. 1
  | There are lamps.
  set lamp: {lamps}
  state hours(lamp): 0..3
Art. 2
  | Some burn for three hours, and then all for one more.
  flow evening:
    roll k from 1..2
    {drawn}
    for each lamp l with {which}: hours(l) := 3
    roll m from 1..2
    for each lamp l: hours(l) := hours(l) + 1
    end dark
"""


@pytest.mark.parametrize(
    ("lamps", "drawn", "which", "verdict"),
    [
        ("3", "", "k = 2", "refuted"),
        ("3", "", "some lamp m with hours(m) = 2", None),
        ("3", "", "no lamp m with m > l", "refuted"),  # the last one: not the first
        ("3", "open choice lamp p", "l = p", "refuted"),
        ("red, green, blue", "", "l = blue", "refuted"),
    ],
)
def test_what_is_out_of_range_for_any_member_is_found_though_one_is_asked_for_where_all_are_alike(
    tmp_path: Path, lamps: str, drawn: str, which: str, verdict: str | None
) -> None:
    kinds = {
        "set": "lamp",
        "member": "red green blue",
        "state": "hours",
        "flow": "evening",
        "outcome": "dark",
    }
    text = LAMPS.format(lamps=lamps, drawn=drawn or "roll n from 1..2", which=which)
    rules = law_folder(tmp_path, text, kinds, 'property p "True."\n  always yes').rules("en")
    base = Base(Scope(rules, {"lamp": 3}), "evening", Limit())
    found = {one.id: one.verdict for one in holes(base, Limit(), Budget())}
    assert found.get("range.2") == verdict
