"""The election of spec/posg as one would write it by hand, for one reading of each open point.

Readings: step = king, straight = rook, equidistant = two_or_more, transfer = block,
majority = all. Without supplements: where the law falls silent, so does this.
"""

Square = tuple[int, int]


def election(candidates: list[Square], voters: list[Square]) -> tuple[str, int | None]:
    """``elected`` with the candidate, or ``gap`` or ``conflict``."""
    running = list(range(len(candidates)))
    squares = list(voters)
    votes: list[int | None] = [None] * len(squares)
    asked = list(range(len(squares)))
    while True:
        _ask(asked, votes, squares, candidates, running)
        _ask([w for w, k in enumerate(votes) if k is None], votes, squares, candidates, running)
        tally = {k: votes.count(k) for k in running}
        for k, count in tally.items():
            if 2 * count > len(squares):
                return "elected", k
        if len(running) == 2 and tally[running[0]] == tally[running[1]]:
            return "conflict", None
        fewest = min(tally.values())
        running = [k for k in running if tally[k] > fewest]
        if not running:
            return "gap", None
        asked = [w for w, k in enumerate(votes) if k is not None and k not in running]


def _ask(
    asked: list[int],
    votes: list[int | None],
    squares: list[Square],
    candidates: list[Square],
    running: list[int],
) -> None:
    """Those who are asked vote anew, and join the candidate they vote for."""
    for w in asked:
        keys = []
        for k in running:
            across = abs(squares[w][0] - candidates[k][0])
            up = abs(squares[w][1] - candidates[k][1])
            keys.append((max(across, up), across + up, k))
        keys.sort()
        tied = len(keys) > 1 and keys[0][:2] == keys[1][:2]
        votes[w] = None if tied else keys[0][2]
        if not tied:
            squares[w] = candidates[keys[0][2]]
