"""What speaks against readings, and the combinations in order, on a terminal."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from verify.compare.ranked import Objection, Ranking
from verify.compare.survey import Defect
from wortlaut.compared import Compared

_SHOWN = 8
"""So many combinations are shown, of the others how many there are."""


def show_ranking(
    found: Ranking, versions: Sequence[Compared], say: Mapping[str, str], out: Console
) -> None:
    """The objections to each reading, the best combinations, and what no reading mends."""
    page = _Page(found, versions, say)
    out.print()
    out.print(f"[place]{say['against_readings']}[/place]")
    for text in page.objections():
        out.print(f"  {escape(text)}")
    out.print()
    out.print(page.table())
    if len(found.combinations) > _SHOWN:
        more = len(found.combinations) - _SHOWN
        out.print(f"[quiet]{say['and_so_on'].format(count=more)}[/quiet]")
    if found.common:
        common = "; ".join(page.defect(one) for one in found.common)
        out.print(f"[quiet]{say['under_all_readings']}: {escape(common)}[/quiet]")
    out.print(f"[quiet]{say['help_not_ruling']}[/quiet]")


class _Page:
    def __init__(
        self, found: Ranking, versions: Sequence[Compared], say: Mapping[str, str]
    ) -> None:
        self.found = found
        self.versions = versions
        self.say = say
        # Points that do not tell combinations apart need not be shown.
        self.points = [
            point
            for point in found.combinations[0].readings
            if len({one.readings[point] for one in found.combinations}) > 1
        ]

    def objections(self) -> Iterator[str]:
        """One line for each reading with something against it."""
        grouped: dict[tuple[str, str], list[Objection]] = {}
        for one in self.found.objections:
            grouped.setdefault((one.point, one.reading), []).append(one)
        for (point, reading), against in grouped.items():
            told = []
            for one in against:
                text = self.defect(one.defect)
                told.append(text if one.always else f"{text} ({self.say['with_some_readings']})")
            yield f"{point}={reading}: {'; '.join(told)}"
        if not grouped:
            yield self.say["nothing_against"]

    def table(self) -> Table:
        """The combinations with the fewest defects."""
        grid = Table(
            title=escape(self.say["combinations"]),
            title_justify="left",
            box=None,
            pad_edge=False,
            padding=(0, 1),
        )
        grid.add_column(self.say["defects"], justify="right")
        for point in self.points:
            grid.add_column(escape(point))
        grid.add_column(self.say["reasons"])
        for one in self.found.combinations[:_SHOWN]:
            reasons = "; ".join(self.defect(each) for each in one.defects)
            grid.add_row(
                str(len(one.defects)),
                *(escape(one.readings[point]) for point in self.points),
                escape(reasons) or "–",
            )
        return grid

    def defect(self, one: Defect) -> str:
        """A defect in a few words, with the versions if not all have it."""
        text = self.say[f"defect_{one.kind}"].format(at=self._cited(one.at))
        if one.versions and len(one.versions) < len(self.versions):
            text += f" ({', '.join(one.versions)})"
        return text

    def _cited(self, at: str) -> str:
        for version in self.versions:
            for place in version.law.versions[version.language].places:
                if place.ref == at:
                    return place.citation
        return at
