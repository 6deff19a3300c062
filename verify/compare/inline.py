"""Helping flows, followed into: the block with their statements in place of the calls.

A flow that only one version has is no step of its own but a way of putting
things. Its variables get names of their own, so that none is taken for one of
the caller's.
"""

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as s
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Flow, RuleSet
from runtime.ruleset.types import Optional, TypeNode
from verify.quantities import Unsupported

M = TypeVar("M", bound=Model)

_NAMED = (ex.Variable, s.Let, s.Choose, s.Each)


def opened(body: Sequence[s.Stmt], rules: RuleSet, other: RuleSet) -> list[s.Stmt]:
    """``body`` with the flows that ``rules`` has and ``other`` has not followed into.

    Blocks inside its statements are left as they are. Raises
    :class:`~verify.quantities.Unsupported` where a flow does more than end with its result.
    """
    found: list[s.Stmt] = []
    for statement in body:
        if isinstance(statement, s.Call) and statement.flow not in other.flows:
            found += opened(list(_followed(statement, rules)), rules, other)
        else:
            found.append(statement)
    return _branched(found)


def _branched(body: list[s.Stmt]) -> list[s.Stmt]:
    """``body`` with what follows a branch that never goes on moved into the other branch.

    "If so, the end; then this" and "if so, the end, otherwise this" are the same. What
    follows is left where it stands if it names something, since that is known further on.
    """
    for at, statement in enumerate(body):
        rest = tuple(body[at + 1 :])
        if not rest or not isinstance(statement, s.If) or any(map(_names_something, rest)):
            continue
        then, otherwise = statement.then, statement.otherwise
        if _never_goes_on(then):
            changes = {"otherwise": (*otherwise, *rest)}
        elif _never_goes_on(otherwise):
            changes = {"then": (*then, *rest)}
        else:
            continue
        return [*body[:at], statement.model_copy(update=changes)]
    return body


def _names_something(statement: s.Stmt) -> bool:
    match statement:
        case s.Let():
            return True
        case s.Choose(optional=optional):
            return not optional
        case s.Call(result=result):
            return result is not None
    return False


def _never_goes_on(body: Sequence[s.Stmt]) -> bool:
    match body[-1] if body else None:
        case s.End() | s.Again() | s.StatedGap() | s.Return():
            return True
        case s.If(then=then, otherwise=otherwise):
            return _never_goes_on(then) and _never_goes_on(otherwise)
    return False


def _followed(call: s.Call, rules: RuleSet) -> Iterator[s.Stmt]:
    flow = rules.flows[call.flow]
    for parameter, argument in zip(flow.parameters, call.arguments, strict=True):
        name = _own(parameter.name, flow)
        yield s.Let(ref=call.ref, name=name, type=parameter.type, value=argument)
    body = [statement for part in flow.parts for statement in part.body]
    result: ex.Expr | None = None
    if body and isinstance(end := body[-1], s.Return):
        result = end.value
        body.pop()
    if any(isinstance(one, s.Return | s.Again) for one in _decided(body, rules)):
        raise Unsupported(f"{flow.id} may end before its last step")
    yield from (_renamed(statement, flow) for statement in body)
    if call.result is not None and flow.result is not None:
        if result is None and not isinstance(flow.result, Optional):
            raise Unsupported(f"{flow.id} ends without its result")
        value = ex.Nothing() if result is None else _renamed(result, flow)
        yield s.Let(ref=call.ref, name=call.result, type=flow.result, value=value)


def within(body: Sequence[Any]) -> Iterator[s.Stmt]:
    """The statements of ``body`` and those inside them; what they call stays closed."""
    for statement in body:
        yield statement
        for name in type(statement).model_fields:
            block = getattr(statement, name)
            if isinstance(block, tuple):
                yield from within(tuple(one for one in block if isinstance(one, s.Statement)))


def _decided(body: Sequence[Any], rules: RuleSet) -> Iterator[s.Stmt]:
    """The statements of ``body``, and those of the rules it decides by.

    Where a rule says that a flow starts over, it is the flow in which is decided.
    """
    seen: set[str] = set()
    open_ = [body]
    while open_:
        for statement in within(open_.pop()):
            yield statement
            if isinstance(statement, s.Decide) and statement.decision not in seen:
                seen.add(statement.decision)
                open_ += [rule.body for rule in rules.decisions.get(statement.decision, ())]


def states_written(body: Sequence[s.Stmt], rules: RuleSet) -> set[str]:
    """The state variables that ``body`` may change, also through flows and decisions."""
    found: set[str] = set()
    seen: set[str] = set()
    open_ = [list(body)]
    while open_:
        for statement in within(open_.pop()):
            if isinstance(statement, s.Assign):
                found.update(update.state for update in statement.updates)
            elif isinstance(statement, s.Call) and f"flow {statement.flow}" not in seen:
                seen.add(f"flow {statement.flow}")
                open_ += [list(part.body) for part in rules.flows[statement.flow].parts]
            elif isinstance(statement, s.Decide) and f"decision {statement.decision}" not in seen:
                seen.add(f"decision {statement.decision}")
                open_ += [list(rule.body) for rule in rules.decisions.get(statement.decision, ())]
    return found


def flows_called(rules: RuleSet) -> set[str]:
    """The flows that some other flow or some rule calls."""
    bodies = [part.body for flow in rules.flows.values() for part in flow.parts]
    bodies += [rule.body for decided in rules.decisions.values() for rule in decided]
    called = (one for body in bodies for one in within(body) if isinstance(one, s.Call))
    return {call.flow for call in called}


def _own(name: str, flow: Flow) -> str:
    return f"{flow.id}.{name}"


def _renamed(item: M, flow: Flow) -> M:
    """``item`` with every variable of ``flow`` under its own name."""
    changes: dict[str, Any] = {}
    for field in type(item).model_fields:
        value = getattr(item, field)
        if isinstance(value, TypeNode):
            continue
        if isinstance(value, Model):
            changes[field] = _renamed(value, flow)
        elif isinstance(value, tuple) and any(isinstance(one, Model) for one in value):
            changes[field] = tuple(_renamed(one, flow) for one in value)
        elif field == "names" and isinstance(item, ex.Binder):
            changes[field] = tuple(_own(name, flow) for name in value)
        elif (field == "name" and isinstance(item, _NAMED)) or (
            field == "result" and isinstance(item, s.Call) and value is not None
        ):
            changes[field] = _own(value, flow)
    return item.model_copy(update=changes) if changes else item
