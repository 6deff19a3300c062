"""What generated sources call: streams and masks, for Numba and as plain Python.

The plain functions do the same on Python's numbers; tests play the generated source with
them, and they say what the others mean.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from runtime.streams import BITS, GOLDEN, Stream

Functions = dict[str, Callable[..., Any]]

_MASK = (1 << BITS) - 1


def plain() -> Functions:
    """``step``, ``below``, ``size``, ``lowest``, ``key`` and ``pick`` in plain Python."""

    def step(z: int) -> int:
        """The next state of a stream."""
        return z + GOLDEN & _MASK

    def below(z: int, n: int) -> int:
        """A number from 0 to ``n - 1``: the draw that belongs to state ``z``."""
        return Stream(z - GOLDEN & _MASK).draw() * n >> BITS

    def size(mask: int) -> int:
        """How many bits are set."""
        return mask.bit_count()

    def lowest(mask: int) -> int:
        """The position of the lowest bit that is set."""
        return (mask & -mask).bit_length() - 1

    def key(root: int, game: int) -> int:
        """The state in which a stream of ``game`` begins."""
        return Stream(root + game * GOLDEN & _MASK).draw()

    def pick(condition: int, one: int, two: int) -> int:
        """One of two values, without a branch."""
        return one if condition else two

    return {
        "step": step, "below": below, "size": size, "lowest": lowest, "key": key, "pick": pick,
    }  # fmt: skip


@cache
def compiled() -> Functions:
    """The same for Numba, where states of streams are ``uint64``. Raises ``ImportError``."""
    import numba
    import numpy as np
    from numba import types
    from numba.extending import intrinsic

    golden, first = np.uint64(GOLDEN), np.uint64(0xBF58476D1CE4E5B9)
    second = np.uint64(0x94D049BB133111EB)
    by30, by27, by31 = np.uint64(30), np.uint64(27), np.uint64(31)

    @intrinsic
    def high(context: Any, x: Any, y: Any) -> Any:
        """The upper half of the product of two numbers of 64 bits."""

        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            whole = given[0].type
            wide = type(whole)(2 * BITS)
            x, y = (builder.zext(one, wide) for one in given)
            product = builder.lshr(builder.mul(x, y), wide(BITS))
            return builder.trunc(product, whole)

        return types.int64(types.uint64, types.int64), build

    @intrinsic
    def size(context: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.ctpop(given[0])

        return types.int64(types.int64), build

    @intrinsic
    def lowest(context: Any, mask: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            return builder.cttz(given[0], type(given[0].type)(1)(0))

        return types.int64(types.int64), build

    @intrinsic
    def pick(context: Any, condition: Any, one: Any, two: Any) -> Any:
        def build(context: Any, builder: Any, signature: Any, given: Any) -> Any:
            holds = builder.icmp_unsigned("!=", given[0], given[0].type(0))
            return builder.select(holds, *given[1:])

        asked = types.boolean if isinstance(condition, types.Boolean) else types.int64
        return types.int64(asked, types.int64, types.int64), build

    jit = numba.njit(inline="never", error_model="numpy", nogil=True)

    @jit
    def mix(z: Any) -> Any:
        z = (z ^ (z >> by30)) * first
        z = (z ^ (z >> by27)) * second
        return z ^ (z >> by31)

    @jit
    def step(z: Any) -> Any:
        return z + golden

    @jit
    def below(z: Any, n: Any) -> Any:
        return high(mix(z), n)  # type: ignore[call-arg]

    @jit
    def key(root: Any, game: Any) -> Any:
        return mix(root + (np.uint64(game) + np.uint64(1)) * golden)

    return {
        "step": step, "below": below, "size": size, "lowest": lowest, "key": key, "pick": pick,
    }  # fmt: skip
