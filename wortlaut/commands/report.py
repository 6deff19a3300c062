"""``wortlaut report``: one page to read and to send."""

import json
from pathlib import Path

import click

from compiler.law import Refused
from wortlaut.jobs import Request
from wortlaut.options import (
    amend_option,
    amendments,
    chosen_language,
    chosen_readings,
    fail,
    law_argument,
    messages_option,
    open_law,
    refuse,
    said,
)
from wortlaut.workers import processors


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
    "--format",
    "output",
    type=click.Choice(["html", "json"]),
    default="html",
    show_default=True,
    help="A page, or the same for programs.",
)
@messages_option
def command(
    law: str,
    file: Path | None,
    chosen: tuple[str, ...],
    readings: tuple[str, ...],
    brief: bool,
    output: str,
    messages: str,
) -> None:
    """Write all that is known of LAW as one page: to read, to print, to send.

    One file of HTML that fetches nothing and runs nothing: the versions side by side,
    the findings with a case for each, drawn where there is a board, and the proofs.

    \b
    Examples:
      wortlaut report posg -o posg.html
      wortlaut report posg -o posg.html --messages de --reading step=rook

    Exit status: 0 nothing found that is not accepted, 1 findings, 2 bad input,
    3 only unknowns. The page is written all the same, but for bad input.
    """
    found = open_law(law, messages)
    if len(set(chosen)) < len(chosen):
        raise fail(said("fail_language_twice"))
    languages = tuple(chosen_language(found, one) for one in chosen) or found.languages
    from wortlaut.report.gathered import gather

    request = Request(
        languages, readings=chosen_readings(readings), workers=processors(), brief=brief
    )
    arguments = [law]
    arguments += [part for one in amendments() for part in ("--amend", one)]
    arguments += [part for one in readings for part in ("--reading", one)]
    try:
        gathered = gather(found, request, tuple(arguments))
    except Refused as refused:
        raise refuse(refused, messages) from None
    if output == "json":
        text = json.dumps(gathered.as_json(messages), ensure_ascii=False) + "\n"
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
