"""Lowering: what the flow graph promises to those who read it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from runtime.graph import (
    BranchNode,
    ChooseNode,
    DecideNode,
    EndNode,
    GapNode,
    Graph,
    HeadNode,
    LetNode,
    successors,
)
from runtime.liveness import live_variables
from runtime.lowering import NO_RESULT, NO_TURN, LoweringError, lower
from runtime.rewriting import walk
from runtime.ruleset.expressions import Binder, Count, SetDisplay
from runtime.ruleset.statements import Again, Call, Choose, Decide, Each, If, Let, Repeat, Return
from runtime.ruleset.types import Number
from tests.runtime.small_rules import (
    FALSE,
    PLAYER,
    PLAYERS,
    SMALL,
    TRUE,
    add_to_count,
    choose,
    counter_game,
    end,
    flow,
    n,
    numbers,
    op,
    over,
    put,
    read,
    rule,
    rule_set,
    strip_game,
    tie_break,
    v,
)

GAMES = {"counter": counter_game, "strip": strip_game, "tie": tie_break}


def reachable(graph: Graph, start: int, *, through_heads: bool) -> set[int]:
    found: set[int] = set()
    todo = list(successors(graph.nodes[start]))
    while todo:
        at = todo.pop()
        if at in found or (not through_heads and isinstance(graph.nodes[at], HeadNode)):
            continue
        found.add(at)
        todo.extend(successors(graph.nodes[at]))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_path_from_a_node_back_to_itself_passes_a_head(game: str) -> None:
    graph = lower(GAMES[game](), "game")
    for at in range(len(graph.nodes)):
        assert at not in reachable(graph, at, through_heads=False)


@pytest.mark.parametrize("game", GAMES)
def test_every_node_is_reachable_and_the_entry_is_the_first(game: str) -> None:
    graph = lower(GAMES[game](), "game")
    assert graph.entry == 0
    assert reachable(graph, 0, through_heads=True) | {0} == set(range(len(graph.nodes)))


def test_what_follows_a_branch_is_one_node() -> None:
    body = If(
        ref="2",
        condition=read("flag"),
        then=(put("count", to=n(1)),),
        otherwise=(put("count", to=n(2)),),
    )
    graph = lower(rule_set(flow("game", body, add_to_count(n(1)), end())), "game")
    branch = graph.nodes[0]
    assert isinstance(branch, BranchNode)
    after = {successors(graph.nodes[to]) for to in (branch.then, branch.otherwise)}
    assert len(after) == 1
    assert len(graph.nodes) == 5


def bound_names(graph: Graph) -> list[str]:
    names = [node.name for node in graph.nodes if isinstance(node, LetNode | ChooseNode)]
    for node in graph.nodes:
        for field in ("value", "condition", "domain"):
            item: Any = getattr(node, field, None)
            if item is not None:
                names += [x for b in walk(item) if isinstance(b, Binder) for x in b.names]
    return names


def test_a_flow_called_twice_binds_different_variables() -> None:
    count = Count(binder=over("p", PLAYER, PLAYERS))
    inner = flow(
        "inner",
        Let(ref="2", name="x", type=SMALL, value=count),
        Return(ref="2", value=op(v("x"), "add", v("a"))),
        result=SMALL,
        a=SMALL,
    )
    calls = (
        Call(ref="3", flow="inner", arguments=(n(1),), result="r"),
        Call(ref="3", flow="inner", arguments=(v("r"),), result="s"),
    )
    graph = lower(rule_set(flow("game", *calls, put("count", to=v("s"))), inner), "game")
    names = bound_names(graph)
    assert len(names) == len(set(names)) == 8


def test_again_leads_back_to_a_head_of_its_own_flow_and_keeps_the_arguments() -> None:
    inner = flow(
        "inner",
        add_to_count(v("a")),
        If(ref="2", condition=op(read("count"), "less", n(5)), then=(Again(ref="2"),)),
        a=SMALL,
    )
    graph = lower(
        rule_set(flow("game", Call(ref="3", flow="inner", arguments=(n(2),)), end()), inner), "game"
    )
    argument, head = graph.nodes[0], graph.nodes[1]
    assert isinstance(argument, LetNode)
    assert argument.internal
    assert isinstance(head, HeadNode)
    assert head.flow == "inner"
    branch = next(node for node in graph.nodes if isinstance(node, BranchNode))
    assert branch.then == 1


def test_a_return_ends_the_flow_it_stands_in_also_from_within_a_loop() -> None:
    inner = flow("inner", Repeat(ref="2", body=(Return(ref="2", value=n(3)),)), result=SMALL)
    graph = lower(
        rule_set(
            flow("game", Call(ref="1", flow="inner", result="x"), put("count", to=v("x")), end()),
            inner,
        ),
        "game",
    )
    assert not any(isinstance(node, GapNode) for node in graph.nodes)
    assert isinstance(graph.nodes[-1], EndNode)


def test_a_flow_that_may_end_without_its_result_has_a_gap_there() -> None:
    inner = flow(
        "inner",
        If(ref="2", condition=read("flag"), then=(Return(ref="2", value=n(3)),)),
        result=SMALL,
    )
    graph = lower(
        rule_set(flow("game", Call(ref="1", flow="inner", result="x"), end()), inner), "game"
    )
    assert [node.gap for node in graph.nodes if isinstance(node, GapNode)] == [NO_RESULT]


def test_rounds_until_a_condition_start_with_nobody_left_and_have_a_gap_for_no_turn() -> None:
    graph = lower(counter_game(), "game")
    first = graph.nodes[0]
    assert isinstance(first, LetNode)
    assert isinstance(first.value, SetDisplay)
    assert not first.value.items
    assert [node.gap for node in graph.nodes if isinstance(node, GapNode)] == [NO_TURN]


def test_an_open_order_is_a_choice_by_nobody() -> None:
    graph = lower(strip_game(), "game")
    kinds = [node.by.kind for node in graph.nodes if isinstance(node, ChooseNode)]
    assert sorted(kinds) == ["actor", "actor", "nobody"]


def test_a_reference_in_a_precedence_covers_what_stands_below_it() -> None:
    rules = (
        rule("10.1", TRUE, end("a")),
        rule("10.1.a", TRUE, end("b")),
        rule("11", TRUE, end("c"), departs_from=("10",)),
        rule("101", TRUE, end("d"), yields_to=("10.1",)),
    )
    graph = lower(
        rule_set(flow("game", Decide(ref="9", decision="verdict")), decisions={"verdict": rules}),
        "game",
    )
    decide = graph.nodes[0]
    assert isinstance(decide, DecideNode)
    assert [arm.beats for arm in decide.arms] == [(3,), (3,), (0, 1), ()]


def test_a_supplement_marks_what_stands_in_it_but_not_the_flows_it_calls() -> None:
    inner = flow("inner", add_to_count(n(1)))
    stuck = (Call(ref="2", flow="inner"), put("flag", to=TRUE))
    body = If(ref="2", condition=TRUE, then=stuck, supplement="fill")
    graph = lower(rule_set(flow("game", body, end()), inner), "game")
    assert [node.supplement for node in graph.nodes] == ["fill", None, "fill", None]


@pytest.mark.parametrize(
    ("flows", "decisions"),
    [
        ((flow("game", Call(ref="1", flow="game")),), {}),
        ((flow("game", Call(ref="1", flow="b")), flow("b", Call(ref="1", flow="game"))), {}),
        (
            (flow("game", Decide(ref="1", decision="verdict")),),
            {"verdict": (rule("10", TRUE, Decide(ref="1", decision="verdict")),)},
        ),
    ],
)
def test_a_recursion_is_refused_and_its_circle_named(flows: Any, decisions: Any) -> None:
    with pytest.raises(LoweringError, match="->"):
        lower(rule_set(*flows, decisions=decisions), "game")


def test_an_unknown_flow_is_refused_with_the_known_ones() -> None:
    with pytest.raises(LoweringError, match="game"):
        lower(counter_game(), "nothing")


def test_a_variable_is_live_only_until_its_last_use() -> None:
    graph = lower(
        rule_set(
            flow(
                "game",
                choose("x", numbers(1, 2)),
                choose("y", numbers(1)),
                put("count", to=v("x")),
                end(),
            )
        ),
        "game",
    )
    assert live_variables(graph) == ((), ("x",), ("x",), ())


def test_a_declined_choice_passes_over_its_body() -> None:
    stay: Choose = choose("x", numbers(1), optional=True, body=(put("count", to=v("x")),))
    graph = lower(rule_set(flow("game", stay, end())), "game")
    node = graph.nodes[0]
    assert isinstance(node, ChooseNode)
    assert isinstance(graph.nodes[node.decline or 0], EndNode)


def test_a_counted_repetition_has_a_counter_with_its_own_range() -> None:
    graph = lower(
        rule_set(flow("game", Repeat(ref="2", times=3, body=(add_to_count(n(1)),)))), "game"
    )
    lets = [node for node in graph.nodes if isinstance(node, LetNode)]
    assert {node.type for node in lets} == {Number(low=0, high=3)}
    assert all(node.internal for node in lets)


def test_the_graph_is_the_same_whatever_the_hash_seed() -> None:
    script = (
        "from tests.runtime.small_rules import *\n"
        "from runtime.lowering import lower\n"
        "from runtime.liveness import live_variables\n"
        "for make in (counter_game, strip_game, tie_break):\n"
        "    graph = lower(make(), 'game')\n"
        "    print(graph, live_variables(graph))\n"
    )
    root = Path(__file__).parents[2]
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(root)},
            cwd=root,
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(outputs) == 1


def test_rules_of_a_decision_see_what_is_bound_where_it_stands() -> None:
    each = Each(
        ref="1",
        name="p",
        item=PLAYER,
        domain=PLAYERS,
        order="in_turn",
        body=(Decide(ref="1", decision="verdict"),),
    )
    rules = (rule("10", FALSE), rule("11", TRUE, put("score", v("p"), to=n(1))))
    graph = lower(rule_set(flow("game", each), decisions={"verdict": rules}), "game")
    assert "p" in {name for names in live_variables(graph) for name in names}
