"""Ways on which chance may lead out of a loop, with loops inside it or not.

Play is looked at from choice to choice: from a head, the first choice after it, with
those that follow, up to the first choice after the next head. Such a stretch is *good*
if, whatever is chosen, it does not come back to the head of the whole loop where it
can be passed for ever, nor to that of an inner loop that may be passed for ever; or if
some choices make it so. If all stretches are good, there are choices from any state at
the head that lead on: out, or to where a pass makes a measure smaller.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from runtime.graph import ChooseNode, HeadNode, Node
from runtime.ruleset.properties import LoopEnds
from verify.execute import Executor, Policy
from verify.frames import loops
from verify.limits import Limit, Named
from verify.measures import Measure, Step, compared
from verify.naming import unknowns
from verify.norms import watched_ahead
from verify.obligations.base import QUICK, Base
from verify.obligations.some_choice import SomeChoice
from verify.paths import Path
from verify.ranking import unranked_passes
from verify.symbolic import Value, member, terms_in
from verify.terms import Term, Truth, either, every, negation, some

MOST_WAYS = 400
"""How many ways are followed from one choice."""

FARTHEST = 5_000
"""How many nodes are followed from a head to the next choice."""


class Open(Exception):
    """It could not be decided, for the reason given."""


@dataclass(frozen=True)
class Origin:
    """Where a stretch begins: ``path`` leads there from any state at ``head``."""

    head: int
    path: Path


@dataclass(frozen=True)
class Way:
    """A stretch: it leads out of the loop, back to its head, or past the inner head ``head``.

    ``rests``: it ends at that head, not at the first choice after it.
    """

    path: Path
    kind: Literal["out", "back", "on", "broken"]
    head: int | None = None
    rests: bool = False


class Guided:
    """The loop at ``head``, of which ``item`` tells the flow.

    ``measure``: one that counts as a way on if it gets smaller from pass to pass, beside
    those that every pass makes smaller. ``endless``: some pass can be taken for ever, back
    to where it began. Raises :class:`~verify.frames.TooManyPaths`.
    """

    def __init__(
        self, base: Base, item: LoopEnds, head: int, limit: Limit, *, endless: bool = False
    ) -> None:
        self.base = base
        self.head = head
        self.limit = limit
        self.measure: Measure | None = None
        self.core: set[str] = set()
        self.inside = loops(base.graph)[head].nodes
        left, ranking = unranked_passes(base.scope, base.graph, item, head, limit, endless=endless)
        self.core |= ranking.core
        self.measures = ranking.measures
        self.prefixes = {self._prefix(step.end.nodes) for step in left}

    def _prefix(self, nodes: tuple[int, ...]) -> tuple[int, ...]:
        """``nodes`` up to the first choice or head."""
        for position in range(1, len(nodes)):
            if self._forks(self.base.graph.nodes[nodes[position]]):
                return nodes[:position]
        return nodes

    @staticmethod
    def _forks(node: Node) -> bool:
        return isinstance(node, ChooseNode | HeadNode)

    def show(self, measure: Measure | None = None) -> None:
        """Show that all stretches are good; raises :class:`Open` if it cannot be shown."""
        self.measure = measure
        if not self.prefixes:
            return
        waiting = [
            *self._origins(self.head),
            *(one for at in self.inner for one in self._origins(at)),
        ]
        resting: set[int] = set()
        for origin in waiting:  # grows while it is walked
            for way in self._good(origin):
                if way.rests and way.head is not None and way.head not in resting:
                    resting.add(way.head)
                    start = self._start(way.head)
                    waiting += [] if start is None else [Origin(way.head, start)]

    @cached_property
    def inner(self) -> dict[int, bool]:
        """The heads inside the loop, and whether measures rank all passes of theirs."""
        graph, known = self.base.graph, loops(self.base.graph)
        found: dict[int, bool] = {}
        for at in sorted(self.inside - {self.head}):
            node = graph.nodes[at]
            if not isinstance(node, HeadNode):
                continue
            item = LoopEnds(id="", sentence="", flow=self.base.flow, loop=node.flow)
            left, ranking = unranked_passes(self.base.scope, graph, item, at, self.limit)
            found[at] = not left
            self.core |= ranking.core
            if (
                self.prefixes
                and left
                and any(isinstance(graph.nodes[n], HeadNode) for n in known[at].nodes - {at})
            ):
                raise Open("a loop inside it that may not end has loops in it")
        return found

    # Where stretches begin.

    def _start(self, at: int) -> Path | None:
        # The first is the start of the law, which may stand at a head as well: too little.
        return next((one for one in self.base.starts[1:] if one.node == at), None)

    def _origins(self, at: int) -> Iterator[Origin]:
        """The first choices after the head ``at``; of the whole loop, where it may go on."""
        start = self._start(at)
        if start is None:
            return
        if at == self.head:
            for path in self._may_go_on(start):
                yield Origin(at, path)
            return
        executor = Executor(self.base.scope, self.base.graph, Policy())
        for path in executor.paths(start, self._forks, FARTHEST):
            if path.stop is None and isinstance(self.base.graph.nodes[path.node], ChooseNode):
                yield Origin(at, path)

    def _may_go_on(self, path: Path) -> list[Path]:
        """The ways from the head of the whole loop, where ``path`` stands, that may be endless."""
        executor = Executor(self.base.scope, self.base.graph, Policy())
        before = len(path.nodes)
        return [
            one
            for one in executor.paths(path, self._forks, FARTHEST)
            if one.stop is None and one.nodes[before:] in self.prefixes
        ]

    # Stretches.

    def _ways(self, origin: Origin, policy: Policy) -> Iterator[Way]:
        executor = Executor(self.base.scope, self.base.graph, policy)
        first = origin.path
        if first.nodes and first.node == self.head:
            yield Way(first, "back")
            return
        stack, found = [executor.step(first)], 0
        while stack:
            path = next(stack[-1], None)
            if path is None:
                stack.pop()
                continue
            way = self._ended(path)
            if way is None:
                stack.append(executor.step(path))
                continue
            found += 1
            if found > MOST_WAYS:
                raise Open(f"there are more than {MOST_WAYS} ways to the next choice")
            yield way

    def _ended(self, path: Path) -> Way | None:
        """The stretch that ends where ``path`` stands, if one does."""
        if path.stop is not None:
            return Way(path, "broken")
        if path.node not in self.inside:
            return Way(path, "out")
        if path.node == self.head:
            return Way(path, "back")
        node, passed = self.base.graph.nodes[path.node], self._passed(path)
        if isinstance(node, HeadNode) and path.node in passed:
            return Way(path, "on", path.node, rests=True)
        if isinstance(node, ChooseNode) and passed:
            return Way(path, "on", passed[-1])
        return None

    def _passed(self, path: Path) -> list[int]:
        """The heads passed since the last choice."""
        passed: list[int] = []
        for at in reversed(path.nodes):
            node = self.base.graph.nodes[at]
            if isinstance(node, ChooseNode):
                break
            if isinstance(node, HeadNode):
                passed.insert(0, at)
        return passed

    def _wanted(self, origin: Origin, way: Way) -> Truth:
        """What must hold for a stretch to be good."""
        smaller, not_larger = self._compared(origin, way)
        match way.kind:
            case "back":
                more = len(way.path.conditions)
                again = (
                    every(one.term for one in path.conditions[more:])
                    for path in self._may_go_on(way.path)
                )
                return either(negation(some(again)), smaller)
            case "on":
                assert way.head is not None
                around = way.head == origin.head and not self.inner[way.head]
                return smaller if around else not_larger
            case _:
                return True

    def _compared(self, origin: Origin, way: Way) -> tuple[Truth, Truth]:
        """Whether it makes the measure smaller, and whether it does not make it larger."""
        if self.measure is None or way.kind in ("out", "broken"):
            return False, True
        start = self._start(origin.head) if origin.head == self.head else origin.path
        assert start is not None
        return compared(self.base.scope, self.measure, Step(start, way.path))

    def _good(self, origin: Origin) -> list[Way]:
        """The stretches from ``origin``, all of which are good, or those among which some is."""
        found = list(self._ways(origin, Policy()))
        core: set[str] = set()
        for way in found:
            wanted = self._wanted(origin, way)
            if wanted is True:
                continue
            answer = self.base.ask(
                way.path, Named(None, negation(wanted)), limit=self.limit.times(QUICK)
            )
            if answer.verdict != "no":
                return self._chosen(origin)
            core.update(answer.core)
        self.core |= core
        return found

    # Choices that make it good.

    def _chosen(self, origin: Origin) -> list[Way]:
        """Stretches of which, from every state, some can be chosen; raises :class:`Open`."""
        graph, scope = self.base.graph, self.base.scope
        called = unknowns(graph)
        chosen: dict[Term, None] = {}

        def choosing(at: int, domain: Value) -> list[tuple[Truth, Value]]:
            node = graph.nodes[at]
            assert isinstance(node, ChooseNode)
            if len(domain.items) <= 1:
                return list(domain.items)
            # One symbol for each node: choosing alike where it comes twice is a way to choose.
            unknown = scope.unknown(node.type, f"choice of {called[node.name]}")
            chosen.update((one, None) for one in terms_in(unknown) if isinstance(one, Term))
            return [(member(unknown, domain), unknown)]

        policy = Policy(choosing=choosing, assume_stuck=False)
        executor = Executor(scope, graph, policy)
        ways: list[tuple[Way, Path, Truth]] = []
        for way in self._ways(origin, policy):
            wanted = self._wanted(origin, way)
            if wanted is not False:
                ways += [(way, path, wanted) for path in self._lawful(executor, way)]
        # Whoever may do nothing does nothing, if that is enough: it leaves more as it was.
        idle = [one for one in ways if self._idle(one[1])]
        reason = ""
        for some_ways in (idle, ways) if 0 < len(idle) < len(ways) else (ways,):
            terms = [
                [*(c.term for c in path.conditions[len(origin.path.conditions) :]), wanted]
                for _, path, wanted in some_ways
            ]
            asked = SomeChoice(self.base, origin.path, terms, tuple(chosen), self.limit)
            reason = asked.why_not()
            if not reason:
                self.core |= asked.core
                self.core.update(ref for _, path, _ in some_ways for ref in path.refs)
                return [way for way, _, _ in some_ways]
        raise Open(reason)

    def _idle(self, path: Path) -> bool:
        """Whether nobody did what he could have declined."""
        return all(
            made.declined or not _may(self.base.graph.nodes[made.node]) for made in path.choices
        )

    def _lawful(self, executor: Executor, way: Way) -> Iterator[Path]:
        """``way`` up to where it is known that its last choice is lawful."""
        graph = self.base.graph
        if way.kind == "broken":
            return
        ahead = watched_ahead(self.base.scope, graph, way.path.node)
        if isinstance(graph.nodes[way.path.node], ChooseNode) or (way.kind != "out" and not ahead):
            yield way.path
        elif way.kind == "out":
            for path in executor.paths(way.path, self._forks, FARTHEST):
                if path.stop is not None:
                    if path.stop.kind in ("end", "done"):
                        yield path
                elif isinstance(graph.nodes[path.node], ChooseNode) or not watched_ahead(
                    self.base.scope, graph, path.node
                ):
                    yield path


def _may(node: Node) -> bool:
    return isinstance(node, ChooseNode) and (node.decline is not None or node.default is not None)
