"""Every board, where there are few: what no board violates is proved by having tried them all.

Electors that nothing tells apart may stand in any order, so what counts is how many
stand in each place. With three alternatives to be ranked and five electors that makes
252 boards, where all orders would make 7,776.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from math import comb, prod

from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset.profiles import CriterionName
from verify.criteria.bench import Bench, Ranks
from verify.criteria.boards import Board, Place, Stand
from verify.criteria.claims import Benches, LastAway, LastGone, Moved, Trial, only_raised
from verify.criteria.trials import all_places, all_stands
from verify.norms import states_read

MOST_BOARDS = 3_000
MOST_TRIALS = 100_000
"""Of more it is not tried to go through them all."""
MOST_PLACES = 1_500
"""How many places of an elector are looked at, lawful or not."""


def all_trials(
    benches: Benches, name: CriterionName, *, alike: bool, electors_alike: bool
) -> list[Trial] | None:
    """All that a criterion could fail on; None where that is too much, or where it is not known.

    ``alike``, ``electors_alike``: nothing tells the alternatives, the electors apart.
    """
    changes, bench = _CHANGES.get(name), benches.main
    # The elector that is away, and the alternative that is missing, are always the last.
    if changes is None or not electors_alike or not _each_on_its_own(bench):
        return None
    if changes is _lose_last and not alike:
        return None
    settings = _settings(bench)
    if settings is None:
        return None
    found: list[Trial] = []
    for setting in settings:
        for places in combinations_with_replacement(setting.places, bench.electors):
            board = Board(places, setting.alternatives, setting.common)
            for trial in changes(benches, setting.places, board):
                found.append(trial)
                if len(found) > MOST_TRIALS:
                    return None
    return found


@dataclass(frozen=True)
class _Setting:
    """All of a board but the electors; and the lawful places of one, with the ranks there."""

    alternatives: tuple[Stand, ...]
    common: Stand
    places: dict[Place, Ranks]


def _settings(bench: Bench) -> list[_Setting] | None:
    """All settings; None where the boards are too many."""
    form, number = bench.form, bench.alternatives
    held = form.holders
    own, towards = form.stands(held.elector), form.stands(held.towards)
    settings = form.stands(held.alternative) ** number * form.stands(held.common)
    if own * towards**number > MOST_PLACES or settings > MOST_BOARDS:
        return None
    found: list[_Setting] = []
    boards = 0
    stands = list(all_stands(form.types(held.alternative), form.layout))
    for alternatives in product(stands, repeat=number):
        for common in all_stands(form.types(held.common), form.layout):
            places = _lawful(bench, alternatives, common)
            boards += comb(len(places) + bench.electors - 1, bench.electors) if places else 0
            if boards > MOST_BOARDS:
                return None
            found.append(_Setting(alternatives, common, places))
    return found


def _lawful(bench: Bench, alternatives: tuple[Stand, ...], common: Stand) -> dict[Place, Ranks]:
    """The places that no norm forbids and in which the keys have a value."""
    found: dict[Place, Ranks] = {}
    for place in all_places(bench):
        board = Board((place,) * bench.electors, alternatives, common)
        ranks = bench.ranks(board) if bench.lawful(board) else None
        if ranks is not None:
            found[place] = ranks[0]
    return found


# ---- what is changed

Ranked = Mapping[Place, Ranks]


def _single(benches: Benches, ranked: Ranked, board: Board) -> Iterator[Trial]:
    yield Trial(board)


def _raise_winner(benches: Benches, ranked: Ranked, board: Board) -> Iterator[Trial]:
    """Any electors move to where the winner only gets better."""
    decided = benches.main.decide(board)
    if decided is None or decided.winner is None:
        return
    winner = decided.winner
    ways = []
    for place, count in Counter(board.electors).items():
        better = [one for one in ranked if only_raised(ranked[place], ranked[one], winner)]
        ways.append(list(combinations_with_replacement([place, *better], count)))
    if prod(map(len, ways)) > MOST_TRIALS:
        # More than is gone through, so how many does not matter.
        yield from (Trial(board) for _ in range(MOST_TRIALS + 1))
        return
    for way in product(*ways):
        # Those who stand together stand side by side on the board.
        targets = [place for part in way for place in part]
        moves = tuple(
            (at, new)
            for at, (old, new) in enumerate(zip(_together(board), targets, strict=True))
            if old != new
        )
        if moves:
            yield Trial(Board(_together(board), board.alternatives, board.common), Moved(moves))


def _together(board: Board) -> tuple[Place, ...]:
    return tuple(p for place, count in Counter(board.electors).items() for p in (place,) * count)


def _last_in_turn(board: Board) -> Iterator[Board]:
    """The board with one from each place as the last elector."""
    for at, place in enumerate(board.electors):
        if place not in board.electors[:at]:
            electors = (*board.electors[:at], *board.electors[at + 1 :], place)
            yield Board(electors, board.alternatives, board.common)


def _stay_away(benches: Benches, ranked: Ranked, board: Board) -> Iterator[Trial]:
    yield from (Trial(one, LastAway()) for one in _last_in_turn(board))


def _stop_abstaining(benches: Benches, ranked: Ranked, board: Board) -> Iterator[Trial]:
    for one in _last_in_turn(board):
        last = len(one.electors) - 1
        if len(set(ranked[one.electors[last]])) == 1:
            for place, ranks in ranked.items():
                if len(set(ranks)) > 1:
                    yield Trial(one, Moved(((last, place),)))


def _lose_last(benches: Benches, ranked: Ranked, board: Board) -> Iterator[Trial]:
    yield Trial(board, LastGone())


_CHANGES: dict[CriterionName, Callable[[Benches, Ranked, Board], Iterator[Trial]]] = {
    "majority": _single,
    "condorcet_winner": _single,
    "condorcet_loser": _single,
    "monotonicity": _raise_winner,
    "participation": _stay_away,
    "abstention": _stop_abstaining,
    "clones": _lose_last,
    "losing_alternatives": _lose_last,
}


# ---- whether an elector can be looked at alone


def _each_on_its_own(bench: Bench) -> bool:
    """Whether how an elector ranks, and whether it may stand so, depends on no other elector."""
    held = bench.form.holders
    theirs = frozenset((*held.elector, *held.towards))
    keys = all(
        _reads_of(bench, key.key, theirs, bench.profile.elector) for key in bench.profile.keys
    )
    return keys and all(
        _of_one(bench, norm.forbidden, theirs)
        for norm in bench.scope.rules.norms
        if theirs & states_read(bench.scope, norm.forbidden)
    )


def _of_one(bench: Bench, forbidden: ex.Expr, theirs: frozenset[str]) -> bool:
    """Whether a norm forbids something of some elector, and says the same of each."""
    name = _some_elector(bench, forbidden)
    return name is not None and _reads_of(bench, forbidden, theirs, name)


def _some_elector(bench: Bench, item: ex.Expr | None) -> str | None:
    """The variable for the elector, if all that is said is that there is one, and others."""
    match item:
        case ex.Quantified(
            quantifier="some", binder=ex.Binder(order=()) as binder, body=ex.Expression() as body
        ):
            if binder.domain == ex.AllOf(set=bench.profile.electors):
                return binder.names[0] if len(binder.names) == 1 else None
            inner = [_some_elector(bench, one) for one in (binder.condition, body)]
            found = [one for one in inner if one is not None]
            return found[0] if len(found) == 1 else None
    return None


def _reads_of(bench: Bench, item: ex.Expr, theirs: frozenset[str], elector: str) -> bool:
    """Whether ``item`` reads what electors hold of ``elector`` alone; as far as can be seen."""
    rules, variable = bench.scope.rules, ex.Variable(name=elector)
    for part in walk(item):
        match part:
            case ex.Read(state=state, arguments=arguments) if state in theirs:
                at = rules.states[state].domain.index(bench.profile.electors)
                if arguments[at] != variable:
                    return False
            case ex.Apply() if theirs & states_read(bench.scope, part):
                return False
    return True
