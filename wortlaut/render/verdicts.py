"""Verdicts on a terminal: one line for each property and size, then each refutation step by step."""

from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from compiler.law import Law
from wortlaut.render.console import console
from wortlaut.render.words import words

_STYLES = {"proved": "good", "refuted": "bad", "unknown": "open", "unsupported": "open"}
_MOST_STEPS = 40


def show_verdicts(law: Law, result: dict[str, Any], language: str, stream: TextIO) -> None:
    """The verdicts of :func:`wortlaut.commands.verify.verdicts`, in words of ``language``."""
    out = console(stream)
    say = words(language)
    sentences = {}
    for code in result["languages"]:
        for one in law.properties(code):
            sentences[one.id] = one.sentence
    for code in result["languages"]:
        mine = [one for one in result["obligations"] if one["language"] == code]
        table = Table(
            title=f"{law.name} · {code} · {say['verdicts']}",
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
        for one in mine:
            if one["witness"] is not None:
                _show_witness(one, say, out)
        out.print()
    for name, sentence in sentences.items():
        if any(one["id"] == name for one in result["obligations"]):
            out.print(f"[place]{name}[/place]: {escape(sentence)}")
    readings = ", ".join(f"{point}={name}" for point, name in result["readings"].items())
    if readings:
        out.print(f"[quiet]{say['used_readings']}: {readings}[/quiet]")
    if not result["obligations"]:
        out.print(say["no_properties"])


def _cells(one: dict[str, Any], say: dict[str, str]) -> tuple[str, ...]:
    scope = ", ".join(f"{name} {size}" for name, size in one["scope"].items())
    verdict = say[one["verdict"]]
    style = _STYLES[one["verdict"]]
    if one["vacuous"]:
        verdict, style = f"{verdict} ({say['vacuous']})", "open"
    rests = ", ".join(one["articles"]) or _rests(one)
    if one["verdict"] in ("unknown", "unsupported"):
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


def _show_witness(one: dict[str, Any], say: dict[str, str], out: Console) -> None:
    witness = one["witness"]
    scope = ", ".join(f"{name} {size}" for name, size in one["scope"].items())
    out.print()
    start = say["from_start"] if witness["from_start"] else say["from_state"]
    out.print(f"[bad]{one['id']}[/bad] ({scope}): {say['witness']}, {start}")
    steps = [step for step in witness["steps"] if step["step"] != "let"]
    for step in steps[:_MOST_STEPS]:
        out.print(f"  [place]{escape(step['article'])}[/place] {escape(_told(step))}")
    if len(steps) > _MOST_STEPS:
        out.print(f"  … {len(steps) - _MOST_STEPS} {say['more_steps']}")


def _told(step: dict[str, Any]) -> str:
    """A step of the trace in a line of data."""
    parts = [step["step"]]
    for key, value in step.items():
        if key in ("step", "article", "citations", "ref", "supplement", "changes") or value is None:
            continue
        parts.append(f"{key}={value}")
    for change in (step.get("changes") or ())[:6]:
        where = ",".join(str(argument) for argument in change.get("arguments", ()))
        parts.append(f"{change['state']}({where}) := {change['new']}")
    if step.get("supplement"):
        parts.append(f"[+ {step['supplement']}]")
    return " ".join(str(part) for part in parts)
