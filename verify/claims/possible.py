"""What can be: some run reaches a state, shown by a run; or none does, shown by induction."""

from collections.abc import Sequence

from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.ruleset.properties import Never, Possible
from runtime.state import Store
from runtime.steps import AnyStep
from verify.claims.hunt import by_play, by_search, changed, condition_in, moves, shown
from verify.execute import Executor, Policy
from verify.induction import prove
from verify.limits import Limit
from verify.obligation import Obligation, cited_in_order, obligation, undecided
from verify.paths import Path
from verify.search import Budget
from verify.symbolic import Scope
from verify.terms import Truth
from verify.translate import Translator


def possible(scope: Scope, item: Possible, limit: Limit, budget: Budget) -> Obligation:
    """The verdict: proved with a run as an example, refuted where induction excludes it."""
    graph = lower(scope.rules, item.flow)

    def judge(game: Game, steps: Sequence[AnyStep], start: Store) -> int | None:
        holds = condition_in(game, item.condition)
        if holds(start):
            return 0
        for position, _, after in moves(game.layout, steps, start):
            if holds(after):
                return position + 1
        return None

    def goal(path: Path, before: Path) -> Truth:
        if path is not before and not changed(path, before):
            return False
        return Translator(scope, path.store).truth(item.condition, {})[0]

    run, tried = by_play(scope, graph, judge), "games with random choices"
    proof = None
    if run is None:
        never = Never(id=item.id, sentence="", flow=item.flow, condition=item.condition)
        proof = prove(scope, graph, never, limit)
        if proof.verdict == "proved":
            cited = cited_in_order(scope, proof.core)
            detail = "no state that is reached has it"
            return obligation(
                scope, item.id, item.kind, "refuted", "induction", articles=cited, detail=detail
            )
        policy = Policy(enumerate_elements=True, holes=True, assume_stuck=False)
        executor = Executor(scope, graph, policy)
        run, more = by_search(executor, goal, limit, budget)
        tried = f"{tried}, {more}"
    if run is not None:
        found = shown(scope, run, judge, item.id)
        return obligation(
            scope,
            item.id,
            item.kind,
            "proved",
            "example",
            assumptions=tuple(f"supplement {id}" for id in scope.rules.supplement_ids),
            witness=found.witness,
        )
    assert proof is not None
    detail = f"{tried} found no such state; induction: {proof.detail}"
    return undecided(scope, item.id, item.kind, detail)
