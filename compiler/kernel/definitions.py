"""Definitions that are applied: looked up, remembered, written out, or functions of their own."""

import re
from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager

from compiler.kernel.expressions import Expressions
from compiler.kernel.shapes import NOTHING, UNDEFINED, UNKNOWN, Shape, Unsupported
from compiler.kernel.writer import Code, Ratio, Slot
from runtime.ruleset import expressions as ex
from runtime.ruleset.ruleset import Definition


def applied(to: Expressions, item: ex.Apply) -> Code | Ratio:
    """The value of ``item``."""
    program, writer = to.program, to.writer
    definition = program.rules.definitions[item.definition]
    given = [to.atom(one) for one in item.arguments]
    shapes = [program.shapes.of(one.type) for one in definition.parameters]
    key: Hashable = (item.definition, *(one.text for one in given))
    if to.overlay:
        key = (key, id(to.overlay))
    if (known := writer.known(key)) is not None:
        return known
    table = program.table(definition)
    if table is not None and table.scalar:
        found = writer.atom(Code(f"{table.name}[{position(to, given, shapes)}]", table.shape))
        if table.undefined:
            to.fail(f"{found.text} == {UNDEFINED}")
    elif (remembered := _remembered(to, definition, given, shapes)) is not None:
        found = remembered
    elif program.inlined(definition):
        once = to.trial(lambda: _once(to, definition, key, given))
        inner = _inlined(to, definition, given) if once is None else once
        if isinstance(inner, Ratio):
            return inner
        found = writer.atom(inner)
    else:
        if to.overlay:
            raise Unsupported("a definition in a norm that looks ahead")
        given = _within(to, given, shapes)
        name, raises = program.function(definition)
        found = Code(writer.name(), program.shapes.of(definition.type))
        _called(to, name, [one.text for one in given], found.text, raises=raises)
    writer.note(key, found)
    return found


def position(to: Expressions, given: Sequence[Code], shapes: Sequence[Shape]) -> str:
    """Where the arguments ``given`` stand among all values of ``shapes``, in order."""
    place = ""
    for code, shape in zip(given, shapes, strict=True):
        at = to.within(code, shape, UNDEFINED).text
        at = f"({at} - {shape.low})" if shape.low else at
        place = f"({place} * {shape.width} + {at})" if place else at
    return place or "0"


@contextmanager
def inside(to: Expressions, definition: str, given: Sequence[Code]) -> Iterator[None]:
    """What is written inside stands in the definition, applied to ``given``."""
    declared = to.rules.definitions[definition]
    pairs = zip(declared.parameters, given, strict=True)
    outer, to.env = to.env, {one.name: code for one, code in pairs}
    with to.program.opened(definition):
        yield
    to.env = outer


def _remembered(
    to: Expressions, definition: Definition, given: Sequence[Code], shapes: Sequence[Shape]
) -> Code | None:
    """What :mod:`compiler.kernel.memo` keeps, worked out where it is not there yet."""
    kept = None if to.overlay else to.program.remembered(definition)
    if kept is None:
        return None
    name, first, shape, raises = kept
    given = _within(to, given, shapes)
    at = f"{first} + {position(to, given, shapes)}"
    found = Code(to.writer.temp(f"{to.state}[{at}]"), shape)
    with to.writer.block(f"if {found.text} == {UNKNOWN}:"):
        _called(to, name, [one.text for one in given], found.text, raises=raises)
    return found


def _inlined(to: Expressions, definition: Definition, given: Sequence[Code]) -> Code | Ratio:
    with inside(to, definition.id, given):
        return to.rational(definition.cases[0].value)


def _once(to: Expressions, definition: Definition, key: Hashable, given: Sequence[Code]) -> Code:
    """What is asked for here or there in a function, but need be worked out only once.

    Raises :class:`Unsupported` where that would be of no use.
    """
    if to.inputs is None or to.writer.depth == 1 or to.overlay or to.anyway:
        raise Unsupported("asked for at once, or of another state")
    if not all(one.text in to.inputs or one.constant is not None for one in given):
        raise Unsupported("asked for something that changes")
    if key not in to.slots:
        to.slots[key] = _slot(to, definition, given)
    slot = to.slots[key]
    with to.writer.block(f"if {slot.name} == {UNKNOWN}:"):
        _called(to, slot.function, slot.inputs, slot.name, raises=slot.raises)
    return Code(slot.name, slot.shape)


def _slot(to: Expressions, definition: Definition, given: Sequence[Code]) -> Slot:
    """A function of its own for a definition, which is given what is known already."""
    writer, known = to.writer.beside()
    inner = Expressions(to.program, writer, {}, to.failing)
    found = _inlined(inner, definition, given)
    if isinstance(found, Ratio) or not any(" for " in line for line in writer.lines):
        raise Unsupported("worked out quickly")
    writer.put(f"return {found.text} + 0")
    used = set(re.findall(r"\w+", "\n".join(writer.lines)))
    names = dict.fromkeys(one.text for one in (*given, *known) if one.constant is None)
    inputs = tuple(name for name in names if name in used)
    function = to.program.fresh("f")
    to.program.define(function, ", ".join(("s", *inputs)), writer)
    return Slot(to.writer.name(), function, inputs, found.shape, inner.raises)


def _within(to: Expressions, given: Sequence[Code], shapes: Sequence[Shape]) -> list[Code]:
    """Arguments for a function of the program."""
    pairs = zip(given, shapes, strict=True)
    return [to.within(code, wanted, UNDEFINED) for code, wanted in pairs]


def _called(to: Expressions, name: str, inputs: Sequence[str], found: str, *, raises: bool) -> None:
    """The value of a function of the program, under the name ``found``."""
    to.writer.put(f"{found} = {name}({', '.join((to.state, *inputs))})")
    if raises:
        to.fail(f"{found} < {NOTHING}", found)
