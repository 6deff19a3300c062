"""From a goal to a replayed run, by one way after the other."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from runtime.graph import Graph
from runtime.interpreter import Game, Refused
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet
from verify.execute import Executor, Policy
from verify.limits import Limit
from verify.norms import lawful_now
from verify.reach.filled import filled
from verify.reach.goals import Applies, Ends, Goal, Holds
from verify.reach.marked import marked
from verify.reach.met import Watch
from verify.reach.play import Played, played, stubborn
from verify.reach.settings import game_of, settings
from verify.reach.shortest import shortest
from verify.reach.shrink import Shrinker
from verify.reach.wanted import Wanted
from verify.replay import Replayed, Run, WitnessDefect, replay, run_of
from verify.search import Budget, search
from verify.starts import at_start
from verify.symbolic import Scope

GAMES = 160
"""How many games with random choices are played, with all settings of the law together."""

MOST_CHOICES = 16_000
"""How many choices are made in them, in all."""

MORE_CHOICES = 4
"""How many times more choices are made in games that take choices back."""

Games: TypeAlias = Callable[[Watch, Mapping[str, Any], int, range, int], Played]

FEWEST_QUESTIONS = 20
"""With a smaller budget no board is asked for."""

MOST_SHRINKING = 2_500
"""How many choices are made to find a smaller run."""


@dataclass(frozen=True)
class Reached:
    """A run from the law's start that meets the goal, with its replay; or none.

    ``tried`` says by which ways it was found, or what was tried in vain.
    """

    run: Run | None
    replayed: Replayed | None
    tried: str


def reach(
    scope: Scope,
    graph: Graph,
    goal: Goal,
    *,
    limit: Limit,
    budget: Budget,
    seed: int = 0,
) -> Reached:
    """Look for a run of ``graph.flow``, from the law's own start, that meets ``goal``.

    ``scope``: the rule set and the size of each set. ``limit`` bounds each question to
    the solver, ``budget`` what is searched and played. The same arguments give the same
    run. The run ends with the choice that leads to the goal. Raises
    :class:`~verify.replay.WitnessDefect` where an exact search finds what does not
    replay, :class:`~verify.quantities.Unsupported` never.
    """
    if isinstance(goal, Applies):
        rules, ending = marked(scope.rules, goal)
        inner = replace(scope, rules=rules)
        found = reach(
            inner, lower(rules, graph.flow), ending, limit=limit, budget=budget, seed=seed
        )
        return _in_the_law(scope.rules, found)
    return _Quest(scope, graph, goal, limit, budget, seed).run()


def _in_the_law(rules: RuleSet, found: Reached) -> Reached:
    """A run of the marked rule set as one of the law."""
    if found.run is None:
        return found
    try:
        return replace(found, replayed=replay(rules, found.run))
    except WitnessDefect as error:
        return Reached(None, None, f"{found.tried}; it does not stand in the law: {error}")


class _Quest:
    """One goal, and what has been tried."""

    def __init__(
        self,
        scope: Scope,
        graph: Graph,
        goal: Ends | Holds,
        limit: Limit,
        budget: Budget,
        seed: int,
    ) -> None:
        self.scope = scope
        self.graph = graph
        self.goal = goal
        self.limit = limit
        self.budget = budget
        self.seed = seed
        self.tried: list[str] = []

    def run(self) -> Reached:
        """What the first way that succeeds finds."""
        for way, exact in (
            (self._shortest, False),
            (self._filled, False),
            (self._play, True),
            (self._search, True),
            (self._play_stubbornly, True),
        ):
            run = way()
            if run is None:
                continue
            try:
                found = self._judged(run)
            except WitnessDefect:
                if exact and self.goal_is_exact:
                    raise
                self.tried[-1] += " (what was found did not replay)"
                continue
            return found
        return Reached(None, None, "; ".join(self.tried))

    def _judged(self, run: Run) -> Reached:
        met = until_met(self.scope.rules, self.goal, run)
        if met is None:
            raise WitnessDefect(f"the run found does not meet {self.goal} when replayed")
        game = Game(self.scope.rules, run.flow, run.sizes, run.parameters)
        shrinker = Shrinker(Watch(game, self.goal), run.arguments, MOST_SHRINKING)
        small = replace(met, choices=shrinker.shrink(met.choices))
        return Reached(small, replay(self.scope.rules, small), "; ".join(self.tried))

    @property
    def goal_is_exact(self) -> bool:
        """Whether what the search finds must replay."""
        return isinstance(self.goal, Holds) or self.goal.kind != "stuck"

    def _shortest(self) -> Run | None:
        self.tried.append("what few choices lead to")
        return shortest(self.scope, self.graph, self.goal, self.budget, self.limit)

    def _filled(self) -> Run | None:
        if self.budget.questions < FEWEST_QUESTIONS:
            return None
        self.tried.append("boards asked for and played")
        return filled(self.scope, self.graph, self.goal, self.limit, self.seed)

    def _play(self) -> Run | None:
        in_all = min(MOST_CHOICES, self.budget.nodes)
        return self._in_games(played, in_all, "{} games with random choices")

    def _play_stubbornly(self) -> Run | None:
        in_all = min(MOST_CHOICES, MORE_CHOICES * self.budget.nodes)
        return self._in_games(stubborn, in_all, "{} stubborn games")

    def _in_games(self, way: Games, in_all: int, words: str) -> Run | None:
        ways, begun = list(settings(self.scope, self.graph)), 0
        for setting in ways:
            try:
                game = game_of(self.scope, self.graph, setting)
            except ValueError:
                continue
            watch = Watch(game, self.goal)
            games = range(-(-GAMES // len(ways)))
            found = way(watch, setting.arguments, self.seed, games, in_all // len(ways))
            begun += found.games
            if found.choices is not None:
                self.tried.append(words.format(begun))
                sizes, parameters = dict(self.scope.sizes), game.parameters
                return Run(
                    self.graph.flow, sizes, parameters, setting.arguments, None, found.choices
                )
        self.tried.append(words.format(begun))
        return None

    def _search(self) -> Run | None:
        start = at_start(self.scope, self.graph)
        start = replace(start, conditions=lawful_now(self.scope, start))
        policy = Policy(enumerate_elements=True, holes=True, assume_stuck=False)
        executor = Executor(self.scope, self.graph, policy)
        wanted = Wanted(executor, self.goal)
        found = search(
            executor,
            start,
            wanted.on,
            self.budget,
            self.limit,
            settle=isinstance(self.goal, Holds),
        )
        self.tried.append(found.tried)
        if found.path is None:
            return None
        return run_of(self.scope, found.path, found.model, start, self.graph.flow, given=False)


def until_met(rules: RuleSet, goal: Ends | Holds, run: Run) -> Run | None:
    """The run up to the choice that leads to the goal, if it does.

    Raises :class:`~verify.replay.WitnessDefect` where the interpreter refuses.
    """
    replayed = replay(rules, replace(run, choices=()))
    game = replayed.game
    watch = Watch(game, goal)
    advance, before = game.initial(None, run.arguments), None
    for count in range(len(run.choices) + 1):
        if watch.met(advance, before):
            return replace(run, choices=run.choices[:count])
        if count < len(run.choices):
            before = advance.state.store
            try:
                advance = game.apply(advance.state, run.choices[count])
            except Refused as error:
                raise WitnessDefect(f"a choice of a witness was refused: {error}") from error
    return None
