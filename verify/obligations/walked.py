"""What no play can use, where few states can be entered: every choice is made in each of them."""

from collections.abc import Collection

from verify.every_setting import every_setting
from verify.exhaustion import rests_on
from verify.obligations.items import Item, Subject
from verify.obligations.never import Unused
from verify.obligations.played import Script, Uses, walked_states
from verify.reach.settings import Setting
from verify.search import Budget

MOST_STATES = 3_000
"""How many states are walked through at most, of all sizes and flows together."""

TOLD_BY_STEPS = ("rule", "case", "branch", "values", "choice", "words", "end")
"""The kinds of items that are used in steps, so that a walk passes every use."""


def walked(of: Subject, left: Collection[Item], uses: Uses, budget: Budget) -> dict[Item, Unused]:
    """Those of ``left`` that are used in no run; what is used on the way is added to ``uses``.

    Nothing is said of any where there are too many states, or where not every setting of the
    law was tried. ``budget`` bounds how many.
    """
    asked = [item for item in left if item.kind in TOLD_BY_STEPS]
    states, most = 0, min(MOST_STATES, budget.nodes)
    for number, graph in enumerate(of.graphs) if asked else ():
        for size, scope in enumerate(of.scopes):
            all_of_them = every_setting(scope, graph)
            if all_of_them.sampled or all_of_them.said_only:
                return {}
            for one in all_of_them.tried:
                script = Script(size, number, Setting(one.parameters, one.arguments), ())
                met = walked_states(of, script, uses, most - states)
                if met is None:
                    return {}
                states += met
    core = {
        ref for scope in of.scopes[:1] for graph in of.graphs for ref in rests_on(scope, graph.flow)
    }
    return {
        item: Unused("never", core, "exhaustion", f"{states} states")
        for item in asked
        if item not in uses.reached
    }
