"""Unreachable: is there a rule, a case, a norm or a branch that can never apply?

For each paragraph of the text, everything in it is looked for in games with random
choices, then by a search; what is not found is tried to be proved impossible.
``proved``: all of it can apply, each item in a run of the interpreter from the law's
start. ``refuted``: some of it never applies.
"""

from collections.abc import Iterator, Mapping, Sequence

from verify.limits import Limit
from verify.obligation import Obligation, cited_in_order, obligation, undecided
from verify.obligations.base import Wants, any_id
from verify.obligations.items import Item, subject
from verify.obligations.never import Known, Unused
from verify.obligations.played import Uses, played
from verify.obligations.settled import settled
from verify.search import Budget
from verify.symbolic import Scope

GAMES = 24
"""How many games are played at most before anything else is tried."""


def unreachable(
    scopes: Sequence[Scope],
    flows: Sequence[str],
    limit: Limit,
    budget: Budget,
    *,
    games: int = GAMES,
    known: Known | None = None,
    wants: Wants = any_id,
) -> Iterator[Obligation]:
    """One obligation for each paragraph that something in the flows ``flows`` comes from.

    ``scopes``: all sizes of one rule set; what applies in one of them is reachable, so
    the verdicts are for all sizes together (their scope is empty). ``flows``: the main
    flows of the law, which take no arguments. ``known``: where to get invariants. What
    a supplement adds is not asked about: whether it is needed is what the obligation on
    the gap tells that it fills.
    """
    of = subject(scopes, flows)
    asked = [
        item for item in of.items if item.supplement is None and wants(f"unreachable.{item.ref}")
    ]
    if not asked:
        return
    uses = played(of, lambda uses: uses.reached >= set(asked), games)
    left = [item for item in asked if item not in uses.reached]
    proofs = settled(of, left, uses, limit, budget, 0, known)
    by_ref: dict[str, list[Item]] = {}
    for item in asked:
        by_ref.setdefault(item.ref, []).append(item)
    for ref in [one for one in of.rules.paragraphs if one in by_ref]:
        verdict = _verdict(of.scopes[0], ref, by_ref[ref], uses, proofs)
        yield verdict.model_copy(update={"scope": {}})


def _verdict(
    scope: Scope,
    ref: str,
    asked: Sequence[Item],
    uses: Uses,
    proofs: Mapping[Item, Unused],
) -> Obligation:
    name, kind = f"unreachable.{ref}", "unreachable"
    here = [item for item in asked if item not in uses.reached]
    cited = cited_in_order(scope, [ref])
    if not here:
        detail = f"seen in {uses.games} games"
        return obligation(scope, name, kind, "proved", "example", articles=cited, detail=detail)
    dead = [item for item in here if proofs[item].verdict == "never"]
    if dead:
        core = {ref}.union(*(proofs[item].core for item in dead))
        known = [one for one in sorted(core) if one in scope.rules.paragraphs]
        detail = f"never applies: {'; '.join(map(str, dead))}"
        articles = cited_in_order(scope, known)
        methods = ", ".join(sorted({proofs[item].method for item in dead}))
        return obligation(scope, name, kind, "refuted", methods, articles=articles, detail=detail)
    said = [f"{item}: {proofs[item].detail}" for item in here]
    return undecided(scope, name, kind, "; ".join(said), articles=cited)
