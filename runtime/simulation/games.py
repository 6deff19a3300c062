"""Games of one rule set, played by the interpreter and told as records."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from runtime.actors import acting_sets
from runtime.graph import EndNode
from runtime.interpreter import Game
from runtime.json_values import plain
from runtime.lowering import lower
from runtime.players import broken_off, choose
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Optional, Type
from runtime.simulation.policies import Policy, player
from runtime.simulation.record import Executor, Record
from runtime.state import Ending, State, Store
from runtime.steps import DECLINE, AnyStep, Applied, Chosen
from runtime.streams import Streams
from runtime.values import Value

MOST_CHOICES = 100_000
"""A game with more choices is broken off, and ends with ``limit``."""

ALWAYS_TOLD = ("pending", "gap", "conflict", "stuck")
"""Ends that are told of even where no game has them."""


@dataclass(frozen=True)
class Setup:
    """All that decides on game ``number`` under a seed.

    ``rules``, ``flow``, ``sizes`` and ``parameters`` as for
    :class:`~runtime.interpreter.Game`. ``made``: what plays it; another executor for the
    same rule set must give the same records.
    """

    rules: RuleSet
    flow: str
    sizes: Mapping[str, int]
    parameters: Mapping[str, Value] = field(default_factory=dict)
    policies: tuple[Policy, ...] = ()
    made: "Callable[[Setup], Executor] | None" = None

    def executor(self) -> Executor:
        """What plays the games."""
        return self.made(self) if self.made is not None else Interpreted(self)

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcomes that the flow can end with, in the order of its text."""
        nodes = lower(self.rules, self.flow).nodes
        return tuple(dict.fromkeys(node.outcome for node in nodes if isinstance(node, EndNode)))

    def members(self, outcome: str) -> int | None:
        """How many values ``outcome`` can have, where it is a member of a set."""
        declared = self.rules.states.get(outcome)
        found = None if declared is None or declared.domain else member_of(declared.type)
        return None if found is None else self.sizes[found]

    @property
    def players(self) -> int | None:
        """How many players there are: members of the first set whose members choose."""
        acting = acting_sets(self.rules)
        return self.sizes[acting[0]] if acting else None


class Interpreted:
    """Plays by the interpreter; where nobody is named who chooses, play rests (``pending``)."""

    def __init__(self, setup: Setup) -> None:
        self.game = Game(setup.rules, setup.flow, setup.sizes, setup.parameters, reports=False)
        self._player = player(self.game, setup.policies)
        self._owner = owners(self.game)

    def play(self, seed: int, number: int, start: Store | None = None) -> Record:
        """Game ``number``; the draws are those of ``wortlaut play --auto`` with that seed.

        ``start``: where it starts from, if not as the law says.
        """
        game, streams = self.game, Streams(seed, number)
        counts: Counter[str] = Counter()
        advance = game.initial(start)
        made = 0
        while True:
            self._count(advance.steps, counts)
            state = advance.state
            if state.ending is not None:
                break
            if made >= MOST_CHOICES:
                state = broken_off(game, state, MOST_CHOICES).state
                break
            value = choose(game, state, streams, self._player, "pending")
            if value is None:
                break
            made += 1
            advance = game.apply(state, value[0])
        counts["choices"] = made
        return self._record(state, counts)

    def _count(self, steps: tuple[AnyStep, ...], counts: Counter[str]) -> None:
        for step in steps:
            if isinstance(step, Applied):
                counts[f"decision:{step.decision}"] += 1
                counts[f"rule:{step.decision}@{step.ref}"] += 1
            elif isinstance(step, Chosen) and step.value is DECLINE:
                counts["declined"] += 1
        for head in self.game.heads_passed():
            node = self.game.graph.nodes[head.node]
            counts[f"loop:{node.flow}@{node.ref}"] += 1  # type: ignore[attr-defined]

    def _record(self, state: State, counts: Counter[str]) -> Record:
        if state.ending is None:
            told = tuple(sorted(counts.items()))
            return Record("pending", self.game.at(state), None, None, told)
        return self._ended(state.ending, state.store, counts)

    def _ended(self, ending: Ending, store: Store, counts: Counter[str]) -> Record:
        told = tuple(sorted(counts.items()))
        if ending.outcome is None:
            at = None if ending.kind == "done" else ending.at
            return Record(ending.kind, at, None, None, told)
        declared = self.game.rules.states.get(ending.outcome)
        if declared is None or declared.domain:
            return Record(ending.outcome, None, None, None, told)
        value = json.dumps(plain(ending.value))
        seat = self._owner(ending.outcome, ending.value, store)
        return Record(ending.outcome, None, value, seat, told)


Owner = Callable[[str, Value, Store], int | None]
"""The player to whom the value of an outcome belongs, at the end."""


def owners(game: Game) -> Owner:
    """Whose the value of an outcome is.

    A member of the set of players is its own. A member of another set belongs to the player
    for whom the only state variable from players to that set holds it.
    """
    rules = game.rules
    acting = acting_sets(rules)

    def owner(outcome: str, value: Value, store: Store) -> int | None:
        set_id = member_of(rules.states[outcome].type)
        if not acting or set_id is None or value is None:
            return None
        if set_id == acting[0]:
            return int(value)
        holding = [
            one.id
            for one in rules.states.values()
            if one.domain == acting[:1] and member_of(one.type) == set_id
        ]
        if len(holding) != 1:
            return None
        held = store.values[game.layout.position[holding[0]]]
        return held.index(value) if held.count(value) == 1 else None

    return owner


def member_of(type: Type) -> str | None:
    """The set of which values of ``type`` are members, or nothing."""
    item = type.item if isinstance(type, Optional) else type
    return item.set if isinstance(item, Element) else None
