"""``wortlaut explain``: one place of a law, with all that has to do with it."""

import sys
from collections.abc import Mapping

import click

from compiler.law import Law
from wortlaut.json_lines import json_line
from wortlaut.options import (
    amend_option,
    fail,
    format_option,
    fresh_option,
    law_argument,
    messages_option,
    open_law,
)
from wortlaut.render.words import words


@click.command("explain")
@law_argument
@amend_option
@click.argument("place", metavar="PLACE")
@click.option(
    "--verdicts", is_flag=True, help="Also verify, and show the verdicts that rest on it."
)
@fresh_option
@format_option
@messages_option
def command(law: str, place: str, verdicts: bool, output: str, messages: str) -> None:
    """Explain PLACE of LAW: a citation in any of its languages, or a short reference (10.1).

    Shows the official text and its encoding in every version; the readings with their
    reasons, and which is in use; the supplements that fill something there; what it
    contributes to, and who uses that; who refers to it.

    Exit status: 0 shown, 2 bad input.

    \b
    Examples:
      wortlaut explain posg "Art. 10 Abs. 1"
      wortlaut explain posg "art. 8 al. 2" --messages fr
      wortlaut explain posg 8 --verdicts
    """
    from wortlaut.explanation import explanation, find_place, rests_on

    found = open_law(law, messages)
    ref = find_place(found, place)
    if ref is None:
        raise fail(_no_place(found, place, words(messages)))
    result = explanation(found, ref)
    if verdicts:
        from wortlaut.jobs import Request
        from wortlaut.verification import verdicts as every_verdict
        from wortlaut.workers import processors

        every = every_verdict(found, Request(found.languages, workers=processors(), brief=True))
        result["verdicts"] = rests_on(every["obligations"], found, ref)
    if output == "json":
        click.echo(json_line(result))
    else:
        from wortlaut.render.explanation import show_explanation

        show_explanation(found, result, messages, sys.stdout)


def _no_place(law: Law, asked: str, say: Mapping[str, str]) -> str:
    """That there is no such place, and which one may be meant."""
    from wortlaut.explanation import similar, where_given

    where, near = "; ".join(where_given(law, asked)), "; ".join(similar(law, asked))
    if where:
        return say["explain_word"].format(word=asked, where=where)
    if near:
        return say["explain_similar"].format(place=asked, similar=near)
    deepest = max(law.citations, key=lambda ref: ref.count("."))
    cited = " / ".join(dict.fromkeys(law.citations[deepest].values()))
    return say["explain_nowhere"].format(place=asked, cited=cited, short=deepest)
