"""What a flow is played with: settings of the law and arguments of the flow."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from runtime.graph import Graph
from runtime.interpreter import Game
from runtime.ruleset.types import Number, Type
from runtime.values import all_values
from verify.symbolic import Scope

MOST_SETTINGS = 8
"""How many ways to set what is fixed for a whole game are tried."""

MOST_VALUES = 4
"""How many values of one setting are tried."""


@dataclass(frozen=True, slots=True)
class Setting:
    """Values of the law's parameters and of the flow's, by name."""

    parameters: Mapping[str, Any]
    arguments: Mapping[str, Any]


def settings(scope: Scope, graph: Graph) -> Iterator[Setting]:
    """Ways to set what is fixed for a whole game, the law's own defaults first."""
    rules = scope.rules
    own = {name: _some(scope, p.type, p.default) for name, p in rules.parameters.items()}
    given = {p.name: _some(scope, p.type, None) for p in rules.flows[graph.flow].parameters}
    for values in islice(product(*own.values(), *given.values()), MOST_SETTINGS):
        parameters = dict(zip(own, values[: len(own)], strict=True))
        yield Setting(parameters, dict(zip(given, values[len(own) :], strict=True)))


def game_of(scope: Scope, graph: Graph, setting: Setting) -> Game:
    """The flow ready to be played. Raises ``ValueError`` where a value is not allowed."""
    return Game(scope.rules, graph.flow, scope.sizes, setting.parameters)


def _some(scope: Scope, type: Type, default: Any) -> list[Any]:
    """A few values of ``type``, ``default`` first; of a number with a wide range only one."""
    if isinstance(type, Number) and type.high - type.low >= MOST_VALUES:
        return [type.low if default is None else default]
    values = islice(all_values(type, scope.rules, scope.sizes), MOST_VALUES)
    first = [] if default is None else [default]
    return [*first, *(value for value in values if value != default)][:MOST_VALUES]
