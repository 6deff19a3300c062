"""Worked cases, played: whether the law does what a case expects, and where the two part.

Receives a case and the rule set to judge it by; hands on what happened, and,
where that is not what the case tells, the first line that it parts from. A
choice that leaves only one possibility need not be told; with a seed, dice and
lots need not be told either, and where the moves have ended players draw too.
Without a seed, play rests where somebody would have to choose.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from runtime.code import Scope, Undefined
from runtime.evaluate import Evaluator
from runtime.interpreter import Advance, Choice, Game, Refusal
from runtime.players import broken_off, choose, random_player
from runtime.ruleset import types as ty
from runtime.ruleset.cases import (
    Actor,
    Chooses,
    Drawn,
    Entry,
    ExpectedEnd,
    ExpectedRules,
    ExpectedValues,
    Lawful,
    Move,
    Said,
    WorkedCase,
)
from runtime.ruleset.expressions import (
    Apply,
    ElementConstant,
    Expr,
    MakeRecord,
    Nothing,
    NumberConstant,
    TruthConstant,
)
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Type
from runtime.state import State, Store
from runtime.steps import DECLINE, AnyStep, Applied, Assigned, Decline
from runtime.streams import Streams
from runtime.values import Value, is_whole, whole

MOST_CHOICES = 100_000
"""After how many choices that no move tells play is broken off."""


@dataclass(frozen=True, slots=True)
class Difference:
    """Something is worth ``found``, not ``expected``; ``undefined`` tells why it has no value."""

    concept: str
    arguments: tuple[Value, ...]
    expected: Value
    found: Value
    undefined: str | None = None


@dataclass(frozen=True, slots=True)
class Parting:
    """The line that play parts from.

    ``end``: it ends otherwise, or somewhere else. ``values``: something is worth
    something else (``differences``). ``rules``: other rules applied (``rules``,
    short references). ``choice``: play waits for another choice (``choice``);
    ``over``: play has ended before. ``refused``: what is told cannot be chosen
    (``refusal``); ``lawful``: what is told to be unlawful is not; ``reason``: it
    is, for another reason. ``steps``: how many of the steps lead there.
    """

    kind: Literal["end", "values", "rules", "choice", "over", "refused", "lawful", "reason"]
    line: int
    words: str
    steps: int
    differences: tuple[Difference, ...] = ()
    rules: tuple[str, ...] = ()
    choice: Choice | None = None
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Worked:
    """What became of a case: from ``start``, by ``steps``, to ``state``; it passed or parts."""

    case: WorkedCase
    game: Game
    start: Store
    state: State
    steps: tuple[AnyStep, ...]
    parting: Parting | None

    @property
    def passed(self) -> bool:
        return self.parting is None


class Games:
    """Games by one rule set, each made when it is first played: most cases share theirs."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self._made: dict[tuple[object, ...], Game] = {}

    def of(self, case: WorkedCase) -> Game:
        """The game that ``case`` plays; raises what :class:`~runtime.interpreter.Game` raises."""
        given = (sorted(case.sizes.items()), sorted(case.parameters.items()))
        key = (case.flow, *map(tuple, given))
        if key not in self._made:
            self._made[key] = Game(self.rules, case.flow, case.sizes, case.parameters)
        return self._made[key]


def work(case: WorkedCase, games: Games, most_choices: int = MOST_CHOICES) -> Worked:
    """Play ``case`` by rules that must be of its language and its readings.

    After ``most_choices`` choices that no move tells, play ends with the ending ``limit``.
    """
    worker = _Worker(case, games.of(case), most_choices)
    parting = worker.play() or worker.judge()
    return Worked(case, worker.game, worker.start, worker.state, tuple(worker.steps), parting)


class _Worker:
    def __init__(self, case: WorkedCase, game: Game, most_choices: int) -> None:
        self.case = case
        self.most_choices = most_choices
        self.game = game
        self.start = _start(self.game, case)
        advance = self.game.initial(self.start, case.arguments)
        self.state = advance.state
        self.steps = list(advance.steps)
        self.streams = None if case.seed is None else Streams(case.seed)
        # A flow of forced choices may go round for ever; then it rests where it came back.
        self._forced: set[State] = set()

    # Playing.

    def play(self) -> Parting | None:
        """Make the moves, then all that nobody has to decide."""
        for move in self.case.moves:
            while self.state.ending is None and not self._meant(move):
                value = self._untold(acting=False)
                if value is None:
                    return self._parting("choice", move, choice=self.game.pending(self.state))
                self._apply(value[0])
            if self.state.ending is not None:
                return self._parting("over", move)
            if parting := self._move(move):
                return parting
        for _ in range(self.most_choices):
            value = None if self.state.ending is not None else self._untold(acting=True)
            if value is None:
                return None
            self._apply(value[0])
        self._take(broken_off(self.game, self.state, self.most_choices))
        return None

    def _move(self, move: Move) -> Parting | None:
        value: Value | Decline = DECLINE if move.value is None else move.value.value
        refusal = self.game.why_not(self.state, value)
        if isinstance(move, Lawful):
            return self._asked(move, refusal)
        if refusal is not None:
            return self._parting("refused", move, refusal=refusal, choice=self._choice())
        self._forced.clear()
        self._apply(value)
        return None

    def _asked(self, move: Lawful, refusal: Refusal | None) -> Parting | None:
        if move.lawful or refusal is None:
            if move.lawful == (refusal is None):
                return None
            kind: Literal["lawful", "refused"] = "lawful" if refusal is None else "refused"
            return self._parting(kind, move, refusal=refusal, choice=self._choice())
        reasons = [breach.ref for breach in refusal.breaches] or [self.game.at(self.state)]
        if move.ref is None or any(_within(ref, move.ref) for ref in reasons):
            return None
        return self._parting("reason", move, refusal=refusal, choice=self._choice())

    def _apply(self, value: Value | Decline) -> None:
        self._take(self.game.apply(self.state, value))

    def _take(self, advance: Advance) -> None:
        self.state = advance.state
        self.steps.extend(advance.steps)

    def _untold(self, *, acting: bool) -> tuple[Value | Decline] | None:
        """What is chosen without a word; ``acting``: a player may draw from the seed."""
        kind = self.game.kind(self.state)
        if self.streams is not None and (acting or kind != "actor"):
            return choose(self.game, self.state, self.streams, random_player, "pending")
        lawful = self.game.lawful(self.state)
        if len(lawful) != 1 or self.state in self._forced:
            return None
        self._forced.add(self.state)
        return (lawful[0],)

    def _choice(self) -> Choice:
        return self.game.pending(self.state)

    def _meant(self, move: Move) -> bool:
        """Whether the choice that play waits for is the one that ``move`` speaks of."""
        choice = self._choice()
        match move:
            case Drawn(by="nobody", value=said):
                # A supplement may say that a lot settles it; the text still names nobody.
                filled = choice.stream == "lots" and choice.supplement is not None
                nobody = choice.kind == "nobody" or filled
                return nobody and _fits(said, choice.type, self.game.rules)
            case Drawn(by=stream, value=said):
                return choice.stream == stream and _fits(said, choice.type, self.game.rules)
            case Chooses(value=None):
                return _acts(move.actor, choice) and (choice.optional or choice.default is not None)
            case Chooses(actor=actor, value=Said() as said) | Lawful(actor=actor, value=said):
                return _acts(actor, choice) and _fits(said, choice.type, self.game.rules)
            case _:
                return False

    # Judging.

    def judge(self) -> Parting | None:
        """The first expectation that is not met."""
        for expected in self.case.expected:
            match expected:
                case ExpectedEnd() if not self._ends(expected):
                    return self._parting("end", expected)
                case ExpectedRules(refs=refs):
                    applied = [step.ref for step in self.steps if isinstance(step, Applied)]
                    last = applied[-len(refs) :]
                    if len(last) < len(refs) or not all(map(_within, last, refs)):
                        return self._parting("rules", expected, rules=tuple(applied))
                case ExpectedValues(concept=concept, entries=entries):
                    found = [one for entry in entries for one in self._differs(concept, entry)]
                    if found:
                        steps = self._steps_to(found)
                        return self._parting(
                            "values", expected, differences=tuple(found), steps=steps
                        )
                case _:
                    pass
        return None

    def _ends(self, expected: ExpectedEnd) -> bool:
        ending, refs = self.state.ending, expected.refs
        here = all(_within(self.game.at(self.state), ref) for ref in refs)
        if ending is None:
            return expected.end == "open" and here
        worth = not expected.valued or ending.value == expected.value
        match expected.end:
            case "end":
                return (
                    ending.kind == "end" and ending.outcome == expected.outcome and worth and here
                )
            case "done":
                return ending.kind == "done" and worth
            case "gap":
                known = expected.gap is None or ending.gap == expected.gap
                return ending.kind == "gap" and known and here
            case "stuck":
                return ending.kind == "stuck" and here
            case "conflict":
                told = all(any(_within(one, ref) for one in ending.between) for ref in refs)
                meant = all(any(_within(one, ref) for ref in refs) for one in ending.between)
                return ending.kind == "conflict" and told and meant
            case "forbidden":
                broken = [breach.ref for breach in ending.breaches]
                told = all(any(_within(one, ref) for one in broken) for ref in refs)
                return ending.kind == "conflict" and told
            case _:
                return False

    def _differs(self, concept: str, entry: Entry) -> Iterable[Difference]:
        game, store = self.game, self.state.store
        if concept in game.rules.states:
            found = game.layout.read(store, concept, *entry.arguments)
        else:
            definition = game.rules.definitions[concept]
            types = [parameter.type for parameter in definition.parameters]
            arguments = tuple(map(_constant, entry.arguments, types))
            evaluator = Evaluator(game.rules, game.layout, game.parameters)
            code = evaluator.code(Apply(definition=concept, arguments=arguments), Scope(""))
            try:
                found = whole(code(store, []))
            except Undefined as undefined:
                return (Difference(concept, entry.arguments, entry.value, None, undefined.detail),)
        same = type(found) is type(entry.value) and found == entry.value
        return () if same else (Difference(concept, entry.arguments, entry.value, found),)

    def _steps_to(self, found: list[Difference]) -> int:
        """The steps up to the last one that set one of the differing places; else all."""
        places = {(one.concept, one.arguments) for one in found}
        for at in range(len(self.steps), 0, -1):
            step = self.steps[at - 1]
            if isinstance(step, Assigned) and any(
                (change.state, change.arguments) in places for change in step.changes
            ):
                return at
        return len(self.steps)

    def _parting(
        self,
        kind: Literal["end", "values", "rules", "choice", "over", "refused", "lawful", "reason"],
        line: Move | ExpectedEnd | ExpectedValues | ExpectedRules,
        *,
        steps: int | None = None,
        differences: tuple[Difference, ...] = (),
        rules: tuple[str, ...] = (),
        choice: Choice | None = None,
        refusal: Refusal | None = None,
    ) -> Parting:
        steps = len(self.steps) if steps is None else steps
        return Parting(kind, line.line, line.words, steps, differences, rules, choice, refusal)


def _start(game: Game, case: WorkedCase) -> Store:
    """The state at the start, with what is given."""
    layout = game.layout
    initial = layout.initial()
    columns = {}
    for state, entries in case.given.items():
        values = {entry.arguments: entry.value for entry in entries}
        before = zip(layout.places(state), initial.values[layout.position[state]], strict=True)
        columns[state] = tuple(values.get(place, value) for place, value in before)
    return layout.initial(columns)


def _within(ref: str, place: str) -> bool:
    """Whether ``ref`` is ``place`` or in it: an article stands for all its paragraphs."""
    return ref == place or ref.startswith(f"{place}.")


def _acts(actor: Actor, choice: Choice) -> bool:
    if choice.kind != "actor":
        return False
    if actor.role is not None:
        return choice.role == actor.role
    return (choice.actor_set, choice.actor) == (actor.set, actor.index)


def _fits(said: Said, type: Type, rules: RuleSet) -> bool:
    """Whether ``said`` is of the kind of ``type``, be it in its range or not."""
    match type:
        case ty.Optional(item=item):
            return said.value is None or _fits(said, item, rules)
        case ty.Element(set=set_id):
            return said.set == set_id
        case ty.Record(record=record):
            length = len(rules.records[record].fields)
            return isinstance(said.value, tuple) and len(said.value) == length
        case ty.Number():
            return said.set is None and is_whole(said.value)
        case ty.Truth():
            return isinstance(said.value, bool)
        case _:
            return False


def _constant(value: Value, type: Type) -> Expr:
    """The expression that is worth ``value``."""
    match type:
        case ty.Optional(item=item):
            return Nothing() if value is None else _constant(value, item)
        case ty.Element(set=set_id):
            return ElementConstant(set=set_id, index=value)
        case ty.Record(record=record):
            items = tuple(NumberConstant(value=number) for number in value)
            return MakeRecord(record=record, items=items)
        case ty.Truth():
            return TruthConstant(value=value)
        case _:
            return NumberConstant(value=value)
