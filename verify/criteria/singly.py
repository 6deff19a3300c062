"""Electors one by one: what depends on one elector alone, set apart from the counting.

A question about many electors mixes what each of them does, where it stands, with
counting them. The solver is asked the first part of one elector at a time: what
follows from a supposition about it. What is left of the question, with a fresh
truth for each part that depends on one elector alone, is only counting. It allows
more than the question did, so where it is impossible the question is too.
"""

from collections.abc import Iterator, Mapping, Sequence

from verify.limits import Limit, Named, ask
from verify.terms import (
    Term,
    Truth,
    Whole,
    at_most,
    both,
    choose_number,
    choose_truth,
    equal,
    every,
    negation,
    same_truth,
    sealed,
    some,
    total,
    truth_symbol,
    walk,
)

_NOBODY, _SEVERAL = -1, -2


class Singly:
    """``owners``: the elector whose state each symbol is part of, and what it is there.

    ``suppositions``: for each elector, what is told apart about it. ``given``: what
    holds anyway.
    """

    def __init__(
        self,
        owners: Mapping[Term, tuple[int, str]],
        suppositions: Sequence[Sequence[Truth]],
        given: Sequence[Named],
        limit: Limit,
    ) -> None:
        self._owners = owners
        self._given = given
        self._limit = limit
        self._owner: dict[Term, int] = {}
        self._shapes: dict[object, int] = {}
        self._shape_of: dict[Term, int] = {}
        self._apart: dict[Term, Truth | Whole] = {}
        self._parts: dict[int, list[tuple[Term, Term]]] = {}
        self._known: dict[tuple[int, int], bool | None] = {}
        self._supposed = suppositions

    def counting(self, question: Sequence[Named]) -> list[Named]:
        """What is left of ``question``, and what is known of its fresh truths."""
        left = [Named(one.name, self._truth(one.term)) for one in question]
        return [*left, *(Named(None, one) for one in self._lemmas())]

    # What depends on whom.

    def owner(self, term: Truth | Whole) -> int:
        """The one elector that ``term`` depends on; or that it is none, or several."""
        if not isinstance(term, Term):
            return _NOBODY
        for one in walk([term]) if term not in self._owner else ():
            if one in self._owner:
                continue
            found = {self._owner[part] for part in one.parts} - {_NOBODY}
            if one in self._owners:
                found = {self._owners[one][0]}
            several = _SEVERAL if found else _NOBODY
            self._owner[one] = found.pop() if len(found) == 1 else several
        return self._owner[term]

    def _shape(self, term: Truth | Whole) -> int:
        """A number that terms share that are alike but for the elector they are about."""
        if not isinstance(term, Term):
            return self._shapes.setdefault(("constant", term), len(self._shapes))
        for one in walk([term]) if term not in self._shape_of else ():
            if one in self._shape_of:
                continue
            if one.op == "symbol":
                key: object = (self._owners[one][1],) if one in self._owners else one.args
                key = ("own" if one in self._owners else "symbol", key, one.truth)
            elif one.op == "linear":
                parts = tuple((factor, self._shape_of[part]) for factor, part in one.args[1])
                key = ("linear", one.args[0], parts)
            else:
                key = (one.op, tuple(self._of_part(part) for part in one.args))
            self._shape_of[one] = self._shapes.setdefault(key, len(self._shapes))
        return self._shape_of[term]

    def _of_part(self, part: object) -> tuple[str, object]:
        return ("term", self._shape_of[part]) if isinstance(part, Term) else ("constant", part)

    # Setting apart.

    def _truth(self, term: Truth) -> Truth:
        found = self._rest(term)
        assert isinstance(found, bool) or (isinstance(found, Term) and found.truth)
        return found

    def _rest(self, root: Truth | Whole) -> Truth | Whole:
        """``root`` with a fresh truth for each outermost part that is about one elector."""
        if not isinstance(root, Term):
            return root
        if root in self._apart:
            return self._apart[root]
        if root.truth and self.owner(root) >= 0:
            positive = negation(root) if root.op == "not" else root
            if positive is not root:
                return negation(self._truth(positive))
            fresh = truth_symbol(f"apart {len(self._apart)}")
            self._apart[root] = fresh
            self._parts.setdefault(self.owner(root), []).append((root, fresh))
            return fresh
        made: Truth | Whole
        match root.op:
            case "symbol":
                made = root
            case "not":
                made = negation(self._truth(root.args[0]))
            case "and":
                made = every(self._truth(part) for part in root.args)
            case "or":
                made = some(self._truth(part) for part in root.args)
            case "iff":
                made = same_truth(self._truth(root.args[0]), self._truth(root.args[1]))
            case "ite" if root.truth:
                made = choose_truth(*(self._truth(part) for part in root.args))
            case "ite":
                condition, then, otherwise = root.args
                made = choose_number(
                    self._truth(condition), self._rest(then), self._rest(otherwise)
                )
            case "linear":
                constant, multiples = root.args
                parts = ((factor, self._rest(part)) for factor, part in multiples)
                made = total([(1, constant), *parts])
            case "sealed":
                made = sealed(self._rest(root.args[0]))
            case "at_most":
                made = at_most(self._rest(root.args[0]), root.args[1])
            case _:
                made = equal(self._rest(root.args[0]), root.args[1])
        self._apart[root] = made
        return made

    # What follows for one elector.

    def _lemmas(self) -> Iterator[Truth]:
        """Each supposition, and whether it implies or excludes each part set apart."""
        for elector, suppositions in enumerate(self._supposed):
            if self._follows(some(suppositions), None):
                ways = (choose_number(self._truth(one), 1, 0) for one in suppositions)
                yield equal(total((1, way) for way in ways), 1)
            for supposed in suppositions:
                premise = self._truth(supposed)
                for term, fresh in self._parts.get(elector, ()):
                    known = self._follows(supposed, term)
                    if known is not None:
                        # As a sum, so that the solver can add it up over the electors.
                        one, other = choose_number(premise, 1, 0), choose_number(fresh, 1, 0)
                        factor, bound = (-1, 0) if known else (1, 1)
                        yield at_most(total([(1, one), (factor, other)]), bound)

    def _follows(self, supposed: Truth, term: Term | None) -> bool | None:
        """Whether ``term`` holds wherever ``supposed`` does, or nowhere; None: it is not known.

        Without ``term``: whether ``supposed`` always holds.
        """
        key = (self._shape(supposed), -1 if term is None else self._shape(term))
        if key not in self._known:
            about = self.owner(supposed)
            given = [one for one in self._given if self.owner(one.term) in (_NOBODY, about)]
            self._known[key] = None
            tries: list[tuple[bool, Truth]] = [(True, negation(supposed))]
            if term is not None:
                tries = [(True, both(supposed, negation(term))), (False, both(supposed, term))]
            for value, wrong in tries:
                if ask([*given, Named(None, wrong)], self._limit).verdict == "no":
                    self._known[key] = value
                    break
        return self._known[key]
