"""What the rows of a sweep are called, and which of their shares are shown to people."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from runtime.simulation.simulate import RESERVED
from wortlaut.render.simulation import Labels
from wortlaut.sweeps.grid import Grid
from wortlaut.sweeps.sweep import Swept

MOST_SHOWN = 8
"""So many values of an outcome are shown; tables have all."""


@dataclass(frozen=True)
class Share:
    """One share of a row: ``key`` is the same in all rows, ``label`` for people."""

    key: str
    label: str
    entry: Mapping[str, Any]


def shown_shares(swept: Swept, reader: str) -> list[Share]:
    """What a row is about: the values of its first outcome, else how its games end.

    Other ends are told of if games have them.
    """
    row = swept.row
    if row.setup is None or row.law is None or swept.found is None:
        return []
    labels, found = Labels(row.law, row.setup, reader), swept.found
    return list(_shares(labels, found, row.setup.outcomes))


def _shares(labels: Labels, found: Mapping[str, Any], outcomes: tuple[str, ...]) -> Iterator[Share]:
    for end, one in found["ends"].items():
        name = f"_{end}" if end in RESERVED else end
        values = found.get(name) if end in outcomes else None
        if isinstance(values, list) and len(values) <= MOST_SHOWN:
            for value in values:
                yield Share(f"{end}={value['value']}", labels.value(end, value["value"]), value)
        elif end in outcomes or one["count"]:
            yield Share(end, labels.end(end), one)


def dimension(name: str, say: Mapping[str, str]) -> str:
    """What a dimension of the grid is called: that of amendments in words, others as asked."""
    return say["swept_amendments"] if name == "amend" else name.partition(":")[2] or name


def cell(value: Any, say: Mapping[str, str]) -> str:
    """One value of a dimension."""
    if isinstance(value, tuple):
        return " + ".join(map(str, value)) or say["swept_none"]
    return str(value)


def row_label(made: Grid, point: Mapping[str, Any], say: Mapping[str, str]) -> str:
    """A row, by what it has in the dimensions that vary."""
    return " · ".join(
        cell(point[name], say)
        if name == "amend"
        else f"{dimension(name, say)} {cell(point[name], say)}"
        if name in ("players", "policy", "language")
        else f"{dimension(name, say)} = {cell(point[name], say)}"
        for name in made.varying
    )
