"""What each criterion forbids: a trial is judged on what the flow made of its boards.

A trial is a board, and for most criteria a second one that differs in one thing.
Whether it violates a criterion is told here from nothing but the trial itself,
so what a search proposes and what is made plainer are judged by the same words.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from runtime.json_values import plain
from runtime.ruleset.profiles import CriterionName
from verify.criteria.bench import Bench, Ranks
from verify.criteria.boards import Board, Place

Fact = dict[str, Any]
"""One thing that is said of a violation, as JSON data; ``fact`` tells which."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Some electors stand elsewhere."""

    moves: tuple[tuple[int, Place], ...]


@dataclass(frozen=True, slots=True)
class LastGone:
    """The last alternative is not there."""


@dataclass(frozen=True, slots=True)
class LastAway:
    """The last elector is not there; it is one fewer, or nothing is set of it."""


@dataclass(frozen=True, slots=True)
class Renumbered:
    """The alternative ``new[k]`` is what ``k`` was."""

    new: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Reordered:
    """The elector ``i`` is what ``order[i]`` was."""

    order: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Mirrored:
    """``field`` is mirrored in every value of ``record``."""

    record: str
    field: str


Change: TypeAlias = Moved | LastGone | LastAway | Renumbered | Reordered | Mirrored


@dataclass(frozen=True, slots=True)
class Trial:
    """A board, and what is different on the second one; None: there is only one."""

    board: Board
    change: Change | None = None


@dataclass
class Benches:
    """Where boards are decided: ``smaller`` is for the second ones with a member less.

    ``pairs`` counts the trials both boards of which were decided.
    """

    main: Bench
    smaller: Bench | None = None
    pairs: int = 0

    def second(self, trial: Trial) -> tuple[Bench, Board] | None:
        """The second board and where it is decided; None where there is no such board."""
        form, board = self.main.form, trial.board
        match trial.change:
            case Moved(moves=moves):
                return self.main, board.moved(dict(moves))
            case LastGone():
                left = form.without(board, len(board.alternatives) - 1)
                return None if left is None or self.smaller is None else (self.smaller, left)
            case LastAway() if self.smaller is not None:
                fewer = Board(board.electors[:-1], board.alternatives, board.common)
                return self.smaller, fewer
            case LastAway():
                last = board.electors[-1]
                towards = tuple((None,) * len(one) for one in last.towards)
                absent = Place((None,) * len(last.own), towards)
                return self.main, board.moved({len(board.electors) - 1: absent})
            case Renumbered(new=new):
                return self.main, form.renumbered(board, new)
            case Reordered(order=order):
                return self.main, form.reordered(board, order)
            case Mirrored(record=record, field=field):
                return self.main, form.mirrored(board, record, field)
        return None

    def decided(self, trial: Trial) -> tuple[int | None, ...] | None:
        """Who wins on each board; None unless all are decided."""
        first = self.main.decide(trial.board)
        if first is None or trial.change is None:
            return None if first is None else (first.winner,)
        second = self.second(trial)
        found = None if second is None else second[0].decide(second[1])
        if found is None:
            return None
        self.pairs += 1
        return (first.winner, found.winner)


def facts(benches: Benches, name: CriterionName, trial: Trial) -> list[Fact] | None:
    """Why ``trial`` violates the criterion; None if it does not."""
    won = benches.decided(trial)
    ranked = benches.main.ranks(trial.board)
    if won is None or ranked is None:
        return None
    said = _CLAIMS[name](benches, trial, ranked, won)
    return None if said is None else [*said, *_winners(won)]


def _winners(won: tuple[int | None, ...]) -> Iterator[Fact]:
    for run, winner in enumerate(won):
        yield {"fact": "winner", "run": run, "alternative": winner}


Claim = Callable[[Benches, Trial, tuple[Ranks, ...], tuple[int | None, ...]], list[Fact] | None]
Won = tuple[int | None, ...]

# One board.


def favoured(ranked: tuple[Ranks, ...], one: int, other: int) -> int:
    """How many prefer ``one`` to ``other``."""
    return sum(ranks[one] < ranks[other] for ranks in ranked)


def beats_all(ranked: tuple[Ranks, ...], one: int) -> bool:
    """Whether more prefer ``one`` to each other alternative than the other way round."""
    others = (other for other in range(len(ranked[0])) if other != one)
    return all(favoured(ranked, one, other) > favoured(ranked, other, one) for other in others)


def is_first(ranks: Ranks, one: int) -> bool:
    """Whether ``one`` is preferred to all others."""
    return all(ranks[one] < rank for other, rank in enumerate(ranks) if other != one)


def spoken_of(name: CriterionName, ranked: tuple[Ranks, ...]) -> list[int]:
    """The alternatives of which a criterion of one board says that they win, or do not win."""
    all_ = range(len(ranked[0]))
    match name:
        case "majority":
            counts = (sum(is_first(ranks, one) for ranks in ranked) for one in all_)
            return [one for one, first in enumerate(counts) if 2 * first > len(ranked)]
        case "condorcet_winner":
            return [one for one in all_ if beats_all(ranked, one)]
        case "condorcet_loser":
            return [one for one in all_ if loses_to_all(ranked, one)]
    return []


def loses_to_all(ranked: tuple[Ranks, ...], one: int) -> bool:
    """Whether more prefer each other alternative to ``one`` than the other way round."""
    others = (other for other in range(len(ranked[0])) if other != one)
    return all(favoured(ranked, one, other) < favoured(ranked, other, one) for other in others)


def _majority(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    for one in spoken_of("majority", ranked):
        if won[0] != one:
            first = sum(is_first(ranks, one) for ranks in ranked)
            said = {"fact": "first_choice", "alternative": one}
            return [{**said, "electors": first, "all": len(ranked)}]
    return None


def _condorcet_winner(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    for one in spoken_of("condorcet_winner", ranked):
        if won[0] != one:
            return [_pair(ranked, one, other) for other in range(len(ranked[0])) if other != one]
    return None


def _condorcet_loser(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    for one in spoken_of("condorcet_loser", ranked):
        if won[0] == one:
            return [_pair(ranked, other, one) for other in range(len(ranked[0])) if other != one]
    return None


def _pair(ranked: tuple[Ranks, ...], one: int, other: int) -> Fact:
    numbers = {"for": favoured(ranked, one, other), "against": favoured(ranked, other, one)}
    return {"fact": "pair", "first": one, "second": other, **numbers}


# Two boards.


def only_raised(before: Ranks, after: Ranks, one: int) -> bool:
    """Whether nothing changed but that ``one`` got better against some, worse against none."""
    others = [other for other in range(len(before)) if other != one]
    same = all(relation(before, a, b) == relation(after, a, b) for a, b in combinations(others, 2))
    steps = [relation(after, one, a) - relation(before, one, a) for a in others]
    return same and min(steps) >= 0 and max(steps) > 0


def relation(ranks: Ranks, one: int, other: int) -> int:
    """1 where ``one`` is preferred to ``other``, -1 the other way round, else 0."""
    return (ranks[one] < ranks[other]) - (ranks[one] > ranks[other])


def _second_ranks(benches: Benches, trial: Trial) -> tuple[Ranks, ...] | None:
    second = benches.second(trial)
    return None if second is None else second[0].ranks(second[1])


def _monotonicity(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    one, after = won[0], _second_ranks(benches, trial)
    if one is None or won[0] == won[1] or after is None or not isinstance(trial.change, Moved):
        return None
    moved = {at for at, _ in trial.change.moves}
    for at, (old, new) in enumerate(zip(ranked, after, strict=True)):
        if at in moved and not only_raised(old, new, one):
            return None
        if at not in moved and old != new:
            return None
    return [{"fact": "raised", "alternative": one, "electors": sorted(moved)}, *_moves(trial)]


def _abstention(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    without, with_ = won
    after = _second_ranks(benches, trial)
    if without is None or with_ is None or after is None or not isinstance(trial.change, Moved):
        return None
    ((at, _),) = trial.change.moves
    if len(set(ranked[at])) > 1 or after[at][without] >= after[at][with_]:
        return None
    if any(old != new for i, (old, new) in enumerate(zip(ranked, after, strict=True)) if i != at):
        return None
    return [{"fact": "indifferent", "elector": at}, *_moves(trial), _prefers(at, without, with_)]


def _participation(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    with_, without = won
    at = len(ranked) - 1
    if without is None or with_ is None or ranked[at][without] >= ranked[at][with_]:
        return None
    return [_prefers(at, without, with_), {"fact": "away", "elector": at}]


def _clones(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    clone = len(ranked[0]) - 1
    large, small = won
    for one in range(clone):
        if not all(beside(ranks, one, clone) for ranks in ranked):
            continue
        if large != small and not (small == one and large == clone):
            return [{"fact": "clone", "alternative": clone, "of": one}, _gone(clone)]
    return None


def beside(ranks: Ranks, one: int, clone: int) -> bool:
    """Whether no third alternative is between ``one`` and ``clone``, or equal to either."""
    return all(
        relation(ranks, other, one) == relation(ranks, other, clone) != 0
        for other in range(len(ranks))
        if other not in (one, clone)
    )


def _losing_alternatives(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    loser = len(ranked[0]) - 1
    if loser == won[0] or won[0] == won[1]:
        return None
    return [{"fact": "loses", "alternative": loser}, _gone(loser)]


def _neutrality(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    if not isinstance(trial.change, Renumbered):
        return None
    expected = None if won[0] is None else trial.change.new[won[0]]
    if won[1] == expected:
        return None
    return [{"fact": "renumbered", "new": list(trial.change.new)}]


def _anonymity(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    if won[0] == won[1] or not isinstance(trial.change, Reordered):
        return None
    return [{"fact": "reordered", "order": list(trial.change.order)}]


def _mirroring(
    benches: Benches, trial: Trial, ranked: tuple[Ranks, ...], won: Won
) -> list[Fact] | None:
    if won[0] == won[1] or not isinstance(trial.change, Mirrored):
        return None
    return [{"fact": "mirrored", "record": trial.change.record, "field": trial.change.field}]


def _moves(trial: Trial) -> list[Fact]:
    """Who moves, those together that move between the same places."""
    assert isinstance(trial.change, Moved)
    together: dict[tuple[Place, Place], list[int]] = {}
    for at, place in trial.change.moves:
        together.setdefault((trial.board.electors[at], place), []).append(at)
    return [
        {"fact": "moved", "electors": who, "from": _plain(old), "to": _plain(new)}
        for (old, new), who in together.items()
    ]


def _plain(place: Place) -> list[Any]:
    """What an elector stands for, as JSON: its own values, then those towards alternatives."""
    return [plain(value) for value in (*place.own, *(one for one in place.towards if one))]


def _prefers(elector: int, one: int, other: int) -> Fact:
    return {"fact": "prefers", "elector": elector, "first": one, "second": other}


def _gone(alternative: int) -> Fact:
    return {"fact": "gone", "alternative": alternative}


_CLAIMS: dict[CriterionName, Claim] = {
    "majority": _majority,
    "condorcet_winner": _condorcet_winner,
    "condorcet_loser": _condorcet_loser,
    "monotonicity": _monotonicity,
    "participation": _participation,
    "abstention": _abstention,
    "clones": _clones,
    "losing_alternatives": _losing_alternatives,
    "neutrality": _neutrality,
    "anonymity": _anonymity,
    "mirroring": _mirroring,
}
