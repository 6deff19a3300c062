"""Whole games: by interpreter and engine, in one process and in two, against the game by hand.

By hand (``played``) a game ends with its first election. How draws are made is not the same,
so the two agree in their shares only.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import count
from random import Random

from benchmarks.by_hand import Square, election
from benchmarks.measure import Job
from compiler.law import Law
from runtime.simulation.games import Setup
from runtime.simulation.intervals import wilson
from runtime.simulation.record import Tally
from runtime.simulation.running import run
from runtime.simulation.simulate import Simulation
from runtime.sizes import sizes
from wortlaut.executors import played_by

VOTERS = 24


def jobs(law: Law, players: int, games: int) -> Mapping[str, Job]:
    """The same number of games by hand, in one process, and in two; each round has its own."""
    seeds = count()
    setup = _setup(law, players)
    engine = played_by(setup, "engine", games)

    def by_hand() -> None:
        random = Random(next(seeds))
        for _ in range(games):
            played(random, players)

    def simulated(workers: int, setup: Setup = setup, times: int = 1) -> Job:
        def job() -> None:
            for _ in run(Simulation(setup, next(seeds)), times * games, workers=workers):
                pass

        return job

    return {
        f"{games} games, {players} players, by hand": by_hand,
        f"{games} games, {players} players, one process": simulated(1),
        f"{games} games, {players} players, two processes": simulated(2),
        f"{10 * games} games, {players} players, engine, one process": simulated(1, engine, 10),
        f"{10 * games} games, {players} players, engine, two processes": simulated(2, engine, 10),
    }


def disagreement(law: Law, players: int, games: int, by_hand: int) -> str | None:
    """How often a first election comes to Art. 11, where the two do not agree on that."""
    random = Random(players)
    expected = sum(played(random, players) == "conflict" for _ in range(by_hand))
    tally: Tally = Counter()
    for _, one in run(Simulation(_setup(law, players), 1), games):
        tally.update(one)
    name = "rule:ballot_result@11"
    found = sum(n for fact, n in tally.items() if fact[:2] == ("count", name))
    # Intervals of four standard errors; they part only if something is wrong.
    low, high = wilson(found, games, 0.99994)
    least, most = wilson(expected, by_hand, 0.99994)
    if low <= most and least <= high:
        return None
    return f"{players} players: Art. 11 in {found} of {games} games, by hand {expected}/{by_hand}"


def played(random: Random, players: int) -> str:
    """The end of a game's first election, with random moves."""
    placed: list[Square] = []
    for _ in range(players):
        placed.append(_rolled(random, placed))
    voters: list[Square] = []
    while len(voters) < VOTERS:
        mine = len(voters) % players
        voters.append(_rolled(random, []))
        placed[mine] = _moved(random, mine, placed)
    end, _ = election(placed, voters)
    return end


def _rolled(random: Random, taken: list[Square]) -> Square:
    while True:
        a, b, c, d = (random.randint(1, 6) for _ in range(4))
        pairs = ((a + b, c + d), (a + c, b + d), (a + d, b + c))
        free = {one for x, y in pairs for one in ((x, y), (y, x))} - set(taken)
        if free:
            return random.choice(sorted(free))


def _moved(random: Random, mine: int, placed: list[Square]) -> Square:
    column, row = placed[mine]
    others = [one for at, one in enumerate(placed) if at != mine]
    near = [
        (column + across, row + up)
        for across in (-1, 0, 1)
        for up in (-1, 0, 1)
        if 2 <= column + across <= 12 and 2 <= row + up <= 12
    ]
    return random.choice([one for one in near if one not in others])


def _setup(law: Law, players: int) -> Setup:
    # By hand, nobody draws a lot where all are tied.
    used = (one.id for one in law.rules("de").supplements if one.id != "lot_among_all")
    rules = law.rules("de", supplements=used)
    return Setup(rules, "game", sizes(rules, {"player": players}))
