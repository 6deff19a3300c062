"""Steps that keep what they are asked for: its condition is carried from cut to cut.

Of a property "at every step" it is supposed that its condition also holds whenever
play comes to a cut, as far as each step between two cuts keeps it (Houdini with one
fact; Flanagan and Leino 2001). From there each step that the property speaks of is
asked about, member by member, with long sums as whole unknowns. Where nothing tells
the members of a set apart, it is asked of one: what a run makes of one member, the
renumbered run makes of another.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeGuard

from runtime.graph import Graph
from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.properties import AtEveryStep, Property
from verify.alike import alike
from verify.claims.cuts import Facts, good_starts, lawful
from verify.cuts import at_cuts
from verify.execute import Executor, Policy
from verify.induction import HYPOTHESIS
from verify.limits import Limit, Named, ask
from verify.norms import states_read
from verify.obligations.one_member import OneMember
from verify.paths import Path
from verify.proof import Proof
from verify.slices import Slicer
from verify.symbolic import Scope
from verify.terms import Truth, negation
from verify.translate import Translator

SHARE = 0.05
"""The share of the limit that a question about one member may cost."""


def carries(item: Property) -> TypeGuard[AtEveryStep]:
    """Whether it is asked of every step, and its condition is one of states."""
    return isinstance(item, AtEveryStep) and not any(
        isinstance(part, ex.Before) for part in walk(item.condition)
    )


@dataclass(frozen=True)
class OneOfMany:
    """What is ``said`` of each member of ``owner``, the variable ``name`` standing for it."""

    owner: str
    name: str
    said: ex.Expr


def one_of_many(scope: Scope, graph: Graph, condition: ex.Expr) -> OneOfMany | None:
    """What it is enough to ask of one member, since nothing tells the members apart.

    None where the condition does not speak of every member of a set, or where the
    rules, or the state at the start, treat one otherwise than another.
    """
    match condition:
        case ex.Quantified(
            quantifier="every",
            binder=ex.Binder(names=(name,), domain=ex.AllOf(set=owner), order=()) as binder,
            body=body,
        ):
            pass
        case _:
            return None
    if not alike(scope, graph, owner, [condition]):
        return None
    if binder.condition is not None:
        body = ex.Binary(operator="implies", left=binder.condition, right=body)
    return OneOfMany(owner, name, body)


@dataclass
class _Steps:
    """The steps from one good state: to the next cuts (``ends``), and each on the way."""

    start: Path
    ends: list[Path] = field(default_factory=list)
    entered: list[Path] = field(default_factory=list)


class Carried:
    """The condition of ``item`` at the cuts of ``graph``, of which ``facts`` are known."""

    def __init__(
        self, scope: Scope, graph: Graph, item: AtEveryStep, limit: Limit, facts: Facts
    ) -> None:
        self.scope = scope
        self.graph = graph
        self.item = item
        self.limit = limit.times(SHARE)
        self.about = states_read(scope, item.condition)
        self.is_cut = at_cuts(graph, facts.cuts)
        self.member = one_of_many(scope, graph, item.condition)
        starts = good_starts(scope, graph, lawful(scope, facts=facts), facts)
        self.steps = [self._steps(start) for start in starts]
        self.held = set(facts.cuts)
        self.core: set[str] = set()
        self._known: dict[tuple[int, bool], frozenset[str] | None] = {}
        """By path and whether the condition is supposed: what it rests on; None: unknown."""

    def _steps(self, start: Path) -> _Steps:
        found = _Steps(start)
        policy = Policy(entered=found.entered.append)
        if self.member is None:
            executor = Executor(self.scope, self.graph, policy)
        else:
            executor = OneMember(self.scope, self.graph, policy, self.member.owner)
        paths = executor.paths(start, self.is_cut)
        found.ends = [path for path in paths if path.stop is None]
        return found

    def holds(self, path: Path) -> Truth:
        """Whether the state in which ``path`` is has the property, of the first member if any."""
        translator = Translator(self.scope, path.store)
        if self.member is None:
            return translator.truth(self.item.condition, {})[0]
        return translator.truth(self.member.said, {self.member.name: 0})[0]

    def proof(self, asked: Callable[[Path], bool]) -> Proof:
        """``asked``: whether the property speaks of the step that a path has just made."""
        again = True
        while again:
            again = False
            for steps in self.steps:
                for end in steps.ends:
                    if end.node in self.held and not self._keeps(steps, end):
                        self.held.discard(end.node)
                        again = True
        self.core.clear()
        telling: list[Path] = []
        for steps in self.steps:
            for end in steps.ends:
                if end.node in self.held:
                    self._keeps(steps, end)
            for path in filter(asked, steps.entered):
                if not self._keeps(steps, path):
                    what = f"the step of {path.refs[-1]} may not have the property"
                    return Proof("unknown", detail=what)
                if self._touched(path):
                    telling.append(path)
        relevant = any(ask(path.conditions, self.limit).verdict != "no" for path in telling)
        return Proof("proved", core=self.core - {HYPOTHESIS}, relevant=relevant)

    def _touched(self, path: Path) -> bool:
        """Whether the step that ``path`` has just made sets what the condition is about."""
        before = path.earlier
        return before is not None and any(path.store[s] is not before[s] for s in self.about)

    def _keeps(self, steps: _Steps, path: Path) -> bool:
        """Whether the condition holds where ``path`` is."""
        # The first is the start of the flow, which is no cut.
        supposed = steps is not self.steps[0] and steps.start.node in self.held
        key = id(path), supposed
        if key not in self._known:
            before = Translator(self.scope, steps.start.store).truth(self.item.condition, {})[0]
            more = [Named(HYPOTHESIS, before)] if supposed else []
            slicer = Slicer([*path.conditions, *more], opaque=True)
            wrong = Named(None, negation(self.holds(path)))
            answer = slicer.ask(wrong, self.limit, core=False)
            self._known[key] = None if answer is None else frozenset(answer.core)
        core = self._known[key]
        self.core.update(core or ())
        return core is not None
