"""``wortlaut experiment``: the same games under two laws, paired."""

import sys
from pathlib import Path

import click

from compiler.law import Law
from runtime.ruleset.ruleset import RuleSet
from runtime.simulation.games import Setup
from runtime.simulation.sequential import Bounds
from wortlaut.clusters import on_cluster
from wortlaut.experiment import Sides, experiment, shares_known
from wortlaut.json_lines import json_line
from wortlaut.options import (
    against_option,
    amend_option,
    amendments,
    chosen_language,
    chosen_readings,
    chosen_rules,
    chosen_settings,
    chosen_sizes,
    concept_id,
    fail,
    flow_option,
    flow_to_play,
    format_option,
    language_option,
    law_argument,
    messages_option,
    open_law,
    rule_options,
    said,
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
from wortlaut.simulation import Series


@click.command("experiment")
@law_argument
@amend_option
@against_option
@click.option(
    "--against-language", metavar="L", help="The language version to use on the second side."
)
@size_options
@series_options
@executor_option
@click.option(
    "--until-decided",
    is_flag=True,
    help="Stop as soon as --measure is decided; --games are then the most.",
)
@click.option(
    "--measure",
    metavar="ID",
    help="What --until-decided decides: the id of a share (default: the first value of the "
    "first outcome).",
)
@click.option(
    "--margin",
    type=click.FloatRange(0, 1, min_open=True),
    default=0.02,
    show_default=True,
    metavar="D",
    help="A difference between shares, smaller than which is none for --until-decided.",
)
@seed_option
@flow_option
@language_option
@rule_options
@setting_option
@format_option
@messages_option
def command(
    law: str,
    against: tuple[str, ...],
    against_language: str | None,
    players: int | None,
    sizes: tuple[str, ...],
    games: int,
    policies: tuple[str, ...],
    workers: int,
    executor: str,
    cluster: str | None,
    resume: Path | None,
    until_decided: bool,
    measure: str | None,
    margin: float,
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
    """Play the same games by LAW and by another law, and compare how they end.

    The other law is LAW amended (--amend), LAW with another reading (--against, for the
    point that --reading gives or that is read as usual on the first side), or another
    language version of it. Both see the same dice, lots and draws of the players, as far
    as both ask for them.

    For each measure: both sides, the paired difference with its 95 % interval, in how many
    games it is lower or higher, McNemar's exact p (of numbers, the sign test), corrected
    after Holm for being several, and the variance ratio against separate games.

    Exit status: 0 the games were played; 2 bad input, or a cluster that
    was lost; 130 interrupted.

    \b
    Examples:
      wortlaut experiment posg --reading step=king --against step=rook --games 1000
      wortlaut experiment posg --players 4 --against transfer=origin --until-decided
    """
    amended_by = amendments()
    if not (amended_by or against or against_language):
        raise fail(said("fail_one_side"))
    before_law = open_law(law, messages, ())
    after_law = open_law(law, messages, amended_by) if amended_by else before_law
    pick = chosen_readings(readings)
    others = {**pick, **chosen_readings(against, "--against")}

    def rules(found: Law, other: Law, version: str | None, wanted: dict[str, str]) -> RuleSet:
        # A point that an amendment makes or takes away is one of the other side only.
        name, there = chosen_language(found, version), _points(other) - _points(found)
        given = tuple(f"{point}={one}" for point, one in wanted.items() if point not in there)
        return chosen_rules(found, name, given, no_supplements, supplements, messages)

    def setup(found: Law, rule_set: RuleSet, other: RuleSet) -> Setup:
        # A setting that an amendment makes is one of the second side only.
        own = tuple(one for one in settings if not _known_only(one, found, other, rule_set))
        made = Setup(
            rule_set,
            flow_to_play(found, rule_set, flow),
            chosen_sizes(found, rule_set, players, sizes),
            chosen_settings(found, rule_set, own),
        )
        made = chosen_policies(found, made, policies, messages)
        return executed(made, executor, games, workers)

    first = rules(before_law, after_law, language, pick)
    second = rules(after_law, before_law, against_language or language, others)
    sides = Sides(setup(before_law, first, second), setup(after_law, second, first))
    bounds = None
    if until_decided:
        known = shares_known(sides)
        measure = measure or known[0]
        if measure not in known:
            raise fail(said("fail_measure", measure=measure, known=", ".join(known)))
        bounds = Bounds(measure, margin)
    elif measure is not None:
        raise fail(said("fail_measure_alone"))
    with on_cluster(cluster) as elsewhere:
        series = Series(command_line(), games, seed, workers, resume, elsewhere)
        with going_on(series, messages) as progress:
            result = experiment(sides, series, bounds, progress)
    if output == "json":
        click.echo(json_line(result))
    else:
        from wortlaut.render.experiment import show_experiment

        show_experiment((before_law, after_law), sides, result, messages, sys.stdout)


def _points(law: Law) -> set[str]:
    return {point for version in law.versions.values() for point in version.points}


def _known_only(setting: str, law: Law, there: RuleSet, here: RuleSet) -> bool:
    """Whether ``NAME=VALUE`` names a setting of the one rule set and none of the other."""
    word = setting.partition("=")[0]
    named = {word, concept_id(law, here.language, word)}
    return bool(named & there.parameters.keys()) and not named & here.parameters.keys()
