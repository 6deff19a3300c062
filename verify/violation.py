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
from verify.execute import Executor, Path, Policy
from verify.induction import StateProperty, holds
from verify.limits import Limit, Named, ask
from verify.replay import Replayed, WitnessDefect, replay, run_of, stores_entered
from verify.search import Budget, search
from verify.starts import at_start
from verify.symbolic import Scope
from verify.terms import Truth, negation
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
    """Search for a state without the property; raises ``WitnessDefect`` if it does not replay."""
    start = at_start(scope, graph)
    wrong = negation(holds(scope, item, start))
    answer = ask([Named(None, wrong)], limit)
    path: Path | None = start
    model, tried = answer.model, "the start"
    if answer.verdict != "yes":
        policy = Policy(enumerate_elements=True, holes=True, assume_stuck=False)
        executor = Executor(scope, graph, policy)

        def goal(path: Path, before: Path) -> Truth:
            if path.store is before.store:
                return False
            return negation(holds(scope, item, path))

        found = search(executor, start, goal, budget, limit)
        path, model, tried = found.path, found.model, found.tried
    if path is None:
        return Violation(None, "", tried)
    run = run_of(scope, path, model, start, graph.flow, given=False)
    replayed = replay(scope.rules, run)
    initial = replayed.game.layout.initial()
    if not any(violates(replayed.game, store, item) for store in stores_entered(replayed, initial)):
        raise WitnessDefect(f"the run found for {item.id} does not violate it when replayed")
    ref = path.refs[-1] if path.refs else graph.nodes[graph.entry].ref
    shown = until_violated(replayed, initial, item)
    return Violation(witness(scope.rules, run, shown, from_start=True), ref, tried)


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
