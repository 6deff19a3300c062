"""Dead ends: is there a reachable choice without a lawful value?

A value is lawful if what follows from it, up to the next choice, breaks no
norm. For each choice the values are taken one by one, and for each it is worked
out in which states it is lawful; the choice is a dead end in a state in which
none of them is. Where the law says what is done then, there is nothing to show.
"""

from collections.abc import Iterator
from dataclasses import replace

from runtime.graph import ChooseNode, HeadNode
from runtime.ruleset.expressions import AllOf, Expr, Interval, NumberConstant, SetDisplay
from runtime.ruleset.statements import ByChance
from verify.execute import Executor, Policy
from verify.limits import Limit, Named
from verify.needs import HOLE, defined
from verify.norms import watched_ahead
from verify.obligation import Obligation
from verify.obligations.base import Base, Wants, any_id
from verify.obligations.places import Way, out_of_reach
from verify.paths import Made, Path
from verify.quantities import Unsupported
from verify.reach import Ends
from verify.search import Budget
from verify.symbolic import LARGEST_DOMAIN, Scope
from verify.terms import Truth, both, every, negation, some
from verify.translate import Translator


def stuck(base: Base, limit: Limit, budget: Budget, wants: Wants = any_id) -> Iterator[Obligation]:
    """A verdict for each paragraph with a choice that might be a dead end, in their order."""
    found: dict[str, list[Path]] = {}
    for path in base.arrivals():
        node = base.graph.nodes[path.node]
        assert isinstance(node, ChooseNode)
        if node.stuck is None and not _surely_free(base, node):
            found.setdefault(node.ref, []).append(path)
    order = list(base.scope.rules.paragraphs)
    for ref in sorted(found, key=order.index):
        id = f"stuck.{ref}"
        if wants(id):
            ways = (_way(base, path) for path in found[ref])
            yield out_of_reach(base, id, ref, Ends("stuck", ref), ways, limit, budget)


def _surely_free(base: Base, node: ChooseNode) -> bool:
    """Whether it can always be declined, whatever the norms say, or dice with sides are thrown."""
    if _is_dice(node) and _has_values(base.scope, node.domain):
        return True
    return node.decline is not None and not watched_ahead(base.scope, base.graph, node.decline)


def _is_dice(node: ChooseNode) -> bool:
    """Whether dice are thrown: they obey no norm, so only a die without sides is a dead end."""
    return isinstance(node.by, ByChance) and node.by.stream == "dice"


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


def _way(base: Base, path: Path) -> Way:
    """``path`` to a choice, for which no value is lawful then."""
    try:
        return Way(path, (Named(None, negation(_free(base, path))),))
    except Unsupported as error:
        return Way(path, unsupported=str(error))


def _free(base: Base, path: Path) -> Truth:
    """Whether some value is lawful at the choice where ``path`` stands."""
    node = base.graph.nodes[path.node]
    assert isinstance(node, ChooseNode)
    domain, needs = Translator(base.scope, path.store).translate(node.domain, path.env)
    if domain is HOLE:
        return True  # That is a hole, and not a dead end.
    if len(domain.items) > LARGEST_DOMAIN:
        raise Unsupported(f"a choice among more than {LARGEST_DOMAIN} values")
    judged = not _is_dice(node) and watched_ahead(base.scope, base.graph, node.next)
    free: list[Truth] = [negation(defined(needs))]
    for guard, value in domain.items:
        taken = replace(
            path,
            node=node.next,
            conditions=(),
            env={**path.env, node.name: value},
            choices=(*path.choices, Made(path.node, value)),
        )
        free.append(both(guard, negation(_broken(base, taken)) if judged else True))
    if node.decline is not None:
        declined = Made(path.node, None, declined=True)
        left = replace(path, node=node.decline, conditions=(), choices=(*path.choices, declined))
        free.append(negation(_broken(base, left)))
    return some(free)


def _broken(base: Base, path: Path) -> Truth:
    """Whether what follows, up to the next choice, breaks a norm; true where that is not known."""
    executor = Executor(base.scope, base.graph, Policy(forbidden=True))
    ways = executor.paths(path, lambda node: isinstance(node, ChooseNode | HeadNode))
    broken: list[Truth] = []
    for way in ways:
        forbidden = way.stop is not None and way.stop.kind == "forbidden"
        loop = way.stop is None and isinstance(base.graph.nodes[way.node], HeadNode)
        if forbidden or (loop and watched_ahead(base.scope, base.graph, way.node)):
            broken.append(every(one.term for one in way.conditions))
    return some(broken)
