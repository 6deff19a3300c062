"""The explanation of a place on a terminal."""

import textwrap
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape

from compiler.languages import language as spoken_language
from compiler.law import Law
from wortlaut.render.console import console
from wortlaut.render.sizes import say_sizes
from wortlaut.render.words import words


def show_explanation(law: Law, result: dict[str, Any], language: str, stream: TextIO) -> None:
    """What :func:`wortlaut.explanation.explanation` says, in words of ``language``."""
    out = console(stream)
    say = words(language)
    kinds = spoken_language(language).kinds
    for code, version in result["versions"].items():
        out.print(f"[quiet]{escape(result['law'])} · {code}[/quiet]")
        for unit in version["units"]:
            _show_unit(unit, say, out)
        for entry in version["contributes"]:
            _show_contribution(entry, kinds, say, out)
        for how in ("wording", "encoding"):
            for one in version["referred_to_by"][how]:
                line = say[f"explain_refers_{how}"].format(**one)
                out.print(escape(line), soft_wrap=True)
        if not any(version["referred_to_by"].values()):
            out.print(say["explain_no_reference"])
        out.print()
    for one in result["supplements"]:
        fills = ", ".join(one["fills"])
        languages = ", ".join(one["languages"])
        out.print(f"[place]+ {escape(one['id'])}[/place] ({escape(fills)}; {languages})")
        _indented(law.told(one["id"], one["reason"], language), out)
    if not result["supplements"]:
        out.print(say["explain_no_supplement"])
    if "verdicts" in result:
        _show_verdicts(law, result["verdicts"], say, out)


def _indented(text: str, out: Console, style: str = "", by: int = 2) -> None:
    for line in textwrap.wrap(text, out.width - by, break_on_hyphens=False):
        out.print(f"{' ' * by}{escape(line)}", style=style, soft_wrap=True)


def _show_unit(unit: dict[str, Any], say: dict[str, str], out: Console) -> None:
    heading = f" {unit['heading']}" if unit["heading"] else ""
    out.print(f"[place]{escape(unit['citation'])}[/place]{escape(heading)}")
    if unit["text"]:
        _indented(f"«{unit['text']}»", out, "quote")
    for line in unit["encoding"]:
        out.print(f"    {escape(line)}", soft_wrap=True)
    if unit["open"]:
        out.print(f"    [open]{say['explain_open'].format(number=unit['open'])}[/open]")
    for reading in unit["readings"]:
        name = f"{reading['point']} = {reading['name']}"
        mark = f"[good]{say['explain_in_use']}[/good]" if reading["in_use"] else ""
        out.print(f"  {say['explain_reading']} {escape(name)} {mark}".rstrip())
        _indented(reading["reason"], out, by=4)


def _show_contribution(
    entry: dict[str, Any], kinds: dict[str, str], say: dict[str, str], out: Console
) -> None:
    line = say["explain_gives"].format(
        kind=kinds.get(entry["kind"], entry["kind"]), term=entry["term"]
    )
    if entry["with"]:
        line += "; " + say["explain_with"].format(places=", ".join(entry["with"]))
    users = ", ".join(entry["used_by"])
    line += "; " + (say["explain_used_by"].format(places=users) if users else say["explain_unused"])
    out.print(escape(line), soft_wrap=True)


def _show_verdicts(
    law: Law, verdicts: list[dict[str, Any]], say: dict[str, str], out: Console
) -> None:
    out.print()
    if not verdicts:
        out.print(say["explain_no_verdict"])
    styles = {"proved": "good", "refuted": "bad"}
    for one in verdicts:
        scope = say_sizes(law, one["scope"], one["language"])
        style = styles.get(one["verdict"], "open")
        if one["vacuous"]:
            style = "open"
        vacuous = f" ({say['vacuous']})" if one["vacuous"] else ""
        out.print(
            f"{one['language']} {escape(one['id'])} ({escape(scope)}): "
            f"[{style}]{say[one['verdict']]}{vacuous}[/{style}]"
        )
