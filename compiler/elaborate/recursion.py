"""Flows may not call themselves, directly, through others, or through the rules of a decision."""

from collections.abc import Mapping, Sequence

from runtime.flows import calls
from runtime.ruleset.ruleset import Flow, Rule


def recursive_flow(
    flows: Mapping[str, Flow], decisions: Mapping[str, Sequence[Rule]]
) -> str | None:
    """A flow that calls itself; None where there is none."""
    edges = calls(flows, decisions)
    for start in flows:
        seen: set[str] = set()
        waiting = list(edges[start])
        while waiting:
            current = waiting.pop()
            if current == start:
                return start
            if current not in seen:
                seen.add(current)
                waiting.extend(edges.get(current, ()))
    return None
