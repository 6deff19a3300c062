"""Assignments in a kernel, and the norms that they may break.

A norm holds before every assignment. Where a single place changes, and the norm says that
no values of a set are such and such, only those have to be looked at that the place
belongs to; without writing anything.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import combinations

from compiler.kernel.expressions import Env, Expressions
from compiler.kernel.program import Program, returning
from compiler.kernel.shapes import NOTHING, UNDEFINED, UNKNOWN, Unsupported
from compiler.kernel.straight import Straight
from compiler.kernel.unrolled import Kept, each
from compiler.kernel.writer import Code, Writer
from runtime.graph import AssignNode
from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Norm
from runtime.ruleset.statements import Update

MOST_OF_ALL = 6_000
"""So many lines may be worked through without a branch, for all values of a set."""

Written = tuple[str, Code, Code]
"""A state variable, the place in it, and the value that is put there."""


class Steps:
    """Writes assignments and norms."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules = program.rules
        reads = program.evaluator.reads
        self.norms = [(norm, reads(norm.forbidden)) for norm in self.rules.norms]
        self._functions: dict[int, str] = {}
        self.raising: set[int] = set()
        """The norms that may be undefined."""
        self._sets: dict[int, tuple[str, tuple[str, ...]]] = {}
        self.scratch = 0
        """How many numbers of scratch the longest assignment needs."""

    # Norms.

    def watched(self, node: AssignNode) -> list[int]:
        """The positions of the norms that the assignment may break."""
        written = {one.state for one in node.updates}
        return [at for at, (_, reads) in enumerate(self.norms) if reads & written]

    def norm(self, at: int) -> str:
        """The function that asks whether the norm at position ``at`` is broken."""
        if at not in self._functions:
            writer = Writer()
            to = Expressions(self.program, writer, {}, returning)
            value = to.value(self.norms[at][0].forbidden)
            writer.put(f"return {value.text} + 0")
            if to.raises:
                self.raising.add(at)
            self._functions[at] = self.program.define(f"n{at}", "s", writer)
        return self._functions[at]

    def broken_by(self, to: Expressions, node: AssignNode, writes: Sequence[Written]) -> str | None:
        """Whether ``writes``, before they are made, break a norm; None: they cannot."""
        found: list[str] = []
        for at in self.watched(node):
            lines, raises = list(to.writer.lines), to.raises
            try:
                found.append(self._near(to, self.norms[at][0], writes))
            except Unsupported:
                to.writer.lines[:], to.raises = lines, raises
                found.append(self._tried(to, at, writes))
        return " or ".join(found) or None

    def _near(self, to: Expressions, norm: Norm, writes: Sequence[Written]) -> str:
        """The norm asked only of what the place that changes belongs to."""
        forbidden = norm.forbidden
        if not isinstance(forbidden, ex.Quantified) or forbidden.quantifier != "some":
            raise Unsupported("another norm")
        binder = forbidden.binder
        if not isinstance(binder.domain, ex.AllOf) or binder.order or len(writes) != 1:
            raise Unsupported("another norm")
        (state, place, value), *_ = writes
        if self.rules.states[state].domain != (binder.domain.set,):
            raise Unsupported("another norm")
        inner = [one for one in (binder.condition, forbidden.body) if one is not None]
        for part in (part for one in inner for part in walk(one)):
            if isinstance(part, ex.Apply) and state in self.program.evaluator.reads(part):
                raise Unsupported("another norm")
            if isinstance(part, ex.Read) and part.state == state:
                (argument,) = part.arguments
                if not isinstance(argument, ex.Variable) or argument.name not in binder.names:
                    raise Unsupported("another norm")
        before, to.raises = to.raises, False
        found = to.writer.temp("False")
        for own in binder.names:
            env, apart, overlay = dict(to.env), set(to.apart), to.overlay
            to.env[own] = place
            to.overlay = {state: (place, value)}
            with self._others(to, binder, own, place):
                condition = "True"
                if binder.condition is not None:
                    condition = to.value(binder.condition).text
                with to.writer.block(f"if {condition}:"):
                    body = to.value(forbidden.body)
                    with to.writer.block(f"if {body.text}:"):
                        to.writer.put(f"{found} = True")
            to.env, to.apart, to.overlay = env, apart, overlay
        if to.raises:
            raise Unsupported("a norm that may be undefined")
        to.raises = before
        return found

    @contextmanager
    def _others(self, to: Expressions, binder: ex.Binder, own: str, place: Code) -> Iterator[None]:
        with ExitStack() as stack:
            bound = [place]
            for name in binder.names:
                if name == own:
                    continue
                code = stack.enter_context(self.program.sets.loop(to, binder.domain))
                if binder.distinct:
                    for other in bound:
                        stack.enter_context(to.writer.block(f"if {code.text} != {other.text}:"))
                        to.apart.add((other.text, code.text))
                bound.append(code)
                to.env[name] = code
            yield

    def _tried(self, to: Expressions, at: int, writes: Sequence[Written]) -> str:
        """The norm asked of the state in which the writes are made; then they are taken back."""
        name, writer, s = self.norm(at), to.writer, to.state
        places = [
            writer.temp(f"{self.program.offset(state)} + {place.text}")
            for state, place, _ in writes
        ]
        before = [writer.temp(f"{s}[{place}]") for place in places]
        for place, (_, _, value) in zip(places, writes, strict=True):
            writer.put(f"{s}[{place}] = {value.text}")
        written = [state for state, *_ in writes]
        self.changed(to, written)
        found = writer.temp(f"{name}({s})")
        for place, old in reversed(list(zip(places, before, strict=True))):
            writer.put(f"{s}[{place}] = {old}")
        self.changed(to, written)
        to.fail(f"{found} < {NOTHING}", found)
        return f"{found} != 0"

    def broken_after(self, to: Expressions, node: AssignNode) -> str | None:
        """Whether the state, as it is now, breaks a norm that the assignment may break."""
        found = []
        for at in self.watched(node):
            asked = to.writer.temp(f"{self.norm(at)}({to.state})")
            to.fail(f"{asked} < {NOTHING}", asked)
            found.append(f"{asked} != 0")
        return " or ".join(found) or None

    # Assignments of single places.

    def writes(self, to: Expressions, node: AssignNode) -> list[Written]:
        """The places and values of an assignment without ``each``; nothing is written yet."""
        found: list[Written] = []
        for update in node.updates:
            place, value = self._update(to, update)
            found.append((update.state, to.writer.atom(place), to.writer.atom(value)))
        for one, two in combinations(found, 2):
            if one[0] == two[0]:
                to.fail(f"{one[1].text} == {two[1].text} and {one[2].text} != {two[2].text}")
        return found

    def _update(self, to: Expressions, update: Update) -> tuple[Code, Code]:
        place = to.place(update.state, update.arguments)
        value = to.within(to.value(update.value), self.program.state_shape(update.state), UNDEFINED)
        return place, value

    def write(self, to: Expressions, writes: Sequence[Written]) -> None:
        """Make them."""
        for state, place, value in writes:
            first = self.program.offset(state)
            at = f"{first} + {place.text}" if first else place.text
            to.writer.put(f"{to.state}[{at}] = {value.text}")
        to.writer.forget()

    def changed(self, to: Expressions, states: Iterable[str]) -> None:
        """What is known no more when ``states`` have changed."""
        for first, number in self.program.memo.changed(set(states)):
            at = to.writer.name()
            with to.writer.block(f"for {at} in range({first}, {first + number}):"):
                to.writer.put(f"{to.state}[{at}] = {UNKNOWN}")

    # Assignments for every value of a set.

    def each(self, node: AssignNode, at: int, env: Env) -> tuple[str, tuple[str, ...]]:
        """The function of an assignment for each value, and the variables it is given."""
        if at not in self._sets:
            given = tuple(sorted(free(env, node.each, *node.updates)))
            inner = {name: env[name] for name in given}
            writer = self._straight(node, inner) if self._at_once(node) else None
            if writer is None:
                writer = Writer()
                to = Expressions(self.program, writer, dict(inner), returning)
                if self._at_once(node):
                    self._direct(to, node)
                else:
                    self._in_two(to, node)
            to = Expressions(self.program, writer, {}, returning)
            self.changed(to, (one.state for one in node.updates))
            writer.put("return 0")
            texts = tuple(env[one].text for one in given)
            inputs = ", ".join(("s", "b", *texts))
            self._sets[at] = self.program.define(f"u{at}", inputs, writer), texts
        return self._sets[at]

    def _at_once(self, node: AssignNode) -> bool:
        """Whether what is written for one value cannot matter for another one."""
        binder = node.each
        assert binder is not None
        written = {one.state for one in node.updates}
        if len(written) != len(node.updates) or binder.order:
            return False
        own = tuple(ex.Variable(name=name) for name in binder.names)
        if any(one.arguments != own for one in node.updates):
            return False
        if len(binder.names) > 1 and binder.condition is not None:
            return False
        reads = self.program.evaluator.reads
        if reads(binder.domain) & written:
            return False
        items = [binder.condition, *(one.value for one in node.updates)]
        for part in (part for one in items if one is not None for part in walk(one)):
            if isinstance(part, ex.Apply) and reads(part) & written:
                return False
            if isinstance(part, ex.Read) and part.state in written and part.arguments != own:
                return False
        return True

    def _straight(self, node: AssignNode, env: Env) -> Writer | None:
        """Every place gets a value, if only the one that it has."""
        assert node.each is not None
        to = Straight(self.program, env, MOST_OF_ALL)
        to.written = frozenset(one.state for one in node.updates)

        def one(_: list[Code], kept: Kept) -> None:
            found = []
            for update in node.updates:
                place, value = self._update(to, update)
                at, text = f"{self.program.offset(update.state)} + {place.text}", value.text
                if kept is not None:
                    old, new = to.writer.temp(f"s[{at}]"), to.writer.atom(value).text
                    text = to.writer.pick(kept, new, old)
                found.append((at, to.writer.temp(text)))
            for at, text in found:
                to.writer.put(f"s[{at}] = {text}")

        try:
            each(to, node.each, one)
        except Unsupported:
            return None
        return to.done()

    def _direct(self, to: Expressions, node: AssignNode) -> None:
        assert node.each is not None
        with self.program.binders.kept(to, node.each):
            found = []
            for update in node.updates:
                place, value = self._update(to, update)
                found.append((update.state, to.writer.atom(place), to.writer.atom(value)))
            self.write(to, found)

    def _in_two(self, to: Expressions, node: AssignNode) -> None:
        """First all places and values into the scratch, then into the state."""
        assert node.each is not None
        writer = to.writer
        number, most = writer.temp("0"), 1
        step = 2 * len(node.updates)
        with self.program.binders.kept(to, node.each) as codes:
            for one in codes:
                most *= max(one.shape.width, 1)
            for position, update in enumerate(node.updates):
                place, value = self._update(to, update)
                first = self.program.offset(update.state)
                writer.put(f"b[{number} * {step} + {2 * position}] = {first} + {place.text}")
                writer.put(f"b[{number} * {step} + {2 * position + 1}] = {value.text}")
            writer.put(f"{number} += 1")
        self.scratch = max(self.scratch, step * most)
        at, other = writer.name(), writer.name()
        with (
            writer.block(f"for {at} in range({number} * {len(node.updates)}):"),
            writer.block(f"for {other} in range({at}):"),
        ):
            same = f"b[2 * {at}] == b[2 * {other}] and b[2 * {at} + 1] != b[2 * {other} + 1]"
            to.fail(same)
        with writer.block(f"for {at} in range({number} * {len(node.updates)}):"):
            writer.put(f"{to.state}[b[2 * {at}]] = b[2 * {at} + 1]")


def free(env: Env, *items: object) -> set[str]:
    """The variables of the flow that ``items`` use."""
    return {
        part.name
        for item in items
        if isinstance(item, Model)
        for part in walk(item)
        if isinstance(part, ex.Variable) and part.name in env
    }
