"""``wortlaut check``: reads every version of a law and accounts for each sentence."""

import sys
from typing import Any

import click

from compiler.diagnostics import Diagnostic
from compiler.law import Law, load
from wortlaut.json_lines import json_line
from wortlaut.options import amend_option, amendments, format_with, law_argument, messages_option


@click.command("check")
@law_argument
@amend_option
@click.option("--cases", is_flag=True, help="Read the worked cases too, without playing them.")
@format_with("sarif")
@messages_option
def command(law: str, cases: bool, output: str, messages: str) -> None:
    """Read every version of LAW: mistakes, and the coverage of its sentences.

    Every version is parsed, its names resolved and typed under each reading, its
    quotes compared with the official text, its references followed. Worked cases
    are read with ``--cases``, and by ``test``, which plays them.

    Exit status: 0 sound, 2 mistakes. A law may be incomplete: the sentences that are still
    open are counted, and it is said where they stand; they are no mistake.

    \b
    Examples:
      wortlaut check posg
      wortlaut check statutes --format json
    """
    found, diagnostics = _load_with_cases(law) if cases else load(law, amendments())
    errors = any(one.severity == "error" for one in diagnostics)
    if output == "json":
        click.echo(json_line(as_json(law, found, diagnostics, messages)))
    elif output == "sarif":
        from wortlaut.formats.findings import of_diagnostics
        from wortlaut.formats.sarif import sarif

        name = found.name if found is not None else law
        log = sarif("check", name, of_diagnostics(diagnostics, messages))
        click.echo(json_line(log))
    else:
        from wortlaut.render.coverage import show_coverage
        from wortlaut.render.diagnostics import show_diagnostics

        show_diagnostics(diagnostics, messages, sys.stderr)
        if found is not None:
            show_coverage(found, messages, sys.stdout, sound=not errors)
    raise SystemExit(2 if errors else 0)


def _load_with_cases(law: str) -> tuple[Law | None, tuple[Diagnostic, ...]]:
    from compiler.cases import load_with_cases

    return load_with_cases(law, amendments())


def _in_use(law: Law | None, diagnostics: tuple[Diagnostic, ...]) -> dict[str, dict[str, Any]]:
    """By version, the readings in use and the supplements that fill something; none if unsound."""
    if law is None or any(one.severity == "error" for one in diagnostics):
        return {}
    in_use = {}
    for language in law.languages:
        rules = law.rules(language)
        in_use[language] = {
            "readings": rules.readings,
            "supplements": list(rules.supplement_ids),
        }
    return in_use


def as_json(
    name: str, law: Law | None, diagnostics: tuple[Diagnostic, ...], messages: str
) -> dict[str, Any]:
    """What was read, and the mistakes, worded in ``messages``."""
    versions = law.versions if law is not None else {}
    coverage = {
        language: [sentence.model_dump() for sentence in version.coverage]
        for language, version in versions.items()
    }
    still_open = {
        language: sum(1 for sentence in version.coverage if sentence.status == "open")
        for language, version in versions.items()
    }
    return {
        "law": law.name if law is not None else name,
        "languages": list(law.languages) if law is not None else [],
        "amendments": [one.name for one in law.amendments] if law is not None else [],
        "diagnostics": [
            {**one.model_dump(), "message": one.message(messages), "remedy": one.remedy(messages)}
            for one in diagnostics
        ],
        "in_use": _in_use(law, diagnostics),
        "open": still_open,
        "coverage": coverage,
    }
