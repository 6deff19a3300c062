"""Exhaustion: every state of a flow, one after the other, with the interpreter alone.

From the start of a flow every lawful choice, every die and every lot is tried,
breadth first, for every setting that may matter, until nothing new turns up (then
the walk is *complete*, and what holds everywhere in it is proved) or more states
were met than allowed. Every store that is entered counts, also between two choices.
What is found is a shortest run, replayed like every other witness.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from runtime.code import Code, Undefined
from runtime.code import Scope as Variables
from runtime.evaluate import Evaluator
from runtime.graph import DecideNode
from runtime.interpreter import Advance, Game
from runtime.lowering import lower
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply, Expr
from runtime.ruleset.model import Model
from runtime.ruleset.properties import Never
from runtime.state import Ending, State, Store
from runtime.steps import Chosen
from verify.every_setting import every_setting, looked_at
from verify.induction import StateProperty
from verify.norms import states_read
from verify.reach.met import entered
from verify.replay import Run, WitnessDefect, replay, stores_entered
from verify.symbolic import Scope
from verify.violation import until_violated, violates
from verify.witness import witness

MOST_STATES = 20_000
"""How many states are walked through unless told otherwise."""

ORDINARY = 15
"""How many places the states of a small law have; of larger states fewer are walked through."""

GOOD_ENDS = ("end", "done")
"""The kinds of ending that are no finding."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A state met: with which setting, and by which choice in which visit (at first)."""

    setting: int
    state: State
    before: int | None
    choice: Any


@dataclass(frozen=True, slots=True)
class Edge:
    """``choice`` leads to the visit ``to``, past these loop heads and paragraphs."""

    choice: Any
    to: int
    heads: tuple[int, ...]
    refs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Circle:
    """Play that ends in ``visit`` since it comes back without a choice.

    ``heads``: the loop heads passed since the last choice, in order, the one that
    comes back once only. ``refs``: the paragraphs of the steps since then.
    """

    visit: int
    heads: tuple[int, ...]
    refs: frozenset[str]


@dataclass(frozen=True, slots=True)
class Entered:
    """A store met for the first time: on the way that ``choice`` in the visit ``before`` led."""

    setting: int
    store: Store
    before: int | None
    choice: Any


@dataclass(frozen=True)
class BadEnding:
    """An ending that is a finding, and a shortest run to it."""

    ending: Ending
    run: Run


@dataclass(frozen=True)
class Exhausted:
    """What a walk says of a property.

    ``holds``: true or false, or ``None`` where it gave up. ``ref``: the paragraph of
    the step that broke the property. ``changed``: something that it is about changed.
    """

    holds: bool | None
    detail: str
    witness: dict[str, Any] | None = None
    refs: tuple[str, ...] = ()
    changed: bool = True


class Exploration:
    """The states of ``flow`` that are met within ``most``, walked as far as they are asked for."""

    def __init__(self, scope: Scope, flow: str, most: int = MOST_STATES) -> None:
        self.scope = scope
        self.flow = flow
        self.most = most
        self.settings = every_setting(scope, lower(scope.rules, flow))
        self.games: list[Game] = []
        self.visits: list[Visit] = []
        self.edges: list[tuple[Edge, ...]] = []
        """What follows on each visit that was walked on from, in the order of the visits."""
        self.stores: list[Entered] = []
        self.circles: list[Circle] = []
        self._visit_of: dict[tuple[int, State], int] = {}
        self._known: set[tuple[int, Store]] = set()
        self._alike: dict[frozenset[str], frozenset[str]] = {}
        self._limited = False
        for number, setting in enumerate(self.settings.tried):
            game = Game(scope.rules, flow, scope.sizes, setting.parameters)
            self.games.append(game)
            self._enter(number, game.initial(None, setting.arguments), None, None)

    # Walking.

    @property
    def walked(self) -> bool:
        """Whether there is nothing left to walk on from."""
        return len(self.edges) == len(self.visits)

    @property
    def given_up(self) -> bool:
        """Whether more states were met than are allowed."""
        return not self.walked and len(self.visits) > self.most

    def walk(self) -> None:
        """Walk as far as allowed."""
        while not self.walked and not self.given_up:
            self._walk_on()

    def incomplete(self, reads: frozenset[str] = frozenset()) -> str:
        """Why the walk proves nothing of what reads ``reads``; empty if it does."""
        count = f"{len(self.visits)} states"
        if not self.walked:
            return f"gave up after {count}"
        if self._limited:
            return f"{count}, but one play went on too long without a choice"
        sampled = [*self.settings.sampled, *sorted(reads & self.settings.said_only)]
        if sampled:
            return f"{count}, but not for every value of {', '.join(sampled)}"
        return ""

    def _walk_on(self) -> None:
        """Make every choice in the first visit that was not walked on from."""
        at = len(self.edges)
        visit = self.visits[at]
        game = self.games[visit.setting]
        edges = [
            self._enter(visit.setting, game.apply(visit.state, choice), at, choice)
            for choice in game.lawful(visit.state)
        ]
        self.edges.append(tuple(edges))

    def _enter(self, setting: int, advance: Advance, before: int | None, choice: Any) -> Edge:
        game, state = self.games[setting], advance.state
        since = None if before is None else self.visits[before].state.store
        for store in entered(game, advance, since):
            key = (setting, store)
            if key not in self._known:
                self._known.add(key)
                self.stores.append(Entered(setting, store, before, choice))
        to = self._visit_of.setdefault((setting, state), len(self.visits))
        if to == len(self.visits):
            self.visits.append(Visit(setting, state, before, choice))
            if state.ending is not None and state.ending.kind == "limit":
                self._limited = True
            if state.ending is not None and state.ending.kind == "loop":
                later = (s.ref for s in advance.steps if not isinstance(s, Chosen))
                passed = tuple(head.node for head in game.heads_passed())
                self.circles.append(Circle(to, passed, frozenset(later)))
        heads = tuple(dict.fromkeys(head.node for head in game.heads_passed()))
        refs = frozenset(step.ref for step in advance.steps)
        return Edge(choice, to, heads, self._alike.setdefault(refs, refs))

    # Runs.

    def way_to(self, before: int | None, choice: Any) -> tuple[Any, ...]:
        """The choices to the visit ``before``, then ``choice``."""
        choices: list[Any] = []
        while before is not None:
            choices.append(choice)
            visit = self.visits[before]
            before, choice = visit.before, visit.choice
        return tuple(reversed(choices))

    def run(self, setting: int, choices: tuple[Any, ...]) -> Run:
        """The run with ``choices`` from the law's start."""
        arguments = self.settings.tried[setting].arguments
        game = self.games[setting]
        return Run(self.flow, dict(game.sizes), dict(game.parameters), arguments, None, choices)

    # Answers.

    def bad_endings(self) -> tuple[BadEnding, ...]:
        """The endings met that are findings, each with a shortest run, the shortest first.

        Endings that differ only in their words are one.
        """
        self.walk()
        found: dict[tuple[Any, ...], BadEnding] = {}
        for visit in self.visits:
            ending = visit.state.ending
            if ending is None or ending.kind in GOOD_ENDS:
                continue
            key = (ending.kind, ending.at, ending.supplement, ending.gap, ending.between)
            if key not in found:
                run = self.run(visit.setting, self.way_to(visit.before, visit.choice))
                found[key] = BadEnding(ending, run)
        return tuple(found.values())

    def state(self, item: StateProperty) -> Exhausted:
        """Whether ``item`` holds in every store that can be entered.

        Raises :class:`~verify.replay.WitnessDefect` if a violation does not replay.
        """
        about = states_read(self.scope, item.condition)
        judges = [_Judge(game, item) for game in self.games]
        for one in self._stores():
            if judges[one.setting].wrong(one.store):
                return self._violated(item, one)
        reason = self.incomplete(about)
        if reason:
            return Exhausted(None, reason)
        return Exhausted(True, f"{len(self.visits)} states", changed=self._changed(about))

    def _stores(self) -> Iterator[Entered]:
        """Every store, walking on when those known have been handed out."""
        at = 0
        while True:
            while at < len(self.stores):
                yield self.stores[at]
                at += 1
            if self.walked or self.given_up:
                return
            self._walk_on()

    def _violated(self, item: StateProperty, one: Entered) -> Exhausted:
        run = self.run(one.setting, self.way_to(one.before, one.choice))
        replayed = replay(self.scope.rules, run)
        game, start = replayed.game, replayed.game.layout.initial()
        if not any(violates(game, store, item) for store in stores_entered(replayed, start)):
            raise WitnessDefect(f"the run found for {item.id} does not violate it when replayed")
        shown = until_violated(replayed, start, item)
        ref = shown.steps[-1].ref if shown.steps else game.graph.nodes[game.graph.entry].ref
        data = witness(self.scope.rules, run, shown, from_start=True)
        return Exhausted(False, f"{len(self.visits)} states", data, (ref,))

    def _changed(self, about: frozenset[str]) -> bool:
        """Whether a state variable in ``about`` ever had another value than at the start."""
        layout = self.games[0].layout
        columns = [layout.position[name] for name in sorted(about) if name in layout.position]
        first = self.stores[0].store.values
        return any(
            one.store.values[column] != first[column] for one in self.stores for column in columns
        )


class _Judge:
    """Asks a property of the stores of one game."""

    def __init__(self, game: Game, item: StateProperty) -> None:
        self._variables = Variables("")
        evaluator = Evaluator(game.rules, game.layout, game.parameters)
        self._code: Code = evaluator.code(item.condition, self._variables)
        self._never = isinstance(item, Never)

    def wrong(self, store: Store) -> bool:
        """As :func:`~verify.violation.violates`, with the condition made ready once."""
        try:
            return bool(self._code(store, self._variables.frame())) is self._never
        except Undefined:
            return not self._never


class Explorations:
    """Explorations of one law, each made once and within ``most`` states of ordinary size."""

    def __init__(self, most: int = MOST_STATES) -> None:
        self._most = most
        self._made: dict[tuple[str, tuple[tuple[str, int], ...]], Exploration] = {}

    def of(self, scope: Scope, flow: str) -> Exploration:
        """The exploration of ``flow``; of large states fewer are walked through."""
        key = (flow, tuple(sorted(scope.sizes.items())))
        if key not in self._made:
            places = sum(1 for name in scope.rules.states for _ in scope.places(name))
            most = self._most * ORDINARY // max(places, ORDINARY)
            self._made[key] = Exploration(scope, flow, most)
        return self._made[key]


def rests_on(scope: Scope, flow: str, about: Expr | None = None) -> set[str]:
    """The paragraphs that a complete walk rests on: all that the flow, or ``about``, looks at."""
    graph = lower(scope.rules, flow)
    refs = {node.ref for node in graph.nodes} | {norm.ref for norm in scope.rules.norms}
    items: list[Model] = [item for node in graph.nodes for item in looked_at(node)]
    items += [norm.forbidden for norm in scope.rules.norms]
    items += [about] if about is not None else []
    for node in graph.nodes:
        if isinstance(node, DecideNode):
            refs.update(arm.ref for arm in node.arms)
    seen: set[str] = set()
    while items:
        for part in walk(items.pop()):
            if isinstance(part, Apply) and part.definition not in seen:
                seen.add(part.definition)
                for case in scope.rules.definitions[part.definition].cases:
                    refs.add(case.ref)
                    items += [one for one in (case.guard, case.value) if one is not None]
    return refs
