"""The grid of a sweep: what each of its dimensions ranges over, and the spots in it.

Receives options of the command line and the TOML of a grid file; hands on spots, each of
which is what ``wortlaut simulate`` would be asked for. Nothing is known of the law here.
"""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

MOST_ROWS = 10_000
"""A grid with more spots is a slip of the pen."""

SINGLE = ("language", "amend", "players", "policy")
"""Dimensions of which there is one each, in the order of the rows."""

NAMED = ("reading", "setting", "size")
"""Kinds of dimensions: one for each point, setting or set."""


class BadGrid(ValueError):
    """What is asked for is no grid. ``code`` and ``values``: what to say of it."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code = code
        self.values = values


@dataclass(frozen=True)
class Spot:
    """One simulation: the options of ``wortlaut simulate``, each as it is written there."""

    language: str | None = None
    amend: tuple[str, ...] = ()
    players: int | None = None
    policy: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()
    setting: tuple[str, ...] = ()
    size: tuple[str, ...] = ()

    def options(self) -> list[str]:
        """The options on a command line."""
        found = [] if self.language is None else ["--language", self.language]
        for name, values in (
            ("amend", self.amend),
            ("reading", self.reading),
            ("setting", self.setting),
            ("players", () if self.players is None else (str(self.players),)),
            ("size", self.size),
            ("policy", self.policy),
        ):
            found += [part for value in values for part in (f"--{name}", value)]
        return found


@dataclass(frozen=True)
class Grid:
    """What each dimension ranges over: the one of a kind by its name, as ``reading:step``."""

    dimensions: Mapping[str, tuple[Any, ...]]

    @property
    def size(self) -> int:
        """How many spots there are."""
        return prod(map(len, self.dimensions.values()))

    @property
    def varying(self) -> tuple[str, ...]:
        """The dimensions with more than one value."""
        return tuple(name for name, values in self.dimensions.items() if len(values) > 1)

    def points(self) -> Iterator[Mapping[str, Any]]:
        """Each choice of one value in every dimension; the last one changes fastest."""
        for values in product(*self.dimensions.values()):
            yield dict(zip(self.dimensions, values, strict=True))


def spot(point: Mapping[str, Any]) -> Spot:
    """The spot at ``point``: a value for some of the dimensions, else what is usual."""
    named: dict[str, list[str]] = {kind: [] for kind in NAMED}
    for dimension, value in point.items():
        kind, sign, name = dimension.partition(":")
        if sign:
            named[kind].append(f"{name}={value}")
    single: dict[str, Any] = {name: point[name] for name in SINGLE if name in point}
    single.update({kind: tuple(values) for kind, values in named.items()})
    return Spot(**single)


def grid(given: Mapping[str, Sequence[Any]], file: Mapping[str, tuple[Any, ...]]) -> Grid:
    """The grid of the options ``given``, which take the place of the dimensions of the file.

    ``given``: single dimensions by name, and ``NAME=VALUE`` by kind. Raises :class:`BadGrid`.
    """
    dimensions = dict(file)
    for name in SINGLE:
        if values := tuple(given.get(name, ())):
            dimensions[name] = values
    for kind in NAMED:
        found: dict[str, list[str]] = {}
        for one in given.get(kind, ()):
            name, sign, value = one.partition("=")
            if not (name and sign and value):
                raise BadGrid("fail_grid_form", kind=kind, given=one)
            found.setdefault(f"{kind}:{name}", []).append(value)
        dimensions.update({name: tuple(values) for name, values in found.items()})
    for name, values in dimensions.items():
        twice = [one for at, one in enumerate(values) if one in values[:at]]
        if twice:
            raise BadGrid("fail_grid_twice", dimension=name, value=_told(twice[0]))
    order = {name: at for at, name in enumerate((*SINGLE[:2], *NAMED[:2], "players", "size"))}
    made = Grid(
        dict(
            sorted(
                dimensions.items(),
                key=lambda one: order.get(one[0].partition(":")[0], len(order)),
            )
        )
    )
    if made.size > MOST_ROWS:
        raise BadGrid("fail_grid_size", rows=f"{made.size:,}", most=f"{MOST_ROWS:,}")
    return made


def amendments_of(text: str) -> tuple[str, ...]:
    """The amendments of one spot, as on the command line: ``ONE+TWO``."""
    return tuple(one for one in text.split("+") if one)


def policies_of(text: str) -> tuple[str, ...]:
    """The policies of one spot, as on the command line: ``ONE; 0=TWO``."""
    return tuple(one.strip() for one in text.split(";") if one.strip())


def read_grid(text: str) -> dict[str, tuple[Any, ...]]:
    """The dimensions in a grid file. Raises :class:`BadGrid`."""
    try:
        data = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as problem:
        raise BadGrid("fail_grid_toml", reason=problem) from None
    found: dict[str, tuple[Any, ...]] = {}
    for key, value in data.items():
        if key in SINGLE:
            found[key] = tuple(_single(key, one) for one in _listed(key, value))
        elif key in NAMED and isinstance(value, dict):
            for name, values in value.items():
                listed = _listed(f"{key}.{name}", values)
                found[f"{key}:{name}"] = tuple(_plain(f"{key}.{name}", one) for one in listed)
        else:
            known = ", ".join((*SINGLE, *NAMED))
            raise BadGrid("fail_grid_key", key=key, known=known)
    return found


def _listed(key: str, value: Any) -> list[Any]:
    if isinstance(value, list) and value:
        return value
    raise BadGrid("fail_grid_list", key=key)


def _single(key: str, value: Any) -> Any:
    whole = isinstance(value, int) and not isinstance(value, bool)
    if key == "players" and whole and abs(value) < 10**9:
        return value
    if key == "language" and isinstance(value, str):
        return value
    if key in ("amend", "policy"):
        values = [value] if isinstance(value, str) else value
        if isinstance(values, list) and all(isinstance(one, str) for one in values):
            return tuple(values)
    raise BadGrid("fail_grid_value", key=key, value=value)


def _plain(key: str, value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str | int):
        return str(value)
    raise BadGrid("fail_grid_value", key=key, value=value)


def _told(value: Any) -> str:
    return " + ".join(value) or "–" if isinstance(value, tuple) else str(value)
