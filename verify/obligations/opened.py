"""Where a text leaves open who chooses, or in which order turns are taken.

A supplement may have filled it; then what the supplement says is taken out again and
all other gaps stay filled, so that play gets as far as it can.
"""

from dataclasses import dataclass
from typing import Literal

from runtime.graph import ChooseNode, Graph, LetNode
from runtime.ruleset.expressions import Variable
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ByChance, ByNobody, Choose, Each, Stmt
from verify.obligations.rewritten import changed


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """What one paragraph leaves open: a choice or an order; ``nodes`` are where it is made."""

    ref: str
    kind: Literal["choice", "order"]
    nodes: tuple[int, ...]


def opened(rules: RuleSet) -> RuleSet:
    """``rules`` with every choice and order open again that a supplement has filled."""
    fills = {(one.id, one.gap) for one in rules.supplements}

    def change(statement: Stmt) -> Stmt:
        supplement, ref = statement.supplement or "", statement.ref
        match statement:
            case Choose(by=ByChance()) if (supplement, f"choice:{ref}") in fills:
                return statement.model_copy(update={"by": ByNobody(), "supplement": None})
            case Each() if (supplement, f"order:{ref}") in fills:
                return statement.model_copy(update={"order": "open", "supplement": None})
            case _:
                return statement

    kept = tuple(
        one for one in rules.supplements if one.gap.partition(":")[0] not in ("choice", "order")
    )
    return changed(rules, change).model_copy(update={"supplements": kept})


def open_choices(graph: Graph) -> tuple[OpenChoice, ...]:
    """What is left open in ``graph``, in the order in which it is read."""
    turns = {n.name for n in graph.nodes if isinstance(n, LetNode) and n.internal}
    found: dict[tuple[str, Literal["choice", "order"]], list[int]] = {}
    for at, node in enumerate(graph.nodes):
        if isinstance(node, ChooseNode) and isinstance(node.by, ByNobody):
            domain = node.domain
            order = isinstance(domain, Variable) and domain.name in turns
            found.setdefault((node.ref, "order" if order else "choice"), []).append(at)
    return tuple(OpenChoice(ref, kind, tuple(nodes)) for (ref, kind), nodes in found.items())
