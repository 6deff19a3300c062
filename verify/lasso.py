"""Refuting that a loop ends: a run that comes back to where it was.

Looked for in five ways, cheapest first: by simple players and by steady ones
(:mod:`~verify.loop_play`); by playing on from the states in which no measure got
smaller; by asking for a pass of the loop that changes nothing; and by searching for
choices that lead back to such a state. What is found is replayed; then the state it
starts in is looked for from the law's own start.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from runtime.graph import HeadNode
from runtime.lowering import lower
from runtime.ruleset import types
from runtime.ruleset.properties import LoopEnds
from runtime.ruleset.ruleset import RuleSet
from runtime.state import State
from verify.evaluation import Model
from verify.execute import Executor, Policy
from verify.limits import Limit, Named, ask
from verify.loop_play import FlatStore, Playing, Start, flow_refs, met_in_play
from verify.norms import lawful_now
from verify.paths import Path
from verify.ranking import Ranking, heads, inside, steps_between
from verify.replay import (
    Replayed,
    Run,
    WitnessDefect,
    ground_store,
    replay,
    run_of,
)
from verify.search import Budget, search
from verify.starts import at_start
from verify.symbolic import Scope, Table, grounded, lifted_as, same_store
from verify.terms import Truth, negation, some
from verify.witness import witness

MOST_SEARCHES = 4
"""From how many states choices that lead back are searched for."""

FEW_MET = 20
"""From how many states met in play simple players go on before more are looked for."""

MOST_MET = 2
"""From how many states met in play they are searched for first."""


@dataclass(frozen=True)
class Lasso:
    """A witness, already replayed, or none; what was tried; the paragraphs of the loop.

    ``run``: the run of the witness, which begins at the law's start.
    """

    witness: dict[str, Any] | None
    tried: str
    refs: tuple[str, ...] = ()
    run: Run | None = None


def lasso_in_play(scope: Scope, item: LoopEnds, *, only: int | None = None) -> Lasso:
    """A run of the loop for ever that players come to; nothing is asked of the solver.

    ``only``: simple players alone, from so many states.
    """
    tried: list[str] = []
    playing = Playing(scope, item)
    starts = (
        iter(()) if scope.rules.flows[item.loop].parameters else met_in_play(scope, item, tried)
    )
    met: list[Start] = []
    simple = playing.simple(islice(starts, only), met)
    for start, run in simple if only else chain(simple, playing.steady(met, tried)):
        if start.before is None or not _within(scope.rules, item, run):
            continue
        whole = replace(start.before, choices=start.before.choices + run.choices)
        replayed = _replayed(scope.rules, whole)
        if replayed is not None:
            refs = tuple(dict.fromkeys(step.ref for step in comes_back(scope.rules, run).steps))
            data = lasso_witness(scope.rules, whole, replayed, from_start=True)
            return Lasso(data, "; ".join(dict.fromkeys(tried)), refs, whole)
    return Lasso(None, "; ".join(dict.fromkeys(tried)))


def lasso(scope: Scope, item: LoopEnds, ranking: Ranking, limit: Limit, budget: Budget) -> Lasso:
    """A run of the loop for ever; raises ``WitnessDefect`` if what is found does not replay."""
    tried: list[str] = []
    for start, run in _runs(scope, item, ranking, limit, budget, tried):
        if not _within(scope.rules, item, run):
            continue
        replayed = comes_back(scope.rules, run)
        refs = tuple(dict.fromkeys(step.ref for step in replayed.steps))
        before = start.before or _way_there(scope, item, run, limit, budget, tried)
        if before is not None:
            whole = replace(before, choices=before.choices + run.choices)
            from_start = _replayed(scope.rules, whole)
            if from_start is not None:
                data = lasso_witness(scope.rules, whole, from_start, from_start=True)
                return Lasso(data, "; ".join(dict.fromkeys(tried)), refs, whole)
        tried.append("a loop from a state to which no way was found")
    return Lasso(None, "; ".join(dict.fromkeys(tried)))


def _runs(
    scope: Scope,
    item: LoopEnds,
    ranking: Ranking,
    limit: Limit,
    budget: Budget,
    tried: list[str],
) -> Iterator[tuple[Start, Run]]:
    """Runs of the loop's flow that come back, each with the state that it begins in.

    What goes round without a choice is found by playing, so that is tried of some states
    before anybody chooses from any of them, and simple players before choices are searched for.
    """
    if scope.rules.flows[item.loop].parameters:
        tried.append(f"nothing, since {item.loop} takes arguments")
        return
    playing = Playing(scope, item)
    met: list[Start] = []
    in_play = met_in_play(scope, item, tried)
    while batch := list(islice(in_play, FEW_MET)):
        fresh = []
        for start in batch:
            ending = playing.at_once(start)
            if ending == "loop":
                yield start, playing.begun(start)
            elif ending is None:
                fresh.append(start)
        yield from playing.simple(fresh, met)
    yield from playing.steady(met, tried)
    searches = 0
    for start in chain(met[:MOST_MET], _starts(scope, item, ranking, limit, tried)):
        ending = playing.at_once(start)
        if ending is not None:
            if ending == "loop":
                yield start, playing.begun(start)
            continue
        if searches == MOST_SEARCHES:
            break
        searches += 1
        found = playing.by_play(start)
        found = found or _searched(scope, item, start, limit, budget, tried)
        if found is not None:
            yield start, found


def lasso_witness(
    rules: RuleSet, run: Run, replayed: Replayed, *, from_start: bool
) -> dict[str, Any]:
    """The witness; ``comes_back_to``: after how many choices it first was where it ends.

    That is nothing where the loop goes on for ever without a choice.
    """
    last = replayed.states[-1]
    back = replayed.states.index(last) if last.ending is None else None
    return {**witness(rules, run, replayed, from_start=from_start), "comes_back_to": back}


def comes_back(rules: RuleSet, run: Run) -> Replayed:
    """Replay ``run`` and see that it comes back to a state it was in."""
    replayed = replay(rules, run)
    if not _repeats(replayed.states):
        raise WitnessDefect("a loop that should not end does not come back when replayed")
    return replayed


def _replayed(rules: RuleSet, run: Run) -> Replayed | None:
    """The replay of a run that may come back, if it does."""
    try:
        return comes_back(rules, run)
    except WitnessDefect:
        return None


def _within(rules: RuleSet, item: LoopEnds, run: Run) -> bool:
    """Whether a run takes no step outside the paragraphs that the property is about."""
    steps = replay(rules, run).steps
    return all(inside(item.within, step.ref) for step in steps)


def _repeats(states: Sequence[State]) -> bool:
    ending = states[-1].ending
    if ending is not None:
        return ending.kind == "loop"
    return states[-1] in states[:-1]


def _starts(
    scope: Scope, item: LoopEnds, ranking: Ranking, limit: Limit, tried: list[str]
) -> Iterator[Start]:
    """Other states in which the loop may not end."""
    if ranking.unranked is not None and ranking.answer is not None and ranking.answer.model:
        tried.append("a state in which the measure does not get smaller")
        yield _started(scope, ranking.unranked.start, ranking.answer.model)
    graph = lower(scope.rules, item.flow)
    own = set(heads(graph, item))
    for step in steps_between(scope, graph, item, frozenset()):
        if step.heads[0] == step.heads[1] and step.heads[0] in own:
            tried.append("a pass that changes nothing")
            unchanged = Named(None, same_store(step.start.store, step.end.store))
            plain = Named(None, _nothing_said(scope, step.start))
            for wish in ([plain], []):
                answer = ask([*step.end.conditions, unchanged, *wish], limit)
                if answer.verdict == "yes":
                    yield _started(scope, step.start, answer.model)
                elif answer.verdict == "unknown":
                    tried[-1] += f" ({answer.reason})"


def _started(scope: Scope, path: Path, model: Model) -> Start:
    """The state that ``path`` is in under ``model``."""
    parameters = {name: grounded(path.store[name][()], model) for name in scope.rules.parameters}
    return Start(ground_store(scope, path, model), parameters)


def _nothing_said(scope: Scope, path: Path) -> Truth:
    """That every yes-or-no of the state is no, as at the start: such states are easier to reach."""
    return negation(
        some(
            value
            for state, variable in scope.rules.states.items()
            if isinstance(variable.type, types.Truth)
            for value in path.store[state].values()
        )
    )


def _searched(
    scope: Scope, item: LoopEnds, begun: Start, limit: Limit, budget: Budget, tried: list[str]
) -> Run | None:
    """A run from ``begun`` whose choices lead back to the state at the first head."""
    graph = lower(scope.rules, item.loop)
    executor = Executor(
        scope, graph, Policy(enumerate_elements=True, holes=True, assume_stuck=False)
    )
    start = _standing(scope, at_start(scope, graph), begun.store, begun.parameters)
    at_head = [
        path
        for path in executor.paths(start, lambda node: isinstance(node, HeadNode))
        if path.stop is None and not path.choices
    ]
    if len(at_head) != 1:
        return None
    first = at_head[0]

    def goal(path: Path, before: Path) -> Truth:
        if path.node != first.node or path is first:
            return False
        return same_store(first.store, path.store)

    found = search(executor, first, goal, budget, limit, settle=False)
    tried.append(f"choices that lead back ({found.tried})")
    if found.path is None:
        return None
    run = run_of(scope, found.path, found.model, start, item.loop, given=True)
    return run if _replayed(scope.rules, run) is not None else None


def _standing(scope: Scope, path: Path, store: FlatStore, parameters: Mapping[str, Any]) -> Path:
    """``path`` with the values of ``store`` and of ``parameters``."""
    tables = {
        state: {
            place: lifted_as(scope.type_of(state), value)
            for place, value in zip(scope.places(state), store[state], strict=True)
        }
        for state in scope.rules.states
    }
    return replace(path, store={**path.store, **tables, **_set(scope, parameters)})


def _set(scope: Scope, parameters: Mapping[str, Any]) -> dict[str, Table]:
    """Parameters of the law with these values."""
    types_of = scope.rules.parameters
    return {name: {(): lifted_as(types_of[name].type, value)} for name, value in parameters.items()}


def _way_there(
    scope: Scope, item: LoopEnds, run: Run, limit: Limit, budget: Budget, tried: list[str]
) -> Run | None:
    """Choices from the start of the property's flow to the store the lasso starts in."""
    assert run.store is not None
    graph = lower(scope.rules, item.flow)
    start = at_start(scope, graph)
    start = replace(start, store={**start.store, **_set(scope, run.parameters)})
    start = replace(start, conditions=lawful_now(scope, start))
    executor = Executor(
        scope, graph, Policy(enumerate_elements=True, holes=True, assume_stuck=False)
    )
    wanted = _standing(scope, start, run.store, run.parameters)
    refs = flow_refs(scope.rules, item.loop)

    def entering(path: Path) -> bool:
        return graph.nodes[path.node].ref in refs

    def goal(path: Path, before: Path) -> Truth:
        if path.stop is not None or not entering(path):
            return False
        # What nothing has written yet is as at the start; the loop may write it first.
        written = {
            state: table for state, table in path.store.items() if table is not start.store[state]
        }
        return same_store(written, wanted.store)

    found = search(executor, start, goal, budget, limit, entering, settle=False)
    tried.append(f"a way from the start ({found.tried})")
    if found.path is None:
        return None
    return run_of(scope, found.path, found.model, start, item.flow, given=False)
