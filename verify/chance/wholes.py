"""What does not depend on the choices, taken as a whole: one symbol for each such part.

Whatever the choices are, these parts have the same values. That is often all that
an argument needs of them: one more for the one or for the other cannot leave both
equal, however many each had. Numbers that are always added up with the same factor are
one whole. A statement in which wholes stand for such parts claims more, so that a proof
of it is one of the statement itself.
"""

from collections.abc import Collection

from verify.chance.substitution import Substitution, depending, size
from verify.terms import Term, Truth, Whole, number_symbol, total, truth_symbol, walk

SMALL = 12
"""Up to so many terms a part is left as it is."""


def with_wholes(goal: Truth, chosen: Collection[Term]) -> tuple[Truth, frozenset[Term]]:
    """``goal`` with wholes in it, and these; ``chosen``: the symbols of the choices."""
    if not isinstance(goal, Term):
        return goal, frozenset()
    dependent = depending([goal], chosen)
    if goal not in dependent:
        return goal, frozenset()
    values: dict[Term, Truth | Whole] = {}
    wholes: list[Term] = []

    def whole(part: Whole, truth: bool) -> Truth | Whole:
        name = f"whole#{len(wholes)}"
        low, high = (part.low, part.high) if isinstance(part, Term) else (part, part)
        made = truth_symbol(name) if truth else number_symbol(name, low, high)
        if isinstance(made, Term):
            wholes.append(made)
        return made

    for added in _always_added(goal, dependent):
        first, *rest = added
        values[first] = whole(total([(1, part) for part in added]), truth=False)
        values.update(dict.fromkeys(rest, 0))
    for term in walk([goal]):
        for part in term.parts if term in dependent else ():
            if part not in dependent and part not in values and size(part) > SMALL:
                values[part] = whole(part, part.truth)
    return Substitution(values)(goal), frozenset(wholes)


def _always_added(goal: Term, dependent: Collection[Term]) -> list[list[Term]]:
    """Numbers, two or more, that stand in the same sums with the same factors, and nowhere else."""
    uses: dict[Term, list[tuple[int, int]]] = {}
    elsewhere: set[Term] = set()
    sums = 0
    for term in walk([goal]):
        if term not in dependent:
            continue
        if term.op != "linear":
            elsewhere.update(term.parts)
            continue
        sums += 1
        for factor, part in term.args[1]:
            if part not in dependent and size(part) > SMALL:
                uses.setdefault(part, []).append((sums, factor))
    alike: dict[tuple[tuple[int, int], ...], list[Term]] = {}
    for part, where in uses.items():
        if part not in elsewhere:
            alike.setdefault(tuple(where), []).append(part)
    return [parts for parts in alike.values() if len(parts) > 1]
