"""The comparison on a terminal: a table of the paragraphs, then each difference in words."""

from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from verify.compare.paragraph import Comparison
from verify.compare.relation import Difference
from verify.compare.table import PointComparison, Row
from wortlaut.comparison import Judged
from wortlaut.render.accepted import show_accepted, show_stale
from wortlaut.render.console import console
from wortlaut.render.words import words

_STYLES = {"equal": "good", "not_encoded": "quiet", "unknown": "open", "unsupported": "open"}


def show_comparison(judged: Judged, language: str, stream: TextIO) -> None:
    """The comparison, in words of ``language``."""
    _Page(judged, words(language), console(stream)).show()


class _Page:
    def __init__(self, judged: Judged, say: dict[str, str], out: Console) -> None:
        self.judged = judged
        self.table = judged.table
        self.say = say
        self.out = out

    def show(self) -> None:
        self._overview()
        for finding in self.table.titles:
            id = self.judged.of_wording(finding)
            kind = self.say[f"finding_{finding.kind}"]
            accepted = f" ({self.say['is_accepted']})" if id in self.judged.accepted else ""
            self.out.print(
                f"[open]{kind}[/open]: «{escape(finding.first)}» / «{escape(finding.second)}»"
                f"{accepted} [quiet]\\[{id}][/quiet]"
            )
        for row in self.table.rows:
            if row.comparison.differences and self.judged.of_row(row) not in self.judged.accepted:
                self._difference(row)
        self._sums()
        show_accepted(self.judged.accepted, self.say, self.out)
        show_stale(self.judged.stale, self.say, self.out)

    def _overview(self) -> None:
        first, second = self.table.languages
        say = self.say
        grid = Table(
            title=escape(f"{self.table.law} · {first} / {second} · {say['comparison']}"),
            title_justify="left",
            box=None,
            pad_edge=False,
            padding=(0, 1),
        )
        for heading in (first, second, say["relation"], say["agreeing"], say["wording_column"]):
            grid.add_column(heading, no_wrap=heading in (first, second, say["relation"]))
        for row in self.table.rows:
            if self._is_heading(row):
                continue
            grid.add_row(
                escape(row.citations[0]) or "–",
                escape(row.citations[1]) or "–",
                self._relation(row.comparison, self.judged.of_row(row)),
                escape(self._readings(row)),
                escape(self._wording(row)),
            )
        self.out.print(grid)

    def _is_heading(self, row: Row) -> bool:
        """A unit without sentences and entries of its own, as an article over its paragraphs."""
        bare = row.comparison.relation == "not_encoded" and not any(row.texts)
        return bare and not row.wording

    def _relation(self, comparison: Comparison, id: str) -> str:
        text = self._name(comparison.relation)
        if comparison.moved and comparison.relation == "equal":
            text += " *"
        style = _STYLES.get(comparison.relation, "bad")
        if id in self.judged.accepted:
            text, style = f"{text} ({self.say['is_accepted']})", "quiet"
        return f"[{style}]{text}[/{style}]"

    def _name(self, relation: str) -> str:
        first, second = self.table.languages
        if relation == "first_narrower":
            return self.say["rel_narrower"].format(language=first)
        if relation == "second_narrower":
            return self.say["rel_narrower"].format(language=second)
        return self.say[f"rel_{relation}"]

    def _readings(self, row: Row) -> str:
        return "; ".join(self._point(point) for point in row.points)

    def _point(self, point: PointComparison) -> str:
        pairs = ", ".join(one if one == other else f"{one}≡{other}" for one, other in point.common)
        text = f"{point.point}: {pairs or '–'}"
        for language, names in zip(self.table.languages, point.one_sided, strict=True):
            if names:
                note = self.say["only_one_supports"].format(
                    language=language, readings=", ".join(names)
                )
                text += f" ({note})"
        return text

    def _wording(self, row: Row) -> str:
        said = []
        for one in row.wording:
            text = f"{self.say[f'finding_{one.kind}']}: {one.first} / {one.second}"
            if self.judged.of_wording(one) in self.judged.accepted:
                text += f" ({self.say['is_accepted']})"
            said.append(text)
        return "; ".join(said)

    def _difference(self, row: Row) -> None:
        first, second = self.table.languages
        self.out.print()
        head = " / ".join(citation for citation in row.citations if citation)
        id = self.judged.of_row(row)
        self.out.print(
            f"[place]{escape(head)}[/place] "
            f"{self._relation(row.comparison, id)} [quiet]\\[{id}][/quiet]"
        )
        for language, text in zip((first, second), row.texts, strict=True):
            self.out.print(f"  {language}: [quote]{escape(text)}[/quote]")
        for one in row.comparison.differences:
            self._one(one)
        if row.comparison.detail:
            self.out.print(f"  [open]{escape(row.comparison.detail)}[/open]")

    def _one(self, one: Difference) -> None:
        first, second = self.table.languages
        aspect = self.say.get(f"aspect_{one.aspect}", one.aspect)
        said = [self.say.get(f"order_{text}", text) for text in (one.first, one.second)]
        self.out.print(
            f"  {self.say['differs']}: {escape(aspect)} ({escape(one.subject)}): "
            f"{first} {escape(said[0])} · {second} {escape(said[1])}"
        )
        if one.witness is not None:
            self.out.print(f"  {self.say['in_this_case']}: {escape(_case(one.witness))}")

    def _sums(self) -> None:
        rows = [row for row in self.table.rows if row.comparison.relation != "not_encoded"]
        equal = sum(row.comparison.relation == "equal" for row in rows)
        self.out.print()
        self.out.print(self.say["equal_rows"].format(equal=equal, all=len(rows)))
        moved: dict[str, list[str]] = {}
        for row in rows:
            # Where the whole differs, the difference has been shown.
            for name, where in row.comparison.moved if row.comparison.relation == "equal" else ():
                moved.setdefault(where, []).append(name)
        for where, names in moved.items():
            concepts = ", ".join(dict.fromkeys(names))
            text = self.say["said_elsewhere"].format(concepts=concepts, where=where)
            self.out.print(f"[quiet]* {escape(text)}[/quiet]")
        sizes = "; ".join(
            ", ".join(f"{name} {size}" for name, size in one.items()) for one in self.table.scope
        )
        self.out.print(f"[quiet]{self.say['compared_for']}: {escape(sizes)}[/quiet]")


def _case(witness: dict[str, Any]) -> str:
    parts = [f"{name}={value}" for name, value in witness.get("variables", {}).items()]
    parts += [f"{name}={_short(value)}" for name, value in witness.get("state", {}).items()]
    return "; ".join(parts)


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 120 else text[:117] + "…"
