"""Definitions that are no more than a glance at the table, written where they are asked for.

``not seen[k]`` says as much as the call of a function that returns it, and costs half.
"""

from typing import TypeVar

from compiler.engine.searches import search
from runtime.lowering import source_name
from runtime.reliance import Reliance
from runtime.rewriting import rename
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Definition, RuleSet

M = TypeVar("M", bound=Model)


def with_glances(rules: RuleSet) -> RuleSet:
    """The same rules, asking the table itself where a definition does nothing else."""
    relying = Reliance(rules).definitions
    glances = {
        one.id: one
        for one in rules.definitions.values()
        if one.id not in relying and _is_glance(one, rules)
    }
    return _replaced(rules, glances) if glances else rules


def body_of(item: ex.Apply, definition: Definition) -> ex.Expr | None:
    """What the application of ``definition`` to variables asks; None where it takes more."""
    case, *more = definition.cases or (None,)
    if case is None or more or case.guard is not None or case.supplement is not None:
        return None
    names = {}
    for parameter, argument in zip(definition.parameters, item.arguments, strict=True):
        if not isinstance(argument, ex.Variable):
            return None
        names[parameter.name] = argument.name
    return rename(case.value, names, lambda name: f"{source_name(name)}.in.{definition.id}")


def _is_glance(definition: Definition, rules: RuleSet) -> bool:
    parameters = tuple(ex.Variable(name=one.name) for one in definition.parameters)
    item = body_of(ex.Apply(definition=definition.id, arguments=parameters), definition)
    while isinstance(item, ex.Unary) and item.operator == "not":
        item = item.item
    if (found := search(item, rules)) is not None:
        return isinstance(found.value, ex.Variable | ex.Nothing)
    if isinstance(item, ex.IsSet):
        item = item.item
    return isinstance(item, ex.Read) and all(isinstance(one, ex.Variable) for one in item.arguments)


def _replaced(item: M, glances: dict[str, Definition]) -> M:
    changes = {}
    for name in type(item).model_fields:
        old = getattr(item, name)
        new = _within(old, glances)
        if new is not old:
            changes[name] = new
    return item.model_copy(update=changes) if changes else item


def _within(value: object, glances: dict[str, Definition]) -> object:
    match value:
        case ex.Apply(definition=definition) if definition in glances:
            body = body_of(value, glances[definition])
            return value if body is None else body
        case Model():
            return _replaced(value, glances)
        case tuple():
            parts = tuple([_within(one, glances) for one in value])
            same = all(new is old for new, old in zip(parts, value, strict=True))
            return value if same else parts
        case dict():
            entries = {key: _within(one, glances) for key, one in value.items()}
            same = all(entries[key] is one for key, one in value.items())
            return value if same else entries
    return value
