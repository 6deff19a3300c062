"""Terms over whole numbers and truths: small, shared, folded where they are built.

A term that is known is a plain ``int`` or ``bool``; only what depends on a
symbol becomes a :class:`Term`. Equal terms are one object, and each carries the
interval its value lies in, so that most comparisons are decided on the spot and
unrolled rules stay small. Sums are kept as linear combinations.

The operations are ``symbol``, ``not``, ``and``, ``or``, ``iff``, ``ite``,
``linear`` (a sum of multiples), ``sealed`` (a long sum or a large truth, taken as a
whole by what is around it), ``at_most`` and ``equal`` (of a linear term and a constant). A
truth has the interval 0..1.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, TypeAlias, cast
from weakref import WeakValueDictionary


class Term:
    """One node; made by the functions of this module only.

    ``parts``: the terms that it is made of. ``seals``: whether something in it is sealed.
    """

    __slots__ = ("__weakref__", "args", "high", "low", "op", "parts", "seals", "truth")

    def __init__(self, op: str, args: tuple[Any, ...], truth: bool, low: int, high: int) -> None:
        self.op = op
        self.args = args
        self.truth = truth
        self.low = low
        self.high = high
        self.parts: tuple[Term, ...] = ()
        if op == "linear":
            self.parts = tuple([part for _, part in args[1]])
        elif op != "symbol":
            self.parts = tuple([part for part in args if isinstance(part, Term)])
        self.seals: bool = op == "sealed" or any(part.seals for part in self.parts)

    def __repr__(self) -> str:
        return f"<{self.op} {self.low}..{self.high}>"


Truth: TypeAlias = bool | Term
Whole: TypeAlias = int | Term

LONG = 6
"""With more parts than this, a sum is long."""

LARGE = 40
"""With more parts than this, a truth is large."""

_known: WeakValueDictionary[tuple[Any, ...], Term] = WeakValueDictionary()


def _make(op: str, args: tuple[Any, ...], truth: bool, low: int, high: int) -> Term:
    key = (op, args, truth, low, high)
    term = _known.get(key)
    if term is None:
        term = Term(op, args, truth, low, high)
        _known[key] = term
    return term


def number_symbol(name: str, low: int, high: int) -> Whole:
    """An unknown whole number from ``low`` to ``high``."""
    return low if low == high else _make("symbol", (name,), False, low, high)


def truth_symbol(name: str) -> Term:
    """An unknown truth."""
    return _make("symbol", (name,), True, 0, 1)


def bounds(value: Whole) -> tuple[int, int]:
    """The interval ``value`` lies in."""
    return (value.low, value.high) if isinstance(value, Term) else (value, value)


# Logic


def negation(item: Truth) -> Truth:
    """``item`` does not hold."""
    if not isinstance(item, Term):
        return not item
    if item.op == "not":
        return cast(Truth, item.args[0])
    return _make("not", (item,), True, 0, 1)


def _junction(op: str, absorbing: bool, items: Iterable[Truth]) -> Truth:
    kept: dict[Term, None] = {}
    for item in items:
        if not isinstance(item, Term):
            if item == absorbing:
                return absorbing
            continue
        for part in item.args if item.op == op else (item,):
            kept[part] = None
    for part in kept:
        if part.op == "not" and part.args[0] in kept:
            return absorbing
    if not kept:
        return not absorbing
    if len(kept) == 1:
        return next(iter(kept))
    return _make(op, tuple(kept), True, 0, 1)


def every(items: Iterable[Truth]) -> Truth:
    """All of ``items`` hold."""
    return _junction("and", False, items)


def conjuncts(item: Truth) -> tuple[Truth, ...]:
    """The parts that all have to hold for ``item`` to hold."""
    return item.args if isinstance(item, Term) and item.op == "and" else (item,)


def some(items: Iterable[Truth]) -> Truth:
    """At least one of ``items`` holds."""
    return _junction("or", True, items)


def both(left: Truth, right: Truth) -> Truth:
    """``left`` and ``right`` hold."""
    return every((left, right))


def either(left: Truth, right: Truth) -> Truth:
    """``left`` or ``right`` holds."""
    return some((left, right))


def implies(left: Truth, right: Truth) -> Truth:
    """``right`` holds where ``left`` does."""
    return some((negation(left), right))


def same_truth(left: Truth, right: Truth) -> Truth:
    """Both hold or neither."""
    if left is right:
        return True
    if not isinstance(left, Term):
        return right if left else negation(right)
    if not isinstance(right, Term):
        return left if right else negation(left)
    return _make("iff", (left, right), True, 0, 1)


def choose_truth(condition: Truth, then: Truth, otherwise: Truth) -> Truth:
    """``then`` where ``condition`` holds, else ``otherwise``."""
    if not isinstance(condition, Term):
        return then if condition else otherwise
    if then is otherwise:
        return then
    if not isinstance(then, Term):
        return either(condition, otherwise) if then else both(negation(condition), otherwise)
    if not isinstance(otherwise, Term):
        return implies(condition, then) if otherwise else both(condition, then)
    return _make("ite", (condition, then, otherwise), True, 0, 1)


# Arithmetic


def choose_number(
    condition: Truth, then: Whole, otherwise: Whole, within: tuple[int, int] | None = None
) -> Whole:
    """``then`` where ``condition`` holds, else ``otherwise``; ``within``: a known interval."""
    if not isinstance(condition, Term):
        return then if condition else otherwise
    if then is otherwise or (isinstance(then, int) and then == otherwise):
        return then
    if condition.op == "not":
        return choose_number(condition.args[0], otherwise, then, within)
    (a, b), (c, d) = bounds(then), bounds(otherwise)
    low, high = min(a, c), max(b, d)
    if within is not None:
        low, high = max(low, within[0]), min(high, within[1])
    return _make("ite", (condition, then, otherwise), False, low, high)


def _parts(value: Whole) -> tuple[int, tuple[tuple[int, Term], ...]]:
    """A constant and the multiples whose sum ``value`` is."""
    if not isinstance(value, Term):
        return value, ()
    if value.op == "linear":
        return cast(tuple[int, tuple[tuple[int, Term], ...]], value.args)
    return 0, ((1, value),)


def _linear(constant: int, multiples: Iterable[tuple[int, Term]]) -> Whole:
    kept = tuple((factor, term) for factor, term in multiples if factor)
    if not kept:
        return constant
    if constant == 0 and len(kept) == 1 and kept[0][0] == 1:
        return kept[0][1]
    low = high = constant
    for factor, term in kept:
        ends = (factor * term.low, factor * term.high)
        low += min(ends)
        high += max(ends)
    return _make("linear", (constant, kept), False, low, high)


def total(items: Iterable[tuple[int, Whole]]) -> Whole:
    """The sum of ``factor * value`` over ``items``."""
    constant = 0
    multiples: dict[Term, int] = {}
    for factor, value in items:
        more, parts = _parts(value)
        constant += factor * more
        for inner, term in parts:
            multiples[term] = multiples.get(term, 0) + factor * inner
    return _linear(constant, ((factor, term) for term, factor in multiples.items()))


def sealed(value: Whole) -> Whole:
    """``value``; a long sum is kept as a whole, so that proofs may pass over what it is made of."""
    if isinstance(value, Term) and value.op == "linear" and len(value.args[1]) > LONG:
        return _make("sealed", (value,), False, value.low, value.high)
    return value


def sealed_truth(item: Truth) -> Truth:
    """``item``; a large truth is kept as a whole, so that proofs may pass over its parts."""
    if not isinstance(item, Term) or item.op in ("sealed", "symbol"):
        return item
    if sum(1 for _ in islice(walk([item], unsealed=False), LARGE + 1)) <= LARGE:
        return item
    return _make("sealed", (item,), True, 0, 1)


def add(left: Whole, right: Whole) -> Whole:
    """``left + right``."""
    return total(((1, left), (1, right)))


def subtract(left: Whole, right: Whole) -> Whole:
    """``left - right``."""
    return total(((1, left), (-1, right)))


def scale(factor: int, item: Whole) -> Whole:
    """``factor * item``."""
    return total(((factor, item),))


def absolute(item: Whole) -> Whole:
    """The distance of ``item`` from zero."""
    low, high = bounds(item)
    if low >= 0:
        return item
    if high <= 0:
        return scale(-1, item)
    return choose_number(at_most(0, item), item, scale(-1, item), (0, max(-low, high)))


def largest(left: Whole, right: Whole) -> Whole:
    """The larger of two numbers."""
    (a, b), (c, d) = bounds(left), bounds(right)
    return choose_number(at_most(right, left), left, right, (max(a, c), max(b, d)))


def smallest(left: Whole, right: Whole) -> Whole:
    """The smaller of two numbers."""
    (a, b), (c, d) = bounds(left), bounds(right)
    return choose_number(at_most(left, right), left, right, (min(a, c), min(b, d)))


def _compare(op: str, left: Whole, right: Whole) -> Truth:
    constant, parts = _parts(subtract(left, right))
    if op == "equal" and parts and parts[0][0] < 0:
        constant, parts = -constant, tuple((-factor, term) for factor, term in parts)
    return _against(op, _linear(0, parts), -constant)


def _against(op: str, term: Whole, limit: int) -> Truth:
    """``term <= limit`` or ``term = limit``."""
    low, high = bounds(term)
    if op == "at_most":
        if high <= limit or low > limit:
            return high <= limit
    elif limit < low or limit > high or low == high:
        return low == high == limit
    assert isinstance(term, Term)
    if term.op == "ite" and (isinstance(term.args[1], int) or isinstance(term.args[2], int)):
        condition, then, otherwise = term.args
        if isinstance(then, int) or isinstance(otherwise, int):
            return choose_truth(
                condition, _against(op, then, limit), _against(op, otherwise, limit)
            )
    return _make(op, (term, limit), True, 0, 1)


def at_most(left: Whole, right: Whole) -> Truth:
    """``left <= right``."""
    return _compare("at_most", left, right)


def less(left: Whole, right: Whole) -> Truth:
    """``left < right``."""
    return at_most(add(left, 1), right)


def equal(left: Whole, right: Whole) -> Truth:
    """``left = right``."""
    return _compare("equal", left, right)


# Walking


def walk(roots: Iterable[Truth | Whole], *, unsealed: bool = True) -> Iterator[Term]:
    """Every term under ``roots`` once, parts before wholes; of what is sealed only if asked."""
    done: set[Term] = set()
    for root in roots:
        if not isinstance(root, Term) or root in done:
            continue
        stack: list[tuple[Term, Iterator[Term]]] = []
        term, rest = root, iter(parts_of(root, unsealed=unsealed))
        done.add(root)
        while True:
            for part in rest:
                if part not in done:
                    done.add(part)
                    stack.append((term, rest))
                    term, rest = part, iter(parts_of(part, unsealed=unsealed))
                    break
            else:
                yield term
                if not stack:
                    break
                term, rest = stack.pop()


def parts_of(term: Term, *, unsealed: bool) -> tuple[Term, ...]:
    """The parts of ``term``; of what is sealed only if asked."""
    return term.parts if unsealed or term.op != "sealed" else ()


def symbols(roots: Iterable[Truth | Whole]) -> tuple[Term, ...]:
    """The symbols under ``roots``, in the order in which they are met."""
    return tuple(term for term in walk(roots) if term.op == "symbol")


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
