"""``wortlaut check``: reads every version of a law and accounts for each sentence."""

import json
import sys
from typing import Any

import click

from compiler.diagnostics import Diagnostic
from compiler.law import Law, load
from wortlaut.options import format_option, law_argument, messages_option


@click.command("check")
@law_argument
@format_option
@messages_option
def command(law: str, output: str, messages: str) -> None:
    """Read every version of LAW: mistakes, and the coverage of its sentences.

    Every version is parsed, its names resolved and typed under each reading, its
    quotes compared with the official text, its references followed.

    Exit status: 0 sound, 2 mistakes. Sentences that are still open are shown; they are no mistake.
    """
    found, diagnostics = load(law)
    errors = any(one.severity == "error" for one in diagnostics)
    if output == "json":
        click.echo(json.dumps(_as_json(law, found, diagnostics, messages), ensure_ascii=False))
    else:
        from wortlaut.render.coverage import show_coverage
        from wortlaut.render.diagnostics import show_diagnostics

        show_diagnostics(diagnostics, messages, sys.stderr)
        if found is not None:
            show_coverage(found, messages, sys.stdout, sound=not errors)
    raise SystemExit(2 if errors else 0)


def _as_json(
    name: str, law: Law | None, diagnostics: tuple[Diagnostic, ...], messages: str
) -> dict[str, Any]:
    coverage = {}
    if law is not None:
        coverage = {
            language: [sentence.model_dump() for sentence in version.coverage]
            for language, version in law.versions.items()
        }
    return {
        "law": law.name if law is not None else name,
        "languages": list(law.languages) if law is not None else [],
        "diagnostics": [
            {**one.model_dump(), "message": one.message(messages), "remedy": one.remedy(messages)}
            for one in diagnostics
        ],
        "coverage": coverage,
    }
