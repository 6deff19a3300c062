"""The source of a kernel as a function: as machine code, by Numba, or as plain Python."""

import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

from compiler.kernel import kit
from compiler.kernel.kept import forget, is_kept, kept
from compiler.kernel.source import BATCH, Source


def plain_batch(made: Source) -> Any:
    """The function ``batch`` as plain Python."""
    names: dict[str, Any] = {**kit.plain(), **made.tables}
    exec(compile(made.text, "<kernel>", "exec"), names)
    return names["batch"]


def compiled_batch(made: Source) -> Any:
    """The function ``batch`` as machine code, compiled now or before.

    Raises ``ImportError`` without Numba.
    """
    tables, text = _whole(made)
    with kept(text) as path:
        if path is None:
            return _compiled(text, tables, None)
        try:
            return _compiled(text, tables, path)
        except Exception:  # whatever a damaged file leads to
            forget(path)
            return _compiled(text, tables, None)


def is_compiled(made: Source) -> bool:
    """Whether :func:`compiled_batch` has its code already. Raises ``ImportError`` without Numba."""
    return is_kept(_whole(made)[1])


def _whole(made: Source) -> tuple[dict[str, Any], str]:
    """The tables as arrays, and all that decides on the code as a text."""
    import numpy as np

    tables = {name: np.array(one, _dtype(one)) for name, one in made.tables.items()}
    return tables, f"{_decided_by(tables)}\n{made.text}"


def _decided_by(tables: Mapping[str, Any]) -> str:
    """A line that is another one if the same functions would become other code."""
    versions = [sys.version, *map(version, ("numba", "llvmlite", "numpy"))]
    digest = sha256(repr(versions).encode())
    for one in (kit.__file__, __file__):
        digest.update(Path(one).read_bytes())
    for name, values in tables.items():
        digest.update(f"{name} {values.dtype.str} {len(values)} ".encode())
        digest.update(values.tobytes())
    return f"# {digest.hexdigest()}"


def _compiled(text: str, tables: Mapping[str, Any], path: Path | None) -> Any:
    """``path``: beside which the code is kept, and may be already."""
    import numba

    options: dict[str, Any] = {"error_model": "numpy", "nogil": True}
    name = "<kernel>" if path is None else path.stem
    with _module(name) as names, warnings.catch_warnings(), _side_by_side():
        # What Numba cannot keep, with very large tables, is compiled every time.
        warnings.simplefilter("ignore", numba.NumbaWarning)
        names.update({**kit.compiled(), **tables})
        known = list(names)
        exec(compile(text, name if path is None else str(path), "exec"), names)
        batch = names["batch"]
        for one in [one for one in names if one not in known and one != "__builtins__"]:
            names[one] = numba.njit(**options)(names[one])
        return numba.njit(_signature(), cache=path is not None, **options)(batch)


@contextmanager
def _side_by_side() -> Iterator[None]:
    """What is compiled meanwhile does the same for several values at once, without a loop too.

    Numba leaves that out, to be done sooner; of kernels much is without loops.
    """
    import numba

    config: Any = numba.config
    before = config.SLP_VECTORIZE
    config.SLP_VECTORIZE = True
    try:
        yield
    finally:
        config.SLP_VECTORIZE = before


@contextmanager
def _module(name: str) -> Iterator[dict[str, Any]]:
    """The names of a module of this name, which code that was kept looks up."""
    module = ModuleType(name)
    sys.modules[name] = module
    try:
        yield module.__dict__
    finally:
        del sys.modules[name]


def _signature() -> Any:
    """The types of the inputs of ``batch``."""
    from numba import types

    whole, state = types.int64, types.uint64
    array, rows = types.Array(whole, 1, "C"), types.Array(whole, 2, "C")
    kinds = {"r1": state, "r2": state, "r3": state, "starts": rows, "out": rows}
    kinds |= dict.fromkeys(("s", "t", "b", "c"), array)
    return types.void(*(kinds.get(one, whole) for one in BATCH))


def _dtype(values: Sequence[int]) -> str:
    low, high = min(values), max(values)
    for name, bits in (("int8", 7), ("int16", 15), ("int32", 31)):
        if -(2**bits) <= low and high < 2**bits:
            return name
    return "int64"
