"""What the obligations of one flow share: its graph, its cuts, and what holds at them."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TypeAlias

from runtime.graph import ChooseNode, Graph, Node
from runtime.lowering import lower
from runtime.sizes import sizes
from verify.answers import Answer, late_answers, note_late
from verify.cuts import at_cuts, cuts
from verify.execute import Executor, Policy
from verify.exhaustion import Exploration, Explorations
from verify.invariants import Invariants, invariants
from verify.invariants.needed import Cited, with_what_keeps_them
from verify.invariants.visits import Visit, visits
from verify.limits import Limit, Named, ask
from verify.norms import lawful_now
from verify.partitions import partitions
from verify.paths import Path
from verify.proof import Proof
from verify.slices import ask_in_slices
from verify.starts import anywhere, at_start
from verify.symbolic import Scope

Wants: TypeAlias = Callable[[str], bool]
"""Whether the obligation with an id is asked for."""

QUICK = 0.1
"""The share of the limit that a question may cost before lemmas are added to it."""

MOST_MEMBERS = 6
"""Up to how many members of a set that may have more or fewer, facts about definitions are sought.

The questions grow faster than the sets; beyond, they take longer than all else together.
"""


class Base:
    """A flow of a law for given sizes; each limit is for one question to the solver.

    ``definitions``: the invariants are also about what the law defines. ``smaller``: the
    same for smaller sets; only what holds there is tried. ``late``: the clock broke off a
    question about the invariants.
    """

    def __init__(
        self,
        scope: Scope,
        flow: str,
        limit: Limit,
        *,
        definitions: bool = False,
        among: Callable[[], Invariants] | None = None,
    ) -> None:
        self.among = among
        self.scope = scope
        self.flow = flow
        self.limit = limit
        self.definitions = definitions
        self.late = False

    @cached_property
    def graph(self) -> Graph:
        return lower(self.scope.rules, self.flow)

    @cached_property
    def cuts(self) -> tuple[int, ...]:
        return cuts(self.graph)

    @cached_property
    def is_cut(self) -> Callable[[Node], bool]:
        return at_cuts(self.graph, self.cuts)

    @cached_property
    def invariants(self) -> Invariants:
        before = late_answers()
        found = invariants(
            self.scope,
            self.graph,
            self.limit,
            seen=self.visits,
            among=None if self.among is None else self.among(),
            definitions=self.definitions,
        )
        self.late = late_answers() > before
        return found

    @cached_property
    def visits(self) -> dict[int, list[Visit]]:
        """The states in which a few games come to the cuts."""
        return visits(self.scope, self.graph, self.cuts)

    @cached_property
    def exploration(self) -> Exploration:
        """The states of the flow, walked through where nothing else decides."""
        return Explorations().of(self.scope, self.flow)

    def at(self, path: Path) -> tuple[Named, ...]:
        """What is known where ``path`` stands, if that is a cut."""
        return self.invariants.at(path)

    @cached_property
    def starts(self) -> tuple[Path, ...]:
        """The start of the flow, and any state at each cut in which all is as it must be."""
        return (at_start(self.scope, self.graph), *filter(None, map(self._start, self.cuts)))

    def _start(self, at: int) -> Path | None:
        path = anywhere(self.scope, self.graph, at)
        return path.on(*lawful_now(self.scope, path), *self.at(path))

    def paths(self, policy: Policy) -> Iterator[Path]:
        """All ways from a cut to the next, and from the start."""
        for start in self.starts:
            yield from Executor(self.scope, self.graph, policy).paths(start, self.is_cut)

    def arriving(self) -> Iterator[Path]:
        """All ways to a cut: from the start, which may be at one already, and from each cut."""
        executor = Executor(self.scope, self.graph, Policy(seal=True))
        first, *others = self.starts
        if self.is_cut(self.graph.nodes[first.node]):
            yield first
        else:
            others = [first, *others]
        for start in others:
            paths = executor.paths(start, self.is_cut)
            yield from (path for path in paths if path.stop is None)

    def arrivals(self) -> Iterator[Path]:
        """All ways from a cut, or the start, to a choice before the next cut or at it."""
        at_choice = at_cuts(
            self.graph,
            tuple(n for n, node in enumerate(self.graph.nodes) if isinstance(node, ChooseNode)),
        )

        def stop(node: Node) -> bool:
            return self.is_cut(node) or at_choice(node)

        executor = Executor(self.scope, self.graph, Policy())
        waiting = list(reversed(self.starts))
        while waiting:
            path = waiting.pop()
            if at_choice(self.graph.nodes[path.node]):
                yield path
            waiting.extend(
                reached
                for reached in executor.paths(path, stop)
                if reached.stop is None and not self.is_cut(self.graph.nodes[reached.node])
            )

    def ask(
        self,
        path: Path,
        *more: Named,
        limit: Limit | None = None,
        anyway: Collection[str] = (),
    ) -> Answer:
        """Whether ``path`` can be taken and ``more`` holds at its end; with a core if not.

        What is cited ``anyway`` is not questioned again.
        """
        limit = limit or self.limit
        question = [*path.conditions, *more]
        if question:
            sliced = ask_in_slices(question[:-1], question[-1], limit.times(QUICK), anyway)
            if sliced is not None:
                return sliced
        answer = ask(question, limit.times(QUICK), core=True, anyway=anyway)
        if answer.verdict == "no":
            return answer
        parted = [*question, *partitions(self.scope, path)]
        return ask(parted, limit, core=True, anyway=anyway)

    def refs(self, name: str) -> tuple[str, ...]:
        """The paragraphs behind a name in a core; invariants rest on what sets their states."""
        return self.invariants.refs(name)

    def rests_on(self, core: Iterable[str]) -> set[str]:
        """The paragraphs in a core."""
        return {ref for name in core for ref in self.refs(name)}


@dataclass
class Bases:
    """The bases of the flows of some laws, each made once; ``limit``: for each question."""

    limit: Limit
    _made: dict[tuple[int, tuple[tuple[str, int], ...], str, bool], Base] = field(
        default_factory=dict
    )

    def of(self, scope: Scope, flow: str, *, definitions: bool = False) -> Base:
        """The base of one flow."""
        # What is made refers to its rules, so no others come to have their identity.
        key = id(scope.rules), _sizes(scope.sizes), flow, definitions
        if key not in self._made:
            small = _smaller(scope)
            among = None if small is None else partial(self._invariants, small, flow, definitions)
            base = Base(scope, flow, self.limit, definitions=definitions, among=among)
            if definitions:
                base.visits = self.of(scope, flow).visits
            self._made[key] = base
        if self._made[key].late:
            note_late()
        return self._made[key]

    def _invariants(self, scope: Scope, flow: str, definitions: bool) -> Invariants:
        return self.of(scope, flow, definitions=definitions).invariants

    def each(
        self, scope: Scope, flow: str, prove: Callable[[Base], Proof] | None = None
    ) -> Iterator[Base]:
        """With invariants about the state, then with those about what the law defines, too.

        ``prove``: how one proves with them. What that needs among fewer members is tried
        before all that holds: first of all where there are many members.
        """
        definitions = bool(scope.rules.definitions)
        if _members(scope) > MOST_MEMBERS:
            for about_them in (False, True) if definitions else (False,):
                yield from self._as_needed(scope, flow, prove, about_them)
            yield self.of(scope, flow)
            return
        yield self.of(scope, flow)
        if definitions:
            yield from self._as_needed(scope, flow, prove, definitions)
            yield self.of(scope, flow, definitions=True)

    def _as_needed(
        self, scope: Scope, flow: str, prove: Callable[[Base], Proof] | None, definitions: bool
    ) -> Iterator[Base]:
        """With what a proof among fewer members needs, if there is one."""
        small = _smaller(scope)
        if prove is None or small is None or _members(small) > MOST_MEMBERS:
            return
        needed = self._needed(small, flow, prove, definitions)
        if needed is not None:
            base = Base(scope, flow, self.limit, definitions=definitions, among=lambda: needed)
            base.visits = self.of(scope, flow).visits
            yield base

    def _needed(
        self, scope: Scope, flow: str, prove: Callable[[Base], Proof], definitions: bool
    ) -> Invariants | None:
        """The invariants that a proof for these sizes needs; nothing, if there is none."""
        known = self.of(scope, flow, definitions=definitions)
        base = Base(scope, flow, self.limit, definitions=definitions)
        base.visits = known.visits
        base.invariants = cited = Cited.of(known.invariants)
        if prove(base).verdict != "proved":
            return None
        return with_what_keeps_them(cited, list(base.arriving()), self.limit)


def _members(scope: Scope) -> int:
    """How many members the largest set has of those that may have more or fewer."""
    free = (scope.sizes[name] for name, one in scope.rules.sets.items() if one.high > one.low)
    return max(free, default=0)


def any_id(id: str) -> bool:
    """Whichever it is, it is asked for."""
    return True


def _smaller(scope: Scope) -> Scope | None:
    """The scope in which to look first: the smallest but one, and before that the smallest.

    What holds by accident of the smallest sizes mostly fails with one member more.
    """
    sets = scope.rules.sets
    free = {name: one for name, one in sets.items() if one.same_as is None and one.high > one.low}
    one_more = sizes(scope.rules, {name: one.low + 1 for name, one in free.items()})
    for least in (one_more, sizes(scope.rules)):
        within = all(least[name] <= size for name, size in scope.sizes.items())
        if within and least != dict(scope.sizes):
            return replace(scope, sizes=least)
    return None


def _sizes(sizes: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(sizes.items()))
