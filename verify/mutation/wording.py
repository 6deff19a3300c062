"""An expression in short: as formulas are written, in concept ids. For people, never read back."""

from collections.abc import Iterable

from runtime.lowering import source_name
from runtime.ruleset import expressions as ex
from runtime.ruleset import statements as st

SIGNS = {
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
    "equal": "=",
    "unequal": "≠",
    "less": "<",
    "at_most": "≤",
    "greater": ">",
    "at_least": "≥",
    "and": "and",
    "or": "or",
    "implies": "implies",
}
"""The sign of each binary operator."""


def worded(item: ex.Expr | None) -> str:
    """``item`` in one line; what is not there always holds."""
    match item:
        case None:
            return "always"
        case ex.TruthConstant(value=truth):
            return "yes" if truth else "no"
        case ex.NumberConstant(value=number):
            return str(number)
        case ex.ElementConstant(set=name, index=index):
            return f"{name} {index + 1}"
        case ex.Nothing():
            return "nothing"
        case ex.Variable(name=name):
            return source_name(name)
        case ex.Read(state=name, arguments=arguments):
            return _applied(name, arguments)
        case ex.Apply(definition=name, arguments=arguments):
            return _applied(name, arguments)
        case ex.FieldOf(field=field, item=inner):
            return f"{worded(inner)}.{field}"
        case ex.MakeRecord(items=items) | ex.MinMax(items=items):
            name = item.operator if isinstance(item, ex.MinMax) else ""
            return f"{name}({_listed(items)})"
        case ex.Binary(operator=operator, left=left, right=right):
            return f"{_inside(left)} {SIGNS[operator]} {_inside(right)}"
        case ex.IfThenElse(condition=condition, then=then, otherwise=otherwise):
            return f"(if {worded(condition)} then {worded(then)} else {worded(otherwise)})"
        case ex.IsSet(item=inner):
            return f"{worded(inner)} is set"
        case ex.Unwrap(item=inner) | ex.First(of=inner):
            return worded(inner)
        case ex.Unary(operator=operator, item=inner):
            return f"{operator} {_inside(inner)}"
        case ex.Member(item=inner, of=of):
            return f"{_inside(inner)} in {worded(of)}"
        case ex.AllOf(set=name):
            return name
        case ex.Interval(low=low, high=high):
            return f"{worded(low)}..{worded(high)}"
        case ex.SetDisplay(items=items):
            return f"{{{_listed(items)}}}"
        case ex.Without(of=of, item=inner):
            return f"{worded(of)} without {worded(inner)}"
        case ex.Before(item=inner):
            return f"before({worded(inner)})"
        case _:
            return _bound(item)


def _bound(item: ex.Expr) -> str:
    match item:
        case ex.Quantified(quantifier=quantifier, binder=binder, body=body):
            return f"({quantifier} {worded_binder(binder)}: {worded(body)})"
        case ex.Sum(binder=binder, body=body):
            return f"sum({worded(body)} for {worded_binder(binder)})"
        case ex.Extreme(direction=direction, binder=binder, body=body):
            return f"{direction}({worded(body)} for {worded_binder(binder)})"
        case ex.Select(binder=binder):
            return f"{{{worded_binder(binder)}}}"
        case ex.The(binder=binder):
            return f"the({worded_binder(binder)})"
        case ex.Count(binder=binder):
            return f"count({worded_binder(binder)})"
        case _:
            return type(item).__name__


def worded_binder(binder: ex.Binder) -> str:
    """What a binder runs over, with what restricts it."""
    names = ", ".join(source_name(name) for name in binder.names)
    words = [f"distinct {names}" if binder.distinct else names, "in", worded(binder.domain)]
    if binder.condition is not None:
        words += ["with", worded(binder.condition)]
    words += [f"by {worded_criterion(one)}" for one in binder.order]
    return " ".join(words)


def worded_criterion(criterion: ex.Criterion) -> str:
    """By what the best are kept."""
    return f"{criterion.direction} {worded(criterion.key)}"


def worded_update(update: st.Update) -> str:
    """What is set to what."""
    return f"{_applied(update.state, update.arguments)} := {worded(update.value)}"


def _applied(name: str, arguments: Iterable[ex.Expr]) -> str:
    inside = _listed(arguments)
    return f"{name}({inside})" if inside else name


def _listed(items: Iterable[ex.Expr]) -> str:
    return ", ".join(worded(one) for one in items)


def _inside(item: ex.Expr) -> str:
    return f"({worded(item)})" if isinstance(item, ex.Binary) else worded(item)
