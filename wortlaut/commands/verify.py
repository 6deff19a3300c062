"""``wortlaut verify``: proves or refutes what a law promises, in each of its versions."""

import sys
from pathlib import Path
from typing import Any

import click

from compiler.law import Law, Refused
from wortlaut.jobs import Request
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    chosen_language,
    chosen_readings,
    chosen_supplements,
    fail,
    format_with,
    fresh_option,
    law_argument,
    messages_option,
    open_law,
    refuse,
    rule_options,
    said,
    timeout_option,
    total_option,
)
from wortlaut.verification import status, verdicts
from wortlaut.workers import processors


@click.command("verify")
@law_argument
@amend_option
@click.option("--language", metavar="L", help="Only this language version (default: all).")
@rule_options
@click.option("--all-readings", is_flag=True, help="Under every combination of readings.")
@click.option(
    "--property",
    "wanted",
    multiple=True,
    metavar="ID",
    help="Only this property, automatic obligation or kind.",
)
@timeout_option
@total_option
@click.option(
    "--smtlib",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write every question to the solver into this folder, as SMT-LIB.",
)
@click.option(
    "--cross-check",
    is_flag=True,
    help="Put every question to a second solver too (cvc5); a disagreement stops everything.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1, max=1024),
    default=None,
    metavar="N",
    help="How many processes may work at once (default: one for each processor).",
)
@click.option(
    "--explore",
    type=click.IntRange(min=1, max=1_000_000),
    metavar="N",
    help="Beside the proofs, let Hypothesis make up N plays for each flow and size.",
)
@click.option(
    "--as-test",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the refutations as a pytest file, which plays each witness again.",
)
@click.option(
    "--trace",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write each witness into this folder as an ITF trace (or the first into a .json file).",
)
@fresh_option
@format_with("sarif", "junit")
@messages_option
def command(
    law: str,
    language: str | None,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    all_readings: bool,
    wanted: tuple[str, ...],
    timeout: float,
    total: float | None,
    smtlib: Path | None,
    cross_check: bool,
    workers: int | None,
    explore: int | None,
    as_test: Path | None,
    trace: Path | None,
    output: str,
    messages: str,
) -> None:
    """Prove or refute what LAW promises, for every size it allows.

    Every law is asked, without saying so: gap, conflict, range, stuck, termination,
    unreachable, redundant, open_choice. Its properties.law states the rest.
    A verdict is proved, refuted (with a witness that was replayed), unknown or
    unsupported. What the law's accepted.toml accepts is marked and not counted.

    Exit status: 0 all proved or accepted, 1 something refuted, or proved of
    nothing that can happen, or accepted but no longer found, 3 only unknowns remain.
    Ctrl-C and --total break a run off: what was decided is shown, the rest is unknown.

    \b
    Examples:
      wortlaut verify posg
      wortlaut verify posg --language de --property distinct_squares
      wortlaut verify posg --property text:gap
      wortlaut verify posg --total 600 --as-test test_findings.py --trace runs
    """
    if smtlib is not None and smtlib.is_dir() and any(smtlib.iterdir()):
        raise fail(said("fail_not_empty", folder=smtlib))
    found = open_law(law, messages)
    languages = found.languages if language is None else (chosen_language(found, language),)
    try:
        request = Request(
            languages=languages,
            readings=chosen_readings(readings),
            supplements=chosen_supplements(no_supplements, supplements),
            wanted=wanted,
            timeout=timeout,
            all_readings=all_readings,
            total=total,
            smtlib=smtlib,
            cross_check=cross_check,
            workers=1 if smtlib or cross_check else workers or processors(),
            explore=explore or 0,
        )
        result = _verdicts(found, request)
        _write_witnesses(found, law, result, as_test, trace)
    except Refused as refused:
        raise refuse(refused, messages) from None
    if output == "json":
        click.echo(json_line(result))
    elif output == "sarif":
        from wortlaut.formats.findings import of_verdicts
        from wortlaut.formats.sarif import sarif

        log = sarif("verify", found.name, of_verdicts(found, result, messages))
        click.echo(json_line(log))
    elif output == "junit":
        from wortlaut.formats.junit import junit

        click.echo(junit(result, messages))
    else:
        from wortlaut.render.verdicts import show_verdicts

        show_verdicts(found, result, messages, sys.stdout)
    raise SystemExit(status(result))


def _write_witnesses(
    law: Law, given: str, result: dict[str, Any], as_test: Path | None, trace: Path | None
) -> None:
    """The files that ``--as-test`` and ``--trace`` ask for."""
    try:
        if as_test is not None:
            from wortlaut.formats.replays import as_test as written

            as_test.write_text(written(law, given, result, as_test), "utf-8")
        if trace is not None:
            from wortlaut.formats.traces import write_traces

            runs = write_traces(law, result, trace)
            if runs != 1 and trace.suffix == ".json":
                code = "traces_first" if runs else "traces_none"
                click.echo(said(code, runs=runs, file=trace), err=True)
    except OSError as error:
        raise fail(said("fail_witnesses", reason=error)) from None


def _verdicts(law: Law, request: Request) -> dict[str, Any]:
    """The verdicts; what stops the whole run is said in words (exit status 2)."""
    from verify.cross_check import Disagreement, Missing
    from verify.limits import SolverDefect
    from verify.replay import WitnessDefect

    try:
        return verdicts(law, request)
    except ModuleNotFoundError as missing:
        if missing.name != "hypothesis":
            raise
        raise fail(said("fail_hypothesis")) from None
    except Missing as missing:
        raise fail(said("fail_second_solver", reason=missing)) from None
    except Disagreement as found:
        folder = request.smtlib / "broken_off" if request.smtlib is not None else None
        where = said("disagreement_last", folder=folder) if folder else said("disagreement_smtlib")
        raise fail(said("fail_disagreement", reason=found, where=where)) from None
    except (SolverDefect, WitnessDefect) as defect:
        raise fail(said("fail_defect", reason=defect)) from None
    except OSError as error:
        raise fail(said("fail_unwritable", reason=error)) from None
