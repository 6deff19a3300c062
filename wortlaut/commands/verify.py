"""``wortlaut verify``: proves or refutes what a law promises, in each of its versions."""

import itertools
import json
import math
import sys
from collections.abc import Iterator, Mapping
from typing import Any

import click

from compiler.law import Law, Refused
from wortlaut.options import (
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
)

_MOST_COMBINATIONS = 5_000


@click.command("verify")
@law_argument
@click.option("--language", metavar="L", help="Only this language version (default: all).")
@rule_options
@click.option("--all-readings", is_flag=True, help="Under every combination of readings.")
@click.option("--property", "wanted", multiple=True, metavar="ID", help="Only this property.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0.01, max=1_000_000),
    default=60.0,
    show_default=True,
    metavar="S",
    help="Seconds that a single question to the solver may take.",
)
@format_option
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
    output: str,
    messages: str,
) -> None:
    """Prove or refute what LAW promises, for every size it allows.

    A verdict is proved, refuted (with a witness that was replayed), unknown or
    unsupported. Exit status: 0 all proved, 1 something refuted or proved of
    nothing that can happen, 3 only unknowns remain.
    """
    if math.isnan(timeout):
        raise fail("--timeout takes a number of seconds, not nan.")
    found = open_law(law, messages)
    languages = found.languages if language is None else (chosen_language(found, language),)
    try:
        result = verdicts(
            found,
            languages,
            chosen_readings(readings),
            chosen_supplements(no_supplements, supplements),
            wanted,
            timeout,
            all_readings=all_readings,
        )
    except Refused as refused:
        raise refuse(refused, messages) from None
    if output == "json":
        click.echo(json.dumps(result, ensure_ascii=False))
    else:
        from wortlaut.render.verdicts import show_verdicts

        show_verdicts(found, result, messages, sys.stdout)
    raise SystemExit(status(result["obligations"]))


def verdicts(
    law: Law,
    languages: tuple[str, ...],
    readings: Mapping[str, str],
    supplements: tuple[str, ...] | None,
    wanted: tuple[str, ...] = (),
    timeout: float = 60.0,
    *,
    all_readings: bool = False,
) -> dict[str, Any]:
    """The verdicts as the contract's JSON. Raises ``Refused``."""
    from verify.limits import Limit
    from verify.verdicts import verify
    from wortlaut.render.progress import Progress

    obligations = []
    used: dict[str, str] = {}
    with Progress() as progress:
        for code in languages:
            for combination in _combinations(law, code, readings, all_readings):
                rules = law.rules(code, combination, supplements)
                used.update(rules.readings)
                properties = law.properties(code, combination)
                _check_wanted(wanted, [one.id for one in properties])
                chosen = [one for one in properties if not wanted or one.id in wanted]
                for obligation in verify(
                    rules,
                    chosen,
                    limit=Limit(seconds=timeout),
                    progress=lambda one: progress.step(f"{one.language} {one.id} {one.verdict}"),
                ):
                    entry = obligation.model_dump(mode="json")
                    entry["assumptions"] += [
                        *(f"reading {point}={name}" for point, name in rules.readings.items()),
                        *_relations(law, code),
                    ]
                    if all_readings:
                        entry["readings"] = rules.readings
                    obligations.append(entry)
    return {
        "law": law.name,
        "languages": list(languages),
        "readings": dict(sorted(used.items())) if not all_readings else {},
        "supplements": [
            supplement.name.text
            for supplement in law.supplements
            if supplements is None or supplement.name.text in supplements
        ],
        "law_hash": law.hash,
        "obligations": obligations,
    }


def status(obligations: list[dict[str, Any]]) -> int:
    """The exit status that a list of verdicts deserves."""
    if any(one["verdict"] == "refuted" or one["vacuous"] for one in obligations):
        return 1
    if any(one["verdict"] in ("unknown", "unsupported") for one in obligations):
        return 3
    return 0


def _combinations(
    law: Law, language: str, readings: Mapping[str, str], every: bool
) -> Iterator[dict[str, str]]:
    """The readings in use, or every combination that agrees with ``readings``."""
    law.choose_readings(language, readings)
    if not every:
        yield dict(readings)
        return
    points = law.versions[language].points
    names = [
        (readings[point.id],) if point.id in readings else point.names for point in points.values()
    ]
    combinations = list(itertools.product(*names))
    if len(combinations) > _MOST_COMBINATIONS:
        raise fail(
            f"{len(combinations)} combinations of readings are too many; "
            "fix some points with --reading."
        )
    for combination in combinations:
        yield dict(zip(points, combination, strict=True))


def _check_wanted(wanted: tuple[str, ...], known: list[str]) -> None:
    for one in wanted:
        if one not in known:
            raise fail(
                f"The law states no property {one!r}; it states: {', '.join(known) or 'none'}."
            )


def _relations(law: Law, language: str) -> list[str]:
    """Glossary relations that are not exact, as assumptions."""
    return [
        f"glossary {concept}: {relation}"
        for concept, relation in law.glossary.relations(language).items()
    ]
