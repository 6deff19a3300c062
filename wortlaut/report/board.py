"""The state of play as a drawing: a board for each space of two numbers, and what is beside it.

No law is known here. Elements of the lettered set are large; the many others are dots
with the letter of the element that some state variable maps them to, if one does.
"""

from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from runtime.state import Layout, Store
from wortlaut.render.board import Grid, grids, tables
from wortlaut.render.names import NOTHING, Names
from wortlaut.report.tallies import gone, mappings

_SIDE = 46
_MARGIN = 30
_COLOURS = 6
"""So many are told apart by colour, too; all are by letter."""
_DOTS = 6
"""So many dots fit into a cell, more are counted."""


@dataclass
class _Cell:
    """``told``: whether any element of the dots' set is mapped to something."""

    large: list[int] = field(default_factory=list)
    other: list[str] = field(default_factory=list)
    dots: list[int | None] = field(default_factory=list)
    told: bool = False


def drawn(layout: Layout, store: Store, names: Names, id: str) -> Markup:
    """Every board with something on it, as a figure; tables beside. ``id``: unique in the page."""
    drawing = _Drawing(layout, store, names)
    boards: list[Markup] = []
    for grid in grids(layout.rules):
        cells = drawing.cells(grid)
        if cells:
            boards.append(drawing.board(grid, cells, f"{id}-{len(boards) + 1}"))
    lines = [line.strip() for line in tables(layout, store, names)]
    if not boards and not lines:
        return Markup("")
    told = Markup("").join(Markup("<li>{}</li>").format(line) for line in lines)
    below = Markup("<ul>{}</ul>").format(told) if lines else Markup("")
    legend = drawing.legend() if boards else Markup("")
    return Markup('<figure class="board"{}>{}<figcaption>{}{}</figcaption></figure>').format(
        Markup(' aria-labelledby="{}-1-t"').format(id) if boards else "",
        Markup("").join(boards),
        legend,
        below,
    )


class _Drawing:
    """Draws one state. ``gone``: the lettered elements that no longer take part."""

    def __init__(self, layout: Layout, store: Store, names: Names) -> None:
        self.layout = layout
        self.rules = layout.rules
        self.store = store
        self.names = names
        self.mappings = mappings(layout, names)
        self.targets = {
            set_id: store.values[layout.position[state]] for set_id, state in self.mappings.items()
        }
        self.gone: frozenset[int] = frozenset()
        if names.lettered is not None:
            self.gone = gone(layout, store, names, names.lettered)
        # As long as nobody is mapped to anything, nobody is mapped to nothing either.
        self.mapped = {
            set_id
            for set_id, column in self.targets.items()
            if any(one is not None for one in column)
        }
        self.unmapped: set[str] = set()

    def cells(self, grid: Grid) -> dict[tuple[Any, ...], _Cell]:
        """What stands where."""
        rules, names = self.rules, self.names
        cells: dict[tuple[Any, ...], _Cell] = {}
        for state in grid.states:
            domain = rules.states[state].domain
            for index, value in enumerate(self.store.values[self.layout.position[state]]):
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
                    targets = self.targets.get(domain[0])
                    target = targets[index] if targets is not None else None
                    cell.dots.append(target if isinstance(target, int) else None)
                    cell.told |= domain[0] in self.mapped
                    if target is None and domain[0] in self.mapped:
                        self.unmapped.add(domain[0])
        return cells

    def board(self, grid: Grid, cells: dict[tuple[Any, ...], _Cell], id: str) -> Markup:
        """One grid."""
        names = self.names
        across, up = self.rules.records[grid.record].fields
        columns, rows = range(across.low, across.high + 1), range(up.high, up.low - 1, -1)
        wide, high = _MARGIN + _SIDE * len(columns) + 6, _SIDE * len(rows) + _MARGIN + 22
        corners = {
            (column, row): (_MARGIN + x * _SIDE, y * _SIDE + 18)
            for y, row in enumerate(rows)
            for x, column in enumerate(columns)
        }
        parts = [
            Markup('<rect class="cell" x="{}" y="{}" width="{}" height="{}"/>').format(
                left, top, _SIDE, _SIDE
            )
            for left, top in corners.values()
        ]
        parts += _arrows(cells, corners)
        for place, (left, top) in corners.items():
            if place in cells:
                parts += self._pieces(cells[place], left, top)
        for y, row in enumerate(rows):
            parts.append(_text(_MARGIN - 8, y * _SIDE + _SIDE // 2 + 22, row, "axis end"))
        for x, column in enumerate(columns):
            parts.append(_text(_MARGIN + x * _SIDE + _SIDE // 2, high - 22, column, "axis"))
        spoken = self.rules.language
        parts.append(_text(2, 12, names.term(up.id), "axis name start", spoken))
        parts.append(_text(wide - 6, high - 8, names.term(across.id), "axis name end", spoken))
        title = f"{names.term(grid.record)}: {', '.join(names.term(one) for one in grid.states)}"
        return Markup(
            '<svg role="img" viewBox="0 0 {} {}" style="max-width:{}px" '
            'aria-labelledby="{}-t" aria-describedby="{}-d">'
            '<title id="{}-t" lang="{}">{}</title><desc id="{}-d">{}</desc>{}</svg>'
        ).format(
            *(wide, high, wide, id, id, id, spoken, title, id),
            *(self._told(cells), Markup("").join(parts)),
        )

    def _pieces(self, cell: _Cell, left: int, top: int) -> list[Markup]:
        parts = []
        for at, index in enumerate(cell.large):
            x = left + 11 + 20 * at
            style = "large out" if index in self.gone else f"large c{index % _COLOURS}"
            parts.append(
                Markup('<rect class="{}" x="{}" y="{}" width="18" height="18" rx="4"/>').format(
                    style, x - 9, top + 2
                )
            )
            letter = "off" if index in self.gone else "on"
            parts.append(_text(x, top + 16, _letter(index), letter))
        for at, label in enumerate(cell.other):
            parts.append(_text(left + _SIDE - 8 - 14 * at, top + 14, label, "other"))
        if len(cell.dots) <= _DOTS:
            for at, target in enumerate(cell.dots):
                x, y = left + 9 + 14 * (at % 3), top + 27 + 13 * (at // 3)
                parts.append(_dot(x, y, target, cell.told))
            return parts
        counts = [(target, cell.dots.count(target)) for target in _ordered(cell.dots)]
        for at, (target, count) in enumerate(counts[:4]):
            x, y = left + 9 + 22 * (at % 2), top + 27 + 13 * (at // 2)
            parts += [_dot(x, y, target, cell.told), _text(x + 7, y + 4, count, "count start")]
        if len(counts) > 4:
            parts.append(_text(left + _SIDE - 3, top + 14, "…", "other"))
        return parts

    def _told(self, cells: dict[tuple[Any, ...], _Cell]) -> str:
        """The board in words, for whoever does not see it."""
        out = self.names.say["report_out"]
        said = []
        for place in sorted(cells):
            cell = cells[place]
            here = [
                f"{_letter(index)} ({out})" if index in self.gone else _letter(index)
                for index in cell.large
            ]
            here += cell.other
            for target in _ordered(cell.dots):
                mark = NOTHING if target is None else f"→ {_letter(target)}"
                here.append(f"{cell.dots.count(target)}× {mark}")
            said.append(f"({', '.join(map(str, place))}) {', '.join(here)}")
        return "; ".join(said)

    def legend(self) -> Markup:
        """What large pieces, dots with a letter, with a dash and empty ones stand for."""
        rules, names = self.rules, self.names
        say = names.say
        said: dict[str, None] = {}
        for state in (state for grid in grids(rules) for state in grid.states):
            domain = rules.states[state].domain
            if domain and domain[0] == names.lettered:
                said[say["report_legend_large"].format(term=names.term(state))] = None
                if self.gone:
                    who = ", ".join(_letter(index) for index in sorted(self.gone))
                    said[say["report_legend_out"].format(who=who)] = None
            elif domain and not rules.sets[domain[0]].members:
                said[say["report_legend_dots"].format(term=names.term(state))] = None
                mapping = self.mappings.get(domain[0])
                if mapping is not None:
                    key = (
                        "report_legend_letter"
                        if domain[0] in self.mapped
                        else "report_legend_unmapped"
                    )
                    said[say[key].format(term=names.term(mapping))] = None
                    if domain[0] in self.unmapped:
                        said[say["report_legend_nobody"].format(term=names.term(mapping))] = None
            else:
                said[say["report_legend_other"].format(term=names.term(state))] = None
        return Markup("<p>{}</p>").format(" · ".join(said)) if said else Markup("")


def _arrows(
    cells: dict[tuple[Any, ...], _Cell], corners: dict[tuple[int, int], tuple[int, int]]
) -> list[Markup]:
    """A line from the dots of a cell to each lettered element elsewhere that they are mapped to."""
    at = {index: place for place, cell in cells.items() for index in cell.large}
    parts = []
    for place, cell in cells.items():
        for target in dict.fromkeys(cell.dots):
            goal = at.get(target) if target is not None else None
            if target is None or goal is None or goal == place or place not in corners:
                continue
            (x, y), (to_x, to_y) = corners[place], corners[goal]
            line = Markup('<line class="to s{}" x1="{}" y1="{}" x2="{}" y2="{}"/>')
            half = _SIDE // 2
            parts.append(line.format(target % _COLOURS, x + half, y + 30, to_x + 11, to_y + 11))
    return parts


def _dot(x: int, y: int, target: int | None, told: bool) -> Markup:
    """``told``: whether others are mapped to something, so that this one is to nothing."""
    if target is None:
        style = "nobody" if told else "none"
        circle = Markup('<circle class="dot {}" cx="{}" cy="{}" r="5.5"/>').format(style, x, y)
        return circle + _text(x, y + 3, NOTHING, "off small") if told else circle
    circle = Markup('<circle class="dot c{}" cx="{}" cy="{}" r="6"/>').format(
        target % _COLOURS, x, y
    )
    return circle + _text(x, y + 3, _letter(target), "on small")


def _text(x: int, y: int, text: object, style: str, language: str | None = None) -> Markup:
    lang = Markup(' lang="{}"').format(language) if language else ""
    return Markup('<text class="{}" x="{}" y="{}"{}>{}</text>').format(style, x, y, lang, text)


def _ordered(dots: list[int | None]) -> list[int | None]:
    named = sorted({one for one in dots if one is not None})
    return [*named, *([None] if None in dots else [])]


def _letter(index: int) -> str:
    return chr(ord("A") + index)
