"""A place where play may break off: proved to be out of reach, or shown in a run."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from verify.exhaustion import rests_on
from verify.limits import Limit, Named
from verify.obligation import Obligation, cited_in_order, obligation, proved, undecided
from verify.obligations.base import Base
from verify.paths import Path
from verify.reach import Ends, reach
from verify.reach.met import ends_so
from verify.replay import replay
from verify.search import Budget
from verify.witness import witness


@dataclass(frozen=True)
class Way:
    """A path to the place, and what else has to hold for play to break off there.

    ``rests_on``: names of what was shown for that to be asked. ``unsupported``: why that
    cannot be asked; empty if it can. ``closer``: the same, looked at more closely, which
    takes longer.
    """

    path: Path
    more: tuple[Named, ...] = ()
    rests_on: tuple[str, ...] = ()
    unsupported: str = ""
    closer: "Callable[[], Way] | None" = None


def out_of_reach(
    base: Base, id: str, ref: str, goal: Ends, ways: Iterable[Way], limit: Limit, budget: Budget
) -> Obligation:
    """The verdict on a place in the paragraph ``ref``: it is ``goal`` to come there.

    ``ways``: all that lead there from a cut. If none of them can be taken in a state that
    is lawful and has the invariants, the place is out of reach; else a run is looked for.
    """
    scope, core = base.scope, {ref}
    open_ = [(way, why) for way in ways if (why := _why_open(base, way, core))]
    if not open_:
        return proved(scope, id, goal.kind, "induction", base.rests_on(core))
    reached = reach(scope, base.graph, goal, limit=limit, budget=budget)
    if reached.run is None or reached.replayed is None:
        closer = [way.closer for way, _ in open_ if way.closer is not None]
        if len(closer) == len(open_) and not any(_why_open(base, one(), core) for one in closer):
            return proved(scope, id, goal.kind, "induction", base.rests_on(core))
        detail = f"induction: {open_[0][1]}; {reached.tried}"
        open_place = undecided(scope, id, goal.kind, detail, articles=cited_in_order(scope, [ref]))
        return _in_a_walk(base, ref, goal, open_place)
    ending = reached.replayed.states[-1].ending
    involved = ending.between if ending is not None else ()
    return obligation(
        scope,
        id,
        goal.kind,
        "refuted",
        "search",
        articles=cited_in_order(scope, involved or [ref]),
        witness=witness(scope.rules, reached.run, reached.replayed, from_start=True),
    )


def _why_open(base: Base, way: Way, core: set[str]) -> str:
    """Why it is open whether a way can be taken; empty if it cannot: then ``core`` is added to."""
    if way.unsupported:
        return way.unsupported
    answer = base.ask(way.path, *way.more, anyway=core)
    if answer.verdict != "no":
        return answer.reason or "a state at a cut from which it is reached"
    core.update(answer.core, way.rests_on)
    return ""


def _in_a_walk(base: Base, ref: str, goal: Ends, found: Obligation) -> Obligation:
    """``found``, which is undecided, or what a walk through all states says of the place."""
    scope, walked = base.scope, base.exploration
    for bad in walked.bad_endings():
        if ends_so(walked.games[0], goal, bad.ending):
            replayed = replay(scope.rules, bad.run)
            return obligation(
                scope,
                found.id,
                found.kind,
                "refuted",
                "exhaustion",
                articles=cited_in_order(scope, bad.ending.between or [ref]),
                witness=witness(scope.rules, bad.run, replayed, from_start=True),
            )
    count = walked.incomplete(walked.settings.said_only)
    if count:
        return found.model_copy(update={"detail": f"{found.detail}; exhaustion: {count}"})
    core = rests_on(scope, base.flow)
    detail = f"{len(walked.visits)} states"
    return proved(scope, found.id, found.kind, "exhaustion", core, detail=detail)
