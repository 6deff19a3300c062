"""Properties of states, by induction over the cuts of a flow.

The graph is cut at loop heads and choices. A property holds in every state the
flow can enter if it holds at the start and if every step between two cuts,
from any state that is well typed, forbidden by no norm and has the property,
enters only states that have it. If a step fails, nothing is refuted yet: the
state it starts from may be out of reach.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from runtime.graph import ChooseNode, Graph, HeadNode, Node
from runtime.ruleset.properties import Always, Never
from verify.execute import Executor, Policy
from verify.frames import TooManyPaths, framed, loops
from verify.given import Given, defined_in, given_by
from verify.limits import Limit, Named, ask
from verify.norms import lawful_now, states_read
from verify.paths import Path
from verify.proof import Proof, concluded, in_some_way, setting
from verify.starts import anywhere, at_start
from verify.symbolic import Scope
from verify.terms import Truth, negation
from verify.translate import Translator

StateProperty = Never | Always

HYPOTHESIS = "the property"
"""The name of the induction hypothesis in a core."""


def is_cut(node: Node) -> bool:
    """Whether induction cuts the graph at ``node``."""
    return isinstance(node, HeadNode | ChooseNode)


def holds(
    scope: Scope, item: StateProperty, path: Path, translating: type[Translator] = Translator
) -> Truth:
    """Whether the state ``path`` is in has the property."""
    value, _ = translating(scope, path.store).truth(item.condition, {})
    return negation(value) if isinstance(item, Never) else value


def prove(scope: Scope, graph: Graph, item: StateProperty, limit: Limit) -> Proof:
    """Induction, first without the state variables that should not matter, then with all."""

    def way(left_out: frozenset[str] | None) -> Proof:
        if left_out is None:
            return _prove_framed(scope, graph, item, limit)
        return _prove(scope, graph, item, limit, left_out)

    proof = in_some_way(scope, item.condition, way)
    return told(scope, graph, item, limit, proof)


def told(scope: Scope, graph: Graph, item: StateProperty, limit: Limit, proof: Proof) -> Proof:
    """``proof``, with what makes it empty if it is."""
    return concluded(
        proof,
        "no step changes what it is about",
        lambda: given(scope, graph, item, limit),
        setting(graph, states_read(scope, item.condition)),
        defined_in(scope, item.condition),
    )


def given(scope: Scope, graph: Graph, item: StateProperty, limit: Limit) -> Given:
    """What alone gives it that every state has the property."""
    anyhow = replace(anywhere(scope, graph, graph.entry), store=scope.unknown_store(""))
    return given_by(lambda translating: negation(holds(scope, item, anyhow, translating)), limit)


def _prove(
    scope: Scope, graph: Graph, item: StateProperty, limit: Limit, left_out: frozenset[str]
) -> Proof:
    proof = Proof("proved")
    for start in _starts(scope, graph, item):
        entered: list[Path] = []
        policy = Policy(left_out=left_out, entered=entered.append)
        executor = Executor(scope, graph, policy)
        for _ in executor.paths(start, is_cut):
            pass
        before = holds(scope, item, start)
        about = states_read(scope, item.condition)
        for path in [start, *entered]:
            after = holds(scope, item, path)
            proof.relevant = proof.relevant or (
                any(path.store[state] is not start.store[state] for state in about)
                and ask(path.conditions, limit).verdict == "yes"
            )
            if after is before and path is not start:
                continue
            if path is start and any(one.name == HYPOTHESIS for one in start.conditions):
                continue
            question = [*path.conditions, Named(None, negation(after))]
            answer = ask(question, limit, core=True, anyway=proof.core)
            if answer.verdict == "no":
                proof.core.update(answer.core)
            else:
                ref = graph.nodes[path.node].ref if path is start else path.refs[-1]
                verdict: Literal["failed", "unknown"] = (
                    "failed" if answer.verdict == "yes" else "unknown"
                )
                return Proof(verdict, detail=answer.reason or f"the step of {ref} does not keep it")
    proof.core.discard(HYPOTHESIS)
    return proof


def _prove_framed(scope: Scope, graph: Graph, item: StateProperty, limit: Limit) -> Proof:
    """Induction from the start alone, with each loop passed in one go."""
    proof = Proof("proved")
    entered: list[Path] = []
    executor = Executor(scope, graph, Policy(entered=entered.append))
    start = at_start(scope, graph)

    def assumed(path: Path) -> tuple[Named, ...]:
        return (*lawful_now(scope, path), Named(HYPOTHESIS, holds(scope, item, path)))

    try:
        for _ in framed(executor, start, loops(graph), assumed, entering=True):
            pass
    except TooManyPaths:
        return Proof("unknown", detail="too many paths")
    for path in [start, *entered]:
        after = holds(scope, item, path)
        # What was assumed earlier on this path need not be shown again.
        if any(one.name == HYPOTHESIS and one.term is after for one in path.conditions):
            continue
        proof.relevant = proof.relevant or (
            path is not start and ask(path.conditions, limit).verdict == "yes"
        )
        question = [*path.conditions, Named(None, negation(after))]
        answer = ask(question, limit, core=True, anyway=proof.core)
        if answer.verdict != "no":
            return Proof("unknown", detail=answer.reason)
        proof.core.update(answer.core)
    proof.core.discard(HYPOTHESIS)
    return proof


def _starts(scope: Scope, graph: Graph, item: StateProperty) -> Iterator[Path]:
    """The start of the flow, and any good state at each cut."""
    yield at_start(scope, graph)
    for number, node in enumerate(graph.nodes):
        if is_cut(node):
            path = anywhere(scope, graph, number)
            hypothesis = Named(HYPOTHESIS, holds(scope, item, path))
            assumed = path.on(*lawful_now(scope, path), hypothesis)
            if assumed is not None:
                yield replace(assumed)
