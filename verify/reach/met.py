"""Whether play meets a goal, as the interpreter sees it."""

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.interpreter import Advance, Game
from runtime.state import Ending, Store
from runtime.steps import Assigned
from verify.reach.clashes import places
from verify.reach.goals import Ends, Holds


class Watch:
    """Tells for one game whether ``goal`` has been met."""

    def __init__(self, game: Game, goal: Ends | Holds) -> None:
        self.game = game
        self.goal = goal
        self._condition = _Condition(game, goal) if isinstance(goal, Holds) else None

    def met(self, advance: Advance, before: Store | None) -> bool:
        """Whether the goal was met on the way to ``advance``.

        ``before`` is the store it set out from; none: the start of play is judged, too.
        """
        if self._condition is not None:
            return any(
                self._condition.meets(store)
                for store in entered(self.game, advance, before)
                if store is not before
            )
        ending = advance.state.ending
        assert isinstance(self.goal, Ends)
        return ending is not None and ends_so(self.game, self.goal, ending)

    def meets(self, store: Store) -> bool:
        """Whether a state with this store meets the goal; never, where the goal is an ending."""
        return self._condition is not None and self._condition.meets(store)


class _Condition:
    def __init__(self, game: Game, goal: Holds) -> None:
        self._variables = Variables("")
        evaluator = Evaluator(game.rules, game.layout, game.parameters)
        self._code = evaluator.code(goal.condition, self._variables)
        self._goal = goal

    def meets(self, store: Store) -> bool:
        try:
            value = bool(self._code(store, self._variables.frame()))
        except Undefined:
            return self._goal.or_undefined
        return value is self._goal.value


def entered(game: Game, advance: Advance, before: Store | None) -> list[Store]:
    """The stores on the way to ``advance``, from ``before`` (or the start of play) on."""
    first = game.layout.initial() if before is None else before
    stores = [] if before is not None else [first]
    layout = game.layout
    changing = [s for s in advance.steps if isinstance(s, Assigned) and s.changes]
    columns = None
    for step in changing[:-1]:
        columns = columns or [list(column) for column in first.values]
        for change in step.changes:
            at = layout.position[change.state]
            place = 0
            for size, argument in zip(layout.domains[at], change.arguments, strict=True):
                place = place * size + argument
            columns[at][place] = change.new
        stores.append(Store(tuple(map(tuple, columns))))
    return [*stores, advance.state.store] if changing else stores


def ends_so(game: Game, goal: Ends, ending: Ending) -> bool:
    """Whether ``ending`` is the one looked for."""
    if ending.kind != goal.kind or goal.gap not in (None, ending.gap):
        return False
    if goal.ref in (None, ending.at, *ending.between):
        return True
    return bool(ending.between) and any(
        place == goal.ref and refs.issuperset(ending.between)
        for place, refs in places(game.rules, game.graph)
    )
