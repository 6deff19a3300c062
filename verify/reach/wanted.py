"""The condition under which a symbolic path meets a goal.

It may hold too often (the interpreter judges what is found), never too seldom, for
paths that the executor follows.
"""

from runtime.graph import AssignNode, ChooseNode, DecideNode, GapNode, Node
from runtime.ruleset.statements import ByChance
from verify.execute import Executor
from verify.paths import Made, Path, Stop
from verify.reach.clashes import refs_for
from verify.reach.goals import Ends, Holds
from verify.search import FARTHEST_AHEAD
from verify.symbolic import Value
from verify.terms import Truth, both, every, negation, some
from verify.translate import defined

MOST_VALUES = 64
"""Of a choice with more values it is not asked whether all of them are forbidden."""


class Wanted:
    """What a path of ``executor`` needs to meet ``goal``."""

    def __init__(self, executor: Executor, goal: Ends | Holds) -> None:
        self.executor = executor
        self.goal = goal
        self._refs: frozenset[str | None] = frozenset()
        if isinstance(goal, Ends):
            self._refs = refs_for(executor.scope.rules, executor.graph, goal)

    def on(self, path: Path, before: Path | None) -> Truth:
        """The condition on ``path``, given the path one node ``before`` it (if any)."""
        goal = self.goal
        if isinstance(goal, Holds):
            if before is not None and path.store is before.store:
                return False
            return holds_in(self.executor, goal, path)
        if goal.kind == "stuck":
            node = self.executor.graph.nodes[path.node]
            if path.stop is not None or not isinstance(node, ChooseNode):
                return False
            if node.stuck is not None or goal.ref not in (None, node.ref):
                return False
            return nothing_lawful(self.executor, path, node)
        return path.stop is not None and self._stops_so(path, path.stop, goal)

    def _stops_so(self, path: Path, stop: Stop, goal: Ends) -> bool:
        if stop.kind != goal.kind:
            return False
        node = self.executor.graph.nodes[path.nodes[-1]]
        if goal.gap is not None:
            if isinstance(node, GapNode):
                if node.gap != goal.gap:
                    return False
            elif not isinstance(node, DecideNode) or node.decision != goal.gap:
                return False
        if goal.ref is None or stop.ref in self._refs:
            return True
        norms = {norm.ref for norm in self.executor.norms}
        return stop.kind == "conflict" and isinstance(node, AssignNode) and goal.ref in norms


def holds_in(executor: Executor, goal: Holds, path: Path) -> Truth:
    """That ``goal`` is met in the state of ``path``."""
    value, needs = executor.translator(path.store).translate(goal.condition, {})
    there = defined(needs)
    met: Truth = False
    if there is not False:
        met = both(there, value if goal.value else negation(value))
    return some((met, negation(there))) if goal.or_undefined else met


def nothing_lawful(executor: Executor, path: Path, node: ChooseNode) -> Truth:
    """That no value of the choice ``node``, at which ``path`` stands, is lawful."""
    value, needs = executor.translator(path.store).translate(node.domain, path.env)
    there = defined(needs)
    if there is False or len(value.items) > MOST_VALUES:
        return False
    terms: list[Truth] = [there]
    dice = isinstance(node.by, ByChance) and node.by.stream == "dice"
    for guard, item in value.items:
        lawful = True if dice else _goes_on(executor, path, node, item)
        terms.append(negation(both(guard, lawful)))
    if node.decline is not None:
        terms.append(negation(_goes_on(executor, path, node, None, declined=True)))
    return every(terms)


def _goes_on(
    executor: Executor, path: Path, node: ChooseNode, item: Value, *, declined: bool = False
) -> Truth:
    """That what follows from a value, up to the next choice or an end, breaks no norm."""
    to = node.decline if declined else node.next
    assert to is not None
    env = path.env if declined else {**path.env, node.name: item}
    made = Made(path.node, item, declined)
    taken = Path(to, path.store, env, (), (*path.choices, made), path.nodes, path.refs)
    if isinstance(executor.graph.nodes[to], ChooseNode):
        return True
    ways = executor.paths(taken, _is_choice, FARTHEST_AHEAD)
    return some(every(named.term for named in way.conditions) for way in ways)


def _is_choice(node: Node) -> bool:
    return isinstance(node, ChooseNode)
