"""Where runs start: the law's own start, or boards before the last phase of a flow.

A *board* is a state in which the last phase begins. What the phases before it set in numbers
(and in records of numbers), and what the law has nobody set, is drawn; all else is as
play left it. What is drawn is there: nothing is left unset.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import prod
from random import Random
from typing import Any

from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.flows import main_flows
from runtime.interpreter import Game
from runtime.norms import compile_norms
from runtime.parameters import BadParameter
from runtime.ruleset import types as ty
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Call
from runtime.state import Layout, Store
from runtime.values import all_values, canonical
from verify.consequence.play import Draws, play
from verify.consequence.uses import uses
from verify.reach.groups import LARGE
from verify.reach.settings import Setting, settings
from verify.symbolic import Scope

TRIES = 40
"""How often a board is drawn anew that a norm forbids."""

OPENINGS = 3
"""How many games are played up to where the last phase begins."""

SEVERAL = 4
"""In how many places, at most, the members of a large set stand on a plain board."""


@dataclass(frozen=True)
class Stage:
    """A flow that ends in an outcome; ``before`` are the flows that are run before it.

    ``whole``: the main flow that it is the last phase of, or itself.
    """

    flow: str
    before: tuple[str, ...]
    whole: str


def stages(rules: RuleSet) -> list[Stage]:
    """For each main flow, its last phase (where it has phases), then the whole of it."""
    found = []
    for main in main_flows(rules):
        body = [one for part in rules.flows[main].parts for one in part.body]
        calls = [one.flow for one in body if isinstance(one, Call) and not one.arguments]
        if len(calls) == len(body) > 1 and len(set(calls)) == len(calls):
            found.append(Stage(calls[-1], tuple(calls[:-1]), main))
        found.append(Stage(main, (), main))
    return found


@dataclass(frozen=True)
class Start:
    """Where a run starts; no ``store``: at the law's start."""

    store: Store | None
    setting: Setting

    def __hash__(self) -> int:
        return hash(self.store)


class Starts:
    """The starts of one stage for one size. Raises ``ValueError`` where there are none."""

    def __init__(self, rules: RuleSet, stage: Stage, sizes: Mapping[str, int]) -> None:
        self.rules = rules
        self.stage = stage
        self.sizes = dict(sizes)
        scope = Scope(rules, self.sizes)
        used = uses(rules, stage.flow)
        self.settings = []
        for setting in settings(scope, used.graph):
            try:
                self.game = Game(rules, stage.flow, self.sizes, setting.parameters)
            except BadParameter:
                continue
            self.settings.append(setting)
        if not self.settings:
            raise ValueError("no setting of the law is allowed")
        self.layout = Layout(rules, self.sizes)
        written = frozenset().union(*(uses(rules, flow).writes for flow in rules.flows))
        earlier = frozenset().union(*(uses(rules, flow).writes for flow in stage.before))
        states = rules.states.values()
        read = [one for one in states if one.id in used.reads]
        self.inputs = [one.id for one in read if one.id not in written]
        self.redrawn = [
            one.id
            for one in read
            if one.id in earlier and isinstance(bare(one.type), ty.Number | ty.Record)
        ]

    @property
    def drawn(self) -> list[str]:
        """The state variables whose values are drawn."""
        return [*self.inputs, *self.redrawn]

    @property
    def boards(self) -> bool:
        """Whether runs start at boards and not at the law's start."""
        return bool(self.stage.before or self.inputs)

    @property
    def large(self) -> list[str]:
        """Those drawn state variables that have many places."""
        return [name for name in self.drawn if self._places(name) > LARGE]

    def random(self, number: int) -> Start | None:
        """The start ``number``; None where none was drawn that the norms allow."""
        return self._start(f"random/{number}", None, number)

    def plain(self, number: int) -> Start | None:
        """A board with few different values; None as before."""
        several = 1 + number % SEVERAL
        return self._start(f"plain/{number}", several, number)

    def lawful(self, store: Store) -> bool:
        """Whether no norm forbids ``store``."""
        try:
            return not any(norm.broken(store) for norm in self._norms)
        except Undefined:
            return False

    def _start(self, seed: str, several: int | None, number: int) -> Start | None:
        setting = self.settings[number % len(self.settings)]
        if not self.boards:
            return Start(None, setting)
        openings = self._openings
        if not openings:
            return None
        base = openings[number % len(openings)]
        rng = Random(f"{seed}/{sorted(self.sizes.items())}")
        for _ in range(TRIES):
            given = dict(zip(self.layout.names, base.values, strict=True))
            # The small ones first: members of a large set may stand where they do.
            for name in sorted(self.drawn, key=self._places):
                given[name] = self._column(name, given, rng, several)
            store = self.layout.initial(given)
            if self.lawful(store):
                return Start(store, setting)
        return Start(base, setting) if not self.inputs else None

    def _column(
        self, name: str, given: dict[str, tuple[Any, ...]], rng: Random, several: int | None
    ) -> tuple[Any, ...]:
        before = given[name]
        item = bare(self.rules.states[name].type)
        places = len(before)
        if several is not None and places > LARGE:
            kinds = self._kinds(item, several, given, rng)
            parts = _parts(places, len(kinds), rng)
            column = [kinds[at] for at, number in enumerate(parts) for _ in range(number)]
        else:
            column = [self.value(item, rng) for _ in range(places)]
        if name in self.redrawn:
            # What play left empty stays empty.
            return tuple(
                None if old is None else new for old, new in zip(before, column, strict=True)
            )
        return tuple(column)

    def _kinds(
        self, item: ty.Type, several: int, given: dict[str, tuple[Any, ...]], rng: Random
    ) -> list[Any]:
        """The few values of a large set's members; sometimes those of the small ones."""
        small = [name for name in self.drawn if self._places(name) <= LARGE]
        held = [
            value
            for name in small
            if bare(self.rules.states[name].type) == item
            for value in given[name]
        ]
        if held and rng.random() < 0.3:
            return rng.sample(held, min(several, len(held)))
        return [self.value(item, rng) for _ in range(several)]

    def value(self, type: ty.Type, rng: Random) -> Any:
        """A value of ``type``, each as probable as the next."""
        match type:
            case ty.Number(low=low, high=high):
                return rng.randint(int(low), int(high))
            case ty.Element(set=set_id):
                return rng.randrange(self.sizes[set_id])
            case ty.Record(record=record):
                fields = self.rules.records[record].fields
                return tuple(rng.randint(field.low, field.high) for field in fields)
            case ty.Optional(item=item):
                return self.value(item, rng)
            case ty.SetOf(item=item):
                values = all_values(item, self.rules, self.sizes)
                return canonical((one for one in values if rng.random() < 0.5), item)
        return rng.random() < 0.5

    def _places(self, name: str) -> int:
        return prod(self.sizes[set_id] for set_id in self.rules.states[name].domain)

    @cached_property
    def _openings(self) -> list[Store]:
        """States in which the last phase begins."""
        if not self.stage.before:
            return [self.layout.initial()]
        return list(self._played_openings())

    def _played_openings(self) -> Iterator[Store]:
        for number in range(OPENINGS):
            store = self.layout.initial()
            for flow in self.stage.before:
                game = self._opening_game(flow)
                run = play(game, store, {}, Draws(number))
                if run.state.ending is None or run.state.ending.kind != "done":
                    break
                store = run.state.store
            else:
                yield store

    def _opening_game(self, flow: str) -> Game:
        games = self.__dict__.setdefault("_opening_games", {})
        if flow not in games:
            parameters = self.settings[0].parameters
            games[flow] = Game(self.rules, flow, self.sizes, parameters)
        found: Game = games[flow]
        return found

    @cached_property
    def _norms(self) -> list[Any]:
        evaluator = Evaluator(self.rules, self.layout, self.game.parameters)
        return list(compile_norms(self.rules, evaluator))


def bare(type: ty.Type) -> ty.Type:
    """A type without what makes it optional."""
    return type.item if isinstance(type, ty.Optional) else type


def _parts(total: int, parts: int, rng: Random) -> list[int]:
    """``total`` shared out: at random, almost evenly, or almost all in one part."""
    style = rng.random()
    if style < 0.2 and parts <= total:
        rest = [1] * (parts - 1)
        return [total - len(rest), *rest]
    if style < 0.6:
        cuts = sorted(rng.randint(0, total) for _ in range(parts - 1))
        return [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
    shares = [total // parts + (at < total % parts) for at in range(parts)]
    if rng.random() < 0.5:
        one, other = rng.randrange(parts), rng.randrange(parts)
        shares[one] -= 1
        shares[other] += 1
    return shares
