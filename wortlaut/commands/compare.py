"""``wortlaut compare``: whether the language versions of a law say the same."""

import json
import sys
from typing import Any

import click

from compiler.law import Law
from wortlaut.comparison import as_json, comparison, status
from wortlaut.options import (
    chosen_language,
    fail,
    format_with,
    law_argument,
    messages_option,
    open_law,
)


@click.command("compare")
@law_argument
@click.option(
    "--language",
    "chosen",
    multiple=True,
    metavar="L",
    help="A version to compare; give it twice (default: the first two).",
)
@format_with("sarif")
@messages_option
def command(law: str, chosen: tuple[str, ...], output: str, messages: str) -> None:
    """Compare two language versions of LAW, paragraph by paragraph.

    For each paragraph: whether the two encodings permit the same, proved for
    every size the law allows, under the readings in use and under every pair of
    readings; a case in which they differ, replayed; and what the wordings show.

    What the law's accepted.toml accepts is marked and not counted.

    Exit status: 0 no difference that is not accepted, 1 differences, or something
    accepted that is no longer found, 3 only unknowns.
    """
    found = open_law(law, messages)
    languages = _languages(found, chosen)
    if languages is None:
        _nothing(found, output, messages)
        raise SystemExit(0)
    judged = comparison(found, languages)
    if output == "json":
        click.echo(json.dumps(as_json(judged), ensure_ascii=False))
    elif output == "sarif":
        from wortlaut.formats.findings import of_comparison
        from wortlaut.formats.sarif import sarif

        log = sarif("compare", found.name, of_comparison(found, judged, messages))
        click.echo(json.dumps(log, ensure_ascii=False))
    else:
        from wortlaut.render.comparison import show_comparison

        show_comparison(judged, messages, sys.stdout)
    raise SystemExit(status(judged))


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
        empty: dict[str, Any] = {"paragraphs": [], "consequence": [], "stale": []}
        click.echo(json.dumps({"law": law.name, "languages": list(law.languages), **empty}))
    elif output == "sarif":
        from wortlaut.formats.sarif import sarif

        click.echo(json.dumps(sarif("compare", law.name, ())))
    else:
        say = words(messages)
        click.echo(say["nothing_to_compare"].format(language=law.languages[0]))
