"""Violations with an alternative fewer, extended by one more alternative.

What goes wrong between some alternatives mostly goes wrong as well where another
one stands by that few prefer. With more alternatives such boards are rare among
those drawn at random, and the smaller ones are found soon.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from runtime.ruleset.profiles import CriterionName
from verify.criteria.boards import Board, Place, Stand
from verify.criteria.claims import Benches, Moved, Trial, facts
from verify.criteria.trials import drawn_stand, trials

ONE_MORE = 200
"""How many stands of the further alternative are tried."""


def extended(benches: Benches, name: CriterionName, rng: Random, boards: int) -> Iterator[Trial]:
    """Trials with all that violates ``name`` with one alternative fewer, and one more beside.

    None where the criterion compares numbers of alternatives or renumbers them, where
    the law has no such size, or where no violation is among ``boards`` boards of it.
    """
    fewer = benches.main.fewer(benches.main.profile.alternatives)
    if benches.smaller is not None or fewer is None:
        return
    small = Benches(fewer)
    found = (one for one in trials(small, name, rng, boards) if facts(small, name, one))
    violation = next(found, None)
    if violation is None or not (violation.change is None or isinstance(violation.change, Moved)):
        return
    held = benches.main.form.holders
    types = benches.main.form.types
    for _ in range(ONE_MORE):
        stand = drawn_stand(benches.main, rng, types(held.alternative))
        towards = {
            place: drawn_stand(benches.main, rng, types(held.towards))
            for place in _places(violation)
        }
        yield _with_one_more(violation, stand, towards)


def _places(trial: Trial) -> list[Place]:
    moves = trial.change.moves if isinstance(trial.change, Moved) else ()
    return list(dict.fromkeys((*trial.board.electors, *(to for _, to in moves))))


def _with_one_more(trial: Trial, stand: Stand, towards: Mapping[Place, Stand]) -> Trial:
    """``trial`` with one more alternative; ``towards``: what those in each place hold of it."""

    def place(one: Place) -> Place:
        return Place(one.own, (*one.towards, towards[one]))

    board = trial.board
    electors = tuple(map(place, board.electors))
    larger = Board(electors, (*board.alternatives, stand), board.common)
    if not isinstance(trial.change, Moved):
        return replace(trial, board=larger)
    moves = tuple((at, place(to)) for at, to in trial.change.moves)
    return Trial(larger, Moved(moves))
