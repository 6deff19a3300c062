"""Judging a play: where on the way a property of states, of steps or of ends is broken.

The interpreter alone judges, from the steps it took. So what a proof says, a search
finds or a test replays is held to one and the same meaning of the property.
"""

from collections.abc import Sequence
from typing import TypeAlias, TypeGuard

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.interpreter import Game
from runtime.ruleset.properties import (
    Always,
    AtEveryStep,
    AtTheEnd,
    AtTheStepAfter,
    Never,
    Property,
)
from runtime.state import Store
from runtime.steps import AnyStep, Ended
from verify.claims.hunt import last_store, moves
from verify.claims.steps import StepJudge

Judged: TypeAlias = Never | Always | AtEveryStep | AtTheStepAfter | AtTheEnd

ENDS = ("end", "done")
"""How a play ends; in other ways it breaks off."""


def can_be_judged(item: Property) -> TypeGuard[Judged]:
    """Whether one play alone can break ``item``."""
    return isinstance(item, Judged)


class Judge:
    """A property, ready to be asked of the plays of one game."""

    def __init__(self, game: Game, item: Judged) -> None:
        self._layout = game.layout
        self._item = item
        self._steps: StepJudge | None = None
        if isinstance(item, AtEveryStep | AtTheStepAfter):
            self._steps = StepJudge(game, item)
            return
        self._variables = Variables("")
        evaluator = Evaluator(game.rules, game.layout, game.parameters)
        self._code = evaluator.code(item.condition, self._variables)

    def broken_at_start(self, store: Store) -> bool:
        """Whether the first state of a play breaks it."""
        return isinstance(self._item, Never | Always) and self._wrong(store)

    def broken(self, steps: Sequence[AnyStep], start: Store) -> int | None:
        """After how many of ``steps``, which begin in ``start``, it is broken; None: it is not."""
        if self._steps is not None:
            return self._steps(steps, start)
        if isinstance(self._item, AtTheEnd):
            last = steps[-1] if steps else None
            if not isinstance(last, Ended) or last.ending.kind not in ENDS:
                return None
            return len(steps) if self._wrong(last_store(self._layout, steps, start)) else None
        for position, _, after in moves(self._layout, steps, start):
            if self._wrong(after):
                return position + 1
        return None

    def _wrong(self, store: Store) -> bool:
        never = isinstance(self._item, Never)
        try:
            return bool(self._code(store, self._variables.frame())) is never
        except Undefined:
            return not never
