"""Engines at work: the games of a simulation, played by the engine of its rule set.

Most games are hurried through. Whatever ends before its time, and what players decide who
do not choose at random, is played advance by advance; both are told as the same records.
"""

import sys
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any, cast

from compiler.engine.python import python_engine
from runtime.graph import HeadNode
from runtime.interpreter import Advance, Choice, Game
from runtime.players import choose
from runtime.serialise import store_as_json
from runtime.simulation.games import MOST_CHOICES, Interpreted, Setup
from runtime.simulation.policies import player
from runtime.simulation.record import Record
from runtime.state import State, Store
from runtime.steps import DECLINE, Decline
from runtime.streams import Streams
from runtime.values import Value

_MODULE = "wortlaut_engine"


@dataclass(frozen=True)
class Generated:
    """Makes the executor of a setup; ``text`` is the engine of its rule set and flow.

    Can be sent to another process, which need not write the engine again.
    """

    text: str

    def __call__(self, setup: Setup) -> "Engine":
        return Engine(setup, self.text)


def generated(setup: Setup) -> Generated:
    """What makes the executor of ``setup``."""
    return Generated(python_engine(setup.rules, flows=[setup.flow]))


class Engine(Interpreted):
    """Plays the games of ``setup`` as the interpreter does, by the engine in ``text``."""

    def __init__(self, setup: Setup, text: str) -> None:
        super().__init__(setup)
        module = _loaded(text)
        self._engine: Any = module["Game"](self.game.sizes, self.game.parameters, setup.flow)
        self._at_random = all(one.how == "random" for one in setup.policies)
        self._seen = _Seen(self.game, self._engine, module)
        self._other_player = player(cast(Game, self._seen), setup.policies)
        self._loops = {
            at: f"loop:{node.flow}@{node.ref}"
            for at, node in enumerate(self.game.graph.nodes)
            if isinstance(node, HeadNode)
        }

    def play(self, seed: int, number: int, start: Store | None = None) -> Record:
        """Game ``number`` under ``seed``; ``start``: where it starts, if not as the law says."""
        if self._at_random and start is None:
            course = self._engine.course(seed, number)
            if course is not None:
                return self._told(course)
        return self._with_care(seed, number, start)

    def _told(self, course: Any) -> Record:
        counts: Counter[str] = Counter()
        for decision, ref in course.applied:
            counts[f"decision:{decision}"] += 1
            counts[f"rule:{decision}@{ref}"] += 1
        for head, times in course.passed.items():
            counts[self._loops[head]] += times
        if course.declined:
            counts["declined"] = course.declined
        counts["choices"] = course.choices
        if course.ending is not None:
            return self._ended(course.ending, Store(self._engine.on_table()), counts)
        ref = self.game.graph.nodes[course.node].ref
        return Record("pending", ref, None, None, tuple(sorted(counts.items())))

    def _with_care(self, seed: int, number: int, start: Store | None) -> Record:
        """Play advance by advance."""
        engine, game, streams = self._engine, cast(Game, self._seen), Streams(seed, number)
        counts: Counter[str] = Counter()
        made, advance = 0, engine.initial(None if start is None else self._theirs(start))
        while True:
            self._count_steps(advance.steps, counts)
            for head in engine.heads_passed():
                counts[self._loops[head]] += 1
            state = advance.state
            if state.ending is not None:
                counts["choices"] = made
                return self._ended(state.ending, Store(state.store), counts)
            if made >= MOST_CHOICES:
                counts["choices"] = made
                told = tuple(sorted(counts.items()))
                return Record("limit", engine.at(state), None, None, told)
            value = choose(game, state, streams, self._other_player, "pending")
            if value is None:
                counts["choices"] = made
                told = tuple(sorted(counts.items()))
                return Record("pending", engine.at(state), None, None, told)
            made += 1
            advance = engine.apply(state, self._seen.theirs(value[0]))

    def _theirs(self, start: Store) -> Any:
        """The start as the engine knows it."""
        return self._engine.store(store_as_json(self.game.layout, start))

    def _count_steps(self, steps: Any, counts: Counter[str]) -> None:
        for step in steps:
            match type(step).__name__:
                case "Applied":
                    counts[f"decision:{step.decision}"] += 1
                    counts[f"rule:{step.decision}@{step.ref}"] += 1
                case "Chosen" if step.value is self._seen.decline:
                    counts["declined"] += 1


class _Seen:
    """An engine's game, as players see the interpreter's."""

    def __init__(self, game: Game, engine: Any, module: Mapping[str, Any]) -> None:
        self.rules = game.rules
        self.layout = game.layout
        self.parameters = game.parameters
        self.decline = module["DECLINE"]
        self._engine = engine
        self.kind = engine.kind
        self.stream = engine.stream

    def theirs(self, value: Value | Decline) -> Any:
        """The value as the engine knows it."""
        return self.decline if value is DECLINE else value

    def pending(self, state: State) -> Choice:
        found: Choice = self._engine.pending(state)
        return found

    def lawful(self, state: State) -> tuple[Value | Decline, ...]:
        values = self._engine.lawful(state)
        return tuple([DECLINE if one is self.decline else one for one in values])

    def apply(self, state: State, value: Value | Decline) -> Advance:
        after = self._engine.apply(state, self.theirs(value)).state
        return Advance(State(after.node, Store(after.store), after.variables), ())


@lru_cache(8)
def _code(text: str) -> CodeType:
    """The engine made ready, which takes longer than many a game: players of one law share it."""
    return compile(text, f"{_MODULE}.py", "exec")


def _loaded(text: str) -> Mapping[str, Any]:
    """The engine as a module of its own, which is not kept anywhere."""
    module = ModuleType(_MODULE)
    before = sys.modules.get(_MODULE)
    sys.modules[_MODULE] = module  # dataclasses look their module up
    try:
        exec(_code(text), module.__dict__)
    finally:
        if before is None:
            del sys.modules[_MODULE]
        else:
            sys.modules[_MODULE] = before
    return module.__dict__
