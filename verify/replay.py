"""Replaying: nothing is reported that the interpreter does not do as well.

A run is data: a flow, sizes, parameters, the store it starts from, and the
choices made. The interpreter plays it; where it does something else than was
claimed, that is a defect of this program and not a finding about the law.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runtime.interpreter import Game, Refused
from runtime.ruleset.ruleset import RuleSet
from runtime.state import State, Store
from runtime.steps import DECLINE, AnyStep, Assigned
from verify.evaluation import Model
from verify.paths import Path
from verify.symbolic import Scope, grounded


class WitnessDefect(Exception):
    """A witness that does not replay: this program is wrong, not the law."""


@dataclass(frozen=True)
class Run:
    """What is to be replayed. ``store``: flat tuples by state variable; none: the law's start."""

    flow: str
    sizes: Mapping[str, int]
    parameters: Mapping[str, Any]
    arguments: Mapping[str, Any]
    store: Mapping[str, tuple[Any, ...]] | None
    choices: tuple[Any, ...]


@dataclass(frozen=True)
class Replayed:
    """What the interpreter did: a state after the start and after each choice, and all steps."""

    game: Game
    states: tuple[State, ...]
    steps: tuple[AnyStep, ...]


def replay(rules: RuleSet, run: Run) -> Replayed:
    """Play ``run``. Raises :class:`WitnessDefect` where the interpreter refuses."""
    try:
        game = Game(rules, run.flow, run.sizes, run.parameters)
        store = game.layout.initial(run.store) if run.store is not None else None
        advance = game.initial(store, run.arguments)
    except ValueError as error:
        raise WitnessDefect(f"the start of a witness is not one of the law's: {error}") from error
    states, steps = [advance.state], list(advance.steps)
    for choice in run.choices:
        try:
            advance = game.apply(advance.state, choice)
        except Refused as error:
            raise WitnessDefect(f"a choice of a witness was refused: {error}") from error
        states.append(advance.state)
        steps.extend(advance.steps)
    return Replayed(game, tuple(states), tuple(steps))


def run_of(scope: Scope, path: Path, model: Model, start: Path, flow: str, given: bool) -> Run:
    """The run that ``path`` is under ``model``.

    ``given``: it starts from the store of ``start`` and not from the law's start.
    """
    parameters = {name: grounded(start.store[name][()], model) for name in scope.rules.parameters}
    declared = scope.rules.flows[flow].parameters
    arguments = {
        parameter.name: grounded(start.env[parameter.name], model)
        for parameter in declared
        if parameter.name in start.env
    }
    store = ground_store(scope, start, model) if given else None
    choices = tuple(
        DECLINE if made.declined else grounded(made.value, model) for made in path.choices
    )
    return Run(flow, dict(scope.sizes), parameters, arguments, store, choices)


def ground_store(scope: Scope, path: Path, model: Model) -> dict[str, tuple[Any, ...]]:
    """The store of ``path`` under ``model``, as flat tuples by state variable."""
    return {
        state: tuple(grounded(path.store[state][place], model) for place in scope.places(state))
        for state in scope.rules.states
    }


def stores_entered(replayed: Replayed, start: Store) -> Sequence[Store]:
    """Every store that the steps of a replay went through, from ``start`` on."""
    layout = replayed.game.layout
    columns = {name: list(column) for name, column in zip(layout.names, start.values, strict=True)}
    places = {name: list(layout.places(name)) for name in layout.names}
    entered = [start]
    for step in replayed.steps:
        if isinstance(step, Assigned) and step.changes:
            for change in step.changes:
                columns[change.state][places[change.state].index(change.arguments)] = change.new
            entered.append(Store(tuple(tuple(columns[name]) for name in layout.names)))
    return entered
