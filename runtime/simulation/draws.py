"""The streams of many games at once: the draws of :mod:`runtime.streams`, as NumPy arrays."""

from typing import Any

from runtime.streams import GOLDEN, StreamName, root

_HALF = 32


def draws(seed: int, first: int, stop: int, name: StreamName, number: int) -> Any:
    """The first ``number`` draws of each game from ``first`` to before ``stop``: a row each."""
    import numpy as np

    golden = np.uint64(GOLDEN)
    games = np.arange(first + 1, stop + 1, dtype=np.uint64)
    counts = np.arange(1, number + 1, dtype=np.uint64)
    keys = _mixed(np.uint64(root(seed, name)) + games * golden)
    return _mixed(keys[:, None] + counts * golden)


def below(drawn: Any, limit: int) -> Any:
    """For each draw the number from 0 to ``limit - 1`` that it stands for (at most 2**63)."""
    import numpy as np

    half, low = np.uint64(_HALF), np.uint64(2**_HALF - 1)
    upper, lower = np.uint64(limit >> _HALF), np.uint64(limit & 2**_HALF - 1)
    # The upper half of the product, put together from four products of halves.
    first = drawn & low
    second = drawn >> half
    middle = second * lower + (first * lower >> half)
    other = first * upper + (middle & low)
    return (second * upper + (middle >> half) + (other >> half)).astype(np.int64)


def _mixed(z: Any) -> Any:
    import numpy as np

    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
