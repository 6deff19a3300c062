"""Players and playouts: a whole game, played by strategies and by chance."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from runtime.interpreter import Advance, Game
from runtime.state import Ending, State, Store
from runtime.steps import AnyStep, Decline, Ended
from runtime.streams import Stream, Streams, pick
from runtime.values import Value

Player: TypeAlias = Callable[[Game, State, Stream], Value | Decline]
"""Makes the choice that a state waits for; the stream is the one for choices."""


def random_player(game: Game, state: State, stream: Stream) -> Value | Decline:
    """Each lawful result with the same probability; declining counts as one result."""
    return pick(stream, game.lawful(state))


@dataclass(frozen=True, slots=True)
class Play:
    """A game that was played: all steps, the values chosen, and the state at the end.

    ``pending``: play rests at a choice that nobody made; its state has no ending.
    """

    state: State
    steps: tuple[AnyStep, ...]
    chosen: tuple[Value | Decline, ...]

    @property
    def ending(self) -> Ending | None:
        return self.state.ending

    @property
    def pending(self) -> bool:
        return self.state.ending is None


def playout(
    game: Game,
    seed: int,
    number: int = 0,
    *,
    player: Player = random_player,
    start: Store | None = None,
    arguments: Mapping[str, Value] | None = None,
    nobody: Literal["lots", "pending"] = "lots",
    most_choices: int = 100_000,
) -> Play:
    """Play the game to its end.

    ``seed`` and ``number`` (which game) select the random streams. ``start``
    and ``arguments`` as in :meth:`Game.initial`. Where the text names nobody
    who chooses and more than one result is lawful, ``nobody`` says whether lots
    are drawn or play rests there. After ``most_choices`` choices play ends with
    the ending ``limit``.
    """
    streams = Streams(seed, number)
    advance = game.initial(start, arguments)
    state, steps = advance.state, list(advance.steps)
    chosen: list[Value | Decline] = []
    while state.ending is None:
        if len(chosen) >= most_choices:
            advance = broken_off(game, state, most_choices)
        else:
            value = choose(game, state, streams, player, nobody)
            if value is None:
                break
            chosen.append(value[0])
            advance = game.apply(state, value[0])
        state = advance.state
        steps.extend(advance.steps)
    return Play(state, tuple(steps), tuple(chosen))


def settle(
    game: Game, start: Store | None = None, arguments: Mapping[str, Value] | None = None
) -> Play:
    """Play only as far as nobody has anything to decide: to an end, or pending.

    A choice with exactly one lawful result is no decision, whoever makes it.
    ``start`` and ``arguments`` as in :meth:`Game.initial`.
    """
    advance = game.initial(start, arguments)
    state, steps = advance.state, list(advance.steps)
    chosen: list[Value | Decline] = []
    seen: set[State] = set()
    while state not in seen and len(lawful := game.lawful(state)) == 1:
        # A flow of forced choices may go round for ever; then it rests where it came back.
        seen.add(state)
        chosen.append(lawful[0])
        advance = game.apply(state, lawful[0])
        state = advance.state
        steps.extend(advance.steps)
    return Play(state, tuple(steps), tuple(chosen))


def choose(
    game: Game,
    state: State,
    streams: Streams,
    player: Player,
    nobody: Literal["lots", "pending"],
) -> tuple[Value | Decline] | None:
    """What is chosen in ``state``, which is no end: by chance, or by ``player``.

    None where the text names nobody, more than one result is lawful and
    ``nobody`` says that play rests there.
    """
    match game.kind(state):
        case "chance":
            stream = streams.dice if game.stream(state) == "dice" else streams.lots
            return (pick(stream, game.lawful(state)),)
        case "nobody":
            lawful = game.lawful(state)
            if nobody == "pending" and len(lawful) > 1:
                return None
            return (pick(streams.lots, lawful),)
        case _:
            return (player(game, state, streams.choices),)


def broken_off(game: Game, state: State, most_choices: int) -> Advance:
    """The end of a play that goes on after ``most_choices`` choices."""
    ref = game.graph.nodes[state.node].ref
    ending = Ending("limit", ref, detail=f"no end within {most_choices} choices")
    stopped = State(state.node, state.store, state.variables, ending)
    return Advance(stopped, (Ended(ref, None, ending),))
