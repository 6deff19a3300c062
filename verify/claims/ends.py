"""Ends of runs: what holds at the end, and what every run has met by then.

Proved from any good state at a cut of the flow to each end that comes before the next
cut; that every run ends is shown by the ranking of all its loops. Refuted by a run to an
end, or by one that goes on for ever.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

from runtime.graph import Graph, HeadNode
from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.ruleset.properties import AtTheEnd, Eventually, LoopEnds
from runtime.state import Store
from runtime.steps import AnyStep, Ended
from runtime.trace import article
from verify.claims.cuts import (
    Facts,
    Finder,
    Known,
    TooManyPaths,
    all_paths,
    framed_paths,
    given,
    lawful,
    rests_on,
)
from verify.claims.hunt import by_play, by_search, condition_in, moves, shown
from verify.execute import Executor, Policy
from verify.given import Given, defined_in
from verify.lasso import lasso
from verify.limits import Limit, Named, ask
from verify.norms import states_read
from verify.obligation import Obligation, Verdict, obligation, undecided
from verify.paths import Path
from verify.proof import Proof, concluded, in_some_way, proved_by, setting
from verify.ranking import Ranking, heads, rank
from verify.replay import Run, replay
from verify.search import Budget
from verify.symbolic import Scope
from verify.terms import Truth, negation
from verify.translate import Translator

UNMET = "that it was not met before"
"""The name, in a core, of what is assumed of a run that is to end without having met it."""

ENDS = ("end", "done")
"""How a run ends; in other ways it breaks off."""


class Unmet(Executor):
    """Follows only the ways on which a condition has not been met."""

    def __init__(
        self, scope: Scope, graph: Graph, policy: Policy, lacks: Callable[[Path], Truth]
    ) -> None:
        super().__init__(scope, graph, policy)
        self.lacks = lacks

    def step(self, path: Path) -> Iterator[Path]:
        """What may come next."""
        for after in super().step(path):
            kept: Path | None = after
            if after.store is not path.store:
                kept = after.on(Named(UNMET, self.lacks(after)))
            if kept is not None:
                yield kept


def at_the_end(
    scope: Scope, item: AtTheEnd, limit: Limit, budget: Budget, find: Finder | None = None
) -> Obligation:
    """The verdict on what holds in every state in which the flow ends.

    ``find``: finds facts that a proof may need.
    """
    return _Ends(scope, item, limit, budget, find).at_the_end()


def eventually(
    scope: Scope, item: Eventually, limit: Limit, budget: Budget, find: Finder | None = None
) -> Obligation:
    """The verdict on what every run meets, and on every run's coming to an end.

    ``find``: finds facts that a proof may need.
    """
    return _Ends(scope, item, limit, budget, find).eventually()


class _Ends:
    """One property of the ends of a flow, and what is asked for it."""

    def __init__(
        self,
        scope: Scope,
        item: AtTheEnd | Eventually,
        limit: Limit,
        budget: Budget,
        find: Finder | None,
    ) -> None:
        self.scope = scope
        self.find = find
        self.item = item
        self.limit = limit
        self.budget = budget
        self.graph = lower(scope.rules, item.flow)
        self.met_on_the_way = isinstance(item, Eventually)

    def at_the_end(self) -> Obligation:
        proof = self._proof()
        if proof.verdict == "proved":
            return proved_by(self.scope, self.item, "induction", proof)
        return self._refuted_or_undecided(proof)

    def eventually(self) -> Obligation:
        found = self._refuted_by_play() or self._refuted_by_lasso()
        if found is not None:
            return found
        proof = self._proof()
        if proof.verdict != "proved":
            return self._refuted_or_undecided(proof)
        for loop, ranking in self._ranked:
            if not ranking.proved:
                return self._undecided(
                    f"every run that ends has met it, but does {loop.loop} always end? "
                    "no measure ranks its steps; no run was found that goes round for ever"
                )
            own = {self.graph.nodes[at].ref for at in heads(self.graph, loop)}
            proof.core |= own | ranking.core
        return proved_by(self.scope, self.item, "induction_ranking", proof)

    # Verdicts.

    def _verdict(self, verdict: Verdict, method: str, **rest: Any) -> Obligation:
        return obligation(self.scope, self.item.id, self.item.kind, verdict, method, **rest)

    def _undecided(self, detail: str) -> Obligation:
        return undecided(self.scope, self.item.id, self.item.kind, detail)

    def _refuted_by(self, run: Run) -> Obligation:
        found = shown(self.scope, run, self._judge, self.item.id)
        cited = (article(self.scope.rules, found.ref),)
        return self._verdict("refuted", "search", articles=cited, witness=found.witness)

    def _refuted_by_play(self) -> Obligation | None:
        run = by_play(self.scope, self.graph, self._judge)
        return None if run is None else self._refuted_by(run)

    def _refuted_or_undecided(self, proof: Proof) -> Obligation:
        """A run that ends without it; if none is found, what was tried beside ``proof``."""
        found = self._refuted_by_play()
        if found is not None:
            return found
        policy = Policy(enumerate_elements=True, holes=True, assume_stuck=False)
        executor = self._executor(policy)

        def goal(path: Path, before: Path) -> Truth:
            if path.stop is None or path.stop.kind not in ENDS:
                return False
            return self._lacks(path)

        run, tried = by_search(executor, goal, self.limit, self.budget)
        if run is not None:
            return self._refuted_by(run)
        tried = f"games with random choices, {tried} found no such end"
        return self._undecided(f"induction: {proof.detail}; {tried}")

    def _refuted_by_lasso(self) -> Obligation | None:
        """A run for ever that never meets the condition."""
        for loop, ranking in self._ranked:
            if ranking.proved:
                continue
            found = lasso(self.scope, loop, ranking, self.limit, self.budget)
            if found.witness is None or found.run is None:
                continue
            replayed = replay(self.scope.rules, found.run)
            initial = replayed.game.layout.initial()
            if self._meets(replayed.game, replayed.steps, initial):
                continue
            cited = tuple(article(self.scope.rules, ref) for ref in found.refs)
            return self._verdict("refuted", "lasso", articles=cited, witness=found.witness)
        return None

    # Judging.

    def _meets(self, game: Game, steps: Sequence[AnyStep], start: Store) -> bool:
        """Whether the condition was met: on the way, or in the last state."""
        holds = condition_in(game, self.item.condition)
        stores = [start, *(after for _, _, after in moves(game.layout, steps, start))]
        return any(holds(store) for store in (stores if self.met_on_the_way else stores[-1:]))

    def _judge(self, game: Game, steps: Sequence[AnyStep], start: Store) -> int | None:
        last = steps[-1] if steps else None
        if not isinstance(last, Ended) or last.ending.kind not in ENDS:
            return None
        return None if self._meets(game, steps, start) else len(steps)

    def _lacks(self, path: Path) -> Truth:
        value, _ = Translator(self.scope, path.store).truth(self.item.condition, {})
        return negation(value)

    def _executor(self, policy: Policy) -> Executor:
        if self.met_on_the_way:
            return Unmet(self.scope, self.graph, policy, self._lacks)
        return Executor(self.scope, self.graph, policy)

    # Proving.

    @cached_property
    def _ranked(self) -> list[tuple[LoopEnds, Ranking]]:
        """For each flow with loops that are run, that they end, and what came of ranking them."""
        names = dict.fromkeys(n.flow for n in self.graph.nodes if isinstance(n, HeadNode))
        of = self.item.flow
        loops = [LoopEnds(id=self.item.id, sentence="", flow=of, loop=name) for name in names]
        return [(loop, rank(self.scope, self.graph, loop, self.limit)) for loop in loops]

    def _proof(self) -> Proof:
        """That no run ends without it: by cuts, without and with all states, then framed."""
        proof = in_some_way(self.scope, self.item.condition, self._proof_by)
        tried = proof.verdict != "proved" and self._refuted_by_play() is None
        for facts in self.find(self._proof_with) if tried and self.find is not None else ():
            if proof.verdict == "proved":
                break
            further = self._proof_with(facts)
            proof = further if further.verdict == "proved" else proof
        if proof.verdict != "proved":
            return proof
        proof.relevant = self._can_end()
        return concluded(
            proof,
            "no run ends",
            self._given,
            setting(self.graph, states_read(self.scope, self.item.condition)),
            defined_in(self.scope, self.item.condition),
        )

    def _given(self) -> Given:
        if self.met_on_the_way and self._ranked:
            return "nothing"  # That its loops end is said as well.
        return given(self.scope, self.item.condition, {}, self.limit)

    def _can_end(self) -> bool:
        executor = Executor(self.scope, self.graph, Policy())
        paths = all_paths(executor, lawful(self.scope))
        ends = (path for path in paths if path.stop is not None and path.stop.kind in ENDS)
        return any(ask(path.conditions, self.limit).verdict == "yes" for path in ends)

    def _proof_with(self, facts: Facts) -> Proof:
        """A proof that knows ``facts``, for their sizes."""
        of = _Ends(facts.scope, self.item, self.limit, self.budget, self.find)
        return of._proof_by(frozenset(), facts)

    def _proof_by(self, left_out: frozenset[str] | None, facts: Facts | None = None) -> Proof:
        """One way of proving; without ``left_out``, from the start with loops passed in one go."""
        policy = Policy(left_out=left_out or frozenset(), seal=facts is not None)
        executor = self._executor(policy)
        known = self._known(policy.left_out, facts)
        proof = Proof("proved")
        framing = left_out is None
        try:
            framed = framed_paths(executor, known) if framing else None
            for path in framed or all_paths(executor, known, facts):
                if path.stop is None or path.stop.kind not in ENDS:
                    continue
                failure = self._shown_at(path, proof, facts)
                if failure is not None:
                    return failure
        except TooManyPaths:
            return Proof("unknown", detail="too many paths")
        proof.core = rests_on(self.scope, proof.core - {UNMET}, facts)
        return proof

    def _shown_at(self, path: Path, proof: Proof, facts: Facts | None) -> Proof | None:
        """Ask it of one end; what fails there, if anything."""
        wrong = Named(None, self._lacks(path))
        if facts is None:
            answer = ask([*path.conditions, wrong], self.limit, core=True)
        else:
            answer = facts.ask(path, wrong, limit=self.limit)
        if answer.verdict == "no":
            proof.core.update(answer.core)
            proof.core.add(path.refs[-1])
            return None
        detail = answer.reason or f"the end of {path.refs[-1]} may come without it"
        return Proof("failed" if answer.verdict == "yes" else "unknown", detail=detail)

    def _known(self, left_out: frozenset[str], facts: Facts | None) -> Known:
        """Of a state at a cut: that no norm forbids it, and that nothing was met so far."""
        good = lawful(self.scope, left_out, facts)
        if not self.met_on_the_way:
            return good
        return lambda path: (*good(path), Named(UNMET, self._lacks(path)))
