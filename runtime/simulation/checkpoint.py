"""Checkpoints: what was played so far, in a file of JSON lines.

The first line says which run it is; each further line is a block of games with its tally.
A line is written at once and then made sure of, so that a run which is killed at any
moment leaves whole lines and at most one torn one, which is passed over.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, BinaryIO

from runtime.simulation.record import Tally, read_tally, tally_as_json

Block = tuple[int, int]
"""Games from the first number to before the second."""


class BadCheckpoint(ValueError):
    """The file is no checkpoint, or one of another run; the message says what differs."""


class Checkpoint:
    """The checkpoint in the file ``path`` of the run that ``run`` (JSON data) identifies.

    The file is made where it is not there. Raises :class:`BadCheckpoint`, and ``OSError``.
    Tallies stay in the file until they are asked for.
    """

    def __init__(self, path: Path, run: Mapping[str, Any]) -> None:
        self._places: dict[Block, int] = {}
        self._file: BinaryIO = path.open("a+b")
        try:
            self._read(run)
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> "Checkpoint":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def blocks(self) -> frozenset[Block]:
        """The blocks that are kept."""
        return frozenset(self._places)

    @property
    def games(self) -> int:
        """How many games are kept."""
        return sum(stop - first for first, stop in self._places)

    def __contains__(self, block: Block) -> bool:
        return block in self._places

    def get(self, block: Block) -> Tally | None:
        """The tally of ``block``, if it is kept."""
        place = self._places.get(block)
        if place is None:
            return None
        self._file.seek(place)
        return read_tally(json.loads(self._file.readline())["tally"])

    def keep(self, block: Block, tally: Tally) -> None:
        """Write down ``block``."""
        if block not in self._places:
            self._places[block] = self._write({"games": block, "tally": tally_as_json(tally)})

    def _write(self, data: Mapping[str, Any]) -> int:
        place = self._file.seek(0, os.SEEK_END)
        self._file.write(json.dumps(data).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        return place

    def _read(self, run: Mapping[str, Any]) -> None:
        self._file.seek(0)
        line = self._file.readline()
        if not line.endswith(b"\n"):
            # Nothing yet, or torn in its first line: then nothing was played.
            if line and not json.dumps({"run": run}).encode().startswith(line):
                raise BadCheckpoint("this is no checkpoint")
            self._file.truncate(0)
            self._write({"run": run})
            return
        _same(_data(line).get("run"), json.loads(json.dumps(run)))
        good = self._file.tell()
        while (line := self._file.readline()).endswith(b"\n"):
            data = _data(line)
            try:
                first, stop = data["games"]
                read_tally(data["tally"])
            except (KeyError, TypeError, ValueError):
                raise BadCheckpoint("this is no checkpoint, or a damaged one") from None
            self._places[first, stop] = good
            good = self._file.tell()
        self._file.truncate(good)


def _data(line: bytes) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        data = None
    if not isinstance(data, dict):
        raise BadCheckpoint("this is no checkpoint, or a damaged one")
    return data


def _same(found: Any, run: Mapping[str, Any]) -> None:
    if not isinstance(found, dict):
        raise BadCheckpoint("this is no checkpoint")
    differing = [name for name in run if found.get(name) != run[name]]
    differing += [name for name in found if name not in run]
    if differing:
        raise BadCheckpoint(f"this is the checkpoint of another run: {', '.join(differing)} differ")
