"""The arena: plays both sides of questions from the same starts, and remembers how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from runtime.interpreter import Game
from runtime.ruleset.ruleset import RuleSet
from runtime.state import Store
from runtime.steps import Applied, Assigned
from verify.consequence.play import Draws, Outcome, Played, outcome, play
from verify.consequence.sides import Question, Side
from verify.consequence.stages import Stage, Start, Starts


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended. ``refs``: the paragraphs of its steps; ``supplements``: those it used.

    ``choices``: how many dice, lots and choices there were. ``trail`` is the same for runs that
    went the same way, within one process.
    """

    outcome: Outcome
    choices: int
    refs: frozenset[str]
    supplements: frozenset[str]
    trail: int


Pair: TypeAlias = tuple[Ended, Ended]
"""How the first side ended, and the second."""


@dataclass
class Arena:
    """One stage for one size. ``base``: the rule set by which boards are drawn."""

    base: RuleSet
    stage: Stage
    sizes: Mapping[str, int]
    _games: dict[tuple[int, str], Game] = field(default_factory=dict)
    _known: dict[tuple[int, str, Start, Draws], Ended | None] = field(default_factory=dict)
    _rules: dict[int, RuleSet] = field(default_factory=dict)
    _starts: dict[tuple[bool, int], Start | None] = field(default_factory=dict)

    @cached_property
    def starts(self) -> Starts:
        return Starts(self.base, self.stage, self.sizes)

    def start(self, number: int, *, plain: bool) -> Start | None:
        """A start drawn at random, or a plain one; each is drawn once."""
        key = (plain, number)
        if key not in self._starts:
            draw = self.starts.plain if plain else self.starts.random
            self._starts[key] = draw(number)
        return self._starts[key]

    def ended(self, side: Side, start: Start, draws: Draws) -> Ended | None:
        """How the side's run ends; None where it does not, or cannot start there."""
        # A rule set stays the same object, and is kept, as long as its number is in use.
        key = (id(side.rules), side.apart, start, draws)
        self._rules[id(side.rules)] = side.rules
        if key not in self._known:
            try:
                game = self.game(side.rules, start)
                self._known[key] = _ended(game, self._play(game, side, start, draws))
            except ValueError:
                self._known[key] = None
        return self._known[key]

    def both(self, question: Question, start: Start, draws: Draws) -> Pair | None:
        """How both sides end; None where one of them does not."""
        one = self.ended(question.first, start, draws)
        if one is None:
            return None
        if question.dead_end and question.point not in one.supplements:
            # The supplement says what is done in a dead end, and there was none.
            return one, one
        other = self.ended(question.second, start, draws)
        return None if other is None else (one, other)

    def played(self, side: Side, start: Start, draws: Draws) -> Played:
        """The side's run itself."""
        return self._play(self.game(side.rules, start), side, start, draws)

    def game(self, rules: RuleSet, start: Start) -> Game:
        """The stage's flow by ``rules``. Raises ``ValueError`` for a setting it does not allow."""
        parameters = start.setting.parameters
        key = (id(rules), repr(sorted(parameters.items())))
        if key not in self._games:
            self._rules[id(rules)] = rules
            sizes = {name: size for name, size in self.sizes.items() if name in rules.sets}
            self._games[key] = Game(rules, self.stage.flow, sizes, parameters)
        return self._games[key]

    def store(self, side: Side, start: Start) -> Store | None:
        """The store that a side's run starts from. Raises ``ValueError`` if it has none like it."""
        if start.store is None or side.rules is self.base:
            return start.store
        # Another version may have its state variables in another order.
        given = dict(zip(self.starts.layout.names, start.store.values, strict=True))
        return self.game(side.rules, start).layout.initial(given)

    def _play(self, game: Game, side: Side, start: Start, draws: Draws) -> Played:
        store = self.store(side, start)
        return play(game, store, start.setting.arguments, draws, side.apart)


def different(pair: Pair | None) -> bool:
    """Whether two runs ended, and differently."""
    return pair is not None and pair[0].outcome != pair[1].outcome


def decided(pair: Pair) -> bool:
    """Whether both came to an end that the law has for them."""
    return pair[0].outcome.decided and pair[1].outcome.decided


def settled(pair: Pair) -> bool:
    """Whether the start alone decided both: no dice, no lots, no choices."""
    return not pair[0].choices and not pair[1].choices


def rank(pair: Pair) -> tuple[bool, bool]:
    """What is shown rather than other cases comes first."""
    return not decided(pair), not settled(pair)


def _ended(game: Game, played: Played) -> Ended | None:
    found = outcome(game, played.state)
    if found is None:
        return None
    refs = frozenset(step.ref for step in played.steps)
    supplements = frozenset(step.supplement for step in played.steps if step.supplement)
    went = tuple(
        step.changes if isinstance(step, Assigned) else (step.ref, step.decision)
        for step in played.steps
        if isinstance(step, Assigned | Applied)
    )
    trail = hash((went, played.choices))
    return Ended(found, len(played.choices), refs, supplements, trail)
