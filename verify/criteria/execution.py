"""Proofs of criteria: the flow is followed with nothing known of the board.

For a criterion of one board: if on none of the ways the winner can be another one
than the criterion says, it holds for every board of that size. For one that
compares two boards, every way of the one is taken together with every way of the
other.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations

from runtime.ruleset.profiles import CriterionName
from verify.criteria.bench import Bench, Ranks
from verify.criteria.claims import only_raised
from verify.criteria.singly import Singly
from verify.criteria.unknown_board import GaveUp, UnknownBoard, Ways
from verify.limits import Limit, ask
from verify.paths import Path
from verify.picking import how_many
from verify.symbolic import Value, equal_values
from verify.terms import Truth, both, every, less, negation, some, total

NOT_RULED_OUT = "a way on which it fails cannot be ruled out"


@dataclass
class Followed:
    """Whether it was ``proved``, or why not in ``detail``."""

    proved: bool
    detail: str = ""


def follow(
    bench: Bench, name: CriterionName, limit: Limit, *, alike: bool, electors_alike: bool = False
) -> Followed:
    """Try to prove a criterion; ``alike``: one alternative (or elector) stands for all."""
    try:
        match name:
            case "monotonicity":
                for one in range(1 if alike else bench.alternatives):
                    _Raised(bench, limit, one).show()
            case "abstention":
                for elector in range(1 if electors_alike else bench.electors):
                    for pair in [(0, 1)] if alike else permutations(range(bench.alternatives), 2):
                        _Preferring(bench, limit, elector, *pair).show()
            case _:
                for one in range(1 if alike else bench.alternatives):
                    _show_on_one_board(bench, name, one, limit)
    except GaveUp as given_up:
        return Followed(False, detail=str(given_up))
    return Followed(True)


def _show_on_one_board(bench: Bench, name: CriterionName, one: int, limit: Limit) -> None:
    """The proof for the alternative ``one``. Raises ``GaveUp``."""
    board = UnknownBoard(bench)
    keys = board.keys
    others = [other for other in range(bench.alternatives) if other != one]
    electors = range(bench.electors)
    supposed: list[Truth] = [keys.defined]
    if name == "majority":
        first = [every(keys.prefers(v, one, k) for k in others) for v in electors]
        supposed.append(less(bench.electors, total([(2, how_many(first))])))
        told: list[list[Truth]] = [[each] for each in first]
    else:
        told = [[order for _, order in keys.orders(v)] for v in electors]
    for other in others if name != "majority" else ():
        ahead = how_many(keys.prefers(v, one, other) for v in electors)
        behind = how_many(keys.prefers(v, other, one) for v in electors)
        better = (behind, ahead) if name == "condorcet_winner" else (ahead, behind)
        supposed.append(less(*better))
    singly = Singly(board.owners, told, board.start.conditions, limit.times(0.1))
    ways = Ways(board, supposed, singly, limit.times(0.2))
    for path in ways.ends():
        wins = equal_values(_winner(bench, path), one)
        wrong = wins if name == "condorcet_loser" else negation(wins)
        _rule_out(ways, limit, path, more=wrong)


def _winner(bench: Bench, path: Path) -> Value:
    return path.store[bench.profile.winner][()]


def _rule_out(ways: Ways, limit: Limit, *paths: Path, more: Truth) -> None:
    """That ``paths`` are not taken while ``more`` holds. Raises ``GaveUp``."""
    answer = ask(ways.question(*paths, more=more), limit, core=True, least=False)
    if answer.verdict != "no":
        raise GaveUp(answer.reason or NOT_RULED_OUT)


class _Two(ABC):
    """A criterion that compares two boards with the same alternatives."""

    def __init__(self, bench: Bench, limit: Limit) -> None:
        self.bench = bench
        self.limit = limit
        self.first = UnknownBoard(bench)
        self.second = UnknownBoard(bench, self.first)

    @abstractmethod
    def related(self, elector: int, before: Ranks, after: Ranks) -> bool:
        """Whether ``elector`` may rank so on the first and on the second board."""

    @abstractmethod
    def violated(self, first: Value, second: Value) -> Truth:
        """Whether it is violated where these win on the boards."""

    @abstractmethod
    def wins_first(self, winner: Value) -> Truth:
        """What a violation supposes of the winner of the first board alone."""

    def told(self) -> Iterator[list[Truth]]:
        """For each elector, the ways of ranking on both boards that are related."""
        for v in range(self.bench.electors):
            second = list(self.second.keys.orders(v))
            yield [
                both(first_so, second_so)
                for before, first_so in self.first.keys.orders(v)
                for after, second_so in second
                if self.related(v, before, after)
            ]

    def show(self) -> None:
        """The proof. Raises ``GaveUp``."""
        alone = [self._alone(board) for board in (self.first, self.second)]
        # The ways of each board alone: the questions are the same, so one answer serves both.
        (firsts, seconds) = [list(ways.ends()) for ways in alone]
        told = list(self.told())
        owners = {**self.first.owners, **self.second.owners}
        lawful = (*self.first.start.conditions, *self.second.start.conditions)
        singly = Singly(owners, told, lawful, self.limit.times(0.1), supposed=True)
        known = [self.first.keys.defined, self.second.keys.defined, *map(some, told)]
        together = Ways(self.first, known, singly, self.limit)
        for one in firsts:
            won = _winner(self.bench, one)
            if self.wins_first(won) is False:
                continue
            for other in seconds:
                wrong = self.violated(won, _winner(self.bench, other))
                if wrong is not False:
                    _rule_out(together, self.limit, one, other, more=wrong)

    def _alone(self, board: UnknownBoard) -> Ways:
        told = [[order for _, order in board.keys.orders(v)] for v in range(self.bench.electors)]
        singly = Singly(board.owners, told, board.start.conditions, self.limit.times(0.1))
        return Ways(board, [board.keys.defined], singly, self.limit.times(0.2))


class _Raised(_Two):
    """Monotonicity: some prefer ``one``, who won, more than before; nothing else changed."""

    def __init__(self, bench: Bench, limit: Limit, one: int) -> None:
        super().__init__(bench, limit)
        self.one = one

    def related(self, elector: int, before: Ranks, after: Ranks) -> bool:
        return before == after or only_raised(before, after, self.one)

    def wins_first(self, winner: Value) -> Truth:
        return equal_values(winner, self.one)

    def violated(self, first: Value, second: Value) -> Truth:
        return both(self.wins_first(first), negation(equal_values(second, self.one)))


class _Preferring(_Two):
    """Abstention: ``elector`` was indifferent, now prefers ``old``, who won, to ``new``."""

    def __init__(self, bench: Bench, limit: Limit, elector: int, old: int, new: int) -> None:
        super().__init__(bench, limit)
        self.elector, self.old, self.new = elector, old, new

    def related(self, elector: int, before: Ranks, after: Ranks) -> bool:
        if elector != self.elector:
            return before == after
        return len(set(before)) == 1 and after[self.old] < after[self.new]

    def wins_first(self, winner: Value) -> Truth:
        return equal_values(winner, self.old)

    def violated(self, first: Value, second: Value) -> Truth:
        return both(self.wins_first(first), equal_values(second, self.new))
