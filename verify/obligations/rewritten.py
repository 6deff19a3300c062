"""Changing statements of a rule set, wherever they stand."""

from collections.abc import Callable
from typing import TypeAlias

from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Choose, Each, If, Repeat, StatedGap, Stmt

Change: TypeAlias = Callable[[Stmt], Stmt]

MARK = "!"
"""The id of a gap that stands for a statement that is looked for; no law has one like it."""


def marked(ref: str) -> StatedGap:
    """A gap in place of a statement of ``ref``: a run that ends in it comes to the statement."""
    return StatedGap(ref=ref, gap=MARK, reason="")


def changed(rules: RuleSet, change: Change) -> RuleSet:
    """``rules`` with ``change`` applied to every statement, outside first."""
    flows = {}
    for name, flow in rules.flows.items():
        parts = tuple(
            part.model_copy(update={"body": _block(part.body, change)}) for part in flow.parts
        )
        flows[name] = flow.model_copy(update={"parts": parts})
    decisions = {
        name: tuple(rule.model_copy(update={"body": _block(rule.body, change)}) for rule in group)
        for name, group in rules.decisions.items()
    }
    return rules.model_copy(update={"flows": flows, "decisions": decisions})


def _block(body: tuple[Stmt, ...], change: Change) -> tuple[Stmt, ...]:
    return tuple(_one(change(statement), change) for statement in body)


def _one(statement: Stmt, change: Change) -> Stmt:
    match statement:
        case If(then=then, otherwise=otherwise):
            inner = {"then": _block(then, change), "otherwise": _block(otherwise, change)}
            return statement.model_copy(update=inner)
        case Choose(body=body, stuck=stuck):
            blocked = None if stuck is None else _block(stuck, change)
            return statement.model_copy(update={"body": _block(body, change), "stuck": blocked})
        case Each(body=body) | Repeat(body=body):
            return statement.model_copy(update={"body": _block(body, change)})
        case _:
            return statement
