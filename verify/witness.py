"""Witnesses as data, for output: the state, the steps with their articles, the choices."""

from typing import Any

from runtime.json_values import plain
from runtime.ruleset.ruleset import RuleSet
from runtime.serialise import store_as_json
from runtime.steps import DECLINE
from runtime.trace import trace
from verify.replay import Replayed, Run


def witness(rules: RuleSet, run: Run, replayed: Replayed, *, from_start: bool) -> dict[str, Any]:
    """A replayed run as JSON data.

    ``state`` is the store at the end of it. ``from_start`` tells whether it
    starts where the law starts, or in the store given as ``initial``.
    """
    game = replayed.game
    data: dict[str, Any] = {
        "flow": run.flow,
        "sizes": dict(run.sizes),
        "from_start": from_start,
        "state": store_as_json(game.layout, replayed.states[-1].store),
        "choices": [
            None if choice is DECLINE else plain(choice)
            for choice in run.choices[: len(replayed.states) - 1]
        ],
        "steps": [step.model_dump(mode="json") for step in trace(rules, replayed.steps)],
    }
    if run.parameters:
        data["parameters"] = {name: plain(value) for name, value in run.parameters.items()}
    if run.store is not None:
        store = game.layout.initial(run.store)
        data["initial"] = store_as_json(game.layout, store)
    return data
