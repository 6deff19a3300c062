"""The common meaning of two versions on a terminal: where it comes from, what is proved of it."""

from collections import Counter
from collections.abc import Mapping

from rich.console import Console
from rich.markup import escape

from wortlaut.commonly import CommonMeaning
from wortlaut.comparison import Judged


def show_common(found: CommonMeaning, judged: Judged, say: Mapping[str, str], out: Console) -> None:
    """The paragraphs that are not the same in both, and the verdicts."""
    out.print()
    out.print(f"[place]{say['common_meaning']}[/place]")
    if found.none:
        out.print(f"  [bad]{say['common_none']}[/bad] {escape(found.none)}")
        return
    first, second = judged.table.languages
    cited = {row.ref: row.citations[0] or row.citations[1] for row in judged.table.rows}
    for one in found.sources:
        if one.origin == "both":
            continue
        key = "common_empty" if one.empty else f"common_{one.origin}"
        text = say[key].format(first=first, second=second)
        style = "bad" if one.origin == "nothing" else "quiet"
        out.print(f"  {escape(cited.get(one.ref, one.ref))}: [{style}]{escape(text)}[/{style}]")
    if all(one.origin == "both" for one in found.sources):
        out.print(f"  {say['common_both']}")
    counts = Counter(one.verdict for one in found.obligations)
    sums = ", ".join(f"{count} {say[verdict]}" for verdict, count in sorted(counts.items()))
    out.print(f"  {say['common_verified']}: {sums}")
    for of in found.obligations:
        if of.verdict != "proved":
            detail = f" ({escape(of.detail)})" if of.detail else ""
            style = "bad" if of.verdict == "refuted" else "open"
            out.print(f"    [{style}]{escape(of.id)}: {say[of.verdict]}[/{style}]{detail}")
