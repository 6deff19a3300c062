"""Starts of games as a kernel takes them: a row of whole numbers for each."""

from collections.abc import Sequence
from typing import Any

from compiler.kernel.program import Program
from runtime.simulation.starts import Starts
from runtime.state import Store


def row(program: Program, store: Store) -> list[int]:
    """One start. Raises :class:`~compiler.kernel.shapes.Unsupported` for what has no number."""
    types = [program.rules.states[name].type for name in program.layout.names]
    return [
        program.shapes.encode(value, type)
        for column, type in zip(store.values, types, strict=True)
        for value in column
    ]


def rows(program: Program, starts: Starts | Sequence[Store]) -> Any:
    """An array with a row for each start."""
    import numpy as np

    if not isinstance(starts, Starts):
        size = len(program.initial) or 1
        listed = [row(program, one) for one in starts]
        return np.array(listed, np.int64).reshape(len(listed), -1 if listed else size)
    found = np.tile(np.array(row(program, starts.base), np.int64), (len(starts), 1))
    first, members = program.offset(starts.state), starts.values.shape[1]
    codes = 0
    fields = program.rules.records[starts.record].fields
    for at, field in enumerate(fields):
        codes = codes * (field.high - field.low + 1) + starts.values[:, :, at] - field.low
    found[:, first : first + members] = codes
    return found
