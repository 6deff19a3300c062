"""``wortlaut mutate``: changes the rules one by one and reports which changes nothing notices."""

import sys

import click

from compiler.law import Refused
from verify.mutation.changes import KINDS
from wortlaut.json_lines import json_line
from wortlaut.mutation import MutationRequest, mutation, mutation_status
from wortlaut.options import (
    SECONDS,
    amend_option,
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
    seed_option,
)


@click.command("mutate")
@law_argument
@amend_option
@only_language_option
@reading_option
@click.option(
    "--only",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    metavar="KIND",
    help=f"Only changes of this kind (repeatable): {', '.join(KINDS)}.",
)
@click.option("--change", "ids", multiple=True, metavar="ID", help="Only this change (repeatable).")
@click.option(
    "--limit",
    "most",
    type=click.IntRange(min=1),
    metavar="N",
    help="Try at most N changes of each version, drawn at random with --seed.",
)
@seed_option
@click.option(
    "--timeout",
    type=SECONDS,
    default=120.0,
    show_default=True,
    metavar="S",
    help="Seconds that a single change may take.",
)
@click.option(
    "--total",
    type=SECONDS,
    metavar="S",
    help="Seconds that all changes may take together; those left then are not tried.",
)
@click.option("--quick", is_flag=True, help="Worked cases and random games only, no verifier.")
@fresh_option
@format_option
@messages_option
def command(
    law: str,
    language: str | None,
    readings: tuple[str, ...],
    kinds: tuple[str, ...],
    ids: tuple[str, ...],
    most: int | None,
    seed: int,
    timeout: float,
    total: float | None,
    quick: bool,
    output: str,
    messages: str,
) -> None:
    """Change the rules of LAW one by one, and report the changes that nothing notices.

    A change is noticed by a worked case that fails, by a game that breaks off where
    the law's own do not, or by a property or automatic obligation that is refuted.
    A change that nothing notices is a rule that nobody checks: add a case or a
    property, or explain it in accepted.toml.

    Exit status: 0 every change is noticed, means the same, or is accepted,
    1 some are not noticed, or accepted but noticed after all, 2 bad input,
    3 only undecided ones remain.

    \b
    Examples:
      wortlaut mutate posg --language de --quick
      wortlaut mutate posg --only drop_guard --limit 20 --seed 1
    """
    found = open_law(law, messages)
    request = MutationRequest(
        languages=found.languages if language is None else (chosen_language(found, language),),
        readings=chosen_readings(readings),
        kinds=tuple(kind for kind in KINDS if kind in kinds),
        ids=ids,
        most=most,
        seed=seed,
        seconds=timeout,
        total=total,
        quick=quick,
    )
    try:
        result = mutation(found, request)
    except Refused as refused:
        raise refuse(refused, messages) from None
    if ids and not result["mutants"] and result["broken_off"] is None:
        raise fail(said("fail_no_change", known=", ".join(ids)))
    if output == "json":
        click.echo(json_line(result))
    else:
        from wortlaut.render.mutation import show_mutation

        show_mutation(result, messages, sys.stdout)
    raise SystemExit(mutation_status(result))
