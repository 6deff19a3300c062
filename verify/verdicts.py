"""Verdicts: each property of a law, for each size of its sets, as data.

``proved``, ``refuted`` (with a replayed witness), ``unknown`` (saying what was
tried) and ``unsupported`` (naming what cannot be expressed) are never merged.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from time import perf_counter
from typing import Any, Literal

from runtime.lowering import LoweringError, lower
from runtime.ruleset.model import Model
from runtime.ruleset.properties import Always, LoopEnds, Never, Property
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from runtime.trace import article
from verify.induction import prove
from verify.lasso import lasso
from verify.limits import Limit
from verify.quantities import Unsupported
from verify.ranking import rank
from verify.search import Budget
from verify.symbolic import Scope
from verify.violation import violation

Verdict = Literal["proved", "refuted", "unknown", "unsupported"]


class Obligation(Model):
    """One thing that was to be shown, and what came of it.

    ``scope``: the sizes of the sets whose size can vary. ``articles``: the
    paragraphs that the verdict rests on, as cited. ``assumptions``: what a proof
    takes for granted beside them. ``vacuous``: proved, but of something that
    cannot happen. ``seconds``: wall clock, for information only.
    """

    id: str
    kind: str
    language: str
    articles: tuple[str, ...] = ()
    scope: dict[str, int]
    verdict: Verdict
    method: str
    assumptions: tuple[str, ...] = ()
    vacuous: bool = False
    witness: dict[str, Any] | None = None
    detail: str = ""
    seconds: float = 0.0


def verify(
    rules: RuleSet,
    properties: Iterable[Property],
    *,
    limit: Limit | None = None,
    budget: Budget | None = None,
    sizes: Iterable[Mapping[str, int]] | None = None,
    progress: Callable[[Obligation], None] | None = None,
) -> list[Obligation]:
    """A verdict for each of ``properties``, for each size assignment (all, unless given).

    ``limit`` bounds each single question to the solver, ``budget`` each search.
    ``progress`` is called with every verdict as it comes. Raises
    :class:`~verify.replay.WitnessDefect` or :class:`~verify.limits.SolverDefect`
    where this program itself is found wrong.
    """
    limit, budget = limit or Limit(), budget or Budget()
    assignments = list(all_sizes(rules)) if sizes is None else [dict(one) for one in sizes]
    found: list[Obligation] = []
    for item in properties:
        for assignment in assignments:
            began = perf_counter()
            obligation = one_verdict(Scope(rules, assignment), item, limit, budget)
            seconds = round(perf_counter() - began, 3)
            found.append(obligation.model_copy(update={"seconds": seconds}))
            if progress is not None:
                progress(found[-1])
    return found


def one_verdict(scope: Scope, item: Property, limit: Limit, budget: Budget) -> Obligation:
    """The verdict on one property for one size assignment."""
    try:
        if isinstance(item, LoopEnds):
            return _loop(scope, item, limit, budget)
        if isinstance(item, Never | Always):
            return _state(scope, item, limit, budget)
        raise Unsupported(f"a property of the kind {item.kind}")
    except Unsupported as error:
        return _obligation(scope, item, "unsupported", "none", detail=str(error))
    except LoweringError as error:
        return _obligation(scope, item, "unsupported", "none", detail=str(error))


def _state(scope: Scope, item: Never | Always, limit: Limit, budget: Budget) -> Obligation:
    graph = lower(scope.rules, item.flow)
    proof = prove(scope, graph, item, limit)
    if proof.verdict == "proved":
        vacuous = not proof.relevant
        return _proved(scope, item, "induction", proof.core, vacuous=vacuous, detail=proof.empty)
    found = violation(scope, graph, item, limit, budget)
    if found.witness is not None:
        return _obligation(
            scope,
            item,
            "refuted",
            "search",
            articles=(article(scope.rules, found.ref),),
            witness=found.witness,
        )
    detail = f"induction: {proof.detail}; {found.tried} found no violation"
    return _obligation(scope, item, "unknown", "induction", detail=detail)


def _loop(scope: Scope, item: LoopEnds, limit: Limit, budget: Budget) -> Obligation:
    graph = lower(scope.rules, item.flow)
    ranking = rank(scope, graph, item, limit)
    if ranking.proved:
        detail = ", then ".join(ranking.measures)
        vacuous = not ranking.relevant
        return _proved(scope, item, "ranking", ranking.core, vacuous=vacuous, detail=detail)
    found = lasso(scope, item, ranking, limit, budget)
    if found.witness is not None:
        cited = tuple(article(scope.rules, ref) for ref in found.refs)
        return _obligation(scope, item, "refuted", "lasso", articles=cited, witness=found.witness)
    reason = ranking.answer.reason if ranking.answer is not None else ""
    detail = f"no measure ranks the steps{f' ({reason})' if reason else ''}"
    if found.tried:
        detail += f"; tried: {found.tried}"
    return _obligation(scope, item, "unknown", "ranking", detail=detail)


def _proved(
    scope: Scope,
    item: Property,
    method: str,
    core: Iterable[str],
    *,
    vacuous: bool,
    detail: str = "",
) -> Obligation:
    order = list(scope.rules.paragraphs)
    refs = sorted(core, key=lambda ref: (order.index(ref) if ref in order else len(order), ref))
    cited = tuple(article(scope.rules, ref) for ref in refs)
    return _obligation(
        scope,
        item,
        "proved",
        method,
        articles=cited,
        assumptions=(*cited, *(f"supplement {one.id}" for one in scope.rules.supplements)),
        vacuous=vacuous,
        detail=detail,
    )


def _obligation(
    scope: Scope, item: Property, verdict: Verdict, method: str, **rest: Any
) -> Obligation:
    return Obligation(
        id=item.id,
        kind=item.kind,
        language=scope.rules.language,
        scope=dict(_ranged(scope)),
        verdict=verdict,
        method=method,
        **rest,
    )


def _ranged(scope: Scope) -> Iterator[tuple[str, int]]:
    for name, declared in scope.rules.sets.items():
        if declared.same_as is None and declared.low < declared.high:
            yield name, scope.sizes[name]
