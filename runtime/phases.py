"""Phases: which of the flows that a flow runs, one after the other, a step belongs to.

Steps know their paragraph, not the flow they came through. As the phases follow
each other, the paragraph tells: a step belongs to the present phase if that one
can reach its paragraph, else to the next phase that can.
"""

from dataclasses import dataclass

from runtime.graph import DecideNode
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Call


@dataclass(frozen=True, slots=True)
class Phase:
    """One flow that the main flow runs; ``ref`` is where that is said, ``refs`` all it reaches."""

    flow: str
    ref: str
    refs: frozenset[str]


def phases(rules: RuleSet, flow: str) -> tuple[Phase, ...]:
    """The phases of ``flow``: the flows it runs unconditionally, in order; often none."""
    return tuple(
        Phase(statement.flow, part.ref, _reached(rules, statement.flow))
        for part in rules.flows[flow].parts
        for statement in part.body
        if isinstance(statement, Call)
    )


def phase_after(all_phases: tuple[Phase, ...], present: int | None, ref: str) -> int | None:
    """The position of the phase of a step in ``ref`` that follows on a step in ``present``."""
    start = 0 if present is None else present
    for offset in range(len(all_phases)):
        at = (start + offset) % len(all_phases)
        if ref in all_phases[at].refs:
            return at
    return present


def _reached(rules: RuleSet, flow: str) -> frozenset[str]:
    nodes = lower(rules, flow).nodes
    decisions = [node for node in nodes if isinstance(node, DecideNode)]
    arms = {arm.ref for node in decisions for arm in node.arms}
    return frozenset(arms | {node.ref for node in nodes})
