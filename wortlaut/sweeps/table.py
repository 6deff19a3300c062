"""The table of a sweep: a line for each row of the grid, as CSV, Parquet or JSON lines.

The columns of a line: what is needed to play it again, then for each share its number of
games, the share and the ends of its interval, then for what is counted within games the mean
with its interval. What a row does not have is empty.
"""

import csv
import json
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from runtime.simulation.simulate import RESERVED
from wortlaut.json_lines import json_line
from wortlaut.sweeps.sweep import Swept, as_json

Cell = str | int | float | None
"""One entry of the table."""


def lines(swept: Sequence[Swept]) -> tuple[tuple[str, ...], list[dict[str, Cell]]]:
    """The names of the columns in order, and each line by column."""
    found = [_line(one) for one in swept]
    groups: list[dict[str, None]] = [{} for _ in range(3)]
    for line in found:
        for at, part in enumerate(line):
            groups[at].update(dict.fromkeys(part))
    names = tuple(name for group in groups for name in group)
    return names, [{**one, **two, **three} for one, two, three in found]


def _line(swept: Swept) -> tuple[dict[str, Cell], dict[str, Cell], dict[str, Cell]]:
    """What repeats the row, its shares, its counts."""
    data = as_json(swept)
    told = {name: data.get(name) for name in ("row", "law", "law_hash", "language")}
    told["amendments"] = " + ".join(data["amendments"])
    for point, name in data.get("readings", {}).items():
        told[f"reading:{point}"] = name
    told["supplements"] = _joined(data, "supplements")
    told["flow"] = data.get("flow")
    told["players"] = data.get("players")
    for name, size in data.get("sizes", {}).items():
        told[f"size:{name}"] = size
    for name, value in data.get("settings", {}).items():
        told[f"setting:{name}"] = value if isinstance(value, str | int) else json.dumps(value)
    told["policy"] = "; ".join(data["policy"]) if "policy" in data else None
    for name in ("seed", "games", "version", "command", "reason"):
        told[name] = data.get(name)
    if swept.found is None:
        told["command"] = None
        return told, {}, {}
    return told, dict(_shares(swept.found)), dict(_counts(swept.found))


def _joined(data: Mapping[str, Any], name: str) -> str | None:
    return " ".join(data[name]) if name in data else None


def _shares(found: Mapping[str, Any]) -> Any:
    for end, one in found["ends"].items():
        yield from _share(f"end:{end}", one)
    for end in found["ends"]:
        values = found.get(f"_{end}" if end in RESERVED else end)
        for value in values if isinstance(values, list) else ():
            yield from _share(f"value:{end}={json.dumps(value['value'])}", value)
    for seat in found.get("seats", ()):
        yield from _share(f"seat:{seat['seat']}", seat)


def _share(name: str, one: Mapping[str, Any]) -> Any:
    yield name, one["count"]
    for part in ("share", "low", "high"):
        yield f"{name}:{part}", one[part]


def _counts(found: Mapping[str, Any]) -> Any:
    for name, one in found["counts"].items():
        for part in ("mean", "low", "high", "least", "most"):
            yield f"count:{name}:{part}", one[part]
        yield from _share(f"any:{name}", one["games"])


def csv_text(swept: Sequence[Swept]) -> str:
    """The table as CSV (RFC 4180, but for lines that end with a line feed alone)."""
    names, found = lines(swept)
    stream = StringIO()
    writer = csv.DictWriter(stream, names, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(found)
    return stream.getvalue()


def json_lines(swept: Sequence[Swept]) -> str:
    """Each row as a line of JSON."""
    return "".join(json_line(as_json(one)) + "\n" for one in swept)


def write_parquet(swept: Sequence[Swept], path: Path) -> None:
    """The table as Parquet. Raises ``ImportError`` without PyArrow, and ``OSError``."""
    import pyarrow
    import pyarrow.parquet

    names, found = lines(swept)
    columns = {name: [line.get(name) for line in found] for name in names}
    arrays = [pyarrow.array(_alike(values)) for values in columns.values()]
    pyarrow.parquet.write_table(pyarrow.table(arrays, names=list(columns)), path)


def _alike(values: list[Cell]) -> list[Cell]:
    """Values of one type, as a column of a database needs them."""
    kinds = {type(value) for value in values if value is not None}
    if str in kinds and len(kinds) > 1:
        return [None if value is None else str(value) for value in values]
    return values
