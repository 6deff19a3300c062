"""Conditions, values and sets of the two versions, compared by proof over one unknown state."""

from collections.abc import Sequence
from typing import Any

from runtime.json_values import plain
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Expr
from verify.compare.bench import Bench, replayed, same
from verify.compare.concrete import Hole
from verify.compare.orders import ordered_alike
from verify.compare.relation import Difference, Relation, by_inclusion
from verify.evaluation import Model
from verify.symbolic import member
from verify.terms import Truth, both, negation, same_truth
from verify.translate import HOLE, Env

Envs = tuple[Env, Env]
Exprs = tuple[Expr | None, Expr | None]


def compare_conditions(
    bench: Bench,
    exprs: Exprs,
    envs: Envs,
    aspect: str,
    subject: str,
    *,
    restricting: bool = False,
    lawful: bool = True,
) -> list[Difference]:
    """The difference between two conditions, if there is one.

    A version whose condition holds more often permits more; if it is a
    ``restricting`` one (what is forbidden, when a rule binds) it permits less.
    """
    (a, a_there), (b, b_there) = (
        bench.truth(expr, env) for expr, env in zip(exprs, envs, strict=True)
    )
    alike = both(same_truth(a, b), same_truth(a_there, b_there))
    model = bench.possible(negation(alike), lawful=lawful)
    if model is None:
        return []
    only_a = bench.possible(a, negation(b), lawful=lawful)
    only_b = bench.possible(b, negation(a), lawful=lawful)
    relation: Relation = "overlap"  # of two that differ only in where they are undefined
    shows = negation(alike)
    if only_a is not None or only_b is not None:
        model = only_a if only_a is not None else only_b
        assert model is not None
        shows = both(a, negation(b)) if only_a is not None else both(b, negation(a))
        if restricting:
            relation = by_inclusion(only_b is not None, only_a is not None)
        else:
            common = bench.possible(a, b, lawful=lawful) is not None
            relation = by_inclusion(only_a is not None, only_b is not None, common)
    model = bench.plain(model, shows, lawful=lawful)
    found = difference(bench, exprs, envs, model, aspect, subject, relation)
    agree = bench.ever(alike, lawful=lawful)
    return [found.model_copy(update={"always": agree is False, "settled": agree is not None})]


def compare_values(
    bench: Bench,
    first: Expr,
    second: Expr,
    envs: Envs,
    aspect: str,
    subject: str,
    type_: ty.Type | None = None,
    where: Sequence[Expr | None] = (),
) -> list[Difference]:
    """The difference between two values, if there is one.

    ``type_``: theirs, if it is known. ``where``: the conditions under which they are compared.
    """
    pair = [bench.value(expr, env) for expr, env in zip((first, second), envs, strict=True)]
    agree = same(pair[0], pair[1])
    if agree is True or ordered_alike(bench, first, second, envs):
        return []
    model = bench.possible(negation(agree))
    if model is None:
        return []
    ever = bench.ever(agree)
    relation: Relation = "disjoint" if ever is False else "overlap"
    model = bench.plain(model, negation(agree))
    exprs = (first, second)
    found = difference(bench, exprs, envs, model, aspect, subject, relation, type_, where)
    return [found.model_copy(update={"settled": ever is not None})]


def compare_sets(
    bench: Bench, first: Expr, second: Expr, item: ty.Type, envs: Envs, aspect: str, subject: str
) -> list[Difference]:
    """The difference between two sets of options: one may hold what the other does not."""
    (a, a_there), (b, b_there) = (
        bench.value(expr, env) for expr, env in zip((first, second), envs, strict=True)
    )
    if a is HOLE or b is HOLE:
        return compare_values(bench, first, second, envs, aspect, subject)
    if a == b and same_truth(a_there, b_there) is True:
        return []
    one = bench.fresh(item, "option")
    in_a, in_b = both(a_there, member(one, a)), both(b_there, member(one, b))
    alike = both(same_truth(in_a, in_b), same_truth(a_there, b_there))
    model = bench.possible(negation(alike))
    if model is None:
        return []
    only_a, only_b = bench.possible(in_a, negation(in_b)), bench.possible(in_b, negation(in_a))
    relation: Relation = "overlap"
    shows = negation(alike)
    if only_a is not None or only_b is not None:
        model = only_a if only_a is not None else only_b
        assert model is not None
        shows = both(in_a, negation(in_b)) if only_a is not None else both(in_b, negation(in_a))
        common = bench.possible(in_a, in_b) is not None
        relation = by_inclusion(only_a is not None, only_b is not None, common)
    model = bench.plain(model, shows)
    of = ty.SetOf(item=item)
    return [difference(bench, (first, second), envs, model, aspect, subject, relation, of)]


def difference(
    bench: Bench,
    exprs: Exprs,
    envs: Envs,
    model: Model,
    aspect: str,
    subject: str,
    relation: Relation,
    type_: ty.Type | None = None,
    where: Sequence[Expr | None] = (),
) -> Difference:
    """The difference between two expressions that ``model`` shows, replayed. None: always true.

    ``type_``: of their values, where it is known. ``where``: conditions whose state is shown too.
    """
    said = [
        True if expr is None else bench.concrete(expr, env, model)
        for expr, env in zip(exprs, envs, strict=True)
    ]
    replayed(said[0] != said[1], aspect)
    return Difference(
        aspect=aspect,
        subject=subject,
        relation=relation,
        first=shown(said[0]),
        second=shown(said[1]),
        witness=bench.witness(model, (*exprs, *where), envs),
        always=relation == "disjoint",
        type=type_,
        values=None if type_ is None else (_data(said[0]), _data(said[1])),
    )


def _data(value: Any) -> Any:
    return None if isinstance(value, Hole) else plain(value)


def applies(bench: Bench, guards: Sequence[Expr | None], env: Env) -> tuple[list[Truth], Truth]:
    """Where each of ``guards`` holds, and where all of them are defined."""
    found = [bench.truth(guard, env) for guard in guards]
    there: Truth = True
    for _, defined in found:
        there = both(there, defined)
    return [holds for holds, _ in found], there


def shown(value: Any) -> str:
    """A value of the interpreter as short data."""
    if isinstance(value, Hole):
        return "undefined"
    data = plain(value)
    if isinstance(data, bool):
        return "yes" if data else "no"
    return "nothing" if data is None else str(data)
