"""What the wordings of two versions show, on a terminal: the gravest first, each with its place.

Then where the wording and the encodings disagree.
"""

from collections.abc import Callable, Mapping

from rich.markup import escape

from verify.compare.reconcile import reconcile
from verify.compare.wording import GRADES_IN_ORDER, WordingFinding
from wortlaut.comparison import Judged

_NOTHING = "–"
_STYLES = {"meaning": "bad", "terminology": "open", "formal": "quiet"}


def note(finding: WordingFinding, say: Mapping[str, str]) -> str:
    """What was found, in a sentence."""
    return say[f"note_{finding.note}"]


def in_brief(findings: tuple[WordingFinding, ...], say: Mapping[str, str]) -> str:
    """The kinds of findings of one place, for a table; those of mere form are left out."""
    kinds = [say[f"finding_{one.kind}"] for one in findings if one.grade != "formal"]
    return "; ".join(dict.fromkeys(kinds))


def show_wording(judged: Judged, say: Mapping[str, str], write: Callable[[str], None]) -> None:
    """All findings of a comparison in the wording that are not accepted; ``write`` takes markup."""
    table = judged.table
    cited = {row.ref: " / ".join(dict.fromkeys(filter(None, row.citations))) for row in table.rows}
    findings = [*table.titles, *(one for row in table.rows for one in row.wording)]
    left = [one for one in findings if judged.of_wording(one) not in judged.accepted]
    write("")
    if not left:
        write(f"[quiet]{say['wording_none']}[/quiet]")
        return
    write(f"[strong]{say['wording_findings']}[/strong]")
    for grade in GRADES_IN_ORDER:
        ones = sorted((one for one in left if one.grade == grade), key=lambda one: -one.weight)
        if ones:
            write(f"[{_STYLES[grade]}]{say[f'grade_{grade}']}[/{_STYLES[grade]}]")
        for one in ones:
            _show(one, judged, cited, say, write)
    for wrong in reconcile(table.rows, table.titles):
        place = escape(cited.get(wrong.ref, wrong.ref))
        write(f"[place]{place}[/place]: [open]{say[f'reconcile_{wrong.what}']}[/open]")


def _show(
    one: WordingFinding,
    judged: Judged,
    cited: Mapping[str, str],
    say: Mapping[str, str],
    write: Callable[[str], None],
) -> None:
    refs = (one.ref,) if one.ref else one.places
    places = ", ".join(cited.get(ref, ref) for ref in refs) or say["wording_of_the_law"]
    said = " · ".join(
        f"{label} {f'«{text}»' if text else _NOTHING}"
        for label, text in zip(judged.table.languages, (one.first, one.second), strict=True)
    )
    id = judged.of_wording(one)
    write(f"  [place]{escape(places)}[/place]: {escape(said)}")
    write(f"    {escape(note(one, say))} [quiet]\\[{id}][/quiet]")
