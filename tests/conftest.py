"""What keeps the tests quick: nothing is compiled twice, be it the program or a law."""

import gc
import os
import sys
from collections.abc import Sequence
from functools import lru_cache, wraps
from pathlib import Path
from typing import Any

import pytest

import compiler.law
from compiler.diagnostics import Diagnostic
from compiler.folder import locate
from compiler.law import Law
from wortlaut import workers
from wortlaut.jobs import FRESH

# Compiled laws live through the whole run; looking for garbage among them took a tenth of it.
gc.set_threshold(100_000, 50, 1_000)

# Many tests start the program, which would be compiled anew for each of them.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# What is tested is how verdicts are found, and not that they are kept: commands/test_kept_verdicts.py.
os.environ[FRESH] = "1"

# As many tests as there are processors run at the same time: a command that is not told how many
# it may use takes the one that is its own. Those that are told: commands/test_workers.py.
workers.processors = lambda: 1

Loaded = tuple[Law | None, tuple[Diagnostic, ...]]
Content = tuple[tuple[str, bytes | None], ...]

_load = compiler.law.load


@wraps(_load)
def load(law: str, amendments: Sequence[str] = ()) -> Loaded:
    """The compiler's own, asked once for as long as the files of a law say the same."""
    try:
        content = _content(law, amendments)
    except (OSError, ValueError):
        return _load(law, amendments)
    return _loaded(law, tuple(amendments), content)


@lru_cache(32)
def _loaded(law: str, amendments: tuple[str, ...], content: Content) -> Loaded:
    return _load(law, amendments)


def _content(law: str, amendments: Sequence[str]) -> Content:
    """What a law is read from; ``ValueError`` where that is no plain matter of its own files."""
    folder = locate(law)
    if folder is None:
        raise ValueError(law)
    beside = folder / "amendments"
    found: list[tuple[str, bytes | None]] = [(str(folder.resolve()), None)]
    for path in (*sorted(folder.iterdir()), *(sorted(beside.iterdir()) if beside.is_dir() else ())):
        if path.is_symlink() or not (path.is_file() or path.is_dir()):
            raise ValueError(path)
        found.append((str(path), path.read_bytes() if path.is_file() else None))
    names = {Path(path).name.partition(".")[0] for path, _ in found if Path(path).parent == beside}
    if not names >= set(amendments):
        raise ValueError(amendments)
    return tuple(found)


compiler.law.load = load


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: Any, log: Any) -> Any:
    """Each worker goes through the tests in their order, so that most laws are read by one alone."""
    from xdist.scheduler import WorkStealingScheduling

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None
