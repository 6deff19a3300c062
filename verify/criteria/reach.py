"""What of a flow bears on runs that leave nothing to choose.

A criterion speaks of those runs only. They use the nodes on the ways from the
entry of the flow to an end that pass no choice, and what is said there.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    DoneNode,
    EndNode,
    Graph,
    LetNode,
    Node,
    successors,
)
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply, Read
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet


@dataclass(frozen=True)
class Used:
    """What such runs use.

    ``nodes``: their nodes, in order. ``definitions``: those applied there or in a
    norm. ``states``: state variables and parameters of the law that are read.
    ``refs``: the paragraphs all this comes from.
    """

    nodes: tuple[Node, ...]
    definitions: tuple[str, ...]
    states: frozenset[str]
    refs: frozenset[str]


def used(rules: RuleSet, graph: Graph) -> Used:
    """What the runs without a choice use."""
    nodes = tuple(_on_the_way(graph))
    items = [item for node in nodes for item in said(node)]
    items += [norm.forbidden for norm in rules.norms]
    refs = {ref for node in nodes for ref in _refs(node)} | {norm.ref for norm in rules.norms}
    definitions: dict[str, None] = {}
    states: set[str] = set()
    while items:
        for part in walk(items.pop()):
            if isinstance(part, Read):
                states.add(part.state)
            elif isinstance(part, Apply) and part.definition not in definitions:
                definitions[part.definition] = None
                for case in rules.definitions[part.definition].cases:
                    items += [one for one in (case.guard, case.value) if one is not None]
                    refs.add(case.ref)
    return Used(nodes, tuple(sorted(definitions)), frozenset(states), frozenset(refs))


def said(node: Node) -> Iterator[Model]:
    """What is evaluated at a node that is no choice."""
    match node:
        case AssignNode(updates=updates, each=each):
            yield from updates
            if each is not None:
                yield each
        case LetNode(value=value):
            yield value
        case BranchNode(condition=condition):
            yield condition
        case DecideNode(arms=arms):
            yield from (arm.guard for arm in arms)
        case AnnounceNode(values=values, to=to, duration=duration):
            yield from (shown.value for shown in values)
            heard = to.members if to is not None else None
            yield from (one for one in (heard, duration) if one is not None)


def _refs(node: Node) -> tuple[str, ...]:
    if isinstance(node, DecideNode):
        return (node.ref, *(arm.ref for arm in node.arms))
    return (node.ref,)


def _on_the_way(graph: Graph) -> Iterator[Node]:
    """The nodes between the entry and an end, on ways without a choice."""
    forward = {graph.entry}
    stack = [graph.entry]
    while stack:
        node = graph.nodes[stack.pop()]
        if not isinstance(node, ChooseNode):
            fresh = [to for to in successors(node) if to not in forward]
            forward.update(fresh)
            stack += fresh
    before: dict[int, list[int]] = {}
    for at in sorted(forward):
        if not isinstance(graph.nodes[at], ChooseNode):
            for to in successors(graph.nodes[at]):
                before.setdefault(to, []).append(at)
    stack = [at for at in sorted(forward) if isinstance(graph.nodes[at], EndNode | DoneNode)]
    kept = set(stack)
    while stack:
        fresh = [at for at in before.get(stack.pop(), ()) if at not in kept]
        kept.update(fresh)
        stack += fresh
    return (graph.nodes[at] for at in sorted(kept))
