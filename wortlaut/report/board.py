"""The state of play as a drawing: a board for each space of two numbers, and what is beside it.

No law is known here. Elements of the lettered set are large; the many others are dots
with the letter of the element that some state variable maps them to, if one does.
"""

from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from runtime.ruleset.types import Element, Optional, Type
from runtime.state import Layout, Store
from wortlaut.render.board import Grid, grids, tables
from wortlaut.render.names import NOTHING, Names

_SIDE = 46
_MARGIN = 30
_COLOURS = 6
"""So many are told apart by colour, too; all are by letter."""
_DOTS = 6
"""So many dots fit into a cell, more are counted."""


@dataclass
class _Cell:
    large: list[int] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    dots: list[int | None] = field(default_factory=list)


def drawn(layout: Layout, store: Store, names: Names, id: str) -> Markup:
    """Every board with something on it, as a figure; tables beneath. ``id``: unique in the page."""
    boards = []
    for number, grid in enumerate(grids(layout.rules), start=1):
        cells = _cells(grid, layout, store, names)
        if cells:
            boards.append(_board(grid, cells, layout, store, names, f"{id}-{number}"))
    lines = [line.strip() for line in tables(layout, store, names)]
    if not boards and not lines:
        return Markup("")
    told = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
    below = Markup("<ul>{}</ul>").format(told) if lines else Markup("")
    legend = _legend(layout, names) if boards else Markup("")
    return Markup('<figure class="board">{}<figcaption>{}{}</figcaption></figure>').format(
        Markup("").join(boards), legend, below
    )


def _mappings(layout: Layout, names: Names) -> dict[str, str]:
    """For each set, the state variable that maps its elements to those of the lettered set."""
    found: dict[str, str] = {}
    for state in layout.names:
        declared = layout.rules.states[state]
        if len(declared.domain) == 1 and _bare(declared.type) == Element(set=names.lettered or ""):
            found.setdefault(declared.domain[0], state)
    return found


def _cells(grid: Grid, layout: Layout, store: Store, names: Names) -> dict[tuple[Any, ...], _Cell]:
    rules = layout.rules
    mapped = {
        set_id: store.values[layout.position[state]]
        for set_id, state in _mappings(layout, names).items()
    }
    cells: dict[tuple[Any, ...], _Cell] = {}
    for state in grid.states:
        domain = rules.states[state].domain
        for index, value in enumerate(store.values[layout.position[state]]):
            if not isinstance(value, tuple):
                continue
            cell = cells.setdefault(value, _Cell())
            if not domain:
                cell.other.append(names.term(state)[:1].lower())
            elif domain[0] == names.lettered:
                cell.large.append(index)
            elif rules.sets[domain[0]].members:
                cell.other.append(names.short(domain[0], index)[:2])
            else:
                targets = mapped.get(domain[0])
                target = targets[index] if targets is not None else None
                cell.dots.append(target if isinstance(target, int) else None)
    return cells


def _board(
    grid: Grid,
    cells: dict[tuple[Any, ...], _Cell],
    layout: Layout,
    store: Store,
    names: Names,
    id: str,
) -> Markup:
    across, up = layout.rules.records[grid.record].fields
    columns, rows = range(across.low, across.high + 1), range(up.high, up.low - 1, -1)
    wide, high = _MARGIN + _SIDE * len(columns) + 6, _SIDE * len(rows) + _MARGIN + 22
    parts = []
    for y, row in enumerate(rows):
        parts.append(_text(_MARGIN - 8, y * _SIDE + _SIDE // 2 + 22, row, "axis end"))
        for x, column in enumerate(columns):
            left, top = _MARGIN + x * _SIDE, y * _SIDE + 18
            parts.append(
                Markup('<rect class="cell" x="{}" y="{}" width="{}" height="{}"/>').format(
                    left, top, _SIDE, _SIDE
                )
            )
            if (column, row) in cells:
                parts += _pieces(cells[column, row], left, top, names)
    for x, column in enumerate(columns):
        parts.append(_text(_MARGIN + x * _SIDE + _SIDE // 2, high - 22, column, "axis"))
    parts.append(_text(2, 12, names.term(up.id), "axis name start"))
    parts.append(_text(wide - 6, high - 8, names.term(across.id), "axis name end"))
    title = f"{names.term(grid.record)}: {', '.join(names.term(one) for one in grid.states)}"
    return Markup(
        '<svg role="img" viewBox="0 0 {} {}" style="max-width:{}px" aria-labelledby="{}-t {}-d">'
        '<title id="{}-t">{}</title><desc id="{}-d">{}</desc>{}</svg>'
    ).format(wide, high, wide, id, id, id, title, id, _told(cells, names), Markup("").join(parts))


def _pieces(cell: _Cell, left: int, top: int, names: Names) -> list[Markup]:
    parts = []
    for at, index in enumerate(cell.large):
        x = left + 11 + 20 * at
        parts.append(
            Markup('<rect class="large c{}" x="{}" y="{}" width="18" height="18" rx="4"/>').format(
                index % _COLOURS, x - 9, top + 2
            )
        )
        parts.append(_text(x, top + 16, _letter(index), "on"))
    for at, label in enumerate(cell.other):
        parts.append(_text(left + _SIDE - 8 - 14 * at, top + 14, label, "other"))
    if len(cell.dots) <= _DOTS:
        for at, target in enumerate(cell.dots):
            x, y = left + 9 + 14 * (at % 3), top + 27 + 13 * (at // 3)
            parts.append(_dot(x, y, target))
        return parts
    counts = [(target, cell.dots.count(target)) for target in _ordered(cell.dots)]
    for at, (target, count) in enumerate(counts[:4]):
        x, y = left + 9 + 22 * (at % 2), top + 27 + 13 * (at // 2)
        parts += [_dot(x, y, target), _text(x + 7, y + 4, count, "count start")]
    if len(counts) > 4:
        parts.append(_text(left + _SIDE - 3, top + 14, "…", "other"))
    return parts


def _dot(x: int, y: int, target: int | None) -> Markup:
    if target is None:
        return Markup('<circle class="dot none" cx="{}" cy="{}" r="5.5"/>').format(x, y)
    circle = Markup('<circle class="dot c{}" cx="{}" cy="{}" r="6"/>').format(
        target % _COLOURS, x, y
    )
    return circle + _text(x, y + 3, _letter(target), "on small")


def _text(x: int, y: int, text: object, style: str) -> Markup:
    return Markup('<text class="{}" x="{}" y="{}">{}</text>').format(style, x, y, text)


def _told(cells: dict[tuple[Any, ...], _Cell], names: Names) -> str:
    """The board in words, for whoever does not see it."""
    said = []
    for place in sorted(cells):
        cell = cells[place]
        here = [_letter(index) for index in cell.large] + cell.other
        for target in _ordered(cell.dots):
            mark = NOTHING if target is None else f"→ {_letter(target)}"
            here.append(f"{cell.dots.count(target)}× {mark}")
        said.append(f"({', '.join(map(str, place))}) {', '.join(here)}")
    return "; ".join(said)


def _legend(layout: Layout, names: Names) -> Markup:
    """What large pieces, dots with a letter and empty dots stand for."""
    rules = layout.rules
    said: dict[str, None] = {}
    for grid in grids(rules):
        for state in grid.states:
            domain = rules.states[state].domain
            if domain and domain[0] == names.lettered:
                kind = "report_legend_large"
            elif domain and not rules.sets[domain[0]].members:
                kind = "report_legend_dots"
            else:
                kind = "report_legend_other"
            said[names.say[kind].format(term=names.term(state))] = None
            mapping = (
                _mappings(layout, names).get(domain[0]) if kind == "report_legend_dots" else None
            )
            if mapping is not None:
                said[names.say["report_legend_letter"].format(term=names.term(mapping))] = None
    return Markup("<p>{}</p>").format(" · ".join(said)) if said else Markup("")


def _ordered(dots: list[int | None]) -> list[int | None]:
    named = sorted({one for one in dots if one is not None})
    return [*named, *([None] if None in dots else [])]


def _letter(index: int) -> str:
    return chr(ord("A") + index)


def _bare(type: Type) -> Type:
    return _bare(type.item) if isinstance(type, Optional) else type
