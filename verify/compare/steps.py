"""Which steps of two blocks belong together: by what they are called, and in which order."""

from collections.abc import Sequence

from runtime.ruleset import statements as s

Body = Sequence[s.Stmt]


def by_side(side: int, mine: Body, other: Body) -> tuple[Body, Body]:
    """Two blocks in the order of the versions; ``side`` is that of ``mine``."""
    return (other, mine) if side else (mine, other)


def settled(body: Body) -> list[s.Stmt]:
    """The assignments and bindings that a block begins with."""
    found: list[s.Stmt] = []
    for statement in body:
        if not isinstance(statement, (s.Assign, s.Let)):
            break
        found.append(statement)
    return found


def alone(first: Body, second: Body) -> tuple[int, int] | None:
    """Which side has steps here that the other lacks, and how many, where both then go on alike."""
    if first and second and alike(first[0], second[0]):
        return None
    for count in range(1, max(len(first), len(second)) + 1):
        for side, (mine, other) in enumerate(((first, second), (second, first))):
            if count <= len(mine) and _goes_on_alike(mine[count:], other):
                return side, count
    return None


def _goes_on_alike(mine: Body, other: Body) -> bool:
    return alike(mine[0], other[0]) if mine and other else not mine and not other


def alike(one: s.Stmt, other: s.Stmt) -> bool:
    """Whether two steps could be the same one, as far as their names go."""
    return one.kind == other.kind and named(one) == named(other)


def named(statement: s.Stmt) -> str:
    """What a step is called: the procedure, the decision, the end; else what kind it is."""
    match statement:
        case s.Call(flow=name) | s.Decide(decision=name) | s.End(outcome=name):
            return name
        case s.StatedGap(gap=name):
            return name
        case _:
            return statement.kind


def elsewhere(step: s.Stmt, mine: Body, other: Body) -> int | None:
    """Where ``other`` has ``step``, which it lacks at its beginning; None: nowhere.

    ``mine``: what follows ``step`` on its own side, and needs steps of ``other`` as well.
    """
    needed = sum(alike(step, one) for one in mine)
    found = [at for at, one in enumerate(other) if alike(step, one)]
    return found[0] if len(found) > needed else None
