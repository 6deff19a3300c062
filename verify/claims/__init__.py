"""What a law claims of its runs, beyond single states: steps, ends, what can be, readings.

One module for each kind; each has a function from a property to a verdict. What is
looked for in play, and what the solver finds, is replayed by the interpreter
(:mod:`verify.claims.hunt`); proofs start at the cuts of the flow
(:mod:`verify.claims.cuts`).
"""

from runtime.ruleset.properties import (
    AtEveryStep,
    AtTheEnd,
    AtTheStepAfter,
    Eventually,
    Possible,
    Property,
    SameUnder,
)
from verify.claims.cuts import Finder
from verify.claims.ends import at_the_end, eventually
from verify.claims.possible import possible
from verify.claims.same import same_under
from verify.claims.steps import every_step
from verify.limits import Limit
from verify.obligation import Obligation
from verify.quantities import Unsupported
from verify.search import Budget
from verify.symbolic import Scope

__all__ = ["Finder", "claimed"]


def claimed(
    scope: Scope, item: Property, limit: Limit, budget: Budget, find: Finder | None = None
) -> Obligation:
    """The verdict on a claim of these kinds. Raises ``Unsupported`` for any other.

    ``find``: finds facts about the cuts of the flow, where a proof does not do without.
    """
    match item:
        case AtEveryStep() | AtTheStepAfter():
            return every_step(scope, item, limit, budget, find)
        case Possible():
            return possible(scope, item, limit, budget)
        case AtTheEnd():
            return at_the_end(scope, item, limit, budget, find)
        case Eventually():
            return eventually(scope, item, limit, budget, find)
        case SameUnder():
            return same_under(scope, item, limit, budget)
    raise Unsupported(f"a property of the kind {item.kind}")
