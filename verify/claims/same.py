"""One thing under two readings: a definition in all states, a flow in all its runs.

A definition is compared by a question about any state and any arguments; where they
can differ, a run has to come to such a state before that counts. A flow is the same
if at each of its nodes, from any state, both readings make the same steps; it is
refuted by choices that end differently.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, product
from typing import Any

from runtime.code import Scope as Variables
from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.graph import Graph
from runtime.interpreter import Game, Refused
from runtime.json_values import plain
from runtime.lowering import lower
from runtime.ruleset.expressions import Apply, Variable
from runtime.ruleset.properties import SameUnder
from runtime.ruleset.ruleset import Definition
from runtime.serialise import store_as_json
from runtime.state import Ending, Store
from runtime.steps import DECLINE, AnyStep, Chosen, Ended
from runtime.trace import article
from runtime.values import Value, all_values
from verify.claims.hunt import by_play, by_search, changed, last_store, moves, shown
from verify.execute import Executor, Policy
from verify.limits import Limit, Named, ask
from verify.norms import lawful_now
from verify.obligation import Obligation, obligation, proved, undecided
from verify.paths import Path
from verify.quantities import Unsupported
from verify.replay import WitnessDefect, ground_store
from verify.search import Budget
from verify.starts import anywhere, at_start
from verify.symbolic import Scope, equal_values, grounded, same_store
from verify.symbolic import Store as SymbolicStore
from verify.terms import Truth, both, either, every, negation, same_truth, some
from verify.translate import HOLE, Env, Translator, defined

MOST_ARGUMENTS = 5_000
"""For how many arguments, at most, a definition is worked out in one state of a run."""


def same_under(scope: Scope, item: SameUnder, limit: Limit, budget: Budget) -> Obligation:
    """The verdict. Raises ``Unsupported`` where the readings declare different things."""
    if len(item.versions) != 2:
        raise Unsupported("two readings, without the rule sets under them")
    for rules in item.versions:
        if (rules.sets, rules.states, rules.parameters) != (
            scope.rules.sets,
            scope.rules.states,
            scope.rules.parameters,
        ):
            raise Unsupported("readings that declare different things")
    first, second = (Scope(rules, scope.sizes) for rules in item.versions)
    if item.definition is not None:
        return _Compared(scope, item, item.definition, (first, second)).verdict(limit, budget)
    assert item.subject is not None
    return _flow(scope, item, item.subject, (first, second), limit)


# Definitions.


class _Compared:
    """A definition under two readings."""

    def __init__(
        self, scope: Scope, item: SameUnder, name: str, versions: tuple[Scope, Scope]
    ) -> None:
        self.scope = scope
        self.item = item
        self.versions = versions
        self.definitions = tuple(one.rules.definitions[name] for one in versions)
        first, second = self.definitions
        if (first.parameters, first.type) != (second.parameters, second.type):
            raise Unsupported("a definition with other parameters under the other reading")

    def verdict(self, limit: Limit, budget: Budget) -> Obligation:
        graph = lower(self.scope.rules, self.item.flow)
        start = replace(at_start(self.scope, graph), store=self.scope.unknown_store(""))
        env = self._arguments()
        good = lawful_now(self.scope, start)
        answer = ask([*good, Named(None, self.differ(start.store, env))], limit, core=True)
        scope, item = self.scope, self.item
        if answer.verdict == "no":
            cases = {case.ref for one in self.definitions for case in one.cases}
            return proved(scope, item.id, item.kind, "equality", {*answer.core, *cases})
        if answer.verdict == "unknown":
            return undecided(scope, item.id, item.kind, f"compared in any state: {answer.reason}")
        if item.conceivable:
            witness = self._shown_in(start, answer.model, graph)
            return obligation(
                scope,
                item.id,
                item.kind,
                "refuted",
                "equality",
                articles=self._cited(),
                witness=witness,
            )
        return self._hunted(graph, limit, budget)

    def _hunted(self, graph: Graph, limit: Limit, budget: Budget) -> Obligation:
        """A difference is conceivable: whether a run comes to one."""
        scope, item = self.scope, self.item

        def goal(path: Path, before: Path) -> Truth:
            return changed(path, before) and self.differ(path.store, self._arguments())

        run, tried = by_play(scope, graph, self._judge), "games with random choices"
        if run is None:
            policy = Policy(enumerate_elements=True, holes=True, assume_stuck=False)
            run, more = by_search(Executor(scope, graph, policy), goal, limit, budget)
            tried = f"{tried}, {more}"
        if run is None:
            detail = f"they differ in some state, but {tried} came to none"
            return undecided(scope, item.id, item.kind, detail)
        found = shown(scope, run, self._judge, item.id)
        return obligation(
            scope,
            item.id,
            item.kind,
            "refuted",
            "search",
            articles=self._cited(),
            witness=found.witness,
        )

    def _cited(self) -> tuple[str, ...]:
        refs = dict.fromkeys(case.ref for one in self.definitions for case in one.cases)
        return tuple(article(self.scope.rules, ref) for ref in refs)

    def _arguments(self) -> Env:
        return {p.name: self.scope.unknown(p.type, p.name) for p in self.definitions[0].parameters}

    def differ(self, store: SymbolicStore, env: Env) -> Truth:
        """Whether the values differ, or there is one under one reading only."""
        values, there = [], []
        for version, definition in zip(self.versions, self.definitions, strict=True):
            value, needs = Translator(version, store).translate(_applied(definition), env)
            values.append(value)
            there.append(False if value is HOLE else defined(needs))
        alike = same_truth(there[0], there[1])
        if HOLE in values:
            return negation(alike)
        equal = equal_values(values[0], values[1])
        return either(negation(alike), both(every(there), negation(equal)))

    def concretely(self, game: Game, store: Store) -> tuple[tuple[Value, ...], list[Any]] | None:
        """Arguments for which they differ in ``store``, and the values, as JSON; None: none do."""
        codes = []
        for version, definition in zip(self.versions, self.definitions, strict=True):
            evaluator = Evaluator(version.rules, game.layout, game.parameters)
            variables = Variables("")
            slots = [variables.slot(p.name) for p in definition.parameters]
            codes.append((evaluator.code(_applied(definition), variables), variables, slots))
        types = [p.type for p in self.definitions[0].parameters]
        domains = [all_values(type, game.rules, game.layout.sizes) for type in types]
        for arguments in islice(product(*domains), MOST_ARGUMENTS):
            found: list[Any] = []
            for code, variables, slots in codes:
                frame = variables.frame()
                for slot, value in zip(slots, arguments, strict=True):
                    frame[slot] = value
                try:
                    # What a definition is worth is remembered in the store, so each has its own.
                    found.append(("value", code(Store(store.values), frame)))
                except Undefined as undefined:
                    found.append(("undefined", undefined.kind))
            if found[0] != found[1] and (found[0][0], found[1][0]) != ("undefined", "undefined"):
                return arguments, [
                    plain(one) if kind == "value" else {"undefined": one} for kind, one in found
                ]
        return None

    def _judge(self, game: Game, steps: Sequence[AnyStep], start: Store) -> int | None:
        if self.concretely(game, start) is not None:
            return 0
        for position, _, after in moves(game.layout, steps, start):
            if self.concretely(game, after) is not None:
                return position + 1
        return None

    def _shown_in(self, start: Path, model: dict[str, int], graph: Graph) -> dict[str, Any]:
        """The state in which they differ, worked out again by the interpreter."""
        flat = ground_store(self.scope, start, model)
        game = Game(
            self.scope.rules, graph.flow, self.scope.sizes, _parameters(self.scope, start, model)
        )
        store = game.layout.initial(flat)
        found = self.concretely(game, store)
        if found is None:
            raise WitnessDefect(f"the state found for {self.item.id} shows no difference")
        shown_store = store_as_json(game.layout, store)
        data: dict[str, Any] = {
            "flow": graph.flow,
            "sizes": dict(self.scope.sizes),
            "from_start": False,
            "initial": shown_store,
            "state": shown_store,
            "choices": [],
            "steps": [],
            "compared": {
                "definition": self.definitions[0].id,
                "arguments": [plain(value) for value in found[0]],
                "readings": list(self.item.readings),
                "values": found[1],
            },
        }
        if game.parameters:
            data["parameters"] = {name: plain(value) for name, value in game.parameters.items()}
        return data


def _parameters(scope: Scope, start: Path, model: dict[str, int]) -> dict[str, Any]:
    return {name: grounded(start.store[name][()], model) for name in scope.rules.parameters}


def _applied(definition: Definition) -> Apply:
    arguments = tuple(Variable(name=parameter.name) for parameter in definition.parameters)
    return Apply(definition=definition.id, arguments=arguments)


# Flows.


def _flow(
    scope: Scope, item: SameUnder, flow: str, versions: tuple[Scope, Scope], limit: Limit
) -> Obligation:
    first, second = versions
    graphs = lower(first.rules, flow), lower(second.rules, flow)
    games: dict[tuple[Any, ...], Game] = {}

    def judge(game: Game, steps: Sequence[AnyStep], start: Store) -> int | None:
        """Whether the choices made end differently under the other reading."""
        last = steps[-1] if steps else None
        if not isinstance(last, Ended) or last.ending.kind == "limit":
            return None
        key = tuple(game.parameters.items())
        if key not in games:
            games[key] = Game(second.rules, flow, scope.sizes, game.parameters)
        other = _replayed(games[key], steps)
        mine = _end(last.ending, last_store(game.layout, steps, start), game)
        return None if other == mine else len(steps)

    run = by_play(first, graphs[0], judge)
    if run is not None:
        found = shown(first, run, judge, item.id)
        cited = (article(first.rules, found.ref),)
        witness = {**found.witness, "reading": {item.point: item.readings[0]}}
        return obligation(
            scope, item.id, item.kind, "refuted", "search", articles=cited, witness=witness
        )
    tried = "games with random choices ended alike"
    core, failure = same_steps(versions, graphs, limit)
    if failure is None:
        return proved(scope, item.id, item.kind, "equality", core)
    detail = f"{tried}; {failure}"
    return undecided(scope, item.id, item.kind, detail)


def _replayed(game: Game, steps: Sequence[AnyStep]) -> Any:
    """How play ends with the choices among ``steps``; None where it does not end with them."""
    advance = game.initial()
    for step in steps:
        if isinstance(step, Chosen):
            try:
                choice = DECLINE if step.by_default else step.value
                advance = game.apply(advance.state, choice)
            except Refused:
                return None
    ending = advance.state.ending
    return None if ending is None else _end(ending, advance.state.store, game)


def _end(ending: Ending, store: Store, game: Game) -> tuple[Any, ...]:
    """What counts as the same end: how, with which outcome, and with which value of it."""
    value = None
    if ending.outcome in game.layout.position:
        value = game.layout.read(store, ending.outcome)
    return ending.kind, ending.outcome, value


def same_steps(
    versions: tuple[Scope, Scope], graphs: tuple[Graph, Graph], limit: Limit
) -> tuple[set[str], str | None]:
    """Whether both make the same steps from any state at any node; the core, and what fails."""
    first, second = graphs
    kinds = [[type(node) for node in graph.nodes] for graph in graphs]
    if kinds[0] != kinds[1] or first.entry != second.entry:
        return set(), "the steps are not the same ones"
    core: set[str] = set()
    for number, node in enumerate(first.nodes):
        start = anywhere(versions[0], first, number)
        if set(start.env) != set(anywhere(versions[1], second, number).env):
            return set(), f"the step of {node.ref} is not the same"
        good = lawful_now(versions[0], start)
        paths = [
            list(Executor(version, graph, Policy(holes=True)).step(start))
            for version, graph in zip(versions, graphs, strict=True)
        ]
        for wrong in _differences(paths[0], paths[1]):
            answer = ask([*good, Named(None, wrong)], limit, core=True)
            if answer.verdict != "no":
                reason = answer.reason or "may not be the same"
                return set(), f"the step of {node.ref}: {reason}"
            core.update(answer.core)
    return core, None


def _differences(first: list[Path], second: list[Path]) -> Iterator[Truth]:
    """That one of two lists of steps has a step that the other has not, in the same order."""
    if [(path.node, path.stop) for path in first] != [(path.node, path.stop) for path in second]:
        yield True
        return
    for one, other in zip(first, second, strict=True):
        taken = every(condition.term for condition in one.conditions)
        yield negation(same_truth(taken, every(condition.term for condition in other.conditions)))
        alike = [same_store(one.store, other.store)]
        alike += [
            equal_values(value, other.env[name])
            for name, value in one.env.items()
            if name in other.env
        ]
        yield both(taken, some(negation(term) for term in alike))
