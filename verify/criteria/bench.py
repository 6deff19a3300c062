"""The bench: lets a profile's flow decide boards, and reads off who prefers what."""

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from runtime.code import Code, Frame, Undefined
from runtime.code import Scope as Variables
from runtime.evaluate import Evaluator
from runtime.interpreter import Game
from runtime.norms import CompiledNorm, compile_norms
from runtime.parameters import BadParameter
from runtime.ruleset.profiles import Profile
from runtime.sizes import BadSize, sizes, source
from runtime.state import Store
from runtime.trace import article
from runtime.values import Value
from verify.criteria.boards import Board, Form, holders
from verify.criteria.forced import forced_value
from verify.quantities import Unsupported
from verify.symbolic import Scope

MOST_FORCED = 1_000
"""So often one value is taken in a run; a run without an end decides nothing."""
NO_STATE = "no state of the law"

Ranks = tuple[int, ...]
"""Of each alternative the rank, from 0 for the best; equal ranks: indifference."""

Values = tuple[Any, ...]
"""What the keys say of one alternative, smaller being better."""


@dataclass(frozen=True, slots=True)
class Decided:
    """What came of a run: ``winner`` is an alternative or None (nobody).

    ``choices``: what was taken where there was nothing else to choose.
    """

    winner: int | None
    choices: tuple[Value, ...] = ()


@dataclass
class Bench:
    """One profile for one size assignment.

    ``endings`` counts how runs ended that decided nothing, ``runs`` all runs.
    """

    scope: Scope
    profile: Profile
    runs: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    _decided: dict[Board, Decided | None] = field(default_factory=dict)
    _ranked: dict[Board, tuple[Ranks, ...] | None] = field(default_factory=dict)

    @cached_property
    def game(self) -> Game:
        try:
            return Game(self.scope.rules, self.profile.flow, self.scope.sizes)
        except BadParameter as error:
            raise Unsupported(str(error)) from error

    @cached_property
    def form(self) -> Form:
        return Form(self.game.layout, self.profile, holders(self.scope, self.profile))

    @property
    def electors(self) -> int:
        return self.form.size(self.profile.electors)

    @property
    def alternatives(self) -> int:
        return self.form.size(self.profile.alternatives)

    def fewer(self, set_id: str) -> "Bench | None":
        """The bench with one member less in a set; None where the law allows no such size."""
        rules = self.scope.rules
        linked = source(rules, set_id)
        rest = {name: n for name, n in self.scope.sizes.items() if source(rules, name) != linked}
        wanted = {**rest, set_id: self.scope.sizes[set_id] - 1}
        try:
            return Bench(Scope(rules, sizes(rules, wanted)), self.profile)
        except BadSize:
            return None

    # Deciding.

    def decide(self, board: Board) -> Decided | None:
        """What the flow makes of ``board``; None where it is not lawful or decides nothing."""
        if board not in self._decided:
            self._decided[board] = self._decide(board)
        return self._decided[board]

    def _decide(self, board: Board) -> Decided | None:
        self.runs += 1
        try:
            store = self.form.store(board)
        except ValueError:
            self.endings[NO_STATE] += 1
            return None
        advance = self.game.initial(store)
        choices: list[Value] = []
        while advance.state.ending is None:
            only = forced_value(self.game, advance.state)
            if only is None or len(choices) == MOST_FORCED:
                self.endings["a choice"] += 1
                return None
            choices += only
            advance = self.game.apply(advance.state, only[0])
        ending = advance.state.ending
        if ending.kind in ("end", "done"):
            winner = self.game.layout.read(advance.state.store, self.profile.winner)
            return Decided(winner, tuple(choices))
        self.endings[f"{ending.kind} in {article(self.scope.rules, ending.at)}"] += 1
        return None

    def lawful(self, board: Board) -> bool:
        """Whether ``board`` is a state of the law that no norm forbids."""
        try:
            store = self.form.store(board)
            return not any(norm.broken(store) for norm in self._norms)
        except (ValueError, Undefined):
            return False

    @cached_property
    def _evaluator(self) -> Evaluator:
        return Evaluator(self.scope.rules, self.game.layout, self.game.parameters)

    @cached_property
    def _norms(self) -> list[CompiledNorm]:
        return list(compile_norms(self.scope.rules, self._evaluator))

    # Ranking.

    def ranks(self, board: Board) -> tuple[Ranks, ...] | None:
        """How each elector ranks the alternatives; None where a key has no value."""
        if board not in self._ranked:
            self._ranked[board] = self._rank(board)
        return self._ranked[board]

    @cached_property
    def _keys(self) -> tuple[Variables, list[tuple[int, Code]]]:
        variables = Variables("")
        variables.slot(self.profile.elector)
        variables.slot(self.profile.alternative)
        keys = [
            (1 if key.direction == "smallest" else -1, self._evaluator.code(key.key, variables))
            for key in self.profile.keys
        ]
        return variables, keys

    def _rank(self, board: Board) -> tuple[Ranks, ...] | None:
        variables, keys = self._keys
        frame = variables.frame()
        try:
            store = self.form.store(board)
            return tuple(
                self._ranks_of(store, frame, keys, elector)
                for elector in range(len(board.electors))
            )
        except (ValueError, Undefined):
            return None

    def _ranks_of(
        self, store: Store, frame: Frame, keys: list[tuple[int, Code]], elector: int
    ) -> Ranks:
        values = self._values_of(store, frame, keys, elector)
        order = sorted(set(values))
        return tuple(order.index(value) for value in values)

    def _values_of(
        self, store: Store, frame: Frame, keys: list[tuple[int, Code]], elector: int
    ) -> list[Values]:
        frame[0] = elector
        values = []
        for alternative in range(self.alternatives):
            frame[1] = alternative
            values.append(tuple(sign * code(store, frame) for sign, code in keys))
        return values

    def first_values(self, board: Board) -> list[Values] | None:
        """What the first elector ranks each alternative by; None where a key has no value."""
        variables, keys = self._keys
        try:
            return self._values_of(self.form.store(board), variables.frame(), keys, 0)
        except (ValueError, Undefined):
            return None
