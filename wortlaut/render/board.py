"""The state of play as text: a grid for what has two coordinates, tables for the rest.

A grid is drawn for each record of two numbers in small ranges that some state
variable holds. No law is known here; what the pieces are, the types tell.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Optional, Record, Truth, Type
from runtime.state import Layout, Store
from runtime.values import Value
from wortlaut.render.names import NOTHING, Names


@dataclass(frozen=True, slots=True)
class Moment:
    """One line of a story: the paragraph, what it says, and the state after it."""

    ref: str
    said: str
    store: Store


Draw = Callable[[Layout, Store, Names, Sequence[Moment]], None]
"""Draws a state somewhere else than between lines of text, with what led to it."""

_MOST = 30
"""Rows and columns of the largest grid that is drawn."""

_LETTERS = 26
_LISTED = 6
"""State variables with at most so many places are listed, others counted."""
_IN_ROWS = 60
"""So many values over two sets are listed, in rows."""


@dataclass(frozen=True, slots=True)
class Grid:
    """A record drawn as a board, and the state variables that hold its values."""

    record: str
    states: tuple[str, ...]


def grids(rules: RuleSet) -> tuple[Grid, ...]:
    """The boards of the rule set, in the order of the law."""
    found: dict[str, list[str]] = {}
    for state in rules.states.values():
        item = _bare(state.type)
        if isinstance(item, Record) and len(state.domain) <= 1:
            fields = rules.records[item.record].fields
            if len(fields) == 2 and all(field.high - field.low < _MOST for field in fields):
                found.setdefault(item.record, []).append(state.id)
    return tuple(Grid(record, tuple(states)) for record, states in found.items())


def lettered_set(rules: RuleSet, sizes: Mapping[str, int]) -> str | None:
    """The set whose elements are shown as letters: the smallest one with pieces on a board."""
    on_board = [
        set_id
        for grid in grids(rules)
        for state in grid.states
        for set_id in rules.states[state].domain
        if not rules.sets[set_id].members and sizes[set_id] <= _LETTERS
    ]
    return min(on_board, key=lambda set_id: sizes[set_id], default=None)


def board(layout: Layout, store: Store, names: Names, *, empty: bool = True) -> list[str]:
    """All grids of the state, each with its legend, and then its tables.

    ``empty``: also the grids on which nothing is placed.
    """
    lines = []
    for grid in grids(layout.rules):
        if empty or any(_placed(state, layout, store) for state in grid.states):
            lines += [*_grid(grid, layout, store, names), ""]
    lines += tables(layout, store, names)
    while lines and not lines[-1]:
        lines.pop()
    return lines


def tables(layout: Layout, store: Store, names: Names) -> list[str]:
    """What stands on no grid: one line for each state variable that is not as at the start."""
    on_grid = {state for grid in grids(layout.rules) for state in grid.states}
    return _tables([s for s in layout.names if s not in on_grid], layout, store, names)


def _placed(state: str, layout: Layout, store: Store) -> bool:
    return any(value is not None for value in store.values[layout.position[state]])


def _grid(grid: Grid, layout: Layout, store: Store, names: Names) -> list[str]:
    rules = layout.rules
    across, up = rules.records[grid.record].fields
    marks: dict[Value, str] = {}
    counts: list[Counter[Value]] = []
    legend = []
    for state in grid.states:
        domain = rules.states[state].domain
        column = store.values[layout.position[state]]
        placed = [value for value in column if value is not None]
        term = names.term(state)
        if not domain or domain[0] == names.lettered or rules.sets[domain[0]].members:
            labels = [
                names.short(domain[0], index)[:2] if domain else term[:1].lower()
                for index in range(len(column))
            ]
            for label, value in zip(labels, column, strict=True):
                if value is not None:
                    marks[value] = marks.get(value, "") + label
            legend.append(f"{' '.join(labels)}: {term}")
        else:
            counts.append(Counter(placed))
            legend.append(
                names.say["board_counts"].format(term=term, placed=len(placed), all=len(column))
            )

    def cell(place: Value) -> str:
        numbers = [count[place] for count in counts]
        shown = "+".join(map(str, numbers)) if any(numbers) else ""
        return marks.get(place, "") + shown or "·"

    columns, rows = range(across.low, across.high + 1), range(up.high, up.low - 1, -1)
    cells = {(x, y): cell((x, y)) for x in columns for y in rows}
    width = max(len(text) for text in (*cells.values(), *map(str, columns))) + 1
    margin = max(len(str(up.low)), len(str(up.high))) + 2
    lines = [f"  {names.term(up.id)}"]
    for y in rows:
        lines.append(f"{y:>{margin}} " + "".join(f"{cells[x, y]:>{width}}" for x in columns))
    lines.append(
        " " * (margin + 1)
        + "".join(f"{x:>{width}}" for x in columns)
        + f"  {names.term(across.id)}"
    )
    return [*lines, "  " + " · ".join(legend)]


def totals(layout: Layout, store: Store, names: Names) -> str:
    """What the state variables off the board that are too long to be listed hold, counted."""
    drawn = {state for grid in grids(layout.rules) for state in grid.states}
    start = layout.initial()
    shown = []
    for at, state in enumerate(layout.names):
        column, type = store.values[at], layout.rules.states[state].type
        rows = _in_rows(layout.rules.states[state].domain, column)
        long = len(column) > _LISTED and not rows
        if state not in drawn and long and column != start.values[at]:
            shown.append(f"{names.term(state)}: {counted(column, type, names)}")
    return "; ".join(shown)


def _tables(states: list[str], layout: Layout, store: Store, names: Names) -> list[str]:
    """One line for each state variable that is not wholly as at the start."""
    start = layout.initial()
    lines = []
    for state in states:
        at = layout.position[state]
        if store.values[at] != start.values[at]:
            shown = _table(state, layout, store.values[at], names)
            lines.append(f"  {names.term(state)}: {shown}")
    return lines


def _table(state: str, layout: Layout, column: tuple[Value, ...], names: Names) -> str:
    declared = layout.rules.states[state]
    type, domain = declared.type, declared.domain
    if not domain:
        return names.value(column[0], type)
    places = list(layout.places(state))
    labels = [
        ",".join(names.short(s, i) for s, i in zip(domain, place, strict=True)) for place in places
    ]
    if isinstance(type, Truth):
        true = [label for label, value in zip(labels, column, strict=True) if value]
        return ", ".join(true) if len(true) <= _LISTED else f"{len(true)} / {len(column)}"
    if len(column) <= _LISTED:
        pairs = zip(labels, column, strict=True)
        return ", ".join(
            f"{label} → {names.value(value, type, short=True)}" for label, value in pairs
        )
    if _in_rows(domain, column):
        return _rows(domain[0], layout.sizes[domain[1]], column, type, names)
    return counted(column, type, names)


def _in_rows(domain: tuple[str, ...], column: tuple[Value, ...]) -> bool:
    return len(domain) == 2 and len(column) <= _IN_ROWS


def _rows(first: str, size: int, column: tuple[Value, ...], type: Type, names: Names) -> str:
    """Values over two sets: of each member of the first what it has of the second, in turn."""
    values = [names.value(value, type, short=True) for value in column]
    return "; ".join(
        f"{names.short(first, at // size)}: {' '.join(values[at : at + size])}"
        for at in range(0, len(values), size)
    )


def counted(values: tuple[Value, ...], type: Type, names: Names) -> str:
    """How often each value occurs, in the order of the values, nothing last: ``A 9×, B 8×``."""
    counts = Counter(values)
    ordered = sorted(value for value in counts if value is not None)
    shown = [f"{names.value(value, type, short=True)} {counts[value]}×" for value in ordered]
    if None in counts:
        shown.append(f"{NOTHING} {counts[None]}×")
    return ", ".join(shown)


def _bare(type: Type) -> Type:
    return _bare(type.item) if isinstance(type, Optional) else type
