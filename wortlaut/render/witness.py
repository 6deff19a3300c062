"""A witness told like a play: replayed once more, step by step, with its paragraphs."""

from collections.abc import Callable
from typing import Any

from rich.text import Text

from compiler.law import Law
from runtime.interpreter import Game
from runtime.json_values import plain
from runtime.ruleset.ruleset import RuleSet
from runtime.serialise import read_store
from runtime.steps import DECLINE
from wortlaut.render.board import lettered_set
from wortlaut.render.names import Names
from wortlaut.render.story import Story
from wortlaut.render.words import words


def tell_witness(
    law: Law, rules: RuleSet, witness: dict[str, Any], reader: str, write: Callable[[Text], None]
) -> None:
    """Write the steps of ``witness`` and the board at its end, in words of ``reader``."""
    game = Game(rules, witness["flow"], witness["sizes"], witness.get("parameters"))
    say = words(reader)
    names = Names(law, rules, lettered_set(rules, game.sizes), reader, say)
    story = Story(game, names, write, boards=False)
    for name, value in witness.get("parameters", {}).items():
        write(Text(f"{names.term(name)} = {value}"))
    store = None
    if "initial" in witness:
        _, store = read_store(rules, witness["initial"], game.sizes)
        story.place = (store, None)
        story.show_board()
    advance = game.initial(store)
    steps = list(advance.steps)
    for choice in witness["choices"]:
        options = game.lawful(advance.state)
        taken = next(one for one in options if (None if one is DECLINE else plain(one)) == choice)
        advance = game.apply(advance.state, taken)
        steps.extend(advance.steps)
    story.tell(steps)
    story.show_board()
