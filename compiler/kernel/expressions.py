"""Expressions as code of a kernel.

What has no value makes the function that is being written fail (:meth:`Expressions.fail`),
in whatever order: the interpreter finds out what exactly is undefined. So the order of
evaluation does not matter here, only whether something is undefined at all.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING

from compiler.kernel.shapes import (
    LARGEST,
    NOTHING,
    UNDEFINED,
    Shape,
    Unsupported,
    mask_of,
)
from compiler.kernel.writer import NONE, Code, Ratio, Writer, as_ratio, hull, truth, whole
from runtime.ruleset import expressions as ex

if TYPE_CHECKING:
    from compiler.kernel.program import Program

Env = dict[str, Code]

Overlay = dict[str, tuple[Code, Code]]
"""State variables of which one place (the first) has another value (the second) than kept."""

_COMPARED = {
    "equal": "==", "unequal": "!=", "less": "<", "at_most": "<=", "greater": ">",
    "at_least": ">=",
}  # fmt: skip


class Expressions:
    """Writes expressions into ``writer``.

    ``state``: the name of the array that they read. ``failing``: the lines that are
    written where the value (a name or number) says that something is undefined.
    """

    def __init__(
        self,
        program: "Program",
        writer: Writer,
        env: Env,
        failing: Callable[[str], list[str]],
        state: str = "s",
    ) -> None:
        self.program = program
        self.rules = program.rules
        self.shapes = program.shapes
        self.writer = writer
        self.env = env
        self.failing = failing
        self.state = state
        self.overlay: Overlay = {}
        self.apart: set[tuple[str, str]] = set()
        """Pairs of names that are known to hold different values."""
        self.raises = False

    # What has no value, and what is expected of a value.

    def fail(self, condition: str, code: str = str(UNDEFINED)) -> None:
        """Where ``condition`` holds, something is undefined; ``code`` says what."""
        self.raises = True
        with self.writer.block(f"if {condition}:"):
            for line in self.failing(code):
                self.writer.put(line)

    def within(self, code: Code, shape: Shape, otherwise: int) -> Code:
        """``code``, which fails as ``otherwise`` where it is not of ``shape``."""
        if code.shape.item is not None or shape.item is not None:
            if code.shape.item is None or shape.item is None:
                raise Unsupported("a set where none is expected")
            return self.based(code, shape.item, otherwise)
        code = self.writer.atom(code)
        there = f"{code.text} != {NOTHING} and " if code.optional else ""
        if code.shape.low < shape.low:
            self.fail(f"{there}{code.text} < {shape.low}", str(otherwise))
        if code.shape.high > shape.high:
            self.fail(f"{code.text} > {shape.high}", str(otherwise))
        if code.optional and not shape.optional:
            self.fail(f"{code.text} == {NOTHING}", str(otherwise))
        return Code(code.text, shape)

    def based(self, code: Code, item: Shape, otherwise: int | None = None) -> Code:
        """The mask ``code`` as a mask of ``item``, in which all of its members should lie."""
        own = code.shape.item
        assert own is not None
        if (own.low, own.high) == (item.low, item.high) or code.constant == 0:
            return Code(code.text, mask_of(item))
        if otherwise is not None and not item.holds(own):
            bits = range(own.width)
            inside = sum(1 << at for at in bits if item.low <= own.low + at <= item.high)
            code = self.writer.atom(code)
            self.fail(f"{code.text} & ~{inside}", str(otherwise))
        by = own.low - item.low
        shifted = f"({code.text} << {by})" if by > 0 else f"({code.text} >> {-by})"
        return Code(shifted if by else code.text, mask_of(item))

    # Values.

    def value(self, item: ex.Expr) -> Code:
        """The value of ``item``, which is no fraction."""
        found = self.rational(item)
        if isinstance(found, Ratio):
            raise Unsupported("a fraction that is kept, or added up")
        if max(-found.shape.low, found.shape.high) >= LARGEST and found.shape.item is None:
            raise Unsupported("numbers that may become too large")
        return found

    def rational(self, item: ex.Expr) -> Code | Ratio:
        """The value of ``item``, which may be a fraction."""
        return self._code(item)

    def atom(self, item: ex.Expr) -> Code:
        """The value of ``item``, to be used several times."""
        return self.writer.atom(self.value(item))

    @singledispatchmethod
    def _code(self, item: ex.Expression) -> Code | Ratio:
        raise Unsupported(type(item).__name__)

    @_code.register
    def _truth(self, item: ex.TruthConstant) -> Code:
        return whole(int(item.value))

    @_code.register
    def _number(self, item: ex.NumberConstant) -> Code:
        return whole(item.value)

    @_code.register
    def _element(self, item: ex.ElementConstant) -> Code:
        return whole(item.index)

    @_code.register
    def _nothing(self, item: ex.Nothing) -> Code:
        return NONE

    @_code.register
    def _variable(self, item: ex.Variable) -> Code:
        return self.env[item.name]

    @_code.register
    def _read(self, item: ex.Read) -> Code:
        if item.state in self.rules.parameters:
            return self.program.setting(item.state)
        shape = self.program.state_shape(item.state)
        place = self.writer.atom(self.place(item.state, item.arguments))
        first = self.program.offset(item.state)
        kept = Code(f"{self.state}[{_added(first, place)}]", shape)
        if item.state not in self.overlay:
            return kept
        where, other = self.overlay[item.state]
        if where.text == place.text:
            return other
        if (where.text, place.text) in self.apart:
            return kept
        text = f"({other.text} if {place.text} == {where.text} else {kept.text})"
        return Code(text, shape)

    def place(self, state: str, arguments: Sequence[ex.Expr]) -> Code:
        """The position among the values of ``state`` that ``arguments`` lead to."""
        found: Code | None = None
        for size, argument in zip(self.program.domain(state), arguments, strict=True):
            code = self.within(self.value(argument), Shape(0, size - 1), UNDEFINED)
            if found is None:
                found = code
            else:
                high = (found.shape.high + 1) * size - 1
                found = Code(f"({found.text} * {size} + {code.text})", Shape(0, high))
        return found or whole(0)

    @_code.register
    def _field(self, item: ex.FieldOf) -> Code:
        fields = self.rules.records[item.record].fields
        at = [one.id for one in fields].index(item.field)
        code = self.atom(item.item)
        if code.optional:
            raise Unsupported("a field of what may be nothing")
        shape = Shape(fields[at].low, fields[at].high)
        return Code(f"{self.program.fields(item.record, at)}[{code.text}]", shape)

    @_code.register
    def _make(self, item: ex.MakeRecord) -> Code:
        parts = []
        width = 1
        fields = self.rules.records[item.record].fields
        for one, field in reversed(list(zip(item.items, fields, strict=True))):
            shape = Shape(field.low, field.high)
            code = self.within(self.value(one), shape, UNDEFINED)
            parts.append(f"({code.text} - {field.low}) * {width}")
            width *= shape.width
        return Code(f"({' + '.join(reversed(parts))})", Shape(0, width - 1))

    @_code.register
    def _unary(self, item: ex.Unary) -> Code | Ratio:
        code = self.rational(item.item)
        if item.operator == "not":
            assert isinstance(code, Code)
            return truth(f"(not {code.text})")
        if isinstance(code, Ratio):
            return Ratio(self._signed(item.operator, code.upper), code.lower)
        return self._signed(item.operator, code)

    def _signed(self, operator: str, code: Code) -> Code:
        low, high = code.shape.low, code.shape.high
        if operator == "negate":
            return Code(f"(-{code.text})", Shape(-high, -low))
        if low >= 0:
            return code
        return Code(f"abs({code.text})", Shape(max(low, -high, 0), max(-low, high)))

    # Logic, comparison and arithmetic.

    @_code.register
    def _binary(self, item: ex.Binary) -> Code | Ratio:
        operator = item.operator
        if operator in ("and", "or", "implies"):
            return self._logic(operator, item.left, item.right)
        left, right = self.rational(item.left), self.rational(item.right)
        if operator == "divide":
            return self._quotient(left, right)
        if isinstance(left, Code) and isinstance(right, Code):
            return self._plain(operator, left, right)
        left, right = as_ratio(left), as_ratio(right)
        times = self._times
        if operator == "multiply":
            return Ratio(times(left.upper, right.upper), times(left.lower, right.lower))
        crossed = times(left.upper, right.lower), times(right.upper, left.lower)
        if operator in _COMPARED:
            return self._plain(operator, *crossed)
        return Ratio(self._plain(operator, *crossed), times(left.lower, right.lower))

    def _quotient(self, left: Code | Ratio, right: Code | Ratio) -> Ratio:
        left, right = as_ratio(left), as_ratio(right)
        upper, divisor = self._times(left.upper, right.lower), self.writer.atom(right.upper)
        if divisor.shape.low <= 0 <= divisor.shape.high:
            self.fail(f"{divisor.text} == 0")
        lower = self._times(left.lower, divisor)
        if lower.shape.low < 0:
            sign = Code(f"(-1 if {divisor.text} < 0 else 1)", Shape(-1, 1))
            upper, lower = self._times(upper, sign), self._times(lower, sign)
        high = max(abs(lower.shape.low), lower.shape.high)
        return Ratio(upper, Code(lower.text, Shape(1, max(high, 1))))

    def _times(self, left: Code, right: Code) -> Code:
        if right.constant == 1:
            return left
        if left.constant == 1:
            return right
        return self._plain("multiply", left, right)

    def _plain(self, operator: str, left: Code, right: Code) -> Code:
        if operator in _COMPARED:
            if left.shape.item is not None and right.shape.item is not None:
                left, right = self._alike(left, right)
            return truth(f"({left.text} {_COMPARED[operator]} {right.text})")
        one, two = left.shape, right.shape
        match operator:
            case "add":
                sign, bounds = "+", (one.low + two.low, one.high + two.high)
            case "subtract":
                sign, bounds = "-", (one.low - two.high, one.high - two.low)
            case _:
                ends = [x * y for x in (one.low, one.high) for y in (two.low, two.high)]
                sign, bounds = "*", (min(ends), max(ends))
        if max(-bounds[0], bounds[1]) >= LARGEST:
            raise Unsupported("numbers that may become too large")
        return Code(f"({left.text} {sign} {right.text})", Shape(*bounds))

    def _alike(self, left: Code, right: Code) -> tuple[Code, Code]:
        """Two masks of the same item."""
        one, two = left.shape.item, right.shape.item
        assert one is not None
        assert two is not None
        if (one.low, one.high) == (two.low, two.high):
            return left, right
        if right.constant == 0:
            return left, right
        if left.constant == 0:
            return left, right
        both = Shape(min(one.low, two.low), max(one.high, two.high))
        return self.based(left, both), self.based(right, both)

    def _logic(self, operator: str, left: ex.Expr, right: ex.Expr) -> Code:
        first = self.value(left)
        before = f"(not {first.text})" if operator == "implies" else first.text
        lines = self.writer.lines
        at = len(lines)
        word = "and" if operator == "and" else "or"
        # Written as one expression where the right-hand side needs no statement of its own.
        trial = self._branch(right)
        if len(lines) == at:
            return truth(f"({before} {word} {trial.text})")
        inner = lines[at:]
        del lines[at:]
        found = self.writer.temp(f"{'' if operator == 'implies' else 'not not '}{before}")
        with self.writer.block(f"if {'' if operator == 'and' else 'not '}{found}:"):
            lines.extend(inner)
            self.writer.put(f"{found} = not not {trial.text}")
        return truth(found)

    def _branch(self, item: ex.Expr) -> Code:
        """``item`` as if it stood in a block of its own; without the line that opens it."""
        with self.writer.quiet():
            return self.value(item)

    @_code.register
    def _minmax(self, item: ex.MinMax) -> Code:
        codes = [self.value(one) for one in item.items]
        best = min if item.operator == "min" else max
        shape = Shape(best(one.shape.low for one in codes), best(one.shape.high for one in codes))
        text = codes[0].text
        for one in codes[1:]:
            text = f"{item.operator}({text}, {one.text})"
        return Code(text, shape)

    @_code.register
    def _if(self, item: ex.IfThenElse) -> Code:
        condition = self.value(item.condition)
        found = self.writer.name()
        with self.writer.block(f"if {condition.text}:"):
            then = self.value(item.then)
            at = len(self.writer.lines)
            self.writer.put(f"{found} = {then.text}")
        with self.writer.block("else:"):
            otherwise = self.value(item.otherwise)
            if then.shape.item is not None and otherwise.shape.item is not None:
                one, two = self._alike(then, otherwise)
                self.writer.lines[at] = f"{'    ' * self.writer.depth}{found} = {one.text}"
                then, otherwise = one, two
            self.writer.put(f"{found} = {otherwise.text}")
        return Code(found, hull(then.shape, otherwise.shape))

    @_code.register
    def _is_set(self, item: ex.IsSet) -> Code:
        code = self.value(item.item)
        return truth(f"({code.text} != {NOTHING})")

    @_code.register
    def _unwrap(self, item: ex.Unwrap) -> Code:
        code = self.atom(item.item)
        if not code.optional:
            return code
        inner = Code(code.text, replace(code.shape, optional=False))
        key = ("set", code.text)
        if (known := self.writer.known(key)) is not None:
            return known
        self.fail(f"{code.text} == {NOTHING}")
        self.writer.note(key, inner)
        return inner

    # Definitions.

    @_code.register
    def _apply(self, item: ex.Apply) -> Code | Ratio:
        from compiler.kernel.definitions import applied

        return applied(self, item)

    # Sets and binders are further down the line.

    @_code.register(ex.Member)
    @_code.register(ex.AllOf)
    @_code.register(ex.Interval)
    @_code.register(ex.SetDisplay)
    @_code.register(ex.First)
    @_code.register(ex.Without)
    @_code.register(ex.Select)
    def _set(self, item: ex.Expression) -> Code:
        return self.program.sets.code(self, item)

    @_code.register(ex.Quantified)
    @_code.register(ex.The)
    @_code.register(ex.Count)
    @_code.register(ex.Sum)
    @_code.register(ex.Extreme)
    def _bound(self, item: ex.Expression) -> Code:
        return self.program.binders.code(self, item)


def _added(first: int, place: Code) -> str:
    if place.constant is not None:
        return str(first + place.constant)
    return f"{first} + {place.text}" if first else place.text
