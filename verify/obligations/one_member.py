"""Invariants of one member of a set, for laws that do not tell its members apart.

What is kept for one member is kept for all. So it is enough to follow what the law does
to one; what it does to the others is left unknown, which allows more than the law does.
"""

from collections.abc import Callable

from runtime.graph import Graph
from runtime.ruleset.expressions import Expr
from runtime.ruleset.statements import Update
from verify.assignment import Writes
from verify.execute import Executor, Policy
from verify.induction import is_cut
from verify.limits import Limit, Named, ask
from verify.needs import HOLE
from verify.norms import lawful_now
from verify.paths import Path
from verify.starts import anywhere, at_start
from verify.symbolic import Scope
from verify.terms import Term, Truth, negation
from verify.translate import Env, Translator

MEMBER = "member!"
"""The variable that stands for the member; no law has a variable so named."""

HYPOTHESIS = "what is kept"
"""The name of the induction hypothesis in a core."""


def kept_for_one(
    scope: Scope, graph: Graph, wrong: Expr, owner: str, limit: Limit
) -> frozenset[str] | None:
    """Whether ``wrong`` holds at no cut of the first member of ``owner``, :data:`MEMBER` in it.

    By induction over the cuts of ``graph``. Returns the paragraphs it rests on; none if
    it is not proved.
    """
    core: set[str] = set()
    executor = OneMember(scope, graph, Policy(), owner)
    begin = at_start(scope, graph)
    ends = [begin] if is_cut(graph.nodes[graph.entry]) else list(executor.paths(begin, is_cut))
    for start in _anywhere(scope, graph):
        kept = Named(HYPOTHESIS, _right(scope, start, wrong))
        assumed = start.on(kept, *lawful_now(scope, start))
        if assumed is not None:
            ends += executor.paths(assumed, is_cut)
    for path in ends:
        after = _right(scope, path, wrong)
        if path.stop is not None or any(one.term is after for one in path.conditions):
            continue
        answer = ask([*path.conditions, Named(None, negation(after))], limit, core=True)
        if answer.verdict != "no":
            return None
        core.update(answer.core)
    return frozenset(core - {HYPOTHESIS})


def _anywhere(scope: Scope, graph: Graph) -> list[Path]:
    return [anywhere(scope, graph, at) for at, node in enumerate(graph.nodes) if is_cut(node)]


def _right(scope: Scope, path: Path, wrong: Expr) -> Truth:
    value, _ = Translator(scope, path.store).truth(wrong, {**path.env, MEMBER: 0})
    return negation(value)


class OneMember(Executor):
    """Works out only what is set for the first member of ``owner``."""

    def __init__(self, scope: Scope, graph: Graph, policy: Policy, owner: str) -> None:
        super().__init__(scope, graph, policy)
        self._owner = owner

    def writes(self, translator: Translator, ref: str) -> Writes:
        return _OneMembersWrites(translator, ref, self._owner, self.fresh)


class _OneMembersWrites(Writes):
    def __init__(
        self, translator: Translator, ref: str, owner: str, fresh: Callable[[str], str]
    ) -> None:
        super().__init__(translator, ref)
        self._owner = owner
        self._fresh = fresh

    def add(self, update: Update, guard: Truth, env: Env) -> None:
        domain = self.scope.rules.states[update.state].domain
        place = [self.translator.translate(one, env)[0] for one in update.arguments]
        others = [
            one is not HOLE and not isinstance(one, Term) and one != 0
            for of, one in zip(domain, place, strict=True)
            if of == self._owner
        ]
        if not any(others):
            super().add(update, guard, env)
            return
        for known in self.scope.places(update.state):
            pairs = zip(place, known, strict=True)
            if all(one is HOLE or isinstance(one, Term) or one == index for one, index in pairs):
                name = self._fresh(update.state)
                unknown = self.scope.unknown(self.scope.type_of(update.state), name)
                self.write(update.state, known, guard, unknown)
