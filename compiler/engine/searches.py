"""Expressions that look through all that a state variable holds, as Python does at once.

For one value: ``in``, ``not in``, ``count``; for each place: ``enumerate``.
"""

from dataclasses import dataclass
from typing import Literal

from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import RuleSet


@dataclass(frozen=True)
class Search:
    """How often ``value`` is in the whole of ``state``, or whether it is there, or nowhere."""

    state: str
    value: ex.Expr
    asks: Literal["count", "somewhere", "nowhere"]


def search(item: object, rules: RuleSet) -> Search | None:
    """``item`` as a search, where it is one; it asks for ``value`` once, not for each place."""
    asks: Literal["count", "somewhere", "nowhere"]
    match item:
        case ex.Count(binder=binder):
            asks, test = "count", binder.condition
        case ex.Quantified(quantifier="some", binder=binder):
            asks, test = "somewhere", _one_condition(item)
        case ex.Unary(operator="not", item=ex.Quantified(quantifier="some") as inner):
            binder = inner.binder
            asks, test = "nowhere", _one_condition(inner)
        case ex.Quantified(binder=binder, body=body) if binder.condition is None:
            asks, test = "nowhere", _denied(body)
        case _:
            return None
    found = _sought(binder, test, rules)
    return None if found is None else Search(*found, asks)


def _one_condition(item: ex.Quantified) -> ex.Expr | None:
    """What must hold of some value, unless there are two conditions."""
    condition = item.binder.condition
    if condition is None:
        return item.body
    return condition if item.body == ex.TruthConstant(value=True) else None


def _denied(item: ex.Expr) -> ex.Expr | None:
    """What must not hold for ``item`` to hold."""
    match item:
        case ex.Unary(operator="not", item=inner):
            return inner
        case ex.IsSet():
            return ex.Unary(operator="not", item=item)
        case ex.Binary(operator="unequal"):
            return item.model_copy(update={"operator": "equal"})
        case ex.Read():
            return ex.Unary(operator="not", item=item)
    return None


def _sought(binder: ex.Binder, test: ex.Expr | None, rules: RuleSet) -> tuple[str, ex.Expr] | None:
    """The state variable and the value of which ``test`` says that they are equal somewhere."""
    if len(binder.names) != 1 or binder.order or not isinstance(binder.domain, ex.AllOf):
        return None
    match test:
        case ex.Unary(operator="not", item=ex.IsSet(item=inner)):
            pairs: list[tuple[ex.Expr, ex.Expr]] = [(inner, ex.Nothing())]
        case ex.Binary(operator="equal", left=left, right=right):
            pairs = [(left, right), (right, left)]
        case ex.Read():
            pairs = [(test, ex.TruthConstant(value=True))]
        case ex.Unary(operator="not", item=ex.Read() as denied):
            pairs = [(denied, ex.TruthConstant(value=False))]
        case _:
            return None
    running = ex.Variable(name=binder.names[0])
    for place, value in pairs:
        if (
            isinstance(place, ex.Read)
            and place.arguments == (running,)
            and place.state in rules.states
            and rules.states[place.state].domain == (binder.domain.set,)
            and running not in walk(value)
        ):
            return place.state, value
    return None


@dataclass(frozen=True)
class Beside:
    """What stands at the place of each element that is run over.

    ``known``: the expressions that it is the value of.
    """

    read: ex.Read
    known: tuple[ex.Expr, ...]


def read_beside(binder: ex.Binder, rules: RuleSet) -> Beside | None:
    """What the condition of ``binder`` reads at the place of each element."""
    condition, domain = binder.condition, binder.domain
    if condition is None or len(binder.names) != 1 or not isinstance(domain, ex.AllOf):
        return None
    running = (ex.Variable(name=binder.names[0]),)
    for read in walk(condition):
        if isinstance(read, ex.Binder) and read.names == binder.names:
            return None
        if (
            isinstance(read, ex.Read)
            and read.arguments == running
            and read.state in rules.states
            and rules.states[read.state].domain == (domain.set,)
        ):
            there = _asked_first(condition) == ex.IsSet(item=read)
            return Beside(read, (read, ex.Unwrap(item=read)) if there else (read,))
    return None


def _asked_first(item: ex.Expr) -> ex.Expr:
    while isinstance(item, ex.Binary) and item.operator == "and":
        item = item.left
    return item
