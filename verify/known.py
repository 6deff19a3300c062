"""Properties of states, by induction with what is known at the cuts of a flow.

As in plain induction, every step from a good state is to keep the property; but of
a state at a cut it is also assumed what holds there whenever play comes to it.
"""

from collections.abc import Iterator

from runtime.ruleset.properties import Never
from verify.execute import Executor, Policy
from verify.induction import HYPOTHESIS, StateProperty, told
from verify.invariants.visits import holds_at
from verify.limits import Limit, Named, ask
from verify.norms import states_read
from verify.obligations.base import Base
from verify.paths import Path
from verify.proof import Proof
from verify.terms import Truth, negation
from verify.translate import Translator

BRIEF = 0.05
"""The share of the limit that it may cost to find out whether a step can be taken."""


def prove_known(base: Base, item: StateProperty, limit: Limit) -> Proof:
    """Induction over the cuts of ``base``, with its invariants."""
    scope, graph = base.scope, base.graph
    about = states_read(scope, item.condition)
    proof = Proof("proved")
    telling: list[Path] = []
    for start in _starts(base, item):
        assumed = any(one.name == HYPOTHESIS for one in start.conditions)
        before = _holds(base, item, start)
        for path in _entered(base, start):
            after = _holds(base, item, path)
            if path is not start and any(
                path.store[state] is not start.store[state] for state in about
            ):
                telling.append(path)
            if after is True or (assumed and after is before):
                continue
            wrong = Named(None, negation(after))
            answer = base.ask(path, wrong, limit=limit, anyway=proof.core)
            if answer.verdict != "no":
                ref = graph.nodes[path.node].ref if path is start else path.refs[-1]
                detail = answer.reason or f"the step of {ref} does not keep it"
                return Proof("failed" if answer.verdict == "yes" else "unknown", detail=detail)
            proof.core.update(answer.core)
    proof.core = base.rests_on(proof.core - {HYPOTHESIS})
    brief = limit.times(BRIEF)
    proof.relevant = any(ask(path.conditions, brief).verdict != "no" for path in telling)
    return told(scope, graph, item, limit, proof)


def seen_to_fail(base: Base, item: StateProperty) -> bool:
    """Whether a state that a game came to lacks the property, so that no proof is to be had."""
    met = (
        holds_at(base.scope, visit, item.condition)
        for visits in base.visits.values()
        for visit in visits
    )
    return any(met) if isinstance(item, Never) else not all(met)


def _starts(base: Base, item: StateProperty) -> Iterator[Path]:
    """The start of the flow, and any state at a cut that has the property and all that is known."""
    first, *others = base.starts
    yield first
    for start in others:
        path = start.on(Named(HYPOTHESIS, _holds(base, item, start)))
        if path is not None:
            yield path


def _entered(base: Base, start: Path) -> list[Path]:
    """``start``, and every state entered from it up to the next cuts."""
    entered: list[Path] = [start]
    executor = Executor(base.scope, base.graph, Policy(seal=True, entered=entered.append))
    for _ in executor.paths(start, base.is_cut):
        pass
    return entered


def _holds(base: Base, item: StateProperty, path: Path) -> Truth:
    value, _ = Translator(base.scope, path.store, seal=True).truth(item.condition, {})
    return negation(value) if isinstance(item, Never) else value
