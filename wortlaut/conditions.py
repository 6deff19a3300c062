"""Conditions of properties in words: the part that a path leads to, as the law states it."""

from collections.abc import Sequence

from compiler import tree as t
from compiler.languages import language
from compiler.law import Law
from compiler.printer.expressions import write
from compiler.printer.layout import lay_out

_WIDEST = 10_000
"""How many columns a condition may have: it stands on one line."""


def stated(law: Law, id: str, path: Sequence[str]) -> str:
    """The part of the condition of property ``id`` that ``path`` leads to, as it is printed.

    ``path``: the names of the fields that lead to it (:mod:`verify.failing`); tree and rule
    set have the same ones. Where the tree ends before the path, what contains the part;
    empty for a property without a condition.
    """
    part: t.ExprT | None = law.condition_of_property(id)
    if part is None:
        return ""
    for name in path:
        if name == "item" and isinstance(part, t.QuantifiedExpr):
            continue  # "no …" is one node here, and "not some …" in the rule set
        inner = getattr(part, name, None)
        if inner is None:
            break
        part = inner
    return lay_out(write(part, language("en")), width=_WIDEST)
