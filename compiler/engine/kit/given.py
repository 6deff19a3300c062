"""What is given to a game: sizes, settings, values, chance; and what is known of the law."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import chain, count
from struct import Struct
from typing import Any

from compiler.engine.kit.outcomes import DECLINE, Type, Value, whole
from compiler.engine.kit.table import AnyTable
from compiler.engine.kit.terms import canonical


@dataclass(frozen=True, slots=True)
class Law:
    """What an engine knows of its law, by concept id.

    ``sets``: smallest and largest size, the set of the same size, and the names
    of members. ``records``: the fields with their ranges, and how one is made of
    numbers. ``parameters``: the settings with their types and defaults.
    """

    language: str
    sets: dict[str, tuple[int, int, str | None, tuple[str, ...]]]
    records: dict[str, tuple[Callable[..., Value], tuple[tuple[str, int, int], ...]]]
    parameters: dict[str, tuple[Type, int | None]]
    citations: dict[str, dict[str, str]]
    table: Callable[[dict[str, int], dict[str, Value]], AnyTable]


def resolved_sizes(law: Law, requested: Mapping[str, int] | None) -> dict[str, int]:
    """The size of every set: as requested, or the lowest. Raises ``ValueError``."""
    chosen: dict[str, int] = {}
    for set_id, size in (requested or {}).items():
        if set_id not in law.sets:
            raise ValueError(
                f"there is no set {set_id!r}; there are: {', '.join(law.sets)}"
            )
        if type(size) is not int:
            raise ValueError(
                f"the size of {set_id!r} must be a whole number, not {size!r}"
            )
        if chosen.setdefault(size_source(law, set_id), size) != size:
            raise ValueError(
                f"{set_id!r} cannot have {size} members: it has as many as others"
            )
    sizes = {}
    for set_id, (low, high, _, _) in law.sets.items():
        origin = size_source(law, set_id)
        size = chosen.get(origin, law.sets[origin][0])
        if not low <= size <= high:
            raise ValueError(f"{set_id!r} has {low} to {high} members, not {size}")
        sizes[set_id] = size
    return sizes


def size_source(law: Law, set_id: str) -> str:
    """The set that decides on the size of ``set_id``."""
    while (same := law.sets[set_id][2]) is not None:
        set_id = same
    return set_id


def settings(
    law: Law, sizes: Mapping[str, int], given: Mapping[str, Value] | None
) -> dict[str, Value]:
    """The value of every parameter of the law. Raises ``ValueError``."""
    rest = dict(given or {})
    values = {}
    for name, (type, default) in law.parameters.items():
        value = rest.pop(name, default)
        if value is None and name not in (given or {}):
            raise ValueError(f"the parameter {name!r} has no default and must be given")
        values[name] = value_from(law, sizes, plain(value), type, name)
    if rest:
        raise ValueError(f"there is no parameter {next(iter(rest))!r}")
    return values


GOLDEN = 0x9E3779B97F4A7C15
BITS = 2**64 - 1

LANES = 32
"""So many random numbers are worked out at once, side by side in one long number."""

EACH = sum(1 << 128 * lane for lane in range(LANES))
STEPS = sum((lane + 1) * GOLDEN % 2**64 << 128 * lane for lane in range(LANES))
LOW = BITS * EACH
APART = Struct("<" + "Q8x" * LANES)


def random_stream(seed: int, number: int, name: str) -> Iterator[int]:
    """The stream ``name`` (dice, choices or lots) of game ``number`` under ``seed``.

    Numbers from 0 to 2**64 - 1 without end.
    """
    key = mixed(stream_root(seed, name) + (number + 1) * GOLDEN & BITS, BITS)
    return chain.from_iterable(map(random_numbers, count(key, LANES * GOLDEN)))


def random_numbers(state: int) -> tuple[int, ...]:
    """What the stream has next from ``state`` on."""
    z = mixed((state & BITS) * EACH + STEPS & LOW, LOW)
    return APART.unpack(z.to_bytes(APART.size, "little"))


def mixed(z: int, low: int) -> int:
    """SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), of every number of 64 bits in ``low``."""
    z = (z ^ z >> 30 & low) * 0xBF58476D1CE4E5B9 & low
    z = (z ^ z >> 27 & low) * 0x94D049BB133111EB & low
    return z ^ z >> 31 & low


@lru_cache
def stream_root(seed: int, name: str) -> int:
    """What the streams ``name`` of all games come from."""
    return int.from_bytes(sha256(f"{seed}/{name}".encode()).digest()[:8], "big")


def pick(stream: Iterator[int], values: Sequence[Value]) -> Value:
    """One of ``values``, each with the same probability up to 2**-64."""
    return values[next(stream) * len(values) >> 64]


def plain(value: Value) -> Any:
    """The value as JSON data: records and sets as lists, a fraction as "7/2", nothing as None."""
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, Fraction):
        number = whole(value)
        return number if isinstance(number, int) else str(value)
    return None if value is DECLINE else value


_FRACTION = re.compile(r"-?[0-9]{1,18}/[0-9]{1,18}")


def value_from(
    law: Law, sizes: Mapping[str, int], data: Any, type: Type, where: str
) -> Value:
    """The value of ``type`` that JSON ``data`` describes. Raises ``ValueError``."""
    match type["kind"]:
        case "truth" if isinstance(data, bool):
            return data
        case "number":
            number = data
            if type["fraction"] and isinstance(data, str) and _FRACTION.fullmatch(data):
                top, _, bottom = data.partition("/")
                number = whole(Fraction(int(top), int(bottom))) if int(bottom) else None
            right = is_whole(number) or (
                type["fraction"] and isinstance(number, Fraction)
            )
            if right and type["low"] <= number <= type["high"]:
                return number
        case "element":
            members = law.sets[type["set"]][3]
            if isinstance(data, str) and data in members:
                return members.index(data)
            if is_whole(data) and 0 <= data < sizes[type["set"]]:
                return data
        case "record":
            make, fields = law.records[type["record"]]
            if (
                isinstance(data, list)
                and len(data) == len(fields)
                and all(
                    is_whole(one) and low <= one <= high
                    for one, (_, low, high) in zip(data, fields, strict=True)
                )
            ):
                return make(*data)
        case "optional":
            return (
                None
                if data is None
                else value_from(law, sizes, data, type["item"], where)
            )
        case "set" if isinstance(data, list):
            values = [value_from(law, sizes, one, type["item"], where) for one in data]
            found = canonical(values)
            if len(found) == len(values):
                return found
    raise ValueError(f"{where}: {shown(data)} is not of the right kind or range")


def is_whole(value: Value) -> bool:
    """Whether ``value`` is a whole number (``True`` and ``False`` are not)."""
    return isinstance(value, int) and not isinstance(value, bool)


def shown(value: object) -> str:
    """A short description of any value, however absurd, for a message."""
    if value is None or isinstance(value, bool | float | Fraction):
        return str(value)
    if isinstance(value, int):
        return str(value) if value.bit_length() <= 64 else "a huge number"
    if isinstance(value, str):
        return repr(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, tuple | list):
        if len(value) <= 8 and all(is_whole(one) for one in value):
            return "[" + ", ".join(shown(one) for one in value) + "]"
        return f"a list of {len(value)}"
    return f"an object of {len(value)}" if isinstance(value, dict) else "something else"
