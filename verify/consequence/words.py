"""What is only said changes nothing: differences in announcements cannot change how play ends."""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from runtime.ruleset.expressions import NumberConstant
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Announce
from runtime.ruleset.types import TypeNode

M = TypeVar("M", bound=Model)


def only_words(first: RuleSet, second: RuleSet, refs: tuple[str, ...]) -> bool:
    """Whether under ``refs`` nothing but words differs, their length, and whom they are said to.

    Where a value is shown or worked out for them it may be missing, and play break off; such
    words count like anything else.
    """
    wanted = set(refs)
    one, other = ([*_said(rules, wanted, _silent)] for rules in (first, second))
    if one != other:
        return False
    one, other = ([*_said(rules, wanted, lambda item: item)] for rules in (first, second))
    return one != other


def _said(rules: RuleSet, wanted: set[str], told: Callable[[Model], Model]) -> Iterator[Any]:
    """What stands under the paragraphs ``wanted``, rules and parts as they are ``told``."""
    groups = (rules.sets, rules.records, rules.states, rules.parameters)
    for declared in (*(one for group in groups for one in group.values()), *rules.norms):
        if declared.ref in wanted:
            yield declared
    yield from (one for one in rules.permissions if one.ref in wanted)
    for definition in rules.definitions.values():
        if any(case.ref in wanted for case in definition.cases):
            yield definition
    for group in rules.decisions.values():
        if any(rule.ref in wanted for rule in group):
            yield [told(rule) for rule in group]
    for flow in rules.flows.values():
        for part in flow.parts:
            if part.ref in wanted:
                yield flow.id, flow.parameters, flow.result, told(part)


def _silent(item: M) -> M:
    changes: dict[str, Any] = {}
    for field in type(item).model_fields:
        value = getattr(item, field)
        if isinstance(value, Model) and not isinstance(value, TypeNode):
            changes[field] = _silent(value)
        elif isinstance(value, tuple):
            changes[field] = tuple(
                _silent(one) if isinstance(one, Model) else one for one in value if not _idle(one)
            )
    return item.model_copy(update=changes)


def _idle(one: object) -> bool:
    """Whether something is words alone, with nothing in them that could be missing."""
    if not isinstance(one, Announce) or one.values:
        return False
    timed = one.duration is None or isinstance(one.duration, NumberConstant)
    return timed and (one.to is None or one.to.role is not None)
