"""Witnesses as traces: what is written keeps to the rules of the Informal Trace Format."""

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from runtime.interpreter import Game
from runtime.players import playout
from runtime.ruleset import statements as st
from runtime.ruleset import types as ty
from runtime.ruleset.properties import LoopEnds
from runtime.ruleset.ruleset import (
    DeclaredRecord,
    DeclaredSet,
    LawParameter,
    RecordField,
    RuleSet,
    StateVariable,
)
from tests.runtime.small_rules import counter_game, end, flow, n, op, put, read, rule_set
from tests.verify.laws import contest, every_of
from tests.verify.test_verdicts import APART
from verify.itf import itf
from verify.replay import Run, replay
from verify.verdicts import verify
from verify.witness import witness

NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def check_expression(value: Any) -> None:
    """The grammar of expressions in ADR-015, and the variants of Quint; numbers always big."""
    match value:
        case bool() | str():
            return
        case list():
            for one in value:
                check_expression(one)
        case {"#bigint": digits}:
            assert set(value) == {"#bigint"}
            assert re.fullmatch(r"-?[0-9]+", digits)
        case {"#tup": items} | {"#set": items}:
            assert len(value) == 1
            for one in items:
                check_expression(one)
            if "#set" in value:
                assert len({json.dumps(one) for one in items}) == len(items)
        case {"#map": pairs}:
            assert set(value) == {"#map"}
            for pair in pairs:
                assert len(pair) == 2
                check_expression(pair[0])
                check_expression(pair[1])
            assert len({json.dumps(pair[0]) for pair in pairs}) == len(pairs)
        case {"tag": tag}:
            assert set(value) == {"tag", "value"}
            assert tag in ("Some", "None")
            check_expression(value["value"])
        case dict():
            assert value
            for name, one in value.items():
                assert NAME.fullmatch(name)
                check_expression(one)
        case _:
            pytest.fail(f"no expression: {value!r}")


def check_trace(trace: dict[str, Any]) -> None:
    assert set(trace) <= {"#meta", "params", "vars", "states", "loop"}
    assert isinstance(trace["#meta"], dict)
    assert trace["states"]
    params = trace.get("params", [])
    assert not set(params) & set(trace["vars"])
    for number, state in enumerate(trace["states"]):
        assert state["#meta"]["index"] == number
        wanted = {"#meta", *trace["vars"], *(params if number == 0 else ())}
        assert set(state) == wanted
        for name in wanted - {"#meta"}:
            check_expression(state[name])
    if "loop" in trace:
        first, last = trace["states"][trace["loop"]], trace["states"][-1]
        assert 0 <= trace["loop"] < len(trace["states"]) - 1
        assert {name: first[name] for name in trace["vars"]} == {
            name: last[name] for name in trace["vars"]
        }
    json.dumps(trace, allow_nan=False)


def test_a_violation_is_a_trace_whose_last_state_is_that_of_the_witness() -> None:
    rules = contest(norm=False, tokens=3)
    sizes = [{"piece": 2, "token": 3}]
    found = verify(rules, [APART], sizes=sizes)[0].witness
    assert found is not None
    trace = itf(rules, found, {"source": "contest"})
    check_trace(trace)
    assert trace["#meta"]["source"] == "contest"
    assert len(trace["states"]) == len(found["steps"]) + 1
    spots = trace["states"][-1]["piece_spot"]["#map"]
    assert [key for key, _ in spots] == [{"#bigint": "0"}, {"#bigint": "1"}]
    assert spots[0][1] == spots[1][1] == {"tag": "Some", "value": spots[0][1]["value"]}


def all_kinds() -> RuleSet:
    """A law that has a state of every kind of value, and sets each of them."""
    spot = ty.Record(record="spot")
    die = ty.Element(set="die")
    cup = ty.Element(set="cup")
    types = {
        "yes": (ty.Truth(), ()),
        "big": (ty.Number(low=-(10**20), high=10**20), ()),
        "half": (ty.Number(low=0, high=9, fraction=True), ()),
        "where": (ty.Optional(item=spot), ()),
        "named": (die, ()),
        "some": (ty.SetOf(item=cup), ()),
        "pair": (cup, ("cup", "die")),
    }
    choose = st.Choose(
        ref="1", name="x", type=cup, by=st.ByNobody(), domain=every_of("cup"), body=()
    )
    return rule_set(
        flow("play", choose),
        sets={
            "cup": DeclaredSet(id="cup", ref="1", low=3, high=3),
            "die": DeclaredSet(id="die", ref="1", low=2, high=2, members=("red", "blue")),
        },
        records={
            "spot": DeclaredRecord(
                id="spot",
                ref="1",
                fields=(RecordField(id="x", low=0, high=7), RecordField(id="y", low=0, high=7)),
            )
        },
        states={
            name: StateVariable(id=name, ref="1", type=type, domain=domain)
            for name, (type, domain) in types.items()
        },
        parameters={
            "wait": LawParameter(id="wait", ref="1", type=ty.Number(low=0, high=9), default=4)
        },
    )


def test_every_kind_of_value_has_its_form() -> None:
    rules = all_kinds()
    given = {
        "yes": (True,),
        "big": (10**20,),
        "half": (Fraction(7, 2),),
        "where": ((3, 4),),
        "named": (1,),
        "some": ((0, 2),),
    }
    run = Run("play", {"cup": 3, "die": 2}, {"wait": 5}, {}, given, (1,))
    shown = witness(rules, run, replay(rules, run), from_start=False)
    trace = itf(rules, shown, {})
    check_trace(trace)
    first = trace["states"][0]
    assert trace["params"] == ["wait"]
    assert first["wait"] == {"#bigint": "5"}
    assert first["yes"] is True
    assert first["big"] == {"#bigint": "1" + "0" * 20}
    assert first["half"] == {"numerator": {"#bigint": "7"}, "denominator": {"#bigint": "2"}}
    spot = {"x": {"#bigint": "3"}, "y": {"#bigint": "4"}}
    assert first["where"] == {"tag": "Some", "value": spot}
    assert first["named"] == "blue"
    assert first["some"] == {"#set": [{"#bigint": "0"}, {"#bigint": "2"}]}
    assert first["pair"]["#map"][1][0] == {"#tup": [{"#bigint": "0"}, "blue"]}
    nothing = replay(rules, Run("play", {"cup": 3, "die": 2}, {}, {}, None, ()))
    unset = itf(rules, witness(rules, run=_bare(run), replayed=nothing, from_start=True), {})
    assert unset["states"][0]["where"] == {"tag": "None", "value": {"#tup": []}}


def _bare(run: Run) -> Run:
    return Run(run.flow, run.sizes, {}, {}, None, ())


def test_a_run_that_comes_back_has_a_loop() -> None:
    rounds, *rest = counter_game().flows["game"].parts[0].body
    rules = rule_set(flow("game", rounds.model_copy(update={"body": rounds.body[:-1]}), *rest))
    found = verify(rules, [LoopEnds(id="ends", sentence="", flow="game", loop="game")])[0].witness
    assert found is not None
    assert found["comes_back_to"] is not None
    trace = itf(rules, found, {})
    check_trace(trace)
    looped = trace["states"][trace["loop"] + 1 :]
    made = [state for state in looped if state["#meta"]["step"] == "chosen"]
    assert len(made) == len(found["choices"]) - found["comes_back_to"]


def test_a_run_that_goes_round_without_a_choice_has_an_end_instead() -> None:
    until = op(read("count"), "at_least", n(3))
    still = put("count", to=op(read("count"), "add", n(0)))
    rules = rule_set(flow("game", st.Repeat(ref="3", until=until, body=(still,)), end()))
    found = verify(rules, [LoopEnds(id="ends", sentence="", flow="game", loop="game")])[0].witness
    assert found is not None
    trace = itf(rules, found, {})
    check_trace(trace)
    assert "loop" not in trace
    assert trace["states"][-1]["#meta"]["end"] == "loop"


@pytest.mark.parametrize("seed", range(3))
def test_played_games_are_traces(seed: int) -> None:
    rules = contest()
    game = Game(rules, "play", {"piece": 3})
    run = Run("play", game.sizes, {}, {}, None, playout(game, seed).chosen)
    shown = witness(rules, run, replay(rules, run), from_start=True)
    trace = itf(rules, shown, {})
    check_trace(trace)
    out = trace["states"][-1]["out"]["#map"]
    assert [value for _, value in out] == shown["state"]["out"]
