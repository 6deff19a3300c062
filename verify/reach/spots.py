"""The nodes at which a goal can be met, and from where they can be reached.

By the shape of the flow only, so that what is left out is surely in vain.
"""

from collections.abc import Callable, Iterator

from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    GapNode,
    Graph,
    LetNode,
    Node,
    successors,
)
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply, Expr
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ByActor
from verify.norms import states_read
from verify.reach.clashes import refs_for
from verify.reach.goals import Ends, Holds
from verify.symbolic import Scope


def spots(scope: Scope, graph: Graph, goal: Ends | Holds) -> frozenset[int]:
    """The nodes at which ``goal`` can be met."""
    meets = _states_change(scope, goal) if isinstance(goal, Holds) else _ending(scope, graph, goal)
    return frozenset(number for number, node in enumerate(graph.nodes) if meets(node))


def leading_to(graph: Graph, found: frozenset[int], *, over_choices: bool) -> frozenset[int]:
    """The nodes from which one of ``found`` can be reached; else only without a choice."""
    before: list[list[int]] = [[] for _ in graph.nodes]
    for number, node in enumerate(graph.nodes):
        if over_choices or not isinstance(node, ChooseNode):
            for next in successors(node):
                before[next].append(number)
    seen = set(found)
    open_ = sorted(found)
    while open_:
        for number in before[open_.pop()]:
            if number not in seen:
                seen.add(number)
                open_.append(number)
    return frozenset(seen)


def _states_change(scope: Scope, goal: Holds) -> Callable[[Node], bool]:
    read = states_read(scope, goal.condition)

    def meets(node: Node) -> bool:
        return isinstance(node, AssignNode) and any(u.state in read for u in node.updates)

    return meets


def _ending(scope: Scope, graph: Graph, goal: Ends) -> Callable[[Node], bool]:
    if goal.kind == "stuck":
        return lambda node: isinstance(node, ChooseNode) and goal.ref in (None, node.ref)
    if goal.gap is not None:
        return lambda node: (
            (isinstance(node, GapNode) and node.gap == goal.gap)
            or (isinstance(node, DecideNode) and node.decision == goal.gap)
        )
    if goal.ref is None or goal.kind not in ("gap", "conflict", "range"):
        return lambda node: goal.ref in (None, node.ref)
    refs = refs_for(scope.rules, graph, goal)
    norm = any(one.ref == goal.ref for one in scope.rules.norms)

    def meets(node: Node) -> bool:
        if node.ref in refs or (norm and isinstance(node, AssignNode)):
            return True
        if isinstance(node, DecideNode) and any(arm.ref in refs for arm in node.arms):
            return True
        return any(refs & _paragraphs(scope.rules, item) for item in _expressions(node))

    return meets


def _expressions(node: Node) -> Iterator[Expr]:
    match node:
        case AssignNode():
            for update in node.updates:
                yield from (*update.arguments, update.value)
            if node.each is not None:
                yield node.each.domain
                yield from (c.key for c in node.each.order)
                if node.each.condition is not None:
                    yield node.each.condition
        case LetNode():
            yield node.value
        case ChooseNode():
            yield node.domain
            if node.default is not None:
                yield node.default
            if isinstance(node.by, ByActor) and node.by.element is not None:
                yield node.by.element
        case AnnounceNode():
            yield from (one.value for one in node.values)
            if node.duration is not None:
                yield node.duration
            if node.to is not None and node.to.members is not None:
                yield node.to.members
        case BranchNode():
            yield node.condition
        case DecideNode():
            yield from (arm.guard for arm in node.arms)


def _paragraphs(rules: RuleSet, expr: Expr) -> frozenset[str]:
    """The paragraphs of the definitions that ``expr`` uses, also through others."""
    found: set[str] = set()
    seen: set[str] = set()
    open_ = [expr]
    while open_:
        for item in walk(open_.pop()):
            if isinstance(item, Apply) and item.definition not in seen:
                seen.add(item.definition)
                for case in rules.definitions[item.definition].cases:
                    found.add(case.ref)
                    open_.extend(e for e in (case.guard, case.value) if e is not None)
    return frozenset(found)
