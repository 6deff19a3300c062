"""Elections on random boards: the interpreter against the same election written by hand."""

from collections.abc import Mapping
from random import Random

from benchmarks.by_hand import Square, election
from benchmarks.measure import Job
from compiler.law import Law
from runtime.interpreter import Game
from runtime.players import settle
from runtime.serialise import read_store
from runtime.state import Store

Board = tuple[list[Square], list[Square]]
VOTERS = 24


def boards(candidates: int, number: int, seed: int = 1) -> list[Board]:
    """Boards as dice make them: two dice a coordinate, no two candidates on one square."""
    random = Random(seed)

    def square() -> Square:
        return (
            random.randint(1, 6) + random.randint(1, 6),
            random.randint(1, 6) + random.randint(1, 6),
        )

    found: list[Board] = []
    while len(found) < number:
        placed = [square() for _ in range(candidates)]
        if len(set(placed)) == candidates:
            found.append((placed, [square() for _ in range(VOTERS)]))
    return found


def disagreements(law: Law, language: str, candidates: int, number: int) -> list[Board]:
    """The boards on which the interpreter and the election by hand do not agree."""
    given = boards(candidates, number)
    return [
        board
        for board, found in zip(given, _interpreted(law, language, given), strict=True)
        if found != election(*board)
    ]


def jobs(law: Law, candidates: int, number: int, rounds: int) -> Mapping[str, Job]:
    """The same elections by hand and by the interpreter, from states already read.

    Every round has boards of its own, since the interpreter remembers what it worked out.
    """
    given = [boards(candidates, number, seed) for seed in range(rounds + 1)]
    prepared = [_prepared(law, "de", one) for one in given]
    game = prepared[0][0]
    for_hand, for_interpreter = iter(given), iter(prepared)

    def by_hand() -> None:
        for placed, voters in next(for_hand):
            election(placed, voters)

    def interpreted() -> None:
        for store in next(for_interpreter)[1]:
            settle(game, store)

    return {
        f"{candidates} candidates, by hand": by_hand,
        f"{candidates} candidates, interpreter": interpreted,
    }


def _prepared(law: Law, language: str, given: list[Board]) -> tuple[Game, list[Store]]:
    rules = law.rules(language, supplements=())
    read = [
        read_store(
            rules,
            {
                "candidate_square": [list(one) for one in placed],
                "voter_square": [list(one) for one in voters],
            },
        )
        for placed, voters in given
    ]
    return Game(rules, "election", read[0][0]), [store for _, store in read]


def _interpreted(law: Law, language: str, given: list[Board]) -> list[tuple[str, object]]:
    game, stores = _prepared(law, language, given)
    found: list[tuple[str, object]] = []
    for store in stores:
        ending = settle(game, store).ending
        assert ending is not None
        found.append((ending.outcome or ending.kind, ending.value))
    return found
