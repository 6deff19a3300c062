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
from verify.alike import for_all_alike
from verify.execute import Policy
from verify.limits import Limit
from verify.norms import lawful_now
from verify.obligation import Obligation
from verify.obligations.base import Base, Wants, any_id
from verify.obligations.places import Way, out_of_reach
from verify.paths import Path
from verify.reach import Ends
from verify.search import Budget
from verify.starts import at_start
from verify.terms import negation

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


def holes(base: Base, limit: Limit, budget: Budget, wants: Wants = any_id) -> Iterator[Obligation]:
    """A verdict for each hole that the flow might have, in the order of the paragraphs."""
    order = list(base.scope.rules.paragraphs)
    found = _paths(base)
    for hole in sorted(found, key=lambda one: (order.index(one.ref), one.id)):
        if wants(hole.id):
            goal = Ends(hole.kind, hole.ref, hole.gap)
            ways = map(Way, found[hole])
            yield out_of_reach(base, hole.id, hole.ref, goal, ways, limit, budget)


def _paths(base: Base) -> dict[Hole, list[Path]]:
    found: dict[Hole, list[Path]] = {}
    start = at_start(base.scope, base.graph)
    for kept in lawful_now(base.scope, start):
        # All that is proved elsewhere begins in a state that no norm forbids.
        assert kept.name is not None
        forbidden = list(start.stopped("conflict", kept.name, negation(kept.term)))
        if forbidden:
            found.setdefault(Hole("conflict", kept.name, None), []).extend(forbidden)
    policy = Policy(holes=True, one_for_all=for_all_alike(base.scope, base.graph))
    for path in base.paths(policy):
        if path.stop is not None and path.stop.kind in ("gap", "conflict", "range"):
            last = base.graph.nodes[path.nodes[-1]]
            gap = last.gap if isinstance(last, GapNode) else None
            hole = Hole(path.stop.kind, path.stop.ref, gap)
            found.setdefault(hole, []).append(path)
    return found
