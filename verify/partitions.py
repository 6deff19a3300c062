"""What counting knows of itself: the members that name one value or another are not more than all.

A solver finds it hard to see that two values cannot both be named by more than
half, since it takes the members one by one. Said of the sums, it is at once clear.
These lemmas hold of every state, so they assume nothing.
"""

from collections.abc import Iterator

from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from verify.limits import Named
from verify.paths import Path
from verify.quantities import at_most_quantity, sum_of
from verify.symbolic import Scope
from verify.translate import Translator

MOST_COUNTS = 1_000
"""For how many members times values the lemma is stated at most."""


def partitions(scope: Scope, path: Path) -> Iterator[Named]:
    """For each state variable that names elements: in all, no more are named than there are."""
    translator = Translator(scope, path.store)
    for state in scope.rules.states.values():
        item = state.type.item if isinstance(state.type, ty.Optional) else state.type
        if len(state.domain) != 1 or not isinstance(item, ty.Element):
            continue
        owner, size = state.domain[0], scope.sizes[state.domain[0]]
        if size * scope.sizes[item.set] > MOST_COUNTS:
            continue
        counts = [
            translator.translate(_naming(state.id, owner, item.set, value), {})[0]
            for value in range(scope.sizes[item.set])
        ]
        yield Named(None, at_most_quantity(sum_of(counts), size))


def _naming(state: str, owner: str, of: str, value: int) -> ex.Expr:
    """How many members of ``owner`` have ``value`` in ``state``."""
    read = ex.Read(state=state, arguments=(ex.Variable(name="member"),))
    named = ex.Binary(operator="equal", left=read, right=ex.ElementConstant(set=of, index=value))
    return ex.Count(
        binder=ex.Binder(
            names=("member",),
            item=ty.Element(set=owner),
            domain=ex.AllOf(set=owner),
            condition=named,
        )
    )
