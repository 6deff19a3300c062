"""Visits: the states in which games with random choices come to the cuts of a flow."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.graph import Graph, HeadNode
from runtime.interpreter import Game
from runtime.players import choose, random_player
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Expr
from runtime.state import Layout, State
from runtime.streams import Streams
from runtime.values import Value, all_values
from verify.symbolic import LARGEST_DOMAIN, Scope

GAMES = 60
"""How many games are played at most."""

MOST_CHOICES = 1_500
"""After how many choices in all no further game is played."""

LONGEST = 400
"""After how many choices a game is broken off."""

MOST_VISITS = 40
"""How many states are kept at each cut."""


@dataclass(frozen=True)
class Visit:
    """A state at a cut, and the parameters of the law in that game."""

    state: State
    parameters: dict[str, Value]


def visits(scope: Scope, graph: Graph, cuts: Sequence[int]) -> dict[int, list[Visit]]:
    """The visits of a few games to each of ``cuts``; the same for every call.

    A flow with parameters is not played; its cuts have no visits.
    """
    found: dict[int, list[Visit]] = {at: [] for at in cuts}
    if scope.rules.flows[graph.flow].parameters:
        return found
    random = Random(0)
    choices = 0
    for number in range(GAMES):
        if choices >= MOST_CHOICES:
            break
        parameters = _parameters(scope, random, usual=number == 0)
        game = Game(scope.rules, graph.flow, scope.sizes, parameters)
        for state in _states(game, number):
            choices += not isinstance(graph.nodes[state.node], HeadNode)
            if state.node not in found:
                continue
            kept = found[state.node]
            # The first visits are alike, so late ones push out some of the early.
            if len(kept) < MOST_VISITS:
                kept.append(Visit(state, game.parameters))
            elif random.random() < 0.2:
                kept[random.randrange(MOST_VISITS)] = Visit(state, game.parameters)
    return found


def holds_at(scope: Scope, visit: Visit, condition: Expr) -> bool:
    """Whether ``condition``, without free variables, holds in a visit; undefined, it does not."""
    evaluator = Evaluator(scope.rules, Layout(scope.rules, scope.sizes), visit.parameters)
    variables = Variables("")
    code = evaluator.code(condition, variables)
    try:
        return bool(code(visit.state.store, variables.frame()))
    except Undefined:
        return False


def _states(game: Game, number: int) -> Iterator[State]:
    streams = Streams(0, number)
    state = game.initial().state
    for _ in range(LONGEST):
        yield from game.heads_passed()
        if state.ending is not None:
            return
        yield state
        value = choose(game, state, streams, random_player, "lots")
        assert value is not None
        state = game.apply(state, value[0]).state


def _parameters(scope: Scope, random: Random, *, usual: bool) -> dict[str, Value]:
    """A value for each parameter: the usual one where there is one, else any."""
    chosen: dict[str, Value] = {}
    for name, parameter in scope.rules.parameters.items():
        if usual and parameter.default is not None:
            continue
        match parameter.type:
            case ty.Number(low=low, high=high, fraction=False) if high - low >= LARGEST_DOMAIN:
                chosen[name] = random.randint(low, high)
            case type:
                chosen[name] = random.choice(all_values(type, scope.rules, scope.sizes))
    return chosen
