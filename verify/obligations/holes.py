"""Gaps, conflicts and values out of range: is there a reachable place where play breaks off?

A *hole* is a place where the rules say nothing (``gap``), more than one thing
(``conflict``), or name a value that cannot be (``range``). The paths from each
cut to the next are followed together with all ways in which they may break off;
if none of these can happen in a state that is lawful and has the invariants,
there is no such hole. Else a run into it is looked for.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from runtime.graph import GapNode
from verify.execute import Policy
from verify.limits import Limit
from verify.norms import lawful_now
from verify.obligation import Obligation, cited_in_order, obligation, proved
from verify.obligations.base import Base
from verify.paths import Path
from verify.reach import Ends, reach
from verify.search import Budget
from verify.starts import at_start
from verify.terms import negation
from verify.witness import witness

HoleKind = Literal["gap", "conflict", "range"]


@dataclass(frozen=True)
class Hole:
    """Where play may break off, and how; ``gap``: the id of a gap that the text states."""

    kind: HoleKind
    ref: str
    gap: str | None

    @property
    def id(self) -> str:
        return f"{self.kind}.{self.ref}" + (f".{self.gap}" if self.gap else "")


def holes(base: Base, limit: Limit, budget: Budget) -> Iterator[Obligation]:
    """A verdict for each hole that the flow might have, in the order of the paragraphs."""
    order = list(base.scope.rules.paragraphs)
    found = _paths(base)
    for hole in sorted(found, key=lambda one: (order.index(one.ref), one.id)):
        yield _verdict(base, hole, found[hole], limit, budget)


def _paths(base: Base) -> dict[Hole, list[Path]]:
    found: dict[Hole, list[Path]] = {}
    start = at_start(base.scope, base.graph)
    for kept in lawful_now(base.scope, start):
        # All that is proved elsewhere begins in a state that no norm forbids.
        assert kept.name is not None
        forbidden = list(start.stopped("conflict", kept.name, negation(kept.term)))
        if forbidden:
            found.setdefault(Hole("conflict", kept.name, None), []).extend(forbidden)
    for path in base.paths(Policy(holes=True)):
        if path.stop is not None and path.stop.kind in ("gap", "conflict", "range"):
            last = base.graph.nodes[path.nodes[-1]]
            gap = last.gap if isinstance(last, GapNode) else None
            hole = Hole(path.stop.kind, path.stop.ref, gap)
            found.setdefault(hole, []).append(path)
    return found


def _verdict(base: Base, hole: Hole, paths: list[Path], limit: Limit, budget: Budget) -> Obligation:
    scope, core = base.scope, {hole.ref}
    open_: list[str] = []
    for path in paths:
        answer = base.ask(path)
        if answer.verdict == "no":
            core.update(answer.core)
        else:
            open_.append(answer.reason or "a state at a cut from which it is reached")
    if not open_:
        return proved(scope, hole.id, hole.kind, "induction", base.rests_on(core))
    cited = cited_in_order(scope, [hole.ref])
    goal = Ends(hole.kind, hole.ref, hole.gap)
    reached = reach(scope, base.graph, goal, limit=limit, budget=budget)
    if reached.run is not None and reached.replayed is not None:
        shown = witness(scope.rules, reached.run, reached.replayed, from_start=True)
        ending = reached.replayed.states[-1].ending
        if ending is not None and ending.between:
            cited = cited_in_order(scope, ending.between)
        return obligation(
            scope, hole.id, hole.kind, "refuted", "search", articles=cited, witness=shown
        )
    detail = f"induction: {open_[0]}; {reached.tried}"
    return obligation(
        scope, hole.id, hole.kind, "unknown", "induction", articles=cited, detail=detail
    )
