"""Definitions that are applied: looked up, remembered, written out, or functions of their own."""

from collections.abc import Hashable, Iterator, Sequence
from contextlib import contextmanager

from compiler.kernel.expressions import Expressions
from compiler.kernel.shapes import NOTHING, UNDEFINED, UNKNOWN, Shape, Unsupported
from compiler.kernel.writer import Code, Ratio
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
        inner = _inlined(to, definition, given)
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
        _called(to, name, [one.text for one in given], found.text, raises=False)
    if raises:
        to.fail(f"{found.text} < {NOTHING}", found.text)
    return found


def _inlined(to: Expressions, definition: Definition, given: Sequence[Code]) -> Code | Ratio:
    with inside(to, definition.id, given):
        return to.rational(definition.cases[0].value)


def _within(to: Expressions, given: Sequence[Code], shapes: Sequence[Shape]) -> list[Code]:
    """Arguments for a function of the program."""
    pairs = zip(given, shapes, strict=True)
    return [to.within(code, wanted, UNDEFINED) for code, wanted in pairs]


def _called(to: Expressions, name: str, inputs: Sequence[str], found: str, *, raises: bool) -> None:
    """The value of a function of the program, under the name ``found``."""
    to.writer.put(f"{found} = {name}({', '.join((to.state, *inputs))})")
    if raises:
        to.fail(f"{found} < {NOTHING}", found)
