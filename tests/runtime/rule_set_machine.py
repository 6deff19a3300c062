"""A Hypothesis state machine that plays any game and watches what must always hold.

TestStrip = rule_set_machine(Game(strip_game(), "game")).TestCase
"""

import json
from copy import deepcopy

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from runtime.interpreter import Game, Refused
from runtime.serialise import read_state, state_as_json
from runtime.steps import DECLINE, Ended
from runtime.trace import trace


class RuleSetMachine(RuleBasedStateMachine):
    """Plays :attr:`game`, which a subclass sets, by random lawful choices."""

    game: Game

    @initialize()
    def start(self) -> None:
        self.advance = self.game.initial()
        self.before = deepcopy(self.advance.state)

    @precondition(lambda self: self.advance.state.ending is None)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        """Choose a lawful value; the state left behind stays what it was."""
        state = self.advance.state
        value = data.draw(st.sampled_from(self.game.lawful(state)))
        advance = self.game.apply(state, value)
        assert self.game.apply(state, value) == advance
        assert state == self.before
        assert hash(state) == hash(self.before)
        self.advance, self.before = advance, deepcopy(advance.state)

    @precondition(lambda self: self.advance.state.ending is not None)
    @rule(value=st.just(DECLINE) | st.integers(-1, 3))
    def nothing_follows_an_end(self, value: object) -> None:
        """At an end every value is refused."""
        refusal = self.game.why_not(self.advance.state, value)
        assert refusal is not None
        assert refusal.kind == "ended"

    @invariant()
    def every_option_applies_or_is_refused_with_a_reason(self) -> None:
        state = self.advance.state
        if state.ending is not None:
            return
        choice = self.game.pending(state)
        lawful = self.game.lawful(state)
        assert lawful
        options = [*choice.options, *([choice.decline] if choice.decline else [])]
        assert [option.value for option in options if option.lawful] == list(lawful)
        for option in options:
            refusal = self.game.why_not(state, option.value)
            if option.lawful:
                assert refusal is None
                self.game.apply(state, option.value)
                continue
            assert refusal is not None
            assert refusal.kind == "forbidden"
            assert all(one.ref for one in refusal.breaches)
            with pytest.raises(Refused) as caught:
                self.game.apply(state, option.value)
            assert caught.value.refusal == refusal

    @invariant()
    def chance_is_certain_to_give_something(self) -> None:
        state = self.advance.state
        outcomes = self.game.chance_outcomes(state)
        if self.game.kind(state) == "chance":
            assert sum(probability for _, probability in outcomes) == 1
            assert DECLINE in self.game.lawful(state) or len(outcomes) == len(
                self.game.lawful(state)
            )
        else:
            assert outcomes == ()

    @invariant()
    def a_state_comes_back_from_json_as_it_was(self) -> None:
        state = self.advance.state
        text = json.dumps(state_as_json(self.game, state), allow_nan=False)
        assert read_state(self.game, json.loads(text)) == state

    @invariant()
    def every_step_has_its_place_and_only_an_end_ends(self) -> None:
        steps = self.advance.steps
        for step, traced in zip(steps, trace(self.game.rules, steps), strict=True):
            assert traced.ref == step.ref
            json.dumps(traced.model_dump(mode="json"), allow_nan=False)
        ended = [step for step in steps if isinstance(step, Ended)]
        assert len(ended) == (self.advance.state.ending is not None)


def rule_set_machine(game: Game) -> type[RuleSetMachine]:
    """The machine for one game."""
    return type("PlaysGame", (RuleSetMachine,), {"game": game})
