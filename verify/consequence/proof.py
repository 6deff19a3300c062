"""Proofs that a difference cannot change how play ends.

Paragraph by paragraph: where everything that is not literally the same permits the same
in every state, so do the rule sets, and every run of the one is a run of the other. What
is only left open does not matter if all that may be chosen is alike.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from runtime.lowering import lower
from runtime.ruleset.expressions import Apply
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import TypeNode
from verify.claims.same import same_steps
from verify.compare.bench import Pair
from verify.compare.paragraph import compare_paragraph
from verify.consequence.sides import Question
from verify.consequence.stages import Stage
from verify.limits import Limit
from verify.obligations.opened import open_choices, opened
from verify.obligations.symmetry import symmetry
from verify.quantities import Unsupported
from verify.symbolic import Scope

M = TypeVar("M", bound=Model)

_OTHER = "'"
"""Ends the name of a definition that is another one in the second rule set."""


@dataclass(frozen=True)
class Proof:
    """``core``: the paragraphs that it rests on; ``detail``: why there is none."""

    proved: bool
    method: str
    core: tuple[str, ...] = ()
    detail: str = ""


def by_paragraphs(first: RuleSet, second: RuleSet, sizes: dict[str, int]) -> Proof:
    """Whether all paragraphs that are not literally the same permit the same.

    Definitions that differ are compared for themselves, and if they are not equal, where
    they are used: under the conditions there they may come to the same.
    """
    changed = [
        name
        for name, one in first.definitions.items()
        if name in second.definitions and one != second.definitions[name]
    ]
    detail = ""
    for other in (second, _under_other_names(second, changed)) if changed else (second,):
        refs = sorted(_differing(first, other))
        pair = Pair(first, other)
        for ref in refs:
            found = compare_paragraph(pair, ref, [sizes]).relation
            if found not in ("equal", "not_encoded"):
                detail = f"{ref} is {'not the same' if found != 'unknown' else 'not decided'}"
                break
        else:
            return Proof(True, "paragraphs", tuple(refs))
    return Proof(False, "paragraphs", detail=detail)


def in_full(
    question: Question, stages: Sequence[Stage], sizes: dict[str, int], limit: Limit
) -> Proof:
    """Whether all that may be chosen is alike; else, whether both make the same steps.

    In every main flow, from any state on. Two versions are compared in all paragraphs.
    """
    if question.kind == "versions":
        return by_paragraphs(question.first.rules, question.second.rules, sizes)
    core: dict[str, None] = {}
    method = ""
    for flow in dict.fromkeys(stage.whole for stage in stages):
        try:
            found = _alike(question, flow, sizes, limit) or _same(question, flow, sizes, limit)
        except Unsupported as error:
            return Proof(False, "equality", detail=str(error))
        if not found.proved:
            return found
        method = method or found.method
        core |= dict.fromkeys(found.core)
    return Proof(bool(method), method, tuple(sorted(core)))


def _same(question: Question, flow: str, sizes: dict[str, int], limit: Limit) -> Proof:
    one, other = question.first.rules, question.second.rules
    if (one.sets, one.records, one.states, one.parameters) != (
        other.sets,
        other.records,
        other.states,
        other.parameters,
    ):
        return Proof(False, "equality", detail="the sides declare different things")
    scopes = Scope(one, sizes), Scope(other, sizes)
    graphs = lower(one, flow), lower(other, flow)
    core, failure = same_steps(scopes, graphs, limit)
    if failure is not None:
        return Proof(False, "equality", detail=failure)
    return Proof(True, "equality", tuple(core))


def _alike(question: Question, flow: str, sizes: dict[str, int], limit: Limit) -> Proof | None:
    """By symmetry; None where that is not what is asked."""
    if question.wider is None or question.kind != "supplement":
        return None
    scope = Scope(opened(question.first.rules), sizes)
    graph = lower(scope.rules, flow)
    core: dict[str, None] = {}
    for found in open_choices(graph):
        if found.ref not in question.refs:
            continue
        for node in found.nodes:
            same = symmetry(scope, graph, node, limit)
            if not same.alike:
                return Proof(False, "symmetry", detail=f"symmetry: {same.detail}")
            core |= dict.fromkeys(same.core)
    return Proof(True, "symmetry", tuple(core))


# What differs, literally.


def _differing(first: RuleSet, second: RuleSet) -> set[str]:
    """The paragraphs of everything that is not the same in both."""
    one, other = list(_said(first)), list(_said(second))
    return {ref for item in one if item not in other for ref in item[0]} | {
        ref for item in other if item not in one for ref in item[0]
    }


def _said(rules: RuleSet) -> Iterator[tuple[tuple[str, ...], Any]]:
    """All that a rule set says, each with the paragraphs that say it."""
    yield from (((one.ref,), one) for one in rules.sets.values())
    yield from (((one.ref,), one) for one in rules.records.values())
    yield from (((one.ref,), one) for one in rules.states.values())
    yield from (((one.ref,), one) for one in rules.parameters.values())
    yield from (((one.ref,), one) for one in rules.norms)
    yield from (((one.ref,), one) for one in rules.permissions)
    for definition in rules.definitions.values():
        yield tuple(case.ref for case in definition.cases), definition
    for group in rules.decisions.values():
        yield tuple(rule.ref for rule in group), group
    for flow in rules.flows.values():
        for part in flow.parts:
            yield (part.ref,), (flow.id, flow.parameters, flow.result, part)


def _under_other_names(rules: RuleSet, names: Collection[str]) -> RuleSet:
    """The rule set with some of its definitions called otherwise, wherever they are used."""
    definitions = {}
    for name, one in rules.definitions.items():
        new = _renamed(one, names)
        if name in names:
            new = new.model_copy(update={"id": name + _OTHER})
        definitions[new.id] = new
    return rules.model_copy(
        update={
            "definitions": definitions,
            "norms": tuple(_renamed(one, names) for one in rules.norms),
            "permissions": tuple(_renamed(one, names) for one in rules.permissions),
            "decisions": {
                name: tuple(_renamed(one, names) for one in group)
                for name, group in rules.decisions.items()
            },
            "flows": {name: _renamed(one, names) for name, one in rules.flows.items()},
        }
    )


def _renamed(item: M, names: Collection[str]) -> M:
    changes: dict[str, Any] = {}
    for field in type(item).model_fields:
        value = getattr(item, field)
        if isinstance(value, Model) and not isinstance(value, TypeNode):
            new = _renamed(value, names)
            if new is not value:
                changes[field] = new
        elif isinstance(value, tuple) and any(isinstance(one, Model) for one in value):
            made = tuple(_renamed(o, names) if isinstance(o, Model) else o for o in value)
            if any(new is not old for new, old in zip(made, value, strict=True)):
                changes[field] = made
    if isinstance(item, Apply) and item.definition in names:
        changes["definition"] = item.definition + _OTHER
    return item.model_copy(update=changes) if changes else item
