"""Options that several commands share, and how a law is loaded for a command."""

import errno
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from compiler.languages import known_languages
from compiler.law import Law, Refused, load_sound
from runtime.json_values import BadState, parse, value_from
from runtime.parameters import BadParameter, parameter_values
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import sizes as resolved_sizes
from runtime.values import Value

Command = TypeVar("Command", bound=Callable[..., Any])

law_argument = click.argument("law", metavar="LAW")

format_option = click.option(
    "--format",
    "output",
    type=click.Choice(["human", "json"]),
    default="human",
    show_default=True,
    help="For people, or for programs (JSON on standard output).",
)


def format_with(*more: str) -> Callable[[Command], Command]:
    """``--format`` with further formats: ``sarif`` (code scanning), ``junit`` (test reports)."""
    return click.option(
        "--format",
        "output",
        type=click.Choice(["human", "json", *more]),
        default="human",
        show_default=True,
        help="For people, or for programs (on standard output).",
    )


messages_option = click.option(
    "--messages",
    type=click.Choice(["de", "fr", "en"]),
    default="en",
    show_default=True,
    help="The language of messages.",
)

language_option = click.option(
    "--language",
    metavar="L",
    help="The language version to use (default: the first).",
)

seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed of dice, choices and lots."
)

setting_option = click.option(
    "--setting",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Give a setting of the law (one that it calls a parameter) this value (repeatable).",
)


def rule_options(command: Command) -> Command:
    """``--reading``, ``--no-supplements`` and ``--supplement``: which rule set is meant."""
    for option in (
        click.option(
            "--supplement",
            "supplements",
            multiple=True,
            metavar="ID",
            help="Use only this supplement (repeatable).",
        ),
        click.option(
            "--no-supplements",
            is_flag=True,
            help="Use the bare text: stop where it leaves something open.",
        ),
        click.option(
            "--reading",
            "readings",
            multiple=True,
            metavar="POINT=NAME",
            help="Read an open point in this way (repeatable).",
        ),
    ):
        command = option(command)
    return command


def read_bytes(path: Path) -> bytes:
    """What stands in an ordinary file. Raises ``OSError``, also for what might never end."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "not an ordinary file")
    return path.read_bytes()


def fail(message: str) -> click.exceptions.Exit:
    """Say ``message`` on standard error; the caller raises what this returns (exit status 2)."""
    click.echo(message, err=True)
    return click.exceptions.Exit(2)


def open_law(name: str, messages: str) -> Law:
    """The law, free of errors; otherwise its errors are shown and the command ends with 2."""
    try:
        return load_sound(name)
    except Refused as refused:
        raise refuse(refused, messages) from None


def refuse(refused: Refused, messages: str) -> click.exceptions.Exit:
    """Show why the input was refused; the caller raises what this returns."""
    from wortlaut.render.diagnostics import show_diagnostics

    show_diagnostics(refused.diagnostics, messages, sys.stderr)
    return click.exceptions.Exit(2)


def chosen_language(law: Law, language: str | None) -> str:
    """The version to use: the one asked for, or the first."""
    if language is None:
        return law.languages[0]
    if language not in law.languages:
        known = ", ".join(law.languages)
        if language in known_languages():
            raise fail(f"This law has no version in {language!r}; it has: {known}.")
        raise fail(f"No language {language!r}. This law has versions in: {known}.")
    return language


def chosen_readings(given: tuple[str, ...]) -> dict[str, str]:
    """``POINT=NAME`` options as a mapping."""
    readings: dict[str, str] = {}
    for one in given:
        point, sign, name = one.partition("=")
        if not sign or not point or not name:
            raise fail(f"--reading takes POINT=NAME (for example step=king), not {one!r}.")
        if readings.get(point, name) != name:
            raise fail(f"--reading gives {point!r} twice: {readings[point]!r} and {name!r}.")
        readings[point] = name
    return readings


def chosen_supplements(none: bool, only: tuple[str, ...]) -> tuple[str, ...] | None:
    """Which supplements to use; None for all of them."""
    if none and only:
        raise fail("--no-supplements and --supplement exclude each other.")
    if none:
        return ()
    return only or None


def chosen_rules(
    law: Law,
    language: str,
    readings: tuple[str, ...],
    no_supplements: bool,
    supplements: tuple[str, ...],
    messages: str,
) -> RuleSet:
    """The rule set that ``--reading``, ``--no-supplements`` and ``--supplement`` ask for."""
    wanted = chosen_supplements(no_supplements, supplements)
    try:
        return law.rules(language, chosen_readings(readings), wanted)
    except Refused as refused:
        raise refuse(refused, messages) from None


def concept_id(law: Law, language: str, word: str) -> str:
    """The concept that ``word`` stands for: itself an id, or a term or form of the version."""
    return law.glossary.words(language).get(word, word)


def chosen_flow(law: Law, rules: RuleSet, flow: str) -> str:
    """The flow that ``--flow`` names, by its id or its term; it must run by itself."""
    found = flow if flow in rules.flows else concept_id(law, rules.language, flow)
    alone = [one.id for one in rules.flows.values() if not one.parameters]
    if found in alone:
        return found
    known = ", ".join(_with_term(rules, one) for one in alone)
    if found in rules.flows:
        raise fail(f"The flow {flow!r} is part of another and does not run alone; others: {known}.")
    raise fail(f"This law has no flow {flow!r}; it has: {known}.")


def _with_term(rules: RuleSet, concept: str) -> str:
    term = rules.terms.get(concept, concept)
    return concept if term == concept else f"{concept} ({term})"


def chosen_settings(law: Law, rules: RuleSet, given: tuple[str, ...]) -> dict[str, Value]:
    """The value of every parameter of the law, with ``--setting`` in place of the default."""
    sizes = resolved_sizes(rules)
    settings: dict[str, Value] = {}
    for one in given:
        word, sign, text = one.partition("=")
        if not sign or not word or not text:
            raise fail(f"--setting takes NAME=VALUE, not {one!r}.")
        name = word if word in rules.parameters else concept_id(law, rules.language, word)
        if name not in rules.parameters:
            known = ", ".join(_with_term(rules, known) for known in rules.parameters) or "none"
            raise fail(f"This law has no setting {word!r}; it has: {known}.")
        try:
            data = parse(text)
        except BadState:
            data = concept_id(law, rules.language, text)
        try:
            settings[name] = value_from(data, rules.parameters[name].type, rules, sizes, word)
        except BadState as bad:
            raise fail(f"--setting {bad}.") from None
    try:
        return parameter_values(rules, sizes, settings)
    except BadParameter as bad:
        raise fail(f"{bad}; give it with --setting NAME=VALUE.") from None
