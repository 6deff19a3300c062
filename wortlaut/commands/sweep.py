"""``wortlaut sweep``: many simulations in one run, over a grid."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from compiler.law import Law
from wortlaut.clusters import on_cluster
from wortlaut.options import (
    fail,
    format_with,
    law_argument,
    messages_option,
    open_law,
    read_bytes,
    said,
    seed_option,
)
from wortlaut.outputs import ready_folder, writing
from wortlaut.series import executed, executor_option, going_on, series_options
from wortlaut.simulation import Series
from wortlaut.sweeps.grid import BadGrid, Grid, amendments_of, grid, policies_of, read_grid
from wortlaut.sweeps.rows import Ask, Rows, never_possible
from wortlaut.sweeps.sweep import Swept, sweep


@click.command("sweep")
@law_argument
@click.option(
    "--grid",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="A grid, as TOML; what an option gives takes its place.",
)
@click.option(
    "--amend",
    "amended_by",
    multiple=True,
    metavar="NAME[+NAME]",
    help="Play the law amended so, too (repeatable).",
)
@click.option(
    "--language",
    "languages",
    multiple=True,
    metavar="L",
    help="A version to play by (repeatable; default: the first).",
)
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="POINT=NAME",
    help="A reading of an open point; * for all that it has (repeatable).",
)
@click.option("--players", type=int, multiple=True, metavar="N", help="How many play (repeatable).")
@click.option(
    "--size",
    "sizes",
    multiple=True,
    metavar="SET=N",
    help="How many members a set has (repeatable).",
)
@click.option(
    "--setting",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="A value of a setting of the law (repeatable).",
)
@click.option("--no-supplements", is_flag=True, help="Play by the bare text.")
@click.option(
    "--supplement",
    "supplements",
    multiple=True,
    metavar="ID",
    help="Use only this supplement (repeatable).",
)
@series_options
@executor_option
@seed_option
@click.option("--flow", metavar="FLOW", help="The flow to play (default: the whole game).")
@click.option(
    "-o",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Write the table there, as sweep.csv.",
)
@click.option("--parquet", is_flag=True, help="Write sweep.parquet, too.")
@click.option("--jsonl", is_flag=True, help="Write sweep.jsonl, too.")
@click.option("--plots", is_flag=True, help="Write shares.svg and shares.png, too.")
@format_with("csv")
@messages_option
def command(
    law: str,
    file: Path | None,
    amended_by: tuple[str, ...],
    languages: tuple[str, ...],
    readings: tuple[str, ...],
    players: tuple[int, ...],
    sizes: tuple[str, ...],
    settings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    games: int,
    policies: tuple[str, ...],
    executor: str,
    workers: int,
    cluster: str | None,
    resume: Path | None,
    seed: int,
    flow: str | None,
    folder: Path | None,
    parquet: bool,
    jsonl: bool,
    plots: bool,
    output: str,
    messages: str,
) -> None:
    """Play many games by LAW in every way that a grid asks for, to one table.

    What is given several times, for the same thing, is what the grid ranges over: its rows
    are all combinations, and with --amend also the law as it stands. Each row is what
    `wortlaut simulate` finds with the options in its column "command"; all see the same
    draws. A row that cannot be made says why, and the others are played.

    A policy for single players goes behind a semicolon: --policy "random; 0=decline".

    Exit status: 0 the games were played; 2 bad input, or a cluster that
    was lost; 130 interrupted.

    \b
    Examples:
      wortlaut sweep posg --players 2 --players 3 --players 4 -o figures --plots
      wortlaut sweep posg --reading "step=*" --policy random --policy decline
      wortlaut sweep posg --amend majority_of_votes_cast --games 500 --format csv
    """
    given = {
        "language": languages,
        "amend": ((), *map(amendments_of, amended_by)) if amended_by else (),
        "players": players,
        "policy": tuple(map(policies_of, policies)),
        "reading": readings,
        "setting": settings,
        "size": sizes,
    }
    # The law must be sound by itself; what amendments do to it is a matter of rows.
    found = open_law(law, messages, ())
    made = _grid(found, given, file)
    extras = [name for name, wanted in (("tables", parquet), ("plots", plots)) if wanted]
    if folder is None and (parquet or jsonl or plots):
        raise fail(said("fail_needs_folder", options="--parquet, --jsonl, --plots"))
    ready_folder(folder, extras)
    ask = Ask(law, flow, no_supplements, supplements, games, seed, messages)
    maker = Rows(ask, lambda setup: executed(setup, executor, games, workers))
    rows = list(maker.of(made))
    slips = list(never_possible(made, rows, maker))
    for asked, reason in slips:
        click.echo(said("fail_never", asked=asked, reason=reason), err=True)
    if slips:
        raise click.exceptions.Exit(2)
    playable = sum(row.setup is not None for row in rows)
    if not playable:
        for row in rows:
            asked = " ".join(row.asked.options())
            told = said("fail_never", asked=asked, reason=row.reason) if asked else row.reason
            click.echo(told, err=True)
        raise fail(said("fail_no_rows"))
    with on_cluster(cluster) as elsewhere:
        series = Series("", games * playable, seed, workers, resume, elsewhere)
        with going_on(series, messages) as progress:
            swept = sweep(ask, rows, series, progress)
    _tell(found, made, ask, swept, output)
    if folder is not None:
        with writing(folder):
            _write(folder, made, ask, swept, (parquet, jsonl, plots))


def _grid(law: Law, given: dict[str, tuple[Any, ...]], file: Path | None) -> Grid:
    try:
        in_file = {} if file is None else read_grid(read_bytes(file).decode())
        made = grid(given, in_file)
    except BadGrid as bad:
        raise fail(said(bad.code, **bad.values)) from None
    except (OSError, UnicodeDecodeError) as problem:
        raise fail(f"{file}: {problem}.") from None
    return replace(
        made,
        dimensions={
            name: _every_reading(law, name) if values == ("*",) else values
            for name, values in made.dimensions.items()
        },
    )


def _every_reading(law: Law, dimension: str) -> tuple[str, ...]:
    kind, _, point = dimension.partition(":")
    found: dict[str, None] = {}
    for version in law.versions.values():
        if kind == "reading" and point in version.points:
            found.update(dict.fromkeys(version.points[point].names))
    if not found:
        points = {one for version in law.versions.values() for one in version.points}
        raise fail(said("fail_grid_reading", point=point, known=", ".join(sorted(points))))
    return tuple(found)


def _tell(law: Law, made: Grid, ask: Ask, swept: list[Swept], output: str) -> None:
    if output == "human":
        from wortlaut.render.sweep import show_sweep

        show_sweep(law, made, ask, swept, sys.stdout)
        return
    from wortlaut.sweeps.table import csv_text, json_lines

    click.echo((json_lines if output == "json" else csv_text)(swept), nl=False)


def _write(
    folder: Path, made: Grid, ask: Ask, swept: list[Swept], more: tuple[bool, bool, bool]
) -> None:
    from wortlaut.sweeps.table import csv_text, json_lines, write_parquet

    parquet, jsonl, plots = more
    (folder / "sweep.csv").write_text(csv_text(swept), "utf-8", newline="")
    if jsonl:
        (folder / "sweep.jsonl").write_text(json_lines(swept), "utf-8", newline="")
    if parquet:
        write_parquet(swept, folder / "sweep.parquet")
    if plots:
        from wortlaut.pictures.shares import draw_shares
        from wortlaut.pictures.style import save

        save(draw_shares(made, ask, swept), folder / "shares")
