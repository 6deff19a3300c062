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
from runtime.graph import Graph
from runtime.lowering import LoweringError
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from verify.invariants import Invariants
from verify.limits import Limit
from verify.obligation import Obligation, undecided
from verify.obligations.base import Base, Bases, Wants, any_id
from verify.obligations.holes import holes
from verify.obligations.open_choice import open_choice
from verify.obligations.redundant import Readings, redundant
from verify.obligations.stuck import stuck
from verify.obligations.termination import termination
from verify.obligations.unreachable import unreachable
from verify.quantities import Unsupported
from verify.search import Budget
from verify.symbolic import Scope

OF_STATES = ("gap", "conflict", "range", "stuck")
"""The kinds that are asked of each size, with the supplements in use and of the text alone."""

OF_ALL_SIZES = ("unreachable", "redundant", "open_choice")
"""The kinds that are asked of all sizes together."""

KINDS = (*OF_STATES, "termination", "almost_surely", *OF_ALL_SIZES)
"""All kinds of obligations that every law gets."""

TEXT = "text:"
"""How the ids begin of what is asked of the text alone."""

BUDGET = Budget(nodes=2_000, questions=20)
"""How far a run into each of many places is searched for."""

Progress = Callable[[Obligation], None]


@dataclass(frozen=True)
class Asked:
    """What is asked of a law, in one version and under one choice of readings.

    ``rules``: with the supplements in use; ``text``: without any; each may be
    nothing if it is not asked of. ``by_reading``: the rule set under other readings, and
    ``variations``: which of them to compare, the one in use first.
    ``sizes``: which, all unless given.
    """

    rules: RuleSet | None
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
    wants: Wants = any_id,
    limit: Limit | None = None,
    budget: Budget = BUDGET,
    bases: Bases | None = None,
    progress: Progress | None = None,
) -> list[Obligation]:
    """A verdict for each obligation of the kinds ``kinds``; ``progress`` is told each as it comes.

    ``wants``: whether one is asked for, by its id; the others cost little. ``limit``
    bounds each question to the solver, ``budget`` each search. ``bases``: what was found
    out of the law's flows before. Raises
    :class:`~verify.replay.WitnessDefect` or :class:`~verify.limits.SolverDefect`
    where this program itself is found wrong.
    """
    found = []
    clock = perf_counter()
    for one in each(asked, kinds, limit or Limit(), budget, wants, bases):
        now = perf_counter()
        found.append(one.model_copy(update={"seconds": round(now - clock, 3)}))
        clock = now
        if progress is not None:
            progress(found[-1])
    return found


def each(
    asked: Asked,
    kinds: Sequence[str],
    limit: Limit,
    budget: Budget,
    wants: Wants = any_id,
    bases: Bases | None = None,
) -> Iterator[Obligation]:
    """As :func:`automatic`, one by one: for those who may have seen enough before the last."""
    yield from _Automatic(asked, kinds, limit, budget, wants, bases).all()


def ids(asked: Asked, kinds: Sequence[str] = KINDS) -> tuple[str, ...]:
    """The ids of the obligations that there may be, each once; nothing is asked of the solver.

    Whether a reading could leave a paragraph without effect, and whether what need not
    end ends almost surely, is asked only of some of those. Where the law uses what a check
    cannot express, the kind alone stands for all of it.
    """
    seen: dict[str, None] = {}

    def note(id: str) -> bool:
        seen[id] = None
        return False

    for unsupported in _Automatic(asked, kinds, Limit(), BUDGET, note, proving=False).all():
        seen[unsupported.id] = None
    return tuple(seen)


def planned(asked: Asked, kinds: Sequence[str] = KINDS) -> list[Obligation]:
    """One entry for each kind and size, as unknown: which obligations there are is not known."""
    entries = []
    for rules, prefix in ((asked.rules, ""), (asked.text, TEXT)):
        if rules is None:
            continue
        for scope in asked.scopes(rules):
            of_loops = "termination" if "termination" in kinds else "almost_surely"
            of_size = OF_STATES if prefix else (*OF_STATES, of_loops)
            entries += [
                undecided(scope, prefix + kind, kind).model_copy(
                    update={"text_alone": bool(prefix)}
                )
                for kind in of_size
                if kind in kinds
            ]
        if not prefix:
            entries += [
                undecided(scope, kind, kind).model_copy(update={"scope": {}})
                for scope in asked.scopes(rules)[:1]
                for kind in OF_ALL_SIZES
                if kind in kinds
            ]
    return entries


class _Automatic:
    """``proving``: what is known at the cuts is found out, as proofs need it."""

    def __init__(
        self,
        asked: Asked,
        kinds: Sequence[str],
        limit: Limit,
        budget: Budget,
        wants: Wants,
        bases: Bases | None = None,
        *,
        proving: bool = True,
    ) -> None:
        self.asked = asked
        self.kinds = kinds
        self.limit = limit
        self.budget = budget
        self.wants = wants
        self.proving = proving
        self.bases = bases or Bases(limit)

    def all(self) -> Iterator[Obligation]:
        if self.asked.rules is not None:
            yield from self._of_rules(self.asked.rules)
        if self.asked.text is not None:
            flows = main_flows(self.asked.text)
            for scope in self.asked.scopes(self.asked.text):
                for flow in flows:
                    wants = self._wanting(_in_flow(flow, flows), TEXT)
                    found = self._of_states(scope, flow, wants)
                    yield from map(_of_text, _told(found, flow, flows))

    def _of_rules(self, rules: RuleSet) -> Iterator[Obligation]:
        asked, scopes, flows = self.asked, self.asked.scopes(rules), main_flows(rules)
        limit, budget = self.limit, self.budget
        for scope in scopes:
            for flow in flows:
                wants = self._wanting(_in_flow(flow, flows))
                yield from _told(self._of_states(scope, flow, wants), flow, flows)
                if "termination" in self.kinds or "almost_surely" in self.kinds:
                    found = termination(self._base(scope, flow), limit, budget, wants)
                    yield from _told(found, flow, flows)
        if not flows or not scopes:
            return
        known = self._known
        if "unreachable" in self.kinds:
            wants = self._wanting()
            yield from unreachable(scopes, flows, limit, budget, known=known, wants=wants)
        if "open_choice" in self.kinds:
            for flow in flows:
                wants = self._wanting(_in_flow(flow, flows))
                found = open_choice(scopes, flow, limit, budget, known=known, wants=wants)
                yield from _told(found, flow, flows)
        if "redundant" in self.kinds and asked.by_reading is not None and asked.variations:
            sizes = [scope.sizes for scope in scopes]
            by_reading, variations = asked.by_reading, asked.variations
            wants = self._wanting()
            yield from redundant(by_reading, variations, flows, sizes, limit, budget, wants=wants)

    def _wanting(self, end: str = "", beginning: str = "") -> Wants:
        """Of what is asked of one flow, or of the text: by the kind, and the id in full."""
        return lambda id: id.split(".")[0] in self.kinds and self.wants(beginning + id + end)

    def _base(self, scope: Scope, flow: str) -> Base:
        if self.proving:
            return self.bases.of(scope, flow)
        base = Base(scope, flow, self.limit)
        base.invariants = Invariants(scope, base.graph)
        return base

    def _known(self, scope: Scope, graph: Graph) -> Invariants:
        return self._base(scope, graph.flow).invariants

    def _of_states(self, scope: Scope, flow: str, wants: Wants) -> Iterator[Obligation]:
        try:
            base = self._base(scope, flow)
            if any(kind in self.kinds for kind in ("gap", "conflict", "range")):
                yield from holes(base, self.limit, self.budget, wants)
            if "stuck" in self.kinds:
                yield from stuck(base, self.limit, self.budget, wants)
        except (Unsupported, LoweringError) as error:
            for kind in OF_STATES:
                if kind in self.kinds:
                    yield undecided(scope, kind, kind, str(error), verdict="unsupported")


def _in_flow(flow: str, flows: Sequence[str]) -> str:
    """How the ids end of what is asked of ``flow`` where a law has more than one main flow."""
    return "" if len(flows) == 1 else f"@{flow}"


def _told(found: Iterator[Obligation], flow: str, flows: Sequence[str]) -> Iterator[Obligation]:
    """With the flow in the id where a law has more than one main flow."""
    end = _in_flow(flow, flows)
    for one in found:
        yield one.model_copy(update={"id": one.id + end})


def _of_text(one: Obligation) -> Obligation:
    return one.model_copy(update={"id": TEXT + one.id, "text_alone": True})
