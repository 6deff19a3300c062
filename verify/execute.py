"""Symbolic execution of a flow graph: its paths, one after the other.

A path carries a symbolic store and bound variables, the conditions under which
it is taken (each named after the paragraph it comes from) and the choices made
on the way, as unknowns. No path enters a state that a norm forbids: that is
what lawful means, and the conditions say so.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

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
    successors,
)
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply, Expr, Read
from runtime.ruleset.ruleset import Norm
from runtime.ruleset.statements import ByActor, ByChance, Update
from runtime.ruleset.types import Element, Number, Optional, Type
from verify.limits import Named
from verify.needs import NOWHERE
from verify.picking import exactly_one, standing
from verify.quantities import Ratio, Unsupported, at_most_quantity
from verify.symbolic import (
    Place,
    Scope,
    Store,
    Table,
    Value,
    choose,
    content,
    equal_values,
    is_set,
    member,
)
from verify.terms import Truth, both, equal, every, implies, negation, some
from verify.translate import HOLE, Env, Needs, Translator, defined

EndingKind = Literal["end", "done", "gap", "conflict", "range", "forbidden"]


@dataclass(frozen=True, slots=True)
class Stop:
    """Why a path goes no further, and the paragraph."""

    kind: EndingKind
    ref: str


@dataclass(frozen=True, slots=True)
class Made:
    """A choice made at ``node``: ``value`` was taken, or it was declined.

    Where declining takes a default, that is ``value``. ``actor``: the element that declined.
    """

    node: int
    value: Value
    declined: bool = False
    actor: Value = None


@dataclass(frozen=True, slots=True)
class Path:
    """A way through the graph that now stands at ``node``, or has stopped.

    ``earlier``: the store before the last assignment on it, if there was one.
    """

    node: int
    store: Store
    env: Env
    conditions: tuple[Named, ...] = ()
    choices: tuple[Made, ...] = ()
    nodes: tuple[int, ...] = ()
    refs: tuple[str, ...] = ()
    stop: Stop | None = None
    earlier: Store | None = None

    def on(self, *conditions: Named) -> "Path | None":
        """This path under more conditions; none if one of them surely fails."""
        if any(condition.term is False for condition in conditions):
            return None
        more = tuple(condition for condition in conditions if condition.term is not True)
        return replace(self, conditions=self.conditions + more)

    def stopped(self, kind: EndingKind, ref: str, condition: Truth) -> Iterator["Path"]:
        """This path, ended where ``condition`` holds."""
        path = self.on(Named(ref, condition))
        if path is not None:
            yield replace(path, stop=Stop(kind, ref))


@dataclass(frozen=True)
class Policy:
    """How a graph is followed.

    ``enumerate_elements``: members of declared sets are tried one after the
    other instead of being unknowns. ``left_out``: state variables whose new
    values are not computed but become unknowns. ``holes``: also report the
    paths that end because something is undefined. ``forbidden``: also report
    those that end because a norm forbids what would come. ``assume_stuck``: follow
    what is done where no value is lawful, without asking whether that is so where
    norms decide on it (right for proofs, wrong for searches). ``entered``: called with each path
    as soon as its store has changed.
    """

    enumerate_elements: bool = False
    left_out: frozenset[str] = frozenset()
    holes: bool = False
    forbidden: bool = False
    assume_stuck: bool = True
    entered: Callable[[Path], None] | None = None


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
            self._translator = Translator(self.scope, store)
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

    def fresh(self, name: str) -> str:
        """A name for a new unknown."""
        self._fresh += 1
        return f"{name}#{self._fresh}"

    # Nodes.

    def _value(self, path: Path, expr: Expr, ref: str) -> tuple[Value, Path | None]:
        """The value of ``expr`` on ``path``, and the path on which it is defined."""
        value, needs = self.translator(path.store).translate(expr, path.env)
        return value, path.on(Named(ref, defined(needs)))

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
                yield replace(blocked, node=node.stuck)
        enumerate_values = self.policy.enumerate_elements and isinstance(node.type, Element)
        if enumerate_values or len(value.items) == 1:
            options = list(value.items)
        else:
            unknown = self.scope.unknown(node.type, self.fresh(node.name))
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

    # Assignment.

    def _assign(self, path: Path, node: AssignNode) -> Iterator[Path]:
        translator = self.translator(path.store)
        rows: list[tuple[Truth, Env]] = [(True, path.env)]
        needs: dict[tuple[str, str], Truth] = {}
        updates = [u for u in node.updates if u.state not in self.policy.left_out]
        if node.each is not None and updates:
            rows, found = translator.rows(node.each, path.env)
            needs.update(found)
        writes: dict[tuple[str, Place], list[tuple[Truth, Value]]] = {}
        for guard, env in rows:
            for update in updates:
                self._write(translator, update, guard, env, node.ref, writes, needs)
        agree: list[Truth] = []
        changed: dict[str, dict[Place, Value]] = {}
        for (state, place), items in writes.items():
            table = changed.setdefault(state, dict(path.store[state]))
            value = path.store[state][place]
            for position, (guard, new) in enumerate(items):
                value = choose(guard, new, value)
                agree.extend(
                    implies(both(guard, other), equal_values(new, before))
                    for other, before in items[:position]
                )
            table[place] = value
        own = ("conflict", node.ref)
        needs[own] = both(needs.get(own, True), every(agree))
        yield from self._holes(path, needs, node.ref)
        on = path.on(Named(node.ref, defined(needs)))
        if on is None:
            return
        store: dict[str, Table] = {**path.store, **changed}
        for state in sorted({u.state for u in node.updates} & self.policy.left_out):
            name = self.fresh(state)
            store[state] = {
                place: self.scope.unknown(self.scope.type_of(state), f"{name}{list(place)}")
                for place in self.scope.places(state)
            }
        moved = replace(on, node=node.next, store=store, earlier=path.store)
        norms = [self._kept(norm, moved) for norm in self.norms]
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

        What dice lead to, and what comes before any choice, is nobody's to avoid.
        """
        if not path.choices:
            return False
        last = self.graph.nodes[path.choices[-1].node]
        by = last.by if isinstance(last, ChooseNode) else None
        return not (isinstance(by, ByChance) and by.stream == "dice")

    def _write(
        self,
        translator: Translator,
        update: Update,
        guard: Truth,
        env: Env,
        ref: str,
        writes: dict[tuple[str, Place], list[tuple[Truth, Value]]],
        needs: dict[tuple[str, str], Truth],
    ) -> None:
        """Add what one update writes, and what it needs, where ``guard`` holds."""
        parts = [translator.translate(expr, env) for expr in (*update.arguments, update.value)]
        value = parts[-1][0]
        found = [need for _, more in parts for need in more.items()]
        if all(part is not HOLE for part, _ in parts):
            found.append((("range", ref), fits(self.scope.type_of(update.state), value)))
            arguments = [part for part, _ in parts[:-1]]
            for place in self.scope.places(update.state):
                pairs = zip(arguments, place, strict=True)
                here = both(guard, every(equal(argument, index) for argument, index in pairs))
                if here is not False:
                    writes.setdefault((update.state, place), []).append((here, value))
        for hole, condition in found:
            needs[hole] = both(needs.get(hole, True), implies(guard, condition))

    def _kept(self, norm: Norm, path: Path) -> Named:
        return kept(self.translator(path.store), norm)


def fits(type: Type, value: Value) -> Truth:
    """Whether a number lies in its declared range; other values always do."""
    if isinstance(type, Optional):
        return True if value is None else implies(is_set(value), fits(type.item, content(value)))
    if isinstance(type, Number):
        if isinstance(value, Ratio) and not type.fraction:
            raise Unsupported("a fraction where a whole number is stored")
        return both(at_most_quantity(type.low, value), at_most_quantity(value, type.high))
    return True


def watched_ahead(scope: Scope, graph: Graph, start: int) -> bool:
    """Whether from ``start`` an assignment that a norm watches may come before the next choice."""
    watched = frozenset[str]().union(
        *(states_read(scope, norm.forbidden) for norm in scope.rules.norms)
    )
    seen, stack = {start}, [start]
    while stack:
        node = graph.nodes[stack.pop()]
        if isinstance(node, AssignNode) and any(one.state in watched for one in node.updates):
            return True
        if not isinstance(node, ChooseNode):
            following = [to for to in successors(node) if to not in seen]
            seen.update(following)
            stack.extend(following)
    return False


def states_read(scope: Scope, expr: Expr) -> frozenset[str]:
    """The state variables that ``expr`` reads, also through definitions."""
    found: set[str] = set()
    seen: set[str] = set()
    open_: list[Expr] = [expr]
    while open_:
        for item in walk(open_.pop()):
            if isinstance(item, Read):
                found.add(item.state)
            elif isinstance(item, Apply) and item.definition not in seen:
                seen.add(item.definition)
                for case in scope.rules.definitions[item.definition].cases:
                    open_.extend(e for e in (case.guard, case.value) if e is not None)
    return frozenset(found)


def lawful_now(
    scope: Scope, path: Path, left_out: frozenset[str] = frozenset()
) -> tuple[Named, ...]:
    """That no norm forbids the state ``path`` is in; norms over ``left_out`` are passed over."""
    translator = Translator(scope, path.store)
    return tuple(
        kept(translator, norm)
        for norm in scope.rules.norms
        if not left_out & states_read(scope, norm.forbidden)
    )


def kept(translator: Translator, norm: Norm) -> Named:
    """That a norm is defined in a state and does not forbid it."""
    broken, there = translator.truth(norm.forbidden, {})
    return Named(norm.ref, both(there, negation(broken)))


def same_store(left: Store, right: Store) -> Truth:
    """Whether two stores agree in every place."""
    return every(
        equal_values(value, right[state][place])
        for state, table in left.items()
        for place, value in table.items()
    )
