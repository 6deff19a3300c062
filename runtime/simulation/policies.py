"""Policies: how simulated players choose.

Each choice takes exactly one draw from the stream of choices, whatever the policy; so
two policies, or two laws, go on with the same draws.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from runtime.code import Code, Scope, Undefined
from runtime.evaluate import Evaluator
from runtime.interpreter import Game
from runtime.players import Player, random_player
from runtime.ruleset.expressions import Expr
from runtime.ruleset.model import Model
from runtime.state import State
from runtime.steps import DECLINE, Decline
from runtime.streams import Stream, pick
from runtime.values import Value

NAMED = ("random", "decline", "first")
"""The policies that go by a name."""


class Aim(Model):
    """Looks one choice ahead: what makes ``measure`` smallest or greatest.

    It is measured where play rests after the choice, by the members of ``set`` (in
    ``measure`` they are called ``variable``) or by ``role``. ``text`` is what was asked for.
    """

    text: str
    set: str | None
    role: str | None
    variable: str | None
    better: Literal["smallest", "greatest"]
    measure: Expr


@dataclass(frozen=True, slots=True)
class Policy:
    """``how`` to choose: a name in :data:`NAMED`, or an aim. ``seat``: who; None: everybody."""

    how: str | Aim
    seat: int | None = None

    def __str__(self) -> str:
        how = self.how if isinstance(self.how, str) else self.how.text
        return how if self.seat is None else f"{self.seat}={how}"


def player(game: Game, policies: tuple[Policy, ...]) -> Player:
    """The player who follows ``policies``: the last that is meant for whoever chooses.

    Whoever has none chooses at random.
    """
    everybody: Player = random_player
    seats: dict[int, Player] = {}
    for policy in policies:
        made = _player(game, policy.how)
        if policy.seat is None:
            everybody = made
        else:
            seats[policy.seat] = made
    return _by_seat(everybody, seats) if seats else everybody


def _player(game: Game, how: str | Aim) -> Player:
    if isinstance(how, Aim):
        return _aiming(game, how)
    known: Mapping[str, Player] = {"random": random_player, "decline": declining, "first": first}
    return known[how]


def _by_seat(everybody: Player, seats: Mapping[int, Player]) -> Player:
    def choose(game: Game, state: State, stream: Stream) -> Value | Decline:
        actor = game.pending(state).actor
        chooser = everybody if actor is None else seats.get(actor, everybody)
        return chooser(game, state, stream)

    return choose


def declining(game: Game, state: State, stream: Stream) -> Value | Decline:
    """Does nothing where that is possible, and chooses at random elsewhere."""
    drawn = pick(stream, lawful := game.lawful(state))
    return DECLINE if DECLINE in lawful else drawn


def first(game: Game, state: State, stream: Stream) -> Value | Decline:
    """The first lawful value; declining comes last."""
    lawful = game.lawful(state)
    pick(stream, lawful)
    return lawful[0]


def _aiming(game: Game, aim: Aim) -> Player:
    scope = Scope("")
    slot = None if aim.variable is None else scope.slot(aim.variable)
    evaluator = Evaluator(game.rules, game.layout, game.parameters)
    measure: Code = evaluator.code(aim.measure, scope)
    sign = 1 if aim.better == "smallest" else -1

    def choose(game: Game, state: State, stream: Stream) -> Value | Decline:
        choice = game.pending(state)
        lawful = game.lawful(state)
        if (choice.actor_set, choice.role) != (aim.set, aim.role):
            return pick(stream, lawful)
        frame = scope.frame()
        if slot is not None:
            frame[slot] = choice.actor

        def worth(value: Value | Decline) -> tuple[bool, Value]:
            # What has no value yet is no reason to prefer anything to it.
            after = game.apply(state, value).state.store
            try:
                return False, sign * measure(after, frame)
            except Undefined:
                return True, 0

        values = [worth(value) for value in lawful]
        best = min(values)
        return pick(stream, [v for v, w in zip(lawful, values, strict=True) if w == best])

    return choose
