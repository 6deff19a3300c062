"""Which part of a property's condition fails in a state: the smallest parts that tell.

A condition is taken apart where its parts can be named one by one: of what is
joined by "and", the parts that do not hold; of "if … then", what does not follow; of
"every", the members it does not hold of; and the other way round for what must
never hold. A part is named by its path in the condition, the names of the fields
that lead to it; whoever prints the condition finds it there.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations, product
from typing import Any

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.interpreter import Game
from runtime.json_values import plain, value_from
from runtime.rewriting import walk
from runtime.ruleset.expressions import (
    Apply,
    Binary,
    Binder,
    Expr,
    Quantified,
    Read,
    TruthConstant,
    Unary,
)
from runtime.ruleset.properties import AtTheStepAfter, Never, Property
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element
from runtime.serialise import read_store
from runtime.state import Stepped, Store
from runtime.values import Value
from verify.judges import can_be_judged
from verify.obligation import Obligation

MOST_PARTS = 20
"""How many parts are named; more of them say no more."""

MOST_VALUES = 10_000
"""How many values of one "every" are looked at."""


def with_failing(rules: RuleSet, item: Property, verdict: Obligation) -> Obligation:
    """``verdict`` on ``item``; if it is refuted by a run, the witness says what fails."""
    if verdict.verdict != "refuted" or verdict.witness is None:
        return verdict
    parts = failing(rules, item, verdict.witness)
    if not parts:
        return verdict
    return verdict.model_copy(update={"witness": {**verdict.witness, "failed": parts}})


def failing(rules: RuleSet, item: Property, witness: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The parts of ``item`` that fail at the end of ``witness``, as JSON data.

    ``path``: where the part stands in the condition. ``value``: what it is worth
    (``None``: nothing, it is undefined). ``concepts``: the state variables and
    definitions it speaks of. ``members``: for which values of the variables
    around it; ``sets``: of which sets these are elements. Empty where the property
    has no condition that one state can break.
    """
    if not can_be_judged(item):
        return []
    game = Game(rules, witness["flow"], witness["sizes"], witness.get("parameters"))
    _, store = read_store(rules, witness["state"], game.sizes)
    bound: dict[str, Value] = {}
    if isinstance(item, AtTheStepAfter) and item.variable is not None:
        bound = {item.variable: _who_declined(witness)}
    parts = _Parts(game, _after_last_step(game, store, witness))
    found = parts.failing(item.condition, (), not isinstance(item, Never), bound)
    return list(islice(found, MOST_PARTS))


_TAKEN_APART = (Binary, Quantified, Unary)
"""What is looked into where it is denied."""


class _Parts:
    def __init__(self, game: Game, store: Store) -> None:
        self._game = game
        self._store = store
        self._evaluator = Evaluator(game.rules, game.layout, game.parameters)
        self._sets: dict[str, str] = {}

    def failing(
        self,
        part: Expr,
        path: tuple[str, ...],
        wanted: bool,
        bound: Mapping[str, Value],
    ) -> Iterator[dict[str, Any]]:
        """The smallest parts of ``part`` that keep it from having the value ``wanted``."""
        value = self._value(part, bound)
        if value is wanted:
            return
        match part:
            case Unary(operator="not", item=item) if isinstance(item, _TAKEN_APART):
                yield from self.failing(item, (*path, "item"), not wanted, bound)
            case Binary(operator="and", left=left, right=right) if wanted:
                yield from self._both(left, right, path, wanted, bound)
            case Binary(operator="or", left=left, right=right) if not wanted:
                yield from self._both(left, right, path, wanted, bound)
            case Binary(operator="implies", left=left, right=right) if (
                wanted and self._value(left, bound) is True
            ):
                yield from self.failing(right, (*path, "right"), wanted, bound)
            case Quantified(quantifier=quantifier, binder=binder, body=body) if (
                wanted is (quantifier == "every") and not binder.order
            ):
                said, where = body, (*path, "body")
                if isinstance(body, TruthConstant) and binder.condition is not None:
                    said, where = binder.condition, (*path, "binder", "condition")
                inside = list(self._members(binder, said, where, wanted, bound))
                yield from inside or [self._told(part, path, value, bound)]
            case _:
                yield self._told(part, path, value, bound)

    def _both(
        self,
        left: Expr,
        right: Expr,
        path: tuple[str, ...],
        wanted: bool,
        bound: Mapping[str, Value],
    ) -> Iterator[dict[str, Any]]:
        yield from self.failing(left, (*path, "left"), wanted, bound)
        # Where the left decides, the right need not have a value, and is no part of it then.
        if self._value(left, bound) is wanted or self._value(right, bound) is not None:
            yield from self.failing(right, (*path, "right"), wanted, bound)

    def _members(
        self,
        binder: Binder,
        said: Expr,
        path: tuple[str, ...],
        wanted: bool,
        bound: Mapping[str, Value],
    ) -> Iterator[dict[str, Any]]:
        """How ``said``, which stands at ``path``, fails for each value that ``binder`` keeps."""
        domain = self._value(binder.domain, bound)
        if domain is None:
            return
        if isinstance(binder.item, Element):
            self._sets |= dict.fromkeys(binder.names, binder.item.set)
        count = len(binder.names)
        values = permutations(domain, count) if binder.distinct else product(domain, repeat=count)
        for one in islice(values, MOST_VALUES):
            inner = {**bound, **dict(zip(binder.names, one, strict=True))}
            if binder.condition is None or self._value(binder.condition, inner) is True:
                yield from self.failing(said, path, wanted, inner)

    def _value(self, part: Expr, bound: Mapping[str, Value]) -> Value:
        """What ``part`` is worth; None where it is undefined."""
        variables = Variables("")
        slots = [(variables.slot(name), value) for name, value in bound.items()]
        code = self._evaluator.code(part, variables)
        frame = variables.frame()
        for slot, value in slots:
            frame[slot] = value
        try:
            return code(self._store, frame)
        except Undefined:
            return None

    def _told(
        self,
        part: Expr,
        path: Sequence[str],
        value: Value,
        bound: Mapping[str, Value],
    ) -> dict[str, Any]:
        read = [one.state for one in walk(part) if isinstance(one, Read)]
        applied = [one.definition for one in walk(part) if isinstance(one, Apply)]
        return {
            "path": list(path),
            "value": value,
            "concepts": sorted({*read, *applied}),
            "members": {name: plain(value) for name, value in bound.items()},
            "sets": {name: self._sets[name] for name in bound if name in self._sets},
        }


def _after_last_step(game: Game, store: Store, witness: Mapping[str, Any]) -> Store:
    """The last store of ``witness``, with the one before its last assignment, if there is one."""
    if not witness["steps"] or witness["steps"][-1]["step"] != "assigned":
        return store
    layout = game.layout
    columns = [list(column) for column in store.values]
    places = {name: list(layout.places(name)) for name in layout.names}
    # Undone from the last to the first, as a place may have been set twice.
    for change in reversed(witness["steps"][-1]["changes"]):
        name = change["state"]
        place = places[name].index(tuple(change["at"]))
        type = game.rules.states[name].type
        old = value_from(change["old"], type, game.rules, game.sizes, name)
        columns[layout.position[name]][place] = old
    return Stepped(store, Store(tuple(map(tuple, columns))))


def _who_declined(witness: Mapping[str, Any]) -> Value:
    for step in reversed(witness["steps"]):
        if step["step"] == "chosen":
            actor: Value = step["actor"]
            return actor
    return None
