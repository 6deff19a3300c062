"""Dead ends: is there a reachable choice without a lawful value?

A value is lawful if what follows from it, up to the next choice, breaks no norm
(:mod:`~verify.obligations.ahead`). For each choice the values are taken one by one,
and for each it is worked out in which states it is lawful; the choice is a dead end in
a state in which none of them is. Where the law says what is done then, there is nothing
to show.
"""

from collections.abc import Iterator
from functools import partial

from runtime.graph import ChooseNode
from runtime.ruleset.expressions import AllOf, Expr, Interval, NumberConstant, SetDisplay
from verify.limits import Limit, Named
from verify.norms import watched_ahead
from verify.obligation import Obligation
from verify.obligations.ahead import Ahead, is_dice
from verify.obligations.base import Base, Wants, any_id
from verify.obligations.places import Way, out_of_reach
from verify.paths import Path
from verify.quantities import Unsupported
from verify.reach import Ends
from verify.search import Budget
from verify.symbolic import Scope
from verify.terms import negation


def stuck(base: Base, limit: Limit, budget: Budget, wants: Wants = any_id) -> Iterator[Obligation]:
    """A verdict for each paragraph with a choice that might be a dead end, in their order."""
    found: dict[str, list[Path]] = {}
    for path in base.arrivals():
        node = base.graph.nodes[path.node]
        assert isinstance(node, ChooseNode)
        if node.stuck is None and not _surely_free(base, node):
            found.setdefault(node.ref, []).append(path)
    order = list(base.scope.rules.paragraphs)
    ahead, through_loops = Ahead(base), Ahead(base, through_loops=True)
    for ref in sorted(found, key=order.index):
        id = f"stuck.{ref}"
        if wants(id):
            ways = (_way(ahead, path, through_loops) for path in found[ref])
            yield out_of_reach(base, id, ref, Ends("stuck", ref), ways, limit, budget)


def _surely_free(base: Base, node: ChooseNode) -> bool:
    """Whether it can always be declined, whatever the norms say, or dice with sides are thrown."""
    if is_dice(node) and _has_values(base.scope, node.domain):
        return True
    return node.decline is not None and not watched_ahead(base.scope, base.graph, node.decline)


def _has_values(scope: Scope, domain: Expr) -> bool:
    """Whether it can be seen from its form that ``domain`` is not empty."""
    match domain:
        case Interval(low=NumberConstant(value=low), high=NumberConstant(value=high)):
            return low <= high
        case SetDisplay(items=items):
            return bool(items)
        case AllOf(set=name):
            return scope.sizes.get(name, 1) > 0
    return False


def _way(ahead: Ahead, path: Path, closer: Ahead | None = None) -> Way:
    """``path`` to a choice, for which no value is lawful then."""
    more_closely = None if closer is None else partial(_way, closer, path)
    try:
        free, names = ahead.free(path)
    except Unsupported as error:
        return Way(path, unsupported=str(error))
    return Way(path, (Named(None, negation(free)),), rests_on=names, closer=more_closely)
