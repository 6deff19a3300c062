"""What a flow uses of a rule set: its paragraphs, and what it reads and writes."""

from dataclasses import dataclass, fields

from runtime.graph import AssignNode, DecideNode, EndNode, Graph
from runtime.lowering import lower
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply, Read
from runtime.ruleset.ruleset import Definition, RuleSet
from verify.every_setting import looked_at


@dataclass(frozen=True)
class Uses:
    """``refs``: all paragraphs that have a say; ``definitions`` by their ids."""

    graph: Graph
    refs: frozenset[str]
    reads: frozenset[str]
    writes: frozenset[str]
    definitions: tuple[tuple[str, Definition], ...]


def uses(rules: RuleSet, flow: str) -> Uses:
    """What ``flow`` uses, its norms included."""
    graph = lower(rules, flow)
    refs = {node.ref for node in graph.nodes} | {norm.ref for norm in rules.norms}
    refs |= {arm.ref for node in graph.nodes if isinstance(node, DecideNode) for arm in node.arms}
    writes = {
        update.state
        for node in graph.nodes
        if isinstance(node, AssignNode)
        for update in node.updates
    }
    reads = {n.outcome for n in graph.nodes if isinstance(n, EndNode) and n.state}
    definitions: dict[str, Definition] = {}
    open_ = [item for node in graph.nodes for item in looked_at(node)]
    open_ += [norm.forbidden for norm in rules.norms]
    while open_:
        for part in walk(open_.pop()):
            if isinstance(part, Read):
                reads.add(part.state)
            elif isinstance(part, Apply) and part.definition not in definitions:
                definition = definitions[part.definition] = rules.definitions[part.definition]
                for case in definition.cases:
                    open_ += [one for one in (case.guard, case.value) if one is not None]
                    refs.add(case.ref)
    ordered = tuple(sorted(definitions.items()))
    return Uses(graph, frozenset(refs), frozenset(reads), frozenset(writes), ordered)


def nothing_differs(first: RuleSet, second: RuleSet, flow: str) -> bool:
    """Whether all that ``flow`` uses is literally the same in both."""
    if (first.sets, first.records, first.states, first.parameters, first.norms) != (
        second.sets,
        second.records,
        second.states,
        second.parameters,
        second.norms,
    ):
        return False
    one, other = uses(first, flow), uses(second, flow)
    return (_said(one.graph), one.definitions) == (_said(other.graph), other.definitions)


def _said(graph: Graph) -> list[object]:
    """All that a graph says; as such it is equal to itself only."""
    return [getattr(graph, part.name) for part in fields(graph)]
