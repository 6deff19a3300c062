"""The hunt for a start on which two sides end differently, and how often random ones do.

First random starts, which are also counted; then boards with few different values; then
changes of those that came closest: on which the sides went different ways to the same
end. What a run met tells what else is worth drawing.
"""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from runtime.ruleset import types as ty
from runtime.state import Store
from verify.consequence.arena import Arena, Pair, decided, different, rank, settled
from verify.consequence.plainer import Case, different_values
from verify.consequence.play import Draws
from verify.consequence.result import Sampled, Share, share
from verify.consequence.sides import Question
from verify.consequence.stages import bare

GAMES = 1_000
"""The number of the first game that is looked at and not counted."""

AGAIN = 4
"""How often a start is played with other dice, lots and players if the paragraph was met."""

OFTEN = 6
"""After how many cases, none of them decided on both sides, such a one is taken."""

CLOSEST = 3
"""How many of the starts on which the sides go different ways are played again."""

PLAIN_STYLES = (
    Draws(0, "first", "first", "nothing"),
    Draws(0, "first", "first", "first"),
    Draws(0, "first", "drawn", "drawn"),
    Draws(0, "drawn", "drawn", "nothing"),
)
"""Games that are tried first where play starts at the law's start."""


class Hunt:
    """One question, on one stage for one size."""

    def __init__(self, arena: Arena, question: Question) -> None:
        self.arena = arena
        self.question = question
        self.met: list[tuple[Case, Pair]] = []
        self.close: dict[tuple[Any, ...], Case] = {}
        self.counted = self.searched = 0
        try:
            self.boards = arena.starts.boards
            self.possible = True
        except ValueError:
            self.boards = self.possible = False

    def count(self, number: int) -> Share:
        """On how many of ``number`` random starts both sides end, but differently."""
        count = of = 0
        for at in range(number if self.possible else 0):
            start = self.arena.start(at, plain=False)
            pair = None if start is None else self._look(Case(start, Draws(at)))
            of += pair is not None
            count += different(pair)
        self.counted = of
        return share(count, of, self._sampled(), dict(self.arena.sizes))

    def witness(self, plain: int, mutants: int) -> tuple[Case, Pair] | None:
        """A case in which they differ: both decided, and by the start alone, if that can be had.

        ``plain``, ``mutants``: how many plain boards, and changed ones, are looked at.
        """
        for case in self._cases(plain, mutants) if self.possible else ():
            self.searched += 1
            pair = self._look(case)
            if pair is not None and different(pair) and self._suffices(pair):
                return case, pair
        return min(self.met, key=self._plainness, default=None)

    def _suffices(self, pair: Pair) -> bool:
        """Whether nothing plainer need be looked for.

        Where no random start was decided on both sides although they often differ, hardly any is.
        """
        often = len(self.met) >= OFTEN and not any(decided(one) for _, one in self.met)
        silent = self.question.kind == "supplement" and self.question.wider is None
        return settled(pair) and (decided(pair) or often or silent)

    def _plainness(self, one: tuple[Case, Pair]) -> tuple[tuple[bool, bool], int, int]:
        case, pair = one
        return rank(pair), different_values(self.arena.starts, case.start), pair[0].choices

    @property
    def tried(self) -> str:
        """What was tried."""
        what = "boards" if self.boards else "games"
        more = f" and {self.searched} that were looked for" if self.searched else ""
        return f"{self.counted} random {what}{more} end alike"

    def _cases(self, plain: int, mutants: int) -> Iterator[Case]:
        if not self.boards:
            start = self.arena.start(0, plain=False)
            if start is not None:
                yield from (Case(start, draws) for draws in PLAIN_STYLES)
            if self.question.wider is None and not self.met:
                yield from self._games(plain // 2)
            return
        for at in range(plain):
            start = self.arena.start(at, plain=True)
            if start is not None:
                yield Case(start, Draws(at))
        if any(decided(pair) for _, pair in self.met):
            return
        starts = self.arena.starts
        plainest = sorted(self.close.values(), key=lambda one: different_values(starts, one.start))
        for case in plainest[:CLOSEST]:
            yield from self._again(case)
        # What is open is open on every board; other boards tell no more than other draws.
        yield from self._mutants(mutants if self.question.wider is None else 0)

    def _games(self, number: int) -> Iterator[Case]:
        """Further games from the law's start."""
        for at in range(GAMES, GAMES + number):
            start = self.arena.start(at, plain=False)
            if start is not None:
                yield Case(start, Draws(at))

    def _look(self, case: Case) -> Pair | None:
        pair = self.arena.both(self.question, case.start, case.draws)
        if pair is not None:
            if different(pair):
                self.met.append((case, pair))
            elif pair[0].trail != pair[1].trail:
                # One of those that met the same paragraphs stands for all of them.
                key = (tuple(sorted(pair[0].refs)), tuple(sorted(pair[1].refs)), case.start)
                self.close.setdefault(key, case)
        return pair

    def _again(self, case: Case) -> Iterator[Case]:
        """The same start with other draws, where something is drawn after the sides parted."""
        if self.question.wider is None and not self._drawn(case):
            return
        for number in range(1, AGAIN + 1):
            yield replace(case, draws=replace(case.draws, number=1_000 * number))

    def _drawn(self, case: Case) -> bool:
        return bool(self.arena.played(self.question.second, case.start, case.draws).choices)

    def _mutants(self, number: int) -> Iterator[Case]:
        rng = Random(f"{self.question.point}/{sorted(self.arena.sizes.items())}")
        for at in range(number):
            known = list(self.close.values())
            if not known or at % 5 == 4:
                start = self.arena.start(rng.randrange(1_000), plain=True)
                if start is None:
                    continue
                parent = Case(start, Draws(at))
            else:
                parent = known[min(rng.randrange(len(known)), rng.randrange(len(known)))]
            child = self._changed(parent, rng)
            if child is not None:
                yield child

    def _changed(self, case: Case, rng: Random) -> Case | None:
        """The case with a few members elsewhere, or one value a little different."""
        starts, store = self.arena.starts, case.start.store
        assert store is not None
        columns = dict(zip(starts.layout.names, store.values, strict=True))
        for _ in range(rng.choice((1, 1, 2))):
            name = rng.choice(starts.drawn)
            columns[name] = self._column(name, list(columns[name]), rng)
        new = Store(tuple(columns[name] for name in starts.layout.names))
        if not starts.lawful(new):
            return None
        return Case(replace(case.start, store=new), case.draws)

    def _column(self, name: str, column: list[Any], rng: Random) -> tuple[Any, ...]:
        starts = self.arena.starts
        item = bare(starts.rules.states[name].type)
        at = rng.randrange(len(column))
        old = column[at]
        if old is None:
            return tuple(column)
        new = rng.choice([rng.choice(column), self._near(old, item, rng), starts.value(item, rng)])
        if new is None:
            return tuple(column)
        alike = [n for n, value in enumerate(column) if value == old]
        moved = set(alike[: rng.choice((1, 2, 3, len(alike)))]) if len(alike) > 1 else {at}
        return tuple(new if n in moved else value for n, value in enumerate(column))

    def _near(self, value: Any, type: ty.Type, rng: Random) -> Any:
        """A value that differs by one in one number."""
        if isinstance(type, ty.Number):
            return min(max(value + rng.choice((-1, 1)), type.low), type.high)
        if not isinstance(type, ty.Record):
            return value
        fields = self.arena.starts.rules.records[type.record].fields
        at = rng.randrange(len(fields))
        moved = min(max(value[at] + rng.choice((-1, 1)), fields[at].low), fields[at].high)
        return (*value[:at], moved, *value[at + 1 :])

    def _sampled(self) -> Sampled:
        drawn = tuple(self.arena.starts.drawn) if self.boards else ()
        return Sampled(flow=self.arena.stage.flow, from_start=not self.boards, drawn=drawn)
