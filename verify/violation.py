"""Refuting a property of states: a run from the law's start into a state without it."""

from dataclasses import dataclass, replace
from typing import Any

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.graph import Graph
from runtime.interpreter import Game
from runtime.ruleset.properties import Never
from runtime.state import Store
from verify.induction import StateProperty
from verify.limits import Limit
from verify.reach import Holds, reach
from verify.replay import Replayed, stores_entered
from verify.search import Budget
from verify.symbolic import Scope
from verify.witness import witness


@dataclass(frozen=True)
class Violation:
    """A witness, already replayed, or none; the paragraph of the last step; what was tried."""

    witness: dict[str, Any] | None
    ref: str
    tried: str


def violation(
    scope: Scope, graph: Graph, item: StateProperty, limit: Limit, budget: Budget
) -> Violation:
    """Look for a state without the property; raises ``WitnessDefect`` if it does not replay."""
    if isinstance(item, Never):
        goal = Holds(item.condition)
    else:
        goal = Holds(item.condition, value=False, or_undefined=True)
    found = reach(scope, graph, goal, limit=limit, budget=budget)
    if found.run is None or found.replayed is None:
        return Violation(None, "", found.tried)
    initial = found.replayed.game.layout.initial()
    shown = until_violated(found.replayed, initial, item)
    ref = shown.steps[-1].ref if shown.steps else graph.nodes[graph.entry].ref
    return Violation(witness(scope.rules, found.run, shown, from_start=True), ref, found.tried)


def violates(game: Game, store: Store, item: StateProperty) -> bool:
    """Whether ``store`` lacks the property, as the interpreter sees it."""
    evaluator = Evaluator(game.rules, game.layout, game.parameters)
    variables = Variables("")
    code = evaluator.code(item.condition, variables)
    try:
        value = bool(code(store, variables.frame()))
    except Undefined:
        return not isinstance(item, Never)
    return value is isinstance(item, Never)


def until_violated(replayed: Replayed, initial: Store, item: StateProperty) -> Replayed:
    """The replay with its steps after the violation left out."""
    for count in range(len(replayed.steps) + 1):
        part = replace(replayed, steps=replayed.steps[:count])
        last = stores_entered(part, initial)[-1]
        if violates(replayed.game, last, item):
            state = replace(replayed.states[-1], store=last)
            return replace(part, states=(*replayed.states[:-1], state))
    return replayed
