"""Folders that commands write tables and pictures into, and the packages this takes."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from wortlaut.options import fail, said

_PACKAGES = {"tables": "pyarrow", "plots": "matplotlib"}
"""What the extras of this program are for."""


def ready_folder(folder: Path | None, extras: Sequence[str]) -> None:
    """Look, before anything is played, whether all can be written: make ``folder``.

    What is missing ends the command.
    """
    for extra in extras:
        if find_spec(_PACKAGES[extra]) is None:
            raise fail(said("fail_extra", extra=extra))
    if folder is None:
        return
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK | os.X_OK):
            raise PermissionError(None, "Permission denied")


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Within this files are written; if one cannot be, the command ends."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or problem
        raise fail(said("fail_folder", folder=folder, reason=reason)) from None
