"""``wortlaut audit``: check, verify and compare in one go."""

import sys
from collections.abc import Iterable
from typing import Any

import click

from compiler.cases import load_with_cases
from compiler.law import Law
from wortlaut.commands.check import as_json as as_checked
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    amendments,
    format_option,
    fresh_option,
    law_argument,
    messages_option,
    total_option,
)
from wortlaut.why import INTERRUPTED


@click.command("audit")
@law_argument
@amend_option
@fresh_option
@total_option
@format_option
@messages_option
def command(law: str, total: float | None, output: str, messages: str) -> None:
    """Check, verify and compare LAW, one after the other.

    Verified is here what does not take long, for the smallest size only; wortlaut
    verify asks everything. Where --total breaks the verifying off, the versions are
    compared all the same.

    Exit status: 2 mistakes in the law, else 1 findings, else 3 unknowns, else 0.

    \b
    Examples:
      wortlaut audit posg
      wortlaut audit posg --amend majority_of_votes_cast --messages fr
    """
    found, diagnostics = load_with_cases(law, amendments())
    errors = found is None or any(one.severity == "error" for one in diagnostics)
    if output == "json":
        checked = as_checked(law, found, diagnostics, messages)
        rest: dict[str, object] = {"verify": None, "compare": None}
        outcome = 2
        if found is not None and not errors:
            rest, outcome = _as_json(found, total, messages)
        click.echo(json_line({"check": checked, **rest}))
        raise SystemExit(outcome)
    from wortlaut.render.coverage import show_coverage
    from wortlaut.render.diagnostics import show_diagnostics

    show_diagnostics(diagnostics, messages, sys.stderr)
    if found is not None:
        show_coverage(found, messages, sys.stdout, sound=not errors)
    if found is None or errors:
        raise SystemExit(2)
    sys.stdout.flush()
    raise SystemExit(_shown(found, total, messages))


def _as_json(law: Law, total: float | None, messages: str) -> tuple[dict[str, object], int]:
    from wortlaut import comparison
    from wortlaut.verification import status

    result = _verdicts(law, total)
    statuses = [status(result)]
    compared = None
    if _to_compare(law, result):
        judged = comparison.comparison(law, (law.languages[0], law.languages[1]))
        compared = comparison.as_json(judged, messages)
        statuses.append(comparison.status(judged))
    return {"verify": result, "compare": compared}, _worst(statuses)


def _shown(law: Law, total: float | None, messages: str) -> int:
    from wortlaut import comparison
    from wortlaut.render.comparison import show_comparison
    from wortlaut.render.verdicts import show_verdicts
    from wortlaut.render.words import words
    from wortlaut.verification import status

    click.echo()
    result = _verdicts(law, total)
    show_verdicts(law, result, messages, sys.stdout)
    click.echo(words(messages)["verified_in_brief"])
    sys.stdout.flush()
    statuses = [status(result)]
    if _to_compare(law, result):
        click.echo()
        judged = comparison.comparison(law, (law.languages[0], law.languages[1]))
        show_comparison(judged, messages, sys.stdout)
        statuses.append(comparison.status(judged))
    return _worst(statuses)


def _verdicts(law: Law, total: float | None) -> dict[str, Any]:
    from wortlaut.jobs import Request
    from wortlaut.verification import verdicts
    from wortlaut.workers import processors

    return verdicts(law, Request(law.languages, workers=processors(), brief=True, total=total))


def _to_compare(law: Law, result: dict[str, Any]) -> bool:
    return len(law.languages) > 1 and result["broken_off"] != INTERRUPTED


def _worst(statuses: Iterable[int]) -> int:
    found = set(statuses)
    return next((one for one in (1, 3) if one in found), 0)
