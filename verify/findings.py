"""Findings that are kept beyond this process, wherever answers are remembered.

A finding is kept under a digest of all that it depends on, this program included, so that
it need not be forgotten when something changes; it is only no longer asked for. What the
clock broke off is not kept, since it may turn out otherwise.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TypeAlias, TypeVar

from runtime.ruleset.model import Model
from runtime.ruleset.properties import SameUnder
from runtime.ruleset.ruleset import RuleSet
from verify.answers import late_answers, memory_in_use

M = TypeVar("M", bound=Model)

Part: TypeAlias = str | bytes | Model
"""One of the things that a finding depends on."""


def lasting(kind: type[M], about: Callable[[], Iterable[Part]], find: Callable[[], M]) -> M:
    """What ``find`` finds, or what is kept of it.

    ``kind``: what it is, which can be written down and read as it was. ``about``: all that
    it depends on, this program apart; asked for only where findings are kept.
    """
    memory = memory_in_use()
    if memory is None:
        return find()
    key = digest(["finding", program(), kind.__qualname__, *about()])
    kept = memory.recall(key)
    if kept is not None:
        return kind.model_validate_json(kept)
    late = late_answers()
    result = find()
    if late_answers() == late:
        memory.keep(key, result.model_dump_json())
    return result


def digest(parts: Iterable[Part]) -> bytes:
    """A key for what depends on ``parts``, in their order."""
    sums = sha256()
    for part in parts:
        for data in _written(part):
            sums.update(b"%d:" % len(data))
            sums.update(data)
    return sums.digest()


def _written(part: Part) -> Iterator[bytes]:
    if isinstance(part, bytes):
        yield part
    elif isinstance(part, str):
        yield part.encode()
    elif isinstance(part, RuleSet):
        # What it says counts, and not in which files.
        yield part.model_dump_json(exclude={"law_hash"}).encode()
    elif isinstance(part, SameUnder):
        yield part.model_dump_json(exclude={"versions"}).encode()
        for rules in part.versions:
            yield from _written(rules)
    else:
        yield part.model_dump_json().encode()


@lru_cache(maxsize=4)
def program(*more: str) -> str:
    """This program, in the version at hand: what plays and decides, the solver, and ``more``.

    ``more``: further files and folders that count, by their paths from the root.
    """
    root = Path(__file__).parents[1]
    sums = sha256()
    for place in ("runtime", "verify", *more):
        path = root / place
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.suffix in (".py", ".toml", ".lark"):
                sums.update(
                    f"{file.relative_to(root)}:".encode() + sha256(file.read_bytes()).digest()
                )
    return f"{sums.hexdigest()} {version('z3-solver')} {sys.version_info[:2]}"
