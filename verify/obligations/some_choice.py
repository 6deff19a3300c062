"""Whether from every state at a place some choices lead on: the question put together."""

from collections.abc import Callable, Sequence

from runtime.actors import variable_types
from runtime.ruleset import types as ty
from verify.alike import alike
from verify.chance.instances import Instances, split_off
from verify.chance.substitution import Substitution, size
from verify.chance.wholes import with_wholes
from verify.limits import Limit, Named, ask
from verify.obligations.base import QUICK, Base
from verify.paths import Path
from verify.slices import Slicer
from verify.terms import Term, Truth, conjuncts, every, negation, some, truth_symbol

WORTH = 0.5
"""How much smaller a question must be for single members than for all of them together."""

NO_WAY = "there may be a state from which there is no way on"


class SomeChoice:
    """Whether from every state in which play comes to the end of ``path`` one of ``ways`` is open.

    A way is what must hold for it; ``chosen``: the symbols of the choices on the ways.
    ``core``: what a proof rests on.
    """

    def __init__(
        self,
        base: Base,
        path: Path,
        ways: Sequence[Sequence[Truth]],
        chosen: Sequence[Term],
        limit: Limit,
    ) -> None:
        self.base = base
        self.path = path
        self.ways = ways
        self.chosen = chosen
        self.limit = limit
        self.core: set[str] = set()

    def why_not(self) -> str:
        """Why it could not be shown; empty if it was."""
        if not self.ways:
            return NO_WAY
        instances = Instances(self.chosen, self.limit)
        for put in self._cases():
            conditions = [Named(c.name, put(c.term)) for c in self.path.conditions]
            parts = [split_off([put(one) for one in way], self.chosen) for way in self.ways]
            reason = self._some(conditions, [own for own, _ in parts])
            reason = reason or instances.always(*_with_symbols(conditions, parts))
            if reason:
                return reason
        self.core |= instances.used
        return ""

    def _cases(self) -> list[Callable[[Truth], Truth]]:
        """What to put for a member that is known there: each, if that makes it smaller.

        Where the law tells no two members apart, one stands for all.
        """
        scope, graph = self.base.scope, self.base.graph
        types = variable_types(scope.rules, graph)

        def large(put: Callable[[Truth], Truth]) -> int:
            goal = some(every(map(put, way)) for way in self.ways)
            return size(with_wholes(goal, self.chosen)[0])

        best, least = None, large(lambda item: item) * WORTH
        for name, value in self.path.env.items():
            if isinstance(value, Term) and value.op == "symbol" and _is_element(types.get(name)):
                left = large(Substitution({value: value.low}))
                if left < least:
                    best, least = (value, types[name]), left
        if best is None:
            return [lambda item: item]
        symbol, type = best
        assert isinstance(type, ty.Element)
        members = range(1 if alike(scope, graph, type.set) else scope.sizes[type.set])
        return [Substitution({symbol: one}) for one in members]

    def _some(self, conditions: Sequence[Named], holds: Sequence[Truth]) -> str:
        """Why not, if it cannot be shown that one of ``holds`` holds under ``conditions``."""
        if any(one is True for one in holds):
            return ""
        first, *rest = holds
        others = [Named(None, negation(one)) for one in rest]
        known = list(conditions)
        slicer = Slicer(known)
        for part in conjuncts(first):
            fails = Named(None, negation(part))
            answer = slicer.ask(fails, self.limit.times(QUICK))
            answer = answer or ask([*known, *others, fails], self.limit, core=True)
            if answer.verdict != "no":
                return answer.reason or NO_WAY
            self.core.update(answer.core)
            shown = Named(None, part)
            known.append(shown)
            slicer.add(shown)
        return ""


def _is_element(type: ty.Type | None) -> bool:
    return isinstance(type, ty.Element)


def _with_symbols(
    conditions: Sequence[Named], parts: Sequence[tuple[Truth, Truth]]
) -> tuple[list[Named], Truth]:
    """The statement that one of ``parts`` holds, with a symbol for what is no matter of choice.

    That some of these hold is a condition; it was shown before.
    """
    names = [
        own if not isinstance(own, Term) else truth_symbol(f"open#{position}")
        for position, (own, _) in enumerate(parts)
    ]
    goal = some(every((name, rest)) for name, (_, rest) in zip(names, parts, strict=True))
    return [*conditions, Named(None, some(names))], goal
