"""Plays made up by Hypothesis: what they find is small, replays, and is held against the proofs."""

import subprocess
import sys
from typing import Any

import pytest

from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as st
from runtime.ruleset.properties import Always, AtEveryStep, AtTheEnd, Never
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Number
from runtime.sizes import sizes
from tests.runtime.small_rules import add_to_count, choose, n, numbers, op, put, read, v
from tests.verify.random_rules import random_rules
from tests.verify.test_exhaustion import BAD, counting, parameter
from verify.automatic import Asked, automatic
from verify.exploration import Finding, explore, of_text, settle
from verify.limits import Limit
from verify.obligation import Obligation
from verify.replay import WitnessDefect
from verify.search import Budget
from verify.symbolic import Scope
from verify.verdicts import verify

BEFORE = (choose("x", numbers(0, 1, 2)), put("count", to=v("x")))


def explored(rules: RuleSet, *properties: Any, examples: int = 30) -> list[Finding]:
    return explore(Scope(rules, sizes(rules)), properties, examples)


@pytest.mark.parametrize("kind", BAD)
def test_each_bad_end_is_found_with_the_shortest_play_and_the_sound_twin_has_none(
    kind: str,
) -> None:
    wrong, right, more, ref = BAD[kind]
    found = explored(counting(*BEFORE, *wrong, **more))
    assert [one.refuted.kind for one in found] == [kind]
    refuted = found[0].refuted
    assert f"{kind}.{ref}" in found[0].ids
    assert (refuted.verdict, refuted.method) == ("refuted", "exploration")
    assert refuted.witness is not None
    assert refuted.witness["from_start"]
    assert len(refuted.witness["choices"]) == 1
    assert refuted.witness["steps"][-1]["end"] == kind
    assert explored(counting(*BEFORE, *right, **more)) == []


@pytest.mark.parametrize("kind", BAD)
def test_what_exploring_finds_is_what_the_verifier_refutes(kind: str) -> None:
    wrong, _, more, _ = BAD[kind]
    rules = counting(*BEFORE, *wrong, **more)
    verdicts = automatic(Asked(rules, sizes=[sizes(rules)]), kinds=(kind,))
    found = explored(rules)
    refuted = [one.id for one in verdicts if one.verdict == "refuted"]
    assert len(refuted) == 1
    assert refuted[0] in found[0].ids
    assert settle(found, verdicts) == verdicts
    unknown = [one.model_copy(update={"verdict": "unknown", "witness": None}) for one in verdicts]
    settled = settle(found, unknown)
    decided = [one for one in settled if one.verdict == "refuted"]
    assert [(one.id, one.method) for one in decided] == [(refuted[0], "exploration")]
    assert len(settled) == len(verdicts)


def test_a_loop_without_a_choice_is_found() -> None:
    until = op(read("count"), "at_least", n(3))
    still = put("count", to=op(read("count"), "add", n(0)))
    rules = counting(choose("x", numbers(1, 2)), st.Repeat(ref="3", until=until, body=(still,)))
    found = explored(rules)
    assert [one.ids for one in found] == [("termination.game",)]
    assert found[0].refuted.witness is not None
    assert found[0].refuted.witness["comes_back_to"] is None


COUNT = read("count")
BROKEN = [
    Never(id="p", sentence="", flow="game", condition=op(COUNT, "equal", n(2))),
    Always(id="p", sentence="", flow="game", condition=op(COUNT, "less", n(2))),
    AtTheEnd(id="p", sentence="", flow="game", condition=op(COUNT, "at_most", n(1))),
    AtEveryStep(
        id="p",
        sentence="",
        flow="game",
        condition=op(COUNT, "at_most", op(ex.Before(item=COUNT), "add", n(1))),
    ),
]


@pytest.mark.parametrize("item", BROKEN, ids=lambda item: item.kind)
def test_a_violated_property_is_found(item: Any) -> None:
    rules = counting(*BEFORE)
    found = explored(rules, item)
    assert [one.ids for one in found] == [("p",)]
    refuted = found[0].refuted
    assert refuted.kind == item.kind
    assert refuted.witness is not None
    assert refuted.witness["choices"] == [2]
    assert refuted.witness["failed"][0]["path"] == []
    assert verify(rules, [item], sizes=[sizes(rules)])[0].verdict == "refuted"
    assert explored(counting(*BEFORE[:1], add_to_count(n(1))), item) == []


def test_what_was_proved_and_is_found_all_the_same_is_a_defect() -> None:
    rules = counting(*BEFORE)
    found = explored(rules, BROKEN[0])
    wrong = verify(rules, [BROKEN[0]], sizes=[sizes(rules)])[0].model_copy(
        update={"verdict": "proved", "witness": None}
    )
    with pytest.raises(WitnessDefect, match="p was proved"):
        settle(found, [wrong])


def test_a_conflict_is_a_defect_only_if_all_that_it_may_belong_to_is_proved() -> None:
    wrong, _, more, _ = BAD["conflict"]
    rules = counting(*BEFORE, *wrong, **more)
    found = explored(rules)
    assert len(found[0].ids) > 1

    def one(id: str, verdict: str) -> Obligation:
        return found[0].refuted.model_copy(update={"id": id, "verdict": verdict, "witness": None})

    first, second = found[0].ids[:2]
    settled = settle(found, [one(first, "proved"), one(second, "unknown")])
    assert [(two.id, two.verdict) for two in settled] == [(first, "proved"), (second, "refuted")]
    with pytest.raises(WitnessDefect):
        settle(found, [one(first, "proved"), one(second, "proved")])


def test_other_sizes_and_other_texts_are_other_obligations() -> None:
    rules = counting(*BEFORE)
    found = explored(rules, BROKEN[0])
    proved = found[0].refuted.model_copy(update={"verdict": "proved", "scope": {"other": 3}})
    assert settle(found, [proved]) == [proved, found[0].refuted]
    text = of_text(found[0])
    assert text.ids == ("text:p",)
    assert text.refuted.text_alone


def test_the_start_counts() -> None:
    rules = counting(*BEFORE)
    never = Never(id="p", sentence="", flow="game", condition=op(COUNT, "equal", n(0)))
    found = explored(rules, never)
    assert found[0].refuted.witness is not None
    assert found[0].refuted.witness["choices"] == []


def test_settings_of_the_law_are_drawn_too() -> None:
    rules = counting(put("count", to=read("length")), **parameter(Number(low=0, high=3), default=0))
    found = explored(rules, BROKEN[0])
    assert found[0].refuted.witness is not None
    assert found[0].refuted.witness["parameters"] == {"length": 2}


def seven() -> list[Any]:
    """The choices of the play that is found where the second of two numbers is too large."""
    nine = numbers(*range(9))
    steps = (choose("x", nine), put("count", to=v("x")), choose("y", nine), put("count", to=v("y")))
    never = Never(id="p", sentence="", flow="game", condition=op(COUNT, "at_least", n(7)))
    found = [one.refuted.witness for one in explored(counting(*steps), never, examples=40)]
    return [witness["choices"] for witness in found if witness is not None]


def test_the_plays_are_the_same_every_time() -> None:
    elsewhere = subprocess.run(
        [sys.executable, "-c", "from tests.verify.test_exploration import seven; print(seven())"],
        env={"PYTHONHASHSEED": "1", "PYTHONPATH": "."},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert seven() == [[7]]
    assert elsewhere == "[[7]]\n"


# Beside the verifier.

QUICK = {"limit": Limit(seconds=2), "budget": Budget(nodes=300, questions=5)}


def agrees(number: int) -> int:
    """How many findings there are in a random rule set, none of which contradicts a proof."""
    rules, properties, _ = random_rules(number)
    size = sizes(rules)
    named = [one.model_copy(update={"id": f"{one.id}.{n}"}) for n, one in enumerate(properties)]
    found = explored(rules, *named)
    kinds = ("gap", "conflict", "range", "stuck", "termination")
    verdicts = automatic(Asked(rules, sizes=[size]), kinds=kinds, **QUICK)
    verdicts += verify(rules, named, sizes=[size], **QUICK)
    # Whatever play comes to was asked about.
    assert len(settle(found, verdicts)) == len(verdicts)
    return len(found)


# In the second a die may have no sides, in the last a norm forbids the start.
@pytest.mark.parametrize("number", [1, 2, 29])
def test_no_play_contradicts_a_proof(number: int) -> None:
    assert agrees(number) > 0


@pytest.mark.slow
def test_no_play_contradicts_a_proof_in_many_rule_sets() -> None:
    assert sum(agrees(number) for number in range(60)) > 60
