"""Two selections by order of preference: equal if their keys order every pair alike.

"Those with the smallest f" and "those with the smallest g" of the same set are
the same, whatever the set, if f(a) < f(b) holds exactly where g(a) < g(b) does.
That is asked of two members instead of all of them, and so is proved quickly
where the direct question is out of reach. It is sufficient, not necessary.
"""

from runtime.ruleset.expressions import Apply, Binder, Expr, Select, The
from runtime.ruleset.types import Type
from verify.compare.bench import Bench
from verify.quantities import equal_quantity, less_quantity
from verify.symbolic import Value, equal_values, member
from verify.terms import Truth, both, every, negation, same_truth
from verify.translate import HOLE, Env


def ordered_alike(bench: Bench, first: Expr, second: Expr, envs: tuple[Env, Env]) -> bool:
    """Whether two selections are proved equal in this way.

    False says nothing. Raises :class:`~verify.compare.relation.Undecided`.
    """
    if not isinstance(first, Select | The) or first.kind != second.kind:
        return False
    assert isinstance(second, Select | The)
    binders = (first.binder, second.binder)
    if not binders[0].order or [c.direction for c in binders[0].order] != [
        c.direction for c in binders[1].order
    ]:
        return False
    if isinstance(first, The) and isinstance(second, The):
        if first.otherwise != second.otherwise:
            return False
    sets = []
    for side, binder, env in zip(bench.sides, binders, envs, strict=True):
        value, there = side.value(Select(binder=binder.model_copy(update={"order": ()})), env)
        if value is HOLE:
            return False
        sets.append((value, there))
    (a, a_there), (b, b_there) = sets
    same_set = both(same_truth(a_there, b_there), equal_values(a, b))
    if bench.possible(negation(same_set)) is not None:
        return False
    pair = (_one(bench, binders[0].item), _one(bench, binders[0].item))
    unordered = Select(binder=binders[0].model_copy(update={"order": ()}))
    inside = _consequences(bench, unordered, envs[0], pair)
    for position in range(len(binders[0].order)):
        orders = [
            _ordered(bench, side, binders[side], envs[side], position, pair) for side in (0, 1)
        ]
        alike = every(same_truth(x, y) for x, y in zip(orders[0], orders[1], strict=True))
        if bench.possible(inside, negation(alike)) is not None:
            return False
    return True


def _one(bench: Bench, item: Type) -> Value:
    return bench.fresh(item, "member")


def _consequences(bench: Bench, of: Expr, env: Env, pair: tuple[Value, Value]) -> Truth:
    """What follows for two values if both belong to the set ``of``: less than that they do.

    Of those with the smallest key, any two have equal keys; that no third one is
    smaller does not matter here, and would only burden the solver.
    """
    side = bench.sides[0]
    if isinstance(of, Apply):
        definition = side.rules.definitions[of.definition]
        if len(definition.cases) == 1 and definition.cases[0].guard is None:
            arguments = [side.value(argument, env) for argument in of.arguments]
            names = (parameter.name for parameter in definition.parameters)
            inner = dict(zip(names, (value for value, _ in arguments), strict=True))
            given = every(there for _, there in arguments)
            return both(given, _consequences(bench, definition.cases[0].value, inner, pair))
    if isinstance(of, Select) and len(of.binder.names) == 1:
        binder = of.binder
        found = [_consequences(bench, binder.domain, env, pair)]
        inner_envs = [{**env, binder.names[0]: one} for one in pair]
        if binder.condition is not None:
            found += [side.truth(binder.condition, one)[0] for one in inner_envs]
        for criterion in binder.order:
            keys = [side.value(criterion.key, one) for one in inner_envs]
            if all(key is not HOLE for key, _ in keys):
                equal_keys = equal_quantity(keys[0][0], keys[1][0])
                found.append(every((keys[0][1], keys[1][1], equal_keys)))
        return every(found)
    value, there = side.value(of, env)
    if value is HOLE:
        return False
    return every((there, member(pair[0], value), member(pair[1], value)))


def _ordered(
    bench: Bench,
    side: int,
    binder: Binder,
    env: Env,
    position: int,
    pair: tuple[Value, Value],
) -> tuple[Truth, Truth]:
    """Whether both keys are defined, and whether the first is the smaller one."""
    keys = [
        bench.sides[side].value(binder.order[position].key, {**env, binder.names[0]: one})
        for one in pair
    ]
    there = both(keys[0][1], keys[1][1])
    if keys[0][0] is HOLE or keys[1][0] is HOLE:
        return False, False
    return there, both(there, less_quantity(keys[0][0], keys[1][0]))
