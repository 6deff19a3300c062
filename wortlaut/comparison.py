"""Comparing two versions of a law: each finding with its id and whether it is accepted.

The result is given as the contract's JSON; commands show it in their own way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from compiler.law import Law
from wortlaut.acceptance import Acceptance, covered_by_comparison, versions
from wortlaut.commonly import CommonMeaning, common_as_json
from wortlaut.compared import Compared, Family, of_one_law
from wortlaut.divergences import Divergences
from wortlaut.rankings import ranking_as_json
from wortlaut.workers import processors

if TYPE_CHECKING:
    from verify.compare.ranked import Ranking
    from verify.compare.table import ComparisonTable, Row
    from verify.compare.wording import WordingFinding
    from verify.consequence import Consequence

_NOTHING_FOUND = {"equal", "not_encoded"}
_UNDECIDED = {"unknown", "unsupported"}


@dataclass(frozen=True)
class Judged:
    """A comparison, the findings that are accepted (id to reason), and the entries that are stale.

    ``left``: the ids of all that is not accepted, each with how it was found:
    ``found``, or what is ``unknown`` or ``unsupported``.
    """

    versions: tuple[Compared, Compared]
    table: "ComparisonTable"
    accepted: Mapping[str, str]
    left: Mapping[str, str]
    stale: tuple[Mapping[str, Any], ...]
    ranking: "Ranking | None" = None
    consequences: "tuple[Consequence, ...]" = ()
    common: CommonMeaning | None = None

    def of_row(self, row: "Row") -> str:
        """The id of what the comparison of a paragraph finds."""
        return f"compare.{row.ref}.{versions(*self.table.languages)}"

    def of_wording(self, finding: "WordingFinding") -> str:
        """The id of a finding in the wording."""
        return _wording_id(self.table, finding)

    def changed(self) -> "list[Row]":
        """The paragraphs whose text or meaning is not the same."""
        return [
            row
            for row in self.table.rows
            if row.comparison.relation not in _NOTHING_FOUND or self.text_differs(row)
        ]

    def text_differs(self, row: "Row") -> bool:
        """Whether two texts in one language, which could be the same, are not."""
        one, other = (version.language for version in self.versions)
        return one == other and row.texts[0] != row.texts[1]


def comparison(law: Law, languages: tuple[str, str]) -> Judged:
    """The comparison of two versions of a law, with progress on standard error."""
    first, second = of_one_law(law, languages)
    return compared((first, second))


def compared(pair: tuple[Compared, Compared]) -> Judged:
    """The comparison of two versions, with progress on standard error."""
    from verify.compare.table import compare_versions
    from wortlaut.render.progress import Progress

    labels = (pair[0].label, pair[1].label)
    with Progress() as progress, Divergences(pair, processors()) as divergences:
        table = compare_versions(
            pair[0].law.name,
            Family(pair),
            labels,
            lambda row: progress.step(row.citations[0] or row.ref),
            divergences.ask,
        )
        answers = divergences.answers()
    return replace(judged(pair, table), consequences=tuple(answers))


def with_consequences(one: Judged) -> Judged:
    """The comparison, and for every open point and supplement whether it can change the outcome.

    That can be asked of the versions of one law only; of two laws nothing is added.
    """
    from wortlaut.divergences import of_open_points

    if one.versions[0].law is not one.versions[1].law:
        return one
    return replace(one, consequences=(*one.consequences, *of_open_points(one.versions)))


def judged(pair: tuple[Compared, Compared], table: "ComparisonTable") -> Judged:
    """What of a comparison the law accepts; of how two laws differ, nothing can be accepted."""
    if pair[0].law is not pair[1].law:
        return Judged(pair, table, {}, dict(_findings(table)), ())
    acceptance = Acceptance(pair[0].law)
    accepted: dict[str, str] = {}
    left: dict[str, str] = {}
    for id, found in _findings(table):
        reason = acceptance.of_comparison(id, found)
        if reason is None:
            left[id] = found
        else:
            accepted[id] = reason
    # What is accepted is so under the readings in use.
    chosen = any(one.readings for one in pair)
    covered = covered_by_comparison(pair[0].law, table.languages)
    stale = [] if chosen else acceptance.stale(covered)
    return Judged(pair, table, accepted, left, tuple(stale))


def _findings(table: "ComparisonTable") -> Iterator[tuple[str, str]]:
    """The id of each finding, and how it was found."""
    for title in table.titles:
        yield _wording_id(table, title), "found"
    for row in table.rows:
        relation = row.comparison.relation
        if relation not in _NOTHING_FOUND:
            id = f"compare.{row.ref}.{versions(*table.languages)}"
            yield id, relation if relation in _UNDECIDED else "found"
        for finding in row.wording:
            yield _wording_id(table, finding), "found"


def _wording_id(table: "ComparisonTable", finding: "WordingFinding") -> str:
    parts = ["wording", finding.about, finding.ref, versions(*table.languages)]
    return ".".join(part for part in parts if part)


def status(judged: Judged) -> int:
    """The exit status that a comparison deserves."""
    if judged.stale or "found" in judged.left.values():
        return 1
    return 3 if judged.left else 0


def as_json(judged: Judged, messages: str = "en") -> dict[str, Any]:
    """The comparison as the contract's JSON, notes in the language ``messages``."""
    from verify.compare.reconcile import reconcile

    table = judged.table
    wrong = {one.ref: one.what for one in reconcile(table.rows, table.titles)}
    first, second = table.languages
    return {
        "law": table.law,
        "languages": [first, second],
        "versions": {
            one.label: {
                "law": one.law.name,
                "language": one.language,
                "law_hash": one.law.hash,
                "amendments": [amendment.name for amendment in one.law.amendments],
            }
            for one in judged.versions
        },
        "scope": list(table.scope),
        "titles": [_wording(judged, one, messages) for one in table.titles],
        "paragraphs": [
            {**_row(judged, row, messages), "disagreement": wrong.get(row.ref)}
            for row in table.rows
        ],
        "consequence": [one.as_dict() for one in judged.consequences],
        "ranking": None if judged.ranking is None else ranking_as_json(judged.ranking),
        "common": None if judged.common is None else common_as_json(judged.common, (first, second)),
        "stale": list(judged.stale),
    }


def _row(judged: Judged, row: "Row", messages: str) -> dict[str, Any]:
    first, second = judged.table.languages
    comparison = row.comparison
    return {
        "ref": row.ref,
        "id": judged.of_row(row),
        "accepted": judged.accepted.get(judged.of_row(row)),
        "citations": {first: row.citations[0], second: row.citations[1]},
        "texts": {first: row.texts[0], second: row.texts[1]},
        "relation": relation_name(comparison.relation, first, second),
        "readings": {
            first: [pair.first for point in row.points for pair in _firsts(point)],
            second: [pair.second for point in row.points for pair in _seconds(point)],
        },
        "in_use": {first: row.readings[0], second: row.readings[1]},
        "common_readings": [list(pair) for point in row.points for pair in point.common],
        "points": [
            {
                "point": point.point,
                "pairs": [
                    {
                        first: pair.first,
                        second: pair.second,
                        "relation": relation_name(pair.comparison.relation, first, second),
                        "differences": _differences(pair.comparison.differences, first, second),
                    }
                    for pair in point.pairs
                ],
            }
            for point in row.points
        ],
        "differences": _differences(comparison.differences, first, second),
        "witness": next(
            (one.witness for one in comparison.differences if one.witness is not None), None
        ),
        "moved": [{"concept": name, "where": where} for name, where in comparison.moved],
        "detail": comparison.detail,
        "text_differs": judged.text_differs(row),
        "wording": [_wording(judged, one, messages) for one in row.wording],
    }


def _wording(judged: Judged, one: "WordingFinding", messages: str) -> dict[str, Any]:
    from wortlaut.render.wording import note
    from wortlaut.render.words import words

    first, second = judged.table.languages
    id = judged.of_wording(one)
    return {
        "id": id,
        "accepted": judged.accepted.get(id),
        "kind": one.kind,
        "class": one.grade,
        "weight": one.weight,
        first: one.first,
        second: one.second,
        "note": note(one, words(messages)),
        "places": [one.ref] if one.ref else list(one.places),
    }


def relation_name(relation: str, first: str, second: str) -> str:
    """A relation with the versions in its name: ``de_narrower``."""
    names = {"first_narrower": f"{first}_narrower", "second_narrower": f"{second}_narrower"}
    return names.get(relation, relation)


def several_as_json(judged: Sequence[Judged], messages: str = "en") -> dict[str, Any]:
    """Comparisons of more than two versions, two by two, with how each paragraph comes out."""
    tables = [one.table for one in judged]
    return {
        "law": tables[0].law,
        "languages": list(dict.fromkeys(label for one in tables for label in one.languages)),
        "comparisons": [as_json(one, messages) for one in judged],
        "summary": [
            {"ref": ref, "relations": relations} for ref, relations in summary(judged).items()
        ],
    }


def summary(judged: Sequence[Judged]) -> dict[str, dict[str, str]]:
    """For each paragraph the relation of every two versions, by their labels."""
    found: dict[str, dict[str, str]] = {}
    for one in judged:
        first, second = one.table.languages
        for row in one.table.rows:
            relation = relation_name(row.comparison.relation, first, second)
            found.setdefault(row.ref, {})[f"{first}+{second}"] = relation
    return found


def _differences(differences: Any, first: str, second: str) -> list[dict[str, Any]]:
    return [
        {
            "aspect": one.aspect,
            "subject": one.subject,
            "relation": relation_name(one.relation, first, second),
            first: one.first,
            second: one.second,
            "witness": one.witness,
            "always": one.always,
            "values": None
            if one.values is None
            else dict(zip((first, second), one.values, strict=True)),
            "changes": None
            if one.changes is None
            else {
                label: [change.model_dump(mode="json") for change in changes]
                for label, changes in zip((first, second), one.changes, strict=True)
            },
        }
        for one in differences
    ]


def _firsts(point: Any) -> list[Any]:
    """One pair for each reading of the first version."""
    return list({pair.first: pair for pair in point.pairs if pair.first is not None}.values())


def _seconds(point: Any) -> list[Any]:
    return list({pair.second: pair for pair in point.pairs if pair.second is not None}.values())
