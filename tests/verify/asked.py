"""Asking the automatic obligations of small rule sets, and playing their witnesses again."""

from collections.abc import Callable, Iterator

from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from runtime.state import Ending
from runtime.steps import DECLINE
from verify.limits import Limit
from verify.obligation import Obligation
from verify.obligations.base import Base
from verify.replay import Replayed, Run, replay
from verify.search import Budget
from verify.symbolic import Scope

LIMIT = Limit(steps=5_000, seconds=20.0)
BUDGET = Budget(nodes=300, questions=10)

Obligations = Callable[[Base, Limit, Budget], Iterator[Obligation]]


def asked(rules: RuleSet, obligations: Obligations) -> dict[str, list[Obligation]]:
    """The verdicts by id: one for each size, smallest first."""
    found: dict[str, list[Obligation]] = {}
    for sizes in all_sizes(rules):
        for one in obligations(Base(Scope(rules, sizes), "game", LIMIT), LIMIT, BUDGET):
            found.setdefault(one.id, []).append(one)
    return found


def verdicts(found: dict[str, list[Obligation]]) -> dict[str, set[str]]:
    return {id: {one.verdict for one in entries} for id, entries in found.items()}


def again(rules: RuleSet, found: Obligation) -> Replayed:
    """The witness, played by the interpreter from the law's start; its values are numbers."""
    assert found.verdict == "refuted"
    shown = found.witness
    assert shown is not None
    assert shown["from_start"]
    assert "initial" not in shown
    choices = tuple(DECLINE if one is None else one for one in shown["choices"])
    parameters = shown.get("parameters", {})
    run = Run(shown["flow"], shown["sizes"], parameters, {}, None, choices)
    return replay(rules, run)


def ended(rules: RuleSet, found: Obligation) -> Ending:
    """How the witness ends."""
    ending = again(rules, found).states[-1].ending
    assert ending is not None
    return ending
