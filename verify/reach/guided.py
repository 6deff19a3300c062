"""Play towards a state: at each choice what writes the values that are wanted.

Between two choices that matter there may be several that only matter together (four
dice, and a pairing). So the next write of a wanted value is looked at as a whole: the
way to it is followed with all choices unknown, and the solver says how to make them.
What worked before is tried first.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from runtime.actors import variable_types
from runtime.graph import AssignNode, ChooseNode, Graph
from runtime.interpreter import Advance, Game, Refused
from runtime.state import State, Store
from runtime.steps import DECLINE, Assigned
from verify.execute import Executor, Policy
from verify.limits import Limit, Named, ask
from verify.paths import Path
from verify.quantities import Unsupported
from verify.reach.groups import takes_first_only
from verify.reach.met import Watch
from verify.symbolic import Scope, equal_values, grounded, lifted_as
from verify.terms import Truth, every

MOST_NODES = 400
"""How many nodes are followed to find the next write."""

MOST_QUESTIONS = 6
"""How many ways to the next write are asked about."""

REMEMBERED = 4
"""How many ways that worked are tried again."""

LAST_STEPS = 60
"""How many choices are tried to get from the state that is wanted to the goal."""

Choices = tuple[Any, ...]

FIRST: Final = object()
"""Stands for the first lawful value."""


class Guide:
    """Plays one game towards a state.

    ``target``: for each state variable that matters, the values wanted, as a flat tuple.
    """

    def __init__(
        self, scope: Scope, graph: Graph, watch: Watch, target: Mapping[str, Sequence[Any]]
    ) -> None:
        self.scope = scope
        self.graph = graph
        self.watch = watch
        self.game = watch.game
        self.target = target
        layout = self.game.layout
        self._wanted = [(layout.position[state], tuple(column)) for state, column in target.items()]
        self._lifted = {
            state: {
                place: lifted_as(scope.type_of(state), value)
                for place, value in zip(scope.places(state), column, strict=True)
            }
            for state, column in target.items()
        }
        self._worked: dict[int, list[Choices]] = {}
        self._reached: Advance | None = None

    def play(self, advance: Advance, limit: Limit) -> Choices | None:
        """Choices from ``advance`` on that lead to the goal by way of the target."""
        made: list[Any] = []
        while True:
            if self._reached is advance:
                return tuple(made)
            missing = self._missing(advance.state.store)
            if missing == 0:
                rest = self._finish(advance)
                return None if rest is None else (*made, *rest)
            if advance.state.ending is not None:
                return None
            found = self._remembered(advance, missing) or self._asked(advance, missing, limit)
            if found is None:
                return None
            advance, choices = found
            made.extend(choices)

    def _missing(self, store: Store) -> int:
        """How many places do not hold what is wanted."""
        return sum(
            value != wanted
            for at, column in self._wanted
            if store.values[at] != column
            for value, wanted in zip(store.values[at], column, strict=True)
        )

    # The next write.

    def _remembered(self, advance: Advance, missing: int) -> tuple[Advance, Choices] | None:
        for pattern in reversed(self._worked.get(advance.state.node, [])):
            found = self._tried(advance, pattern, missing)
            if found is not None:
                return found
        return None

    def _tried(
        self, advance: Advance, pattern: Choices, missing: int
    ) -> tuple[Advance, Choices] | None:
        """What becomes of ``pattern``, if it leads to fewer missing values and spoils none.

        Or to the goal; what happens on the way there may well spoil them.
        """
        made: list[Any] = []
        for item in pattern:
            if advance.state.ending is not None:
                return None
            value = self.game.lawful(advance.state)[0] if item is FIRST else item
            try:
                after = self.game.apply(advance.state, value)
            except Refused:
                return None
            made.append(value)
            if self.watch.met(after, advance.state.store):
                self._reached = after
                return after, tuple(made)
            if self._spoiled(after):
                return None
            advance = after
        return (advance, tuple(made)) if self._missing(advance.state.store) < missing else None

    def _spoiled(self, advance: Advance) -> bool:
        """Whether something was written that is not wanted."""
        layout = self.game.layout
        for step in advance.steps:
            if isinstance(step, Assigned):
                for change in step.changes:
                    column = self.target.get(change.state)
                    if column is None:
                        continue
                    place = 0
                    domain = layout.domains[layout.position[change.state]]
                    for size, argument in zip(domain, change.arguments, strict=True):
                        place = place * size + argument
                    if column[place] != change.new:
                        return True
        return False

    def _asked(
        self, advance: Advance, missing: int, limit: Limit
    ) -> tuple[Advance, Choices] | None:
        executor = Executor(
            self.scope, self.graph, Policy(enumerate_elements=True, assume_stuck=False)
        )
        questions = 0
        start = standing(self.scope, self.game, advance.state)
        try:
            for path, agree in self._writes(executor, start):
                answer = ask([*path.conditions, Named(None, agree)], limit)
                questions += 1
                if answer.verdict == "yes":
                    choices = tuple(
                        DECLINE if made.declined else grounded(made.value, answer.model)
                        for made in path.choices
                    )
                    found = self._tried(advance, choices, missing)
                    if found is not None:
                        self._remember(advance.state, found[1])
                        return found
                if questions == MOST_QUESTIONS:
                    break
        except Unsupported:
            pass
        return None

    def _remember(self, state: State, choices: Choices) -> None:
        """Keep ``choices``; what was the first lawful value need not be the same again."""
        pattern: list[Any] = []
        worked = self._worked.setdefault(state.node, [])
        for value in choices:
            first = value is not DECLINE and value == self.game.lawful(state)[0]
            pattern.append(FIRST if first else value)
            state = self.game.apply(state, value).state
        worked.append(tuple(pattern))
        del worked[:-REMEMBERED]

    def _writes(self, executor: Executor, start: Path) -> Iterator[tuple[Path, Truth]]:
        """The ways to the next write of something wanted, and when they write what is."""
        stack = [(start, self._steps(executor, start))]
        for _ in range(MOST_NODES):
            if not stack:
                return
            before, steps = stack[-1]
            path = next(steps, None)
            if path is None:
                stack.pop()
                continue
            if path.stop is not None:
                continue
            agree = self._agreement(before, path)
            if agree is None:
                stack.append((path, self._steps(executor, path)))
            elif agree is not False:
                yield path, agree

    def _steps(self, executor: Executor, path: Path) -> Iterator[Path]:
        """What may come next; of a large set only the first member is taken."""
        node = self.graph.nodes[path.node]
        large = isinstance(node, ChooseNode) and takes_first_only(self.scope, node)
        for after in executor.step(path):
            yield after
            if large and after.stop is None and not after.choices[-1].declined:
                return

    def _agreement(self, before: Path, path: Path) -> Truth | None:
        """That what was just written is wanted; none if nothing was."""
        if not isinstance(self.graph.nodes[before.node], AssignNode):
            return None
        terms: list[Truth] = []
        for state, wanted in self._lifted.items():
            table, old = path.store[state], before.store[state]
            if table is not old:
                terms.extend(
                    equal_values(value, wanted[place])
                    for place, value in table.items()
                    if value is not old[place] and value != old[place]
                )
        return every(terms) if terms else None

    # From the target to the goal.

    def _finish(self, advance: Advance) -> Choices | None:
        """A few choices that lead on to the goal, declining first; breadth first."""
        open_: list[tuple[Advance, Choices]] = [(advance, ())]
        tried = 0
        while open_ and tried < LAST_STEPS:
            here, made = open_.pop(0)
            if here.state.ending is not None:
                continue
            lawful = self.game.lawful(here.state)
            for value in (*lawful[-1:], *lawful[:-1]) if DECLINE in lawful else lawful:
                tried += 1
                after = self.game.apply(here.state, value)
                if self.watch.met(after, here.state.store):
                    return (*made, value)
                if not self._spoiled(after):
                    open_.append((after, (*made, value)))
        return None


def standing(scope: Scope, game: Game, state: State) -> Path:
    """The symbolic path that stands where ``state`` does."""
    layout = game.layout
    store: dict[str, dict[tuple[int, ...], Any]] = {
        name: {
            place: lifted_as(scope.type_of(name), value)
            for place, value in zip(scope.places(name), column, strict=True)
        }
        for name, column in zip(layout.names, state.store.values, strict=True)
    }
    for name, value in game.parameters.items():
        store[name] = {(): lifted_as(scope.type_of(name), value)}
    types = variable_types(scope.rules, game.graph)
    env = {name: lifted_as(types[name], value) for name, value in state.variables}
    return Path(state.node, store, env)
