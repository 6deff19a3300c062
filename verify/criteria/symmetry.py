"""Symmetry between the members of a set: rules that cannot tell them apart treat all alike.

A rule set can tell members of a set apart only by naming one, by comparing two in
the order of the set, by taking the first of several in it, or by starting where a
state variable holds the first one. If what a run uses does none of this, the run from a
renumbered state is the renumbered run: every expression, guard and assignment
has the renumbered value, step by step. So the argument holds for every number
of members. It is an argument about the rules, and needs no solver.
"""

from collections.abc import Iterable

from runtime.graph import ChooseNode, LetNode
from runtime.rewriting import walk
from runtime.ruleset.expressions import ElementConstant, First
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Optional, SetOf, Type
from verify.criteria.reach import Used, said
from verify.member_order import ordered_in


def told_apart(
    rules: RuleSet, used: Used, set_id: str, given: frozenset[str], also: Iterable[Model] = ()
) -> str:
    """Where the rules in use tell members of a set apart, in words; empty: nowhere.

    ``given``: state variables that are not as at the start. ``also``: what else is said.
    """
    if set_id in _ordered(rules, used, also):
        return f"members of {set_id} are compared in their order"
    for node in used.nodes:
        takes_first = False
        for item in said(node):
            for part in walk(item):
                if isinstance(part, ElementConstant) and part.set == set_id:
                    return f"{node.ref} names a member of {set_id}"
                takes_first |= isinstance(part, First)
        if takes_first and not (isinstance(node, LetNode) and not holds(node.type, set_id)):
            return f"{node.ref} takes members of {set_id} in turn"
    for name in used.definitions:
        for case in rules.definitions[name].cases:
            for one in (case.guard, case.value):
                for part in walk(one) if one is not None else ():
                    if isinstance(part, ElementConstant) and part.set == set_id:
                        return f"{case.ref} names a member of {set_id}"
    for norm in rules.norms:
        for part in walk(norm.forbidden):
            if isinstance(part, ElementConstant) and part.set == set_id:
                return f"{norm.ref} names a member of {set_id}"
    for state in sorted(used.states - given):
        declared = rules.states.get(state)
        type = declared.type if declared is not None else rules.parameters[state].type
        if type == Element(set=set_id) or (declared is None and holds(type, set_id)):
            return f"{state} holds a member of {set_id} from the start"
    return ""


def _ordered(rules: RuleSet, used: Used, also: Iterable[Model]) -> frozenset[str]:
    """The sets whose members may be compared in their order."""
    items: list[Model] = [*also, *(norm.forbidden for norm in rules.norms)]
    items += [item for node in used.nodes for item in said(node)]
    for name in used.definitions:
        for case in rules.definitions[name].cases:
            items += [one for one in (case.guard, case.value) if one is not None]
    bound = [
        (node.name, node.type) for node in used.nodes if isinstance(node, LetNode | ChooseNode)
    ]
    return ordered_in(rules, items, bound)


def holds(type: Type, set_id: str) -> bool:
    """Whether values of ``type`` may contain members of a set."""
    if isinstance(type, Optional | SetOf):
        return holds(type.item, set_id)
    return type == Element(set=set_id)
