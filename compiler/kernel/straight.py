"""Expressions without branches: everything is worked out, and then the right value taken.

A processor that need not guess, and can do the same for several values at once, is faster
that way, as long as little is worked out in vain. What is undefined does not end anything:
that it is so, and matters, is known by name, and asked at the end of the function. Its value
is then any one of its shape.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import prod
from typing import TYPE_CHECKING

from compiler.kernel.definitions import position
from compiler.kernel.expressions import Env, Expressions
from compiler.kernel.levels import Levels
from compiler.kernel.shapes import GIVE_UP, NOTHING, UNDEFINED, UNKNOWN, Shape, Unsupported
from compiler.kernel.unrolled import MOST_UNROLLED, bound, lowest
from compiler.kernel.writer import Code, Ratio, Writer, hull, truth, undefeated
from runtime.precedence import beats
from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import Definition

if TYPE_CHECKING:
    from compiler.kernel.program import Program

Failure = tuple[str, ...]
"""Names: where all of them hold, something is undefined that matters."""

MOST_PARTS = 24
"""A definition with more parts is rather looked up in its table."""


class Straight(Expressions):
    """Writes expressions without branches. Raises :class:`Unsupported` where it cannot."""

    writer: Levels

    def __init__(self, program: "Program", env: Env, most: int) -> None:
        super().__init__(program, Levels(most), dict(env), _unasked)
        self._failing: list[Failure] = []
        self.members: dict[str, dict[str, str]] = {}
        """Of masks: by value, the name of whether it is a member."""
        self._known: dict[Hashable, tuple[Code | Ratio, list[Failure]]] = {}
        self.gives_up = False
        """Whether some failure is not that something is undefined."""
        self.written: frozenset[str] = frozenset()
        """States of which places are written meanwhile, each after it was last read."""

    # What has no value.

    def fail(self, condition: str, code: str = str(UNDEFINED)) -> None:
        self.raises = True
        self.gives_up |= code != str(UNDEFINED)
        self._failing.append((self.writer.temp(condition),))

    @contextmanager
    def collected(self) -> Iterator[list[Failure]]:
        """When what is written inside fails; that is left to others."""
        outer, self._failing = self._failing, []
        try:
            yield self._failing
        finally:
            self._failing = outer

    @contextmanager
    def where(self, condition: str | None) -> Iterator[None]:
        """What is written inside matters only where ``condition`` holds."""
        with self.collected() as failing:
            yield
        given = () if condition is None else (condition,)
        self._failing += [(*given, *one) for one in failing]

    @contextmanager
    def over(self, values: range) -> Iterator[str]:
        """What is written inside is done with each of ``values``: the name of that."""
        with self.collected() as failing:
            failed = self.writer.variable("0")
            with self.writer.loop(values) as name:
                yield name
                inside = self.writer.depth_of_loops
                here = [one for one in failing if self.writer.level(" ".join(one)) == inside]
                if here:
                    self.writer.put(f"{failed} |= {self.failure(here)}")
        # There is at least one value.
        self._failing += [one for one in failing if one not in here]
        if here:
            self._failing.append((failed,))

    def failure(self, failing: list[Failure]) -> str:
        """The condition under which something fails: without what holds only if more does."""
        parts = {one: self.writer.parts(*one) for one in failing}
        left: list[Failure] = []
        for one in sorted(parts, key=lambda one: len(parts[one])):
            if not any(parts[one].issuperset(other) for other in left):
                left.append(one)
        return " | ".join(f"({' & '.join(dict.fromkeys(one))})" for one in left)

    def done(self) -> Writer:
        """The function, to be ended; it has failed where something does."""
        writer = self.writer.whole()
        if self._failing:
            code = GIVE_UP if self.gives_up else UNDEFINED
            with writer.block(f"if {self.failure(self._failing)}:"):
                writer.put(f"return {code}")
        return writer

    # Values.

    def rational(self, item: ex.Expr) -> Code | Ratio:
        match item:
            case ex.Binary(operator="and" | "or" | "implies"):
                return self._both(item)
            case ex.IfThenElse():
                return self._either(item)
            case ex.Unwrap():
                return self._there(item)
            case ex.Apply():
                return self._called(item)
            case ex.First(of=of):
                mask = self.atom(of)
                self.fail(f"{mask.text} == 0")
                return lowest(mask)
            case ex.Quantified() | ex.Count() | ex.The() | ex.Sum() | ex.Extreme() | ex.Select():
                return self._bound_outside(item)
            case ex.Read(state=state) if state not in self.rules.parameters:
                return self._held(state, self.writer.atom(self.place(state, item.arguments)))
            case ex.FieldOf():
                found = super().rational(item)
                return self.writer.atom(found) if isinstance(found, Code) else found
        return super().rational(item)

    def _held(self, state: str, place: Code) -> Code:
        """The value of ``state`` at ``place``."""
        first, shape = self.program.offset(state), self.program.state_shape(state)
        if place.constant is not None:
            return Code(self.writer.temp(f"s[{first + place.constant}]"), shape)
        width = prod(self.program.domain(state))
        few = width <= MOST_UNROLLED and state not in self.written
        if not few or not self.writer.level(place.text):
            return Code(self.writer.temp(f"s[{first} + {place.text}]"), shape)
        # Of few values the right one is taken, which can be done for several places at once.
        *others, found = [self.writer.temp(f"s[{first + at}]") for at in range(width)]
        for at, other in reversed(list(enumerate(others))):
            found = self.writer.pick(f"{place.text} == {at}", other, found)
        return Code(found, shape)

    def within(self, code: Code, shape: Shape, otherwise: int) -> Code:
        before = len(self._failing)
        found = super().within(code, shape, otherwise)
        if len(self._failing) == before:
            return found
        if shape.item is not None or (shape.optional and code.optional):
            raise Unsupported("what may be outside")
        text = found.text
        if code.shape.low < shape.low or code.optional:
            text = f"max({text}, {shape.low})"
        if code.shape.high > shape.high:
            text = f"min({text}, {shape.high})"
        return Code(self.writer.temp(text), shape)

    def _both(self, item: ex.Binary) -> Code:
        left = self.atom(item.left).text
        before = self.writer.temp(f"not {left}") if item.operator != "and" else left
        with self.where(before if item.operator == "or" else left):
            right = self.atom(item.right).text
        if item.operator == "and":
            return truth(self.writer.both(left, right))
        return truth(f"({before if item.operator == 'implies' else left} | {right})")

    def _either(self, item: ex.IfThenElse) -> Code:
        condition = self.atom(item.condition).text
        with self.where(condition):
            then = self.atom(item.then)
        with self.where(self.writer.temp(f"not {condition}")):
            otherwise = self.atom(item.otherwise)
        return self.chosen(condition, then, otherwise)

    def chosen(self, condition: str, then: Code, otherwise: Code) -> Code:
        """One or the other."""
        if then.shape.item is not None and otherwise.shape.item is not None:
            then, otherwise = self._alike(then, otherwise)
        one, two = self.writer.atom(then), self.writer.atom(otherwise)
        found = self.writer.pick(condition, one.text, two.text)
        return Code(found, hull(then.shape, otherwise.shape))

    def _there(self, item: ex.Unwrap) -> Code:
        code = self.atom(item.item)
        if not code.optional:
            return code
        self.fail(f"{code.text} == {NOTHING}")
        shape = replace(code.shape, optional=False)
        # NOTHING is less than any value, so this is one of them in either case.
        return Code(self.writer.temp(f"max({code.text}, {shape.low})"), shape)

    def _bound_outside(self, item: ex.Expression) -> Code:
        """A binder stands in no loop whose values it does not use."""
        free = [part.name for part in walk(item) if isinstance(part, ex.Variable)]
        used = " ".join(self.env[name].text for name in free if name in self.env)
        with self.writer.outside(self.writer.level(used)):
            return bound(self, item)

    # Definitions.

    def _called(self, item: ex.Apply) -> Code | Ratio:
        definition = self.rules.definitions[item.definition]
        given = [self.atom(one) for one in item.arguments]
        key: Hashable = (item.definition, *(one.text for one in given))
        if key not in self._known:
            with self.collected() as failing:
                found = self._applied(definition, given)
            if isinstance(found, Code):
                found = self.writer.atom(found)
            self._known[key] = found, failing
        found, failing = self._known[key]
        self._failing += failing
        return found

    def _applied(self, definition: Definition, given: Sequence[Code]) -> Code | Ratio:
        program = self.program
        table = program.table(definition)
        if table is not None and not (program.inlined(definition) and _short(definition)):
            if not table.scalar:
                raise Unsupported("a large set")
            text = f"{table.name}[{self._position(definition, given)}]"
            return self._kept(Code(text, table.shape), fails=table.undefined)
        place = program.memo.place(definition)
        if place is not None:
            return self._remembered(definition, place, given)
        with self._inside(definition, given):
            if program.inlined(definition):
                return self.rational(definition.cases[0].value)
            return self.cases(definition)

    def _position(self, definition: Definition, given: Sequence[Code]) -> str:
        return position(self, given, [self.shapes.of(one.type) for one in definition.parameters])

    @contextmanager
    def _inside(self, definition: Definition, given: Sequence[Code]) -> Iterator[None]:
        pairs = zip(definition.parameters, given, strict=True)
        if not self.program.inlined(definition):
            given = [
                self.within(code, self.shapes.of(one.type), UNDEFINED)
                for one, code in zip(definition.parameters, given, strict=True)
            ]
            pairs = zip(definition.parameters, given, strict=True)
        outer, self.env = self.env, {one.name: code for one, code in pairs}
        try:
            with self.program.opened(definition.id):
                yield
        finally:
            self.env = outer

    def _remembered(self, definition: Definition, place: int, given: Sequence[Code]) -> Code:
        filled = self.program.filled(definition)
        if filled is None:
            raise Unsupported("what is remembered one by one")
        name, shape, raises = filled
        self.writer.first(f"if s[{place}] == {UNKNOWN}: {name}(s)")
        return self._kept(
            Code(f"s[{place} + {self._position(definition, given)}]", shape), fails=raises
        )

    def _kept(self, code: Code, *, fails: bool) -> Code:
        """A value that is there, or what stands for one that is undefined."""
        code = self.writer.atom(code)
        if not fails:
            return code
        if code.optional or code.shape.item is not None:
            raise Unsupported("nothing, or undefined")
        self.fail(f"{code.text} == {UNDEFINED}")
        return Code(self.writer.temp(f"max({code.text}, {code.shape.low})"), code.shape)

    def cases(self, definition: Definition) -> Code:
        """The value of a definition with cases, whose parameters are bound."""
        guards = [
            "True" if one.guard is None else self.atom(one.guard).text for one in definition.cases
        ]
        left = undefeated(self.writer, guards, beats(definition.cases))
        self.fail(f"{' + '.join(f'({one})' for one in left)} != 1")
        shape = self.shapes.of(definition.type)
        found: Code | None = None
        for one, case in zip(left, definition.cases, strict=True):
            with self.where(one):
                value = self.within(self.value(case.value), shape, GIVE_UP)
            found = value if found is None else self.chosen(one, value, found)
        if found is None:
            raise Unsupported("a definition without cases")
        return Code(self.writer.atom(found).text, shape)


def straight(
    program: "Program", env: Env, most: int, write: Callable[[Straight], Code]
) -> tuple[Writer, Shape, bool] | None:
    """The function of the value that is written; None if it cannot be.

    Then the shape of the value, and whether the function may fail. ``most``: so many lines
    may be worked through each time.
    """
    to = Straight(program, env, most)
    try:
        code = write(to)
    except Unsupported:
        return None
    writer = to.done()
    writer.put(f"return {code.text} + 0")
    return writer, code.shape, to.raises


def _short(definition: Definition) -> bool:
    found = list(walk(definition.cases[0].value))
    return len(found) <= MOST_PARTS and not any(
        isinstance(one, ex.Binder | ex.Apply) for one in found
    )


def _unasked(code: str) -> list[str]:
    raise Unsupported("a branch")
