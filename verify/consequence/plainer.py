"""Making a start on which two sides differ plainer, as long as they differ.

Fewer different values (members of a large set stand together, and where something stands
already), then less that is left to chance and to players, then values close to each other.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeAlias

from runtime.ruleset import types as ty
from runtime.state import Store
from verify.consequence.arena import Arena, Pair, different, rank, settled
from verify.consequence.play import Draws
from verify.consequence.sides import Question
from verify.consequence.stages import Start, Starts, bare

Columns: TypeAlias = dict[str, tuple[Any, ...]]
Size: TypeAlias = tuple[tuple[bool, bool], int, int, int, int]

OTHER_DRAWS = 6
"""How many other dice, lots and players are tried."""

TARGETS = 3
"""How many near values are tried in place of one."""

FEW, MANY = 8, 60
"""A start with more than ``FEW`` different values gets ``MANY`` attempts more."""


@dataclass(frozen=True)
class Case:
    """A start with what is drawn."""

    start: Start
    draws: Draws


def plainer(arena: Arena, question: Question, case: Case, attempts: int) -> Case:
    """A case that is at most as large. Deterministic.

    ``attempts``: how many are tried for each way to make it plainer.
    """
    return _Plainer(arena, question, attempts).run(case)


def different_values(starts: Starts, start: Start) -> int:
    """How many different values the drawn state variables hold."""
    if start.store is None:
        return 0
    own = dict(zip(starts.layout.names, start.store.values, strict=True))
    return sum(len(set(own[name])) for name in starts.drawn)


class _Plainer:
    def __init__(self, arena: Arena, question: Question, attempts: int) -> None:
        self.arena = arena
        self.question = question
        self.most = attempts
        self.left = attempts
        self.starts = arena.starts

    def run(self, case: Case) -> Case:
        pair = self.arena.both(self.question, case.start, case.draws)
        assert pair is not None
        size = self._size(case, pair)
        if case.start.store is not None:
            case, size = self._repeated(self._gathered, case, size)
            self.left = self.most + (MANY if size[1] > FEW else 0)
            case, size = self._together(case, size)
        case, size = self._repeated(self._drawn_otherwise, case, size)
        if case.start.store is not None:
            case, size = self._repeated(self._closer, case, size)
            for attempt in self._ordered(case):
                found = self._tried(attempt)
                if found is not None and found <= size:
                    return attempt
        return case

    def _repeated(self, change: Any, case: Case, size: Size) -> tuple[Case, Size]:
        """Changes of one kind, as long as one of them makes the case smaller."""
        self.left, again = self.most, True
        while again and self.left > 0:
            again = False
            for attempt in change(case):
                if self.left <= 0:
                    break
                found = self._tried(attempt)
                if found is not None and found < size:
                    case, size, again = attempt, found, True
                    break
        return case, size

    def _tried(self, case: Case) -> Size | None:
        """The size of a case; None where the sides do not differ."""
        self.left -= 1
        pair = self.arena.both(self.question, case.start, case.draws)
        return self._size(case, pair) if pair is not None and different(pair) else None

    def _size(self, case: Case, pair: Pair) -> Size:
        values = different_values(self.starts, case.start)
        held = [value for column in self._columns(case).values() for value in column]
        spread = sum(max(axis) - min(axis) for axis in _axes(held) if axis)
        choices = max(pair[0].choices, pair[1].choices)
        return rank(pair), values, choices, -case.draws.plain, spread

    def _columns(self, case: Case) -> Columns:
        store = case.start.store
        if store is None:
            return {}
        own = dict(zip(self.starts.layout.names, store.values, strict=True))
        return {name: own[name] for name in self.starts.drawn}

    def _with(self, case: Case, changed: Columns) -> Case | None:
        """The case with other columns; None where a norm forbids that."""
        store = case.start.store
        assert store is not None
        columns = zip(self.starts.layout.names, store.values, strict=True)
        new = Store(tuple(changed.get(name, column) for name, column in columns))
        if not self.starts.lawful(new):
            return None
        return Case(replace(case.start, store=new), case.draws)

    def _attempts(self, case: Case, changes: Iterator[Columns]) -> Iterator[Case]:
        for changed in changes:
            found = self._with(case, changed)
            if found is not None:
                yield found

    # Fewer values.

    def _gathered(self, case: Case) -> Iterator[Case]:
        """All but a few values of a large set give way to the nearest of those that stay."""
        yield from self._attempts(case, self._few(self._columns(case)))

    def _few(self, columns: Columns) -> Iterator[Columns]:
        for name in self.starts.large:
            column = columns[name]
            held = self._held_by_small(name, columns)
            kinds = sorted(dict.fromkeys(column), key=column.count, reverse=True)
            for few in (0, 1, 2, 3, 4, 6, 9):
                stay = [value for value in (*held, *kinds[:few]) if value is not None]
                if stay and few < len(kinds):
                    yield {name: tuple(_nearest(value, stay) for value in column)}

    def _together(self, case: Case, size: Size) -> tuple[Case, Size]:
        """Members with one value take a near one that is taken; the rarest values first."""
        for name in self.starts.large:
            column = self._columns(case)[name]
            for one in sorted(dict.fromkeys(column), key=column.count):
                for attempt in self._attempts(case, self._merged(name, one, self._columns(case))):
                    if self.left <= 0:
                        return case, size
                    found = self._tried(attempt)
                    if found is not None and found < size:
                        case, size = attempt, found
                        break
        return case, size

    def _merged(self, name: str, one: Any, columns: Columns) -> Iterator[Columns]:
        there = dict.fromkeys((*self._held_by_small(name, columns), *columns[name]))
        others = [value for value in there if value is not None and value != one]
        for other in sorted(others, key=partial(_far, one))[:TARGETS] if one is not None else ():
            yield {name: tuple(other if value == one else value for value in columns[name])}

    def _held_by_small(self, name: str, columns: Columns) -> list[Any]:
        """The values of the small drawn state variables that ``name`` could hold as well."""
        large, states = self.starts.large, self.starts.rules.states
        return [
            value
            for other in columns
            if other not in large and bare(states[other].type) == bare(states[name].type)
            for value in columns[other]
        ]

    # Less left open.

    def _drawn_otherwise(self, case: Case) -> Iterator[Case]:
        """Other dice, lots and players, the plainest first."""
        pair = self.arena.both(self.question, case.start, case.draws)
        if pair is None or settled(pair):
            return
        own = case.draws
        for number in dict.fromkeys((own.number, *range(OTHER_DRAWS))):
            for draws in (
                Draws(number, "first", "first", "nothing"),
                Draws(number, own.dice, own.lots, "nothing"),
                Draws(number, "first", own.lots, own.players),
                Draws(number, own.dice, "first", own.players),
                Draws(number, own.dice, own.lots, own.players),
            ):
                yield Case(case.start, draws)

    # Closer.

    def _closer(self, case: Case) -> Iterator[Case]:
        """A gap between two neighbouring coordinates is closed, then halved."""
        yield from self._attempts(case, self._drawn_in(self._columns(case)))

    def _drawn_in(self, columns: Columns) -> Iterator[Columns]:
        rules = self.starts.rules
        for record, declared in rules.records.items():
            names = [n for n in columns if bare(rules.states[n].type) == ty.Record(record=record)]
            held = [v for name in names for v in columns[name] if v is not None]
            for at in range(len(declared.fields)):
                numbers = sorted({value[at] for value in held})
                for low, high in pairwise(numbers):
                    for step in dict.fromkeys((high - low - 1, (high - low) // 2)):
                        if step > 0:
                            yield {
                                name: tuple(_moved(v, at, high, step) for v in columns[name])
                                for name in names
                            }

    def _ordered(self, case: Case) -> Iterator[Case]:
        """Members of a large set in the order of their values."""
        columns = self._columns(case)
        large = self.starts.large
        domains = {self.starts.rules.states[name].domain for name in large}
        if len(domains) == 1 and len(next(iter(domains))) == 1:
            rows = sorted(
                zip(*(columns[name] for name in large), strict=True),
                key=lambda row: tuple((one is not None, one) for one in row),
            )
            new = {name: tuple(row[at] for row in rows) for at, name in enumerate(large)}
            yield from self._attempts(case, iter([new]))


def _axes(values: Sequence[Any]) -> list[list[int]]:
    """Of records, the numbers of each field."""
    records = [one for one in values if isinstance(one, tuple)]
    width = max((len(one) for one in records), default=0)
    return [[one[at] for one in records if len(one) > at] for at in range(width)]


def _nearest(value: Any, stay: list[Any]) -> Any:
    """The one of ``stay`` that is nearest to ``value``."""
    return value if value is None or value in stay else min(stay, key=partial(_far, value))


def _far(value: Any, other: Any) -> int:
    """How far two values are from each other: all their numbers added up."""
    if not isinstance(value, int | tuple):
        return 0
    one, two = (each if isinstance(each, tuple) else (each,) for each in (value, other))
    return sum(abs(a - b) for a, b in zip(one, two, strict=False))


def _moved(value: Any, at: int, start: int, step: int) -> Any:
    """``value`` with its number at ``at`` smaller by ``step`` if it is at least ``start``."""
    if value is None or value[at] < start:
        return value
    return (*value[:at], value[at] - step, *value[at + 1 :])
