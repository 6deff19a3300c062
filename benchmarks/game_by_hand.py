"""The whole game of spec/posg as one would write it by hand, every choice at random.

Readings: as in by_hand.py, deduction = three_in_all; with all supplements. It draws from
the same streams in the same order as the law's own game, so both end alike.
"""

from runtime.streams import Streams, pick

__all__ = ["Streams", "game"]

Square = tuple[int, int]
DICE = (1, 2, 3, 4, 5, 6)
AROUND = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))
VOTERS = 24


def game(players: int, streams: Streams) -> int:
    """The candidate who is elected."""
    pieces: list[int] = []
    candidates: list[Square | None] = [None] * players
    for _ in range(players):
        piece = pick(streams.choices, [k for k in range(players) if k not in pieces])
        pieces.append(piece)
        candidates[piece] = _positioned(streams, candidates)
    voters: list[Square | None] = [None] * VOTERS
    votes: list[int | None] = [None] * VOTERS
    running = list(range(players))
    _poll(streams, pieces, candidates, voters)
    _ask(range(VOTERS), votes, voters, candidates, running)
    while True:
        tally = {k: votes.count(k) for k in running}
        for k, count in tally.items():
            if 2 * count > VOTERS:
                return k
        fewest = min(tally.values())
        equal = fewest == max(tally.values())
        if equal and len(running) == 2:
            for _ in range(3):
                able = [w for w, k in enumerate(votes) if k is not None]
                if not able:
                    able = [w for w, at in enumerate(voters) if at is not None]
                out = pick(streams.lots, able)
                voters[out] = votes[out] = None
            _poll(streams, pieces, candidates, voters)
            _ask(range(VOTERS), votes, voters, candidates, running)
            continue
        leaving = [pick(streams.lots, running)] if equal else []
        running = [k for k in running if k not in leaving and (equal or tally[k] > fewest)]
        orphans = [w for w, k in enumerate(votes) if k is not None and k not in running]
        _ask(orphans, votes, voters, candidates, running)
        abstaining = [w for w, k in enumerate(votes) if k is None]
        _ask(abstaining, votes, voters, candidates, running)


def _positioned(streams: Streams, taken: list[Square | None]) -> Square:
    while True:
        a, b, c, d = [pick(streams.dice, DICE) for _ in range(4)]
        pairs = {(a + b, c + d), (a + c, b + d), (a + d, b + c)}
        pairs |= {(row, column) for column, row in pairs}
        free = [square for square in sorted(pairs) if square not in taken]
        if free:
            return pick(streams.choices, free)


def _poll(
    streams: Streams,
    pieces: list[int],
    candidates: list[Square | None],
    voters: list[Square | None],
) -> None:
    turn = 0
    while None in voters:
        waiting = [w for w, square in enumerate(voters) if square is None]
        voter = pick(streams.lots, waiting)
        voters[voter] = _positioned(streams, [])
        own = pieces[turn]
        here = candidates[own]
        assert here is not None
        near = [(here[0] + x, here[1] + y) for x, y in AROUND]
        free: list[Square | None] = [
            (x, y) for x, y in near if 2 <= x <= 12 and 2 <= y <= 12 and (x, y) not in candidates
        ]
        chosen = pick(streams.choices, [*free, None])
        if chosen is not None:
            candidates[own] = chosen
        turn = (turn + 1) % len(pieces)


def _ask(
    asked: range | list[int],
    votes: list[int | None],
    voters: list[Square | None],
    candidates: list[Square | None],
    running: list[int],
) -> None:
    """Those who are asked vote anew, and join the candidate they vote for."""
    for w in asked:
        keys = []
        column, row = voters[w] or (0, 0)
        for k in running:
            square = candidates[k] or (0, 0)
            across, up = abs(column - square[0]), abs(row - square[1])
            keys.append((max(across, up), across + up, k))
        keys.sort()
        tied = len(keys) > 1 and keys[0][:2] == keys[1][:2]
        votes[w] = None if tied else keys[0][2]
        if not tied:
            voters[w] = candidates[keys[0][2]]
