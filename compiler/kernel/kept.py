"""Compiled kernels, kept between runs and shared by processes.

Numba keeps machine code beside the file that a function comes from. So a kernel's source is
written to a folder of the user's own, under a name that is the hash of all that decides on
the code; Numba asks for the processor by itself. The file is never run: what is run is the
text that was just made. Where there is no such folder, nothing is kept.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR

from compiler.syntax import cache_folder

try:
    import fcntl
except ImportError:  # where files cannot be locked like this, each process compiles
    _LOCKS = False
else:
    _LOCKS = True

MOST = 64
"""So many kernels are kept; those that were not used for the longest time go first."""

_OTHERS_MAY_WRITE = 0o022


@contextmanager
def kept(text: str) -> Iterator[Path | None]:
    """A file with ``text``, which is this process's alone for as long as it compiles.

    None where nothing can be kept.
    """
    folder = _folder()
    if folder is None:
        yield None
        return
    path = _path(folder, text)
    try:
        _write(path, text)
        lock = path.with_suffix(".lock").open("ab")
    except OSError:
        yield None
        return
    with lock:
        if _LOCKS:
            with suppress(OSError):  # as on some network drives
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield path
    _forget(folder)


def is_kept(text: str) -> bool:
    """Whether something that was compiled from ``text`` is there."""
    folder = _folder()
    return folder is not None and bool(_compiled(_path(folder, text)))


def forget(path: Path) -> None:
    """Remove the file and what was compiled from it."""
    for one in (path, path.with_suffix(".lock"), *_compiled(path)):
        with suppress(OSError):
            one.unlink()


def _folder() -> Path | None:
    """The folder, if nobody else can write there."""
    folder = cache_folder() / "kernels"
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        there = folder.lstat()
    except OSError:
        return None
    owner = os.getuid() if hasattr(os, "getuid") else there.st_uid
    private = there.st_uid == owner and not there.st_mode & _OTHERS_MAY_WRITE
    return folder if private and S_ISDIR(there.st_mode) else None


def _path(folder: Path, text: str) -> Path:
    return folder / f"kernel_{sha256(text.encode()).hexdigest()[:40]}.py"


def _write(path: Path, text: str) -> None:
    """The file with its text, whole or not at all. Raises ``OSError``."""
    with suppress(OSError, ValueError):
        if path.read_text("utf-8") == text:
            os.utime(path)
            return
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def _forget(folder: Path) -> None:
    """Leave the latest kernels only."""
    with suppress(OSError):
        found = sorted(folder.glob("kernel_*.py"), key=lambda one: one.stat().st_mtime)
        for path in found[:-MOST]:
            forget(path)


def _compiled(path: Path) -> list[Path]:
    return list((path.parent / "__pycache__").glob(f"{path.stem}.*"))
