"""Slices: a question about many members, taken apart into one small question for each.

Where something is asked of every member of a set at once, the answer is mostly
the same for each, and for the same reason. A slice asks it of one, with only
those of the conditions that speak of nothing else. If no slice can hold, neither
can the whole. Slices that are alike but for the member are one and the same
question to the solver.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from verify.answers import Answer
from verify.limits import Limit, Named, ask
from verify.terms import Term, Truth, negation, walk


class Slicer:
    """Asks several questions under the same conditions, each in slices.

    ``opaque``: what is sealed counts as one unknown, not as what it is made of, so that
    a slice about it brings nothing of that along.
    """

    def __init__(self, conditions: Sequence[Named], *, opaque: bool = False) -> None:
        self._opaque = opaque
        self._pieces: list[Named] = []
        self._about: dict[Term, int] = {}
        self._count = 0
        self._units = 0
        self.add(*conditions)

    def add(self, *conditions: Named) -> None:
        """From now on, these hold as well."""
        more = list(_conjuncts(conditions))
        self._see(one.term for one in more)
        self._pieces += more
        for one in more:
            self._units |= self._known(one)

    def ask(
        self, goal: Named, limit: Limit, *, core: bool = True, anyway: Collection[str] = ()
    ) -> Answer | None:
        """``no`` if none of the alternatives of ``goal`` can hold; else nothing.

        With ``core``, a ``no`` comes with as few names as it needs, ``anyway`` left aside.
        """
        needed: dict[str, None] = {}
        parts = _alternatives(goal.term)
        self._see(parts)
        for part in parts:
            near = self._near(self._symbols(part))
            # With names the solver works otherwise, and on such questions better.
            cited = {*needed, *anyway}
            question = [*near, Named(goal.name, part)]
            answer = ask(question, limit, core=True, least=core, anyway=cited)
            if answer.verdict != "no":
                return None
            needed.update(dict.fromkeys(answer.core))
        return Answer("no", {}, tuple(needed))

    def _near(self, about: int) -> list[Named]:
        """The conditions that speak of nothing but ``about``, and of what is known anyway."""
        if not self._opaque:
            return [one for one in self._pieces if not self._symbols(one.term) & ~about]
        near = [
            one
            for one in self._pieces
            if self._symbols(one.term) & about
            and not self._symbols(one.term) & ~(about | self._units)
        ]
        # What a single symbol is known to be: those that the others speak of.
        met = about
        for one in near:
            met |= self._symbols(one.term)
        return [*near, *(one for one in self._pieces if self._known(one) & met & ~about)]

    def _known(self, piece: Named) -> int:
        """The symbol, as a bit, if the piece is nothing but whether one holds."""
        term = piece.term
        if isinstance(term, Term) and term.op == "not":
            term = term.args[0]
        return self._symbols(term) if isinstance(term, Term) and term.op == "symbol" else 0

    def _see(self, terms: Iterable[Truth]) -> None:
        """Note which symbols, as bits, stand under ``terms`` and all their parts."""
        for term in walk(terms, unsealed=not self._opaque, past=self._about):
            if term.op == "symbol" or (term.op == "sealed" and self._opaque):
                self._about[term] = 1 << self._count
                self._count += 1
                continue
            bits = 0
            for part in term.parts:
                bits |= self._about[part]
            self._about[term] = bits

    def _symbols(self, term: Truth) -> int:
        return self._about[term] if isinstance(term, Term) else 0


def ask_in_slices(
    conditions: Sequence[Named], goal: Named, limit: Limit, anyway: Collection[str] = ()
) -> Answer | None:
    """``no`` with a core if none of the alternatives of ``goal`` can hold; else nothing."""
    return Slicer(conditions).ask(goal, limit, anyway=anyway)


def _alternatives(term: Truth) -> tuple[Truth, ...]:
    if isinstance(term, Term) and term.op == "or":
        return tuple(term.args)
    if isinstance(term, Term) and term.op == "not" and term.args[0].op == "and":
        # The negation of a conjunction is kept as such.
        return tuple(negation(part) for part in term.args[0].args)
    return (term,)


def _conjuncts(conditions: Sequence[Named]) -> Iterator[Named]:
    for one in conditions:
        if isinstance(one.term, Term) and one.term.op == "and":
            for part in one.term.args:
                yield Named(one.name, part)
        else:
            yield one
