"""Electors one by one: what depends on one elector alone, set apart from the counting.

A question about many electors mixes what each of them does, where it stands, with
counting them. The solver is asked the first part of one elector at a time: what
follows from a supposition about it. What is left of the question, with a fresh
number (1 where it holds, else 0) for each part that depends on one elector alone,
is only counting. It allows more than the question did, so where it is impossible
the question is too.
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
    less,
    negation,
    number_symbol,
    same_truth,
    sealed,
    some,
    symbols,
    total,
    walk,
)

_NOBODY, _SEVERAL = -1, -2


class Singly:
    """``owners``: the elector whose state each symbol is part of, and what it is there.

    ``suppositions``: for each elector, what is told apart about it; they exclude each
    other. ``given``: what holds anyway. ``supposed``: that one of them holds is supposed.
    """

    def __init__(
        self,
        owners: Mapping[Term, tuple[int, str]],
        suppositions: Sequence[Sequence[Truth]],
        given: Sequence[Named],
        limit: Limit,
        *,
        supposed: bool = False,
    ) -> None:
        self._one_holds = supposed
        self._owners = owners
        self._given = given
        self._limit = limit
        self._owner: dict[Term, int] = {}
        self._shapes: dict[object, int] = {}
        self._shape_of: dict[Term, int] = {}
        self._apart: dict[Term, Truth | Whole] = {}
        self._counted: dict[Truth, Term] = {}
        self._parts: dict[int, list[tuple[Term, Term]]] = {}
        self._known: dict[tuple[int, int], bool | None] = {}
        self._met: dict[Term, frozenset[Term]] = {}
        self._ways: dict[int, tuple[list[Whole], bool]] = {}
        self._lemmas: dict[Term, tuple[Truth, ...]] = {}
        self._supposed = suppositions

    def counting(self, question: Sequence[Named]) -> list[Named]:
        """What is left of ``question``, and what is known of its fresh numbers."""
        left = [Named(one.name, self._truth(one.term)) for one in question]
        met = frozenset[Term]().union(*(self._symbols_of(one.term) for one in left))
        return [*left, *(Named(None, one) for one in self._known_of(met))]

    def _symbols_of(self, term: Truth) -> frozenset[Term]:
        if not isinstance(term, Term):
            return frozenset()
        if term not in self._met:
            self._met[term] = frozenset(symbols([term]))
        return self._met[term]

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
        """``root`` with a fresh number for each outermost part that is about one elector."""
        if not isinstance(root, Term):
            return root
        if root in self._apart:
            return self._apart[root]
        if root.truth and self.owner(root) >= 0:
            positive = negation(root) if root.op == "not" else root
            if positive is not root:
                return negation(self._truth(positive))
            fresh = number_symbol(f"apart {len(self._apart)}", 0, 1)
            assert isinstance(fresh, Term)
            self._parts.setdefault(self.owner(root), []).append((root, fresh))
            self._apart[root] = holds = less(0, fresh)
            self._counted[holds] = fresh
            return holds
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
                condition, then, otherwise = (self._rest(part) for part in root.args)
                made = self._chosen(condition, then, otherwise)
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

    def _chosen(self, condition: Truth | Whole, then: Whole, otherwise: Whole) -> Whole:
        """A choice; where both numbers are given, as a sum, with which the solver can count."""
        assert isinstance(condition, bool) or (isinstance(condition, Term) and condition.truth)
        if isinstance(then, int) and isinstance(otherwise, int):
            if condition in self._counted:
                return total([(1, otherwise), (then - otherwise, self._counted[condition])])
            if negation(condition) in self._counted:
                return self._chosen(negation(condition), otherwise, then)
        return choose_number(condition, then, otherwise)

    # What follows for one elector.

    def _known_of(self, met: frozenset[Term]) -> Iterator[Truth]:
        """What is known of the fresh numbers in ``met``, elector by elector."""
        for elector in range(len(self._supposed)):
            ways, one_holds = self._ways_of(elector)
            if one_holds:
                yield equal(total((1, way) for way in ways), 1)
            for term, fresh in self._parts.get(elector, ()):
                if fresh not in met and term not in self._supposed[elector]:
                    continue
                if term not in self._lemmas:
                    self._lemmas[term] = tuple(self._lemma(elector, term, fresh))
                yield from self._lemmas[term]

    def _ways_of(self, elector: int) -> tuple[list[Whole], bool]:
        """For each supposition 1 where it holds, else 0; and whether one always does."""
        if elector not in self._ways:
            suppositions = self._supposed[elector]
            ways = [self._chosen(self._truth(one), 1, 0) for one in suppositions]
            one_holds = self._one_holds or self._follows(some(suppositions), None) is True
            self._ways[elector] = ways, one_holds
        return self._ways[elector]

    def _lemma(self, elector: int, term: Term, fresh: Term) -> Iterator[Truth]:
        """Of which suppositions ``term`` follows, and which exclude it.

        As sums, so that the solver can add them up over the electors. Where one
        supposition always holds, and no other one, they are taken together.
        """
        ways, together = self._ways_of(elector)
        known = [self._follows(one, term) for one in self._supposed[elector]]
        for value, factor, bound in ((True, -1, 0), (False, 1, 1)):
            such = [way for way, is_known in zip(ways, known, strict=True) if is_known is value]
            for some_ways in [such] if together else [[way] for way in such]:
                yield at_most(total([(factor, fresh), *((1, way) for way in some_ways)]), bound)

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
