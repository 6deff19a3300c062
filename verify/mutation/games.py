"""Random games by a rule set, and the ways in which they break off."""

from random import Random

from runtime.flows import main_flows
from runtime.interpreter import Game
from runtime.players import playout
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from runtime.values import Value, all_values

BROKEN = {
    "gap": "gap",
    "conflict": "conflict",
    "stuck": "stuck",
    "range": "range",
    "loop": "termination",
}
"""The obligation that each ending breaks in which the law does not go on, or never ends."""


class Played(Model):
    """What games came to.

    ``broken``: the obligations that they show to be broken (``gap.10.1``), each with
    what happened, in the order met. ``longest``: the choices of the longest game;
    ``endless``: that one was broken off after the most choices allowed.
    """

    broken: dict[str, str]
    longest: int
    endless: bool


def play(rules: RuleSet, games: int, seed: int, most_choices: int) -> Played:
    """Play ``games`` games of each main flow, for the smallest and the largest sizes.

    The same for every call. No game goes on after ``most_choices`` choices.
    """
    broken: dict[str, str] = {}
    longest, endless = 0, False
    assignments = list(all_sizes(rules))
    for flow in main_flows(rules):
        for sizes in assignments[:1] + assignments[1:][-1:]:
            game = Game(rules, flow, sizes, _settings(rules, sizes, seed))
            for number in range(games):
                found = playout(game, seed, number, most_choices=most_choices)
                longest = max(longest, len(found.chosen))
                ending = found.ending
                assert ending is not None
                endless = endless or ending.kind == "limit"
                if ending.kind in BROKEN:
                    broken.setdefault(f"{BROKEN[ending.kind]}.{ending.at}", ending.detail)
    return Played(broken=broken, longest=longest, endless=endless)


def _settings(rules: RuleSet, sizes: dict[str, int], seed: int) -> dict[str, Value]:
    """Some value for each parameter of the law that has no usual one."""
    random = Random(seed)
    open_ = [one for one in rules.parameters.values() if one.default is None]
    return {one.id: random.choice(all_values(one.type, rules, sizes)) for one in open_}
