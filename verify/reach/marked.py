"""Rules and cases that apply, looked for as if the law fell silent there.

In the marked rule set the rule's body, or the case's value, is a gap of its own. Up
to there every run is the same in both, so a run that ends in that gap is a run in
which the rule or case applies.
"""

from runtime.ruleset.expressions import Apply, TruthConstant
from runtime.ruleset.ruleset import Case, Definition, RuleSet
from runtime.ruleset.statements import StatedGap
from runtime.ruleset.types import Truth
from verify.reach.goals import Applies, Ends

MARK = "!"
"""The reference, and the id, of the gap: no law has one like it."""

NO = TruthConstant(value=False)


def marked(rules: RuleSet, goal: Applies) -> tuple[RuleSet, Ends]:
    """``rules`` with a gap where ``goal`` is met, and that gap as a goal.

    Raises ``ValueError`` if there is no such rule or case.
    """
    if goal.decision is not None:
        return _without_a_rule(rules, goal.decision, goal.ref), Ends("gap", MARK)
    return _without_a_case(rules, goal.definition or "", goal.ref), Ends("gap", MARK)


def _without_a_rule(rules: RuleSet, decision: str, ref: str) -> RuleSet:
    before = rules.decisions.get(decision, ())
    body = (StatedGap(ref=MARK, gap=MARK, reason=""),)
    after = tuple(
        rule.model_copy(update={"body": body}) if rule.ref == ref else rule for rule in before
    )
    if before == after:
        raise ValueError(f"{ref} has no rule in the decision {decision!r}")
    return rules.model_copy(update={"decisions": {**rules.decisions, decision: after}})


def _without_a_case(rules: RuleSet, name: str, ref: str) -> RuleSet:
    definition = rules.definitions.get(name)
    before = definition.cases if definition is not None else ()
    after = tuple(
        case.model_copy(update={"value": Apply(definition=MARK)}) if case.ref == ref else case
        for case in before
    )
    if definition is None or before == after:
        raise ValueError(f"{ref} has no case of the definition {name!r}")
    silent = Case(ref=MARK, guard=NO, value=NO)
    changed = {
        name: definition.model_copy(update={"cases": after}),
        MARK: Definition(id=MARK, parameters=(), type=Truth(), cases=(silent,)),
    }
    return rules.model_copy(update={"definitions": {**rules.definitions, **changed}})
