"""Witnesses as files in the Informal Trace Format, one for each run."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from compiler.law import Law
from verify.itf import itf
from verify.obligations.opened import opened
from verify.transcript import safe_name
from wortlaut.render.verdicts import readings_of

ENDING = ".itf.json"
"""How the names of such files end, by convention."""


def write_traces(law: Law, result: Mapping[str, Any], target: Path) -> int:
    """Write the runs of all witnesses in ``result``; returns how many there are.

    ``target``: a folder, in which each run has a file under its version; its name tells
    the obligation, the sizes, and the readings where there are several. If ``target``
    ends in ``.json`` it is a file, for the first run alone. Raises ``OSError``.
    """
    traces = list(_traces(law, result))
    alone = target.suffix == ".json"
    for name, trace in traces[:1] if alone else traces:
        path = target if alone else target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(trace, ensure_ascii=False, indent=1) + "\n", "utf-8")
    return len(traces)


def _traces(law: Law, result: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each run with the name of its file."""
    for one in result["obligations"]:
        witness = one["witness"]
        if witness is None:
            continue
        readings = {**readings_of(one), **witness.get("reading", {})}
        supplements = () if one["text_alone"] else result["supplements"]
        rules = law.rules(one["language"], readings, supplements)
        if one["kind"] == "open_choice":
            rules = opened(rules)
        about = {
            "source": law.name,
            "description": f"{one['id']}: {one['verdict']}",
            "language": one["language"],
            "readings": readings,
            "sizes": witness["sizes"],
        }
        for part in (None, "second", "twin"):
            run = witness if part is None else witness.get(part)
            if run is not None:
                yield _file(one, part), itf(rules, run, about)


def _file(one: Mapping[str, Any], part: str | None) -> str:
    sizes = ",".join(f"{name}={size}" for name, size in one["scope"].items())
    readings = ",".join(f"{point}={name}" for point, name in one.get("readings", {}).items())
    name = "@".join(filter(None, (one["id"], sizes, readings, part)))
    return f"{one['language']}/{safe_name(name)}{ENDING}"
