"""Types and expressions of the syntax tree as text, in the keywords of one language.

The levels are those of the grammar. A node has a level, and it is *open* if it
ends in a binder that reaches to the right as far as it can; parentheses stand
exactly where the place of a node asks for more.
"""

from collections import Counter
from functools import singledispatch
from typing import Any

from compiler import tree as t
from compiler.languages import Language
from compiler.printer.authors import AuthorsWords
from compiler.printer.layout import EDGE, FILL, SPACE, Document, Group, flat_width, group, joined

PICK, CONDITION, OR, AND, NOT, COMPARISON, SUM, PRODUCT, UNARY, POSTFIX, ATOM = range(11)

_SIGNS = {
    "equal": "=",
    "unequal": "!=",
    "less": "<",
    "at_most": "<=",
    "greater": ">",
    "at_least": ">=",
    "add": "+",
    "subtract": "-",
    "multiply": "*",
    "divide": "/",
}
_SHORT = 25
"""Up to how many columns a value in braces may have for several to stand on one line."""
_COMPARED = ("unequal", "less", "at_most", "greater", "at_least")
_LEFT_TO_RIGHT = {
    "or": (OR, AND),
    "and": (AND, NOT),
    "add": (SUM, PRODUCT),
    "subtract": (SUM, PRODUCT),
    "multiply": (PRODUCT, UNARY),
    "divide": (PRODUCT, UNARY),
}


_LEVELS: dict[type[t.ExprT], int] = {
    t.TheExpr: PICK,
    t.AllExpr: PICK,
    t.IfExpr: PICK,
    t.QuantifiedExpr: COMPARISON,
    t.IsSetExpr: COMPARISON,
    t.FieldExpr: POSTFIX,
}
_UNARY_LEVELS = {"not": NOT, "negate": UNARY}


def level(node: t.ExprT) -> int:
    """The level of the grammar on which ``node`` is written."""
    if isinstance(node, t.BinaryExpr):
        chain = _LEFT_TO_RIGHT.get(node.operator)
        return chain[0] if chain else CONDITION if node.operator == "implies" else COMPARISON
    if isinstance(node, t.UnaryExpr):
        return _UNARY_LEVELS.get(node.operator, ATOM)
    return _LEVELS.get(type(node), ATOM)


def is_open(node: t.ExprT, language: Language) -> bool:
    """Whether ``node`` ends in a binder or an implication, which takes in all that follows."""
    match node:
        case t.QuantifiedExpr() | t.BinaryExpr(operator="implies"):
            return True
        case t.BinaryExpr(operator="or" | "and" as operator, right=last):
            least = _LEFT_TO_RIGHT[operator][1]
        case t.UnaryExpr(operator="not", item=last):
            least = NOT
        case _:
            return False
    return level(last) >= least and not _kept(last, language) and is_open(last, language)


def _kept(node: t.ExprT, language: Language) -> bool:
    """Whether the author put parentheses around ``node``, which then stay."""
    return isinstance(language, AuthorsWords) and language.in_parentheses(node)


def keyword(language: Language, name: str, node: Any = None, number: int = 0) -> str:
    """The wording of the keyword ``name`` in ``language``: the canonical one, or its author's.

    ``node`` is what the keyword belongs to, ``number`` says which of several such
    keywords in it is meant, from 0.
    """
    if node is not None and isinstance(language, AuthorsWords):
        return language.said(name, node, number) or language.keywords[name][0]
    return language.keywords[name][0]


def after(language: Language, name: str, node: Any = None, number: int = 0) -> list[Document]:
    """The same as it follows other words, with the place to break before it.

    A comma at its start belongs to the line before.
    """
    wording = keyword(language, name, node, number)
    if wording.startswith(","):
        return [",", SPACE, wording[1:].lstrip()]
    return [SPACE, wording]


def nested(document: Document) -> Group:
    """``document``, further in where it is broken."""
    return group(document, hang=2)


def place(
    node: t.ExprT, language: Language, least: int = PICK, *, may_be_open: bool = True
) -> Document:
    """``node`` where the grammar wants a level of ``least``, in parentheses if it needs them."""
    text = write(node, language)
    needed = level(node) < least or (is_open(node, language) and not may_be_open)
    if needed or _kept(node, language):
        return group("(", nested(text), ")")
    return text


def listed(nodes: tuple[t.ExprT, ...], language: Language) -> list[Document]:
    """Expressions with commas between them, and places to break."""
    return joined([place(node, language) for node in nodes], ",", SPACE)


def bracketed(opening: str, parts: list[Document], closing: str) -> Group:
    """``parts`` in brackets, on lines of their own where they do not fit on one."""
    return group(opening, nested(group(EDGE, *parts)), EDGE, closing)


# ---- types -------------------------------------------------------------------


@singledispatch
def write_type(node: t.TypeT, language: Language) -> str:
    """A type as text. Types are short: they are never broken."""
    raise TypeError(type(node))


@write_type.register
def _named_type(node: t.NamedType, language: Language) -> str:
    return node.name.text


@write_type.register
def _number_type(node: t.NumberType, language: Language) -> str:
    return f"{node.low}..{node.high}"


@write_type.register
def _set_type(node: t.SetType, language: Language) -> str:
    return f"{keyword(language, 'SET_OF', node)} {write_type(node.item, language)}"


@write_type.register
def _truth_type(node: t.TruthType, language: Language) -> str:
    return keyword(language, "TRUTH", node)


@write_type.register
def _optional_type(node: t.OptionalType, language: Language) -> str:
    either, none = keyword(language, "OR", node), keyword(language, "NONE", node)
    return f"{write_type(node.item, language)} {either} {none}"


# ---- binders -----------------------------------------------------------------


def write_binder(binder: t.BinderTree, language: Language) -> Document:
    """The variables, their condition and their order of preference."""
    parts: list[Document] = [_variables(binder, language)]
    if binder.condition is not None:
        parts += [SPACE, keyword(language, "WITH", binder), " "]
        parts.append(nested(place(binder.condition, language, CONDITION)))
    spoken: Counter[str] = Counter()
    for number, criterion in enumerate(binder.order):
        name = f"{'THEN' if number else 'WITH'}_{criterion.direction.upper()}"
        parts += after(language, name, binder, spoken[name])
        spoken[name] += 1
        parts += [" ", nested(place(criterion.key, language, SUM))]
    return group(*parts, hang=2 if len(parts) > 1 else 0)


def _variables(binder: t.BinderTree, language: Language) -> Document:
    names = ", ".join(name.text for name in binder.names)
    if binder.source is not None:
        source = place(binder.source, language, SUM)
        pair = f"{keyword(language, 'TWO_DISTINCT', binder)} " if binder.distinct else ""
        return group(f"{pair}{names} {keyword(language, 'FROM', binder)} ", source)
    domain = "" if binder.set is None else binder.set.text
    if binder.distinct:
        return f"{keyword(language, 'TWO_DISTINCT', binder)} {domain} {names}"
    return f"{domain} {names}"


# ---- expressions -------------------------------------------------------------


@singledispatch
def write(node: t.ExprT, language: Language) -> Document:
    """An expression as text, without parentheses around it."""
    raise TypeError(type(node))


@write.register
def _number(node: t.NumberLiteral, language: Language) -> Document:
    return str(node.value)


@write.register
def _truth(node: t.TruthLiteral, language: Language) -> Document:
    return keyword(language, "YES" if node.value else "NO_TRUTH", node)


@write.register
def _nothing(node: t.NothingLiteral, language: Language) -> Document:
    return keyword(language, "NONE", node)


@write.register
def _name(node: t.NameExpr, language: Language) -> Document:
    if node.arguments is None:
        return node.name.text
    return _function(node.name.text, listed(node.arguments, language))


def _function(name: str, parts: list[Document]) -> Document:
    return bracketed(f"{name}(", parts, ")")


@write.register
def _field(node: t.FieldExpr, language: Language) -> Document:
    return group(place(node.item, language, POSTFIX), f".{node.field.text}")


@write.register
def _unary(node: t.UnaryExpr, language: Language) -> Document:
    if node.operator == "absolute":
        return _function(keyword(language, "ABS", node), [place(node.item, language)])
    if node.operator == "negate":
        return group("-", place(node.item, language, UNARY))
    return group(f"{keyword(language, 'NOT', node)} ", place(node.item, language, NOT))


@write.register
def _before(node: t.BeforeExpr, language: Language) -> Document:
    return _function(keyword(language, "BEFORE", node), [place(node.item, language)])


@write.register
def _binary(node: t.BinaryExpr, language: Language) -> Document:
    if node.operator in _LEFT_TO_RIGHT:
        return _chain(node, language)
    sign = f"{_sign(node, language)} "
    if node.operator == "implies":
        premise = place(node.left, language, OR, may_be_open=False)
        return group(premise, SPACE, sign, place(node.right, language, CONDITION))
    left, right = place(node.left, language, SUM), place(node.right, language, SUM)
    return group(left, SPACE, sign, right, hang=2)


def _sign(node: t.BinaryExpr, language: Language) -> str:
    if node.operator in _COMPARED and isinstance(language, AuthorsWords):
        return language.said("COMPARE", node, 0) or _SIGNS[node.operator]
    return _SIGNS.get(node.operator) or keyword(language, node.operator.upper(), node)


def _chain(node: t.BinaryExpr, language: Language) -> Document:
    """Operators of one level, which group to the left, broken together."""
    own, tighter = _LEFT_TO_RIGHT[node.operator]
    links: list[list[Document]] = []
    first: t.ExprT = node
    while isinstance(first, t.BinaryExpr) and level(first) == own:
        operand = nested(place(first.right, language, tighter, may_be_open=not links))
        links.append([SPACE, f"{_sign(first, language)} ", operand])
        first = first.left
    start = nested(place(first, language, own, may_be_open=False))
    return group(start, *(part for link in reversed(links) for part in link))


@write.register
def _minmax(node: t.MinMaxExpr, language: Language) -> Document:
    return _function(keyword(language, node.operator.upper(), node), listed(node.items, language))


@write.register
def _interval(node: t.IntervalExpr, language: Language) -> Document:
    return f"{node.low}..{node.high}"


@write.register
def _display(node: t.DisplayExpr, language: Language) -> Document:
    items = [place(item, language) for item in node.items]
    short = all(flat_width(item) <= _SHORT for item in items)
    return bracketed("{", joined(items, ",", FILL if short else SPACE), "}")


@write.register
def _is_set(node: t.IsSetExpr, language: Language) -> Document:
    ending = keyword(language, "IS_NOT_SET" if node.negated else "IS_SET", node)
    text = group(place(node.item, language, SUM), SPACE, ending, hang=2)
    return text


@write.register
def _quantified(node: t.QuantifiedExpr, language: Language) -> Document:
    variables = write_binder(node.binder, language)
    if node.body is not None:
        body = nested(place(node.body, language, CONDITION))
        words = [f"{keyword(language, 'EVERY', node)} ", variables]
        words += after(language, "SATISFIES", node)
        return group(*words, " ", body, hang=2)
    if node.quantifier == "some" and node.binder.distinct:
        return variables
    quantifier = keyword(language, node.quantifier.upper(), node)
    return group(f"{quantifier} ", variables)


@write.register
def _the(node: t.TheExpr, language: Language) -> Document:
    parts: list[Document] = [f"{keyword(language, 'THE', node)} "]
    parts.append(write_binder(node.binder, language))
    if node.otherwise is not None:
        parts += [*after(language, "OTHERWISE", node), " ", nested(place(node.otherwise, language))]
    return group(*parts, hang=2)


@write.register
def _all(node: t.AllExpr, language: Language) -> Document:
    text = group(f"{keyword(language, 'ALL', node)} ", write_binder(node.binder, language))
    return text


@write.register
def _count(node: t.CountExpr, language: Language) -> Document:
    return _function(keyword(language, "COUNT", node), [write_binder(node.binder, language)])


@write.register
def _aggregate(node: t.AggregateExpr, language: Language) -> Document:
    parts = [place(node.body, language), *after(language, "OVER", node), " "]
    parts.append(write_binder(node.binder, language))
    return _function(keyword(language, node.operator.upper(), node), parts)


@write.register
def _if(node: t.IfExpr, language: Language) -> Document:
    parts: list[Document] = [f"{keyword(language, 'IF', node)} "]
    parts.append(nested(place(node.condition, language, CONDITION)))
    parts += [*after(language, "THEN", node), " ", nested(place(node.then, language, CONDITION))]
    parts += [*after(language, "OTHERWISE", node), " ", nested(place(node.otherwise, language))]
    return group(*parts, hang=2)
