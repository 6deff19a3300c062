"""``wortlaut report``: one page to read and to send."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from compiler.law import Law, Refused
from wortlaut.jobs import Request
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    amendments,
    chosen_language,
    chosen_readings,
    fail,
    fresh_option,
    law_argument,
    messages_option,
    open_law,
    refuse,
    said,
    total_option,
)
from wortlaut.render.words import words
from wortlaut.workers import processors

if TYPE_CHECKING:
    from wortlaut.report.experiments import Experiment


@click.command("report")
@law_argument
@amend_option
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write (default: standard output).",
)
@click.option(
    "--language",
    "chosen",
    multiple=True,
    metavar="L",
    help="A version to show (repeatable; default: all).",
)
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="POINT=NAME",
    help="Read an open point in this way (repeatable).",
)
@click.option(
    "--brief/--full",
    default=True,
    show_default=True,
    help="Verify the smallest size only, without what takes long; or everything.",
)
@click.option(
    "--experiment",
    "played",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Show the figures of this experiment (wortlaut experiment --format json).",
)
@click.option(
    "--format",
    "output",
    type=click.Choice(["html", "json"]),
    default="html",
    show_default=True,
    help="A page, or the same for programs.",
)
@total_option
@fresh_option
@messages_option
def command(
    law: str,
    file: Path | None,
    chosen: tuple[str, ...],
    readings: tuple[str, ...],
    brief: bool,
    played: Path | None,
    output: str,
    total: float | None,
    messages: str,
) -> None:
    """Write all that is known of LAW as one page: to read, to print, to send.

    One file of HTML that fetches nothing and runs nothing: the versions side by side,
    the findings with a case for each, drawn where there is a board, and the proofs. With
    --amend, also old and new text side by side, and what the amendment changes.

    \b
    Examples:
      wortlaut report posg -o posg.html
      wortlaut report posg -o posg.html --messages de --reading step=rook
      wortlaut report posg --amend majority_of_votes_cast --experiment games.json -o new.html

    Exit status: 0 nothing found that is not accepted, 1 findings, 2 bad input,
    3 only unknowns. The page is written all the same, but for bad input. --total breaks
    verifying off (with --amend, half of it for each law); versions are compared only after
    a run that came to its end.
    """
    found = open_law(law, messages)
    if len(set(chosen)) < len(chosen):
        raise fail(said("fail_language_twice"))
    languages = tuple(chosen_language(found, one) for one in chosen) or found.languages
    from wortlaut.report.gathered import gather

    request = Request(
        languages,
        readings=chosen_readings(readings),
        total=total,
        workers=processors(),
        brief=brief,
    )
    arguments = [law]
    arguments += [part for one in amendments() for part in ("--amend", one)]
    arguments += [part for one in readings for part in ("--reading", one)]
    before = open_law(law, messages, ()) if amendments() else None
    experiment = None if played is None else _experiment(played, before or found, found)
    say = words(messages)
    labels = (say["law_before"], say["law_after"])
    try:
        gathered = gather(found, request, tuple(arguments), before, experiment, labels)
    except Refused as refused:
        raise refuse(refused, messages) from None
    if output == "json":
        text = json_line(gathered.as_json(messages)) + "\n"
    else:
        from wortlaut.report.page import page

        text = page(gathered, messages)
    if file is None:
        click.echo(text, nl=False)
    else:
        try:
            file.write_text(text, "utf-8", newline="\n")
        except OSError as error:
            raise fail(said("fail_report", reason=error.strerror)) from None
    raise SystemExit(gathered.status)


def _experiment(file: Path, before: Law, after: Law) -> "Experiment":
    """The experiment in ``file``, which must be one of these laws."""
    from wortlaut.report.experiments import BadExperiment, read_experiment

    try:
        return read_experiment(file.read_bytes(), before, after)
    except OSError as error:
        raise fail(said("fail_experiment", file=file, reason=error.strerror)) from None
    except BadExperiment as bad:
        raise fail(said(bad.code, file=file, reason=bad.reason)) from None
