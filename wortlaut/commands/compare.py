"""``wortlaut compare``: do versions say the same, in several languages, or an old and a new?"""

import sys
from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any

import click

from compiler.law import Law, Refused
from wortlaut.commonly import common_meaning
from wortlaut.compared import Compared, of_one_law, of_two_laws
from wortlaut.comparison import (
    Judged,
    as_json,
    compared,
    several_as_json,
    status,
    with_consequences,
)
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    chosen_language,
    chosen_readings,
    fail,
    format_with,
    fresh_option,
    law_argument,
    messages_option,
    open_law,
    refuse,
    said,
)
from wortlaut.rankings import ranking
from wortlaut.workers import processors


@click.command("compare")
@law_argument
@amend_option
@click.argument("other", metavar="[OTHER]", required=False)
@click.option(
    "--language",
    "chosen",
    multiple=True,
    metavar="L",
    help="A version to compare (repeatable; default: all). With OTHER: its version of both.",
)
@click.option(
    "--reading",
    "readings",
    multiple=True,
    metavar="POINT=NAME",
    help="Read an open point in this way (repeatable).",
)
@click.option(
    "--consequences",
    "open_points",
    is_flag=True,
    help="Ask of every open point and supplement whether it can change the outcome (minutes).",
)
@click.option(
    "--common",
    "meaning",
    is_flag=True,
    help="Make the common meaning, which permits what both versions permit, and verify it.",
)
@click.option(
    "--rank-readings",
    "rank",
    is_flag=True,
    help="Say what speaks against each reading, and rank their combinations (takes minutes).",
)
@fresh_option
@format_with("sarif")
@messages_option
def command(
    law: str,
    other: str | None,
    chosen: tuple[str, ...],
    readings: tuple[str, ...],
    open_points: bool,
    meaning: bool,
    rank: bool,
    output: str,
    messages: str,
) -> None:
    """Compare the language versions of LAW, paragraph by paragraph, or LAW with OTHER.

    For each paragraph: whether the encodings permit the same, proved for every size
    the law allows, under the readings in use and under every pair of readings; a case
    in which they differ, replayed; whether that can change how play ends; and what the
    wordings show. More than two versions are compared two by two.

    OTHER is another law folder, as a newer text of the same law; compared are the
    versions in the first language that both have, or in that of --language (given
    twice: first that of LAW, then that of OTHER).

    --amend amends LAW, not OTHER; wortlaut diff says what an amendment changes.

    --rank-readings looks at every combination of readings: which paragraphs are proved
    to have no effect, which plays break off, what is left open, what only one version
    supports. The fewer of these, the likelier the reading: a help, not a ruling.

    --common makes a third rule set: where a version is narrower it decides, where they
    never agree nothing is left. It is verified for the smallest size.

    What the law's accepted.toml accepts is marked and not counted.

    Exit status: 0 no difference that is not accepted, 1 differences, or something
    accepted that is no longer found, 3 only unknowns.

    \b
    Examples:
      wortlaut compare posg
      wortlaut compare posg --reading step=rook --format json
      wortlaut compare posg --rank-readings
      wortlaut compare old new --language de
    """
    found = open_law(law, messages)
    read = chosen_readings(readings)
    try:
        if other is None:
            versions = _of_one(found, chosen, read)
        else:
            versions = _of_two((found, open_law(other, messages, ())), chosen, read)
        if len(versions) < 2:
            _nothing(found, output, messages)
            raise SystemExit(0)
        judged = [compared(pair) for pair in combinations(versions, 2)]
    except Refused as refused:
        raise refuse(refused, messages) from None
    if open_points:
        judged = [with_consequences(one) for one in judged]
    if meaning:
        judged = [replace(one, common=common_meaning(one.versions, one.table)) for one in judged]
    if rank:
        judged = [
            replace(one, ranking=ranking(one.versions, one.table, processors())) for one in judged
        ]
    _show(found, judged, output, messages)
    statuses = {status(one) for one in judged}
    raise SystemExit(next((one for one in (1, 3) if one in statuses), 0))


def _of_one(law: Law, chosen: tuple[str, ...], readings: Mapping[str, str]) -> tuple[Compared, ...]:
    """The versions of the law to compare: those chosen, or all."""
    if not chosen:
        return of_one_law(law, law.languages, readings)
    if len(chosen) < 2 or len(set(chosen)) < len(chosen):
        raise fail(said("fail_languages"))
    return of_one_law(law, [chosen_language(law, one) for one in chosen], readings)


def _of_two(
    laws: tuple[Law, Law], chosen: tuple[str, ...], readings: Mapping[str, str]
) -> tuple[Compared, ...]:
    """The versions of two laws to compare."""
    if len(chosen) > 2:
        raise fail(said("fail_two_laws"))
    if not chosen:
        common = [one for one in laws[0].languages if one in laws[1].languages]
        chosen = tuple(common[:1]) or (laws[0].languages[0], laws[1].languages[0])
    first, second = (
        chosen_language(law, one) for law, one in zip(laws, (chosen * 2)[:2], strict=True)
    )
    return of_two_laws(laws, (first, second), readings)


def _show(law: Law, judged: list[Judged], output: str, messages: str) -> None:
    if output == "json":
        result = (
            as_json(judged[0], messages) if len(judged) == 1 else several_as_json(judged, messages)
        )
        click.echo(json_line(result))
    elif output == "sarif":
        from wortlaut.formats.findings import of_comparison
        from wortlaut.formats.sarif import sarif

        findings = [one for each in judged for one in of_comparison(law, each, messages)]
        click.echo(json_line(sarif("compare", law.name, findings)))
    else:
        from wortlaut.render.comparison import show_comparison, show_summary

        for one in judged:
            show_comparison(one, messages, sys.stdout)
            if len(judged) > 1:
                click.echo()
        if len(judged) > 1:
            show_summary(judged, messages, sys.stdout)


def _nothing(law: Law, output: str, messages: str) -> None:
    from wortlaut.render.words import words

    if output == "json":
        empty: dict[str, Any] = {"paragraphs": [], "consequence": [], "stale": []}
        click.echo(json_line({"law": law.name, "languages": list(law.languages), **empty}))
    elif output == "sarif":
        from wortlaut.formats.sarif import sarif

        click.echo(json_line(sarif("compare", law.name, ())))
    else:
        say = words(messages)
        click.echo(say["nothing_to_compare"].format(language=law.languages[0]))
