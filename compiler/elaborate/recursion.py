"""Flows may not call themselves, directly, through others, or through the rules of a decision."""

from collections.abc import Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from runtime.flows import calls
from runtime.ruleset.ruleset import Flow, Rule


def recursion(flows: Mapping[str, Flow], decisions: Mapping[str, Sequence[Rule]]) -> str | None:
    """A flow that calls itself; where only a decision does, ``?`` and the decision; else None."""
    edges = calls(flows, decisions)
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        circle = error.args[1]
        return next(name for name in edges if name in circle)
    return None
