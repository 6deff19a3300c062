"""A flow as the functions of a kernel: one that plays a game, and those that look ahead."""

from collections.abc import Sequence
from dataclasses import dataclass

from compiler.kernel.expressions import Env, Expressions
from compiler.kernel.program import MOST_AT_ONCE, Program, returning
from compiler.kernel.routes import Routes
from compiler.kernel.shapes import GIVE_UP, NOTHING, UNDEFINED, Shape
from compiler.kernel.steps import Steps, free
from compiler.kernel.straight import straight
from compiler.kernel.writer import Code, Writer, undefeated
from runtime.actors import variable_types
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
)
from runtime.liveness import live_variables
from runtime.ruleset import expressions as ex

DEEPEST = 24
"""Deeper blocks are written beside each other instead."""


@dataclass(frozen=True, slots=True)
class End:
    """How a game may end, as in a record; ``state``: whose value belongs to the outcome."""

    end: str
    at: str | None = None
    state: str | None = None


class Flow:
    """What the parts of one flow share."""

    def __init__(self, program: Program, graph: Graph) -> None:
        self.program = program
        self.graph = graph
        self.steps = Steps(program)
        self.routes = Routes(graph, self.steps)
        self.live = live_variables(graph)
        types = variable_types(program.rules, graph)
        self.env: Env = {
            name: Code(f"v{at}", program.shapes.of(type))
            for at, (name, type) in enumerate(types.items())
        }
        self.ends: list[End] = []
        self.counters: list[str] = []
        self._outlined: dict[int, tuple[str, Shape, bool, tuple[str, ...]]] = {}
        self._ahead: dict[tuple[int, str | None], tuple[str, tuple[str, ...]]] = {}

    def end(self, end: End) -> int:
        """The number of ``end``."""
        if end not in self.ends:
            self.ends.append(end)
        return self.ends.index(end)

    def counter(self, name: str) -> int:
        """The number of what is counted as ``name``."""
        if name not in self.counters:
            self.counters.append(name)
        return self.counters.index(name)

    def outlined(self, item: ex.Expr) -> tuple[str, Shape, bool, tuple[str, ...]]:
        """A function of its own for ``item``: name, shape, whether it may fail, its inputs."""
        if id(item) not in self._outlined:
            names = sorted(free(self.env, item))
            given = tuple(self.env[one].text for one in names)
            env = {one: self.env[one] for one in names}
            made = straight(self.program, env, MOST_AT_ONCE, lambda to: to.atom(item))
            writer, shape, raises = made or self._with_branches(env, item)
            inputs = ", ".join(("s", *given))
            name = self.program.define(self.program.fresh("e"), inputs, writer)
            self._outlined[id(item)] = name, shape, raises, given
        return self._outlined[id(item)]

    def _with_branches(self, env: Env, item: ex.Expr) -> tuple[Writer, Shape, bool]:
        writer = Writer()
        to = Expressions(self.program, writer, env, returning)
        code = to.value(item)
        writer.put(f"return {code.text} + 0")
        return writer, code.shape, to.raises

    # Looking ahead.

    def ahead(self, start: int, chosen: str | None) -> tuple[str, tuple[str, ...]]:
        """The function that says whether no norm is broken from ``start`` to the next choice.

        ``chosen``: the variable that has just been chosen. Its inputs come after the state,
        a second state and scratch.
        """
        key = start, chosen
        if key not in self._ahead:
            given = tuple(self.env[name].text for name in self.live[start] if name in self.env)
            writer = Writer()
            if self._straight(start):
                self._look(writer, start)
            else:
                size = self.program.size
                with writer.block(f"for i in range({size}):"):
                    writer.put("t[i] = s[i]")
                Path(self, writer, "t", ahead=True).write(start, given)
            inputs = ", ".join(("s", "t", "b", *given))
            name = self.program.define(self.program.fresh("a"), inputs, writer)
            self._ahead[key] = name, given
        return self._ahead[key]

    def _straight(self, start: int) -> bool:
        """Whether all there is to ask is one assignment of single places."""
        at = start
        while True:
            match self.graph.nodes[at]:
                case LetNode(next=next) | AnnounceNode(next=next):
                    at = next
                case AssignNode(next=next, each=None) as node if self.steps.watched(node):
                    return next not in self.routes.judged
                case _:
                    return False

    def _look(self, writer: Writer, start: int) -> None:
        to = Expressions(self.program, writer, dict(self.env), ahead_failing)
        at = start
        while True:
            node = self.graph.nodes[at]
            match node:
                case LetNode(next=next):
                    value = to.within(to.value(node.value), self.env[node.name].shape, GIVE_UP)
                    # Names may be bound again, so what was known of them is not known any more.
                    to.env[node.name] = Code(writer.temp(value.text), value.shape)
                    at = next
                case AnnounceNode(next=next):
                    announced(to, node)
                    at = next
                case AssignNode():
                    writes = self.steps.writes(to, node)
                    broken = self.steps.broken_by(to, node, writes)
                    writer.put(f"return 0 if {broken} else 1")
                    return


def ahead_failing(code: str) -> list[str]:
    """What has no value ends play, and so breaks no norm; what is not expected is handed on."""
    if code == str(UNDEFINED):
        return ["return 1"]
    if code == str(GIVE_UP):
        return [f"return {GIVE_UP}"]
    return [f"return 1 if {code} == {UNDEFINED} else {code}"]


def play_failing(code: str) -> list[str]:
    """The interpreter plays the game."""
    return ["end = -1", "break"]


def announced(to: Expressions, node: AnnounceNode) -> None:
    """What is shown is worked out only because it may have no value."""
    items: list[ex.Expr] = [one.value for one in node.values]
    if node.to is not None and node.to.members is not None:
        items.append(node.to.members)
    if node.duration is not None:
        items.append(node.duration)
    for item in items:
        to.rational(item)


class Path:
    """Writes the nodes from one on: as blocks, of which ``pc`` says which comes next."""

    def __init__(self, flow: Flow, writer: Writer, state: str, *, ahead: bool) -> None:
        self.flow = flow
        self.program = flow.program
        self.nodes = flow.graph.nodes
        self.writer = writer
        self.state = state
        self.is_ahead = ahead
        self.labels = set(flow.routes.labels)
        self.todo: list[int] = []
        failing = ahead_failing if ahead else play_failing
        self.to = Expressions(flow.program, writer, dict(flow.env), failing, state)

    def write(self, start: int, given: Sequence[str]) -> None:
        """All that can come from ``start`` on, in a loop."""
        writer = self.writer
        for code in self.flow.env.values():
            if code.text not in given:
                writer.put(f"{code.text} = 0")
        writer.put("turns = 0")
        writer.put(f"pc = {start}")
        self.todo = [start]
        self.labels.add(start)
        with writer.block("while True:"):
            done: set[int] = set()
            while self.todo:
                at = self.todo.pop(0)
                if at in done:
                    continue
                word = "elif" if done else "if"
                done.add(at)
                with writer.block(f"{word} pc == {at}:"):
                    self.node(at)
            with writer.block("else:"):
                writer.put("return -1" if self.is_ahead else "break")

    def go(self, at: int) -> None:
        """On to node ``at``."""
        if self.is_ahead and at not in self.flow.routes.judged:
            self.writer.put("return 1")
        elif at in self.labels or self.writer.depth > DEEPEST:
            self.labels.add(at)
            self.todo.append(at)
            self.writer.put(f"pc = {at}")
            self.writer.put("continue")
        else:
            self.node(at)

    # Values: what needs a loop stands in a function of its own, which can be left at once.

    def value(self, item: ex.Expr) -> Code:
        """The value of ``item``."""
        before = len(self.writer.lines)
        code = self.to.value(item)
        if not any(line.lstrip().startswith("for ") for line in self.writer.lines[before:]):
            return code
        del self.writer.lines[before:]
        self.writer.forget()
        name, shape, raises, given = self.flow.outlined(item)
        found = self.writer.temp(f"{name}({', '.join((self.state, *given))})")
        if raises:
            self.to.fail(f"{found} < {NOTHING}", found)
        return Code(found, shape)

    def stop(self, end: End) -> None:
        """Play ends."""
        if self.is_ahead:
            self.writer.put("return 1")
        else:
            self.writer.put(f"end = {self.flow.end(end)}")
            self.writer.put("break")

    def count(self, name: str) -> None:
        """Something happens that is counted."""
        if not self.is_ahead:
            self.writer.put(f"k{self.flow.counter(name)} += 1")

    # Nodes.

    def node(self, at: int) -> None:
        """Node ``at`` and what follows."""
        node = self.nodes[at]
        self.writer.forget()
        match node:
            case LetNode():
                name = self.flow.env[node.name]
                value = self.to.within(self.value(node.value), name.shape, GIVE_UP)
                self.writer.put(f"{name.text} = {value.text} + 0")
                self.go(node.next)
            case BranchNode():
                condition = self.value(node.condition)
                with self.writer.block(f"if {condition.text}:"):
                    self.go(node.then)
                with self.writer.block("else:"):
                    self.go(node.otherwise)
            case AnnounceNode():
                announced(self.to, node)
                self.go(node.next)
            case HeadNode():
                if at in self.flow.routes.turning:
                    self.writer.put("turns += 1")
                    self.to.fail(f"turns > {self.program.most_turns}", str(GIVE_UP))
                self.count(f"loop:{node.flow}@{node.ref}")
                self.go(node.next)
            case AssignNode():
                self._assign(at, node)
            case DecideNode():
                self._decide(node)
            case _:
                self._rest(at, node)

    def _rest(self, at: int, node: Node) -> None:
        match node:
            case EndNode(outcome=outcome, state=state):
                self.stop(End(outcome, None, outcome if state else None))
            case DoneNode():
                self.stop(End("done"))
            case GapNode():
                self.stop(End("gap", node.ref))
            case ChooseNode():
                from compiler.kernel.choices import choose

                choose(self, at, node)

    def _assign(self, at: int, node: AssignNode) -> None:
        steps, writer = self.flow.steps, self.writer
        watched = steps.watched(node)
        for one in watched:
            steps.norm(one)
        asked = watched and (
            self.is_ahead or at in self.flow.routes.unasked or set(watched) & steps.raising
        )
        if node.each is None:
            writes = self._writes(node)
            if asked:
                self._if_broken(node, steps.broken_by(self.to, node, writes))
            steps.write(self.to, writes)
            steps.changed(self.to, (state for state, *_ in writes))
        else:
            name, given = steps.each(node, at, self.flow.env)
            found = writer.temp(f"{name}({', '.join((self.state, 'b', *given))})")
            self.to.fail(f"{found} < {NOTHING}", found)
            writer.forget()
            if asked:
                self._if_broken(node, steps.broken_after(self.to, node))
        self.go(node.next)

    def _writes(self, node: AssignNode) -> list[tuple[str, Code, Code]]:
        """As :meth:`Steps.writes`, with values that need a loop in functions of their own."""
        found: list[tuple[str, Code, Code]] = []
        for update in node.updates:
            places = [self.writer.atom(self.value(one)) for one in update.arguments]
            names = [f"\0{position}" for position in range(len(places))]
            self.to.env |= dict(zip(names, places, strict=True))
            arguments = tuple(ex.Variable(name=name) for name in names)
            place = self.writer.atom(self.to.place(update.state, arguments))
            shape = self.program.state_shape(update.state)
            value = self.to.within(self.value(update.value), shape, UNDEFINED)
            found.append((update.state, place, self.writer.atom(value)))
        for at, one in enumerate(found):
            for two in found[:at]:
                if one[0] == two[0]:
                    same = f"{one[1].text} == {two[1].text} and {one[2].text} != {two[2].text}"
                    self.to.fail(same)
        return found

    def _if_broken(self, node: AssignNode, broken: str | None) -> None:
        if broken is None:
            return
        with self.writer.block(f"if {broken}:"):
            if self.is_ahead:
                self.writer.put("return 0")
            else:
                self.stop(End("conflict", node.ref))

    def _decide(self, node: DecideNode) -> None:
        writer = self.writer
        guards = [writer.temp(self.value(arm.guard).text) for arm in node.arms]
        left = undefeated(writer, guards, tuple(arm.beats for arm in node.arms))
        number = writer.temp(" + ".join(f"({one} != 0)" for one in left) or "0")
        with writer.block(f"if {number} == 1:"):
            word = "if"
            for one, arm in zip(left, node.arms, strict=True):
                with writer.block(f"{word} {one}:"):
                    self.count(f"rule:{node.decision}@{arm.ref}")
                    self.go(arm.target)
                word = "elif"
        # The first that is left is named; if they beat each other, the first that applies.
        word = "if"
        for ones in (left, guards):
            for one, arm in zip(ones, node.arms, strict=True):
                with writer.block(f"{word} {one}:"):
                    self.stop(End("conflict", arm.ref))
                word = "elif"
        if node.arms:
            with writer.block("else:"):
                self.stop(End("gap", node.ref))
        else:
            self.stop(End("gap", node.ref))
