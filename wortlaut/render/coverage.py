"""Coverage on a terminal: one line a sentence, and the sums."""

import textwrap
from collections import Counter
from collections.abc import Iterator
from typing import TextIO

from rich.markup import escape
from rich.table import Table

from compiler.coverage import CoveredSentence
from compiler.law import Law
from wortlaut.render.console import console
from wortlaut.render.words import words

_MARKS = {"encoded": "[good]✓[/good]", "no_rule": "[quiet]–[/quiet]", "open": "[open]?[/open]"}


def show_coverage(law: Law, language: str, stream: TextIO, *, sound: bool) -> None:
    """Every sentence of every version of ``law`` and what it became."""
    out = console(stream)
    say = words(language)
    for code, version in law.versions.items():
        table = Table(
            title=escape(f"{law.name} · {code} · {say['coverage']}"),
            title_justify="left",
            box=None,
            pad_edge=False,
            padding=(0, 1),
            expand=True,
        )
        widest = max((len(one.citation) for one in version.coverage), default=1)
        table.add_column(say["place"], style="place", no_wrap=True, min_width=widest)
        table.add_column("", no_wrap=True, min_width=1)
        table.add_column(say["sentence"], no_wrap=True, overflow="ellipsis", ratio=3)
        table.add_column(say["became"], no_wrap=True, overflow="ellipsis", ratio=2)
        previous = ""
        for sentence in version.coverage:
            citation = sentence.citation if sentence.ref != previous else ""
            previous = sentence.ref
            table.add_row(
                escape(citation),
                _MARKS[sentence.status],
                escape(sentence.text),
                escape(_became(sentence, say)),
            )
        out.print(table)
        sums = Counter(sentence.status for sentence in version.coverage)
        out.print(
            say["coverage_sums"].format(
                all=len(version.coverage),
                encoded=sums["encoded"],
                no_rule=sums["no_rule"],
                open=sums["open"],
            )
        )
        left = open_places(version.coverage)
        if left:
            out.print(escape(_left_open(left, len(version.coverage), out.width, say)))
        if sound:
            for line in _in_use(law, code, say):
                out.print(escape(line))
        out.print()
    if sound and any(open_places(version.coverage) for version in law.versions.values()):
        out.print(f"[open]{say['incomplete']}[/open]")
    elif sound:
        out.print(f"[good]{say['sound']}[/good]")


def _in_use(law: Law, code: str, say: dict[str, str]) -> Iterator[str]:
    """The readings in use in a version, and the supplements that fill something in it."""
    rules = law.rules(code)
    readings = (f"{point} = {name}" for point, name in rules.readings.items())
    for heading, named in (
        ("coverage_readings", ", ".join(readings)),
        ("coverage_supplements", ", ".join(rules.supplement_ids)),
    ):
        if named:
            yield say[heading].format(named=named)


def open_places(coverage: tuple[CoveredSentence, ...]) -> list[tuple[str, int]]:
    """Where sentences are still open, and how many at each place, in the order of the text."""
    return list(Counter(one.citation for one in coverage if one.status == "open").items())


def _left_open(left: list[tuple[str, int]], every: int, width: int, say: dict[str, str]) -> str:
    """How many sentences are open, and where; a citation stays on one line."""
    places = [one if number == 1 else f"{one} ({number})" for one, number in left]
    shown = ", ".join(place.replace(" ", "\u00a0") for place in places)
    number = sum(number for _, number in left)
    line = say["open_sentences"].format(number=number, all=every, places=shown)
    return textwrap.fill(line, width, break_on_hyphens=False).replace("\u00a0", " ")


def _became(sentence: CoveredSentence, say: dict[str, str]) -> str:
    if sentence.status == "encoded":
        return ", ".join(say[f"entry_{kind}"] for kind in dict.fromkeys(sentence.entries))
    if sentence.status == "no_rule":
        return f"{say['no_rule']}: {sentence.reason}"
    return say["still_open"]
