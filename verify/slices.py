"""Slices: a question about many members, taken apart into one small question for each.

Where something is asked of every member of a set at once, the answer is mostly
the same for each, and for the same reason. A slice asks it of one, with only
those of the conditions that speak of nothing else. If no slice can hold, neither
can the whole. Slices that are alike but for the member are one and the same
question to the solver.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence

from verify.limits import Answer, Limit, Named, ask
from verify.terms import Term, Truth, negation, walk


class Slicer:
    """Asks several questions under the same conditions, each in slices."""

    def __init__(self, conditions: Sequence[Named]) -> None:
        self._pieces = list(_conjuncts(conditions))
        self._about: dict[Term, int] = {}
        self._count = 0
        self._see(one.term for one in self._pieces)

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
            about = self._symbols(part)
            near = [one for one in self._pieces if not self._symbols(one.term) & ~about]
            # With names the solver works otherwise, and on such questions better.
            cited = {*needed, *anyway}
            question = [*near, Named(goal.name, part)]
            answer = ask(question, limit, core=True, least=core, anyway=cited)
            if answer.verdict != "no":
                return None
            needed.update(dict.fromkeys(answer.core))
        return Answer("no", {}, tuple(needed))

    def _see(self, terms: Iterable[Truth]) -> None:
        """Note which symbols, as bits, stand under ``terms`` and all their parts."""
        for term in walk(terms):
            if term in self._about:
                continue
            if term.op == "symbol":
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
