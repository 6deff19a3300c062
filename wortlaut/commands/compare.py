"""``wortlaut compare``: whether the language versions of a law say the same."""

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from compiler.law import Law
from wortlaut.options import (
    chosen_language,
    fail,
    format_option,
    law_argument,
    messages_option,
    open_law,
)

if TYPE_CHECKING:
    from verify.compare.table import ComparisonTable, Row


@click.command("compare")
@law_argument
@click.option(
    "--language",
    "chosen",
    multiple=True,
    metavar="L",
    help="A version to compare; give it twice (default: the first two).",
)
@format_option
@messages_option
def command(law: str, chosen: tuple[str, ...], output: str, messages: str) -> None:
    """Compare two language versions of LAW, paragraph by paragraph.

    For each paragraph: whether the two encodings permit the same, proved for
    every size the law allows, under the readings in use and under every pair of
    readings; a case in which they differ, replayed; and what the wordings show.

    Exit status: 0 no difference, 1 differences, 3 only unknowns.
    """
    found = open_law(law, messages)
    languages = _languages(found, chosen)
    if languages is None:
        _nothing(found, output, messages)
        raise SystemExit(0)
    table = comparison(found, languages)
    if output == "json":
        click.echo(json.dumps(as_json(table), ensure_ascii=False))
    else:
        from wortlaut.render.comparison import show_comparison

        show_comparison(table, messages, sys.stdout)
    raise SystemExit(status(table))


def comparison(law: Law, languages: tuple[str, str]) -> "ComparisonTable":
    """The comparison of two versions, with progress on standard error."""
    from verify.compare.table import compare_versions
    from wortlaut.render.progress import Progress

    with Progress() as progress:
        return compare_versions(
            law.name, law, languages, lambda row: progress.step(row.citations[0] or row.ref)
        )


def status(table: "ComparisonTable") -> int:
    """The exit status that a comparison deserves."""
    relations = {row.comparison.relation for row in table.rows}
    quiet = {"equal", "not_encoded", "unknown", "unsupported"}
    if relations - quiet or table.titles or any(row.wording for row in table.rows):
        return 1
    return 3 if relations & {"unknown", "unsupported"} else 0


def as_json(table: "ComparisonTable") -> dict[str, Any]:
    """The comparison as the contract's JSON."""
    first, second = table.languages
    return {
        "law": table.law,
        "languages": [first, second],
        "scope": list(table.scope),
        "titles": [
            {"kind": one.kind, first: one.first, second: one.second, "note": one.note}
            for one in table.titles
        ],
        "paragraphs": [_row(row, first, second) for row in table.rows],
        "consequence": [],
    }


def _row(row: "Row", first: str, second: str) -> dict[str, Any]:
    comparison = row.comparison
    return {
        "ref": row.ref,
        "citations": {first: row.citations[0], second: row.citations[1]},
        "relation": relation_name(comparison.relation, first, second),
        "readings": {
            first: [pair.first for point in row.points for pair in _firsts(point)],
            second: [pair.second for point in row.points for pair in _seconds(point)],
        },
        "in_use": {first: row.readings[0], second: row.readings[1]},
        "common_readings": [list(pair) for point in row.points for pair in point.common],
        "points": [
            {
                "point": point.point,
                "pairs": [
                    {
                        first: pair.first,
                        second: pair.second,
                        "relation": relation_name(pair.comparison.relation, first, second),
                        "differences": _differences(pair.comparison.differences, first, second),
                    }
                    for pair in point.pairs
                ],
            }
            for point in row.points
        ],
        "differences": _differences(comparison.differences, first, second),
        "witness": next(
            (one.witness for one in comparison.differences if one.witness is not None), None
        ),
        "moved": [{"concept": name, "where": where} for name, where in comparison.moved],
        "detail": comparison.detail,
        "wording": [
            {"kind": one.kind, first: one.first, second: one.second, "note": one.note}
            for one in row.wording
        ],
    }


def relation_name(relation: str, first: str, second: str) -> str:
    """A relation with the languages in its name: ``de_narrower``."""
    return relation.replace("first", first).replace("second", second)


def _differences(differences: Any, first: str, second: str) -> list[dict[str, Any]]:
    return [
        {
            "aspect": one.aspect,
            "subject": one.subject,
            "relation": relation_name(one.relation, first, second),
            first: one.first,
            second: one.second,
            "witness": one.witness,
        }
        for one in differences
    ]


def _firsts(point: Any) -> list[Any]:
    """One pair for each reading of the first version."""
    return list({pair.first: pair for pair in point.pairs if pair.first is not None}.values())


def _seconds(point: Any) -> list[Any]:
    return list({pair.second: pair for pair in point.pairs if pair.second is not None}.values())


def _languages(law: Law, chosen: tuple[str, ...]) -> tuple[str, str] | None:
    """The two versions to compare; None where the law has only one."""
    if not chosen:
        if len(law.languages) < 2:
            return None
        return law.languages[0], law.languages[1]
    if len(chosen) != 2 or chosen[0] == chosen[1]:
        raise fail("--language is given twice, with two different versions.")
    return chosen_language(law, chosen[0]), chosen_language(law, chosen[1])


def _nothing(law: Law, output: str, messages: str) -> None:
    from wortlaut.render.words import words

    if output == "json":
        empty: dict[str, Any] = {"paragraphs": [], "consequence": []}
        click.echo(json.dumps({"law": law.name, "languages": list(law.languages), **empty}))
    else:
        say = words(messages)
        click.echo(say["nothing_to_compare"].format(language=law.languages[0]))
