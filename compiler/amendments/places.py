"""Units of a tree by their paths: found, put in another's place, put among their neighbours."""

import re
from collections.abc import Callable
from typing import TypeAlias

from compiler import tree as t

Path: TypeAlias = tuple[tuple[str, str], ...]
Part: TypeAlias = t.TextLine | t.ItemT | t.Unit | t.Title
Parts: TypeAlias = tuple[Part, ...]

_NUMBERED = re.compile(r"(\d+)(.*)")
_LETTERED = re.compile(r"([a-zA-Z])(bis|ter|quater|quinquies|sexies|septies|octies)?")
_LATIN = ("bis", "ter", "quater", "quinquies", "sexies", "septies", "octies")


def unit_at(parts: Parts, path: Path) -> t.Unit | None:
    """The unit that ``path`` leads to from ``parts``; None: there is none."""
    for part in parts:
        if isinstance(part, t.Unit) and (part.unit, part.label) == path[0]:
            return part if len(path) == 1 else unit_at(part.contents, path[1:])
    return None


def with_unit(parts: Parts, path: Path, change: Callable[[t.Unit], tuple[t.Unit, ...]]) -> Parts:
    """``parts`` with what ``change`` makes of the unit at ``path``, which is there."""
    found: list[Part] = []
    done = False
    for part in parts:
        if done or not isinstance(part, t.Unit) or (part.unit, part.label) != path[0]:
            found.append(part)
            continue
        done = True
        if len(path) == 1:
            found.extend(change(part))
        else:
            inside = with_unit(part.contents, path[1:], change)
            found.append(part.model_copy(update={"contents": inside}))
    return tuple(found)


def with_new(parts: Parts, unit: t.Unit) -> Parts:
    """``parts`` with ``unit`` after the last of its kind that its label follows.

    If there is none of these, it comes before the first of its kind, or else last.
    """
    alike = [
        at for at, part in enumerate(parts) if isinstance(part, t.Unit) and part.unit == unit.unit
    ]
    before = [at for at in alike if _follows(unit.label, _label(parts[at]))]
    position = before[-1] + 1 if before else alike[0] if alike else len(parts)
    return (*parts[:position], unit, *parts[position:])


def _label(part: Part) -> str:
    return part.label if isinstance(part, t.Unit) else ""


def _follows(label: str, other: str) -> bool:
    """Whether ``label`` comes after ``other``; what has no order comes after everything."""
    one, two = _rank(label), _rank(other)
    return one is None or two is None or one > two


def _rank(label: str) -> tuple[int, int, str] | None:
    """Where a label stands: by its number or letter, then by ``bis``, ``ter`` or ``a``, ``b``."""
    numbered = _NUMBERED.fullmatch(label)
    if numbered is not None:
        return int(numbered[1]), _latin(numbered[2]), numbered[2]
    lettered = _LETTERED.fullmatch(label)
    if lettered is not None:
        return ord(lettered[1]), _latin(lettered[2] or ""), ""
    return None


def _latin(suffix: str) -> int:
    return _LATIN.index(suffix) + 1 if suffix in _LATIN else 0
