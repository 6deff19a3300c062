"""``wortlaut diff``: what an amendment changes, in meaning and in what follows from it."""

import sys

import click

from compiler.law import Refused
from wortlaut.amending import difference, difference_as_json, status
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    amendments,
    chosen_language,
    chosen_readings,
    fail,
    format_option,
    fresh_option,
    law_argument,
    messages_option,
    only_language_option,
    open_law,
    reading_option,
    refuse,
    said,
    timeout_option,
    total_option,
)
from wortlaut.render.words import words


@click.command("diff")
@law_argument
@amend_option
@only_language_option
@reading_option
@click.option(
    "--property",
    "wanted",
    multiple=True,
    metavar="ID",
    help="Verify only this property, automatic obligation or kind (repeatable).",
)
@timeout_option
@total_option
@fresh_option
@format_option
@messages_option
def command(
    law: str,
    language: str | None,
    readings: tuple[str, ...],
    wanted: tuple[str, ...],
    timeout: float,
    total: float | None,
    output: str,
    messages: str,
) -> None:
    """Say what amendments change in LAW: what is meant, what is proved, how play ends.

    Paragraph by paragraph, each version before and after is compared; where they do not
    permit the same, a case is shown. Boards are looked for from which the amended law
    ends otherwise: the smallest is shown, and how often that is so. Both laws are
    verified in brief, for the smallest size (what --property names: for every size), and
    the verdicts that change are listed. --total is shared out between the two laws.

    Exit status: 0 nothing that was proved is lost, 1 something that was proved is refuted
    or proved of nothing that can happen, 2 bad input, 3 something is no longer decided.

    \b
    Examples:
      wortlaut diff posg --amend majority_of_votes_cast
      wortlaut diff LAW --amend drafts/shorter_terms.de.law --format json
    """
    if not amendments():
        raise fail(said("fail_no_amendment"))
    before = open_law(law, messages, ())
    after = open_law(law, messages)
    languages = before.languages if language is None else (chosen_language(before, language),)
    say = words(messages)
    labels = ("before", "after") if output == "json" else (say["law_before"], say["law_after"])
    try:
        found = difference(
            (before, after), languages, chosen_readings(readings), wanted, labels, timeout, total
        )
    except Refused as refused:
        raise refuse(refused, messages) from None
    if output == "json":
        click.echo(json_line(difference_as_json(found, messages)))
    else:
        from wortlaut.render.amending import show_difference

        show_difference(found, messages, sys.stdout)
    raise SystemExit(status(found))
