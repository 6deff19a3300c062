"""Plays the same games by the interpreter and by a generated engine, and compares everything."""

import types
from collections.abc import Mapping
from random import Random
from typing import Any

from compiler.engine.python import python_engine
from runtime.interpreter import Game
from runtime.json_values import plain
from runtime.players import choose, random_player
from runtime.ruleset.ruleset import RuleSet
from runtime.serialise import state_as_json
from runtime.state import State
from runtime.steps import DECLINE
from runtime.streams import Streams
from runtime.trace import summary, trace


def engine_of(rules: RuleSet, **options: Any) -> Any:
    """The module that a generated engine is."""
    text = python_engine(rules, **options)
    module = types.ModuleType("engine")
    # Dataclasses look their module up.
    import sys

    sys.modules["engine"] = module
    exec(compile(text, "engine.py", "exec"), module.__dict__)
    return module


class Both:
    """One flow, by the interpreter and by the engine ``module``."""

    def __init__(
        self,
        rules: RuleSet,
        module: Any,
        flow: str,
        sizes: Mapping[str, int] | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> None:
        self.rules = rules
        self.module = module
        self.game = Game(rules, flow, sizes, parameters)
        self.engine = module.Game(self.game.sizes, parameters, flow)

    def play(self, seed: int, number: int = 0, most: int = 400) -> State:
        """Play game ``number`` by both; raises ``AssertionError`` where they differ."""
        streams, other = Streams(seed, number), Random(seed)
        here, there = self.game.initial(), self.engine.initial()
        for _ in range(most):
            self.same(here, there)
            state = here.state
            if state.ending is not None:
                assert plainly(self.engine.play_out(seed, number)) == plainly(state.ending)
                return state
            self.look(state, there.state, other)
            found = choose(self.game, state, streams, random_player, "lots")
            assert found is not None
            here = self.game.apply(state, found[0])
            there = self.engine.apply(there.state, self.theirs(found[0]))
        return here.state

    def theirs(self, value: Any) -> Any:
        return self.module.DECLINE if value is DECLINE else value

    def same(self, here: Any, there: Any) -> None:
        mine = state_as_json(self.game, here.state)
        assert self.engine.serialise(there.state) == mine
        assert self.engine.deserialise(self.engine.serialise(there.state)) == there.state
        told = [step.model_dump() for step in trace(self.rules, here.steps)]
        assert list(self.engine.trace(there.steps)) == told
        assert self.engine.summary(there.state) == summary(self.game, here.state)
        assert self.engine.at(there.state) == self.game.at(here.state)
        assert self.engine.kind(there.state) == self.game.kind(here.state)
        assert self.engine.stream(there.state) == self.game.stream(here.state)

    def look(self, here: State, there: Any, random: Random) -> None:
        game, engine = self.game, self.engine
        mine = game.lawful(here)
        assert [plain(one) for one in mine] == [self.plain(one) for one in engine.lawful(there)]
        assert [(plain(v), p) for v, p in game.chance_outcomes(here)] == [
            (self.plain(v), p) for v, p in engine.chance_outcomes(there)
        ]
        pending, other = game.pending(here), engine.pending(there)
        for name in ("kind", "ref", "supplement", "name", "actor_set", "actor", "role", "stream"):
            assert getattr(pending, name) == getattr(other, name)
        assert pending.type.model_dump(mode="json") == other.type
        for one, found in ((pending.default, other.default), (pending.decline, other.decline)):
            assert (one is None) == (found is None)
            if one is not None:
                assert plain(one.value) == self.plain(found.value)
                assert plainly(one.breaches) == plainly(found.breaches)
        values = [one.value for one in pending.options] + [DECLINE, True, (1, 2), "x", 99]
        for value in random.sample(values, min(4, len(values))):
            reason = game.why_not(here, value)
            assert plainly(reason) == plainly(engine.why_not(there, self.theirs(value)))

    def plain(self, value: Any) -> Any:
        return None if value is self.module.DECLINE else plain(value)


def plainly(item: Any) -> Any:
    """Dataclasses and models as plain data, whatever module they are from."""
    if hasattr(item, "__dataclass_fields__"):
        return {name: plainly(getattr(item, name)) for name in item.__dataclass_fields__}
    if hasattr(item, "model_dump"):
        return item.model_dump(mode="json")
    if isinstance(item, tuple | list):
        return [plainly(one) for one in item]
    return item
