"""``wortlaut test``: plays the law's own worked cases and compares with what they expect."""

import sys

import click

from compiler.cases import case_files, elaborate_cases
from compiler.diagnostics import Diagnostics
from compiler.law import Refused
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    chosen_language,
    chosen_readings,
    chosen_supplements,
    fail,
    format_option,
    law_argument,
    messages_option,
    open_law,
    refuse,
    rule_options,
    said,
)
from wortlaut.tested import as_json, tested


@click.command("test")
@law_argument
@amend_option
@click.option("--language", metavar="L", help="Only this language version (default: all).")
@rule_options
@click.option("--case", "wanted", metavar="NAME", help="Only the cases whose name contains NAME.")
@format_option
@messages_option
def command(
    law: str,
    language: str | None,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    wanted: str | None,
    output: str,
    messages: str,
) -> None:
    """Play the worked cases of LAW (its folder cases/) and compare with what they expect.

    A case fails where play parts from what it tells; the steps up to there are
    shown, each with its paragraph. A case that is told under another reading, or
    with other supplements, than those asked for is passed over.

    Exit status: 0 all cases pass (or the law has none), 1 a case fails, 2 bad input.

    \b
    Examples:
      wortlaut test posg
      wortlaut test posg --language fr --reading transfer=origin
    """
    found = open_law(law, messages)
    languages = found.languages if language is None else (chosen_language(found, language),)
    asked, only = chosen_readings(readings), chosen_supplements(no_supplements, supplements)
    diagnostics = Diagnostics()
    try:
        for one in languages:
            found.rules(one, asked, only)
        files = case_files(found, diagnostics)
        cases = tuple(
            case
            for one in languages
            for case in elaborate_cases(found, one, files, diagnostics, asked)
        )
    except Refused as refused:
        raise refuse(refused, messages) from None
    if diagnostics.errors:
        raise refuse(Refused(diagnostics.sorted()), messages)
    if diagnostics.sorted():
        from wortlaut.render.diagnostics import show_diagnostics

        show_diagnostics(diagnostics.sorted(), messages, sys.stderr)
    named = tuple(
        case for case in cases if wanted is None or wanted.casefold() in case.title.casefold()
    )
    if cases and not named:
        raise fail(said("fail_no_case", name=wanted))
    results = tested(found, named, asked, only)
    if output == "json":
        line = json_line(as_json(found, languages, results))
        sys.stdout.buffer.write(line.encode() + b"\n")
    else:
        from wortlaut.render.cases import show_cases

        show_cases(found, languages, results, messages, sys.stdout)
    raise SystemExit(1 if any(one.status == "failed" for one in results) else 0)
