"""Options that several commands share, and how a law is loaded for a command."""

import errno
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from compiler.languages import known_languages
from compiler.law import Law, Refused, load_sound
from compiler.visible import visible
from runtime.actors import acting_sets
from runtime.flows import main_flow, main_flows
from runtime.json_values import BadState, parse, value_from
from runtime.parameters import BadParameter, parameter_values
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import BadSize, sizes_left_open
from runtime.sizes import sizes as resolved_sizes
from runtime.values import Value
from wortlaut.render.words import words

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


class _Seconds(click.FloatRange):
    """A number of seconds; the range does not keep out what is no number."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        seconds: float = super().convert(value, param, ctx)
        if math.isnan(seconds):
            option = param.opts[0] if param is not None else ""
            raise fail(said("fail_nan", option=option))
        return seconds


SECONDS = _Seconds(min=0.01, max=1_000_000)
"""What a limit in time may be."""

LANGUAGES_OF_MESSAGES = ("de", "fr", "en")
"""A language of laws need not be one of them."""

messages_option = click.option(
    "--messages",
    is_eager=True,  # what is wrong with the other options is said in it
    type=click.Choice(LANGUAGES_OF_MESSAGES),
    default="en",
    show_default=True,
    help="The language of messages.",
)

language_option = click.option(
    "--language",
    metavar="L",
    help="The language version to use (default: the first).",
)

only_language_option = click.option(
    "--language", metavar="L", help="Only this language version (default: all)."
)

reading_option = click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="POINT=NAME",
    help="Read an open point in this way (repeatable).",
)

against_option = click.option(
    "--against",
    multiple=True,
    metavar="POINT=NAME",
    help="Read an open point in this way on the second side (repeatable).",
)

flow_option = click.option(
    "--flow", metavar="FLOW", help="The flow to play (default: the whole game)."
)

seed_option = click.option(
    "--seed", type=int, default=0, show_default=True, help="The seed of dice, choices and lots."
)

timeout_option = click.option(
    "--timeout",
    type=SECONDS,
    default=60.0,
    show_default=True,
    metavar="S",
    help="Seconds that a single question to the solver may take.",
)

total_option = click.option(
    "--total",
    type=SECONDS,
    metavar="S",
    help="Seconds that verifying may take in all; what is not decided then is unknown.",
)


def _keeping(context: click.Context, _: click.Parameter, fresh: bool) -> None:
    from wortlaut.kept import kept_here

    context.with_resource(kept_here(fresh=fresh))


fresh_option = click.option(
    "--fresh",
    is_flag=True,
    expose_value=False,
    callback=_keeping,
    help="Find everything anew, also what was found before and is kept.",
)
"""Of a command with it, all that :mod:`verify` finds is kept, unless it is given."""

setting_option = click.option(
    "--setting",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Give a setting of the law (one that it calls a parameter) this value (repeatable).",
)


_AMENDMENTS = "wortlaut.amendments"

amend_option = click.option(
    "--amend",
    multiple=True,
    metavar="NAME",
    expose_value=False,
    callback=lambda context, _, given: context.meta.__setitem__(_AMENDMENTS, given),
    help="Amend the law first: an amendment of it, or the path of one (repeatable, in order).",
)


def amendments() -> tuple[str, ...]:
    """The amendments that ``--amend`` asks for, in order; without a command, none."""
    context = click.get_current_context(silent=True)
    found: tuple[str, ...] = context.meta.get(_AMENDMENTS, ()) if context is not None else ()
    return found


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
        reading_option,
    ):
        command = option(command)
    return command


def size_options(command: Command) -> Command:
    """``--players`` and ``--size``: how many members the sets of the law have."""
    for option in (
        click.option(
            "--size",
            "sizes",
            multiple=True,
            metavar="SET=N",
            help="How many members a set of the law has (repeatable).",
        ),
        click.option(
            "--players", type=int, metavar="N", help="How many play (default: as few as allowed)."
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
    click.echo(visible(message), err=True)
    return click.exceptions.Exit(2)


def said(code: str, **values: object) -> str:
    """A message in the language that ``--messages`` asks for, else in English.

    Where nothing is known that could be given instead, it says so.
    """
    context = click.get_current_context(silent=True)
    asked = context.params.get("messages") if context is not None else None
    say = words(asked or "en")
    if values.get("known") == "":
        values["known"] = say["fail_none"]
    return visible(say[code].format(**values))


def open_law(name: str, messages: str, amended_by: Sequence[str] | None = None) -> Law:
    """The law, free of errors; otherwise its errors are shown and the command ends with 2.

    ``amended_by``: the amendments to make in it, those of ``--amend`` unless given. What
    they leave without effect is said on standard error.
    """
    try:
        found = load_sound(name, amendments() if amended_by is None else amended_by)
    except Refused as refused:
        raise refuse(refused, messages) from None
    if found.notes:
        from wortlaut.render.diagnostics import show_diagnostics

        show_diagnostics(found.notes, messages, sys.stderr)
    return found


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
            raise fail(said("fail_no_version", language=language, known=known))
        raise fail(said("fail_no_language", language=language, known=known))
    return language


def chosen_readings(given: tuple[str, ...], option: str = "--reading") -> dict[str, str]:
    """``POINT=NAME``, given by ``option``, as a mapping."""
    readings: dict[str, str] = {}
    for one in given:
        point, sign, name = one.partition("=")
        if not sign or not point or not name:
            raise fail(said("fail_reading_form", option=option, given=one))
        if readings.get(point, name) != name:
            raise fail(said("fail_reading_twice", point=point, first=readings[point], second=name))
        readings[point] = name
    return readings


def chosen_supplements(none: bool, only: tuple[str, ...]) -> tuple[str, ...] | None:
    """Which supplements to use; None for all of them."""
    if none and only:
        raise fail(said("fail_supplements"))
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
        raise fail(said("fail_inner_flow", flow=flow, known=known))
    raise fail(said("fail_no_flow", flow=flow, known=known))


def _with_term(rules: RuleSet, concept: str) -> str:
    term = rules.terms.get(concept, concept)
    return concept if term == concept else f"{concept} ({term})"


def flow_to_play(law: Law, rules: RuleSet, flow: str | None) -> str:
    """The flow that ``--flow`` names, else the whole game."""
    if flow is not None:
        return chosen_flow(law, rules, flow)
    wanted = main_flow(rules)
    if wanted is None and main_flows(rules):
        raise fail(said("fail_several_flows", known=", ".join(main_flows(rules))))
    if wanted is None:
        raise fail(said("fail_nothing_to_play"))
    return wanted


def chosen_sizes(
    law: Law, rules: RuleSet, players: int | None, given: tuple[str, ...]
) -> Mapping[str, int]:
    """The sizes that ``--players`` and ``--size`` ask for."""
    asked: dict[str, int] = {}
    for one in given:
        word, sign, number = one.partition("=")
        if not sign or not word or not number.isdecimal() or len(number) > 9:
            raise fail(said("fail_size_form", given=one))
        set_id = word if word in rules.sets else concept_id(law, rules.language, word)
        if asked.get(set_id, int(number)) != int(number):
            raise fail(said("fail_size_twice", given=word, first=asked[set_id], second=number))
        asked[set_id] = int(number)
    if players is not None:
        acting = acting_sets(rules) or sizes_left_open(rules)
        if not acting:
            raise fail(said("fail_nobody_plays"))
        if asked.get(acting[0], players) != players:
            raise fail(said("fail_players", players=players, set=acting[0], size=asked[acting[0]]))
        asked[acting[0]] = players
    for set_id, size in asked.items():
        _check_size(rules, set_id, size)
    try:
        return resolved_sizes(rules, asked)
    except BadSize as bad:
        raise fail(f"{bad}.") from None


def _check_size(rules: RuleSet, set_id: str, size: int) -> None:
    """Whether the law has the set, and allows it to be so large."""
    if set_id not in rules.sets:
        known = ", ".join(_with_term(rules, one) for one in rules.sets)
        raise fail(said("fail_no_set", given=set_id, known=known))
    declared = rules.sets[set_id]
    if not declared.low <= size <= declared.high:
        same = declared.low == declared.high
        allowed = str(declared.low) if same else f"{declared.low}–{declared.high}"
        name = _with_term(rules, set_id)
        raise fail(said("fail_size", name=name, allowed=allowed, size=size))


def chosen_settings(law: Law, rules: RuleSet, given: tuple[str, ...]) -> dict[str, Value]:
    """The value of every parameter of the law, with ``--setting`` in place of the default."""
    sizes = resolved_sizes(rules)
    settings: dict[str, Value] = {}
    for one in given:
        word, sign, text = one.partition("=")
        if not sign or not word or not text:
            raise fail(said("fail_setting_form", given=one))
        name = word if word in rules.parameters else concept_id(law, rules.language, word)
        if name not in rules.parameters:
            known = ", ".join(_with_term(rules, known) for known in rules.parameters)
            known = known or said("fail_none")
            raise fail(said("fail_no_setting", given=word, known=known))
        try:
            data = parse(text)
        except BadState:
            data = concept_id(law, rules.language, text)
        try:
            settings[name] = value_from(data, rules.parameters[name].type, rules, sizes, word)
        except BadState as bad:
            raise fail(f"--setting {bad}.") from None
    for name, parameter in rules.parameters.items():
        if parameter.default is None and name not in settings:
            told = _with_term(rules, name)
            raise fail(said("fail_setting_missing", name=told, id=name))
    try:
        return parameter_values(rules, sizes, settings)
    except BadParameter as bad:
        raise fail(said("fail_parameter", reason=bad)) from None
