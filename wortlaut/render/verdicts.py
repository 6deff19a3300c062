"""Verdicts on a terminal: a line for each property and size, then the refutations in steps."""

from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from compiler.law import Law
from wortlaut.render.accepted import show_accepted, show_stale
from wortlaut.render.console import console
from wortlaut.render.witness import tell_witness
from wortlaut.render.words import words

_STYLES = {"proved": "good", "refuted": "bad", "unknown": "open", "unsupported": "open"}


def show_verdicts(law: Law, result: dict[str, Any], language: str, stream: TextIO) -> None:
    """The verdicts of :func:`wortlaut.verification.verdicts`, in words of ``language``."""
    out = console(stream)
    say = words(language)
    sentences = {}
    for code in result["languages"]:
        for one in law.properties(code):
            sentences[one.id] = one.sentence
    for code in result["languages"]:
        mine = [one for one in result["obligations"] if one["language"] == code]
        table = Table(
            title=escape(f"{law.name} · {code} · {say['verdicts']}"),
            title_justify="left",
            box=None,
            pad_edge=False,
            padding=(0, 1),
        )
        for heading in ("property", "for", "verdict", "how", "rests_on"):
            table.add_column(say[heading], no_wrap=heading != "rests_on")
        for one in mine:
            table.add_row(*_cells(one, say))
        out.print(table)
        _say_assumptions(mine, say, out)
        told: set[str] = set()
        for one in mine:
            if one["witness"] is not None and one["accepted"] is None and one["id"] not in told:
                told.add(one["id"])  # the smallest sizes come first, and say enough
                _show_witness(law, result, one, language, out)
        show_accepted(_accepted(mine), say, out)
        out.print()
    for name, sentence in sentences.items():
        if any(one["id"] == name for one in result["obligations"]):
            out.print(f"[place]{name}[/place]: {escape(sentence)}")
    readings = ", ".join(f"{point}={name}" for point, name in result["readings"].items())
    if readings:
        out.print(f"[quiet]{say['used_readings']}: {readings}[/quiet]")
    if not result["obligations"]:
        out.print(say["no_properties"])
    show_stale(result["stale"], say, out)
    if result["cross_check"] is not None:
        out.print(say["cross_checked"].format(**result["cross_check"]))
    if result["broken_off"] is not None:
        out.print(f"[open]{say['broken_off']}[/open]: {escape(result['broken_off'])}")


def _accepted(obligations: list[dict[str, Any]]) -> dict[str, str]:
    """The reason for each id that is accepted; where sizes have reasons of their own, all."""
    reasons: dict[str, dict[str, None]] = {}
    for one in obligations:
        if one["accepted"] is not None:
            reasons.setdefault(one["id"], {})[one["accepted"]] = None
    return {id: "; ".join(given) for id, given in reasons.items()}


def _cells(one: dict[str, Any], say: dict[str, str]) -> tuple[str, ...]:
    scope = ", ".join(f"{name} {size}" for name, size in one["scope"].items())
    verdict = say[one["verdict"]]
    style = _STYLES[one["verdict"]]
    if one["vacuous"]:
        verdict, style = f"{verdict} ({say['vacuous']})", "open"
    if one["accepted"] is not None:
        verdict, style = f"{verdict} ({say['is_accepted']})", "quiet"
    rests = ", ".join(one["articles"]) or _rests(one)
    if one["vacuous"] or one["verdict"] in ("unknown", "unsupported"):
        rests = one["detail"]
    return one["id"], scope, f"[{style}]{verdict}[/{style}]", say_method(one, say), escape(rests)


def say_method(one: dict[str, Any], say: dict[str, str]) -> str:
    """How a verdict was found, in words."""
    return say.get(f"method_{one['method']}", str(one["method"]))


def _rests(one: dict[str, Any]) -> str:
    return ", ".join(a for a in one["assumptions"] if not _is_general(a))


def _is_general(assumption: str) -> bool:
    return assumption.startswith(("supplement ", "glossary ", "reading "))


def _say_assumptions(mine: list[dict[str, Any]], say: dict[str, str], out: Console) -> None:
    general = dict.fromkeys(
        assumption
        for one in mine
        for assumption in one["assumptions"]
        if _is_general(assumption) and not assumption.startswith("reading ")
    )
    if general:
        out.print(f"[quiet]{say['assuming']}: {escape(', '.join(general))}[/quiet]")


def _show_witness(
    law: Law, result: dict[str, Any], one: dict[str, Any], language: str, out: Console
) -> None:
    say = words(language)
    witness = one["witness"]
    scope = ", ".join(f"{name} {size}" for name, size in one["scope"].items())
    start = say["from_start"] if witness["from_start"] else say["from_state"]
    out.print()
    # What is possible is proved by an example, not refuted by a witness.
    style, word = ("good", "example") if one["verdict"] == "proved" else ("bad", "witness")
    out.print(f"[{style}]{one['id']}[/{style}] ({scope}): {say[word]}, {start}")
    readings = {**readings_of(one), **witness.get("reading", {})}
    rules = law.rules(one["language"], readings, result["supplements"])
    tell_witness(law, rules, witness, language, lambda line: out.print(line, soft_wrap=True))


def readings_of(one: dict[str, Any]) -> dict[str, str]:
    """The readings that a verdict was found under, from its assumptions."""
    prefix = "reading "
    stated = (a.removeprefix(prefix) for a in one["assumptions"] if a.startswith(prefix))
    return dict(assumption.split("=", 1) for assumption in stated)
