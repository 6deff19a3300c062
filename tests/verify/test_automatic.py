"""What every law is asked: under which ids, of which text, flow and sizes."""

from typing import Any

import pytest

from runtime.ruleset.expressions import Interval
from runtime.ruleset.ruleset import Norm, RuleSet, SupplementInUse
from runtime.ruleset.statements import ByActor, ByChance, Decide, Repeat
from tests.runtime.small_rules import (
    add_to_count,
    choose,
    end,
    flow,
    n,
    op,
    put,
    read,
    rule,
    rule_set,
    v,
)
from tests.verify.asked import BUDGET, LIMIT
from verify.automatic import KINDS, Asked, automatic, ids, planned
from verify.obligation import Obligation

UMPIRE = ByActor(role="umpire")
DIE = Interval(low=n(1), high=n(6))


def law(*more: Any, supplements: tuple[str, ...] = (), second: bool = False) -> RuleSet:
    """A die decides; up to three and from five there is a rule, and ``more`` rules."""
    rules = (
        rule("4", op(read("count"), "at_most", n(3)), end("low", ref="4")),
        rule("5", op(read("count"), "at_least", n(5)), end("high", ref="5")),
        *more,
    )
    die = choose("die", DIE, by=ByChance(stream="dice"), ref="3")
    thrown = put("count", to=v("die"), ref="3")
    flows = [flow("game", die, thrown, Decide(ref="2", decision="verdict"))]
    if second:
        again = (choose("x", DIE, by=UMPIRE, ref="10"), add_to_count(v("x"), "10"))
        most = op(read("count"), "greater", n(3))
        flows.append(flow("other", Repeat(ref="10", until=most, body=again), end()))
    return rule_set(
        *flows,
        decisions={"verdict": rules},
        supplements=tuple(SupplementInUse(id=one, gap="gap.2", reason="r") for one in supplements),
    )


FOUR = rule("10.1", op(read("count"), "equal", n(4)), end("middle", ref="10.1"), supplement="four")


def ask(asked: Asked, **more: Any) -> list[Obligation]:
    return automatic(asked, limit=LIMIT, budget=BUDGET, **more)


def told(found: list[Obligation]) -> dict[str, set[str]]:
    verdicts: dict[str, set[str]] = {}
    for one in found:
        verdicts.setdefault(one.id, set()).add(one.verdict)
    return verdicts


def test_ids_begin_with_their_kind() -> None:
    heard: list[str] = []
    found = ask(Asked(law(second=True)), progress=lambda one: heard.append(one.id))
    assert heard == [one.id for one in found]
    for one in found:
        assert one.id.split(".")[0] == one.kind
        assert one.kind in KINDS
        assert not one.text_alone
        assert one.language == "de"
        assert one.seconds >= 0
    assert {one.kind for one in found} >= {"gap", "conflict", "termination", "unreachable"}


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_is_asked_for_is_answered(kind: str) -> None:
    rules = law(second=True, supplements=("four",))
    found = ask(Asked(rules, rules), kinds=(kind,))
    assert {one.kind for one in found} <= {kind}


@pytest.mark.parametrize("second", [False, True])
def test_the_ids_are_known_without_asking_the_solver(
    second: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, text = law(FOUR, second=second, supplements=("four",)), law(second=second)
    asked = Asked(whole, text, by_reading=lambda _: whole, variations=[{}])
    answered = told(ask(asked))
    possible = {id for id in ids(asked) if not id.startswith(("redundant.", "almost_surely."))}
    assert set(answered) <= set(ids(asked))
    assert possible <= set(answered)
    monkeypatch.setattr("verify.limits.ask", None)
    assert set(ids(asked, kinds=("gap",))) == {one for one in possible if "gap." in one}


def test_only_the_obligation_that_is_wanted_is_asked() -> None:
    whole, text = law(FOUR, second=True, supplements=("four",)), law(second=True)
    asked = Asked(whole, text, by_reading=lambda _: whole, variations=[{}])
    full = {one.id: one for one in ask(asked, kinds=KINDS)}
    for id, one in full.items():
        alone = ask(asked, kinds=(one.kind,), wants=lambda wanted, id=id: wanted == id)
        assert {found.id for found in alone} == {id}
        assert {found.verdict for found in alone} == {one.verdict}


def test_with_one_main_flow_no_flow_is_named_and_with_two_it_is() -> None:
    found = told(ask(Asked(law()), kinds=("gap", "range")))
    assert found == {"gap.2": {"refuted"}}
    found = told(ask(Asked(law(second=True)), kinds=("gap", "range", "termination")))
    assert found == {
        "gap.2@game": {"refuted"},
        "range.10@other": {"proved"},
        "termination.other@other": {"proved"},
    }


def test_the_text_alone_is_asked_apart() -> None:
    whole, text = law(FOUR, supplements=("four",)), law()
    found = ask(Asked(whole, text), kinds=("gap",))
    assert told(found) == {"gap.2": {"proved"}, "text:gap.2": {"refuted"}}
    for one in found:
        assert one.text_alone is one.id.startswith("text:")
        assert one.kind == "gap"
        assert ("supplement four" in one.assumptions) is (one.id == "gap.2")
    assert told(ask(Asked(None, text), kinds=("gap",))) == {"text:gap.2": {"refuted"}}


def test_of_the_text_alone_only_states_are_asked() -> None:
    rules = law(second=True)
    kinds = {one.kind for one in ask(Asked(None, rules))}
    assert kinds <= {"gap", "conflict", "range", "stuck"}
    assert {one.id.split("@")[1] for one in ask(Asked(None, rules))} == {"game", "other"}


def test_sizes_are_all_or_those_given() -> None:
    every = [one.scope for one in ask(Asked(law()), kinds=("gap",))]
    assert every == [{"player": 2}, {"player": 3}]
    some = [one.scope for one in ask(Asked(law(), sizes=[{"player": 3}]), kinds=("gap",))]
    assert some == [{"player": 3}]
    assert ask(Asked(law(), sizes=[]), kinds=KINDS) == []


def test_what_is_planned_is_all_unknown() -> None:
    rules = law(second=True, supplements=("four",))
    entries = planned(Asked(rules, rules))
    assert {one.verdict for one in entries} == {"unknown"}
    keys = [(one.id, tuple(one.scope.items())) for one in entries]
    assert len(set(keys)) == len(keys)
    for one in entries:
        assert one.text_alone is one.id.startswith("text:")
        assert one.kind == one.id.removeprefix("text:")
    two = {"gap", "conflict", "range", "stuck", "text:gap", "text:conflict", "text:range"}
    counts = {id: [one for one, _ in keys].count(id) for id, _ in keys}
    assert {id for id, count in counts.items() if count == 2} == {*two, "text:stuck", "termination"}
    assert {one for one, count in counts.items() if count == 1} == {
        "unreachable",
        "redundant",
        "open_choice",
    }


def test_every_kind_that_is_found_was_planned() -> None:
    asked = Asked(law(second=True))
    kinds = {one.kind for one in planned(asked)}
    assert {one.kind for one in ask(asked)} - {"almost_surely"} <= kinds
    assert planned(asked, ("gap",)) == [one for one in planned(asked) if one.kind == "gap"]
    assert planned(Asked(None, None)) == []


def test_a_law_without_a_main_flow_is_asked_nothing() -> None:
    assert ask(Asked(rule_set())) == []


def test_verdicts_do_not_depend_on_what_was_asked_before() -> None:
    norm = Norm(ref="5", forbidden=op(read("count"), "greater", n(8)))
    rules = law(second=True).model_copy(update={"norms": (norm,)})

    def plain(found: list[Obligation]) -> list[Obligation]:
        return [one.model_copy(update={"seconds": 0.0}) for one in found]

    alone = plain(ask(Asked(rules), kinds=("range", "stuck")))
    among = [one for one in plain(ask(Asked(rules))) if one.kind in ("range", "stuck")]
    assert alone == among
