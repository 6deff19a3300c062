"""The comparison on a terminal: a table of the paragraphs, then each difference in words."""

from collections.abc import Sequence
from typing import TextIO

from rich.markup import escape
from rich.table import Table

from verify.compare.paragraph import Comparison
from verify.compare.table import PointComparison, Row
from wortlaut.comparison import Judged, summary
from wortlaut.render.accepted import show_accepted, show_stale
from wortlaut.render.commonly import show_common
from wortlaut.render.consequence import show_consequences
from wortlaut.render.console import console
from wortlaut.render.differences import Differences
from wortlaut.render.rankings import show_ranking
from wortlaut.render.sizes import say_all_sizes, term
from wortlaut.render.wording import in_brief, show_wording
from wortlaut.render.words import words

_WIDE = 100
"""With fewer columns than this, the readings that agree stand beneath the table."""
_STYLES = {"equal": "good", "not_encoded": "quiet", "unknown": "open", "unsupported": "open"}


def show_comparison(judged: Judged, language: str, stream: TextIO) -> None:
    """The comparison, in words of ``language``."""
    _Page(judged, language, words(language), stream).show()


def show_changes(judged: Judged, language: str, stream: TextIO) -> None:
    """Only the paragraphs whose text or meaning is not the same, without what else is known."""
    page = _Page(judged, language, words(language), stream)
    for row in judged.changed():
        page.changed(row)


def show_summary(judged: Sequence[Judged], language: str, stream: TextIO) -> None:
    """Several comparisons in one table: how each paragraph comes out for every two versions."""
    say, out = words(language), console(stream)
    cited: dict[str, str] = {}
    for one in judged:
        for row in one.table.rows:
            cited.setdefault(row.ref, next((each for each in row.citations if each), row.ref))
    grid = Table(
        title=escape(f"{judged[0].table.law} · {say['comparison_summary']}"),
        title_justify="left",
        box=None,
        pad_edge=False,
        padding=(0, 1),
    )
    grid.add_column("")
    for one in judged:
        grid.add_column(escape(" / ".join(one.table.languages)))
    grid.add_column(say["all_versions"])
    for ref, relations in summary(judged).items():
        names = list(relations.values())
        if all(name == "not_encoded" for name in names):
            continue
        cells = [_relation_cell(name, say) for name in names]
        cells += ["–"] * (len(judged) - len(cells))
        same = all(name in ("equal", "not_encoded") for name in names)
        grid.add_row(escape(cited[ref]), *cells, _relation_cell("equal", say) if same else "")
    out.print(grid)


def _relation_cell(name: str, say: dict[str, str]) -> str:
    style = _STYLES.get(name, "bad")
    narrower = name.removesuffix("_narrower")
    text = say["rel_narrower"].format(language=narrower) if narrower != name else say[f"rel_{name}"]
    return f"[{style}]{escape(text)}[/{style}]"


class _Page:
    def __init__(self, judged: Judged, reader: str, say: dict[str, str], stream: TextIO) -> None:
        self.judged = judged
        self.reader = reader
        self.table = judged.table
        self.say = say
        self.stream = stream
        self.out = console(stream)
        first, second = (one.law.bare_rules(one.language, one.in_use()) for one in judged.versions)
        self.differences = Differences(
            judged.versions, (first, second), reader, say, self.out.print
        )

    def show(self) -> None:
        self._overview()
        for row in self.table.rows:
            if row.comparison.differences and self.judged.of_row(row) not in self.judged.accepted:
                self._difference(row)
        show_wording(self.judged, self.say, self.out.print)
        self._sums()
        others = [one for one in self.judged.consequences if one.kind != "versions"]
        show_consequences(self.judged.versions[0].law, others, self.reader, self.stream)
        if self.judged.common is not None:
            show_common(self.judged.common, self.judged, self.say, self.out)
        if self.judged.ranking is not None:
            show_ranking(self.judged.ranking, self.judged.versions, self.say, self.out)
        show_accepted(self.judged.accepted, self.say, self.out)
        show_stale(self.judged.stale, self.say, self.out)

    def changed(self, row: Row) -> None:
        """One paragraph; where the text is another one, the readings that say the same."""
        self._difference(row, self._of_one_law_only(row))
        for point in row.points:
            same = [pair for pair in point.pairs if pair.comparison.relation == "equal"]
            alone = [pair for pair in same if None in (pair.first, pair.second)]
            if row.comparison.relation != "equal":
                for name in dict.fromkeys(pair.first or pair.second for pair in alone):
                    reading = f"{point.point}={name}"
                    self.out.print(f"  {escape(self.say['as_reading'].format(reading=reading))}")

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
        wide = self.out.width >= _WIDE
        for heading in (first, second, say["relation"]):
            grid.add_column(heading, no_wrap=True)
        for heading in (say["agreeing"], say["wording_column"])[not wide :]:
            grid.add_column(heading, overflow="fold")
        for row in self.table.rows:
            if self._is_heading(row):
                continue
            grid.add_row(
                escape(row.citations[0]) or "–",
                escape(row.citations[1]) or "–",
                self._relation(row.comparison, self.judged.of_row(row)),
                *([escape(self._readings(row))] if wide else []),
                escape(self._wording(row)),
            )
        self.out.print(grid)
        told = [row for row in self.table.rows if row.points and not wide]
        if told:
            self.out.print(f"\n[bold]{escape(say['agreeing'])}[/bold]")
        for row in told:
            cited = " / ".join(dict.fromkeys(one for one in row.citations if one))
            self.out.print(f"  [place]{escape(cited)}[/place]  {escape(self._readings(row))}")

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
        said = [self.say["text_differs"]] if self.judged.text_differs(row) else []
        brief = in_brief(row.wording, self.say)
        return "; ".join([*said, brief] if brief else said)

    def _of_one_law_only(self, row: Row) -> str:
        """That a paragraph is new or gone; empty where both laws have it, or what it says."""
        before, after = row.citations
        if (before and after) or row.comparison.relation == "equal":
            return ""
        return f"[bad]{self.say['is_repealed' if before else 'is_inserted']}[/bad]"

    def _difference(self, row: Row, instead: str = "") -> None:
        """A paragraph that is not the same; ``instead``: what is said in place of the relation."""
        self.out.print()
        head = " / ".join(dict.fromkeys(citation for citation in row.citations if citation))
        id = self.judged.of_row(row)
        self.out.print(
            f"[place]{escape(head)}[/place] "
            f"{instead or self._relation(row.comparison, id)} [quiet]\\[{id}][/quiet]"
        )
        for label, text in zip(self.table.languages, row.texts, strict=True):
            self.out.print(f"  {label}: [quote]{escape(text) or '–'}[/quote]")
        sentence = self._sentence(row.comparison.relation)
        if sentence and not instead:
            self.out.print(f"  {sentence}")
        self.differences.tell_all(row.comparison.differences)
        if row.comparison.detail:
            self.out.print(f"  [open]{escape(row.comparison.detail)}[/open]")
        self._consequences(row)

    def _consequences(self, row: Row) -> None:
        """What follows from the difference; the same example is not told twice."""
        about = [one for one in self.judged.consequences if one.kind == "versions"]
        for at, one in enumerate(about):
            if one.point != row.ref:
                continue
            seen = one.witness is not None and one.witness in [each.witness for each in about[:at]]
            law = self.judged.versions[0].law
            show_consequences(law, [one], self.reader, self.stream, in_full=not seen)
            if len(about) > 1:
                self.out.print(f"  [quiet]{self.say['differences_together']}[/quiet]")

    def _sentence(self, relation: str) -> str:
        """What a relation means, in plain words."""
        first, second = self.table.languages
        if relation in ("first_narrower", "second_narrower"):
            pair = (first, second) if relation == "first_narrower" else (second, first)
            return self.say["rel_sentence_narrower"].format(narrower=pair[0], wider=pair[1])
        return self.say.get(f"rel_sentence_{relation}", "")

    def _sums(self) -> None:
        rows = [row for row in self.table.rows if row.comparison.relation != "not_encoded"]
        equal = sum(row.comparison.relation == "equal" for row in rows)
        self.out.print()
        self.out.print(self.say["equal_rows"].format(equal=equal, all=len(rows)))
        own = next((v for v in self.judged.versions if v.language == self.reader), None)
        version = own or self.judged.versions[0]
        law, language = version.law, version.language
        moved: dict[str, list[str]] = {}
        for row in rows:
            # Where the whole differs, the difference has been shown.
            for name, where in row.comparison.moved if row.comparison.relation == "equal" else ():
                moved.setdefault(where, []).append(name)
        for where, names in moved.items():
            concepts = ", ".join(dict.fromkeys(term(law, name, language) for name in names))
            cited = [law.citations.get(ref, {}).get(language, ref) for ref in where.split(", ")]
            text = self.say["said_elsewhere"].format(concepts=concepts, where=", ".join(cited))
            self.out.print(f"[quiet]* {escape(text)}[/quiet]")
        sets = law.bare_rules(language, version.in_use()).sets
        named = {name for name, declared in sets.items() if declared.members}
        sizes = say_all_sizes(
            law,
            ({n: size for n, size in one.items() if n not in named} for one in self.table.scope),
            language,
        )
        if sizes:
            self.out.print(f"[quiet]{self.say['compared_for']}: {escape(sizes)}[/quiet]")
