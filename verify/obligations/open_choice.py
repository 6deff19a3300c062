"""Open choice: does it matter what is chosen where the text names nobody who chooses?

Also asked of an order of turns that the text leaves open. ``refuted``: two runs that
are the same but for this choice end differently; both have been replayed. ``proved``:
all that may be chosen is alike, or the turns commute, so it cannot matter.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from runtime.graph import Graph
from runtime.json_values import plain
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ByNobody, Choose, Each, Stmt
from verify.invariants import Invariants
from verify.limits import Limit
from verify.obligation import Obligation, cited_in_order, obligation, proved, undecided
from verify.obligations.base import QUICK, Base, Wants, any_id
from verify.obligations.commuting import commuting
from verify.obligations.never import Known
from verify.obligations.opened import OpenChoice, open_choices, opened
from verify.obligations.rewritten import MARK, changed, marked
from verify.obligations.symmetry import symmetry
from verify.obligations.twins import Beginning, Twins, twins
from verify.reach import Ends, reach
from verify.reach.settings import Setting
from verify.replay import WitnessDefect, replay
from verify.search import Budget
from verify.symbolic import Scope
from verify.witness import witness

GAMES = 12
"""How many games are played for each size, each with a few twins."""


def open_choice(
    scopes: Sequence[Scope],
    flow: str,
    limit: Limit,
    budget: Budget,
    *,
    games: int = GAMES,
    known: Known | None = None,
    wants: Wants = any_id,
) -> Iterator[Obligation]:
    """One obligation for each paragraph that leaves a choice open, and for each open order.

    ``scopes``: all sizes of one rule set. What a supplement says about who chooses, or in
    which order, is left out; the others stay in use. A choice that matters in one size
    matters: ``refuted``, with that size; ``proved`` is for all sizes together (the scope is
    empty). ``flow`` takes no arguments. ``known``: where to get invariants.
    """
    rules = opened(scopes[0].rules)
    graph = lower(rules, flow)
    inner = [replace(scope, rules=rules) for scope in scopes]
    for found in open_choices(graph):
        if wants(_id(found)):
            yield _verdict(inner, graph, found, limit, budget, games, known)


def _id(found: OpenChoice) -> str:
    return f"open_choice.{found.ref}" + (".order" if found.kind == "order" else "")


def _verdict(
    scopes: Sequence[Scope],
    graph: Graph,
    found: OpenChoice,
    limit: Limit,
    budget: Budget,
    games: int,
    known: Known | None,
) -> Obligation:
    first, kind = scopes[0], "open_choice"
    name = _id(found)

    def settled(shown: _Shown) -> Obligation:
        core = (found.ref, *shown.core)
        return proved(first, name, kind, shown.method, core, detail=shown.detail).model_copy(
            update={"scope": {}}
        )

    shown = _shown(scopes, graph, found, limit, None)
    if shown.method:
        return settled(shown)
    came: list[tuple[Scope, Beginning]] = []
    played = 0
    for scope in scopes:
        different, beginnings = twins(scope, graph.flow, found, games)
        if different is not None:
            return _refuted(scope, name, kind, found, different)
        came += [(scope, one) for one in beginnings[:1]]
        played += games
    for scope, begun in came or _reached(scopes, graph, found, limit, budget):
        different, _ = twins(scope, graph.flow, found, games, begun)
        if different is not None:
            return _refuted(scope, name, kind, found, different)
        played += games
    if known is not None:
        # Invariants take longer than all else together.
        shown = _shown(scopes, graph, found, limit, known)
        if shown.method:
            return settled(shown)
    detail = f"{shown.detail}; no twins that end differently in {played} games"
    cited = cited_in_order(first, [found.ref])
    return undecided(first, name, kind, detail, articles=cited).model_copy(update={"scope": {}})


@dataclass(frozen=True)
class _Shown:
    """How it was shown that a choice cannot matter, if it was, and the paragraphs that rests on.

    ``detail``: what was shown, or why it was not.
    """

    method: str
    core: tuple[str, ...] = ()
    detail: str = ""


_Proof: TypeAlias = tuple[str, ...] | str
"""The paragraphs that a proof rests on, or why there is none."""


def _shown(
    scopes: Sequence[Scope], graph: Graph, found: OpenChoice, limit: Limit, known: Known | None
) -> _Shown:
    """Whether it cannot matter in any size; ``known``: with what can be known of the states."""

    def swap(scope: Scope, at: int) -> _Proof:
        shown = symmetry(scope, graph, at, limit, known)
        return shown.core if shown.alike else shown.detail

    alike = _for_all(scopes, found, swap)
    if isinstance(alike, tuple):
        return _Shown("symmetry", alike, "whatever is chosen, the same can follow, up to names")
    if found.kind != "order":
        return _Shown("", detail=f"symmetry: {alike}")
    # Without invariants it is seen soon or not at all.
    within = limit.times(QUICK) if known is None else limit

    def commute(scope: Scope, at: int) -> _Proof:
        base = Base(scope, graph.flow, within)
        base.invariants = (known or Invariants)(scope, graph)
        shown = commuting(base, at, within)
        return shown.core if shown.commute else shown.detail

    turns = _for_all(scopes, found, commute)
    if isinstance(turns, tuple):
        return _Shown("commuting", turns, "whoever's turn comes first, the same follows")
    return _Shown("", detail=f"symmetry: {alike}; commuting: {turns}")


def _for_all(
    scopes: Sequence[Scope],
    found: OpenChoice,
    proof: Callable[[Scope, int], _Proof],
) -> _Proof:
    """Whether ``proof`` proves it in each size, wherever it is chosen."""
    core: dict[str, None] = {}
    for scope in scopes:
        for node in found.nodes:
            shown = proof(scope, node)
            if isinstance(shown, str):
                return shown
            core |= dict.fromkeys(shown)
    return tuple(core)


def _refuted(scope: Scope, name: str, kind: str, found: OpenChoice, pair: Twins) -> Obligation:
    shown = []
    for run, ending in zip(pair.runs, pair.endings, strict=True):
        replayed = replay(scope.rules, run)
        last = replayed.states[-1].ending
        if last != ending:
            raise WitnessDefect(f"a twin found for {name} ends otherwise when replayed")
        shown.append(witness(scope.rules, run, replayed, from_start=True))
    both = {**shown[0], "twin": shown[1], "parted": pair.parted}
    ends = [_said(ending.kind, ending.outcome, ending.value) for ending in pair.endings]
    detail = (
        f"choice {pair.parted + 1}: {plain(pair.values[0])} leads to {ends[0]}, "
        f"{plain(pair.values[1])} to {ends[1]}"
    )
    cited = cited_in_order(scope, [found.ref])
    return obligation(
        scope, name, kind, "refuted", "twins", articles=cited, witness=both, detail=detail
    )


def _said(kind: str, outcome: str | None, value: Any) -> str:
    name = kind if outcome is None else outcome
    return name if value is None else f"{name} {plain(value)}"


def _reached(
    scopes: Sequence[Scope], graph: Graph, found: OpenChoice, limit: Limit, budget: Budget
) -> Iterator[tuple[Scope, Beginning]]:
    """How a run begins that comes to the choice: the first that is found."""
    rules = _silenced(scopes[0].rules, found)
    silent = lower(rules, graph.flow)
    for scope in scopes:
        inner = replace(scope, rules=rules)
        run = reach(inner, silent, Ends("gap", gap=MARK), limit=limit, budget=budget).run
        if run is not None:
            yield scope, (Setting(run.parameters, run.arguments), run.choices)
            return


def _silenced(rules: RuleSet, found: OpenChoice) -> RuleSet:
    """The law with a gap in place of the choice: a run that ends there comes to the choice."""

    def change(statement: Stmt) -> Stmt:
        match statement:
            case Choose(ref=found.ref, by=ByNobody()) if found.kind == "choice":
                return marked(found.ref)
            case Each(ref=found.ref, order="open") if found.kind == "order":
                return marked(found.ref)
            case _:
                return statement

    return changed(rules, change)
