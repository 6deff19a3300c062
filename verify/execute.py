"""Symbolic execution of a flow graph: its paths, one after the other.

No path enters a state that a norm forbids: that is what lawful means, and its
conditions say so.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    EndNode,
    GapNode,
    Graph,
    HeadNode,
    LetNode,
    Node,
)
from runtime.ruleset.expressions import Expr
from runtime.ruleset.statements import ByActor, ByChance
from runtime.ruleset.types import Element
from verify.assignment import Writes
from verify.limits import Named
from verify.naming import unknowns
from verify.needs import NOWHERE
from verify.norms import kept, states_read, watched_ahead
from verify.paths import EndingKind, Made, Path
from verify.picking import exactly_one, standing
from verify.symbolic import (
    Scope,
    Store,
    Value,
    member,
)
from verify.terms import Truth, both, every, negation, some
from verify.translate import HOLE, Env, Needs, Translator, defined


@dataclass(frozen=True)
class Policy:
    """How a graph is followed.

    ``enumerate_elements``: members of declared sets are tried one after the other instead
    of being unknowns. ``choosing``: tells which values are tried of a domain, each with
    what must hold for it to be there, given the node. ``left_out``: state variables whose
    new values are not computed but become unknowns. ``holes``: also report the paths that
    end because something is undefined. ``forbidden``: also report those that end because
    a norm forbids what would come. ``assume_stuck``: follow what is done where no value
    is lawful, without asking whether that is so where norms decide on it (right for
    proofs, wrong for searches). ``seal``: what the law defines is kept as a whole where
    it is large. ``entered``: called with each path as soon as its store has changed.
    ``one_for_all``: whether, of the holes in what is done for each of many, only those of
    the first are reported.
    """

    enumerate_elements: bool = False
    choosing: Callable[[int, Value], list[tuple[Truth, Value]]] | None = None
    left_out: frozenset[str] = frozenset()
    holes: bool = False
    forbidden: bool = False
    assume_stuck: bool = True
    seal: bool = False
    entered: Callable[[Path], None] | None = None
    one_for_all: Callable[[Path, AssignNode], bool] = lambda path, node: False


class Executor:
    """Follows one graph under one policy. ``translator``: one that knows its store already."""

    def __init__(
        self, scope: Scope, graph: Graph, policy: Policy, translator: Translator | None = None
    ) -> None:
        self.scope = scope
        self.graph = graph
        self.policy = policy
        self.norms = [
            norm
            for norm in scope.rules.norms
            if not policy.left_out & states_read(scope, norm.forbidden)
        ]
        self._fresh = 0
        self._translator = translator

    def translator(self, store: Store) -> Translator:
        """A translator over ``store``; the last one is kept."""
        if self._translator is None or self._translator.store is not store:
            self._translator = Translator(self.scope, store, seal=self.policy.seal)
        return self._translator

    def paths(
        self, start: Path, cut: Callable[[Node], bool], most: int | None = None
    ) -> Iterator[Path]:
        """The paths from ``start`` to the next nodes that ``cut`` names, or to an end.

        Depth first, in the order in which the law is written; declining comes
        before taking. The node that ``start`` stands at is never a cut. At
        ``most`` so many nodes are followed; without it, every loop must be cut.
        """
        stack = [self.step(start)]
        while stack and (most is None or most > 0):
            path = next(stack[-1], None)
            if path is None:
                stack.pop()
            elif path.stop is not None or cut(self.graph.nodes[path.node]):
                yield path
            else:
                stack.append(self.step(path))
                most = most and most - 1

    def step(self, path: Path) -> Iterator[Path]:
        """What may come next."""
        node = self.graph.nodes[path.node]
        path = replace(path, nodes=(*path.nodes, path.node), refs=(*path.refs, node.ref))
        match node:
            case HeadNode():
                yield replace(path, node=node.next)
            case AnnounceNode():
                yield from self._announce(path, node)
            case LetNode():
                yield from self._let(path, node)
            case BranchNode():
                yield from self._branch(path, node)
            case DecideNode():
                yield from self._decide(path, node)
            case AssignNode():
                yield from self._assign(path, node)
            case ChooseNode():
                yield from self._choose(path, node)
            case EndNode():
                yield from path.stopped("end", node.ref, True)
            case GapNode():
                yield from path.stopped("gap", node.ref, True)
            case _:
                yield from path.stopped("done", node.ref, True)

    @cached_property
    def _unknowns(self) -> dict[str, str]:
        return unknowns(self.graph)

    def fresh(self, name: str) -> str:
        """A name for a new unknown."""
        self._fresh += 1
        return f"{name}#{self._fresh}"

    # Nodes.

    def _holes(self, path: Path, needs: Needs, ref: str) -> Iterator[Path]:
        if self.policy.holes:
            for (kind, place), condition in needs.items():
                if (kind, place) == NOWHERE:
                    continue
                ending: EndingKind = "gap"
                if kind == "conflict" or kind == "range":
                    ending = "conflict" if kind == "conflict" else "range"
                yield from path.stopped(ending, place or ref, negation(condition))

    def _let(self, path: Path, node: LetNode) -> Iterator[Path]:
        value, needs = self.translator(path.store).translate(node.value, path.env)
        yield from self._holes(path, needs, node.ref)
        on = path.on(Named(node.ref, defined(needs)))
        if on is not None:
            yield replace(on, node=node.next, env={**path.env, node.name: value})

    def _announce(self, path: Path, node: AnnounceNode) -> Iterator[Path]:
        members = node.to.members if node.to is not None else None
        said = (*(one.value for one in node.values), node.duration, members)
        for there in self._there(path, said, node.ref):
            if there.stop is not None:
                yield there
            else:
                yield replace(there, node=node.next)

    def _there(self, path: Path, exprs: Iterable[Expr | None], ref: str) -> Iterator[Path]:
        """``path`` where all ``exprs`` are defined, after the ways in which they are not."""
        on: Path | None = path
        for expr in exprs:
            if expr is None or on is None:
                continue
            _, needs = self.translator(on.store).translate(expr, on.env)
            yield from self._holes(on, needs, ref)
            on = on.on(Named(ref, defined(needs)))
        if on is not None:
            yield on

    def _branch(self, path: Path, node: BranchNode) -> Iterator[Path]:
        value, needs = self.translator(path.store).translate(node.condition, path.env)
        yield from self._holes(path, needs, node.ref)
        there = path.on(Named(node.ref, defined(needs)))
        if there is None:
            return
        for condition, to in ((value, node.then), (negation(value), node.otherwise)):
            on = there.on(Named(node.ref, condition))
            if on is not None:
                yield replace(on, node=to)

    def _decide(self, path: Path, node: DecideNode) -> Iterator[Path]:
        translator = self.translator(path.store)
        applies: list[Truth] = []
        for arm in node.arms:
            value, needs = translator.translate(arm.guard, path.env)
            yield from self._holes(path, needs, arm.ref)
            there = path.on(Named(arm.ref, defined(needs)))
            if there is None:
                return
            path = there
            applies.append(value)
        stands = standing(applies, [arm.beats for arm in node.arms])
        for position, (arm, guard) in enumerate(zip(node.arms, stands, strict=True)):
            others = negation(some(stands[:position] + stands[position + 1 :]))
            on = path.on(Named(arm.ref, guard), Named(node.ref, others))
            if on is not None:
                yield replace(on, node=arm.target, refs=(*on.refs, arm.ref))
        if self.policy.holes:
            yield from path.stopped("gap", node.ref, negation(some(applies)))
            clash = both(some(applies), negation(exactly_one(stands)))
            yield from path.stopped("conflict", node.ref, clash)

    def _choose(self, path: Path, node: ChooseNode) -> Iterator[Path]:
        element = node.by.element if isinstance(node.by, ByActor) else None
        for there in self._there(path, (element, node.default), node.ref):
            if there.stop is not None:
                yield there
            else:
                yield from self._taken(there, node)

    def _taken(self, path: Path, node: ChooseNode) -> Iterator[Path]:
        value, needs = self.translator(path.store).translate(node.domain, path.env)
        yield from self._holes(path, needs, node.ref)
        on = path.on(Named(node.ref, defined(needs)))
        if on is None:
            return
        if node.decline is not None:
            declined = Made(path.node, None, declined=True, actor=self._actor(on, node))
            yield replace(on, node=node.decline, choices=(*on.choices, declined))
        elif node.default is not None:
            yield from self._default(on, node, node.default, value)
        if node.stuck is not None and self.policy.assume_stuck:
            blocked: Path | None = on
            if not watched_ahead(self.scope, self.graph, node.next):
                nothing = negation(some(guard for guard, _ in value.items))
                blocked = on.on(Named(node.ref, nothing))
            if blocked is not None:
                yield replace(blocked, node=node.stuck, blocked=len(blocked.choices))
        enumerate_values = self.policy.enumerate_elements and isinstance(node.type, Element)
        if self.policy.choosing is not None:
            options = self.policy.choosing(path.node, value)
        elif enumerate_values or len(value.items) == 1:
            options = list(value.items)
        else:
            unknown = self.scope.unknown(node.type, self.fresh(self._unknowns[node.name]))
            options = [(member(unknown, value), unknown)]
        for guard, option in options:
            taken = on.on(Named(node.ref, guard))
            if taken is not None:
                yield replace(
                    taken,
                    node=node.next,
                    env={**path.env, node.name: option},
                    choices=(*taken.choices, Made(path.node, option)),
                )

    def _default(
        self, path: Path, node: ChooseNode, default: Expr, domain: Value
    ) -> Iterator[Path]:
        """What holds where the chooser does nothing and the law has a value for that."""
        value, needs = self.translator(path.store).translate(default, path.env)
        if value is HOLE:
            return
        conditions = (Named(node.ref, defined(needs)), Named(node.ref, member(value, domain)))
        on = path.on(*conditions)
        if on is not None:
            env = {**path.env, node.name: value}
            declined = Made(path.node, value, declined=True, actor=self._actor(path, node))
            yield replace(on, node=node.next, env=env, choices=(*on.choices, declined))

    def _actor(self, path: Path, node: ChooseNode) -> Value:
        """The element that chooses, where one does and it is known."""
        if not isinstance(node.by, ByActor) or node.by.element is None:
            return None
        value, _ = self.translator(path.store).translate(node.by.element, path.env)
        return None if value is HOLE else value

    def writes(self, translator: Translator, ref: str) -> Writes:
        """What collects the updates of an assignment in ``ref``."""
        return Writes(translator, ref)

    def _assign(self, path: Path, node: AssignNode) -> Iterator[Path]:
        writes = self.writes(self.translator(path.store), node.ref)
        rows: list[tuple[Truth, Env]] = [(True, path.env)]
        updates = [u for u in node.updates if u.state not in self.policy.left_out]
        if node.each is not None and updates:
            rows, found = writes.translator.rows(node.each, path.env)
            writes.needs.update(found)
        of_first: Needs | None = None
        for guard, env in rows:
            for update in updates:
                writes.add(update, guard, env)
            of_first = of_first or dict(writes.needs)
        store = writes.onto(path.store)
        needs = writes.needs
        shown: Needs = needs
        if of_first is not None and self.policy.one_for_all(path, node):
            disagree = ("conflict", node.ref)
            shown = {**of_first, disagree: needs[disagree]}
        yield from self._holes(path, shown, node.ref)
        on = path.on(Named(node.ref, defined(needs)))
        if on is None:
            return
        for state in sorted({u.state for u in node.updates} & self.policy.left_out):
            name = self.fresh(state)
            store[state] = {
                place: self.scope.unknown(self.scope.type_of(state), f"{name}{list(place)}")
                for place in self.scope.places(state)
            }
        moved = replace(on, node=node.next, store=store, earlier=path.store)
        norms = [kept(self.translator(moved.store), norm) for norm in self.norms]
        if self.policy.forbidden:
            yield from on.stopped("forbidden", node.ref, negation(every(n.term for n in norms)))
        elif self.policy.holes:
            asked = yield from self._asked(on, moved)
            if not self._judged(path):
                broken = negation(every(norm.term for norm in norms))
                yield from on.stopped("conflict", node.ref, both(asked, broken))
        lawful = moved.on(*norms)
        if lawful is not None:
            if self.policy.entered is not None:
                self.policy.entered(lawful)
            yield lawful

    def _asked(self, before: Path, path: Path) -> Generator[Path, None, Truth]:
        """The ways in which a norm is undefined in the state of ``path``; whether none is."""
        all_defined: Truth = True
        for norm in self.norms:
            _, needs = self.translator(path.store).translate(norm.forbidden, {})
            yield from self._holes(before, needs, norm.ref)
            all_defined = both(all_defined, defined(needs))
        return all_defined

    def _judged(self, path: Path) -> bool:
        """Whether somebody chose last, so that only what keeps the norms could be chosen.

        What dice lead to, what is done at a dead end, and what comes before any choice,
        is nobody's to avoid.
        """
        if not path.choices or path.blocked == len(path.choices):
            return False
        last = self.graph.nodes[path.choices[-1].node]
        by = last.by if isinstance(last, ChooseNode) else None
        return not (isinstance(by, ByChance) and by.stream == "dice")
