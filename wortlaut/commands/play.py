"""``wortlaut play``: a game in the terminal, by hand or by random players."""

import sys
from io import TextIOWrapper
from typing import Any

import click
from rich.text import Text

from runtime.actors import acting_sets
from runtime.batch import outcome
from runtime.interpreter import Game
from runtime.players import playout
from runtime.state import State
from runtime.steps import AnyStep
from runtime.trace import trace
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    chosen_language,
    chosen_rules,
    chosen_settings,
    chosen_sizes,
    flow_option,
    flow_to_play,
    format_option,
    language_option,
    law_argument,
    messages_option,
    open_law,
    rule_options,
    seed_option,
    setting_option,
    size_options,
)


@click.command("play")
@law_argument
@amend_option
@size_options
@click.option("--auto", is_flag=True, help="Random lawful choices instead of your own.")
@flow_option
@seed_option
@language_option
@rule_options
@setting_option
@format_option
@messages_option
def command(
    law: str,
    players: int | None,
    sizes: tuple[str, ...],
    auto: bool,
    flow: str | None,
    seed: int,
    language: str | None,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    settings: tuple[str, ...],
    output: str,
    messages: str,
) -> None:
    """Play a game by LAW in the terminal.

    Every step is cited; where the text is silent and a supplement decides, the
    step is marked with + and the supplement's id. Dice and lots are drawn from
    the seed: the same seed is the same game. By hand, ? tells what can be typed.
    With --format json the game itself is on standard output, the dialogue on
    standard error.

    Exit status: 0 the game was played, to whatever end; 2 bad input.

    \b
    Examples:
      wortlaut play posg --players 3 --seed 7 --auto
      wortlaut play posg --language fr --messages fr
    """
    found = open_law(law, messages)
    version = chosen_language(found, language)
    rules = chosen_rules(found, version, readings, no_supplements, supplements, messages)
    wanted = flow_to_play(found, rules, flow)
    asked = chosen_sizes(found, rules, players, sizes)
    game = Game(rules, wanted, asked, chosen_settings(found, rules, settings))

    from wortlaut.render.console import console
    from wortlaut.table import Table

    stream = sys.stderr if output == "json" else sys.stdout
    out = console(stream)

    def write(line: Text, end: str = "\n") -> None:
        out.print(line, soft_wrap=True, end=end)

    table = Table(found, game, seed, messages, write)
    if auto and output == "json":
        play = playout(game, seed, nobody="pending")
        state, steps = play.state, play.steps
    elif auto:
        state, steps = table.watch()
    else:
        if isinstance(sys.stdin, TextIOWrapper):
            # Whatever is typed, or piped in, is no reason to fall over.
            sys.stdin.reconfigure(errors="replace")
        state, steps = table.play()
    if output == "json":
        line = json_line(_as_json(game, seed, state, steps))
        sys.stdout.buffer.write(line.encode() + b"\n")
        sys.stdout.buffer.flush()


def _as_json(game: Game, seed: int, state: State, steps: tuple[AnyStep, ...]) -> dict[str, Any]:
    rules = game.rules
    acting = acting_sets(rules)
    return {
        "law": rules.law,
        "law_hash": rules.law_hash,
        "language": rules.language,
        "readings": rules.readings,
        "supplements": list(rules.supplement_ids),
        "flow": game.flow,
        "players": game.sizes[acting[0]] if acting else None,
        "sizes": game.sizes,
        "seed": seed,
        **outcome(game, state),
        "trace": [step.model_dump() for step in trace(rules, steps)],
    }
