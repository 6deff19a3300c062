"""Lowering: from the structured statements of a flow to the flow graph.

Receives a rule set and the id of a flow; hands on a :class:`~runtime.graph.Graph`.
Calls are expanded in place, every bound variable gets a name of its own, and
each kind of loop becomes bookkeeping in variables marked ``internal``:

* ``Each``: a set of those still to be served (*todo*), emptied one by one;
* ``Repeat`` with ``times``: a counter;
* ``Again``: a jump to the head of the expanded flow.

What follows a branch is one node, reached from all of its arms.
"""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache

from runtime.graph import (
    AnnounceNode,
    Arm,
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
    renumbered,
)
from runtime.precedence import beats, settled
from runtime.rewriting import rename, rename_binder
from runtime.ruleset.expressions import (
    Binary,
    Expr,
    First,
    Nothing,
    NumberConstant,
    SetDisplay,
    Variable,
    Without,
)
from runtime.ruleset.ruleset import Flow, RuleSet
from runtime.ruleset.statements import (
    Again,
    Announce,
    Assign,
    ByActor,
    ByNobody,
    Call,
    Choose,
    Chooser,
    Decide,
    Each,
    End,
    If,
    Let,
    Repeat,
    Return,
    StatedGap,
    Stmt,
)
from runtime.ruleset.types import Number, Optional, SetOf, Type

NO_TURN = "no_turn"
"""The gap of rounds that must go on although nobody is there to take a turn."""

NO_RESULT = "no_result"
"""The gap of a flow that ends without the value it was called for."""

Names = Mapping[str, str]


_KEPT = 128
"""How many graphs are kept: most are asked for again and again."""

_RECURSION = 60_000
"""What follows a step is laid out before it, so a long flow is laid out by a deep recursion."""


class LoweringError(Exception):
    """The rule set cannot be laid out as a graph: an unknown flow, or a recursion."""


def lower(rules: RuleSet, flow: str) -> Graph:
    """The graph of ``flow``.

    A rule of a decision may use the variables that are bound where the
    decision stands. Raises :class:`LoweringError` for an unknown flow and for
    flows or decisions that contain themselves.
    """
    return _lowered(_Same(rules), flow)


class _Same:
    """A rule set as a key: itself, not what it says, which would take long to compare."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return id(self.rules)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.rules is other.rules


@lru_cache(_KEPT)
def _lowered(same: _Same, flow: str) -> Graph:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION))
    try:
        return _Lowering(same.rules).graph(flow)
    finally:
        sys.setrecursionlimit(before)


def source_name(name: str) -> str:
    """The name that a variable of a graph has in the law."""
    return name.partition(".")[0]


@dataclass(frozen=True)
class _Frame:
    """The expanded flow that a statement stands in."""

    flow: str
    type: Type | None
    result: str | None
    head: int
    exit: int
    supplement: str | None
    open: tuple[str, ...]
    """The flows and decisions being expanded, outermost first."""
    takes: Names = field(default_factory=dict)
    """Variables that a ``Let`` in this block gives their value for what comes after the block."""


class _Lowering:
    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.nodes: list[Node | None] = []
        self.taken: set[str] = set()
        self.restarted: set[int] = set()
        """The heads of expanded flows that an ``Again`` jumps to."""

    def graph(self, flow_id: str) -> Graph:
        flow = self._flow(flow_id)
        ref = flow.parts[-1].ref if flow.parts else ""
        names = {p.name: self.fresh(p.name) for p in flow.parameters}
        result = self.fresh("result") if flow.result is not None else None
        done = self.add(DoneNode(ref, None))
        entry = self.expand(flow, names, result, done, ())
        parameters = tuple(names[p.name] for p in flow.parameters)
        return Graph(flow_id, parameters, result, 0, renumbered(entry, self.nodes))

    # Nodes and names.

    def reserve(self) -> int:
        self.nodes.append(None)
        return len(self.nodes) - 1

    def add(self, node: Node) -> int:
        self.nodes.append(node)
        return len(self.nodes) - 1

    def fresh(self, name: str) -> str:
        """``name`` itself if it is free, else with the first free number."""
        free, number = name, 1
        while free in self.taken:
            number += 1
            free = f"{name}.{number}"
        self.taken.add(free)
        return free

    def expr(self, item: Expr, names: Names) -> Expr:
        return rename(item, names, self.fresh)

    # Flows.

    def _flow(self, flow_id: str) -> Flow:
        flow = self.rules.flows.get(flow_id)
        if flow is None:
            known = ", ".join(sorted(self.rules.flows))
            raise LoweringError(f"there is no flow {flow_id!r}; there are: {known}")
        return flow

    def expand(
        self,
        flow: Flow,
        names: Names,
        result: str | None,
        exit: int,
        open: tuple[str, ...],
    ) -> int:
        """The flow's parts, leading to ``exit``; ``names`` holds its parameters.

        A flow that a supplement calls is still the text's own.
        """
        open = _opened(open, f"flow {flow.id}")
        head = self.reserve()
        last = flow.parts[-1].ref if flow.parts else ""
        fall = exit
        if flow.result is not None and result is not None:
            fall = self._without_result(last, result, flow.result, exit)
        frame = _Frame(flow.id, flow.result, result, head, exit, None, open)
        body = [(one, part.supplement) for part in flow.parts for one in part.body]
        start = self.sequence(body, 0, names, frame, fall)
        if head in self.restarted:
            first = flow.parts[0].ref
            self.nodes[head] = HeadNode(first, None, flow.id, start)
            return head
        return start

    def _without_result(self, ref: str, result: str, type: Type, exit: int) -> int:
        if isinstance(type, Optional):
            return self.add(LetNode(ref, None, result, type, Nothing(), False, exit))
        return self.add(GapNode(ref, None, NO_RESULT, "the flow ends without its result"))

    # Statements.

    def block(self, body: tuple[Stmt, ...], names: Names, frame: _Frame, next: int) -> int:
        return self.sequence([(one, frame.supplement) for one in body], 0, names, frame, next)

    def sequence(
        self,
        body: list[tuple[Stmt, str | None]],
        at: int,
        names: Names,
        frame: _Frame,
        next: int,
    ) -> int:
        """The statements from ``at`` on, leading to ``next``."""
        if at == len(body):
            return next
        statement, supplement = body[at]
        supplement = statement.supplement or supplement
        here = replace(frame, supplement=supplement)

        def rest(bound: Names) -> int:
            return self.sequence(body, at + 1, bound, frame, next)

        ref = statement.ref
        match statement:
            case Assign():
                return self.assign(statement, names, supplement, rest(names))
            case Let(name=name, type=type):
                taken = frame.takes.get(name)
                bound = {**names, name: taken} if taken else self.bind(names, name)
                value = self.expr(statement.value, names)
                return self.add(
                    LetNode(ref, supplement, bound[name], type, value, False, rest(bound))
                )
            case Choose():
                if statement.optional:
                    bound = self.bind(names, statement.name)
                    return self.choose(statement, names, bound, supplement, frame, rest(names))
                bound = self.bind(names, statement.name)
                return self.choose(statement, names, bound, supplement, frame, rest(bound))
            case Each():
                return self.each(statement, names, supplement, frame, rest(names))
            case Repeat():
                return self.repeat(statement, names, here, rest(names))
            case If():
                after = rest(names)
                condition = self.expr(statement.condition, names)
                then = self.block(statement.then, names, here, after)
                otherwise = self.block(statement.otherwise, names, here, after)
                return self.add(BranchNode(ref, supplement, condition, then, otherwise))
            case Decide():
                return self.decide(statement, names, here, rest(names))
            case Call():
                result = statement.result
                bound = dict(names) if result is None else self.bind(names, result)
                return self.call(statement, names, bound, here, rest(bound))
            case Return():
                value = self.expr(statement.value, names)
                if frame.result is None or frame.type is None:
                    return frame.exit
                return self.add(
                    LetNode(ref, supplement, frame.result, frame.type, value, False, frame.exit)
                )
            case Announce():
                values = tuple(
                    shown.model_copy(update={"value": self.expr(shown.value, names)})
                    for shown in statement.values
                )
                to = statement.to
                if to is not None and to.members is not None:
                    to = to.model_copy(update={"members": self.expr(to.members, names)})
                duration = statement.duration and self.expr(statement.duration, names)
                return self.add(
                    AnnounceNode(ref, supplement, statement.text, values, to, duration, rest(names))
                )
            case End(outcome=outcome):
                variable = self.rules.states.get(outcome)
                reported = variable is not None and not variable.domain
                return self.add(EndNode(ref, supplement, outcome, reported))
            case StatedGap():
                return self.add(GapNode(ref, supplement, statement.gap, statement.reason))
            case Again():
                self.restarted.add(frame.head)
                return frame.head

    def bind(self, names: Names, name: str) -> dict[str, str]:
        return {**names, name: self.fresh(name)}

    def assign(self, statement: Assign, names: Names, supplement: str | None, next: int) -> int:
        each = None
        inner: Names = names
        if statement.each is not None:
            each, inner = rename_binder(statement.each, names, self.fresh)
        updates = tuple(rename(update, inner, self.fresh) for update in statement.updates)
        return self.add(AssignNode(statement.ref, supplement, updates, each, next))

    def choose(
        self,
        statement: Choose,
        names: Names,
        bound: Names,
        supplement: str | None,
        frame: _Frame,
        next: int,
    ) -> int:
        """A supplement that only says who chooses is not the source of what follows."""
        domain = self.expr(statement.domain, names)
        by: Chooser = statement.by
        if isinstance(by, ByActor) and by.element is not None:
            by = by.model_copy(update={"element": self.expr(by.element, names)})
        default = statement.default and self.expr(statement.default, names)
        body = self.block(statement.body, bound, frame, next)
        stuck = None
        if statement.stuck is not None:
            substitute = replace(frame, takes={statement.name: bound[statement.name]})
            stuck = self.block(statement.stuck, names, substitute, next)
        return self.add(
            ChooseNode(
                statement.ref,
                supplement,
                bound[statement.name],
                statement.type,
                domain,
                by,
                default,
                body,
                next if statement.optional else None,
                stuck,
                statement.stuck[0].supplement if statement.stuck else None,
            )
        )

    def each(
        self, statement: Each, names: Names, supplement: str | None, frame: _Frame, next: int
    ) -> int:
        """A supplement that only says in which order is not the source of the turns."""
        ref = statement.ref
        bound = self.bind(names, statement.name)
        name = bound[statement.name]
        todo, todo_type = self.fresh("todo"), SetOf(item=statement.item)
        nobody = SetDisplay(item=statement.item, items=())
        served = Binary(operator="equal", left=Variable(name=todo), right=nobody)
        domain = self.expr(statement.domain, names)

        def set_todo(value: Expr, next: int) -> int:
            return self.add(LetNode(ref, supplement, todo, todo_type, value, True, next))

        head = self.reserve()
        body = self.block(statement.body, bound, frame, head)
        rest = set_todo(Without(of=Variable(name=todo), item=Variable(name=name)), body)
        if statement.order == "in_turn":
            first = First(of=Variable(name=todo))
            turn = self.add(LetNode(ref, supplement, name, statement.item, first, False, rest))
        else:
            turn = self.add(
                ChooseNode(
                    ref,
                    supplement,
                    name,
                    statement.item,
                    Variable(name=todo),
                    ByNobody(),
                    None,
                    rest,
                    None,
                    None,
                    None,
                )
            )
        if statement.until is None:
            ask = self.add(BranchNode(ref, supplement, served, next, turn))
            self.nodes[head] = HeadNode(ref, supplement, frame.flow, ask)
            return set_todo(domain, head)
        # Starting with nobody left lets the first round be filled like every other,
        # and only after the condition has been asked.
        gap = self.add(GapNode(ref, supplement, NO_TURN, "nobody is there to take a turn"))
        refilled = self.add(BranchNode(ref, supplement, served, gap, turn))
        refill = self.add(BranchNode(ref, supplement, served, set_todo(domain, refilled), turn))
        until = self.expr(statement.until, names)
        ask = self.add(BranchNode(ref, supplement, until, next, refill))
        self.nodes[head] = HeadNode(ref, supplement, frame.flow, ask)
        return set_todo(nobody, head)

    def repeat(self, statement: Repeat, names: Names, frame: _Frame, next: int) -> int:
        ref, supplement = statement.ref, frame.supplement
        head = self.reserve()
        start = self.block(statement.body, names, frame, head)
        entry = head
        if statement.times is not None:
            passes, type = self.fresh("passes"), Number(low=0, high=statement.times)
            count = Variable(name=passes)
            more = Binary(operator="add", left=count, right=NumberConstant(value=1))
            over = Binary(
                operator="at_least", left=count, right=NumberConstant(value=statement.times)
            )
            step = self.add(LetNode(ref, supplement, passes, type, more, True, start))
            start = self.add(BranchNode(ref, supplement, over, next, step))
            zero = NumberConstant(value=0)
            entry = self.add(LetNode(ref, supplement, passes, type, zero, True, head))
        if statement.until is not None:
            until = self.expr(statement.until, names)
            start = self.add(BranchNode(ref, supplement, until, next, start))
        self.nodes[head] = HeadNode(ref, supplement, frame.flow, start)
        return entry

    def decide(self, statement: Decide, names: Names, frame: _Frame, next: int) -> int:
        decision = statement.decision
        open = _opened(frame.open, f"decision {decision}")
        rules = self.rules.decisions.get(decision, ())
        arms = []
        by_supplement = settled(rules, [rule.settled for rule in rules])
        for rule, beaten, won in zip(rules, beats(rules), by_supplement, strict=True):
            inner = replace(frame, supplement=rule.supplement, open=open)
            guard = self.expr(rule.guard, names)
            target = self.block(rule.body, names, inner, next)
            arms.append(Arm(rule.ref, rule.supplement, guard, beaten, target, won))
        return self.add(DecideNode(statement.ref, frame.supplement, decision, tuple(arms)))

    def call(self, statement: Call, names: Names, bound: Names, frame: _Frame, next: int) -> int:
        flow = self._flow(statement.flow)
        ref, supplement = statement.ref, frame.supplement
        inner = {p.name: self.fresh(p.name) for p in flow.parameters}
        result = None
        if statement.result is not None:
            result = bound[statement.result]
        elif flow.result is not None:
            result = self.fresh("result")
        entry = self.expand(flow, inner, result, next, frame.open)
        pairs = list(zip(flow.parameters, statement.arguments, strict=True))
        for parameter, argument in reversed(pairs):
            value = self.expr(argument, names)
            name = inner[parameter.name]
            entry = self.add(LetNode(ref, supplement, name, parameter.type, value, True, entry))
        return entry


def _opened(open: tuple[str, ...], item: str) -> tuple[str, ...]:
    if item in open:
        circle = " -> ".join((*open[open.index(item) :], item))
        raise LoweringError(f"a recursion cannot be expanded: {circle}")
    return (*open, item)
