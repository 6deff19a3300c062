"""Verdicts on a terminal: a line for each question and its answer, then refutations in steps."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from compiler.law import Law
from verify.obligations.opened import opened
from wortlaut.jobs import TEXT, is_automatic
from wortlaut.render.accepted import show_accepted, show_stale
from wortlaut.render.console import console
from wortlaut.render.details import say_detail
from wortlaut.render.folding import folded
from wortlaut.render.sizes import say_all_sizes, say_sizes
from wortlaut.render.witness import tell_witness
from wortlaut.render.words import words
from wortlaut.why import say_why

_SUPPLEMENT = "supplement "
_STYLES = {"proved": "good", "refuted": "bad", "unknown": "open", "unsupported": "open"}


def show_verdicts(law: Law, result: dict[str, Any], language: str, stream: TextIO) -> None:
    """The verdicts of :func:`wortlaut.verification.verdicts`, in words of ``language``."""
    out = console(stream)
    say = words(language)
    sentences = {}
    for code in result["languages"]:
        for one in law.properties(code):
            sentences[one.id] = law.told(one.id, one.sentence, language)
    for code in result["languages"]:
        mine = [one for one in result["obligations"] if one["language"] == code]
        stated = [one for one in mine if not is_automatic(one["id"])]
        of_rules = [one for one in mine if is_automatic(one["id"]) and not one["text_alone"]]
        of_text = [one for one in mine if one["text_alone"]]
        for heading, part, summed_up in (
            ("verdicts", stated, False),
            ("of_every_law", of_rules, True),
            ("of_the_text_alone", of_text, True),
        ):
            if part:
                out.print(
                    _table(law, f"{law.name} · {code} · {say[heading]}", part, say, summed_up)
                )
                out.print()
        if assumed := assumptions(mine, say):
            out.print(f"[quiet]{escape(assumed)}[/quiet]")
        told: set[str] = set()
        for one in mine:
            id = one["id"].removeprefix(TEXT)
            if one["witness"] is not None and one["accepted"] is None and id not in told:
                told.add(id)  # the smallest sizes come first, and say enough
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
    if result["explored"] is not None:
        out.print(say["explored"].format(explored=result["explored"]))
    if result["broken_off"] is not None:
        out.print(f"[open]{say['broken_off']}[/open]: {escape(say_why(result['broken_off'], say))}")


def _accepted(obligations: list[dict[str, Any]]) -> dict[str, str]:
    """The reason for each id that is accepted; where sizes have reasons of their own, all."""
    reasons: dict[str, dict[str, None]] = {}
    for one in obligations:
        if one["accepted"] is not None:
            reasons.setdefault(one["id"], {})[one["accepted"]] = None
    return {id: "; ".join(given) for id, given in reasons.items()}


def _table(
    law: Law, title: str, obligations: list[dict[str, Any]], say: dict[str, str], summed_up: bool
) -> Table:
    """A line for what was asked, the sizes with one answer together.

    ``summed_up``: what is proved gets one line for each kind.
    """
    table = Table(
        title=escape(title), title_justify="left", box=None, pad_edge=False, padding=(0, 1)
    )
    for heading in ("asked", "for", "verdict", "how", "rests_on"):
        table.add_column(say[heading], no_wrap=heading in ("asked", "verdict"))
    proved = [one for one in obligations if one["verdict"] == "proved" and not one["vacuous"]]
    shown = [one for one in obligations if one not in proved] if summed_up else obligations
    for same in alike(shown, answer):
        table.add_row(*_cells(law, same, say))
    if summed_up:
        for same in alike(proved, lambda one: one["kind"]):
            table.add_row(*_summed_up(law, same, say))
    return table


def alike(
    obligations: list[dict[str, Any]], key: Callable[[dict[str, Any]], Hashable]
) -> list[list[dict[str, Any]]]:
    """Those of one ``key`` together, in order."""
    found: dict[Hashable, list[dict[str, Any]]] = {}
    for one in obligations:
        found.setdefault(key(one), []).append(one)
    return list(found.values())


def answer(one: dict[str, Any]) -> Hashable:
    """What sizes have in common that are shown together."""
    readings = tuple(sorted(one.get("readings", {}).items()))
    rests = tuple(one["articles"]) if one["verdict"] in ("proved", "refuted") else one["detail"]
    return (
        one["id"],
        readings,
        one["verdict"],
        one["method"],
        one["vacuous"],
        one["accepted"],
        one["every_step"],
        rests,
    )


def _cells(law: Law, same: list[dict[str, Any]], say: dict[str, str]) -> tuple[str, ...]:
    one = same[0]
    verdict = say[one["verdict"]]
    style = _STYLES[one["verdict"]]
    if one["vacuous"]:
        verdict, style = f"{verdict} ({say['vacuous']})", "open"
    if one["accepted"] is not None:
        verdict, style = f"{verdict} ({say['is_accepted']})", "quiet"
    rests = ", ".join(one["articles"]) or _rests(one)
    if one["every_step"]:
        rests = say["every_step"].format(articles=rests)
    if one["vacuous"] or one["verdict"] in ("unknown", "unsupported"):
        rests = say_detail(one["detail"], law, one["language"], say)
    elif one["verdict"] == "refuted" and one["witness"] is None:
        rests = f"{rests}: {say_detail(one['detail'], law, one['language'], say)}"
    return (
        one["id"],
        sizes_of(law, same),
        f"[{style}]{verdict}[/{style}]",
        say_method(one, say),
        escape(rests),
    )


def _summed_up(law: Law, same: list[dict[str, Any]], say: dict[str, str]) -> tuple[str, ...]:
    """One line for all that is proved of a kind: at which places there was something to prove."""
    methods = dict.fromkeys(say_method(one, say) for one in same)
    places = dict.fromkeys(one["id"].removeprefix(TEXT).partition(".")[2] for one in same)
    style = _STYLES["proved"]
    return (
        f"{same[0]['kind']}.*",
        sizes_of(law, same),
        f"[{style}]{say['proved']}[/{style}]",
        ", ".join(methods),
        escape(say["at_places"].format(places=", ".join(places))),
    )


def sizes_of(law: Law, same: list[dict[str, Any]]) -> str:
    """The sizes of ``same``, and no others, in the words of the version."""
    return say_all_sizes(law, (one["scope"] for one in same), same[0]["language"])


def say_method(one: dict[str, Any], say: dict[str, str]) -> str:
    """How a verdict was found, in words."""
    methods = str(one["method"]).split(", ")
    return ", ".join(say.get(f"method_{method}", method) for method in methods)


def _rests(one: dict[str, Any]) -> str:
    return ", ".join(a for a in one["assumptions"] if not is_general(a))


def is_general(assumption: str) -> bool:
    """Whether it is assumed throughout, and not only for one verdict."""
    return assumption.startswith(("supplement ", "glossary ", "reading "))


def assumptions(mine: Iterable[Mapping[str, Any]], say: Mapping[str, str]) -> str:
    """What all verdicts take for granted, beside the readings; empty if nothing."""
    general = dict.fromkeys(
        assumption
        for one in mine
        for assumption in one["assumptions"]
        if is_general(assumption) and not assumption.startswith("reading ")
    )
    named = [one.removeprefix(_SUPPLEMENT) for one in general if one.startswith(_SUPPLEMENT)]
    told = [one for one in general if not one.startswith(_SUPPLEMENT)]
    if named:
        told.insert(0, say["assuming_supplements"].format(named=", ".join(named)))
    return f"{say['assuming']}: {'; '.join(told)}" if told else ""


def _show_witness(
    law: Law, result: dict[str, Any], one: dict[str, Any], language: str, out: Console
) -> None:
    say = words(language)
    witness = one["witness"]
    sizes = say_sizes(law, one["scope"], one["language"])
    scope = f" ({sizes})" if sizes else ""
    start = say["from_start"] if witness["from_start"] else say["from_state"]
    out.print()
    # What is possible is proved by an example, not refuted by a witness.
    style, word = ("good", "example") if one["verdict"] == "proved" else ("bad", "witness")
    out.print(f"[{style}]{one['id']}[/{style}]{escape(scope)}: {say[word]}, {start}")
    readings = {**readings_of(one), **witness.get("reading", {})}
    supplements = () if one["text_alone"] else result["supplements"]
    rules = law.rules(one["language"], readings, supplements)
    if one["kind"] == "open_choice":
        rules = opened(rules)
    lines: list[Text] = []
    tell_witness(law, rules, witness, language, lines.append)
    for line in folded(lines, say):
        out.print(line, soft_wrap=True)


def readings_of(one: dict[str, Any]) -> dict[str, str]:
    """The readings that a verdict was found under, from its assumptions."""
    prefix = "reading "
    stated = (a.removeprefix(prefix) for a in one["assumptions"] if a.startswith(prefix))
    return dict(assumption.split("=", 1) for assumption in stated)
