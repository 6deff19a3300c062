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

from collections.abc import Collection, Iterable, Iterator
from functools import partial
from hashlib import blake2b
from typing import Any, TypeAlias
from weakref import ReferenceType, ref


class Term:
    """One node; made by the functions of this module only.

    ``parts``: the terms that it is made of. ``seals``: whether something in it is sealed.
    ``digest``: 16 bytes that tell it from any other term there is or was.
    """

    __slots__ = ("__weakref__", "args", "digest", "high", "low", "op", "parts", "seals", "truth")

    def __init__(self, op: str, args: tuple[Any, ...], truth: bool, low: int, high: int) -> None:
        self.op = op
        self.args = args
        self.truth = truth
        self.low = low
        self.high = high
        self.parts: tuple[Term, ...]
        if op == "linear":
            self.parts = tuple([part for _, part in args[1]])
        elif op in _WHOLE:
            self.parts = args
        elif op == "symbol":
            self.parts = ()
        else:
            self.parts = tuple([part for part in args if isinstance(part, Term)])
        self.seals = op == "sealed"
        for part in self.parts:
            if part.seals:
                self.seals = True
                break
        self.digest = self._digest()

    def _digest(self) -> bytes:
        if self.op == "symbol":
            said = [repr((self.args, self.truth, self.low, self.high)).encode()]
        elif self.op == "linear":
            constant, multiples = self.args
            said = [b"%d" % constant]
            for factor, part in multiples:
                said += (b"%d" % factor, part.digest)
        elif self.op in _WHOLE:
            said = [part.digest for part in self.parts]
        else:
            said = [b"t" + x.digest if isinstance(x, Term) else b"%d" % x for x in self.args]
        return blake2b(self.op.encode() + b" " + b" ".join(said), digest_size=16).digest()

    def __repr__(self) -> str:
        return f"<{self.op} {self.low}..{self.high}>"


Truth: TypeAlias = bool | Term
Whole: TypeAlias = int | Term

LONG = 6
"""With more parts than this, a sum is long."""

LARGE = 40
"""With more parts than this, a truth is large."""

_WHOLE = frozenset(("and", "or", "not", "iff", "sealed"))
"""The operations whose arguments are terms and nothing else."""

_known: dict[tuple[Any, ...], ReferenceType[Term]] = {}
"""Every term there is, by what it is made of."""


def _make(op: str, args: tuple[Any, ...], truth: bool, low: int, high: int) -> Term:
    key = (op, args, truth, low, high)
    reference = _known.get(key)
    term = None if reference is None else reference()
    if term is None:
        term = Term(op, args, truth, low, high)
        # With its last user a term is forgotten; this is what most of the time goes into.
        _known[key] = ref(term, partial(_known.pop, key))
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
        inner: Term = item.args[0]
        return inner
    return _make("not", (item,), True, 0, 1)


def _junction(op: str, absorbing: bool, items: Iterable[Truth]) -> Truth:
    kept: dict[Term, None] = {}
    for item in items:
        if not isinstance(item, Term):
            if item == absorbing:
                return absorbing
        elif item.op == op:
            kept.update(dict.fromkeys(item.parts))
        else:
            kept[item] = None
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
    if left is True:
        return right
    if right is True:
        return left
    return _junction("and", False, (left, right))


def either(left: Truth, right: Truth) -> Truth:
    """``left`` or ``right`` holds."""
    if left is False:
        return right
    if right is False:
        return left
    return _junction("or", True, (left, right))


def implies(left: Truth, right: Truth) -> Truth:
    """``right`` holds where ``left`` does."""
    return either(negation(left), right)


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


Sum: TypeAlias = tuple[int, list[tuple[int, Term]]]
"""A constant and multiples of terms, none of them taken zero times."""


def _summed(items: Iterable[tuple[int, Whole]]) -> Sum:
    """What the sum of ``factor * value`` over ``items`` is made of."""
    constant = 0
    multiples: dict[Term, int] = {}
    for factor, value in items:
        if not isinstance(value, Term):
            constant += factor * value
        elif value.op == "linear":
            more, parts = value.args
            constant += factor * more
            for inner, term in parts:
                multiples[term] = multiples.get(term, 0) + factor * inner
        else:
            multiples[value] = multiples.get(value, 0) + factor
    return constant, [(factor, term) for term, factor in multiples.items() if factor]


def _linear(constant: int, multiples: list[tuple[int, Term]]) -> Whole:
    if not multiples:
        return constant
    if constant == 0 and len(multiples) == 1 and multiples[0][0] == 1:
        return multiples[0][1]
    low = high = constant
    for factor, term in multiples:
        if factor > 0:
            low += factor * term.low
            high += factor * term.high
        else:
            low += factor * term.high
            high += factor * term.low
    return _make("linear", (constant, tuple(multiples)), False, low, high)


def total(items: Iterable[tuple[int, Whole]]) -> Whole:
    """The sum of ``factor * value`` over ``items``."""
    return _linear(*_summed(items))


def sealed(value: Whole) -> Whole:
    """``value``; a long sum is kept as a whole, so that proofs may pass over what it is made of."""
    if isinstance(value, Term) and value.op == "linear" and len(value.args[1]) > LONG:
        return _make("sealed", (value,), False, value.low, value.high)
    return value


def sealed_truth(item: Truth) -> Truth:
    """``item``; a large truth is kept as a whole, so that proofs may pass over its parts."""
    if not isinstance(item, Term) or item.op in ("sealed", "symbol"):
        return item
    if not larger(item, LARGE):
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
    return item if factor == 1 else total(((factor, item),))


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
    constant, parts = _summed(((1, left), (-1, right)))
    if op == "equal" and parts and parts[0][0] < 0:
        constant, parts = -constant, [(-factor, term) for factor, term in parts]
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


def walk(
    roots: Iterable[Truth | Whole], *, unsealed: bool = True, past: Collection[Term] = ()
) -> list[Term]:
    """Every term under ``roots`` once, parts before wholes; of what is sealed only if asked.

    Those in ``past`` are passed over, and with them what they are made of.
    """
    found: list[Term] = []
    done: set[Term] = set()
    for root in roots:
        if not isinstance(root, Term) or root in done or root in past:
            continue
        stack: list[tuple[Term, Iterator[Term]]] = []
        term, rest = root, iter(parts_of(root, unsealed=unsealed))
        done.add(root)
        while True:
            for part in rest:
                if part in done or (past and part in past):
                    continue
                done.add(part)
                parts = part.parts if unsealed or part.op != "sealed" else ()
                if parts:
                    stack.append((term, rest))
                    term, rest = part, iter(parts)
                    break
                found.append(part)
            else:
                found.append(term)
                if not stack:
                    break
                term, rest = stack.pop()
    return found


def larger(root: Truth | Whole, most: int) -> bool:
    """Whether more than ``most`` terms are under ``root``; what is sealed counts as one."""
    if not isinstance(root, Term):
        return most < 0
    seen = {root}
    stack = [root]
    while stack and len(seen) <= most:
        for part in parts_of(stack.pop(), unsealed=False):
            if part not in seen:
                seen.add(part)
                stack.append(part)
    return len(seen) > most


def parts_of(term: Term, *, unsealed: bool) -> tuple[Term, ...]:
    """The parts of ``term``; of what is sealed only if asked."""
    return term.parts if unsealed or term.op != "sealed" else ()


def symbols(roots: Iterable[Truth | Whole]) -> tuple[Term, ...]:
    """The symbols under ``roots``, in the order in which they are met."""
    return tuple(term for term in walk(roots) if term.op == "symbol")
