"""Under which paragraphs a conflict is looked for.

Rules clash at a decision, cases in a definition. What is reported are those that do;
what is asked of beforehand is the place: the decision's paragraph, the first case's.
"""

from collections.abc import Iterator

from runtime.graph import DecideNode, Graph
from runtime.ruleset.ruleset import RuleSet
from verify.reach.goals import Ends


def places(rules: RuleSet, graph: Graph) -> Iterator[tuple[str, frozenset[str]]]:
    """Each place where several paragraphs can clash, and these paragraphs."""
    for node in graph.nodes:
        if isinstance(node, DecideNode):
            yield node.ref, frozenset(arm.ref for arm in node.arms)
    for definition in rules.definitions.values():
        if len(definition.cases) > 1:
            yield definition.cases[0].ref, frozenset(case.ref for case in definition.cases)


def refs_for(rules: RuleSet, graph: Graph, goal: Ends) -> frozenset[str | None]:
    """The paragraphs under which what ``goal`` names may be reported."""
    found: set[str | None] = {goal.ref}
    if goal.kind == "conflict":
        for place, refs in places(rules, graph):
            if goal.ref == place or goal.ref in refs:
                found |= {place, *refs}
    return frozenset(found)
