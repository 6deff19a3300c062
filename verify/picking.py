"""Guarded values: which of them hold, how many there are, which is least."""

from collections.abc import Iterable, Sequence

from verify.quantities import less_quantity, lesser
from verify.symbolic import Collection, Value, choose, equal_values
from verify.terms import Truth, Whole, both, choose_truth, either, every, negation, some, total


def standing(applies: Sequence[Truth], beaten: Sequence[Sequence[int]]) -> list[Truth]:
    """Which of several rules are left once those beaten by one that applies are left out."""
    return [
        both(
            guard,
            every(
                negation(applies[other])
                for other in range(len(applies))
                if position in beaten[other]
            ),
        )
        for position, guard in enumerate(applies)
    ]


def exactly_one(guards: Sequence[Truth]) -> Truth:
    """Whether one guard holds and no other."""
    none: Truth = True
    one: Truth = False
    for guard in guards:
        one = choose_truth(guard, none, one)
        none = both(none, negation(guard))
    return one


def how_many(guards: Iterable[Truth]) -> Whole:
    """How many guards hold."""
    return total((1, choose(guard, 1, 0)) for guard in guards)


def distinct(items: Sequence[tuple[Truth, Value]]) -> Collection:
    """The set of the values of ``items``; equal values count once."""
    kept: list[tuple[Truth, Value]] = []
    for guard, value in items:
        fresh = both(guard, negation(some(both(g, equal_values(v, value)) for g, v in kept)))
        if fresh is not False:
            kept.append((fresh, value))
    return Collection(tuple(kept))


def least(guards: Sequence[Truth], keys: Sequence[Value]) -> tuple[Truth, Value]:
    """Whether any guard holds, and the least key of those that do."""
    found, best = guards[0], keys[0]
    for guard, key in zip(guards[1:], keys[1:], strict=True):
        if found is True and guard is True:
            best = lesser(best, key)
            continue
        better = both(guard, either(negation(found), less_quantity(key, best)))
        best = choose(better, key, best)
        found = either(found, guard)
    return found, best
