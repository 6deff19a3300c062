"""Verdicts: each property of a law, for each size of its sets, as data.

``proved``, ``refuted`` (with a replayed witness), ``unknown`` (saying what was
tried) and ``unsupported`` (naming what cannot be expressed) are never merged.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from time import perf_counter

from runtime.lowering import LoweringError, lower
from runtime.ruleset.properties import (
    Always,
    AtTheEnd,
    Eventually,
    LoopEnds,
    Meets,
    Never,
    Possible,
    Property,
)
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from runtime.trace import article
from verify.claims import claimed
from verify.criteria.verdict import asked, meets
from verify.deadline import share_out
from verify.endless import endless
from verify.exhaustion import Exhausted, Explorations, rests_on
from verify.failing import with_failing
from verify.induction import given, prove
from verify.known import prove_known, seen_to_fail
from verify.lasso import Lasso, lasso, lasso_in_play
from verify.limits import Limit
from verify.obligation import Obligation, cited_in_order, obligation, proved, undecided
from verify.obligations.base import Bases
from verify.proof import proved_by
from verify.quantities import Unsupported
from verify.ranking import rank, rank_known
from verify.search import Budget
from verify.symbolic import Scope
from verify.violation import Violation, violation
from verify.walked_ends import refuted_by_walk, with_walk

BRIEFLY = 0.1
"""The share of the limit that a question may cost where a violation is sought before a proof."""

BRIEF = Budget(nodes=2_000, questions=10)
"""How far it is sought then."""


def verify(
    rules: RuleSet,
    properties: Iterable[Property],
    *,
    limit: Limit | None = None,
    budget: Budget | None = None,
    sizes: Iterable[Mapping[str, int]] | None = None,
    bases: Bases | None = None,
    progress: Callable[[Obligation], None] | None = None,
) -> list[Obligation]:
    """A verdict for each of ``properties``, for each size assignment (all, unless given).

    ``limit`` bounds each single question to the solver, ``budget`` each search.
    ``bases``: what was found out of the law's flows before, invariants above all.
    ``progress`` is called with every verdict as it comes. Raises
    :class:`~verify.replay.WitnessDefect` or :class:`~verify.limits.SolverDefect`
    where this program itself is found wrong.
    """
    limit, budget = limit or Limit(), budget or Budget()
    assignments = list(all_sizes(rules)) if sizes is None else [dict(one) for one in sizes]
    explored = Explorations(budget.nodes)
    bases = bases or Bases(limit)
    found: dict[int, Obligation] = {}

    def decide(which: tuple[int, Property, Mapping[str, int]]) -> None:
        number, item, assignment = which
        began = perf_counter()
        verdict = one_verdict(Scope(rules, assignment), item, limit, budget, explored, bases)
        verdict = with_failing(rules, item, verdict)
        seconds = round(perf_counter() - began, 3)
        found[number] = verdict.model_copy(update={"seconds": seconds})
        if progress is not None:
            progress(found[number])

    pairs = [
        (item, assignment)
        for item in properties
        for assignment in assignments
        if not isinstance(item, Meets) or asked(Scope(rules, assignment), item)
    ]
    share_out([(number, *pair) for number, pair in enumerate(pairs)], decide)
    return [found[number] for number in range(len(pairs))]


def planned(
    rules: RuleSet,
    properties: Iterable[Property],
    sizes: Iterable[Mapping[str, int]] | None = None,
) -> list[Obligation]:
    """What :func:`verify` gives a verdict on, each as unknown: nothing has been tried."""
    assignments = list(all_sizes(rules)) if sizes is None else [dict(one) for one in sizes]
    scopes = [Scope(rules, assignment) for assignment in assignments]
    return [
        undecided(scope, item.id, item.kind)
        for item in properties
        for scope in scopes
        if not isinstance(item, Meets) or asked(scope, item)
    ]


def one_verdict(
    scope: Scope,
    item: Property,
    limit: Limit,
    budget: Budget,
    explored: Explorations | None = None,
    bases: Bases | None = None,
) -> Obligation:
    """The verdict on one property for one size assignment.

    ``explored``: what was walked through of the same law before, to be walked once only;
    ``bases``: what was found out of its flows.
    """
    explored = explored or Explorations(budget.nodes)
    bases = bases or Bases(limit)
    try:
        if isinstance(item, LoopEnds):
            return _loop(scope, item, limit, budget, explored, bases)
        if isinstance(item, Never | Always):
            return _state(scope, item, limit, budget, explored, bases)
        if isinstance(item, Meets):
            return meets(scope, item, limit, budget)
        found = claimed(scope, item, limit, budget, partial(bases.each, scope, item.flow))
        if isinstance(item, AtTheEnd | Eventually):
            return with_walk(scope, item, found, explored)
        if isinstance(item, Possible) and found.verdict == "unknown":
            return _possible_in_a_walk(scope, item, found, explored)
        return found
    except (Unsupported, LoweringError) as error:
        return undecided(scope, item.id, item.kind, str(error), verdict="unsupported")


def _possible_in_a_walk(
    scope: Scope, item: Possible, found: Obligation, explored: Explorations
) -> Obligation:
    """``found``, which is undecided, or what a walk through all states says."""
    never = Never(id=item.id, sentence="", flow=item.flow, condition=item.condition)
    walked = explored.of(scope, item.flow).state(never)
    if walked.holds is None:
        detail = f"{found.detail}; exhaustion: {walked.detail}"
        return found.model_copy(update={"detail": detail})
    if not walked.holds:
        assumed = tuple(f"supplement {id}" for id in scope.rules.supplement_ids)
        shown = {"assumptions": assumed, "witness": walked.witness}
        return obligation(scope, item.id, item.kind, "proved", "example", **shown)
    cited = cited_in_order(scope, rests_on(scope, item.flow, item.condition))
    detail = f"no state that is reached has it; exhaustion: {walked.detail}"
    return obligation(
        scope, item.id, item.kind, "refuted", "exhaustion", articles=cited, detail=detail
    )


def _state(
    scope: Scope,
    item: Never | Always,
    limit: Limit,
    budget: Budget,
    explored: Explorations,
    bases: Bases,
) -> Obligation:
    graph = lower(scope.rules, item.flow)
    proof = prove(scope, graph, item, limit)
    sought = False
    for base in bases.each(scope, item.flow, lambda base: prove_known(base, item, limit)):
        if proof.verdict == "proved" or seen_to_fail(base, item):
            break
        further = prove_known(base, item, limit)
        proof = further if further.verdict == "proved" else proof
        if proof.verdict != "proved" and not sought:
            # What fails mostly shows it soon; more facts to prove it with take long to find.
            sought = True
            found = violation(scope, graph, item, limit.times(BRIEFLY), BRIEF)
            if found.witness is not None:
                return _violated(scope, item, found)
    if proof.verdict == "proved":
        return proved_by(scope, item, "induction", proof)
    walked = explored.of(scope, item.flow).state(item)
    if walked.holds is not None:
        relevant = walked.changed and given(scope, graph, item, limit) != "kinds"
        return _exhausted(scope, item, walked, relevant=relevant)
    found = violation(scope, graph, item, limit, budget)
    if found.witness is not None:
        return _violated(scope, item, found)
    detail = f"induction: {proof.detail}; exhaustion: {walked.detail}; "
    detail += f"{found.tried} found no violation"
    return undecided(scope, item.id, item.kind, detail)


def _violated(scope: Scope, item: Never | Always, found: Violation) -> Obligation:
    cited = (article(scope.rules, found.ref),)
    return obligation(
        scope, item.id, item.kind, "refuted", "search", articles=cited, witness=found.witness
    )


def _loop(
    scope: Scope,
    item: LoopEnds,
    limit: Limit,
    budget: Budget,
    explored: Explorations,
    bases: Bases,
) -> Obligation:
    graph = lower(scope.rules, item.flow)
    ranking = rank(scope, graph, item, limit)
    walked = None if ranking.proved else endless(explored.of(scope, item.flow), item)
    if walked is not None and walked.holds is False:
        return _exhausted(scope, item, walked, relevant=ranking.relevant)
    seen = None if ranking.proved else lasso_in_play(scope, item)
    if seen is not None and seen.witness is not None:
        return _for_ever(scope, item, seen)
    for base in bases.each(scope, item.flow):
        if ranking.proved:
            break
        further = rank_known(scope, graph, item, limit, base.at)
        if further.proved:
            ranking = further
            ranking.core = base.rests_on(further.core)
    if ranking.proved:
        detail = ", then ".join(ranking.measures)
        vacuous = not ranking.relevant
        return proved(
            scope, item.id, item.kind, "ranking", ranking.core, vacuous=vacuous, detail=detail
        )
    assert walked is not None
    if walked.holds is not None:
        return _exhausted(scope, item, walked, relevant=ranking.relevant)
    found = lasso(scope, item, ranking, limit, budget)
    if found.witness is not None:
        return _for_ever(scope, item, found)
    reason = ranking.answer.reason if ranking.answer is not None else ""
    detail = f"no measure ranks the steps{f' ({reason})' if reason else ''}"
    detail += f"; exhaustion: {walked.detail}"
    if found.tried:
        detail += f"; tried: {found.tried}"
    return undecided(scope, item.id, item.kind, detail)


def _for_ever(scope: Scope, item: LoopEnds, found: Lasso) -> Obligation:
    cited = tuple(article(scope.rules, ref) for ref in found.refs)
    return obligation(
        scope, item.id, item.kind, "refuted", "lasso", articles=cited, witness=found.witness
    )


def _exhausted(
    scope: Scope, item: Never | Always | LoopEnds, walked: Exhausted, *, relevant: bool
) -> Obligation:
    """The verdict of a walk through all states."""
    if walked.holds:
        about = None if isinstance(item, LoopEnds) else item.condition
        core = rests_on(scope, item.flow, about)
        return proved(
            scope,
            item.id,
            item.kind,
            "exhaustion",
            core,
            vacuous=not relevant,
            detail=walked.detail,
        )
    return refuted_by_walk(scope, item, walked)
