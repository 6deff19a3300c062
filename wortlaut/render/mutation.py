"""Mutants on a terminal: the sums of each version, then every change that nothing notices."""

from collections.abc import Sequence
from typing import Any, TextIO

from rich.console import Console
from rich.text import Text

from wortlaut.render.accepted import show_stale
from wortlaut.render.console import console
from wortlaut.render.words import words
from wortlaut.why import say_why

_STYLES = {"survived": "bad", "undecided": "open", "equal": "quiet"}


def show_mutation(result: dict[str, Any], language: str, stream: TextIO) -> None:
    """The result of :func:`wortlaut.mutation.mutation`, in words of ``language``."""
    out = console(stream)
    say = words(language)
    for version in result["versions"]:
        mine = [one for one in result["mutants"] if one["language"] == version["language"]]
        title = f"{result['law']} · {version['language']} · {say['mutants']}"
        out.print(Text(title, "italic"), soft_wrap=True)
        if version["tried"] < version["mutants"]:
            out.print(say["mutants_drawn"].format(**version))
        _sums(mine, version, say, out)
        for title in version["cases_failed"]:
            out.print(Text(say["mutants_case_failed"].format(title=title), "bad"), soft_wrap=True)
        for outcome, style in _STYLES.items():
            _listed([one for one in mine if one["outcome"] == outcome], outcome, style, say, out)
        out.print()
    if not result["verifier"]:
        out.print(Text(say["mutants_quick"], "quiet"), soft_wrap=True)
    show_stale(result["stale"], say, out)
    if result["broken_off"] is not None:
        out.print(
            Text.assemble((say["broken_off"], "open"), f": {say_why(result['broken_off'], say)}")
        )


def _sums(
    mine: Sequence[dict[str, Any]], version: dict[str, Any], say: dict[str, str], out: Console
) -> None:
    by = {name: sum(one["by"] == name for one in mine) for name in ("case", "game", "obligation")}
    counts = {
        outcome: sum(one["outcome"] == outcome for one in mine)
        for outcome in ("killed", "equal", "survived", "undecided")
    }
    rules = counts["killed"] - sum(by.values())
    accepted = sum(one["accepted"] is not None for one in mine)
    line = say["mutants_sums"].format(all=len(mine), **counts, accepted=accepted)
    out.print(Text(line), soft_wrap=True)
    out.print(Text(say["mutants_noticed_by"].format(**by, rules=rules), "quiet"), soft_wrap=True)


def _listed(
    mine: Sequence[dict[str, Any]], outcome: str, style: str, say: dict[str, str], out: Console
) -> None:
    if mine:
        out.print(Text(f"{say[f'mutants_{outcome}']}:", style))
    for one in mine:
        line = Text.assemble("  ", (one["id"], "place"), f" ({one['citation']}")
        if one["supplement"] is not None:
            line.append(f", {say['mutants_supplement'].format(id=one['supplement'])}")
        line.append(f") {one['before']}")
        line.append(" → ", style)
        line.append(one["after"])
        out.print(line, soft_wrap=True)
        for more in (one["detail"], one["accepted"] and f"{say['is_accepted']}: {one['accepted']}"):
            if more:
                out.print(Text(f"    {more}", "quiet"), soft_wrap=True)
