"""Almost-sure termination: does a loop that need not end do so with probability one?

Every choice is taken to be made at random: each lawful value with some least
probability, whatever happened before. A pass that no measure makes smaller can then
not be taken for ever if from every state at its head some choices lead out of the loop,
or to where such a pass is not possible: there are finitely many states, so they do so
within so many choices, with at least some fixed probability, again and again. If that
cannot be shown, all states are looked at, where they are few.
"""

from runtime.graph import HeadNode
from runtime.ruleset.properties import LoopEnds
from verify.exhaustion import Explorations, rests_on
from verify.frames import TooManyPaths
from verify.limits import Limit
from verify.measures import measures_for
from verify.obligation import Obligation, cited_in_order, obligation, proved, undecided
from verify.obligations.base import Base
from verify.obligations.guided import Guided, Open
from verify.quantities import Unsupported
from verify.ranking import QUICK, heads
from verify.search import Budget
from verify.trapped import trapped

KIND = "almost_surely"

ASSUMED = "choices at random: each lawful one with some least probability, whatever came before"


def almost_surely(
    base: Base, flow: str, limit: Limit, budget: Budget, *, endless: bool = False
) -> Obligation:
    """Whether the loops of ``flow``, which need not end, end almost surely.

    ``endless``: a run is known that comes back to where it was.
    """
    id = f"{KIND}.{flow}"
    item = LoopEnds(id=id, sentence="", flow=base.flow, loop=flow)
    found = by_choices(base, item, limit, endless=endless)
    if isinstance(found, Obligation) and found.verdict == "proved":
        return found
    walked = trapped(Explorations(budget.nodes).of(base.scope, base.flow), item)
    if walked.witness is not None:
        cited = cited_in_order(base.scope, walked.refs)
        return obligation(
            base.scope,
            id,
            KIND,
            "refuted",
            "exhaustion",
            articles=cited,
            witness=walked.witness,
            detail="once there, no choice leads out",
        )
    if walked.holds is True:
        core = rests_on(base.scope, base.flow)
        by_walk = proved(base.scope, id, KIND, "exhaustion", core, detail=walked.detail)
        return _assuming_chance(by_walk)
    if isinstance(found, Obligation):
        return found
    return undecided(base.scope, id, KIND, f"{found}; {walked.detail}")


def by_choices(
    base: Base, item: LoopEnds, limit: Limit, *, endless: bool = False
) -> Obligation | str:
    """A proof that choices lead out of the loops of ``item``; else why there is none.

    What cannot be expressed is a verdict of its own.
    """
    try:
        return _led_out(base, item, limit, endless)
    except (Open, TooManyPaths) as open_:
        return str(open_) or "there are too many ways through it"
    except Unsupported as error:
        return undecided(base.scope, item.id, KIND, str(error), verdict="unsupported")


def _led_out(base: Base, item: LoopEnds, limit: Limit, endless: bool) -> Obligation:
    """A proof that choices lead out; raises :class:`Open` if none is found."""
    core: set[str] = set()
    measures: dict[str, None] = {}
    inside: dict[str, None] = {}
    own = heads(base.graph, item)
    ways: dict[int, Guided] = {}
    for head in reversed(own):
        # A run that comes back passes some head for ever: this one, if all others are ranked.
        alone = len(ways) == len(own) - 1 and not any(one.prefixes for one in ways.values())
        ways[head] = Guided(base, item, head, limit, endless=endless and alone)
    for guided in map(ways.__getitem__, own):
        _show(base, item, guided, limit)
        core |= guided.core
        measures.update(dict.fromkeys(guided.measures))
        for at, ranked in guided.inner.items():
            inner = base.graph.nodes[at]
            assert isinstance(inner, HeadNode)
            # What measures rank is shown here, of this place; elsewhere it may not end.
            if inner.flow != item.loop and not ranked:
                inside[f"{KIND}.{inner.flow}"] = None
        if guided.measure is not None:
            measures[guided.measure.name] = None
    detail = "from every state at its head some choices lead out of it"
    if measures:
        detail += ", or to where a pass makes smaller: " + ", then ".join(measures)
    found = proved(base.scope, item.id, KIND, "chance", base.rests_on(core), detail=detail)
    return _assuming_chance(found, *inside)


def _show(base: Base, item: LoopEnds, guided: Guided, limit: Limit) -> None:
    """With no further measure, then with each that might get smaller; raises :class:`Open`."""
    try:
        guided.show()
    except Open as open_:
        given, inner = measures_for(base.scope, base.graph, item, guided.inside)
        guided.limit = limit.times(QUICK)
        for measure in (*given, *inner):
            try:
                guided.show(measure)
            except Open:
                continue
            return
        raise open_


def _assuming_chance(found: Obligation, *inside: str) -> Obligation:
    """``found``, with what it takes for granted of choices and of loops ``inside``."""
    return found.model_copy(update={"assumptions": (*found.assumptions, *inside, ASSUMED)})
