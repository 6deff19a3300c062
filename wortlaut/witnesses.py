"""Witnesses played again: what a test written by ``verify --as-test`` calls.

A witness is played from the law's own rules by the interpreter, which refuses what is
not lawful; so a test fails as soon as the law no longer does what was found.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from compiler.law import Law, load_sound
from runtime.code import Scope, Undefined
from runtime.evaluate import Evaluator
from runtime.interpreter import Game
from runtime.json_values import plain, value_from
from runtime.ruleset.expressions import Apply, Variable
from runtime.ruleset.ruleset import RuleSet
from runtime.serialise import read_store, store_as_json
from runtime.sizes import sizes as resolved_sizes
from runtime.state import Store
from runtime.steps import DECLINE
from runtime.trace import article
from verify.judges import Judge, can_be_judged
from verify.replay import Replayed, Run, WitnessDefect, replay, stores_entered


@dataclass(frozen=True)
class Version:
    """One version of a law (a folder, or a name), as it was verified.

    ``readings`` by point; ``supplements``: those in use, ``None`` for all.
    ``open_choices``: what supplements say about who chooses, or in which order, is left
    out. ``amendments``: those made in the law first. Raises
    :class:`~compiler.law.Refused` where it is used, if the law has mistakes.
    """

    law: str
    language: str
    readings: Mapping[str, str]
    supplements: Sequence[str] | None = None
    open_choices: bool = False
    amendments: tuple[str, ...] = ()

    def under(self, point: str, reading: str) -> "Version":
        """The same under another reading."""
        readings = {**self.readings, point: reading}
        return replace(self, readings=readings)

    def rules(self) -> RuleSet:
        """The rule set."""
        from verify.obligations.opened import opened

        rules = _law(self.law, self.amendments).rules(
            self.language, self.readings, self.supplements
        )
        return opened(rules) if self.open_choices else rules


@cache
def _law(law: str, amendments: tuple[str, ...]) -> Law:
    return load_sound(law, amendments)


class Played:
    """A run that was played; ``sizes`` and the rest as in a witness."""

    def __init__(
        self,
        version: Version,
        *,
        flow: str,
        sizes: Mapping[str, int],
        choices: Sequence[Any],
        parameters: Mapping[str, Any] | None = None,
        initial: Mapping[str, Any] | None = None,
    ) -> None:
        """Play it. Raises :class:`~verify.replay.WitnessDefect` where that is not possible."""
        self.version = version
        self._given: dict[str, Any] = {
            "flow": flow,
            "sizes": sizes,
            "choices": choices,
            "parameters": parameters,
            "initial": initial,
        }
        self._rules = rules = version.rules()
        game = Game(rules, flow, sizes, _settings(rules, sizes, parameters))
        given = None
        if initial is not None:
            _, store = read_store(rules, initial, game.sizes)
            given = dict(zip(game.layout.names, store.values, strict=True))
        self._start = game.layout.initial(given)
        run = Run(
            flow, dict(sizes), game.parameters, {}, given, _choices(game, self._start, choices)
        )
        self._replayed: Replayed = replay(rules, run)

    @property
    def ending(self) -> tuple[str, str] | None:
        """How the run ended, and in which paragraph; ``None`` if it goes on."""
        ending = self._replayed.states[-1].ending
        return None if ending is None else (ending.kind, article(self._rules, ending.at))

    @property
    def outcome(self) -> tuple[str, str | None, Any] | None:
        """How the run ended, with which outcome, and with which value of it."""
        ending = self._replayed.states[-1].ending
        return None if ending is None else (ending.kind, ending.outcome, plain(ending.value))

    def outcome_under(self, point: str, reading: str) -> tuple[str, str | None, Any] | None:
        """How the same choices end under another reading; ``None``: they do not end, or cannot."""
        try:
            return Played(self.version.under(point, reading), **self._given).outcome
        except WitnessDefect:
            return None

    @property
    def states(self) -> list[dict[str, Any]]:
        """Every state that was entered, in order, without those that are like the one before."""
        stores = stores_entered(self._replayed, self._start)
        return [store_as_json(self._replayed.game.layout, store) for store in stores]

    @property
    def state(self) -> dict[str, Any]:
        """The last state."""
        return store_as_json(self._replayed.game.layout, self._replayed.states[-1].store)

    def breaks(self, property: str) -> bool:
        """Whether the run breaks a property that the law states."""
        version = self.version
        stated = _law(version.law, version.amendments).properties(
            version.language, version.readings, version.supplements
        )
        item = next(one for one in stated if one.id == property)
        if not can_be_judged(item):
            raise ValueError(f"{property} cannot be judged by one run")
        judge = Judge(self._replayed.game, item)
        return (
            judge.broken_at_start(self._start)
            or judge.broken(self._replayed.steps, self._start) is not None
        )

    def comes_back(self) -> bool:
        """Whether the run is at its end where it was before, or goes round without a choice."""
        last = self._replayed.states[-1]
        if last.ending is not None:
            return last.ending.kind == "loop"
        return last in self._replayed.states[:-1]


def worth(
    version: Version,
    definition: str,
    arguments: Sequence[Any],
    *,
    flow: str,
    sizes: Mapping[str, int],
    state: Mapping[str, Any],
    parameters: Mapping[str, Any] | None = None,
) -> Any:
    """What a definition is worth in a state, as JSON; ``{"undefined": why}`` without a value."""
    rules = version.rules()
    game = Game(rules, flow, sizes, _settings(rules, sizes, parameters))
    _, store = read_store(rules, state, game.sizes)
    declared = rules.definitions[definition].parameters
    names = tuple(Variable(name=one.name) for one in declared)
    scope = Scope("")
    slots = [scope.slot(one.name) for one in declared]
    evaluator = Evaluator(rules, game.layout, game.parameters)
    code = evaluator.code(Apply(definition=definition, arguments=names), scope)
    frame = scope.frame()
    for slot, one, given in zip(slots, declared, arguments, strict=True):
        frame[slot] = value_from(given, one.type, rules, game.sizes, one.name)
    try:
        return plain(code(store, frame))
    except Undefined as undefined:
        return {"undefined": undefined.kind}


def _settings(
    rules: RuleSet, sizes: Mapping[str, int], given: Mapping[str, Any] | None
) -> dict[str, Any]:
    known = resolved_sizes(rules, sizes)
    return {
        name: value_from(value, rules.parameters[name].type, rules, known, name)
        for name, value in (given or {}).items()
    }


def _choices(game: Game, start: Store, choices: Sequence[Any]) -> tuple[Any, ...]:
    """The choices as values: each is the option that looks like it."""
    state, found = game.initial(start).state, []
    for choice in choices:
        options = game.lawful(state)
        # Whoever does nothing where the law has a default is not among those who may decline.
        taken = next(
            (one for one in options if one is not DECLINE and plain(one) == choice),
            DECLINE if choice is None else _as_value(choice),
        )
        found.append(taken)
        if state.ending is not None or game.why_not(state, taken) is not None:
            break  # The replay says why.
        state = game.apply(state, taken).state
    return (*found, *map(_as_value, choices[len(found) :]))


def _as_value(choice: Any) -> Any:
    return tuple(map(_as_value, choice)) if isinstance(choice, list) else choice
