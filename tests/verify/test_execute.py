"""Symbolic execution and the interpreter take the same way with the same choices."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runtime.graph import ChooseNode, Node
from runtime.interpreter import Game
from runtime.ruleset.ruleset import RuleSet
from runtime.steps import DECLINE
from tests.runtime.small_rules import counter_game, strip_game, tie_break
from tests.verify.laws import contest
from verify.evaluation import evaluate
from verify.execute import Executor, Policy
from verify.paths import Path
from verify.ranking import is_head
from verify.replay import ground_store
from verify.starts import at_start
from verify.symbolic import Scope, Value, equal_values, grounded, lifted
from verify.terms import Term

LAWS: list[tuple[RuleSet, str, dict[str, int]]] = [
    (counter_game(), "game", {"player": 2}),
    (strip_game(), "game", {"player": 3}),
    (tie_break(), "game", {"player": 3}),
    (contest(tokens=2), "play", {"piece": 2, "token": 2}),
    (contest(tokens=1, norm=False), "play", {"piece": 3, "token": 1}),
]


def is_choice(node: Node) -> bool:
    return isinstance(node, ChooseNode)


def bind(unknown: Value, value: Any, model: dict[str, int]) -> None:
    """Let the symbols that ``unknown`` is made of have their part of ``value``."""
    parts = zip(unknown, value, strict=True) if isinstance(unknown, tuple) else [(unknown, value)]
    for part, number in parts:
        if isinstance(part, Term):
            assert part.op == "symbol"
            model[part.args[0]] = int(number)


def taken(executor: Executor, path: Path, choice: Any, model: dict[str, int]) -> Path:
    """The path on which ``choice`` was made at the choice where ``path`` stands."""
    for option in executor.step(path):
        made = option.choices[-1]
        if made.declined or choice is DECLINE:
            if made.declined and choice is DECLINE:
                return option
            continue
        bind(made.value, choice, model)
        if evaluate(equal_values(made.value, lifted(choice)), model):
            return option
    raise AssertionError("no path makes this choice")


def followed(executor: Executor, path: Path, model: dict[str, int]) -> Path:
    """The one way from ``path`` to the next choice or end whose conditions hold under ``model``."""
    while path.stop is None and not is_choice(executor.graph.nodes[path.node]):
        found = [
            ahead
            for ahead in executor.paths(path, lambda node: is_choice(node) or is_head(node))
            if all(evaluate(one.term, model) for one in ahead.conditions)
        ]
        assert len(found) == 1
        path = found[0]
    return path


@pytest.mark.parametrize("enumerate_elements", [True, False])
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_both_take_the_same_way(enumerate_elements: bool, data: st.DataObject) -> None:
    rules, flow, sizes = data.draw(st.sampled_from(LAWS))
    game, scope = Game(rules, flow, sizes), Scope(rules, sizes)
    policy = Policy(enumerate_elements=enumerate_elements, holes=True, assume_stuck=False)
    executor = Executor(scope, game.graph, policy)
    model: dict[str, int] = {}
    state = game.initial().state
    path = followed(executor, at_start(scope, game.graph), model)
    while state.ending is None:
        assert path.node == state.node
        choice = data.draw(st.sampled_from(game.lawful(state)))
        state = game.apply(state, choice).state
        path = taken(executor, path, choice, model)
        if state.ending is not None and state.ending.kind == "loop":
            return
        path = followed(executor, path, model)
        store = ground_store(scope, path, model)
        assert tuple(store[name] for name in game.layout.names) == state.store.values
        bound = {name: grounded(path.env[name], model) for name, _ in state.variables}
        assert bound == dict(state.variables)
    if state.ending.kind == "stuck":
        # Which of a choice's values are lawful is asked only when one is taken.
        assert is_choice(executor.graph.nodes[path.node])
        return
    assert path.stop is not None
    assert (path.stop.kind, path.stop.ref) == (state.ending.kind, state.ending.at)
