"""Termination: does each loop end, whatever is chosen?

Each loop is asked about by itself, the loops inside it passed in one go: it ends
if every pass makes some measure smaller, provided that the loops inside end, each
of which is asked about in turn. Where that fails, a run that comes back to where
it was is looked for: first one in which what is done at a dead end leads back.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from runtime.graph import ChooseNode, HeadNode
from runtime.lowering import lower
from runtime.ruleset.properties import LoopEnds
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Choose, Stmt
from verify.endless import endless
from verify.exhaustion import Explorations
from verify.frames import TooManyPaths, loops
from verify.lasso import FEW_MET, comes_back, lasso, lasso_in_play, lasso_witness
from verify.limits import Limit
from verify.obligation import Obligation, cited_in_order, obligation, proved, undecided
from verify.obligations.almost_surely import almost_surely
from verify.obligations.base import Base, Wants, any_id
from verify.obligations.rewritten import changed
from verify.quantities import Unsupported
from verify.ranking import Ranking, heads, rank_passes
from verify.reach import Ends, reach
from verify.replay import WitnessDefect
from verify.search import Budget
from verify.symbolic import Scope


def termination(
    base: Base, limit: Limit, budget: Budget, wants: Wants = any_id
) -> Iterator[Obligation]:
    """A verdict for each flow with a loop in it; for one that need not end, a second one."""
    flows = dict.fromkeys(node.flow for node in base.graph.nodes if isinstance(node, HeadNode))
    for flow in flows:
        # Both are asked first: whoever lists the ids wants neither.
        asked, further = wants(f"termination.{flow}"), wants(f"almost_surely.{flow}")
        if not (asked or further):
            continue
        item = LoopEnds(id=f"termination.{flow}", sentence="", flow=base.flow, loop=flow)
        try:
            found = _verdict(base, item, limit, budget)
            if asked:
                yield found
            if further and found.verdict != "proved":
                back = (found.witness or {}).get("comes_back_to")
                yield almost_surely(base, flow, limit, budget, endless=back is not None)
        except Unsupported as error:
            kind = "termination" if asked else "almost_surely"
            yield undecided(base.scope, f"{kind}.{flow}", kind, str(error), verdict="unsupported")


def _verdict(base: Base, item: LoopEnds, limit: Limit, budget: Budget) -> Obligation:
    scope = base.scope
    own = {base.graph.nodes[head].ref for head in heads(base.graph, item)}
    inner = _inside(base, item)
    if not _dead_ends(base, item):
        # A loop that need not end mostly shows it soon; that no measure ranks it takes longer.
        played = lasso_in_play(scope, item, only=FEW_MET)
        if played.witness is not None and _own(base, item) & _repeated(played.witness):
            return _refuted(scope, item, "lasso", played.refs, played.witness)
    try:
        ranking = rank_passes(scope, base.graph, item, limit)
    except TooManyPaths:
        ranking = Ranking(proved=False)
    if ranking.proved:
        found = proved(
            scope,
            item.id,
            "termination",
            "ranking",
            base.rests_on({*own, *ranking.core}),
            vacuous=not ranking.relevant,
            detail=", then ".join(ranking.measures),
        )
        assumed = tuple(f"termination.{flow}" for flow in inner)
        return found.model_copy(update={"assumptions": (*found.assumptions, *assumed)})
    refuted = _led_back(base, item, limit, budget)
    if refuted is not None:
        return refuted
    walked = endless(Explorations(budget.nodes).of(scope, item.flow), item)
    if walked.holds is True:
        return proved(scope, item.id, "termination", "exhaustion", own, detail=walked.detail)
    if walked.witness is not None:
        return _refuted(scope, item, "exhaustion", walked.refs or own, walked.witness)
    sought = lasso(scope, item, ranking, limit, budget)
    if sought.witness is not None:
        return _refuted(scope, item, "lasso", sought.refs, sought.witness)
    detail = f"no measure ranks the passes; tried: {sought.tried}"
    return undecided(scope, item.id, "termination", detail)


def _refuted(
    scope: Scope, item: LoopEnds, method: str, refs: Iterable[str], witness: dict[str, Any]
) -> Obligation:
    cited = cited_in_order(scope, refs)
    return obligation(
        scope, item.id, "termination", "refuted", method, articles=cited, witness=witness
    )


def _inside(base: Base, item: LoopEnds) -> list[str]:
    """The flows with a loop inside the loops of ``item``."""
    known = loops(base.graph)
    own = heads(base.graph, item)
    nodes = [base.graph.nodes[at] for head in own for at in sorted(known[head].nodes)]
    found = dict.fromkeys(node.flow for node in nodes if isinstance(node, HeadNode))
    return [flow for flow in found if flow != item.loop]


def _led_back(base: Base, item: LoopEnds, limit: Limit, budget: Budget) -> Obligation | None:
    """A run that a dead end leads back to where it was, if there is one in the loop."""
    scope = base.scope
    for ref in _dead_ends(base, item):
        rules = _without_way_out(scope.rules, ref)
        dead_end = Ends("stuck", ref)
        found = reach(
            replace(scope, rules=rules),
            lower(rules, item.flow),
            dead_end,
            limit=limit,
            budget=budget,
        )
        if found.run is None:
            continue
        try:
            replayed = comes_back(scope.rules, found.run)
        except WitnessDefect:
            continue
        shown = lasso_witness(scope.rules, found.run, replayed, from_start=True)
        return _refuted(scope, item, "lasso", [ref], shown)
    return None


def _own(base: Base, item: LoopEnds) -> set[str]:
    """The paragraphs of the loops of ``item`` that have no part in a loop inside them.

    What goes round and passes one of them passes the head of the loop itself.
    """
    known, own = loops(base.graph), heads(base.graph, item)
    nodes = {at for head in own for at in known[head].nodes}
    inner = {
        at
        for head in nodes - {*own}
        if isinstance(base.graph.nodes[head], HeadNode)
        for at in known[head].nodes
    }
    refs = {base.graph.nodes[at].ref for at in nodes - inner}
    return refs - {base.graph.nodes[at].ref for at in inner}


def _repeated(lasso: Mapping[str, Any]) -> set[str]:
    """The paragraphs of the steps that are made again and again, if any of them is a choice."""
    chosen, refs, back = 0, set(), lasso["comes_back_to"]
    for step in lasso["steps"] if back is not None else ():
        chosen += step["step"] == "chosen"
        if chosen > back:
            refs.add(step["ref"])
    return refs


def _dead_ends(base: Base, item: LoopEnds) -> list[str]:
    """The paragraphs of innermost loops that say what is done where there is no choice."""
    known = loops(base.graph)
    innermost = [head for head in heads(base.graph, item) if not _inside(base, item)]
    nodes = (base.graph.nodes[at] for head in innermost for at in sorted(known[head].nodes))
    stuck = (n.ref for n in nodes if isinstance(n, ChooseNode) and n.stuck is not None)
    return list(dict.fromkeys(stuck))


def _without_way_out(rules: RuleSet, ref: str) -> RuleSet:
    """``rules`` without what is done where the choices of ``ref`` have no lawful value."""

    def change(statement: Stmt) -> Stmt:
        if isinstance(statement, Choose) and statement.ref == ref:
            return statement.model_copy(update={"stuck": None})
        return statement

    return changed(rules, change)
