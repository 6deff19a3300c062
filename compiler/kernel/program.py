"""What a kernel is made of: the state as one array, tables, functions of definitions.

All names in the source are made of a letter and a number.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from itertools import product

from compiler.kernel.binders import Binders
from compiler.kernel.definitions import position
from compiler.kernel.expressions import Env, Expressions
from compiler.kernel.memo import Memo
from compiler.kernel.sets import Sets
from compiler.kernel.shapes import GIVE_UP, UNDEFINED, Shape, Shapes, Unsupported
from compiler.kernel.straight import Straight, straight
from compiler.kernel.tables import Table, tabulated
from compiler.kernel.unrolled import MOST_UNROLLED
from compiler.kernel.writer import Code, Writer, hull, undefeated, whole
from runtime.evaluate import Evaluator
from runtime.precedence import beats
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import Definition, RuleSet
from runtime.ruleset.types import Number, SetOf
from runtime.simulation import games
from runtime.state import Layout
from runtime.values import Value

MOST_LINES = 20_000
"""Longer sources are refused: they would take too long to compile."""

MOST_AT_ONCE = 2_000
"""So many lines may be worked through without a branch, to find one thing out."""

MOST_OF_ONE = 200
"""So many of a definition, which is asked again and again."""

MOST_TURNS = 100_000
"""So many heads of loops may be passed without a choice in a game; then it is given up."""

Failing = Callable[[str], list[str]]


def returning(code: str) -> list[str]:
    """In a function, what is undefined is its value."""
    return [f"return {code}"]


class Program:
    """The parts of the source that all of it may use."""

    def __init__(self, rules: RuleSet, layout: Layout, parameters: Mapping[str, Value]) -> None:
        self.rules = rules
        self.layout = layout
        self.parameters = parameters
        self.shapes = Shapes(rules, layout.sizes)
        self.evaluator = Evaluator(rules, layout, parameters)
        self.sets = Sets()
        self.binders = Binders(self.sets)
        self.tables: dict[str, tuple[int, ...]] = {}
        """Arrays of numbers that never change, by the name they have in the source."""
        self.functions: list[list[str]] = []
        self._same: dict[tuple[str, ...], str] = {}
        self._made: dict[str, tuple[str, bool]] = {}
        self._filled: dict[str, tuple[str, Shape, bool] | None] = {}
        self._remembered: dict[str, tuple[str, int, Shape, bool] | None] = {}
        self._open: list[str] = []
        self._tables: dict[str, Table | None] = {}
        self.policies: tuple[str, tuple[tuple[int, str], ...]] = ("random", ())
        """How everybody chooses, and who chooses otherwise."""
        self.most_turns = MOST_TURNS
        self.most_choices = games.MOST_CHOICES
        self.room = 1
        """How many lawful values there may be, and one more."""
        self._names = 0
        self._lines = 0
        self._offsets: dict[str, int] = {}
        self.initial: list[int] = []
        for name, column in zip(layout.names, layout.initial().values, strict=True):
            self._offsets[name] = len(self.initial)
            type = rules.states[name].type
            self.initial += [self.shapes.encode(one, type) for one in column]
        self.memo = Memo(rules, self.shapes, self.evaluator.reads, len(self.initial))

    # The state.

    @property
    def size(self) -> int:
        """How many numbers the state has, with what is kept beside it."""
        return self.memo.stop

    def offset(self, state: str) -> int:
        """Where the values of ``state`` begin."""
        return self._offsets[state]

    def domain(self, state: str) -> tuple[int, ...]:
        """How many arguments there are, one after the other."""
        return self.layout.domains[self.layout.position[state]]

    def state_shape(self, state: str) -> Shape:
        """Of the values of ``state``."""
        return self.shapes.of(self.rules.states[state].type)

    def setting(self, name: str) -> Code:
        """The value of a parameter of the law."""
        type = self.rules.parameters[name].type
        code = self.shapes.encode(self.parameters[name], type)
        shape = self.shapes.of(type)
        return Code(str(code), shape if shape.item else whole(code).shape)

    def fields(self, record: str, at: int) -> str:
        """The table of the field at position ``at``: of all values of a record."""
        name = f"F{list(self.rules.records).index(record)}_{at}"
        if name not in self.tables:
            widths = self.shapes.widths(record)
            step = 1
            for one in widths[at + 1 :]:
                step *= one
            low = self.rules.records[record].fields[at].low
            size = self.shapes.all(record).width
            self.tables[name] = tuple(low + n // step % widths[at] for n in range(size))
        return name

    # Definitions.

    def is_wide(self, definition: Definition) -> bool:
        """Whether its values are sets that are too large for masks."""
        if not isinstance(definition.type, SetOf):
            return False
        try:
            self.shapes.of(definition.type)
        except Unsupported:
            return True
        return False

    def lists(self, definition: Definition) -> bool:
        """Whether its sets are listed in a table."""
        table = self.table(definition)
        return table is not None and not table.scalar

    def table(self, definition: Definition) -> Table | None:
        """The table of a definition that reads no state and has few enough arguments."""
        name = definition.id
        if name not in self._tables:
            self._tables[name] = None
            if not self.evaluator.reads(ex.Apply(definition=name)):
                short = f"T{list(self.rules.definitions).index(name)}"
                wide = self.is_wide(definition)
                table = tabulated(short, definition, self.evaluator, self.shapes, listed=wide)
                self._tables[name] = table
                if table is not None:
                    self.tables[short] = table.values
                    if not table.scalar:
                        self.tables[f"{short}n"] = table.numbers
        return self._tables[name]

    def inlined(self, definition: Definition) -> bool:
        """Whether it is written out wherever it is applied."""
        return len(definition.cases) == 1 and definition.cases[0].guard is None

    @contextmanager
    def opened(self, definition: str) -> Iterator[None]:
        """While a definition is written out. Raises :class:`Unsupported` for a recursion."""
        if definition in self._open:
            raise Unsupported("a definition that applies itself")
        self._open.append(definition)
        try:
            yield
        finally:
            self._open.pop()

    def function(self, definition: Definition) -> tuple[str, bool]:
        """The function of a definition with cases, and whether it may fail."""
        name = definition.id
        if name not in self._made:
            if isinstance(definition.type, Number) and definition.type.fraction:
                raise Unsupported("a fraction that depends on a case")
            with self.opened(name):
                self._made[name] = self._definition(definition)
        return self._made[name]

    def remembered(self, definition: Definition) -> tuple[str, int, Shape, bool] | None:
        """The function of a definition whose values are kept, and from which place on.

        Then the shape of the values, and whether it may fail.
        """
        place = self.memo.place(definition)
        if place is None:
            return None
        if definition.id not in self._remembered:
            filled = self.filled(definition)
            with self.opened(definition.id):
                self._remembered[definition.id] = self._kept(definition, place, filled)
        return self._remembered[definition.id]

    def _kept(
        self, definition: Definition, place: int, filled: tuple[str, Shape, bool] | None
    ) -> tuple[str, int, Shape, bool] | None:
        env = self._parameters(definition)
        inputs = ", ".join(("s", *(one.text for one in env.values())))
        given = list(env.values())
        name = f"m{list(self.rules.definitions).index(definition.id)}"
        writer = Writer()
        to = Expressions(self, writer, env, returning)
        if filled is not None:
            fill, shape, raises = filled
            writer.put(f"{fill}(s)")
            at = position(to, given, [one.shape for one in given])
            writer.put(f"return s[{place} + {at}]")
            return self.define(name, inputs, writer), place, shape, raises
        try:
            value = to.value(definition.cases[0].value)
        except Unsupported:
            return None  # where it is applied, it may be possible
        at = position(to, given, [one.shape for one in given])
        writer.put(f"found = {value.text} + 0")
        writer.put(f"s[{place} + {at}] = found")
        writer.put("return found")
        return self.define(name, inputs, writer), place, value.shape, to.raises

    def filled(self, definition: Definition) -> tuple[str, Shape, bool] | None:
        """The function that works out all values of a definition that are kept, at once.

        Then the shape of the values, and whether some may be undefined. None if there is none.
        """
        name, place = definition.id, self.memo.place(definition)
        if name not in self._filled and place is not None:
            self._filled[name] = None
            with suppress(Unsupported), self.opened(name):
                self._filled[name] = self._fill(definition, place)
        return self._filled.get(name)

    def _fill(self, definition: Definition, place: int) -> tuple[str, Shape, bool]:
        widths = [self.shapes.of(one.type) for one in definition.parameters]
        given = list(product(*(range(one.low, one.high + 1) for one in widths)))
        if len(given) > MOST_UNROLLED:
            raise Unsupported("not all of them may be of use")
        to, shape = Straight(self, {}, MOST_AT_ONCE), Shape(0, -1)
        for at, values in enumerate(given, place):
            named = zip(definition.parameters, values, strict=True)
            to.env = {one.name: whole(value) for one, value in named}
            with to.collected() as failing:
                code = to.atom(definition.cases[0].value)
            shape = hull(shape, code.shape) if at > place else code.shape
            failed = to.failure(failing) if failing else None
            text = (
                code.text if failed is None else to.writer.pick(failed, str(UNDEFINED), code.text)
            )
            to.writer.put(f"s[{at}] = {text}")
        if to.gives_up:
            raise Unsupported("what is not expected, and to be kept")
        writer = to.writer.whole()
        writer.put("return 0")
        name = f"r{list(self.rules.definitions).index(definition.id)}"
        return self.define(name, "s", writer), shape, to.raises

    def _parameters(self, definition: Definition) -> Env:
        return {
            one.name: Code(f"p{at}", self.shapes.of(one.type))
            for at, one in enumerate(definition.parameters)
        }

    def _definition(self, definition: Definition) -> tuple[str, bool]:
        name = f"d{list(self.rules.definitions).index(definition.id)}"
        env = self._parameters(definition)
        inputs = ", ".join(("s", *(one.text for one in env.values())))
        made = straight(self, env, MOST_OF_ONE, lambda to: to.cases(definition))
        if made is not None:
            writer, _, raises = made
            return self.define(name, inputs, writer), raises
        writer = Writer()
        to = Expressions(self, writer, env, returning)
        guards = [
            "True" if one.guard is None else writer.atom(to.value(one.guard)).text
            for one in definition.cases
        ]
        left = undefeated(writer, guards, beats(definition.cases))
        to.fail(f"{' + '.join(f'({one})' for one in left)} != 1")
        shape = self.shapes.of(definition.type)
        for one, case in zip(left, definition.cases, strict=True):
            with writer.block(f"if {one}:"):
                value = to.within(to.value(case.value), shape, GIVE_UP)
                writer.put(f"return {value.text} + 0")
        writer.put(f"return {UNDEFINED}")
        return self.define(name, inputs, writer), True

    # Functions.

    def fresh(self, letter: str) -> str:
        """A name that no other function has."""
        self._names += 1
        return f"{letter}{self._names}"

    def define(self, name: str, inputs: str, writer: Writer) -> str:
        """A function is done: its name, which is that of another one that does the same.

        Raises :class:`Unsupported` if the source becomes too long.
        """
        key = inputs, *writer.lines
        if key not in self._same:
            self._lines += len(writer.lines)
            if self._lines > MOST_LINES:
                raise Unsupported("the rules would become too long a program")
            self.functions.append([f"def {name}({inputs}):", *writer.lines])
            self._same[key] = name
        return self._same[key]
