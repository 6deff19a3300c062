"""The values of terms under a model: what a solver's answer is held against."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from verify.terms import Term, Truth, Whole, walk

Model: TypeAlias = Mapping[str, int]
"""A value for each symbol by name; truths are 0 and 1."""


def evaluate_all(roots: Iterable[Truth | Whole], model: Model) -> list[int]:
    """The values of ``roots``; a symbol that ``model`` leaves open takes its lowest value."""
    items = list(roots)
    values: dict[Term, int] = {}

    def of(item: Truth | Whole) -> int:
        return values[item] if isinstance(item, Term) else int(item)

    for term in walk(items):
        args = term.args
        match term.op:
            case "symbol":
                result = model.get(args[0], term.low)
            case "not":
                result = 1 - of(args[0])
            case "and":
                result = int(all(values[part] for part in args))
            case "or":
                result = int(any(values[part] for part in args))
            case "iff":
                result = int(of(args[0]) == of(args[1]))
            case "ite":
                result = of(args[1]) if of(args[0]) else of(args[2])
            case "linear":
                result = args[0] + sum(factor * values[part] for factor, part in args[1])
            case "sealed":
                result = of(args[0])
            case "at_most":
                result = int(of(args[0]) <= args[1])
            case _:
                result = int(of(args[0]) == args[1])
        values[term] = result
    return [of(item) for item in items]


def evaluate(root: Truth | Whole, model: Model) -> int:
    """The value of ``root`` under ``model``."""
    return evaluate_all((root,), model)[0]
