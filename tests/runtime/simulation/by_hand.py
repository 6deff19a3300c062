"""The game of spec/posg with random players, as one would write it by hand.

Nothing of the program is used. Readings as in readings.toml, supplements as in
supplements.law. Only how the first election goes is of interest: whether it comes to
Art. 11 before anybody is elected. Which voter is placed, and which piece a player takes,
cannot matter for that; so they go in order.
"""

from random import Random

Square = tuple[int, int]
VOTERS = 24


def reaches_article_11(random: Random, players: int) -> bool:
    """Play up to the end of the first election; whether it ends at Art. 11."""
    candidates: list[Square] = []
    for _ in range(players):
        candidates.append(place(random, candidates))
    voters: list[Square] = []
    while len(voters) < VOTERS:
        mine = len(voters) % players
        voters.append(place(random, []))
        candidates[mine] = move(random, mine, candidates)
    return tie_of_two(random, candidates, voters)


def place(random: Random, taken: list[Square]) -> Square:
    """Four dice in two pairs; each distinct free square with the same probability (Art. 4)."""
    while True:
        a, b, c, d = (random.randint(1, 6) for _ in range(4))
        squares = set()
        for first, second in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
            squares.add((sum(first), sum(second)))
            squares.add((sum(second), sum(first)))
        free = sorted(squares - set(taken))
        if free:
            return random.choice(free)


def move(random: Random, mine: int, candidates: list[Square]) -> Square:
    """Stay, or step to a free square next to one's own (Art. 7)."""
    column, row = candidates[mine]
    results = [
        (column + across, row + up)
        for across in (-1, 0, 1)
        for up in (-1, 0, 1)
        if 2 <= column + across <= 12 and 2 <= row + up <= 12
    ]
    others = [square for at, square in enumerate(candidates) if at != mine]
    return random.choice([square for square in results if square not in others])


def tie_of_two(random: Random, candidates: list[Square], voters: list[Square]) -> bool:
    """Art. 8 to 10, until somebody has more than half of the voters, or Art. 11 applies."""
    running = set(range(len(candidates)))
    squares = list(voters)
    votes: list[int | None] = [None] * len(voters)
    while True:
        for w, vote in enumerate(votes):
            if vote is None or vote not in running:
                votes[w] = choice(squares[w], candidates, running)
                if votes[w] is not None:
                    squares[w] = candidates[votes[w]]
        tally = {k: votes.count(k) for k in running}
        if max(tally.values()) > VOTERS / 2:
            return False
        if len(running) == 2 and len(set(tally.values())) == 1:
            return True
        fewest = [k for k in sorted(running) if tally[k] == min(tally.values())]
        if len(fewest) == len(running):
            fewest = [random.choice(fewest)]
        running -= set(fewest)


def choice(square: Square, candidates: list[Square], running: set[int]) -> int | None:
    """Whom a voter votes for: nearest in king's steps, then in rook's; None: abstains."""

    def steps(k: int) -> tuple[int, int]:
        across, up = (abs(x - y) for x, y in zip(square, candidates[k], strict=True))
        return max(across, up), across + up

    best = min(steps(k) for k in running)
    nearest = [k for k in running if steps(k) == best]
    return nearest[0] if len(nearest) == 1 else None
