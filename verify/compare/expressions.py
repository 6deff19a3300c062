"""Conditions, values and sets of the two versions, compared by proof over one unknown state."""

from collections.abc import Mapping, Sequence
from typing import Any

from runtime.json_values import plain
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Expr
from runtime.ruleset.ruleset import Case
from verify.compare.bench import Bench, replayed, same
from verify.compare.concrete import Hole
from verify.compare.orders import ordered_alike
from verify.compare.relation import Difference, Relation, by_inclusion
from verify.symbolic import Collection, Value, member
from verify.terms import Model, Truth, both, either, every, negation, some
from verify.translate import HOLE, Env

Envs = tuple[Env, Env]


def compare_conditions(
    bench: Bench,
    first: Expr | None,
    second: Expr | None,
    envs: Envs,
    aspect: str,
    subject: str,
    *,
    forbidding: bool = False,
    shown: Mapping[str, Any] | None = None,
) -> list[Difference]:
    """The difference between two conditions, if there is one.

    A version whose condition holds more often permits more; with ``forbidding``
    (of norms) it permits less.
    """
    (a, a_there), (b, b_there) = (
        side.truth(expr, env)
        for side, expr, env in zip(bench.sides, (first, second), envs, strict=True)
    )
    only_a = bench.possible(a, negation(b))
    only_b = bench.possible(b, negation(a))
    hole = bench.possible(negation(either(both(a_there, b_there), _neither(a_there, b_there))))
    if only_a is None and only_b is None and hole is None:
        return []
    if only_a is None and only_b is None:
        relation: Relation = "overlap"
    elif forbidding:
        relation = by_inclusion(only_b is not None, only_a is not None)
    else:
        relation = by_inclusion(
            only_a is not None, only_b is not None, bench.possible(a, b) is not None
        )
    model = next(m for m in (only_a, only_b, hole) if m is not None)
    said = [
        True if expr is None else bench.concrete(position, expr, env, model)
        for position, (expr, env) in enumerate(zip((first, second), envs, strict=True))
    ]
    replayed(said[0] != said[1], aspect)
    witness = bench.witness(model, (first, second), {**_both(envs), **(shown or {})})
    return [
        Difference(
            aspect=aspect,
            subject=subject,
            relation=relation,
            first=_shown(said[0]),
            second=_shown(said[1]),
            witness=witness,
        )
    ]


def compare_values(
    bench: Bench,
    first: Expr,
    second: Expr,
    envs: Envs,
    aspect: str,
    subject: str,
    *,
    where: Sequence[Truth] = (),
) -> list[Difference]:
    """The difference between two values, in the states where ``where`` holds, if there is one."""
    if ordered_alike(bench, first, second, envs):
        return []
    pair = [
        side.value(expr, env)
        for side, expr, env in zip(bench.sides, (first, second), envs, strict=True)
    ]
    agree = same(pair[0], pair[1])
    model = bench.possible(*where, negation(agree))
    if model is None:
        return []
    common = bench.possible(*where, agree) is not None
    said = [
        bench.concrete(position, expr, env, model)
        for position, (expr, env) in enumerate(zip((first, second), envs, strict=True))
    ]
    replayed(said[0] != said[1], aspect)
    return [
        Difference(
            aspect=aspect,
            subject=subject,
            relation="overlap" if common else "disjoint",
            first=_shown(said[0]),
            second=_shown(said[1]),
            witness=bench.witness(model, (first, second), _both(envs)),
        )
    ]


def compare_sets(
    bench: Bench, first: Expr, second: Expr, item: ty.Type, envs: Envs, aspect: str, subject: str
) -> list[Difference]:
    """The difference between two sets of options: one may hold what the other does not."""
    (a, a_there), (b, b_there) = (
        side.value(expr, env)
        for side, expr, env in zip(bench.sides, (first, second), envs, strict=True)
    )
    if a is HOLE or b is HOLE:
        return compare_values(bench, first, second, envs, aspect, subject)
    one = bench.fresh(item, "option")
    in_a, in_b = both(a_there, _holds(a, one)), both(b_there, _holds(b, one))
    only_a, only_b = bench.possible(in_a, negation(in_b)), bench.possible(in_b, negation(in_a))
    hole = bench.possible(negation(either(both(a_there, b_there), _neither(a_there, b_there))))
    if only_a is None and only_b is None and hole is None:
        return []
    model = next(m for m in (only_a, only_b, hole) if m is not None)
    said = [
        bench.concrete(position, expr, env, model)
        for position, (expr, env) in enumerate(zip((first, second), envs, strict=True))
    ]
    replayed(said[0] != said[1], aspect)
    relation: Relation = "overlap"
    if only_a is not None or only_b is not None:
        common = bench.possible(in_a, in_b) is not None
        relation = by_inclusion(only_a is not None, only_b is not None, common)
    return [
        Difference(
            aspect=aspect,
            subject=subject,
            relation=relation,
            first=_shown(said[0]),
            second=_shown(said[1]),
            witness=bench.witness(model, (first, second), _both(envs)),
        )
    ]


def compare_cases(
    bench: Bench,
    first: Sequence[Case],
    second: Sequence[Case],
    envs: Envs,
    subject: str,
) -> list[Difference]:
    """What one paragraph says of a definition in each version: in which cases, and which value.

    A version that speaks in more cases leaves less open. Where both speak, the
    values must agree.
    """
    when = [
        some(_applies(bench, position, case, env) for case in cases)
        for position, (cases, env) in enumerate(zip((first, second), envs, strict=True))
    ]
    found: list[Difference] = []
    more = bench.possible(when[0], negation(when[1]))
    less = bench.possible(when[1], negation(when[0]))
    if more is not None or less is not None:
        model = more if more is not None else less
        assert model is not None
        said = [
            _speaks(bench, position, cases, env, model)
            for position, (cases, env) in enumerate(zip((first, second), envs, strict=True))
        ]
        replayed(said[0] != said[1], "the cases of a definition")
        guards = [case.guard for case in (*first, *second)]
        common = bench.possible(when[0], when[1]) is not None
        found.append(
            Difference(
                aspect="guard",
                subject=subject,
                relation=by_inclusion(less is not None, more is not None, common),
                first=_shown(said[0]),
                second=_shown(said[1]),
                witness=bench.witness(model, guards, _both(envs)),
            )
        )
    for one in first:
        for other in second:
            where = (
                _applies(bench, 0, one, envs[0]),
                _applies(bench, 1, other, envs[1]),
            )
            found.extend(
                compare_values(bench, one.value, other.value, envs, "value", subject, where=where)
            )
    return found


def _applies(bench: Bench, side: int, case: Case, env: Env) -> Truth:
    holds, _ = bench.sides[side].truth(case.guard, env)
    return holds


def _speaks(bench: Bench, side: int, cases: Sequence[Case], env: Env, model: Model) -> bool:
    """Whether one of ``cases`` applies, according to the interpreter."""
    return any(
        case.guard is None or bench.concrete(side, case.guard, env, model) is True for case in cases
    )


def _holds(of: Collection, one: Value) -> Truth:
    return member(one, of)


def _neither(a: Truth, b: Truth) -> Truth:
    return every((negation(a), negation(b)))


def _both(envs: Envs) -> dict[str, Any]:
    return {**envs[1], **envs[0]}


def _shown(value: Any) -> str:
    if isinstance(value, Hole):
        return "undefined"
    shown = plain(value)
    if isinstance(shown, bool):
        return "yes" if shown else "no"
    return "nothing" if shown is None else str(shown)
