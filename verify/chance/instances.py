"""For every state some values of the choices: proved by finitely many instances.

The statement is "whatever the state, some choices make it hold". Instances are values
of the choices, the same for all states. A state for which none of the instances is
right is asked for; right values for it make the next instance; until there is no such
state. Where a statement is large, it is taken apart by what is true or not in the state.
"""

from collections.abc import Collection, Iterator, Sequence

from verify.chance.right import Instance, right
from verify.chance.substitution import Substitution, depending, size
from verify.chance.wholes import with_wholes
from verify.evaluation import Model, evaluate
from verify.limits import Limit, Named, ask
from verify.terms import Term, Truth, at_most, both, conjuncts, every, negation, symbols

MOST_INSTANCES = 60
"""How many instances are tried for one statement."""

ORDINARY = 150
"""Up to so many terms a statement is not taken apart."""

WORTH = 1.99
"""The two halves of a statement may be so many times as large together as the whole."""

DEEPEST = 8
"""How often a statement is taken apart at most."""


class Instances:
    """The instances found so far: what was right once is tried first the next time.

    ``used``: the names of the conditions that were taken into account.
    """

    def __init__(self, chosen: Sequence[Term], limit: Limit) -> None:
        self.chosen = tuple(chosen)
        self.limit = limit
        self.found: list[Instance] = []
        self.used: set[str] = set()

    def always(self, conditions: Sequence[Named], goal: Truth) -> str:
        """Why not, if it could not be shown that under ``conditions`` some choices meet ``goal``.

        Empty if it was shown.
        """
        known = [Named(one.name, part) for one in conditions for part in conjuncts(one.term)]
        shorter, wholes = with_wholes(goal, self.chosen)
        put = Substitution(dict(_settled(known)))
        settled = [Named(one.name, put(one.term)) for one in known]
        reason = self._parted(settled, put(shorter), wholes, DEEPEST)
        # Where a part of what is known does not say enough, all of it may.
        return reason and self._met(known, goal, near=False)

    def _parted(
        self, known: Sequence[Named], goal: Truth, wholes: Collection[Term], depth: int
    ) -> str:
        if goal is True or any(one.term is False for one in known):
            return ""
        if depth and size(goal) > ORDINARY:
            best = self._best(goal, wholes)
            if best is not None:
                for value in (False, True):
                    put = Substitution({best: value})
                    fewer = [Named(one.name, put(one.term)) for one in known]
                    reason = self._parted(fewer, put(goal), wholes, depth - 1)
                    if reason:
                        return reason
                return ""
        return self._met(known, goal)

    def _best(self, goal: Truth, wholes: Collection[Term]) -> Term | None:
        """What the statement is best taken apart by, if that is worth it."""
        whole, sizes = size(goal), {}
        for symbol in symbols([goal]):
            if symbol.truth and symbol not in self.chosen and symbol not in wholes:
                halves = (Substitution({symbol: value})(goal) for value in (False, True))
                sizes[symbol] = sum(map(size, halves))
        best = min(sizes, key=lambda symbol: sizes[symbol], default=None)
        return best if best is not None and sizes[best] <= WORTH * whole else None

    def _met(self, known: Sequence[Named], goal: Truth, *, near: bool = True) -> str:
        """Why not, if it cannot be shown that for every state some instance is right.

        ``near``: of what is known, only what speaks of nothing else is taken into account.
        """
        about = set(symbols([goal]))
        known = [one for one in known if not near or about.issuperset(symbols([one.term]))]
        self.used.update(one.name for one in known if one.name is not None)
        tried: list[Named] = []
        for _ in range(MOST_INSTANCES):
            answer = ask([*known, *tried], self.limit)
            if answer.verdict == "no":
                return ""
            if answer.verdict == "unknown":
                return answer.reason
            holds = self._right(goal, answer.model)
            if isinstance(holds, str):
                return holds
            tried.append(Named(None, negation(holds)))
        return f"{MOST_INSTANCES} ways to choose are not enough"

    def _right(self, goal: Truth, state: Model) -> Truth | str:
        """In which states an instance is right that is so for ``state``; else why there is none.

        One that was found before, if possible.
        """
        for one in self.found:
            if self._is_right(goal, one, state):
                return self._holds(goal, one)
        about = set(symbols([goal]))
        found = right(goal, [one for one in self.chosen if one in about], state, self.limit)
        if isinstance(found, str):
            return found
        self.found.append(found)
        return self._holds(goal, found)

    def _is_right(self, goal: Truth, instance: Instance, state: Model) -> bool:
        """Whether ``instance`` is right for one state."""
        chosen = {one.args[0]: evaluate(value, state) for one, value in self._all(instance).items()}
        in_range = all(one.low <= chosen[one.args[0]] <= one.high for one in instance)
        return in_range and bool(evaluate(goal, {**state, **chosen}))

    def _holds(self, goal: Truth, instance: Instance) -> Truth:
        """In which states ``instance`` is right: its values are in their ranges, and serve."""
        ranges = [
            both(at_most(one.low, value), at_most(value, one.high))
            for one, value in instance.items()
            if not one.truth
        ]
        return every([Substitution(self._all(instance))(goal), *ranges])

    def _all(self, instance: Instance) -> Instance:
        """Choices that it says nothing of may be anything, as long as that is in range."""
        rest: Instance = {
            one: False if one.truth else one.low for one in self.chosen if one not in instance
        }
        return {**rest, **instance}


def _settled(known: Sequence[Named]) -> Iterator[tuple[Term, bool]]:
    """The symbols of which it is known whether they hold."""
    for one in known:
        if isinstance(one.term, Term):
            if one.term.op == "symbol":
                yield one.term, True
            elif one.term.op == "not" and one.term.args[0].op == "symbol":
                yield one.term.args[0], False


def split_off(conditions: Sequence[Truth], chosen: Collection[Term]) -> tuple[Truth, Truth]:
    """What of ``conditions`` does not depend on the choices, and what does; each as one truth."""
    parts = [part for one in conditions for part in conjuncts(one)]
    dependent = depending(parts, chosen)
    own = every(part for part in parts if part not in dependent)
    return own, every(part for part in parts if part in dependent)
