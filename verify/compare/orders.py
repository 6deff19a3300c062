"""Two selections by order of preference: equal if their keys order every pair alike.

"Those with the smallest f" and "those with the smallest g" of the same set are
the same, whatever the set, if f(a) < f(b) holds exactly where g(a) < g(b) does.
That is asked of two members instead of all of them, and so is proved quickly
where the direct question is out of reach. It is sufficient, not necessary.
"""

from runtime.ruleset.expressions import Apply, Binder, Expr, Select, The
from runtime.ruleset.types import Type
from verify.compare.bench import Bench, same
from verify.compare.relation import Undecided
from verify.quantities import equal_quantity, less_quantity
from verify.symbolic import Value, member
from verify.terms import Truth, both, every, negation, same_truth
from verify.translate import HOLE, Env


def ordered_alike(bench: Bench, first: Expr, second: Expr, envs: tuple[Env, Env]) -> bool:
    """Whether two selections are proved equal in this way. False says nothing."""
    try:
        return _ordered_alike(bench, first, second, envs)
    except Undecided:
        return False


def _ordered_alike(bench: Bench, first: Expr, second: Expr, envs: tuple[Env, Env]) -> bool:
    if not isinstance(first, Select | The) or first.kind != second.kind:
        return False
    assert isinstance(second, Select | The)
    binders = (first.binder, second.binder)
    if binders[0].item != binders[1].item:
        return False
    if not binders[0].order or [c.direction for c in binders[0].order] != [
        c.direction for c in binders[1].order
    ]:
        return False
    if isinstance(first, The) and not _same_otherwise(bench, first, second, envs):
        return False
    unordered = [Select(binder=one.model_copy(update={"order": ()})) for one in binders]
    sets = [bench.value(one, env) for one, env in zip(unordered, envs, strict=True)]
    if any(value is HOLE for value, _ in sets):
        return False
    if bench.possible(negation(same(sets[0], sets[1]))) is not None:
        return False
    pair = (_one(bench, binders[0].item), _one(bench, binders[0].item))
    inside = _consequences(bench, unordered[0], envs[0], pair)
    for position in range(len(binders[0].order)):
        orders = [
            _ordered(bench, binder, env, position, pair)
            for binder, env in zip(binders, envs, strict=True)
        ]
        alike = every(same_truth(x, y) for x, y in zip(orders[0], orders[1], strict=True))
        if bench.possible(inside, negation(alike)) is not None:
            return False
    return True


def _same_otherwise(bench: Bench, first: The, second: Expr, envs: tuple[Env, Env]) -> bool:
    assert isinstance(second, The)
    if first.otherwise is None or second.otherwise is None:
        return first.otherwise is second.otherwise
    values = [
        bench.value(expr, env)
        for expr, env in zip((first.otherwise, second.otherwise), envs, strict=True)
    ]
    return same(values[0], values[1]) is True


def _one(bench: Bench, item: Type) -> Value:
    return bench.fresh(item, "member")


def _consequences(bench: Bench, of: Expr, env: Env, pair: tuple[Value, Value]) -> Truth:
    """What follows for two values if both belong to the set ``of``: less than that they do.

    Of those with the smallest key, any two have equal keys; that no third one is
    smaller does not matter here, and would only burden the solver.
    """
    if isinstance(of, Apply):
        definition = bench.rules.definitions[of.definition]
        if len(definition.cases) == 1 and definition.cases[0].guard is None:
            arguments = [bench.value(argument, env) for argument in of.arguments]
            names = (parameter.name for parameter in definition.parameters)
            inner = dict(zip(names, (value for value, _ in arguments), strict=True))
            given = every(there for _, there in arguments)
            return both(given, _consequences(bench, definition.cases[0].value, inner, pair))
    if isinstance(of, Select) and len(of.binder.names) == 1:
        binder = of.binder
        found = [_consequences(bench, binder.domain, env, pair)]
        inner_envs = [{**env, binder.names[0]: one} for one in pair]
        if binder.condition is not None:
            found += [bench.truth(binder.condition, one)[0] for one in inner_envs]
        for criterion in binder.order:
            keys = [bench.value(criterion.key, one) for one in inner_envs]
            if all(key is not HOLE for key, _ in keys):
                equal_keys = equal_quantity(keys[0][0], keys[1][0])
                found.append(every((keys[0][1], keys[1][1], equal_keys)))
        return every(found)
    value, there = bench.value(of, env)
    if value is HOLE:
        return False
    return every((there, member(pair[0], value), member(pair[1], value)))


def _ordered(
    bench: Bench,
    binder: Binder,
    env: Env,
    position: int,
    pair: tuple[Value, Value],
) -> tuple[Truth, Truth]:
    """Whether both keys are defined, and whether the first is the smaller one."""
    keys = [bench.value(binder.order[position].key, {**env, binder.names[0]: one}) for one in pair]
    there = both(keys[0][1], keys[1][1])
    if keys[0][0] is HOLE or keys[1][0] is HOLE:
        return False, False
    return there, both(there, less_quantity(keys[0][0], keys[1][0]))
