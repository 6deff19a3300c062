"""Terms with other terms put in their place, folded again."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, TypeAlias

from verify.terms import (
    Term,
    Truth,
    Whole,
    at_most,
    choose_number,
    choose_truth,
    equal,
    every,
    negation,
    same_truth,
    some,
    total,
    walk,
)

Values: TypeAlias = Mapping[Term, Truth | Whole]
"""What is put in the place of terms."""


class Substitution:
    """Puts ``values`` in the place of terms; what was made once is remembered."""

    def __init__(self, values: Values) -> None:
        self._made: dict[Term, Any] = dict(values)

    def __call__(self, item: Any) -> Any:
        """A truth or number of the same kind as ``item``."""
        if not isinstance(item, Term):
            return item
        stack = [item]
        while stack:
            term = stack[-1]
            open_ = [part for part in term.parts if part not in self._made]
            if term in self._made:
                stack.pop()
            elif open_:
                stack.extend(open_)
            else:
                stack.pop()
                self._made[term] = self._again(term)
        return self._made[item]

    def _again(self, term: Term) -> Truth | Whole:
        """``term``, made of what now stands for its parts."""
        made, args = self._made, term.args
        now: list[Any] = [made[part] for part in term.parts]
        match term.op:
            case "symbol":
                return term
            case "not":
                return negation(now[0])
            case "and":
                return every(now)
            case "or":
                return some(now)
            case "iff":
                return same_truth(now[0], now[1])
            case "ite":
                condition, then, otherwise = (
                    made[part] if isinstance(part, Term) else part for part in args
                )
                if term.truth:
                    return choose_truth(condition, then, otherwise)
                return choose_number(condition, then, otherwise, (term.low, term.high))
            case "linear":
                factors = [factor for factor, _ in args[1]]
                return total([(1, args[0]), *zip(factors, now, strict=True)])
            case "sealed":
                sealed: Truth | Whole = now[0]
                return sealed
            case "at_most":
                return at_most(now[0], args[1])
            case _:
                return equal(now[0], args[1])


def depending(roots: Iterable[Truth | Whole], on: Collection[Term]) -> set[Term]:
    """The terms under ``roots`` that have one of ``on`` in them."""
    known = set(on)
    found: set[Term] = set()
    for term in walk(roots):
        if term in known or any(part in found for part in term.parts):
            found.add(term)
    return found


def size(root: Truth | Whole) -> int:
    """Of how many terms ``root`` is made."""
    return sum(1 for _ in walk([root]))
