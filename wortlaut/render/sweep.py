"""A sweep, told: a line for each row of the grid."""

from typing import TextIO

from rich.markup import escape
from rich.table import Table

from compiler.law import Law
from wortlaut.render.console import console
from wortlaut.render.numbers import grouped, percent
from wortlaut.render.words import words
from wortlaut.sweeps.grid import Grid
from wortlaut.sweeps.labels import cell, dimension, shown_shares
from wortlaut.sweeps.rows import Ask
from wortlaut.sweeps.sweep import Swept


def show_sweep(law: Law, made: Grid, ask: Ask, swept: list[Swept], stream: TextIO) -> None:
    """The table; of a row that could not be made, the reason."""
    out, say = console(stream), words(ask.messages)
    title = say["swept"].format(
        law=law.name, rows=len(swept), games=grouped(ask.games, say), seed=ask.seed
    )
    out.print(escape(title), style="bold")
    table = Table(box=None, pad_edge=False)
    for name in made.varying:
        table.add_column(escape(dimension(name, say)))
    table.add_column(say["games_end"])
    for heading in (say["share"], say["interval"]):
        table.add_column(heading, justify="right")
    for point, one in zip(made.points(), swept, strict=True):
        cells = [escape(cell(point[name], say)) for name in made.varying]
        if one.found is None:
            table.add_row(*cells, escape(one.row.reason or ""), "", "", style="open")
        for share in shown_shares(one, ask.messages):
            entry = share.entry
            interval = f"{percent(entry['low'], say)} – {percent(entry['high'], say)}"
            table.add_row(*cells, escape(share.label), percent(entry["share"], say), interval)
            cells = [""] * len(cells)
    out.print(table)
