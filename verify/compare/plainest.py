"""Of all cases that show a difference, a plain one: what does not matter is as low as it gets.

A model says what the solver happened to choose. Here as many of its symbols as
possible take their lowest value (nothing, no, the first, the smallest), so that
what is left in a case is what the difference needs. It stays a model of the same
question: every step is evaluated.
"""

from collections.abc import Sequence

from verify.evaluation import Model, evaluate
from verify.terms import Truth, symbols, walk

_STEPS = 12
"""So many values above the lowest are tried one by one."""

_EFFORT = 1_500_000
"""How many terms are evaluated at most, all tries together."""


def plainest(model: Model, question: Truth) -> Model:
    """A model of ``question`` as plain as could be found from ``model``, which is one."""
    low = {symbol.args[0]: symbol.low for symbol in symbols((question,))}
    # What a model leaves open is low already.
    found = {name: model[name] for name in sorted(low) if name in model}
    tries = _EFFORT // (1 + sum(1 for _ in walk((question,))))

    def lower(names: Sequence[str]) -> None:
        nonlocal found, tries
        open_ = [name for name in names if found[name] != low[name]]
        if not open_ or tries <= 0:
            return
        tries -= 1
        other = {**found, **{name: low[name] for name in open_}}
        if evaluate(question, other):
            found = other
        elif len(open_) > 1:
            half = len(open_) // 2
            lower(open_[:half])
            lower(open_[half:])

    def settle(name: str) -> None:
        """The lowest value that will do for what cannot be the lowest of all."""
        nonlocal found, tries
        for value in range(low[name] + 1, min(found[name], low[name] + _STEPS)):
            if tries <= 0:
                return
            tries -= 1
            other = {**found, name: value}
            if evaluate(question, other):
                found = other
                return

    # Whether something is set at all comes first: what is not set has no value to look at.
    presence = [name for name in found if name.endswith("?")]
    lower(presence)
    lower([name for name in found if not name.endswith("?")])
    lower(presence)
    for name in sorted(found):
        settle(name)
    return found
