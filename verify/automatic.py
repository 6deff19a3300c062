"""The obligations of every law: what is asked of its rules without anybody stating it.

Gaps, conflicts, values out of range, dead ends and loops are asked of every main
flow for each size; what can never apply, what a reading leaves without effect
and what an open choice decides, of all sizes together. Asked of the text alone,
without any supplement, an id begins with ``text:``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

from runtime.flows import main_flows
from runtime.graph import Graph, HeadNode
from runtime.lowering import LoweringError, lower
from runtime.ruleset.properties import LoopEnds
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from verify.exhaustion import Explorations
from verify.invariants import Invariants
from verify.limits import Limit
from verify.obligation import Obligation, obligation
from verify.obligations.base import Base
from verify.obligations.holes import holes
from verify.obligations.open_choice import open_choice
from verify.obligations.redundant import Readings, redundant
from verify.obligations.stuck import stuck
from verify.obligations.unreachable import unreachable
from verify.quantities import Unsupported
from verify.search import Budget
from verify.symbolic import Scope
from verify.verdicts import one_verdict

OF_STATES = ("gap", "conflict", "range", "stuck")
"""The kinds that are asked of each size, with the supplements in use and of the text alone."""

KINDS = (*OF_STATES, "termination", "unreachable", "redundant", "open_choice")
"""All kinds of obligations that every law gets."""

TEXT = "text:"
"""How the ids begin of what is asked of the text alone."""

BUDGET = Budget(nodes=2_000, questions=20)
"""How far a run into each of many places is searched for."""

Progress = Callable[[Obligation], None]


@dataclass(frozen=True)
class Asked:
    """What is asked of a law, in one version and under one choice of readings.

    ``rules``: with the supplements in use; ``text``: without any, or nothing if
    that is not asked. ``by_reading``: the rule set under other readings, and
    ``variations``: which of them to compare, the one in use first.
    ``sizes``: which, all unless given.
    """

    rules: RuleSet
    text: RuleSet | None = None
    by_reading: Callable[[Readings], RuleSet] | None = None
    variations: Sequence[Readings] = ()
    sizes: Sequence[Mapping[str, int]] | None = None

    def scopes(self, rules: RuleSet) -> list[Scope]:
        assignments = all_sizes(rules) if self.sizes is None else self.sizes
        return [Scope(rules, dict(one)) for one in assignments]


def automatic(
    asked: Asked,
    *,
    kinds: Sequence[str] = KINDS,
    limit: Limit | None = None,
    budget: Budget = BUDGET,
    progress: Progress | None = None,
) -> list[Obligation]:
    """A verdict for each obligation of the kinds ``kinds``; ``progress`` is told each as it comes.

    ``limit`` bounds each question to the solver, ``budget`` each search. Raises
    :class:`~verify.replay.WitnessDefect` or :class:`~verify.limits.SolverDefect`
    where this program itself is found wrong.
    """
    found = []
    clock = perf_counter()
    for one in _Automatic(asked, kinds, limit or Limit(), budget).all():
        now = perf_counter()
        found.append(one.model_copy(update={"seconds": round(now - clock, 3)}))
        clock = now
        if progress is not None:
            progress(found[-1])
    return found


def planned(asked: Asked, kinds: Sequence[str] = KINDS) -> list[Obligation]:
    """One entry for each kind and size, as unknown: which obligations there are is not known."""
    entries = []
    for rules, prefix in ((asked.rules, ""), (asked.text, TEXT)):
        if rules is None:
            continue
        for scope in asked.scopes(rules):
            of_size = (*OF_STATES, *(() if prefix else ("termination",)))
            entries += [
                obligation(scope, prefix + kind, kind, "unknown", "none", text_alone=bool(prefix))
                for kind in of_size
                if kind in kinds
            ]
    return entries


class _Automatic:
    def __init__(self, asked: Asked, kinds: Sequence[str], limit: Limit, budget: Budget) -> None:
        self.asked = asked
        self.kinds = kinds
        self.limit = limit
        self.budget = budget
        self.bases: dict[tuple[int, tuple[tuple[str, int], ...], str], Base] = {}

    def all(self) -> Iterator[Obligation]:
        asked, rules = self.asked, self.asked.rules
        scopes, flows = asked.scopes(rules), main_flows(rules)
        for scope in scopes:
            for flow in flows:
                yield from _told(self._of_states(scope, flow), flow, flows)
                yield from _told(self._termination(scope, flow), flow, flows)
        if asked.text is not None:
            for scope in asked.scopes(asked.text):
                for flow in main_flows(asked.text):
                    alone = self._of_states(scope, flow)
                    yield from map(_of_text, _told(alone, flow, flows))
        if not flows or not scopes:
            return
        if "unreachable" in self.kinds:
            yield from unreachable(scopes, flows, self.limit, self.budget, known=self._known)
        if "open_choice" in self.kinds:
            for flow in flows:
                found = open_choice(scopes, flow, self.limit, self.budget, known=self._known)
                yield from _told(found, flow, flows)
        if "redundant" in self.kinds and asked.by_reading is not None and asked.variations:
            sizes = [scope.sizes for scope in scopes]
            yield from redundant(
                asked.by_reading, asked.variations, flows, sizes, self.limit, self.budget
            )

    def _base(self, scope: Scope, flow: str) -> Base:
        key = id(scope.rules), tuple(scope.sizes.items()), flow
        if key not in self.bases:
            self.bases[key] = Base(scope, flow, self.limit)
        return self.bases[key]

    def _known(self, scope: Scope, graph: Graph) -> Invariants:
        return self._base(scope, graph.flow).invariants

    def _of_states(self, scope: Scope, flow: str) -> Iterator[Obligation]:
        base = self._base(scope, flow)
        try:
            if any(kind in self.kinds for kind in ("gap", "conflict", "range")):
                for one in holes(base, self.limit, self.budget):
                    if one.kind in self.kinds:
                        yield one
            if "stuck" in self.kinds:
                yield from stuck(base, self.limit, self.budget)
        except (Unsupported, LoweringError) as error:
            for kind in OF_STATES:
                if kind in self.kinds:
                    yield obligation(scope, kind, kind, "unsupported", "none", detail=str(error))

    def _termination(self, scope: Scope, flow: str) -> Iterator[Obligation]:
        if "termination" not in self.kinds:
            return
        graph = lower(scope.rules, flow)
        loops = dict.fromkeys(node.flow for node in graph.nodes if isinstance(node, HeadNode))
        explored = Explorations(self.budget.nodes)
        for loop in loops:
            item = LoopEnds(id=f"termination.{loop}", sentence="", flow=flow, loop=loop)
            found = one_verdict(scope, item, self.limit, self.budget, explored)
            yield found.model_copy(update={"kind": "termination"})


def _told(found: Iterator[Obligation], flow: str, flows: Sequence[str]) -> Iterator[Obligation]:
    """With the flow in the id where a law has more than one main flow."""
    for one in found:
        yield one if len(flows) == 1 else one.model_copy(update={"id": f"{one.id}@{flow}"})


def _of_text(one: Obligation) -> Obligation:
    return one.model_copy(update={"id": TEXT + one.id, "text_alone": True})
