"""Sets in a kernel: as masks where they are kept, as loops where they are only gone through."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING

from compiler.kernel.definitions import inside, position
from compiler.kernel.expressions import Expressions
from compiler.kernel.shapes import MOST_MEMBERS, NOTHING, Shape, Unsupported, mask_of
from compiler.kernel.writer import TRUTH, Code, truth
from runtime.ruleset import expressions as ex

if TYPE_CHECKING:
    from compiler.kernel.binders import Binders

MOST_SORTED = 12
"""So many values of a set that is written out are sorted where they cannot be a mask."""


class Sets:
    """Writes the expressions that are sets, or ask about one."""

    binders: "Binders"

    def code(self, to: Expressions, item: ex.Expression) -> Code:
        """The value of ``item``; a set as a mask."""
        match item:
            case ex.Member():
                return self._member(to, item)
            case ex.First(of=of):
                mask = to.atom(of)
                to.fail(f"{mask.text} == 0")
                inner = _item(mask)
                return Code(_based(f"lowest({mask.text})", inner.low), inner)
            case ex.Without(of=of, item=one):
                mask, left_out = to.value(of), to.atom(one)
                inner = _item(mask)
                bit = f"1 << ({left_out.text} - {inner.low})"
                if not inner.holds(left_out.shape):
                    inside = f"{inner.low} <= {left_out.text} <= {inner.high}"
                    bit = f"({bit} if {inside} else 0)"
                return Code(f"({mask.text} & ~({bit}))", mask.shape)
            case ex.AllOf(set=set_id):
                shape = to.shapes.all(set_id)
                return Code(str(mask_of(shape).high), mask_of(shape))
            case ex.Interval() | ex.SetDisplay():
                return self._mask(to, item)
            case ex.Select(binder=binder):
                return self.binders.mask(to, binder)
        raise Unsupported(type(item).__name__)

    def _mask(self, to: Expressions, item: ex.Expr) -> Code:
        if isinstance(item, ex.SetDisplay) and not item.items:
            return Code("0", mask_of(Shape(0, -1)))
        if isinstance(item, ex.SetDisplay):
            # Written out, values become bits without a loop.
            codes = [to.atom(one) for one in item.items]
            shape = _around(codes)
            low = mask_of(shape).item.low  # type: ignore[union-attr]
            bits = [f"1 << {one.text} - {low}" for one in codes]
            return Code("(" + " | ".join(bits) + ")", mask_of(shape))
        found = to.writer.temp("0")
        with self.loop(to, item) as one:
            shape = mask_of(one.shape)
            to.writer.put(f"{found} |= 1 << {one.text} - {one.shape.low}")
        return Code(found, shape)

    def _member(self, to: Expressions, item: ex.Member) -> Code:
        one = to.atom(item.item)
        match item.of:
            case ex.AllOf():
                return truth(f"({one.text} != {NOTHING})")
            case ex.Interval(low=low, high=high):
                first, last = to.value(low), to.value(high)
                return truth(f"({first.text} <= {one.text} <= {last.text})")
            case ex.SetDisplay(items=items):
                asked = [f"{one.text} == {to.value(other).text}" for other in items]
                return truth(f"({' or '.join(asked)})" if asked else "False")
        if self.is_wide(to, item.of):
            found = to.writer.temp("False")
            with (
                self.loop(to, item.of) as other,
                to.writer.block(f"if {one.text} == {other.text}:"),
            ):
                to.writer.put(f"{found} = True")
            return truth(found)
        mask = to.atom(item.of)
        inner = _item(mask)
        bit = f"{mask.text} >> {one.text} - {inner.low} & 1"
        if inner.holds(one.shape):
            return Code(f"({bit})", TRUTH)
        return truth(f"({inner.low} <= {one.text} <= {inner.high} and ({bit}) != 0)")

    def is_wide(self, to: Expressions, item: ex.Expr) -> bool:
        """Whether too many values may be in the set for a mask."""
        match item:
            case ex.AllOf(set=set_id):
                return to.shapes.all(set_id).width > MOST_MEMBERS
            case ex.Select(binder=binder):
                return self.is_wide(to, binder.domain)
            case ex.SetDisplay(item=type, items=items):
                return bool(items) and to.shapes.of(type).width > MOST_MEMBERS
            case ex.Apply(definition=name):
                return to.program.is_wide(to.rules.definitions[name])
            case ex.IfThenElse(then=then, otherwise=otherwise):
                return self.is_wide(to, then) or self.is_wide(to, otherwise)
            case ex.Interval():
                return True
        return False

    @contextmanager
    def loop(self, to: Expressions, item: ex.Expr) -> Iterator[Code]:
        """What is written inside is done with each value of the set ``item``, in order."""
        writer = to.writer
        match item:
            case ex.AllOf(set=set_id):
                shape = to.shapes.all(set_id)
                name = writer.name()
                with writer.block(f"for {name} in range({shape.width}):"):
                    yield Code(name, shape)
            case ex.Interval(low=low, high=high):
                first, last = to.value(low), to.value(high)
                name = writer.name()
                shape = Shape(first.shape.low, last.shape.high)
                with writer.block(f"for {name} in range({first.text}, {last.text} + 1):"):
                    yield Code(name, shape)
            case ex.Select(binder=binder):
                with self.binders.kept(to, binder) as (one,):
                    yield one
            case ex.SetDisplay() if self.is_wide(to, item):
                with self._sorted(to, item) as one:
                    yield one
            case ex.Apply(definition=name) if to.program.lists(to.rules.definitions[name]):
                with self._listed(to, item) as one:
                    yield one
            case ex.Apply(definition=name) if self.is_wide(to, item):
                definition = to.rules.definitions[name]
                if not to.program.inlined(definition):
                    raise Unsupported("large sets that depend on a case")
                given = [to.atom(one) for one in item.arguments]
                outer = to.env
                with inside(to, name, given), self.loop(to, definition.cases[0].value) as one:
                    inner, to.env = to.env, outer
                    yield one
                    to.env = inner
            case ex.IfThenElse() if self.is_wide(to, item):
                raise Unsupported("large sets that depend on a condition")
            case _:
                with self._members(to, to.atom(item)) as one:
                    yield one

    @contextmanager
    def _members(self, to: Expressions, mask: Code) -> Iterator[Code]:
        inner = _item(mask)
        name = to.writer.name()
        with (
            to.writer.block(f"for {name} in range({inner.low}, {inner.high + 1}):"),
            to.writer.block(f"if {mask.text} >> {name} - {inner.low} & 1:"),
        ):
            yield Code(name, inner)

    @contextmanager
    def _listed(self, to: Expressions, item: ex.Apply) -> Iterator[Code]:
        """The values of a definition that reads nothing are looked up."""
        definition = to.rules.definitions[item.definition]
        table = to.program.table(definition)
        assert table is not None
        given = [to.atom(one) for one in item.arguments]
        shapes = [to.shapes.of(one.type) for one in definition.parameters]
        place = to.writer.temp(position(to, given, shapes))
        number, at = to.writer.temp(f"{table.name}n[{place}]"), to.writer.name()
        if table.undefined:
            to.fail(f"{number} < 0")
        name = to.writer.name()
        with to.writer.block(f"for {at} in range({number}):"):
            to.writer.put(f"{name} = {table.name}[{place} * {table.longest} + {at}]")
            yield Code(name, table.shape)

    @contextmanager
    def _sorted(self, to: Expressions, item: ex.SetDisplay) -> Iterator[Code]:
        """Values that are written out: sorted by exchanges, then each once."""
        codes = [to.value(one) for one in item.items]
        if len(codes) > MOST_SORTED:
            raise Unsupported("a large set that is written out")
        shape = _around(codes)
        names = [to.writer.temp(one.text) for one in codes]
        for last in range(len(names) - 1, 0, -1):
            for left, right in pairwise(names[: last + 1]):
                swapped = f"min({left}, {right}), max({left}, {right})"
                to.writer.put(f"{left}, {right} = {swapped}")
        if len(names) == 1:
            yield Code(names[0], shape)
            return
        values = to.writer.temp(f"({', '.join(names)})")
        before, at, one = to.writer.temp(str(NOTHING)), to.writer.name(), to.writer.name()
        with to.writer.block(f"for {at} in range({len(names)}):"):
            to.writer.put(f"{one} = {values}[{at}]")
            with to.writer.block(f"if {one} != {before}:"):
                to.writer.put(f"{before} = {one}")
                yield Code(one, shape)


def _item(mask: Code) -> Shape:
    if mask.shape.item is None:
        raise Unsupported("a set is expected")
    return mask.shape.item


def _based(text: str, low: int) -> str:
    return f"({text} + {low})" if low else f"{text}"


def _around(codes: list[Code]) -> Shape:
    if any(one.optional or one.shape.item is not None for one in codes):
        raise Unsupported("sets of sets, or of what may be nothing")
    return Shape(min(one.shape.low for one in codes), max(one.shape.high for one in codes))
