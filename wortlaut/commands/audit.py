"""``wortlaut audit``: check, verify and compare in one go."""

import sys

import click

from compiler.cases import load_with_cases
from wortlaut.options import law_argument, messages_option


@click.command("audit")
@law_argument
@messages_option
def command(law: str, messages: str) -> None:
    """Check, verify and compare LAW, one after the other.

    Verified is here what does not take long, for the smallest size only; wortlaut
    verify asks everything.

    Exit status: 2 mistakes in the law, else 1 findings, else 3 unknowns, else 0.
    """
    from wortlaut import comparison
    from wortlaut.render.coverage import show_coverage
    from wortlaut.render.diagnostics import show_diagnostics

    found, diagnostics = load_with_cases(law)
    errors = any(one.severity == "error" for one in diagnostics)
    show_diagnostics(diagnostics, messages, sys.stderr)
    if found is not None:
        show_coverage(found, messages, sys.stdout, sound=not errors)
    if found is None or errors:
        raise SystemExit(2)
    sys.stdout.flush()

    from wortlaut.jobs import Request
    from wortlaut.render.comparison import show_comparison
    from wortlaut.render.verdicts import show_verdicts
    from wortlaut.render.words import words
    from wortlaut.verification import status, verdicts
    from wortlaut.workers import processors

    click.echo()
    result = verdicts(found, Request(found.languages, workers=processors(), brief=True))
    show_verdicts(found, result, messages, sys.stdout)
    click.echo(words(messages)["verified_in_brief"])
    sys.stdout.flush()
    statuses = {status(result)}
    if len(found.languages) > 1 and result["broken_off"] is None:
        click.echo()
        compared = comparison.comparison(found, (found.languages[0], found.languages[1]))
        show_comparison(compared, messages, sys.stdout)
        statuses.add(comparison.status(compared))
    raise SystemExit(next((one for one in (1, 3) if one in statuses), 0))
