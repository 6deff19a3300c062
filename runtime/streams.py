"""Random streams: separate ones for dice, choices and lots, all from one seed.

Each stream is a SplitMix64 sequence: G. L. Steele Jr., D. Lea, C. H. Flood, Fast
splittable pseudorandom number generators, OOPSLA 2014, 453-472. It is a counter that is
mixed, so that draw ``n`` of any game is worked out at once, whatever was drawn before::

    root = the first 8 bytes of the SHA-256 of "seed/name", big-endian
    key  = mix(root + (game + 1) * GOLDEN)     of the stream ``name`` of ``game``, from 0
    draw = mix(key + n * GOLDEN)               n counts from 1; all modulo 2**64

Each choice takes exactly one draw of 64 bits, whatever the number of values; so two
laws, played on the same seed, see the same dice even where the one asks among more
values than the other.
"""

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from typing import Literal, TypeAlias, TypeVar

T = TypeVar("T")

StreamName: TypeAlias = Literal["dice", "choices", "lots"]

BITS = 64

GOLDEN = 0x9E3779B97F4A7C15
"""The golden ratio's share of 2**64, made odd: between one draw and the next."""

_MASK: int = 2**BITS - 1


class Stream:
    """The sequence that starts at ``state``, a number below 2**64; drawing moves it on."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def draw(self) -> int:
        """The next number, from 0 to 2**64 - 1."""
        z = self.state = self.state + GOLDEN & _MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31


class Streams:
    """The three streams of one game. ``seed`` is any whole number, ``game`` counts from 0."""

    def __init__(self, seed: int, game: int = 0) -> None:
        self.dice = stream(seed, game, "dice")
        self.choices = stream(seed, game, "choices")
        self.lots = stream(seed, game, "lots")


def stream(seed: int, game: int, name: StreamName) -> Stream:
    """The stream ``name`` of one game."""
    return Stream(Stream(root(seed, name) + game * GOLDEN).draw())


@lru_cache
def root(seed: int, name: StreamName) -> int:
    """What the keys of the streams ``name`` of all games come from."""
    return int.from_bytes(sha256(f"{seed}/{name}".encode()).digest()[:8], "big")


def pick(stream: Stream, values: Sequence[T]) -> T:
    """One of ``values`` (at least one), each with the same probability up to 2**-64."""
    return values[stream.draw() * len(values) >> BITS]
