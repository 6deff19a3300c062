"""Choices and orders that nobody is named for: those that matter, and those that cannot."""

from typing import Any

import pytest

from compiler.law import Law, load_sound
from runtime.lowering import lower
from runtime.ruleset.expressions import (
    AllOf,
    Binder,
    ElementConstant,
    Interval,
    IsSet,
    Nothing,
    Select,
    Sum,
    Unary,
    Unwrap,
)
from runtime.ruleset.ruleset import (
    DeclaredSet,
    LawParameter,
    RuleSet,
    StateVariable,
    SupplementInUse,
)
from runtime.ruleset.statements import ByChance, ByNobody, Choose, Each, If, Repeat
from runtime.ruleset.types import Element, Number, Optional
from runtime.sizes import all_sizes
from tests.runtime.small_rules import (
    PLAYER,
    PLAYERS,
    choose,
    end,
    flow,
    n,
    op,
    put,
    read,
    rule_set,
    tie_break,
    v,
)
from verify.limits import Limit
from verify.obligation import Obligation
from verify.obligations.open_choice import open_choice
from verify.obligations.opened import open_choices, opened
from verify.obligations.symmetry import symmetry
from verify.obligations.twins import _Pairing
from verify.search import Budget
from verify.symbolic import Scope

TOKEN = Element(set="token")
DIE = Interval(low=n(1), high=n(6))
MANY = Number(low=0, high=60)


def verdicts(rules: RuleSet) -> dict[str, Obligation]:
    scopes = [Scope(rules, sizes) for sizes in all_sizes(rules)]
    found = open_choice(scopes, "game", Limit(), Budget(nodes=200, questions=5))
    return {one.id.removeprefix("open_choice."): one for one in found}


def thrown(*last: Any, by: Any = None, supplement: str | None = None, **more: Any) -> RuleSet:
    """Three times some token that has none yet gets a throw and the double; then ``last``.

    The throws are added up; ``total`` is the outcome.
    """
    free = Unary(operator="not", item=IsSet(item=read("throw", v("t"))))
    pick = Choose(
        ref="3",
        supplement=supplement,
        name="t",
        type=TOKEN,
        domain=Select(
            binder=Binder(names=("t",), item=TOKEN, domain=AllOf(set="token"), condition=free)
        ),
        by=by or ByNobody(),
    )
    double = put("double", v("t"), to=op(n(2), "multiply", v("die")), ref="4")
    throw = put("throw", v("t"), to=v("die"), ref="4")
    turn = (pick, choose("die", DIE, ref="4", by=ByChance(stream="dice")), double, throw)
    total = Sum(
        binder=Binder(
            names=("u",),
            item=TOKEN,
            domain=AllOf(set="token"),
            condition=IsSet(item=read("throw", v("u"))),
        ),
        body=Unwrap(item=read("throw", v("u"))),
    )
    states = (
        StateVariable(id="throw", ref="4", domain=("token",), type=Optional(item=MANY)),
        StateVariable(id="double", ref="4", domain=("token",), type=Optional(item=MANY)),
        StateVariable(id="total", ref="5", domain=(), type=MANY, initial=0),
    )
    return rule_set(
        flow(
            "game", Repeat(ref="2", times=3, body=turn), put("total", to=total), *last, end("total")
        ),
        sets={"token": DeclaredSet(id="token", ref="1", low=4, high=5)},
        states={state.id: state for state in states},
        **more,
    )


def first_token_counts() -> If:
    """What the first token threw is all that counts."""
    thrown = read("throw", ElementConstant(set="token", index=0))
    return If(
        ref="9",
        condition=IsSet(item=thrown),
        then=(put("total", to=Unwrap(item=thrown), ref="9"),),
    )


def test_what_nothing_tells_apart_cannot_matter() -> None:
    found = verdicts(thrown())["3"]
    assert (found.verdict, found.method, found.scope) == ("proved", "symmetry", {})
    assert "Art. 3" in found.articles


def test_where_one_is_named_it_matters_and_the_twins_are_replayed() -> None:
    found = verdicts(thrown(first_token_counts()))["3"]
    assert (found.verdict, found.method) == ("refuted", "twins")
    assert found.witness is not None
    one, other = found.witness, found.witness["twin"]
    assert one["from_start"]
    assert other["from_start"]
    assert one["state"]["total"] != other["state"]["total"]
    parted = found.witness["parted"]
    assert one["choices"][:parted] == other["choices"][:parted]
    assert one["choices"][parted] != other["choices"][parted]
    # The dice are the same throughout.
    assert one["choices"][1::2] == other["choices"][1::2]


def test_a_setting_without_a_usual_value_is_tried_in_several_ways() -> None:
    setting = LawParameter(id="pace", ref="1", type=Number(low=1, high=3))
    found = verdicts(thrown(first_token_counts(), parameters={"pace": setting}))["3"]
    assert found.verdict == "refuted"
    assert found.witness is not None
    assert found.witness["parameters"] == {"pace": 1}


def test_twins_are_as_plain_as_can_be_and_the_same_every_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules = thrown(first_token_counts())
    found = verdicts(rules)["3"]
    assert found == verdicts(rules)["3"]
    assert found.witness is not None
    assert found.witness["parted"] == 0
    assert found.witness["choices"][1::2] == [1, 1, 1]
    assert found.detail == "choice 1: 0 leads to total 1, 3 to total 3"
    monkeypatch.setattr(_Pairing, "shrunk", lambda self, found, draws: found)
    large = verdicts(rules)["3"].witness
    assert large is not None
    assert large["choices"][1::2] != [1, 1, 1]


def test_a_token_that_has_been_used_is_not_like_the_others() -> None:
    # Without the condition a token can get a throw twice, and loses the first.
    rules = thrown()
    turn = rules.flows["game"].parts[0].body[0]
    assert isinstance(turn, Repeat)
    pick = turn.body[0].model_copy(update={"domain": AllOf(set="token")})
    body = (turn.model_copy(update={"body": (pick, *turn.body[1:])}),)
    changed = flow("game", *body, *rules.flows["game"].parts[0].body[1:])
    found = verdicts(rules.model_copy(update={"flows": {"game": changed}}))["3"]
    assert found.verdict == "refuted"


def test_what_is_chosen_is_the_outcome() -> None:
    found = verdicts(tie_break())["11"]
    assert found.verdict == "refuted"
    assert "leads" in found.detail


def first_come(*, first: bool) -> RuleSet:
    """In open order each player; the first one leads (or nobody does)."""
    taken = If(
        ref="3",
        condition=op(read("leads"), "equal", Nothing()),
        then=(put("leads", to=v("p") if first else Nothing(), ref="3"),),
    )
    turns = Each(ref="2", name="p", item=PLAYER, domain=PLAYERS, order="open", body=(taken,))
    leads = StateVariable(id="leads", ref="3", domain=(), type=Optional(item=PLAYER))
    return rule_set(flow("game", turns, end("leads")), states={"leads": leads})


def test_an_order_that_decides_who_comes_first_matters() -> None:
    assert verdicts(first_come(first=True))["2.order"].verdict == "refuted"


def test_an_order_in_which_whoever_comes_first_does_the_same_cannot_matter() -> None:
    found = verdicts(first_come(first=False))["2.order"]
    assert (found.verdict, found.method) == ("proved", "commuting")


def test_what_a_supplement_fills_is_opened_again() -> None:
    used = SupplementInUse(id="lot", gap="choice:3", reason="")
    other = SupplementInUse(id="else", gap="gap:nothing", reason="")
    rules = thrown(by=ByChance(stream="lots"), supplement="lot", supplements=(used, other))
    assert not open_choices(lower(rules, "game"))
    again = opened(rules)
    assert [one.id for one in again.supplements] == ["else"]
    assert [(one.ref, one.kind) for one in open_choices(lower(again, "game"))] == [("3", "choice")]
    assert verdicts(rules)["3"].verdict == "proved"


@pytest.fixture(scope="module")
def posg() -> Law:
    return load_sound("spec/posg")


def test_which_voter_is_placed_cannot_matter(posg: Law) -> None:
    scope = Scope(opened(posg.rules("de")), {"player": 2, "candidate": 2, "voter": 24})
    graph = lower(scope.rules, "game")
    placed, deducted = open_choices(graph)
    assert (placed.ref, deducted.ref) == ("7.1", "11")
    assert all(symmetry(scope, graph, node, Limit()).alike for node in placed.nodes)
    assert not any(symmetry(scope, graph, node, Limit()).alike for node in deducted.nodes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("de", {"7.1": "proved", "11": "refuted"}),
        ("fr", {"7.1.order": "refuted", "7.1": "proved", "11": "refuted"}),
    ],
)
def test_the_open_choices_of_the_positioning_law(
    posg: Law, language: str, expected: dict[str, str]
) -> None:
    found = verdicts(posg.rules(language))
    assert {name: one.verdict for name, one in found.items()} == expected
