"""The bench on which two encodings are laid side by side: one shared, unknown state.

Both rule sets look at the same store. A definition that both versions have is
compared once, where it stands; everywhere else both sides use the first one's,
so that each piece is compared for what it says itself. A definition that only
one version has is a helping one and is followed into.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runtime.json_values import plain
from runtime.ruleset import statements as s
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Expr
from runtime.ruleset.ruleset import RuleSet
from runtime.serialise import store_as_json
from runtime.state import Layout
from verify.compare.concrete import concrete_value
from verify.compare.relation import Undecided
from verify.compare.segments import play_segment
from verify.execute import kept, states_read
from verify.limits import Limit, Named, ask
from verify.replay import WitnessDefect
from verify.symbolic import Scope, Store, Value, equal_values, grounded
from verify.terms import Model, Truth, both, either, negation, number_symbol, same_truth
from verify.translate import HOLE, Env, Translator, defined

LIMIT = Limit(steps=20_000, seconds=20.0)


@dataclass(frozen=True)
class Side:
    """One version on the bench."""

    rules: RuleSet
    scope: Scope
    translator: Translator

    def value(self, expr: Expr, env: Env) -> tuple[Value, Truth]:
        """The value of ``expr`` and whether it is defined."""
        value, needs = self.translator.translate(expr, env)
        return value, defined(needs)

    def truth(self, expr: Expr | None, env: Env) -> tuple[Truth, Truth]:
        """Whether a condition holds (None always does), and whether it is defined."""
        return (True, True) if expr is None else self.translator.truth(expr, env)


@dataclass
class Bench:
    """Two rule sets over one shared store of unknown values, for one size of the sets."""

    first: RuleSet
    second: RuleSet
    sizes: Mapping[str, int]
    ref: str
    store: Store = field(init=False)
    sides: tuple[Side, Side] = field(init=False)
    types: tuple[dict[str, ty.Type], dict[str, ty.Type]] = field(default_factory=lambda: ({}, {}))
    _fresh: int = 0
    _met: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.store = Scope(self.first, self.sizes).unknown_store("")
        self.sides = (self._side(self.first), self._side(self.second))

    def _side(self, rules: RuleSet) -> Side:
        scope = Scope(rules, self.sizes)
        return Side(rules, scope, Translator(scope, self.store))

    def fresh(self, type_: ty.Type, name: str) -> Value:
        """An unknown value of ``type_`` that both sides see.

        The members of a set without names differ in nothing that an expression
        could tell, and the store is unknown; so the first one asked for may be
        taken to be member 0, the second 0 or 1, and so on.
        """
        self._fresh += 1
        name = f"{name}!{self._fresh}"
        if isinstance(type_, ty.Element) and not self.first.sets[type_.set].members:
            met = self._met.get(type_.set, 0)
            self._met[type_.set] = met + 1
            return number_symbol(name, 0, min(met, self.sizes[type_.set] - 1))
        return self.sides[0].scope.unknown(type_, name)

    def lawful(self) -> list[Named]:
        """That the shared state breaks no norm of either version, the compared paragraph's left out."""
        conditions = []
        for side in self.sides:
            for norm in side.rules.norms:
                if norm.ref != self.ref:
                    conditions.append(kept(side.translator, norm))
        return conditions

    def possible(self, *conditions: Truth) -> Model | None:
        """A model in which all ``conditions`` hold in a lawful state; None where there is none.

        Raises :class:`~verify.compare.relation.Undecided`.
        """
        if any(condition is False for condition in conditions):
            return None
        question = [*self.lawful(), *(Named(None, condition) for condition in conditions)]
        answer = ask(question, LIMIT)
        if answer.verdict == "unknown":
            raise Undecided(answer.reason)
        return answer.model if answer.verdict == "yes" else None

    def know(self, names: tuple[str | None, str | None], type_: ty.Type) -> None:
        """Remember the type of a variable that both sides bind, each under its own name."""
        for known, name in zip(self.types, names, strict=True):
            if name is not None:
                known[name] = type_

    # ---- witnesses

    def witness(
        self, model: Model, expressions: Sequence[Expr | None], variables: Mapping[str, Any]
    ) -> dict[str, Any]:
        """The state of ``model``, as far as the expressions look at it, and the bound variables."""
        layout = Layout(self.first, self.sizes)
        given, _ = self._ground(model)
        shown = store_as_json(layout, layout.initial(given))
        read: set[str] = set()
        everything = self.sides[1].scope  # it knows the helping definitions of both
        for expr in expressions:
            if expr is not None:
                read |= states_read(everything, expr)
        return {
            "sizes": dict(self.sizes),
            "state": {name: value for name, value in shown.items() if name in read},
            "variables": {name: plain(grounded(value, model)) for name, value in variables.items()},
        }

    def concrete(self, side: int, expr: Expr, env: Env, model: Model) -> Any:
        """What the interpreter makes of ``expr`` in the state of ``model``; a hole is shown as such."""
        given, parameters = self._ground(model)
        values = {name: grounded(value, model) for name, value in env.items()}
        rules = self.sides[side].rules
        return concrete_value(rules, self.sizes, given, parameters, expr, values, self.ref)

    def played(self, side: int, body: Sequence[s.Stmt], env: Env, model: Model) -> Any:
        """The store that the interpreter makes of some assignments in the state of ``model``."""
        given, parameters = self._ground(model)
        values = {
            name: (self.types[side][name], grounded(value, model))
            for name, value in env.items()
            if name in self.types[side]
        }
        rules = self.sides[side].rules
        return play_segment(rules, self.sizes, given, parameters, body, values)

    def _ground(self, model: Model) -> tuple[dict[str, tuple[Any, ...]], dict[str, Any]]:
        """The shared state under ``model``: flat tuples by state variable, and the parameters."""
        scope = self.sides[0].scope
        given = {
            state: tuple(grounded(self.store[state][place], model) for place in scope.places(state))
            for state in scope.rules.states
        }
        parameters = {
            name: grounded(self.store[name][()], model) for name in scope.rules.parameters
        }
        return given, parameters


def same(left: tuple[Value, Truth], right: tuple[Value, Truth]) -> Truth:
    """Whether two translations agree: both undefined, or both defined and equal."""
    (a, a_there), (b, b_there) = left, right
    alike = same_truth(a_there, b_there)
    if a is HOLE or b is HOLE:
        return alike
    return both(alike, either(negation(a_there), equal_values(a, b)))


def shared_definitions(first: RuleSet, second: RuleSet) -> RuleSet:
    """``second`` with the definitions of ``first``, its own helping ones beside them."""
    return second.model_copy(update={"definitions": {**second.definitions, **first.definitions}})


def replayed(condition: bool, what: str) -> None:
    """A witness that the interpreter does not confirm is a defect of this program."""
    if not condition:
        raise WitnessDefect(f"a difference in {what} does not show when it is computed")
