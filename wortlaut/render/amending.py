"""What amendments change, for somebody who drafts them."""

from typing import TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from wortlaut.amending import ChangedVerdict, Difference
from wortlaut.render.comparison import show_changes
from wortlaut.render.consequence import show_consequences
from wortlaut.render.console import console
from wortlaut.render.sizes import say_sizes
from wortlaut.render.words import words
from wortlaut.why import say_why

_STYLES = {"proved": "good", "refuted": "bad"}


def show_difference(found: Difference, reader: str, stream: TextIO) -> None:
    """All of it, in words of ``reader``."""
    say, out = words(reader), console(stream)
    for number, judged in enumerate(found.comparisons):
        language = judged.versions[0].language
        titles = "; ".join(one.title(language) for one in found.after.amendments)
        if number:
            out.print()
        out.print(f"[bold]{escape(found.after.name)} · {language}[/bold]: {escape(titles)}")
        if judged.changed():
            show_changes(judged, reader, stream)
        else:
            out.print(f"  {say['nothing_amended']}")
        show_consequences(
            found.before,
            [one for one in found.consequences if one.language == language],
            reader,
            stream,
            amended=found.after,
        )
    out.print()
    _verdicts(found, say, out)
    sentences = {
        one.id: law.told(one.id, one.sentence, reader)
        for law in (found.before, found.after)
        for language in law.languages
        for one in law.properties(language)
    }
    for id in dict.fromkeys(one.id for one in found.verdicts if one.id in sentences):
        out.print(f"[place]{id}[/place]: {escape(sentences[id])}")
    if found.brief:
        out.print(f"[quiet]{say['verified_in_brief']}[/quiet]")
    if found.broken_off is not None:
        out.print(f"[open]{say['broken_off']}[/open]: {escape(say_why(found.broken_off, say))}")


def _verdicts(found: Difference, say: dict[str, str], out: Console) -> None:
    if not found.verdicts:
        out.print(say["verdicts_alike"].format(number=found.alike))
        return
    table = Table(
        title=escape(say["verdicts_changed"]),
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 1),
    )
    for heading in ("asked", "for", "law_before", "law_after"):
        table.add_column(say[heading])
    for one in found.verdicts:
        sizes = say_sizes(found.after, one.scope, one.language)
        asked = escape(f"{one.language} · {one.id}")
        table.add_row(asked, escape(sizes), _cell(one, "before", say), _cell(one, "after", say))
    out.print(table)
    out.print(say["verdicts_unchanged"].format(number=found.alike))


def _cell(one: ChangedVerdict, side: str, say: dict[str, str]) -> str:
    answer = one.before if side == "before" else one.after
    if answer is None:
        return f"[quiet]{say['not_asked']}[/quiet]"
    word = say["vacuous"] if answer == "proved of nothing" else say[answer]
    return f"[{_STYLES.get(answer, 'open')}]{word}[/{_STYLES.get(answer, 'open')}]"
