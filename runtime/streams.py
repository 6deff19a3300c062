"""Random streams: separate ones for dice, choices and lots, all from one seed.

Stream ``name`` of game ``game`` under ``seed`` is Python's Mersenne Twister,
seeded with the SHA-256 of the UTF-8 text ``seed/game/name`` read as a big-endian
number. Each choice takes exactly one draw of 64 bits, whatever the number of
values; so two laws, played on the same seed, see the same dice even where the
one asks among more values than the other.
"""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import Literal, TypeAlias, TypeVar

T = TypeVar("T")

StreamName: TypeAlias = Literal["dice", "choices", "lots"]

BITS = 64


class Streams:
    """The three streams of one game. ``seed`` is any whole number, ``game`` counts from 0."""

    def __init__(self, seed: int, game: int = 0) -> None:
        self.dice = stream(seed, game, "dice")
        self.choices = stream(seed, game, "choices")
        self.lots = stream(seed, game, "lots")


def stream(seed: int, game: int, name: StreamName) -> Random:
    """The stream ``name`` of one game."""
    digest = sha256(f"{seed}/{game}/{name}".encode()).digest()
    return Random(int.from_bytes(digest, "big"))


def pick(random: Random, values: Sequence[T]) -> T:
    """One of ``values`` (at least one), each with the same probability up to 2**-64."""
    return values[random.getrandbits(BITS) * len(values) >> BITS]
