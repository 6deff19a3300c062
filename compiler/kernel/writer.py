"""Writing a function: lines in nested blocks, with what is known in each of them."""

import re
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from compiler.kernel.shapes import NOTHING, Shape, Unsupported, mask_of

_ATOM = re.compile(r"\w+|-?[0-9]+")


@dataclass(frozen=True, slots=True)
class Code:
    """An expression in Python, without effects, and the shape of its values."""

    text: str
    shape: Shape

    @property
    def optional(self) -> bool:
        return self.shape.optional

    @property
    def constant(self) -> int | None:
        """Its value, where that is written there."""
        return int(self.text) if re.fullmatch(r"-?[0-9]+", self.text) else None


def whole(value: int) -> Code:
    """A number as code."""
    return Code(str(value), Shape(value, value))


NONE = Code(str(NOTHING), Shape(0, -1, optional=True))


TRUTH = Shape(0, 1)


@dataclass(frozen=True, slots=True)
class Ratio:
    """An exact quotient; the lower number is greater than zero."""

    upper: Code
    lower: Code


def truth(text: str) -> Code:
    """A condition as code."""
    return Code(text, TRUTH)


def as_ratio(code: Code | Ratio) -> Ratio:
    """A whole number as a fraction."""
    return code if isinstance(code, Ratio) else Ratio(code, whole(1))


def hull(one: Shape, two: Shape) -> Shape:
    """The shape of values that are of either."""
    if one.item is not None and two.item is not None:
        return mask_of(hull(one.item, two.item))
    if one.item is not None or two.item is not None:
        raise Unsupported("a set or something else")
    optional = one.optional or two.optional
    if one.width < 1 or two.width < 1:
        known = two if one.width < 1 else one
        return replace(known, optional=optional)
    return Shape(min(one.low, two.low), max(one.high, two.high), optional)


class Writer:
    """The body of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.depth = 1
        self._names = 0
        self._known: list[dict[Hashable, Code]] = [{}]

    def put(self, line: str) -> None:
        """Write a line."""
        self.lines.append("    " * self.depth + line)

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        """What is written inside stands in a block; what becomes known there is known there."""
        self.put(header)
        before = len(self.lines)
        self.depth += 1
        self._known.append({})
        yield
        if len(self.lines) == before:
            self.put("pass")
        self._known.pop()
        self.depth -= 1

    @contextmanager
    def quiet(self) -> Iterator[None]:
        """As in a block whose header will be written later, or never."""
        self.depth += 1
        self._known.append({})
        yield
        self._known.pop()
        self.depth -= 1

    def name(self) -> str:
        """A name that is not taken."""
        self._names += 1
        return f"t{self._names}"

    def temp(self, text: str) -> str:
        """A new name for the value of ``text``."""
        name = self.name()
        self.put(f"{name} = {text}")
        return name

    def atom(self, code: Code) -> Code:
        """``code`` as a name or a number, that may be used more than once."""
        if _ATOM.fullmatch(code.text):
            return code
        return Code(self.temp(code.text), code.shape)

    def known(self, key: Hashable) -> Code | None:
        """What was found to be the value of ``key`` before."""
        return next((one[key] for one in reversed(self._known) if key in one), None)

    def note(self, key: Hashable, code: Code) -> None:
        """From here on in this block ``key`` has the value ``code``."""
        self._known[-1][key] = code

    def forget(self) -> None:
        """What was known need not hold any more."""
        self._known = [{} for _ in self._known]


def undefeated(
    writer: Writer, applying: list[str], beaten: tuple[tuple[int, ...], ...]
) -> list[str]:
    """For each of ``applying``, a condition: it applies, and nothing that does beats it."""
    found = []
    for at, one in enumerate(applying):
        winners = [applying[other] for other, losers in enumerate(beaten) if at in losers]
        if winners and one != "False":
            one = writer.temp(f"{one} & (not ({' | '.join(winners)}))")
        found.append(one)
    return found
