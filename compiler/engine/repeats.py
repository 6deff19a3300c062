"""What is asked several times, and may as well be asked once, before all else."""

from collections import Counter
from collections.abc import Iterator, Sequence, Set

from compiler.engine.facts import Facts
from runtime.graph import Arm
from runtime.rewriting import parts, unnamed, walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Definition


def asked_again(definition: Definition, facts: Facts) -> list[ex.Apply]:
    """The applications to parameters that the cases of ``definition`` ask for several times.

    Those that come first in any case, in their order, with nothing before them that may
    fail: so whatever fails fails as before.
    """
    parameters = {ex.Variable(name=one.name) for one in definition.parameters}
    guards = [one.guard for one in definition.cases if one.guard is not None]
    times = Counter(
        one
        for item in (*guards, *(one.value for one in definition.cases))
        for one in walk(item)
        if isinstance(one, ex.Apply) and parameters.issuperset(one.arguments)
    )
    several = {one for one, number in times.items() if number > 1}
    found: dict[ex.Apply, None] = {}
    for guard in guards:
        for one in _asked(guard, several, facts):
            if one is None:
                return list(found)
            found[one] = None
    return list(found)


def _asked(item: Model, several: Set[ex.Apply], facts: Facts) -> Iterator[ex.Apply | None]:
    """Those of ``several`` that ``item`` asks for in any case; None where it may fail otherwise."""
    if isinstance(item, ex.Apply) and item in several:
        yield item
        return
    if not facts.partial(item):
        return
    match item:
        case ex.Binary(operator="and" | "or" | "implies", left=left, right=right):
            yield from _asked(left, several, facts)
            if facts.partial(right):
                yield None
        case ex.Binary(operator=operator) if operator != "divide":
            for part in parts(item):
                yield from _asked(part, several, facts)
        case ex.Unary() | ex.IsSet() | ex.FieldOf() | ex.MinMax() | ex.Member():
            for part in parts(item):
                yield from _asked(part, several, facts)
        case ex.Count(binder=ex.Binder(domain=domain, condition=None, order=())):
            yield from _asked(domain, several, facts)
        case _:
            yield None


def told_twice(arms: Sequence[Arm], facts: Facts) -> Iterator[tuple[ex.Expr, ex.Expr, str]]:
    """The conditions of rules that others deny, with what these deny, and their paragraphs.

    Only such as never fail, so that they can be asked before all others.
    """
    denied = [arm.guard.item for arm in arms if isinstance(arm.guard, ex.Unary)]
    for arm in arms:
        for other in denied:
            if unnamed(arm.guard) == unnamed(other) and not facts.partial(arm.guard):
                yield arm.guard, other, arm.ref
