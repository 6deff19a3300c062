"""``wortlaut map``: who wins from around each place of a law's board."""

import csv
import sys
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import click

from compiler.law import Law
from runtime.json_values import BadState, parse
from runtime.simulation.games import Setup
from runtime.simulation.scattered import Cloud, Scattered, centres
from wortlaut.clusters import on_cluster
from wortlaut.json_lines import json_line
from wortlaut.maps import (
    Mapped,
    as_json,
    board_of,
    clouds,
    csv_lines,
    ending_flow,
    given_places,
    mapped,
    owned,
    usual_places,
)
from wortlaut.options import (
    against_option,
    amend_option,
    amendments,
    chosen_flow,
    chosen_language,
    chosen_readings,
    chosen_rules,
    chosen_settings,
    chosen_sizes,
    concept_id,
    fail,
    format_with,
    language_option,
    law_argument,
    messages_option,
    open_law,
    read_bytes,
    rule_options,
    said,
    seed_option,
    setting_option,
    size_options,
)
from wortlaut.outputs import ready_folder, writing
from wortlaut.series import (
    chosen_policies,
    command_line,
    executed,
    executor_option,
    going_on,
    series_options,
)
from wortlaut.simulation import Series

_MOST = 1_000_000
"""Games from around one place."""


@click.command("map")
@law_argument
@amend_option
@against_option
@click.option(
    "--scatter",
    metavar="STATE",
    help="Whose members are scattered (default: those of the largest set on the board).",
)
@click.option(
    "--spread",
    type=click.FloatRange(0, 100),
    default=2.0,
    show_default=True,
    metavar="D",
    help="The standard deviation around a place, along each axis.",
)
@click.option(
    "--start",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="What else stands where: a state as for `run`, the first line of FILE "
    "(default: evenly around the middle).",
)
@size_options
@series_options
@executor_option
@seed_option
@click.option(
    "--flow", metavar="FLOW", help="What is played from there (default: what ends the game)."
)
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write map.svg, map.png and map.csv there.",
)
@language_option
@rule_options
@setting_option
@format_with("csv")
@messages_option
def command(
    law: str,
    against: tuple[str, ...],
    scatter: str | None,
    spread: float,
    start: Path | None,
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
    folder: Path | None,
    language: str | None,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    settings: tuple[str, ...],
    output: str,
    messages: str,
) -> None:
    """Scatter members around each place of LAW's board, play from there, and draw who wins.

    With --amend or --against the same starts are played by both laws: before, after, and
    the difference. --games are those from around each place. Others that stand on the board
    are placed evenly, or as a file says.

    Exit status: 0 the games were played; 2 bad input, or a cluster that
    was lost; 130 interrupted.

    \b
    Examples:
      wortlaut map posg --players 3 --games 50 -o figures
      wortlaut map posg --players 3 --amend squares_kept_after_voting -o figures
      wortlaut map posg --against step=rook --spread 1.5 --format csv
    """
    if games > _MOST:
        raise fail(said("fail_map_games", games=f"{games:,}", most=f"{_MOST:,}"))
    amended_by = amendments()
    laws = [open_law(law, messages, ())]
    if amended_by or against:
        laws.append(open_law(law, messages, amended_by) if amended_by else laws[0])
    pick = chosen_readings(readings)
    setups: list[Setup] = []
    for side, found in enumerate(laws):
        wanted = {**pick, **chosen_readings(against, "--against")} if side else pick
        given = tuple(f"{point}={name}" for point, name in wanted.items())
        version = chosen_language(found, language)
        rules = chosen_rules(found, version, given, no_supplements, supplements, messages)
        smallest = ending_flow(rules) if flow is None else chosen_flow(found, rules, flow)
        if smallest is None:
            raise fail(said("fail_no_scattered_flow"))
        asked = chosen_sizes(found, rules, players, sizes)
        made = Setup(rules, smallest, asked, chosen_settings(found, rules, settings))
        setups.append(chosen_policies(found, made, policies, messages))
    cloud = _cloud(laws[0], setups[0], scatter, spread, start)
    ready_folder(folder, ["plots"] if folder is not None else [])
    places = centres(setups[0].rules, cloud.record)
    number = games * len(places)
    setups = [executed(one, executor, number, workers, anywhere=True) for one in setups]
    task = Scattered(tuple(setups), cloud, places, games, seed)
    with on_cluster(cluster) as elsewhere:
        series = Series(command_line(), task.all, seed, workers, resume, elsewhere)
        with going_on(series, messages) as progress:
            result = mapped(task, series, progress)
    _tell(laws, result, series.command, output, messages)
    if folder is not None:
        from wortlaut.pictures.map import draw_map
        from wortlaut.pictures.style import save

        with writing(folder):
            (folder / "map.csv").write_text(_csv(result), "utf-8", newline="")
            save(draw_map(laws, result, messages), folder / "map")


def _cloud(law: Law, setup: Setup, scatter: str | None, spread: float, start: Path | None) -> Cloud:
    rules = setup.rules
    known = clouds(rules)
    if not known:
        raise fail(said("fail_no_board"))
    state = known[0] if scatter is None else concept_id(law, rules.language, scatter)
    if state not in known:
        raise fail(said("fail_no_cloud", given=scatter, known=", ".join(known)))
    record = board_of(rules, state)
    if start is None:
        given = usual_places(setup, record, state)
    else:
        try:
            lines = (one for one in read_bytes(start).decode().splitlines() if one.strip())
            first = next(islice(lines, 1), "")
            given = given_places(setup, state, parse(first))
        except (OSError, UnicodeDecodeError, BadState) as problem:
            raise fail(said("fail_start_line", file=start, reason=problem)) from None
    return Cloud(state, record, spread, {**owned(setup, given), **given})


def _csv(result: Mapped) -> str:
    stream = StringIO()
    csv.writer(stream, lineterminator="\n").writerows(csv_lines(result))
    return stream.getvalue()


def _tell(laws: list[Law], result: Mapped, line: str, output: str, messages: str) -> None:
    if output == "json":
        data: dict[str, Any] = as_json(result, line)
        click.echo(json_line(data))
    elif output == "csv":
        click.echo(_csv(result), nl=False)
    else:
        from wortlaut.render.map import show_map

        show_map(laws, result, messages, sys.stdout)
