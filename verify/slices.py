"""Slices: a question about many members, taken apart into one small question for each.

Where something is asked of every member of a set at once, the answer is mostly
the same for each, and for the same reason. A slice asks it of one, with only
those of the conditions that speak of nothing else. If no slice can hold, neither
can the whole. Slices that are alike but for the member are one and the same
question to the solver.
"""

from collections.abc import Iterator, Sequence

from verify.limits import Answer, Limit, Named, ask
from verify.terms import Term, Truth, negation, symbols


def ask_in_slices(conditions: Sequence[Named], goal: Named, limit: Limit) -> Answer | None:
    """``no`` with a core if none of the alternatives of ``goal`` can hold; else nothing."""
    parts = _alternatives(goal.term)
    pieces = [(one, _symbols(one.term)) for one in _conjuncts(conditions)]
    core: dict[str, None] = {}
    for part in parts:
        about = _symbols(part)
        near = [one for one, its in pieces if its <= about]
        answer = ask([*near, Named(goal.name, part)], limit, core=True)
        if answer.verdict != "no":
            return None
        core.update(dict.fromkeys(answer.core))
    return Answer("no", {}, tuple(core))


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


def _symbols(term: Truth) -> frozenset[Term]:
    return frozenset(symbols([term]))
