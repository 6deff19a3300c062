"""What came of a proof of a property, in which ways it is tried, and what makes it empty."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from typing import Literal

from runtime.graph import AssignNode, Graph
from runtime.ruleset.expressions import Expr
from runtime.ruleset.properties import Property
from verify.given import Given
from verify.norms import states_read
from verify.obligation import Obligation, proved
from verify.symbolic import Scope


@dataclass
class Proof:
    """What came of an induction.

    ``proved`` with the paragraphs it rests on; ``failed`` with the step that
    does not keep the property; ``unknown`` with a reason. ``relevant``: some
    step of the flow can be taken and changes what the property is about, and
    there are states, in reach or not, that lack it; ``empty`` says which fails.
    ``every_step``: no paragraph was needed by itself; it rests on all those with
    steps that change what the property is about.
    """

    verdict: Literal["proved", "failed", "unknown"]
    core: set[str] = field(default_factory=set)
    relevant: bool = False
    empty: str = ""
    detail: str = ""
    every_step: bool = False


def in_some_way(
    scope: Scope, condition: Expr, prove: Callable[[frozenset[str] | None], Proof]
) -> Proof:
    """A proof in the first of three ways that succeeds.

    ``prove`` is given the state variables to leave out: first those that should not
    matter, then none; at last nothing, for a proof with loops passed in one go.
    """
    about = states_read(scope, condition).union(
        *(states_read(scope, norm.forbidden) for norm in scope.rules.norms)
    )
    left_out = frozenset(scope.rules.states) - about
    proof = prove(left_out)
    if proof.verdict != "proved" and left_out:
        proof = prove(frozenset())
    if proof.verdict != "proved":
        further = prove(None)
        proof = further if further.verdict == "proved" else proof
    return proof


def concluded(
    proof: Proof,
    unmoved: str,
    given: Callable[[], Given],
    steps: Collection[str],
    definitions: Collection[str],
) -> Proof:
    """A proof with what makes it empty, if it is, and with what it rests on.

    ``unmoved`` says what it means that it is not relevant; ``given``: what alone gives it;
    ``steps``: the paragraphs with steps that change what it is about; ``definitions``:
    those that define it.
    """
    if proof.verdict != "proved":
        return proof
    if not proof.relevant:
        proof.empty = unmoved
    elif (by := given()) == "kinds":
        proof.relevant = False
        proof.empty = "the declared kinds of value alone give it, whatever the rules say"
    elif by == "definitions":
        proof.core.update(definitions)
    if not proof.core:
        proof.core = set(steps)
        proof.every_step = bool(steps)
    return proof


def setting(graph: Graph, states: Collection[str]) -> tuple[str, ...]:
    """The paragraphs with steps that set one of the state variables ``states``."""
    return tuple(
        dict.fromkeys(
            node.ref
            for node in graph.nodes
            if isinstance(node, AssignNode)
            and any(update.state in states for update in node.updates)
        )
    )


def proved_by(scope: Scope, item: Property, method: str, proof: Proof) -> Obligation:
    """The verdict that a property is proved."""
    found = proved(
        scope,
        item.id,
        item.kind,
        method,
        proof.core,
        vacuous=not proof.relevant,
        detail=proof.empty,
    )
    return found.model_copy(update={"every_step": proof.every_step})
