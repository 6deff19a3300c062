"""Settling what games with random choices have not used: by a proof, or a search.

The quick ways come first: proofs that need not follow the flow, more games, a search
for a run, and last the proofs that follow the flow.
"""

from collections.abc import Sequence
from dataclasses import replace

from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Announce, Assign, Choose, End, If, StatedGap, Stmt
from verify.limits import Limit
from verify.obligations.items import Item, Subject
from verify.obligations.never import Known, Unused, never
from verify.obligations.played import Script, Uses, played
from verify.obligations.rewritten import MARK, changed, marked
from verify.obligations.walked import walked
from verify.reach import Applies, Ends, Holds, reach
from verify.reach.goals import Goal
from verify.reach.settings import Setting
from verify.search import Budget


def settled(
    of: Subject,
    wanted: Sequence[Item],
    uses: Uses,
    limit: Limit,
    budget: Budget,
    games: int,
    known: Known | None,
    *,
    without_effect: bool = False,
) -> dict[Item, Unused]:
    """What came of the proofs for ``wanted``; what is found in use is added to ``uses``.

    Without ``without_effect`` an item is in use where it is reached, with it where it
    makes a difference. ``games``: how many more games are played at most.
    """
    seen = uses.told if without_effect else uses.reached
    if not wanted:
        return {}
    found = never(of, wanted, limit, without_effect=without_effect, near=True)
    left = [item for item in wanted if found[item].verdict == "open"]
    if games:
        played(of, lambda uses: seen >= set(left), games, (), uses)
    tried = {item: _sought(of, item, uses, limit, budget) for item in left if item not in seen}
    left = [item for item in left if item not in seen]
    found |= never(of, left, limit, known, without_effect=without_effect)
    open_ = [item for item in left if found[item].verdict == "open"]
    if not without_effect:
        found |= walked(of, open_, uses, budget)
    for item in open_:
        if found[item].verdict == "open":
            found[item].detail += f"; tried: {tried[item]}"
    return found


def _sought(of: Subject, item: Item, uses: Uses, limit: Limit, budget: Budget) -> str:
    """Add what is used in a run found for ``item`` to ``uses``; or only say what was tried.

    ``limit`` bounds each question to the solver, ``budget`` each search.
    """
    rules, goal = _goal(of, item)
    said = f"{uses.games} games"
    if goal is None:
        return said
    graphs = of.graphs if rules is of.rules else [lower(rules, one.flow) for one in of.graphs]
    for size, scope in enumerate(of.scopes):
        for number, graph in enumerate(graphs):
            inner = replace(scope, rules=rules)
            found = reach(inner, graph, goal, limit=limit, budget=budget)
            said = found.tried
            if found.run is None:
                continue
            setting = Setting(found.run.parameters, found.run.arguments)
            script = Script(size, number, setting, found.run.choices)
            played(of, lambda uses: False, 0, [script], uses)
            if item in uses.reached:
                return said
    return said


def _goal(of: Subject, item: Item) -> tuple[RuleSet, Goal | None]:
    """What a search is to look for, and in which law: this one, or one with a mark in it."""
    if item.kind == "rule":
        return of.rules, Applies(item.ref, decision=item.name)
    if item.kind == "case":
        return of.rules, Applies(item.ref, definition=item.name)
    if item.kind == "permission":
        return of.rules, Holds(of.rules.permissions[of.items.permissions[item]].permitted)
    if item.kind == "norm":
        return of.rules, None
    return changed(of.rules, lambda one: _marked(one, item)), Ends("gap", gap=MARK)


def _marked(statement: Stmt, item: Item) -> Stmt:
    """A mark in place of what may be ``item``; whether it is, the run that is found tells."""
    if statement.ref != item.ref:
        return statement
    mark = marked(item.ref)
    match statement:
        case If() if item.kind == "branch":
            body = statement.then if item.name == "then" else statement.otherwise
            if body and not isinstance(body[0], StatedGap):
                return statement.model_copy(update={item.name: (mark,)})
        case Assign() if item.kind == "values":
            if item.name == ", ".join(sorted({one.state for one in statement.updates})):
                return mark
        case Choose() if item.kind == "choice":
            return mark
        case Announce(text=item.name) if item.kind == "words":
            return mark
        case End(outcome=item.name) if item.kind == "end":
            return mark
    return statement
