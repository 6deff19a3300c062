"""Whether the narrower side can end as the wider one did, if the players choose otherwise.

Dice and lots stay as they were; every choice that somebody makes is tried. States that
have been met, with the same dice and lots still to come, are not followed again.
"""

from typing import Any

from verify.consequence.arena import Arena
from verify.consequence.plainer import Case
from verify.consequence.play import Drawer, Outcome, outcome
from verify.consequence.sides import Side


def can_end_so(arena: Arena, side: Side, case: Case, wanted: Outcome, steps: int) -> bool | None:
    """Whether some run of ``side`` from the case's start ends with ``wanted``.

    None: it was not known after ``steps`` choices.
    """
    game = arena.game(side.rules, case.start)
    store = arena.store(side, case.start)
    open_ = [(game.initial(store, case.start.setting.arguments).state, Drawer(game, case.draws))]
    seen: set[Any] = set()
    while open_:
        state, drawer = open_.pop()
        if state.ending is not None:
            if outcome(game, state) == wanted:
                return True
            continue
        key = (state, drawer.past)
        if key in seen:
            continue
        seen.add(key)
        values = game.lawful(state) if game.kind(state) == "actor" else (drawer.draw(state),)
        for value in values:
            if steps == 0:
                return None
            steps -= 1
            open_.append((game.apply(state, value).state, drawer.copy()))
    return False
