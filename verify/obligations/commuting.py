"""Turns that commute: where each does what it does whoever went before, no order matters.

Two adjacent turns that can change places without any difference are enough, since
adjacent changes make every order out of every other. Shown of the turns of any two
members ``a`` and ``b``, from any state in which the loop begins its next turn, with
the norms kept and the invariants assumed:

1. In a turn nothing is drawn, there is no loop, and play neither ends nor breaks off
   in it, nor leaves the loop.
2. ``b`` is offered the same after the turn of ``a`` as before it, whatever was chosen
   in that: up to each choice the same way is taken under the same choices, and the
   same member chooses there among the same lawful values. So whoever chooses
   by what may be chosen chooses the same.
3. ``a`` then ``b``, with these choices, leads to the same state as ``b`` then ``a``, as far
   as the law ever looks at it.
4. What follows the loop breaks no norm up to the next choice. The last in order would
   have to look that far ahead, and nobody else; so who is last would be offered less.

By 2 and induction over the turns before it, a turn is the same wherever it stands.
If it comes to a choice without a lawful value, so does play in every order, and ends
alike. Otherwise all orders lead to the same state (3), and what follows a state, with
the same dice and the same players, does not depend on how it was come to. What is
chosen, by whom and how often may differ from turn to turn, and may depend on all
that no turn changes. Words said in another order are no other end.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from runtime.graph import (
    BranchNode,
    ChooseNode,
    EndNode,
    Graph,
    HeadNode,
    LetNode,
    Node,
    successors,
)
from runtime.liveness import live_variables
from runtime.ruleset import expressions as ex
from runtime.ruleset.statements import ByActor, ByChance
from verify.execute import Executor, Policy
from verify.limits import Limit, Named
from verify.norms import states_read, watched_ahead
from verify.obligations.ahead import Ahead
from verify.obligations.base import Base
from verify.obligations.items import expressions
from verify.paths import Made, Path
from verify.quantities import Unsupported
from verify.symbolic import Scope, Value, equal_values, member, same_store
from verify.terms import Truth, both, every, negation, some
from verify.translate import HOLE, Translator

MOST_WAYS = 24
"""In how many ways one turn may go, counted up to each choice in it and to its end."""


class Open(Exception):
    """It is not shown that the turns commute, for the reason given."""


@dataclass(frozen=True)
class Loop:
    """Turns in open order: the next is chosen at ``choice``, after the head ``head``.

    ``todo``: the variable with those still to be served. ``exit``: where play goes on
    after the last turn. ``body``: the nodes of a turn.
    """

    head: int
    choice: int
    todo: str
    exit: int
    body: frozenset[int]


@dataclass(frozen=True)
class Commuting:
    """Whether turns commute; the paragraphs that rests on, or why it is not known."""

    commute: bool
    core: tuple[str, ...] = ()
    detail: str = ""


def commuting(base: Base, node: int, limit: Limit) -> Commuting:
    """Whether the turns whose order is chosen at ``node`` of the flow of ``base`` commute."""
    try:
        loop = _loop(base.graph, node)
        return Commuting(True, tuple(_Turns(base, loop, limit).core()))
    except (Open, Unsupported) as error:
        return Commuting(False, detail=str(error))


# The loop.


def _loop(graph: Graph, choice: int) -> Loop:
    """The loop of the open order; raises :class:`Open` if it is none that is looked into."""
    node = graph.nodes[choice]
    assert isinstance(node, ChooseNode)
    assert isinstance(node.domain, ex.Variable)
    todo, rest = node.domain.name, graph.nodes[node.next]
    branch = _only_before(graph, choice)
    asks = graph.nodes[branch]
    served = ex.Without(of=node.domain, item=ex.Variable(name=node.name))
    if not (
        isinstance(asks, BranchNode)
        and asks.otherwise == choice
        and _is_nobody(asks.condition, todo)
        and isinstance(rest, LetNode)
        and (rest.name, rest.value) == (todo, served)
    ):
        raise Open("the turns end by a condition")
    head = _only_before(graph, branch)
    if not isinstance(graph.nodes[head], HeadNode):
        raise Open("the turns end by a condition")
    return Loop(head, choice, todo, asks.then, _body(graph, node.next, head))


def _only_before(graph: Graph, at: int) -> int:
    before = [number for number, node in enumerate(graph.nodes) if at in successors(node)]
    if len(before) != 1:
        raise Open("the turns end by a condition")
    return before[0]


def _is_nobody(condition: ex.Expr, todo: str) -> bool:
    match condition:
        case ex.Binary(
            operator="equal", left=ex.Variable(name=name), right=ex.SetDisplay(items=())
        ):
            return name == todo
        case _:
            return False


def _body(graph: Graph, start: int, head: int) -> frozenset[int]:
    """The nodes from ``start`` up to ``head``."""
    seen, stack = {start}, [start]
    while stack:
        node = graph.nodes[stack.pop()]
        if isinstance(node, HeadNode):
            raise Open("there is a loop in a turn")
        if isinstance(node, ChooseNode):
            if isinstance(node.by, ByChance):
                raise Open("something is drawn in a turn")
            if node.stuck is not None:
                raise Open("a dead end in a turn leads on")
        following = [to for to in successors(node) if to not in seen and to != head]
        seen.update(following)
        stack.extend(following)
    return frozenset(seen)


# Turns.

Key: TypeAlias = tuple[object, ...]
"""What a way came through, what was applied and declined on it."""


@dataclass(frozen=True)
class _Ways:
    """The ways of one turn, up to each choice in it and to its end, under its own conditions.

    By their keys, under which there is mostly one. ``broken``: those that do not come back.
    """

    back: dict[Key, list[Path]] = field(default_factory=dict)
    to_choices: dict[Key, list[Path]] = field(default_factory=dict)
    broken: list[Path] = field(default_factory=list)

    def to(self, key: Key) -> list[Path]:
        """Those under ``key``."""
        return self.back.get(key) or self.to_choices.get(key) or []


class _Turns:
    """The turns of two members that may be any two, ``one`` and ``other``, from any state."""

    def __init__(self, base: Base, loop: Loop, limit: Limit) -> None:
        self.base = base
        self.loop = loop
        self.limit = limit
        node = base.graph.nodes[loop.choice]
        assert isinstance(node, ChooseNode)
        self.node = node
        self.one = base.scope.unknown(node.type, "one member")
        self.other = base.scope.unknown(node.type, "another member")
        self._core = {node.ref, *(base.graph.nodes[at].ref for at in loop.body)}
        self._states = _looked_at(base.scope, base.graph)

    def core(self) -> tuple[str, ...]:
        """What it rests on that the turns commute; raises :class:`Open` if they may not."""
        self._nothing_ahead()
        for start in self.base.starts[1:]:
            if start.node == self.loop.head:
                self._from(start)
        return tuple(sorted(self.base.rests_on(self._core)))

    def _nothing_ahead(self) -> None:
        """Nobody needs to look beyond the last turn."""
        if watched_ahead(self.base.scope, self.base.graph, self.loop.exit):
            passed = Ahead(self.base, through_loops=True).passed(self.loop.head)
            if passed is None:
                raise Open("what follows the turns may break a norm")
            self._core.update(passed)

    def _from(self, start: Path) -> None:
        """From ``start``, any state in which the next turn begins."""
        todo = start.env[self.loop.todo]
        apart = negation(equal_values(self.one, self.other))
        for who in (self.one, self.other):
            on = start.on(Named(None, member(who, todo)))
            if on is None:
                return
            start = on
        first = self._turn(start, self.one)
        for way in first.broken:
            self._never(start, *way.conditions, reason="play may break off or end in a turn")
        both_wait = start.on(Named(None, apart))
        if both_wait is not None:
            self._change_places(both_wait, first)

    def _change_places(self, start: Path, first: _Ways) -> None:
        """Let ``other`` go before ``one``, whose turn goes one of the ways ``first``."""
        before = self._turn(start, self.other)
        second = {
            id(way): self._turn(way, self.one) for ways in before.back.values() for way in ways
        }
        for key, ways in first.back.items():
            for way in ways:
                after = self._turn(way, self.other)
                known = start.on(*way.conditions)
                if known is None:
                    continue
                self._offered_alike(known, before, after)
                for theirs, ends in after.back.items():
                    pairs = (
                        (end, instead, last)
                        for end in ends
                        for instead in before.back.get(theirs, ())
                        for last in second[id(instead)].back.get(key, ())
                    )
                    for end, instead, last in pairs:
                        taken = (*end.conditions, *instead.conditions, *last.conditions)
                        different = Named(None, negation(self._same(end, last)))
                        reason = "two turns may lead elsewhere in another order"
                        self._never(known, *taken, different, reason=reason)

    def _offered_alike(self, known: Path, before: _Ways, after: _Ways) -> None:
        """What is offered in a turn is the same, whether another turn went before or not."""
        reason = "a turn may change what is offered in another"
        for key in before.to_choices | after.to_choices | before.back | after.back:
            ways = before.to(key), after.to(key)
            for one in (0, 1):
                # Where a way can be taken, so can it, or one like it, in the other order.
                others = some(every(c.term for c in way.conditions) for way in ways[1 - one])
                for way in ways[one]:
                    if any(_implies(way, other) for other in ways[1 - one]):
                        continue
                    missing = Named(None, negation(others))
                    self._never(known, *way.conditions, missing, reason=reason)
            for way in before.to_choices.get(key, ()):
                for other in after.to_choices.get(key, ()):
                    differ = Named(None, negation(self._same_chooser(way, other)))
                    taken = (*way.conditions, *other.conditions)
                    self._never(known, *taken, differ, reason=reason)

    def _never(self, known: Path, *more: Named, reason: str) -> None:
        """See that what is ``known`` and ``more`` never hold together."""
        on = known.on(*more)
        if on is None:
            return
        answer = self.base.ask(on, limit=self.limit, anyway=self._core)
        if answer.verdict != "no":
            raise Open(answer.reason or reason)
        self._core.update(answer.core)
        self._core.update(one.name for one in more if one.name is not None)

    # One turn.

    def _turn(self, path: Path, who: Value) -> _Ways:
        """The turn of ``who`` from the state of ``path``."""
        chosen = self._chosen(who)
        policy = Policy(choosing=chosen, assume_stuck=False, holes=True)
        executor = Executor(self.base.scope, self.base.graph, policy)
        env = {**path.env, self.node.name: who}
        made = (Made(self.loop.choice, who),)
        waiting = [Path(self.node.next, path.store, env, choices=made)]
        ways = _Ways()
        for at in waiting:  # grows while it is walked
            for way in executor.paths(at, _rests):
                if way.stop is not None:
                    ways.broken.append(way)
                    continue
                back = way.node == self.loop.head
                (ways.back if back else ways.to_choices).setdefault(_key(way), []).append(way)
                waiting += [] if back else [way]
                if len(waiting) + len(ways.back) > MOST_WAYS:
                    raise Open(f"a turn may go in more than {MOST_WAYS} ways")
        return ways

    def _chosen(self, who: Value) -> Callable[[int, Value], list[tuple[Truth, Value]]]:
        """What is chosen in the turn of ``who``: whenever it comes, the same."""
        whose = "one" if who is self.one else "another"

        def chosen(at: int, domain: Value) -> list[tuple[Truth, Value]]:
            node = self.base.graph.nodes[at]
            assert isinstance(node, ChooseNode)
            value = self.base.scope.unknown(node.type, f"choice {at} of {whose} member")
            return [(member(value, domain), value)]

        return chosen

    # What is the same.

    def _same(self, one: Path, other: Path) -> Truth:
        """Whether the states of both paths at the head of the loop are the same."""
        live = live_variables(self.base.graph)[self.loop.head]
        stores = (
            {state: path.store[state] for state in sorted(self._states)} for path in (one, other)
        )
        variables = (
            equal_values(one.env[name], other.env[name])
            for name in live
            # Those still to be served are the same in any case.
            if name != self.loop.todo and one.env[name] is not other.env[name]
        )
        return both(same_store(*stores), every(variables))

    def _same_chooser(self, one: Path, other: Path) -> Truth:
        """Whether the same member chooses where both paths stand."""
        node = self.base.graph.nodes[one.node]
        assert isinstance(node, ChooseNode)
        if not isinstance(node.by, ByActor) or node.by.element is None:
            return True
        values = [
            Translator(self.base.scope, path.store).translate(node.by.element, path.env)[0]
            for path in (one, other)
        ]
        return all(value is not HOLE for value in values) and equal_values(*values)


def _rests(node: Node) -> bool:
    return isinstance(node, ChooseNode | HeadNode)


def _implies(one: Path, other: Path) -> bool:
    """Whether it can be seen that ``other`` can be taken where ``one`` can."""
    return {c.term for c in other.conditions} <= {c.term for c in one.conditions}


def _key(way: Path) -> Key:
    return way.nodes, way.refs, way.node, tuple(made.declined for made in way.choices)


def _looked_at(scope: Scope, graph: Graph) -> frozenset[str]:
    """The state variables that anything that is done, forbidden or reported depends on."""
    found = {node.outcome for node in graph.nodes if isinstance(node, EndNode) and node.state}
    for norm in scope.rules.norms:
        found |= states_read(scope, norm.forbidden)
    for node in graph.nodes:
        for expr in expressions(node):
            found |= states_read(scope, expr)
    return frozenset(found)
