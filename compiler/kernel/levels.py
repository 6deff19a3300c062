"""Writing a function without branches: each line once, outside of loops it does not need."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from compiler.kernel.shapes import Unsupported
from compiler.kernel.writer import Writer


@dataclass
class _Level:
    times: int
    lines: list[str] = field(default_factory=list)


class Levels(Writer):
    """The body of a function in which everything is worked out, needed or not.

    What is written has no effects but on names of its own, and cannot go wrong; so a line
    may stand wherever the names are known that it uses, and need not be written twice.
    Raises :class:`Unsupported` where a branch is asked for, or more than ``most`` lines would
    be worked through each time.
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most
        self._stack = [_Level(1)]
        self._level: dict[str, int] = {}
        self._same: dict[str, str] = {}
        self._parts: dict[str, frozenset[str]] = {}
        self._first: dict[str, None] = {}
        self._work = 0

    @property
    def depth_of_loops(self) -> int:
        """In how many loops it is."""
        return len(self._stack) - 1

    def level(self, text: str) -> int:
        """In how many loops the names in ``text`` are known."""
        return max((self._level.get(one, 0) for one in re.findall(r"\w+", text)), default=0)

    def put(self, line: str) -> None:
        self._put(self._stack[-1], line)

    def _put(self, level: _Level, line: str) -> None:
        level.lines.append(line)
        self._work += level.times
        if self._work > self._most:
            raise Unsupported("too much to work out at once")

    def first(self, line: str) -> None:
        """A line for the very beginning."""
        self._first[line] = None

    def temp(self, text: str) -> str:
        if text not in self._same:
            at = self.level(text)
            self._same[text] = name = self.name()
            self._level[name] = at
            self._put(self._stack[at], f"{name} = {text}")
        return self._same[text]

    def pick(self, condition: str | None, one: str, two: str) -> str:
        """One of two values; None always holds."""
        return one if condition is None else self.temp(f"pick({condition}, {one}, {two})")

    def both(self, one: str | None, two: str) -> str:
        """Whether both hold; None always does."""
        if one is None or one == two:
            return two
        name = self.temp(f"{one} & {two}")
        self._parts[name] = self.parts(one) | self.parts(two) | {name}
        return name

    def parts(self, *names: str) -> frozenset[str]:
        """What holds as well where all of ``names`` do."""
        return frozenset().union(*(self._parts.get(one, {one}) for one in names))

    def variable(self, text: str) -> str:
        """A name whose value changes in a loop that follows, with its first value."""
        name = self.name()
        self._level[name] = self.depth_of_loops
        self.put(f"{name} = {text}")
        return name

    @contextmanager
    def loop(self, values: range) -> Iterator[str]:
        """What is written inside is done with each of ``values``: the name of that."""
        name = self.name()
        self._level[name] = len(self._stack)
        self._stack.append(_Level(self._stack[-1].times * len(values)))
        try:
            yield name
        finally:
            done = self._stack.pop()
        lines = self._stack[-1].lines
        lines.append(f"for {name} in range({values.start}, {values.stop}):")
        lines += [f"    {line}" for line in done.lines or ["pass"]]

    @contextmanager
    def outside(self, level: int) -> Iterator[None]:
        """What is written inside stands in so many loops only."""
        inner = self._stack[level + 1 :]
        del self._stack[level + 1 :]
        try:
            yield
        finally:
            self._stack += inner

    @contextmanager
    def block(self, header: str) -> Iterator[None]:
        raise Unsupported("a branch")
        yield

    @contextmanager
    def quiet(self) -> Iterator[None]:
        raise Unsupported("a branch")
        yield

    def whole(self) -> Writer:
        """All of it, to be followed by what need not be without branches."""
        (level,) = self._stack
        writer = Writer()
        writer._names = self._names
        for line in (*self._first, *level.lines):
            writer.put(line)
        return writer
