"""Which flow runs which: callees, and the main flow of a rule set.

A decision counts as a callee, named with a question mark before its id; its
rules run the flows they call.
"""

from collections.abc import Iterator, Mapping, Sequence

from runtime.ruleset import statements as s
from runtime.ruleset.ruleset import Flow, Rule, RuleSet

Graph = dict[str, tuple[str, ...]]


def calls(flows: Mapping[str, Flow], decisions: Mapping[str, Sequence[Rule]]) -> Graph:
    """For each flow and decision, what it runs, in order."""
    edges: Graph = {}
    for flow in flows.values():
        edges[flow.id] = tuple(c for part in flow.parts for c in callees(part.body))
    for decision, rules in decisions.items():
        edges[f"?{decision}"] = tuple(c for rule in rules for c in callees(rule.body))
    return edges


def main_flows(rules: RuleSet) -> tuple[str, ...]:
    """The flows that no other flow or rule runs and that take no arguments, in text order."""
    edges = calls(rules.flows, rules.decisions)
    run = {callee for found in edges.values() for callee in found}
    return tuple(
        flow.id for flow in rules.flows.values() if flow.id not in run and not flow.parameters
    )


def main_flow(rules: RuleSet) -> str | None:
    """The one main flow; None where there is none or more than one."""
    found = main_flows(rules)
    return found[0] if len(found) == 1 else None


def runs(rules: RuleSet, flow: str, other: str) -> bool:
    """Whether ``flow`` is ``other`` or runs it, directly or through others."""
    edges = calls(rules.flows, rules.decisions)
    seen: set[str] = set()
    waiting = [flow]
    while waiting:
        current = waiting.pop()
        if current == other:
            return True
        if current not in seen:
            seen.add(current)
            waiting.extend(edges.get(current, ()))
    return False


def callees(body: Sequence[s.Stmt]) -> Iterator[str]:
    """The flows and decisions that the statements of a block run."""
    for statement in body:
        match statement:
            case s.Call(flow=flow):
                yield flow
            case s.Decide(decision=decision):
                yield f"?{decision}"
            case s.If():
                yield from callees(statement.then)
                yield from callees(statement.otherwise)
            case s.Each() | s.Repeat():
                yield from callees(statement.body)
            case s.Choose():
                yield from callees(statement.body)
                yield from callees(statement.stuck or ())
            case _:
                pass
