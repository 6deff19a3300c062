"""A board near the goal, guessed: random values where a loop has members of a large set get them.

What many boards lead to is found this way at once, without a question to the solver:
a board is put in place of what the loop would have filled, and the interpreter plays on.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from runtime.actors import variable_types
from runtime.interpreter import Game
from runtime.ruleset.types import Element, SetOf
from runtime.state import State, Store
from runtime.steps import DECLINE
from verify.frames import Loop
from verify.reach.boards import Board, in_use, item_of
from verify.reach.met import Watch
from verify.symbolic import Scope

BOARDS = {0: 40, 1: 20, 2: 60, 3: 60, 4: 60, 6: 80, None: 120}
"""How many boards are guessed with the members in so many places.

0: in places that something else holds. None: in any number.
"""

FARTHEST = 8
"""How many choices are made after the loop."""


def guessed(
    scope: Scope, watch: Watch, loop: Loop, varied: tuple[str, ...], at: State, seed: int
) -> Iterator[Board]:
    """Boards from which play leads to the goal; those of few places are tried first."""
    game = watch.game
    through = _through(scope, game, loop, varied, at)
    columns = {state: _values(scope, state) for state in varied}
    held = {state: in_use(scope, item_of(scope, state), at) or columns[state] for state in varied}
    if through is None or not all(columns.values()):
        return
    random = Random(seed)
    for few, number in ((few, number) for few, times in BOARDS.items() for number in range(times)):
        among = {
            state: (values if few is None else random.choices(values, k=few))
            for state, values in columns.items()
        }
        target = _drawn(game, at.store, among if few != 0 else held, random, number % 2 == 0)
        store = Store(tuple(target.values()))
        if _leads(watch, State(at.node, store, through), random):
            places = zip(*(target[state] for state in varied), strict=True)
            yield Board(target, varied, len(set(places)))


def _through(
    scope: Scope, game: Game, loop: Loop, varied: Sequence[str], at: State
) -> tuple[tuple[str, Any], ...] | None:
    """The bound variables as if the loop were through; none if one holds a member."""
    (owner,) = scope.rules.states[varied[0]].domain
    types = variable_types(scope.rules, game.graph)
    found: list[tuple[str, Any]] = []
    for name, value in at.variables:
        if types[name] == Element(set=owner):
            return None
        served = types[name] == SetOf(item=Element(set=owner)) and name in loop.variables
        found.append((name, () if served else value))
    return tuple(found)


def _values(scope: Scope, state: str) -> list[Any]:
    return list(scope.values(item_of(scope, state)))


def _drawn(
    game: Game,
    store: Store,
    among: Mapping[str, Sequence[Any]],
    random: Random,
    dealt: bool,
) -> dict[str, tuple[Any, ...]]:
    """Values for all members; ``dealt``: each value goes to one member in turn."""
    target = dict(zip(game.layout.names, store.values, strict=True))
    for state, values in among.items():
        target[state] = tuple(
            values[member % len(values)] if dealt else random.choice(values)
            for member in range(len(target[state]))
        )
    return target


def _leads(watch: Watch, state: State, random: Random) -> bool:
    """Whether play from ``state`` meets the goal within a few choices."""
    game = watch.game
    advance, before = game.resume(state), state.store
    for _ in range(FARTHEST):
        if watch.met(advance, before):
            return True
        if advance.state.ending is not None:
            return False
        lawful = game.lawful(advance.state)
        before = advance.state.store
        value = DECLINE if DECLINE in lawful else random.choice(lawful)
        advance = game.apply(advance.state, value)
    return watch.met(advance, before)
