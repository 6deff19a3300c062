"""How far a condition with a binder reaches, where a reader may think that it ends before.

``no plot p with dry(p) or closed`` says that no plot is dry or closed; read aloud, it seems to
say that no plot is dry, or else closed. Where the last part says nothing of the variable, and
the two readings are not the same, parentheses have to tell them apart.
"""

from compiler import tree as t
from compiler.mentions import names_in

_ALIKE = {"no": (), "some": ("and", "or"), "every": ("or",)}
_LOGICAL = ("and", "or", "implies")


def stray(tree: t.QuantifiedExpr) -> t.ExprT | None:
    """The last part of what ``tree`` takes in, if it says nothing of its variables.

    None too where parentheses show what is meant, or it comes to the same anyway.
    """
    inside = tree.body if tree.quantifier == "every" else tree.binder.condition
    outside = tree.span if tree.quantifier == "every" else tree.binder.span
    if inside is None or _ends(inside.span) != _ends(outside):
        return None
    alike = _ALIKE[tree.quantifier]
    names = {name.text for name in tree.binder.names}
    operators = []
    while isinstance(inside, t.BinaryExpr) and inside.operator in _LOGICAL:
        operators.append(inside.operator)
        if _ends(inside.right.span) != _ends(inside.span):
            inside = inside.right
            break
        inside = inside.right
    if all(operator in alike for operator in operators):
        return None
    return None if names & set(names_in(inside)) else inside


def _ends(span: t.Span) -> tuple[int, int]:
    """Where it ends; what stands in parentheses ends before them."""
    return span.end_line, span.end_column
