"""Layout: Python expressions as data, set out in lines as ``ruff format`` sets them out.

An expression that fits stands in one line. One that does not is broken at its
outermost brackets, or, where it has operators outside brackets, put into
parentheses and broken at the operators that bind least.
"""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

WIDTH = 88

LAMBDA, IF, OR, AND, NOT, COMPARE, ADD, MULTIPLY, SIGN, ATOM = range(10)
"""How strongly what stands outside the brackets of an expression binds."""


@dataclass(frozen=True, slots=True)
class Atom:
    """Text that is not broken: a name, a literal, what is taken from them."""

    text: str
    binds: ClassVar[int] = ATOM


@dataclass(frozen=True, slots=True)
class Call:
    """A call; its one argument may be a :class:`Comprehension` without brackets."""

    function: "Code"
    arguments: tuple["Code", ...]
    binds: ClassVar[int] = ATOM


@dataclass(frozen=True, slots=True)
class Keyword:
    """An argument by name."""

    name: str
    value: "Code"
    binds: ClassVar[int] = LAMBDA


@dataclass(frozen=True, slots=True)
class Items:
    """A list, tuple, set or (of :class:`Entry`) dictionary; a bare tuple has no brackets."""

    brackets: str
    items: tuple["Code", ...]

    @property
    def binds(self) -> int:
        return ATOM if self.brackets else LAMBDA - 1


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a dictionary."""

    key: "Code"
    value: "Code"
    binds: ClassVar[int] = LAMBDA


@dataclass(frozen=True, slots=True)
class Comprehension:
    """``element for target in source if condition``, in ``brackets`` or as a sole argument."""

    brackets: str
    element: "Code"
    target: str
    source: "Code"
    condition: "Code | None"

    @property
    def binds(self) -> int:
        return ATOM if self.brackets else LAMBDA - 1


@dataclass(frozen=True, slots=True)
class Index:
    """``of[at]``."""

    of: "Code"
    at: "Code"
    binds: ClassVar[int] = ATOM


@dataclass(frozen=True, slots=True)
class Attribute:
    """``of.name``."""

    of: "Code"
    name: str
    binds: ClassVar[int] = ATOM


@dataclass(frozen=True, slots=True)
class Prefix:
    """``not`` or a sign before an operand."""

    operator: str
    operand: "Code"
    binds: int


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands with operators of equal strength between them."""

    operands: tuple["Code", ...]
    operators: tuple[str, ...]
    binds: int


@dataclass(frozen=True, slots=True)
class Conditional:
    """``then if condition else otherwise``."""

    then: "Code"
    condition: "Code"
    otherwise: "Code"
    binds: ClassVar[int] = IF


@dataclass(frozen=True, slots=True)
class Lambda:
    """A nameless function."""

    parameters: str
    body: "Code"
    binds: ClassVar[int] = LAMBDA


@dataclass(frozen=True, slots=True)
class Grouped:
    """An expression in parentheses."""

    inner: "Code"
    binds: ClassVar[int] = ATOM


Code: TypeAlias = (
    Atom
    | Call
    | Keyword
    | Items
    | Entry
    | Comprehension
    | Index
    | Attribute
    | Prefix
    | Chain
    | Conditional
    | Lambda
    | Grouped
)


def call(function: str, *arguments: Code) -> Code:
    """A call of what has a name."""
    return Call(Atom(function), arguments)


def grouped(item: Code, least: int) -> Code:
    """``item``, in parentheses if it binds less than ``least``."""
    return Grouped(item) if item.binds < least else item


def flat(item: Code) -> str:
    """The expression in one line."""
    match item:
        case Atom(text):
            return text
        case Call(function, arguments):
            return f"{flat(function)}({', '.join(map(flat, arguments))})"
        case Keyword(name, value):
            return f"{name}={flat(value)}"
        case Entry(key, value):
            return f"{flat(key)}: {flat(value)}"
        case Items(brackets, items):
            inside = ", ".join(map(flat, items))
            if len(items) == 1 and brackets in ("", "()"):
                inside += ","
            return brackets[:1] + inside + brackets[1:]
        case Comprehension(brackets):
            return brackets[:1] + " ".join(map(_flat_clause, _clauses(item))) + brackets[1:]
        case Index(of, at):
            return f"{flat(of)}[{flat(at)}]"
        case Attribute(of, name):
            return f"{flat(of)}.{name}"
        case Prefix(operator, operand):
            return operator + flat(operand)
        case Chain(operands, operators):
            rest = zip(operators, operands[1:], strict=True)
            return flat(operands[0]) + "".join(f" {sign} {flat(one)}" for sign, one in rest)
        case Conditional(then, condition, otherwise):
            return f"{flat(then)} if {flat(condition)} else {flat(otherwise)}"
        case Lambda(parameters, body):
            return f"lambda {parameters}: {flat(body)}" if parameters else f"lambda: {flat(body)}"
        case Grouped(inner):
            return f"({flat(inner)})"


def statement(before: str, item: Code, after: str = "", indent: int = 0) -> list[str]:
    """The lines of a statement that is ``item`` between ``before`` and ``after``."""
    lines = _laid(before, item, after, indent) or _hanging(before, item, after, indent)
    if lines is not None:
        return lines
    if isinstance(item, Items):
        return _block(before + "(", [(one, ",") for one in item.items], ")" + after, indent)
    return [
        _pad(indent) + before + "(",
        *_inside(item, indent + 4),
        _pad(indent) + ")" + after,
    ]


def _pad(indent: int) -> str:
    return " " * indent


def _fits(text: str, indent: int) -> bool:
    return indent + len(text) <= WIDTH


def _laid(before: str, item: Code, after: str, indent: int) -> list[str] | None:
    """The lines without parentheses added around; None where these are needed."""
    whole = before + flat(item) + after
    if _fits(whole, indent):
        return [_pad(indent) + whole]
    match item:
        case Call(function, arguments) if arguments:
            opened = f"{before}{flat(function)}("
            inside = ", ".join(map(flat, arguments))
            if _fits(inside, indent + 4):
                return [
                    _pad(indent) + opened,
                    _pad(indent + 4) + inside,
                    _pad(indent) + ")" + after,
                ]
            if isinstance(arguments[0], Comprehension) and not arguments[0].brackets:
                inner = _comprehension(arguments[0], indent + 4)
                return [_pad(indent) + opened, *inner, _pad(indent) + ")" + after]
            return _block(opened, [(one, ",") for one in arguments], ")" + after, indent)
        case Items(brackets, items) if brackets and items:
            entries = [(one, ",") for one in items]
            return _block(before + brackets[0], entries, brackets[1] + after, indent)
        case Comprehension(brackets) if brackets:
            inner = _comprehension(item, indent + 4)
            first, last = before + brackets[0], brackets[1] + after
            return [_pad(indent) + first, *inner, _pad(indent) + last]
        case Grouped(inner):
            content = _inside(inner, indent + 4)
            return [_pad(indent) + before + "(", *content, _pad(indent) + ")" + after]
        case Keyword(name, value):
            return _laid(f"{before}{name}=", value, after, indent)
        case Entry(key, value):
            return statement(f"{before}{flat(key)}: ", value, after, indent)
        case Prefix(operator, operand):
            return _laid(before + operator, operand, after, indent)
        case Lambda(parameters, body):
            head = f"lambda {parameters}: " if parameters else "lambda: "
            return _laid(before + head, body, after, indent)
        case Index(of, at):
            opened = f"{before}{flat(of)}["
            return _block(opened, [(at, "")], "]" + after, indent)
    return None


def _hanging(before: str, item: Code, after: str, indent: int) -> list[str] | None:
    """The lines of two operands of which the second is broken at its brackets."""
    match item:
        case Chain(operands, operators) if len(operators) == 1 and _bracketed(operands[1]):
            head = f"{before}{flat(operands[0])} {operators[0]} "
            lines = _laid(head, operands[1], after, indent)
            return lines if lines and all(_fits(one, 0) for one in lines) else None
    return None


def _bracketed(item: Code) -> bool:
    match item:
        case Call(_, arguments):
            return bool(arguments)
        case Items(brackets, items):
            return bool(brackets and items)
        case Comprehension(brackets):
            return bool(brackets)
        case Grouped() | Index():
            return True
    return False


def _block(before: str, items: list[tuple[Code, str]], after: str, indent: int) -> list[str]:
    lines = [_pad(indent) + before]
    for one, end in items:
        lines += _inside(one, indent + 4, end)
    return [*lines, _pad(indent) + after]


def _inside(item: Code, indent: int, after: str = "", before: str = "") -> list[str]:
    """The lines of an expression that stands inside brackets."""
    lines = _laid(before, item, after, indent)
    if lines is not None:
        return lines
    match item:
        case Chain(operands, operators):
            lines = _inside(operands[0], indent, "", before)
            ends = [""] * (len(operators) - 1) + [after]
            for sign, one, end in zip(operators, operands[1:], ends, strict=True):
                lines += _inside(one, indent, end, f"{sign} ")
            return lines
        case Conditional(then, condition, otherwise):
            return [
                *_inside(then, indent, "", before),
                *_inside(condition, indent, "", "if "),
                *_inside(otherwise, indent, after, "else "),
            ]
        case Comprehension():
            return _comprehension(item, indent)
        case Prefix(operator, operand):
            return _inside(operand, indent, after, before + operator)
    return [_pad(indent) + before + flat(item) + after]


def _clauses(item: Comprehension) -> list[tuple[str, Code]]:
    found = [("", item.element), (f"for {item.target} in ", item.source)]
    return found if item.condition is None else [*found, ("if ", item.condition)]


def _flat_clause(clause: tuple[str, Code]) -> str:
    return clause[0] + flat(clause[1])


def _comprehension(item: Comprehension, indent: int) -> list[str]:
    whole = " ".join(map(_flat_clause, _clauses(item)))
    if _fits(whole, indent):
        return [_pad(indent) + whole]
    return [line for before, one in _clauses(item) for line in _inside(one, indent, "", before)]
