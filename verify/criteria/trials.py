"""Trials: boards drawn at random, with what is changed on the second one.

Boards are drawn from a seed that the property tells, so a search is the same
every time. Electors stand together in few places, since a criterion that fails
mostly fails on such boards already, and they are the plain ones.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product
from random import Random

from runtime.ruleset.profiles import CriterionName
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Type
from runtime.state import Layout
from runtime.values import Value, all_values, canonical
from verify.criteria.bench import Bench, Ranks, Values
from verify.criteria.boards import Board, Place, Stand
from verify.criteria.claims import (
    Benches,
    LastAway,
    LastGone,
    Mirrored,
    Moved,
    Renumbered,
    Reordered,
    Trial,
    beside,
    only_raised,
)

MOST_PLACES = 1_500
"""Up to how many places of an elector are all looked at; of more, a sample."""
SAMPLE = 300
BOARDS = 20
"""How many boards are drawn for one setting."""
TRIES = 200
"""How often it is tried to draw a setting that is lawful and has what is asked for."""
DRAWS = 40
"""How often stands of all alternatives are drawn to find some that are equally good."""
WAYS = 3
"""To how many other orders electors move from one."""
FEWEST, MOST = 2, 6
"""In how many places the electors of a board stand."""


@dataclass(frozen=True)
class Setting:
    """All of a board but the electors; and their places, by how one ranks there."""

    alternatives: tuple[Stand, ...]
    common: Stand
    places: dict[Ranks, list[Place]]

    def board(self, electors: tuple[Place, ...]) -> Board:
        return Board(electors, self.alternatives, self.common)


def trials(benches: Benches, name: CriterionName, rng: Random, boards: int) -> Iterator[Trial]:
    """Trials of a criterion, the plainest first, until ``boards`` boards were decided."""
    draw = _Draw(benches.main, rng)
    drawn = tried = 0
    while drawn < boards and tried < TRIES:
        setting = draw.setting(name)
        if setting is None or not _suits(name, setting):
            tried += 1
            continue
        tried = 0
        for _ in range(BOARDS):
            # What was drawn counts as well, since some boards may need no decision.
            drawn = max(drawn + 1, benches.main.runs)
            if drawn >= boards:
                return
            spread = FEWEST + (MOST + 1 - FEWEST) * drawn // boards
            board = draw.board(setting, rng.randint(FEWEST, max(FEWEST, spread)))
            if board is not None:
                yield from _TRIALS.get(name, _single)(benches, setting, board, rng)


def _suits(name: CriterionName, setting: Setting) -> bool:
    if name == "abstention":
        return any(len(set(ranks)) == 1 for ranks in setting.places)
    return len(setting.places) > 1


# ---- what is changed


def _single(benches: Benches, setting: Setting, board: Board, rng: Random) -> Iterator[Trial]:
    yield Trial(board)


def _raise_winner(benches: Benches, setting: Setting, board: Board, rng: Random) -> Iterator[Trial]:
    """Some of those who stand together move to where the winner only gets better."""
    decided = benches.main.decide(board)
    ranked = benches.main.ranks(board)
    if decided is None or decided.winner is None or ranked is None:
        return
    standing: dict[Place, list[int]] = {}
    for at, place in enumerate(board.electors):
        standing.setdefault(place, []).append(at)
    for who in standing.values():
        before = ranked[who[0]]
        better = [ranks for ranks in setting.places if only_raised(before, ranks, decided.winner)]
        for ranks in rng.sample(better, min(len(better), WAYS)):
            target = rng.choice(setting.places[ranks])
            for count in dict.fromkeys((len(who), rng.randint(1, len(who)))):
                yield Trial(board, Moved(tuple((at, target) for at in who[:count])))


def _stop_abstaining(
    benches: Benches, setting: Setting, board: Board, rng: Random
) -> Iterator[Trial]:
    """The last elector, first indifferent, takes a place where it is not."""
    indifferent = [
        place for ranks, p in setting.places.items() if len(set(ranks)) == 1 for place in p
    ]
    last = len(board.electors) - 1
    before = board.moved({last: rng.choice(indifferent)})
    decided = [ranks for ranks in setting.places if len(set(ranks)) > 1]
    for ranks in rng.sample(decided, min(len(decided), WAYS)):
        yield Trial(before, Moved(((last, rng.choice(setting.places[ranks])),)))


def _lose_last(benches: Benches, setting: Setting, board: Board, rng: Random) -> Iterator[Trial]:
    yield Trial(board, LastGone())


def _stay_away(benches: Benches, setting: Setting, board: Board, rng: Random) -> Iterator[Trial]:
    yield Trial(board, LastAway())


def _renumber(benches: Benches, setting: Setting, board: Board, rng: Random) -> Iterator[Trial]:
    numbers = list(range(len(board.alternatives)))
    one, other = sorted(rng.sample(numbers, 2))
    numbers[one], numbers[other] = other, one
    yield Trial(board, Renumbered(tuple(numbers)))


def _reorder(benches: Benches, setting: Setting, board: Board, rng: Random) -> Iterator[Trial]:
    order = list(range(len(board.electors)))
    one = rng.choice(order)
    others = [at for at in order if board.electors[at] != board.electors[one]]
    if others:
        other = rng.choice(others)
        order[one], order[other] = other, one
        yield Trial(board, Reordered(tuple(order)))


def _mirror(benches: Benches, setting: Setting, board: Board, rng: Random) -> Iterator[Trial]:
    for record in benches.main.form.records():
        for field in benches.main.scope.rules.records[record].fields:
            yield Trial(board, Mirrored(record, field.id))


_TRIALS: dict[CriterionName, Callable[[Benches, Setting, Board, Random], Iterator[Trial]]] = {
    "monotonicity": _raise_winner,
    "abstention": _stop_abstaining,
    "participation": _stay_away,
    "clones": _lose_last,
    "losing_alternatives": _lose_last,
    "neutrality": _renumber,
    "anonymity": _reorder,
    "mirroring": _mirror,
}


# ---- drawing


def drawn_stand(bench: Bench, rng: Random, types: tuple[Type, ...]) -> Stand:
    """What one member may hold, drawn at random."""
    return _Draw(bench, rng).stand(types)


@dataclass
class _Draw:
    """Draws settings and boards of one bench."""

    bench: Bench
    rng: Random

    def setting(self, name: CriterionName) -> Setting | None:
        """A setting as a criterion needs it; None where what was drawn is not lawful.

        For clones, the last alternative is beside another one everywhere; for
        abstention, there is a place (of several tried) where one is indifferent.
        """
        form, rng = self.bench.form, self.rng
        types = form.types(form.holders.alternative)
        common = self.stand(form.types(form.holders.common))
        alternatives = [self.stand(types) for _ in range(self.bench.alternatives)]
        clone = name == "clones"
        of = rng.randrange(len(alternatives) - 1) if clone else 0
        if clone:
            alternatives[-1] = self._near(alternatives[of], types)
        if name == "abstention":
            alternatives = self._equally_good(common) or alternatives
        setting = Setting(tuple(alternatives), common, {})
        places = self._lawful(setting, self._places())
        if not places:
            return None
        last = len(alternatives) - 1
        for place, ranks in self._ranked(setting, places):
            if not clone or beside(ranks, of, last):
                setting.places.setdefault(ranks, []).append(place)
        return setting

    def _equally_good(self, common: Stand) -> list[Stand] | None:
        """Different stands of alternatives between which one drawn place is indifferent."""
        form, count = self.bench.form, self.bench.alternatives
        types = form.types(form.holders.alternative)
        place = self._place()
        electors = (place,) * self.bench.electors
        alike: dict[Values, list[Stand]] = {}
        for _ in range(DRAWS):
            stands = tuple(self.stand(types) for _ in range(count))
            for values, stand in zip(
                self.bench.first_values(Board(electors, stands, common)) or (), stands, strict=False
            ):
                found = alike.setdefault(values, [])
                if stand not in found:
                    found.append(stand)
                if len(found) == count:
                    return found
        return None

    def board(self, setting: Setting, spread: int) -> Board | None:
        """A board whose electors stand in ``spread`` places; None where that is not lawful."""
        rng = self.rng
        firm = [ranks for ranks in setting.places if len(set(ranks)) == len(ranks)]
        spread = min(spread, self.bench.electors)
        known = firm if len(firm) > 1 and rng.random() < 0.7 else list(setting.places)
        chosen = rng.sample(known, min(spread, len(known)))
        chosen += [rng.choice(known) for _ in range(spread - len(chosen))]
        places = [rng.choice(setting.places[ranks]) for ranks in chosen]
        electors = []
        for place, count in zip(places, self._shares(len(places)), strict=True):
            electors += [place] * count
        board = setting.board(tuple(electors))
        return board if self.bench.lawful(board) else None

    def _shares(self, parts: int) -> list[int]:
        """The electors shared out in ``parts``: at random, or almost evenly."""
        total = self.bench.electors
        parts = min(parts, total)
        if self.rng.random() < 0.5:
            cuts = sorted(self.rng.sample(range(1, total), parts - 1))
            shares = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
        else:
            shares = [total // parts + (at < total % parts) for at in range(parts)]
            for _ in range(parts):
                one, other = self.rng.randrange(parts), self.rng.randrange(parts)
                if shares[one] > 1:
                    shares[one] -= 1
                    shares[other] += 1
        return shares

    def _places(self) -> list[Place]:
        """The places an elector can have, all of them or a sample."""
        form = self.bench.form
        each = form.stands(form.holders.towards)
        if form.stands(form.holders.elector) * each**self.bench.alternatives <= MOST_PLACES:
            return all_places(self.bench)
        return [self._place() for _ in range(SAMPLE)]

    def _place(self) -> Place:
        """One place of an elector, drawn at random."""
        form = self.bench.form
        own, towards = form.types(form.holders.elector), form.types(form.holders.towards)
        alternatives = range(self.bench.alternatives)
        return Place(self.stand(own), tuple(self.stand(towards) for _ in alternatives))

    def _lawful(self, setting: Setting, places: list[Place]) -> list[Place]:
        """The places in which all electors may stand together."""
        if self.bench.lawful(setting.board(self._filled(places))):
            return places
        # Either the setting is not lawful or some of the places are not.
        return [one for one in places if self.bench.lawful(setting.board(self._filled([one])))]

    def _filled(self, places: list[Place]) -> tuple[Place, ...]:
        """As many places as there are electors."""
        missing = self.bench.electors - len(places)
        return tuple([*places, *([places[0]] * missing)][: self.bench.electors])

    def _ranked(self, setting: Setting, places: list[Place]) -> Iterator[tuple[Place, Ranks]]:
        """The places with the ranks one has there; those without are left out."""
        rest = iter(places)
        while part := list(islice(rest, self.bench.electors)):
            ranked = self.bench.ranks(setting.board(self._filled(part)))
            if ranked is not None:
                yield from zip(part, ranked, strict=False)
                continue
            for place in part:
                alone = self.bench.ranks(setting.board(self._filled([place])))
                if alone is not None:
                    yield place, alone[0]

    # Values.

    def stand(self, types: tuple[Type, ...]) -> Stand:
        """A value of each type."""
        return tuple(self._value(type) for type in types)

    def _value(self, type: Type) -> Value:
        rng, layout = self.rng, self.bench.form.layout
        match type:
            case Number(low=low, high=high):
                return rng.randint(int(low), int(high))
            case Element(set=set_id):
                return rng.randrange(layout.sizes[set_id])
            case Record(record=record):
                fields = layout.rules.records[record].fields
                return tuple(rng.randint(field.low, field.high) for field in fields)
            case SetOf(item=item):
                values = all_values(item, layout.rules, layout.sizes)
                return canonical((one for one in values if rng.random() < 0.5), item)
            case Optional(item=item):
                return self._value(item)
        return rng.random() < 0.5

    def _near(self, stand: Stand, types: tuple[Type, ...]) -> Stand:
        """A stand that differs by little, in one number."""
        numbers = [at for at, type in enumerate(types) if isinstance(type, Number | Record)]
        if not numbers:
            return stand
        at = self.rng.choice(numbers)
        type, value = types[at], stand[at]
        step = self.rng.choice((-1, 1))
        if isinstance(type, Number):
            new: Value = min(max(int(value) + step, int(type.low)), int(type.high))
        else:
            assert isinstance(type, Record)
            fields = self.bench.scope.rules.records[type.record].fields
            which = self.rng.randrange(len(fields))
            low, high = fields[which].low, fields[which].high
            moved = min(max(value[which] + step, low), high)
            new = (*value[:which], moved, *value[which + 1 :])
        return (*stand[:at], new, *stand[at + 1 :])


def all_places(bench: Bench) -> list[Place]:
    """Every place that an elector can have, lawful or not."""
    form = bench.form
    own, towards = form.types(form.holders.elector), form.types(form.holders.towards)
    relations = list(all_stands(towards, form.layout))
    return [
        Place(one, rest)
        for one in all_stands(own, form.layout)
        for rest in product(relations, repeat=bench.alternatives)
    ]


def all_stands(types: tuple[Type, ...], layout: Layout) -> Iterator[Stand]:
    """Every way to hold a value of each type."""
    yield from product(*(all_values(type, layout.rules, layout.sizes) for type in types))
