"""Games of several setups in one run: the same numbers of games under each, one after the other.

They are counted through: the games of the second setup follow those of the first. So blocks,
checkpoints and workers need not know that there are several.
"""

from collections import Counter
from dataclasses import dataclass

from runtime.simulation.games import Setup
from runtime.simulation.record import Tally
from runtime.simulation.running import Play
from runtime.simulation.simulate import Simulation


@dataclass(frozen=True)
class Several:
    """``games`` games of each setup; a task for :func:`runtime.simulation.running.run`.

    Games of different setups that have the same number in their setup see the same draws.
    """

    setups: tuple[Setup, ...]
    games: int
    seed: int

    @property
    def all(self) -> int:
        """How many games that is."""
        return len(self.setups) * self.games

    def player(self) -> Play:
        """Plays a block of games, each fact with the number of its setup before it."""
        # Blocks come in order, so the setups before are not needed any more.
        made: dict[int, Play] = {}

        def play(block: tuple[int, int]) -> Tally:
            tally: Tally = Counter()
            first, stop = block
            while first < stop:
                which, number = divmod(first, self.games)
                if which not in made:
                    made.clear()
                    made[which] = Simulation(self.setups[which], self.seed).player()
                last = min(number + stop - first, self.games)
                for fact, n in made[which]((number, last)).items():
                    tally[(which, *fact)] = n
                first += last - number
            return tally

        return play


def apart(tally: Tally) -> dict[int, Tally]:
    """The tally of each setup that has games in ``tally``."""
    found: dict[int, Tally] = {}
    for fact, number in tally.items():
        found.setdefault(int(fact[0]), Counter())[fact[1:]] += number
    return found
