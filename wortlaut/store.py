"""What was found out once and stays true: kept in the user's cache, so that it is not asked again.

A key is a digest of all that an entry depends on. Nothing becomes wrong by growing old, then;
it is only no longer asked for. An entry that does not bear its own checksum counts as absent,
and so does all of it where the file cannot be read or written: what is kept saves time, no more.
"""

import os
import zlib
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import sqlite3

MOST = 400_000
"""How many entries are kept; when there are more, the oldest go first."""

_SLACK = 40_000
"""How many more there may be before it is worth tidying up."""

_BUSY = 5.0
"""Seconds to wait for another process that writes."""

_TABLE = """
CREATE TABLE IF NOT EXISTS kept (
    number INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE, packed BLOB NOT NULL, sum BLOB NOT NULL
)
"""


class Store:
    """Texts by key, in ``file``, for all processes of this user."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._opened: sqlite3.Connection | None = None
        self._by = 0
        """The process that opened it: a connection must not be carried over into another."""

    def recall(self, key: bytes) -> str | None:
        """What was kept under ``key``, if anything was."""
        rows = self._asked("SELECT packed, sum FROM kept WHERE key = ?", (key,))
        packed, checksum = rows[0] if rows else (None, None)
        if not isinstance(packed, bytes) or checksum != _sum(key, packed):
            return None
        return zlib.decompress(packed).decode()

    def keep(self, key: bytes, text: str) -> None:
        """Keep ``text`` under ``key``, in place of what may be there."""
        packed = zlib.compress(text.encode(), 1)
        self._asked(
            "INSERT OR REPLACE INTO kept (key, packed, sum) VALUES (?, ?, ?)",
            (key, packed, _sum(key, packed)),
        )

    def _asked(self, statement: str, values: tuple[bytes, ...]) -> list[Any]:
        """The rows; none where anything about the file is not as it should be."""
        try:
            import sqlite3
        except ImportError:  # Python can be built without it.
            return []
        try:
            if self._opened is None or self._by != os.getpid():
                self.file.parent.mkdir(parents=True, exist_ok=True)
                opened = sqlite3.connect(self.file, _BUSY, isolation_level=None)
                _prepare(opened)
                self._opened, self._by = opened, os.getpid()
            return self._opened.execute(statement, values).fetchall()
        except (sqlite3.Error, OSError):
            return []


def _prepare(opened: "sqlite3.Connection") -> None:
    opened.execute("PRAGMA journal_mode = WAL")
    opened.execute("PRAGMA synchronous = OFF")
    opened.execute(_TABLE)
    (count,) = opened.execute("SELECT COUNT(*) FROM kept").fetchone()
    if count > MOST + _SLACK:
        oldest = "SELECT number FROM kept ORDER BY number LIMIT ?"
        opened.execute(f"DELETE FROM kept WHERE number IN ({oldest})", (count - MOST,))


def _sum(key: bytes, packed: bytes) -> bytes:
    return blake2b(key + packed, digest_size=8).digest()
