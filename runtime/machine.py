"""The machine: runs a flow graph from a node to the next choice or end.

Receives a graph and an evaluator; :meth:`Machine.run` follows the nodes that
leave nothing to choose. It knows nothing of lawful choices; the game
(:mod:`runtime.interpreter`) asks it what would follow.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from runtime.code import Code, Frame, Scope, Undefined
from runtime.definitions import of_supplements, settling, undefeated
from runtime.evaluate import Evaluator
from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    DoneNode,
    EndNode,
    GapNode,
    Graph,
    HeadNode,
    LetNode,
    Node,
    successors,
)
from runtime.liveness import live_variables
from runtime.norms import CompiledNorm, breach, compile_norms
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import Audience
from runtime.ruleset.types import Number, Optional, Type
from runtime.state import Breach, Ending, Layout, Store
from runtime.steps import Announced, AnyStep, Applied, Assigned, Bound, Change
from runtime.values import Value, whole

MOST_NODES = 1_000_000
"""How many nodes one run may pass before it is broken off."""


@dataclass(slots=True)
class Run:
    """A run under way. ``steps`` is where to note what happens, if anybody wants to know."""

    store: Store
    frame: Frame
    steps: list[AnyStep] | None
    seen: dict[tuple[object, ...], None]
    """The loop heads passed in this advance, in order, with all that matters there."""


class Halt(Exception):
    """Play ends here."""

    def __init__(self, ending: Ending) -> None:
        self.ending = ending


class Broken(Exception):
    """An assignment in ``node`` would enter ``store``, which ``norms`` forbid."""

    def __init__(self, node: Node, store: Store, norms: list[CompiledNorm]) -> None:
        self.node = node
        self.store = store
        self.norms = norms


Action: TypeAlias = Callable[[Run], int]


class Machine:
    """A graph made ready to run, for one layout."""

    def __init__(self, rules: RuleSet, graph: Graph, layout: Layout, evaluator: Evaluator) -> None:
        self.rules = rules
        self.graph = graph
        self.layout = layout
        self.evaluator = evaluator
        self.norms = compile_norms(rules, evaluator)
        self._watch = evaluator.watch
        self.variables = Scope("")
        for name in graph.parameters:
            self.variables.slot(name)
        self.live = live_variables(graph)
        self._slots = [[self.variables.slot(name) for name in names] for names in self.live]
        actions = [self._told(at, node) for at, node in enumerate(graph.nodes)]
        self._actions = [self._marking(action) for action in actions]
        self._watched = [self._watching(node) for node in graph.nodes]

    def run(self, node: int, run: Run) -> int:
        """Follow the flow from ``node``; the choice at which it comes to rest.

        Raises :class:`Halt` where play ends, :class:`Broken` where an
        assignment would break a norm.
        """
        for _ in range(MOST_NODES):
            action = self._actions[node]
            if action is None:
                return node
            try:
                node = action(run)
            except Undefined as undefined:
                raise Halt(self.undefined(node, undefined)) from undefined
        ref = self.graph.nodes[node].ref
        raise Halt(Ending("limit", ref, detail=f"no choice within {MOST_NODES} nodes"))

    def undefined(self, node: int, undefined: Undefined) -> Ending:
        """The end of play at ``node``, where an expression has no value."""
        supplement = self.graph.nodes[node].supplement
        detail, between = undefined.detail, undefined.between
        return Ending(undefined.kind, undefined.ref, supplement, detail=detail, between=between)

    def breaches(self, broken: Broken) -> tuple[Breach, ...]:
        """The broken norms as data."""
        return tuple(
            breach(norm, broken.store, broken.node.ref, self.rules) for norm in broken.norms
        )

    def bound(self, node: int, frame: Frame) -> tuple[tuple[str, Value], ...]:
        """The variables that are still needed at ``node``, with their values."""
        pairs = zip(self.live[node], self._slots[node], strict=True)
        return tuple((name, frame[slot]) for name, slot in pairs)

    def frame(self, variables: tuple[tuple[str, Value], ...]) -> Frame:
        """A frame in which ``variables`` have their values."""
        frame = self.variables.frame()
        for name, value in variables:
            frame[self.variables.slots[name]] = value
        return frame

    def judged(self, node: int) -> bool:
        """Whether an assignment that a norm watches may come before the next choice."""
        seen, stack = {node}, [node]
        while stack:
            at = stack.pop()
            if self._watched[at]:
                return True
            if isinstance(self.graph.nodes[at], ChooseNode):
                continue
            following = [n for n in successors(self.graph.nodes[at]) if n not in seen]
            seen.update(following)
            stack.extend(following)
        return False

    def _tell(self, broken: list[CompiledNorm]) -> None:
        if self._watch is not None:
            for position, norm in enumerate(self.norms):
                if any(norm is one for one in broken):
                    self._watch.norm(position)

    def _watching(self, node: Node) -> tuple[CompiledNorm, ...]:
        if not isinstance(node, AssignNode):
            return ()
        written = {update.state for update in node.updates}
        return tuple(norm for norm in self.norms if norm.reads & written)

    def _told(self, at: int, node: Node) -> Action | None:
        """The action of ``node``, of which the watch is told if there is one."""
        action, watch = self._action(at, node), self._watch
        if action is None or watch is None:
            return action

        def told(run: Run) -> int:
            if run.steps is None:
                return action(run)
            watch.entered(at)
            next = action(run)
            watch.left(at, next, run.steps)
            return next

        return told

    def _marking(self, action: Action | None) -> Action | None:
        """``action``, whose first step tells what was relied on, if anybody wants to know."""
        reliance = self.evaluator.reliance
        if action is None or reliance is None:
            return action

        def marking(run: Run) -> int:
            if run.steps is None:
                return action(run)
            before = len(run.steps)
            next = action(run)
            reliance.mark(run.steps, before)
            return next

        return marking

    # One action for each class of node.

    def _action(self, at: int, node: Node) -> Action | None:
        scope = self.variables.at(node.ref)
        match node:
            case ChooseNode():
                self.variables.slot(node.name)
                return None
            case AssignNode():
                return self._assign(node, scope)
            case LetNode():
                return self._let(node, scope)
            case BranchNode(then=then, otherwise=otherwise):
                condition = self.evaluator.code(node.condition, scope)
                return lambda run: then if condition(run.store, run.frame) else otherwise
            case DecideNode():
                return self._decide(node, scope)
            case AnnounceNode():
                return self._announce(node, scope)
            case HeadNode():
                return self._head(at, node)
            case EndNode() | DoneNode() | GapNode():
                return self._halt(node)
            case _:
                raise TypeError(f"no action for {type(node).__name__}")

    def _assign(self, node: AssignNode, scope: Scope) -> Action:
        evaluator, layout, names = self.evaluator, self.layout, self.layout.names
        kept, put = evaluator.kept(node.each, scope) if node.each is not None else (None, None)
        updates: list[tuple[int, Code, Code, Number | None]] = []
        for update in node.updates:
            at = layout.position[update.state]
            place = evaluator.place(update.state, update.arguments, scope)
            value = evaluator.code(update.value, scope)
            updates.append((at, place, value, _checked(self.rules.states[update.state].type)))
        places = [tuple(layout.places(name)) for name in names]
        watched = self._watching(node)
        ref, supplement, next = node.ref, node.supplement, node.next

        def assign(run: Run) -> int:
            store, frame = run.store, run.frame
            new: dict[tuple[int, int], Value] = {}
            for one in (None,) if kept is None else kept(store, frame):
                if put is not None:
                    put(frame, one)
                for at, place, code, check in updates:
                    key = (at, place(store, frame))
                    value = code(store, frame)
                    if check is not None:
                        value = _in_range(value, check, names[at], ref)
                    if key in new and new[key] != value:
                        detail = f"{names[at]} gets two values: {new[key]!r} and {value!r}"
                        raise Undefined("conflict", ref, detail, (ref,))
                    new[key] = value
            columns: dict[int, list[Value]] = {}
            changes = []
            for (at, index), value in new.items():
                old = store.values[at][index]
                if old != value:
                    columns.setdefault(at, list(store.values[at]))[index] = value
                    changes.append((at, index, old, value))
            if columns:
                after = Store(
                    tuple(
                        tuple(columns[at]) if at in columns else column
                        for at, column in enumerate(store.values)
                    )
                )
                broken = [norm for norm in watched if norm.broken(after)]
                if broken:
                    self._tell(broken)
                    raise Broken(node, after, broken)
                run.store = after
            if run.steps is not None:
                shown = tuple(
                    Change(names[at], places[at][index], old, value)
                    for at, index, old, value in changes
                )
                run.steps.append(Assigned(ref, supplement, shown))
            return next

        return assign

    def _let(self, node: LetNode, scope: Scope) -> Action:
        code, slot = self.evaluator.code(node.value, scope), scope.slot(node.name)
        next = node.next

        def let(run: Run) -> int:
            value = run.frame[slot] = code(run.store, run.frame)
            if run.steps is not None and not node.internal:
                run.steps.append(Bound(node.ref, node.supplement, node.name, node.type, value))
            return next

        return let

    def _decide(self, node: DecideNode, scope: Scope) -> Action:
        guards = [self.evaluator.code(arm.guard, scope.at(arm.ref)) for arm in node.arms]
        beats = tuple(arm.beats for arm in node.arms)
        settled = tuple(arm.settled for arm in node.arms)

        def decide(run: Run) -> int:
            applying = [i for i, guard in enumerate(guards) if guard(run.store, run.frame)]
            left = undefeated(applying, beats)
            if len(left) == 1:
                arm = node.arms[left[0]]
                if run.steps is not None:
                    supplement = arm.supplement or settling(applying, beats, settled)
                    run.steps.append(Applied(arm.ref, supplement, node.decision))
                return arm.target
            if not applying:
                detail = f"no rule applies at the decision {node.decision}"
                raise Halt(
                    Ending("gap", node.ref, node.supplement, gap=node.decision, detail=detail)
                )
            between = tuple(node.arms[i].ref for i in left or applying)
            detail = f"{len(between)} rules apply at the decision {node.decision}"
            detail += of_supplements(node.arms[i].supplement for i in left or applying)
            raise Halt(
                Ending("conflict", between[0], node.supplement, detail=detail, between=between)
            )

        return decide

    def _announce(self, node: AnnounceNode, scope: Scope) -> Action:
        codes = [self.evaluator.code(shown.value, scope) for shown in node.values]
        types = tuple(shown.type for shown in node.values)
        to = node.to or Audience()
        audience = self.evaluator.code(to.members, scope) if to.members is not None else None
        duration = None
        if node.duration is not None:
            duration = self.evaluator.code(node.duration, scope)

        def announce(run: Run) -> int:
            store, frame = run.store, run.frame
            values = tuple(code(store, frame) for code in codes)
            how_long = duration(store, frame) if duration is not None else None
            members = audience(store, frame) if audience is not None else ()
            if run.steps is not None:
                run.steps.append(
                    Announced(
                        node.ref,
                        node.supplement,
                        node.text,
                        values,
                        types,
                        to.role,
                        to.set,
                        members,
                        how_long,
                    )
                )
            return node.next

        return announce

    def _head(self, at: int, node: HeadNode) -> Action:
        slots, next = self._slots[at], node.next

        def head(run: Run) -> int:
            # All that matters at the head; if it comes back, it comes back for ever.
            place = (at, run.store, *[run.frame[slot] for slot in slots])
            if place in run.seen:
                detail = f"the same happens again and again in {node.flow}"
                raise Halt(Ending("loop", node.ref, node.supplement, detail=detail))
            run.seen[place] = None
            return next

        return head

    def _halt(self, node: EndNode | DoneNode | GapNode) -> Action:
        ref, supplement, graph, layout = node.ref, node.supplement, self.graph, self.layout
        result = None if graph.result is None else self.variables.slot(graph.result)

        def halt(run: Run) -> int:
            match node:
                case EndNode(outcome=outcome, state=state):
                    value = layout.read(run.store, outcome) if state else None
                    raise Halt(Ending("end", ref, supplement, outcome=outcome, value=value))
                case GapNode(gap=gap, reason=reason):
                    raise Halt(Ending("gap", ref, supplement, gap=gap, detail=reason))
                case DoneNode():
                    value = None if result is None else run.frame[result]
                    raise Halt(Ending("done", ref, supplement, value=value))

        return halt


def _checked(type: Type) -> Number | None:
    """The number type whose limits a value must respect; other values are right by typing."""
    if isinstance(type, Optional):
        return _checked(type.item)
    return type if isinstance(type, Number) else None


def _in_range(value: Value, type: Number, name: str, ref: str) -> Value:
    number = whole(value)
    if number is None:
        return None
    if not type.low <= number <= type.high:
        detail = f"{name} would be {number}, outside {type.low} to {type.high}"
        raise Undefined("range", ref, detail)
    if not type.fraction and not isinstance(number, int):
        raise Undefined("range", ref, f"{name} would be {number}, which is not whole")
    return number
