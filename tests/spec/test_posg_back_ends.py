"""The positioning law: its readers agree on what it says, and its games keep what they must."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, invariant

from compiler.law import load_sound
from runtime.interpreter import Game
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Apply, Expr, Variable
from runtime.ruleset.ruleset import Parameter, RuleSet
from runtime.state import Layout, Store
from tests.runtime.rule_set_machine import RuleSetMachine
from verify.compare.concrete import Hole, concrete_value
from verify.evaluation import evaluate
from verify.symbolic import Scope, Value, grounded
from verify.translate import HOLE, Needs, Translator

LANGUAGES = ("de", "fr")
ROUNDS = 3
"""No point has more readings in a version; in so many rounds each has been used."""
VOTERS = 24

law = cache(load_sound)


def readings(language: str, number: int) -> dict[str, str]:
    points = law("spec/posg").versions[language].points.values()
    return {point.id: point.names[number % len(point.names)] for point in points}


# ---- interpreter and solver


@dataclass(frozen=True)
class Asked:
    """An expression of the law, what it is asked about, and its translation."""

    where: str
    expr: Expr
    parameters: tuple[Parameter, ...]
    value: Value
    needs: Needs


@dataclass(frozen=True)
class Bench:
    rules: RuleSet
    sizes: dict[str, int]
    layout: Layout
    asked: tuple[Asked, ...]


def expressions(rules: RuleSet) -> Iterator[tuple[str, Expr, tuple[Parameter, ...]]]:
    """Every definition, norm, permission, guard of a rule and guard of a case."""
    for name, definition in rules.definitions.items():
        variables = tuple(Variable(name=p.name) for p in definition.parameters)
        yield name, Apply(definition=name, arguments=variables), definition.parameters
        for case in definition.cases:
            if case.guard is not None:
                yield f"{name} in {case.ref}", case.guard, definition.parameters
    for norm in rules.norms:
        yield f"norm in {norm.ref}", norm.forbidden, ()
    for permission in rules.permissions:
        yield f"permission in {permission.ref}", permission.permitted, ()
    for decided in rules.decisions.values():
        for rule in decided:
            yield f"rule in {rule.ref}", rule.guard, ()


@cache
def bench(language: str, number: int, candidates: int) -> Bench:
    """All expressions of a version under some readings, translated once over an unknown state."""
    rules = law("spec/posg").rules(language, readings(language, number))
    sizes = {"candidate": candidates, "player": candidates, "voter": VOTERS}
    scope = Scope(rules, sizes)
    translator = Translator(scope, scope.unknown_store(""))
    asked = []
    for where, expr, parameters in expressions(rules):
        env = {p.name: scope.unknown(p.type, f"{where} {p.name}") for p in parameters}
        asked.append(Asked(where, expr, parameters, *translator.translate(expr, env)))
    return Bench(rules, sizes, Layout(rules, sizes), tuple(asked))


def symbols(type_: ty.Type, name: str, value: Any, rules: RuleSet) -> Iterator[tuple[str, int]]:
    """What the symbols of an unknown of this type are where it has ``value``."""
    if isinstance(type_, ty.Optional):
        yield f"{name}?", int(value is not None)
        if value is not None:
            yield from symbols(type_.item, name, value, rules)
    elif isinstance(type_, ty.Record):
        for field, number in zip(rules.records[type_.record].fields, value, strict=True):
            yield f"{name}.{field.id}", number
    else:
        yield name, int(value)


SQUARES = st.tuples(st.integers(2, 12), st.integers(2, 12))


@st.composite
def boards(draw: st.DrawFn, candidates: int) -> dict[str, tuple[Any, ...]]:
    """A state on few distinct squares, so that ties are frequent, perhaps not all set."""
    squares = draw(st.lists(SQUARES, min_size=1, max_size=5, unique=True))
    whole = draw(st.booleans())
    square = st.sampled_from(squares if whole else [*squares, None])
    candidate = st.sampled_from([*range(candidates), None])
    number = {"candidate": candidates, "player": candidates, "voter": VOTERS}

    def column(of: str, values: st.SearchStrategy[Any]) -> tuple[Any, ...]:
        return tuple(draw(st.lists(values, min_size=number[of], max_size=number[of])))

    return {
        "candidate_square": column("candidate", square),
        "voter_square": column("voter", square),
        "vote": column("voter", candidate),
        "eliminated": column("candidate", st.booleans()),
        "piece": column("player", candidate),
        "elected": (draw(candidate),),
    }


def arguments(draw: Any, asked: Asked, sizes: dict[str, int]) -> dict[str, Any]:
    """A value for each of the variables that the expression is asked about."""
    found = {}
    for parameter in asked.parameters:
        if isinstance(parameter.type, ty.Element):
            found[parameter.name] = draw(st.integers(0, sizes[parameter.type.set] - 1))
        else:
            assert isinstance(parameter.type, ty.Record)
            found[parameter.name] = draw(SQUARES)
    return found


def agree(on: Bench, state: dict[str, tuple[Any, ...]], draw: Any) -> None:
    """That interpreter and terms say the same of every expression in ``state``."""
    model: dict[str, int] = {}
    for name, column in state.items():
        kind = on.rules.states[name].type
        for place, value in zip(on.layout.places(name), column, strict=True):
            model.update(symbols(kind, f"{name}{list(place)}", value, on.rules))
    for asked in on.asked:
        given = arguments(draw, asked, on.sizes)
        for parameter in asked.parameters:
            name = f"{asked.where} {parameter.name}"
            model.update(symbols(parameter.type, name, given[parameter.name], on.rules))
        said = concrete_value(on.rules, on.sizes, state, {}, asked.expr, given, "")
        failing = {kind for (kind, _), met in asked.needs.items() if not evaluate(met, model)}
        if isinstance(said, Hole):
            assert said.kind in failing, asked.where
        else:
            assert not failing, asked.where
            assert asked.value is not HOLE
            assert grounded(asked.value, model) == said, asked.where


@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_interpreter_and_terms_agree(language: str, number: int) -> None:
    on = bench(language, number, 3)

    @settings(max_examples=8, deadline=None)
    @given(boards(3), st.data())
    def check(state: dict[str, tuple[Any, ...]], data: st.DataObject) -> None:
        agree(on, state, data.draw)

    check()


@pytest.mark.slow
@pytest.mark.parametrize("candidates", [2, 3, 4])
@pytest.mark.parametrize("number", range(ROUNDS))
@pytest.mark.parametrize("language", LANGUAGES)
def test_interpreter_and_terms_agree_on_many_boards(
    language: str, number: int, candidates: int
) -> None:
    on = bench(language, number, candidates)

    @settings(max_examples=60, deadline=None)
    @given(boards(candidates), st.data())
    def check(state: dict[str, tuple[Any, ...]], data: st.DataObject) -> None:
        agree(on, state, data.draw)

    check()


# ---- games


class PositioningMachine(RuleSetMachine):
    """Plays the law from a board that is nearly full, or from the start, and watches it."""

    unplaced = 0
    """How many voters have no square at the start; all of them: the game starts empty."""

    @initialize(data=st.data())
    def start(self, data: st.DataObject) -> None:
        self.advance = self.game.initial(self._store(data))
        self.before = self.advance.state

    def _store(self, data: st.DataObject) -> Store | None:
        if self.unplaced == VOTERS:
            return None
        size = self.game.sizes["candidate"]
        own = data.draw(st.lists(SQUARES, min_size=size, max_size=size, unique=True))
        near = st.sampled_from(data.draw(st.lists(SQUARES, min_size=1, max_size=4)))
        placed = data.draw(
            st.lists(near, min_size=VOTERS - self.unplaced, max_size=VOTERS - self.unplaced)
        )
        return self.game.layout.initial(
            {
                "candidate_square": tuple(own),
                "voter_square": (*placed, *[None] * self.unplaced),
                "piece": tuple(range(size)),
            }
        )

    @invariant()
    def no_two_candidates_share_a_square(self) -> None:
        squares = [one for one in self._column("candidate_square") if one is not None]
        assert len(squares) == len(set(squares))

    @invariant()
    def votes_are_for_those_who_remain(self) -> None:
        """Where play rests, votes of those who dropped out have been given anew."""
        out = self._column("eliminated")
        assert not any(out[vote] for vote in self._column("vote") if vote is not None)

    @invariant()
    def whoever_is_elected_has_more_than_half(self) -> None:
        elected = self._column("elected")[0]
        if elected is not None:
            assert self._column("vote").count(elected) > VOTERS / 2

    def _column(self, name: str) -> tuple[Any, ...]:
        layout = self.game.layout
        store = self.advance.state.store
        return tuple(layout.read(store, name, *place) for place in layout.places(name))


def machine(language: str, flow: str, supplements: bool, size: int, unplaced: int) -> Any:
    rules = law("spec/posg").rules(language, {}, None if supplements else ())
    game = Game(rules, flow, {"candidate": size, "player": size})
    return type("Plays", (PositioningMachine,), {"game": game, "unplaced": unplaced}).TestCase


def played(case: Any, examples: int, steps: int) -> None:
    case.settings = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    case().runTest()


@pytest.mark.parametrize("supplements", [True, False], ids=["supplemented", "bare"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("flow", "unplaced"), [("election", 0), ("polling", 2), ("game", VOTERS)])
def test_games_keep_what_they_must(
    language: str, supplements: bool, flow: str, unplaced: int
) -> None:
    played(machine(language, flow, supplements, 3, unplaced), 3, 15)


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 4])
@pytest.mark.parametrize("supplements", [True, False], ids=["supplemented", "bare"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("flow", "unplaced"), [("election", 0), ("polling", 2), ("game", VOTERS)])
def test_long_games_keep_what_they_must(
    language: str, supplements: bool, flow: str, unplaced: int, size: int
) -> None:
    played(machine(language, flow, supplements, size, unplaced), 20, 200)
