"""Making a violation plainer: fewer places, fewer that move, pieces on the same spot."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from verify.criteria.boards import Board, Form, Place
from verify.criteria.claims import Moved, Trial

Test = Callable[[Trial], bool]


def plainer(trial: Trial, form: Form, violates: Test) -> Trial:
    """The plainest trial that small changes lead to, each of them still a violation."""
    again = True
    while again:
        again = False
        for step in (_fewer_moves, _merged, _one_target):
            smaller = next((one for one in step(trial) if violates(one)), None)
            if smaller is not None:
                trial, again = smaller, True
                break
    trial = _settled(trial, form, violates)
    ordered = _in_order(trial)
    return ordered if ordered != trial and violates(ordered) else trial


def _fewer_moves(trial: Trial) -> Iterator[Trial]:
    """Half of the moves, or all but one."""
    if not isinstance(trial.change, Moved) or len(trial.change.moves) < 2:
        return
    moves = trial.change.moves
    half = len(moves) // 2
    parts = [
        moves[:half],
        moves[half:],
        *(moves[:at] + moves[at + 1 :] for at in range(len(moves))),
    ]
    for part in parts:
        yield replace(trial, change=Moved(part))


def _merged(trial: Trial) -> Iterator[Trial]:
    """All who stand in one place stand in another one that is taken."""
    places = list(dict.fromkeys(trial.board.electors))
    for one in places:
        for other in places:
            if one != other:
                yield _shifted(trial, one, other)


def _one_target(trial: Trial) -> Iterator[Trial]:
    """Moves end where somebody stands already."""
    if not isinstance(trial.change, Moved):
        return
    places = list(dict.fromkeys(trial.board.electors))
    targets = list(dict.fromkeys(place for _, place in trial.change.moves))
    for one in targets:
        if one not in places:
            for other in places:
                moves = ((at, other if to == one else to) for at, to in trial.change.moves)
                yield replace(trial, change=Moved(tuple(moves)))


def _settled(trial: Trial, form: Form, violates: Test) -> Trial:
    """Electors stand where alternatives do, as far as that can be."""
    held = form.holders
    if form.types(held.elector) != form.types(held.alternative) or held.towards:
        return trial
    for stand in trial.board.alternatives:
        there = Place(stand, tuple(() for _ in trial.board.alternatives))
        for place in dict.fromkeys(trial.board.electors):
            if place.own not in trial.board.alternatives:
                shifted = _shifted(trial, place, there)
                if violates(shifted):
                    trial = shifted
    return trial


def _shifted(trial: Trial, one: Place, other: Place) -> Trial:
    """All who stand in one place stand in another."""
    electors = tuple(other if place == one else place for place in trial.board.electors)
    change = trial.change
    if isinstance(change, Moved):
        # Who would only move to where it now stands moves no longer.
        moves = tuple((at, to) for at, to in change.moves if electors[at] != to)
        change = Moved(moves or change.moves)
    return Trial(replace(trial.board, electors=electors), change)


def _in_order(trial: Trial) -> Trial:
    """Electors numbered by where they stand, those who move first among their like."""
    moves = dict(trial.change.moves) if isinstance(trial.change, Moved) else {}
    if trial.change is not None and not moves:
        return trial
    places = list(dict.fromkeys(trial.board.electors))
    order = sorted(
        range(len(trial.board.electors)),
        key=lambda at: (places.index(trial.board.electors[at]), at not in moves),
    )
    board = _reordered(trial.board, order)
    if not moves:
        return Trial(board)
    return Trial(board, Moved(tuple((n, moves[at]) for n, at in enumerate(order) if at in moves)))


def _reordered(board: Board, order: list[int]) -> Board:
    return replace(board, electors=tuple(board.electors[at] for at in order))
