"""``wortlaut compile``: the rule set of a law as a program of its own, or as data."""

import shlex
from pathlib import Path

import click

from compiler.engine.data import header, json_engine
from compiler.engine.python import Unwritable, compiled_flows, python_engine
from compiler.law import Law
from runtime.ruleset.ruleset import RuleSet
from wortlaut import __version__
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    chosen_flow,
    chosen_language,
    chosen_rules,
    fail,
    format_option,
    language_option,
    law_argument,
    messages_option,
    open_law,
    rule_options,
    said,
)


@click.command("compile")
@law_argument
@amend_option
@click.option(
    "--target",
    type=click.Choice(["python", "json"]),
    required=True,
    help="An engine in Python, or the rule set as JSON.",
)
@click.option("-o", "--output", "file", required=True, metavar="FILE", help="The file to write.")
@click.option(
    "--flow",
    "flows",
    multiple=True,
    metavar="FLOW",
    help="Python: a flow that the engine plays (repeatable; default: those that nothing runs).",
)
@language_option
@rule_options
@format_option
@messages_option
def command(
    law: str,
    target: str,
    file: str,
    flows: tuple[str, ...],
    language: str | None,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    output: str,
    messages: str,
) -> None:
    """Write the rule set of LAW as a program of its own, or as data.

    The engine is one readable Python file, typed, that needs nothing but Python: lawful
    moves, the reason why a move is unlawful, chance, traces, saved games. The data have
    a JSON Schema. Both say which law, version, readings and supplements they are of. A
    file that is there is replaced; the same law gives the same file.

    Exit status: 0 written, 2 bad input.

    \b
    Examples:
      wortlaut compile posg --target python -o engine.py
      wortlaut compile posg --target json --language fr --no-supplements -o rules.json
    """
    found = open_law(law, messages)
    version = chosen_language(found, language)
    rules = chosen_rules(found, version, readings, no_supplements, supplements, messages)
    chosen = tuple(chosen_flow(found, rules, one) for one in flows)
    if target == "python":
        asked = _command(found, rules, readings, no_supplements, supplements, chosen)
        try:
            text = python_engine(rules, command=asked, version=__version__, flows=chosen)
        except Unwritable:  # the flows asked for are there, so the law has none
            raise fail(said("fail_nothing_to_play")) from None
    else:
        text = json_engine(rules, version=__version__)
    _write(text, file)
    told = header(rules, __version__).model_dump(mode="json")
    if output == "json":
        more = {"flows": list(compiled_flows(rules, chosen))} if target == "python" else {}
        click.echo(json_line({"file": file, "target": target, **told, **more}))
    else:
        click.echo(said("compile_written", file=file, law=rules.law, language=version))


def _command(
    law: Law,
    rules: RuleSet,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    flows: tuple[str, ...],
) -> str:
    """The command that writes the same engine; without paths, which are nobody else's."""
    words = ["wortlaut", "compile", law.folder.name, "--target", "python"]
    words += [word for one in law.amendments for word in ("--amend", one.name)]
    words += ["--language", rules.language]
    words += [word for one in readings for word in ("--reading", one)]
    words += ["--no-supplements"] if no_supplements else []
    words += [word for one in supplements for word in ("--supplement", one)]
    words += [word for one in flows for word in ("--flow", one)]
    return shlex.join([*words, "-o", "FILE"])


def _write(text: str, file: str) -> None:
    try:
        Path(file).write_text(text, "utf-8", newline="\n")
    except (OSError, ValueError) as problem:  # ValueError: no possible name of a file
        reason = getattr(problem, "strerror", None) or str(problem)
        raise fail(said("export_unwritable", file=file, reason=reason)) from None
