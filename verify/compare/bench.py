"""The bench on which two encodings are laid side by side: one shared, unknown state.

Both rule sets look at the same store. A definition that both versions have is
compared once, where it stands; everywhere else both sides use the first one's,
so that each piece is compared for what it says itself. A definition that only
one version has is a helping one and is followed into.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from runtime.json_values import plain
from runtime.ruleset import statements as s
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Expr
from runtime.ruleset.ruleset import Norm, RuleSet
from runtime.serialise import store_as_json
from runtime.state import Layout
from verify.compare.concrete import concrete_value
from verify.compare.plainest import plainest
from verify.compare.relation import Bound, Undecided
from verify.compare.segments import play_segment
from verify.compare.vocabulary import Shared, share
from verify.evaluation import Model, evaluate
from verify.findings import digest
from verify.limits import Limit, Named, ask
from verify.member_order import ordered_anywhere
from verify.norms import kept, states_read
from verify.replay import WitnessDefect
from verify.symbolic import Scope, Store, Value, equal_values, grounded
from verify.terms import Truth, both, either, every, negation, number_symbol, same_truth
from verify.translate import HOLE, Env, Translator, defined

LIMIT = Limit(steps=20_000, seconds=20.0)


@dataclass
class _Memory:
    """What all views of one bench share: the names given, and the variables' types on each side."""

    types: tuple[dict[str, ty.Type], dict[str, ty.Type]] = field(default_factory=lambda: ({}, {}))
    named: int = 0
    met: dict[str, int] = field(default_factory=dict)
    pairs: dict[tuple[str | None, str | None], ty.Type] = field(default_factory=dict)


@dataclass(frozen=True)
class Bench:
    """Two versions over one shared store, for one size of the sets.

    ``translator``: reads expressions of either version over the store. ``told_apart``: the
    sets whose members differ for some expression. ``given``: what is known where the
    comparison stands. ``quiet``: nothing is asked, and
    everything counts as equal.
    """

    versions: tuple[RuleSet, RuleSet]
    translator: Translator
    ref: str
    told_apart: frozenset[str] = frozenset()
    given: tuple[Truth, ...] = ()
    quiet: bool = False
    memory: _Memory = field(default_factory=_Memory)

    @property
    def scope(self) -> Scope:
        """The shared vocabulary, with the sizes."""
        return self.translator.scope

    @property
    def rules(self) -> RuleSet:
        """The shared vocabulary: what both versions are read with."""
        return self.scope.rules

    @property
    def sizes(self) -> Mapping[str, int]:
        """The size of every set."""
        return self.scope.sizes

    @property
    def store(self) -> Store:
        """The shared store."""
        return self.translator.store

    def at(self, store: Store) -> "Bench":
        """The bench with another shared store."""
        return replace(self, translator=Translator(self.scope, Shared(store)))

    def knowing(self, *facts: Truth) -> "Bench":
        """The bench, and more that is known."""
        return replace(self, given=(*self.given, *facts))

    def reading(self, rules: RuleSet) -> "Bench":
        """The bench on which expressions are read with other rules."""
        return replace(self, translator=Translator(Scope(rules, self.sizes), self.store))

    def asking(self, ask: bool) -> "Bench":
        """The bench on which questions are asked, or not."""
        return self if self.quiet is not ask else replace(self, quiet=not ask)

    def forgetting(self, states: Iterable[str]) -> "Bench":
        """The bench where nothing is known any more of some state variables."""
        changed = {
            state: {place: self.unlike(state, place) for place in self.scope.places(state)}
            for state in sorted(states)
            if state in self.store
        }
        return self.at({**self.store, **changed}) if changed else self

    def value(self, expr: Expr, env: Env) -> tuple[Value, Truth]:
        """The value of ``expr`` and whether it is defined."""
        value, needs = self.translator.translate(expr, env)
        return value, defined(needs)

    def truth(self, expr: Expr | None, env: Env) -> tuple[Truth, Truth]:
        """Whether a condition holds (None always does), and whether it is defined."""
        return (True, True) if expr is None else self.translator.truth(expr, env)

    def unlike(self, state: str, place: tuple[int, ...]) -> Value:
        """A new unknown for one place of a state variable."""
        return self.scope.unknown(self.scope.type_of(state), self.name(f"{state}{list(place)}"))

    def name(self, name: str) -> str:
        """A name for a new unknown."""
        self.memory.named += 1
        return f"{name}!{self.memory.named}"

    def fresh(self, type_: ty.Type, name: str) -> Value:
        """An unknown value of ``type_`` that both sides see.

        The members of a set without names, if no expression compares them in their
        order, differ in nothing that one could tell, and the store is unknown; so the
        first one asked for may be taken to be member 0, the second 0 or 1, and so on.
        """
        name = self.name(name)
        size = self.sizes[type_.set] if isinstance(type_, ty.Element) else 0
        if isinstance(type_, ty.Element) and size and type_.set not in self.told_apart:
            met = self.memory.met.get(type_.set, 0)
            self.memory.met[type_.set] = met + 1
            return number_symbol(name, 0, min(met, size - 1))
        return self.scope.unknown(type_, name)

    @cached_property
    def _lawful(self) -> Truth:
        """That a version at least allows the shared state, the compared paragraph's norms apart."""
        allowed: Truth = False
        for version in self.versions:
            norms = [norm for norm in version.norms if norm.ref != self.ref]
            allowed = either(allowed, every(kept(self.translator, norm).term for norm in norms))
        return allowed

    def possible(self, *conditions: Truth, lawful: bool = True) -> Model | None:
        """A model in which all ``conditions`` hold; None where there is none.

        Only states that one version at least allows count, unless ``lawful`` is
        false. Raises :class:`~verify.compare.relation.Undecided`.
        """
        question = every(conditions)
        if question is False or self.quiet:
            return None
        known = every((*self.given, self._lawful)) if lawful else every(self.given)
        # What is impossible anyway is so with less to read; and often nothing speaks against
        # the case that is found.
        with suppress(Undecided):
            model = _model(question, LIMIT.times(0.5))
            if model is None or evaluate(known, model):
                return model
        return _model(both(question, known), LIMIT)

    def ever(self, *conditions: Truth, lawful: bool = True) -> bool | None:
        """Whether ``conditions`` can hold; None where that cannot be told."""
        try:
            return self.possible(*conditions, lawful=lawful) is not None
        except Undecided:
            return None

    def plain(self, model: Model, *conditions: Truth, lawful: bool = True) -> Model:
        """A plain model in which ``conditions`` hold, found from ``model``, which is one."""
        known = (*self.given, self._lawful) if lawful else self.given
        whole = every((*conditions, *known))
        # Often nothing was asked of what is known; the model may say too little of it.
        return plainest(model, whole if evaluate(whole, model) else every(conditions))

    def know(self, names: tuple[str | None, str | None], type_: ty.Type) -> None:
        """Remember the type of a variable that both sides bind, each under its own name."""
        self.memory.pairs[names] = type_
        for known, name in zip(self.memory.types, names, strict=True):
            if name is not None:
                known[name] = type_

    # ---- witnesses

    def witness(
        self,
        model: Model,
        expressions: Sequence[Expr | None],
        envs: tuple[Env, Env],
        also: Iterable[str] = (),
    ) -> dict[str, Any]:
        """The state of ``model``, as far as the expressions look at it, and the bound variables.

        ``also``: further state variables that are shown. ``bound`` has each variable once,
        under the name it has in either version, with its type.
        """
        variables = {**envs[1], **envs[0]}
        values = {name: plain(grounded(value, model)) for name, value in variables.items()}
        layout = Layout(self.rules, self.sizes)
        given, _ = self._ground(model)
        shown = store_as_json(layout, layout.initial(given))
        read = set(also)
        for expr in expressions:
            if expr is not None:
                read |= states_read(self.scope, expr)
        return {
            "sizes": dict(self.sizes),
            "state": {name: value for name, value in shown.items() if name in read},
            "variables": values,
            "bound": [
                Bound(
                    names=names,
                    type=type_,
                    value=next(values[name] for name in names if name in values),
                ).model_dump(mode="json")
                for names, type_ in self.memory.pairs.items()
                if any(name in values for name in names)
            ],
        }

    def concrete(self, expr: Expr, env: Env, model: Model) -> Any:
        """What the interpreter makes of ``expr`` in the state of ``model``, be it a hole."""
        given, parameters = self._ground(model)
        values = {name: grounded(value, model) for name, value in env.items()}
        return concrete_value(self.rules, self.sizes, given, parameters, expr, values, self.ref)

    def played(self, side: int, body: Sequence[s.Stmt], env: Env, model: Model) -> Any:
        """The store that the interpreter makes of some assignments in the state of ``model``."""
        given, parameters = self._ground(model)
        types = self.memory.types[side]
        values = {
            name: (types[name], grounded(value, model))
            for name, value in env.items()
            if name in types
        }
        return play_segment(self.rules, self.sizes, given, parameters, body, values)

    def _ground(self, model: Model) -> tuple[dict[str, tuple[Any, ...]], dict[str, Any]]:
        """The shared state under ``model``: flat tuples by state variable, and the parameters."""
        given = {
            state: tuple(
                grounded(self.store[state][place], model) for place in self.scope.places(state)
            )
            for state in self.rules.states
        }
        parameters = {name: grounded(self.store[name][()], model) for name in self.rules.parameters}
        return given, parameters


class Pair:
    """Two versions to compare, and the benches on which they have been laid so far."""

    def __init__(self, first: RuleSet, second: RuleSet) -> None:
        self.first = first
        self.second = second
        self._laid: dict[tuple[tuple[str, int], ...], Bench] = {}

    @cached_property
    def digest(self) -> bytes:
        """What tells it from other pairs."""
        return digest([self.first, self.second])

    def lay(self, sizes: Mapping[str, int], ref: str) -> Bench:
        """Lay the versions side by side, to compare what they say in paragraph ``ref``.

        The steps of both are followed under the norms that both have; that the
        norms differ is for the norms' own rows to say. Raises
        :class:`~verify.compare.relation.Undecided` if no state is lawful.
        """
        key = tuple(sorted(sizes.items()))
        if key not in self._laid:
            self._laid[key] = _laid(self.first, self.second, sizes)
        bench = replace(self._laid[key], ref=ref, memory=_Memory())
        if bench.possible(True) is None:
            raise Undecided("no state keeps all norms")
        return bench


def _laid(first: RuleSet, second: RuleSet, sizes: Mapping[str, int]) -> Bench:
    rules = share(first, second, sizes)
    scope = Scope(rules, sizes)
    apart = {name for name, declared in rules.sets.items() if declared.members}
    apart = apart.union(ordered_anywhere(first), ordered_anywhere(second))
    translator = Translator(scope, Shared(scope.unknown_store("")))
    bench = Bench((first, second), translator, "", frozenset(apart))
    return bench.reading(rules.model_copy(update={"norms": tuple(_common_norms(bench))}))


def _common_norms(bench: Bench) -> Iterator[Norm]:
    first, second = (
        [kept(bench.translator, norm).term for norm in version.norms] for version in bench.versions
    )
    for norm, mine in zip(bench.versions[0].norms, first, strict=True):
        if any(
            bench.possible(negation(same_truth(mine, other)), lawful=False) is None
            for other in second
        ):
            yield norm


def same(left: tuple[Value, Truth], right: tuple[Value, Truth]) -> Truth:
    """Whether two translations agree: both undefined, or both defined and equal."""
    (a, a_there), (b, b_there) = left, right
    alike = same_truth(a_there, b_there)
    if a is HOLE or b is HOLE or a == b:
        return alike
    return both(alike, either(negation(a_there), equal_values(a, b)))


def replayed(condition: bool, what: str) -> None:
    """A witness that the interpreter does not confirm is a defect of this program."""
    if not condition:
        raise WitnessDefect(f"a difference in {what} does not show when it is computed")


def _model(question: Truth, limit: Limit) -> Model | None:
    answer = ask([Named(None, question)], limit)
    if answer.verdict == "unknown":
        raise Undecided(answer.reason)
    return answer.model if answer.verdict == "yes" else None
