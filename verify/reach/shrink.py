"""Making a run smaller and plainer: fewer choices, fewer values, as little as possible done.

Part of the choices is changed: left out, declined, made the first lawful value, or made
as the last time at the same place. The rest is kept, as far as it still has a place.
The interpreter judges every attempt, so that the result is a run to the same goal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from runtime.interpreter import Advance
from runtime.steps import DECLINE
from runtime.values import Value
from verify.reach.met import Watch

Measure: TypeAlias = tuple[int, int, int]
"""How many choices, how many different values that are not plain, how many such choices."""


@dataclass(frozen=True, slots=True)
class Made:
    """A choice at ``node``; ``plain``: it is declining, or the first lawful value."""

    node: int
    value: Any
    plain: bool


_PLAIN = object()


class Shrinker:
    """Shrinks the runs of one game; ``choices``: how many may be made in all attempts."""

    def __init__(self, watch: Watch, arguments: Mapping[str, Value], choices: int) -> None:
        self.watch = watch
        self.arguments = arguments
        self.left = choices

    def shrink(self, choices: Sequence[Any]) -> tuple[Any, ...]:
        """The choices of a run to the goal that is at most as large; deterministic."""
        best = self._attempt([Made(-1, value, False) for value in choices], len(choices))
        if best is None:
            return tuple(choices)
        changed = True
        while changed and self.left > 0:
            changed = False
            for attempt in self._attempts(best):
                if self.left <= 0:
                    break
                found = self._attempt(attempt, len(best))
                if found is not None and _measure(found) < _measure(best):
                    best, changed = found, True
                    break
        return tuple(made.value for made in best)

    def _attempts(self, run: list[Made]) -> Iterator[list[Made]]:
        """Changed runs: all of it, whole places in the flow, then parts, large to small."""
        if not all(made.plain for made in run):
            yield [_plain(made) for made in run]
        for node in dict.fromkeys(made.node for made in run if not made.plain):
            yield [_plain(made) if made.node == node else made for made in run]
        size = len(run) // 2
        while size:
            for start in range(0, len(run), size):
                part = run[start : start + size]
                yield run[:start] + run[start + size :]
                if not all(made.plain for made in part):
                    yield run[:start] + [_plain(made) for made in part] + run[start + size :]
                    yield _as_before(run, start, start + size)
            size //= 2

    def _attempt(self, wanted: list[Made], most: int) -> list[Made] | None:
        """The choices actually made, if the goal is met within ``most`` choices."""
        game = self.watch.game
        advance: Advance = game.initial(None, self.arguments)
        done: list[Made] = []
        before = None
        at = 0
        while not self.watch.met(advance, before):
            state = advance.state
            if state.ending is not None or len(done) == most or self.left <= 0:
                return None
            lawful = game.lawful(state)
            plain = DECLINE if DECLINE in lawful else lawful[0]
            while at < len(wanted) and wanted[at].node not in (-1, state.node):
                at += 1
            value = plain
            if at < len(wanted):
                value = plain if wanted[at].value is _PLAIN else wanted[at].value
                at += 1
            if value not in lawful:
                value = plain
            self.left -= 1
            done.append(Made(state.node, value, value in (DECLINE, lawful[0])))
            before = state.store
            advance = game.apply(state, value)
        return done


def _plain(made: Made) -> Made:
    return Made(made.node, _PLAIN, True)


def _as_before(run: list[Made], start: int, end: int) -> list[Made]:
    """``run`` with a part made as the last time at the same place."""
    latest = {made.node: made.value for made in run[:start]}
    changed = list(run)
    for at in range(start, min(end, len(run))):
        made = run[at]
        changed[at] = Made(made.node, latest.get(made.node, made.value), False)
    return changed


def _measure(run: Sequence[Made]) -> Measure:
    rest = [made for made in run if not made.plain]
    return len(run), len({(made.node, made.value) for made in rest}), len(rest)
