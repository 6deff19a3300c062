"""Almost-sure termination: does a loop that need not end do so with probability one?

If every choice is random (each lawful value is as likely as every other), a loop
without loops in it ends almost surely if from every state at its head there is
some way out: a pass takes a bounded number of choices among finitely many
values, so that way is taken with at least some fixed probability, pass after
pass. The ways that are tried are samples: certain dice, and every value of the
other choices. That from every state at least one of them leads out is proved. A
way out may come back to the head, if from there it goes on without a choice; one
into a gap is none.
"""

from collections.abc import Iterator
from random import Random

from runtime.graph import ChooseNode, Graph, HeadNode, Node
from runtime.ruleset.properties import LoopEnds
from runtime.ruleset.statements import ByChance
from verify.execute import Executor, Policy
from verify.frames import loops
from verify.limits import Limit, Named, ask
from verify.norms import watched_ahead
from verify.obligation import Obligation, proved, undecided
from verify.obligations.base import Base
from verify.paths import Path
from verify.quantities import Unsupported
from verify.ranking import heads
from verify.symbolic import Value
from verify.terms import Truth, every, negation, some

SAMPLES = 24
"""How many throws of the dice are looked into."""

MOST_WAYS = 5_000
"""How many ways are followed in one pass for each throw."""

Throw = dict[int, int]
"""The number of a value in its domain, for each node at which dice are thrown."""


def almost_surely(base: Base, flow: str, limit: Limit) -> Obligation:
    """Whether the loops of ``flow``, which need not end, end almost surely."""
    id, kind = f"almost_surely.{flow}", "almost_surely"
    item = LoopEnds(id=id, sentence="", flow=base.flow, loop=flow)
    core: set[str] = set()
    try:
        for head in heads(base.graph, item):
            core |= _way_out(base, head, limit)
    except _Open as open_:
        return undecided(base.scope, id, kind, str(open_))
    except Unsupported as error:
        return undecided(base.scope, id, kind, str(error), verdict="unsupported")
    detail = "from every state some throw of the dice, or choice, leads out"
    return proved(base.scope, id, kind, "chance", base.rests_on(core), detail=detail)


class _Open(Exception):
    """It could not be decided, for the reason given."""


def _way_out(base: Base, head: int, limit: Limit) -> set[str]:
    """The core of a proof that from every state at ``head`` there is a way out of its loop."""
    graph, inside = base.graph, loops(base.graph)[head].nodes
    if any(isinstance(graph.nodes[at], HeadNode) for at in inside if at != head):
        raise _Open("there are loops inside it")
    # The first is the start of the law, which may stand at the head as well: too little.
    start = next((one for one in base.starts[1:] if one.node == head), None)
    if start is None:
        return set()
    stays: list[Named] = []
    for throw in _throws(base, graph, sorted(inside)):
        out = _leads_out(base, start, inside, throw)
        stays.append(Named(graph.nodes[head].ref, negation(out)))
        if out is True:
            break
    answer = ask([*start.conditions, *stays], limit, core=True)
    if answer.verdict != "no":
        raise _Open(answer.reason or "there may be a state from which none of the ways leads out")
    return set(answer.core)


def _throws(base: Base, graph: Graph, inside: list[int]) -> Iterator[Throw]:
    """Throws of the dice in a loop: all alike first, then at random."""
    dice = [at for at in inside if _is_dice(graph.nodes[at])]
    sizes = [len(base.scope.values(_node(graph, at).type)) for at in dice]
    if not dice:
        yield {}
        return
    random = Random(0)
    for position in range(max(sizes)):
        yield {at: position % size for at, size in zip(dice, sizes, strict=True)}
    for _ in range(SAMPLES):
        yield {at: random.randrange(size) for at, size in zip(dice, sizes, strict=True)}


def _leads_out(base: Base, start: Path, inside: frozenset[int], throw: Throw) -> Truth:
    """In which states the loop is left under ``throw``, if the other choices are right."""
    graph = base.graph

    def choosing(at: int, domain: Value) -> list[tuple[Truth, Value]]:
        items = list(domain.items)
        return [items[throw[at] % len(items)]] if at in throw and items else items

    policy = Policy(choosing=choosing, assume_stuck=False)
    executor = Executor(base.scope, graph, policy)
    leaves = {id(node) for at, node in enumerate(graph.nodes) if at not in inside}
    leaves.add(id(graph.nodes[start.node]))
    found: list[Truth] = []
    for path in executor.paths(start, lambda node: id(node) in leaves, MOST_WAYS):
        for way in _on_to_a_choice(base, executor, path):
            if way.stop is not None or way.node not in inside:
                found.append(every(one.term for one in way.conditions[len(start.conditions) :]))
    return some(found)


def _on_to_a_choice(base: Base, executor: Executor, path: Path) -> Iterator[Path]:
    """``path`` up to the next choice or end, since what comes before that makes it lawful or not.

    Ways on which play breaks off, or on which a loop leaves open what is lawful, are left out.
    """
    graph = base.graph
    if path.stop is not None or isinstance(graph.nodes[path.node], ChooseNode):
        ways = iter((path,))
    else:
        ways = executor.paths(path, lambda node: isinstance(node, ChooseNode | HeadNode), MOST_WAYS)
    for way in ways:
        if way.stop is not None:
            if way.stop.kind in ("end", "done"):
                yield way
        elif isinstance(graph.nodes[way.node], ChooseNode) or not watched_ahead(
            base.scope, graph, way.node
        ):
            yield way


def _is_dice(node: Node) -> bool:
    by = node.by if isinstance(node, ChooseNode) else None
    return isinstance(by, ByChance) and by.stream == "dice"


def _node(graph: Graph, at: int) -> ChooseNode:
    node = graph.nodes[at]
    assert isinstance(node, ChooseNode)
    return node
