"""``wortlaut simulate``: many games, and the shares of how they end."""

import sys
from pathlib import Path

import click

from runtime.simulation.games import Setup
from wortlaut.clusters import on_cluster
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
from wortlaut.series import (
    chosen_policies,
    command_line,
    executed,
    executor_option,
    going_on,
    series_options,
)
from wortlaut.simulation import Series, simulation


@click.command("simulate")
@law_argument
@amend_option
@size_options
@series_options
@executor_option
@seed_option
@flow_option
@language_option
@rule_options
@setting_option
@format_option
@messages_option
def command(
    law: str,
    players: int | None,
    sizes: tuple[str, ...],
    games: int,
    policies: tuple[str, ...],
    workers: int,
    executor: str,
    cluster: str | None,
    resume: Path | None,
    seed: int,
    flow: str | None,
    language: str | None,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    settings: tuple[str, ...],
    output: str,
    messages: str,
) -> None:
    """Play many games by LAW and tell how they end, with 95 % intervals.

    Game number i under a seed is the same whatever the number of games and workers;
    `wortlaut play --auto` with the same seed plays game 0. Without supplements a game
    ends where the text leaves something open.

    A policy is `random` (each lawful result with the same probability), `decline`
    (does nothing where that is possible), `first` (the first lawful value), or an aim
    that looks one choice ahead: who, and what to make smallest or greatest, in the
    words of properties (docs/experiments.md).

    Exit status: 0 the games were played; 2 bad input, or a cluster that
    was lost; 130 interrupted.

    \b
    Examples:
      wortlaut simulate posg --players 3 --games 1000 --seed 7
      wortlaut simulate posg --games 100000 --resume games.jsonl
      wortlaut simulate posg --games 500 --policy decline --no-supplements
    """
    found = open_law(law, messages)
    version = chosen_language(found, language)
    rules = chosen_rules(found, version, readings, no_supplements, supplements, messages)
    wanted = flow_to_play(found, rules, flow)
    asked = chosen_sizes(found, rules, players, sizes)
    chosen = chosen_settings(found, rules, settings)
    setup = Setup(rules, wanted, asked, chosen)
    setup = chosen_policies(found, setup, policies, messages)
    setup = executed(setup, executor, games, workers)
    with on_cluster(cluster) as elsewhere:
        series = Series(command_line(), games, seed, workers, resume, elsewhere)
        with going_on(series, messages) as progress:
            result = simulation(setup, series, progress)
    if output == "json":
        click.echo(json_line(result))
    else:
        from wortlaut.render.simulation import show_simulation

        show_simulation(found, setup, result, messages, sys.stdout)
