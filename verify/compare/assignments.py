"""What the two versions do without anybody choosing: the same store must come of it."""

from collections.abc import Sequence
from functools import reduce
from operator import getitem
from typing import Any

from runtime.ruleset import statements as s
from runtime.ruleset.expressions import Expr
from verify.compare.bench import Bench, replayed
from verify.compare.concrete import Hole
from verify.compare.expressions import Envs
from verify.compare.relation import Change, Difference
from verify.compare.segments import after_segment
from verify.paths import Path
from verify.symbolic import Store, equal_values
from verify.terms import both, either, every, negation, same_truth


def compare_assignments(
    bench: Bench, first: Sequence[s.Stmt], second: Sequence[s.Stmt], envs: Envs, subject: str
) -> tuple[list[Difference], Bench, Envs]:
    """Assignments and bindings: the same store must come of them.

    Also returned: the bench over the store that comes of them, and the variables.
    """
    bodies = (first, second)
    if bench.quiet and all(isinstance(one, s.Assign) and one.each for one in (*first, *second)):
        # What is done to many at once binds nothing, and is costly to follow.
        return [], bench.forgetting(_written([*first, *second])), envs
    paths = [
        after_segment(bench.translator, env, body) for env, body in zip(envs, bodies, strict=True)
    ]
    for side, body in enumerate(bodies):
        for statement in body:
            if isinstance(statement, s.Let):
                names = (None, statement.name) if side else (statement.name, None)
                bench.know(names, statement.type)
    there = [every(condition.term for condition in path.conditions) for path in paths]
    equal = every(
        equal_values(paths[0].store[state][place], paths[1].store[state][place])
        for state in sorted(_written([*first, *second]))
        for place in bench.scope.places(state)
    )
    agree = both(same_truth(there[0], there[1]), either(negation(there[0]), equal))
    model = bench.possible(negation(agree))
    after = (paths[0].env, paths[1].env)
    if model is None:
        store = paths[0].store if equal is True or not bench.quiet else _in_common(bench, paths)
        return [], bench.at(store).knowing(*there), after
    # A case in which both lead somewhere tells more than one in which one leads nowhere.
    effect = bench.possible(*there, negation(equal))
    shows = (negation(agree),) if effect is None else (*there, negation(equal))
    model = bench.plain(model if effect is None else effect, *shows)
    stores = [
        bench.played(side, body, env, model)
        for side, (body, env) in enumerate(zip(bodies, envs, strict=True))
    ]
    replayed(stores[0] != stores[1], "an effect")
    changes = None
    if not any(isinstance(store, Hole) for store in stores):
        changes = (_changes(bench, *stores), _changes(bench, *stores[::-1]))
    ever = bench.ever(agree)
    found = Difference(
        aspect="undefined" if effect is None else "effect",
        subject=subject,
        relation="disjoint" if ever is False else "overlap",
        first=_in_short(stores[0], changes and changes[0]),
        second=_in_short(stores[1], changes and changes[1]),
        witness=bench.witness(
            model, _expressions([*first, *second]), envs, _written([*first, *second])
        ),
        always=ever is False,
        settled=ever is not None,
        changes=changes,
    )
    return [found], bench.at(_in_common(bench, paths)), after


def _written(body: Sequence[s.Stmt]) -> set[str]:
    assigned = [statement for statement in body if isinstance(statement, s.Assign)]
    return {update.state for statement in assigned for update in statement.updates}


def _in_common(bench: Bench, paths: Sequence[Path]) -> Store:
    """The store as far as it is the same on both paths; the rest is not known."""
    one, other = (path.store for path in paths)
    return {
        state: {
            place: value if value == other[state][place] else bench.unlike(state, place)
            for place, value in table.items()
        }
        for state, table in one.items()
    }


def _expressions(body: Sequence[s.Stmt]) -> list[Expr]:
    found: list[Expr] = []
    for statement in body:
        if isinstance(statement, s.Let):
            found.append(statement.value)
        elif isinstance(statement, s.Assign):
            for update in statement.updates:
                found.extend((*update.arguments, update.value))
            if statement.each is not None:
                found.append(statement.each.domain)
                if statement.each.condition is not None:
                    found.append(statement.each.condition)
    return found


def _changes(bench: Bench, mine: Any, other: Any) -> tuple[Change, ...]:
    """Where two stores differ, as ``mine`` has it; of parts of a state nested lists, by place."""
    found = []
    for state, values in mine.items():
        for place in bench.scope.places(state):
            one, two = (reduce(getitem, place, of) for of in (values, other[state]))
            if one != two:
                found.append(Change(state=state, place=place, value=one))
    return tuple(found)


def _in_short(mine: Any, changes: Sequence[Change] | None) -> str:
    """Up to three of the places where the stores differ, as this side leaves them."""
    if isinstance(mine, Hole):
        return mine.kind
    if changes is None:
        return "defined"
    shown = [
        one.state
        + (f"({', '.join(map(str, one.place))})" if one.place else "")
        + f" = {'nothing' if one.value is None else one.value}"
        for one in changes
    ]
    return "; ".join(shown[:3]) + ("; …" if len(shown) > 3 else "")
