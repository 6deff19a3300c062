"""Comparing two versions of a law: each finding with its id and whether it is accepted.

The result is given as the contract's JSON; commands show it in their own way.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from compiler.law import Law
from wortlaut.acceptance import Acceptance, covered_by_comparison, versions

if TYPE_CHECKING:
    from verify.compare.table import ComparisonTable, Row
    from verify.compare.wording import WordingFinding

_NOTHING_FOUND = {"equal", "not_encoded"}
_UNDECIDED = {"unknown", "unsupported"}


@dataclass(frozen=True)
class Judged:
    """A comparison, the findings that are accepted (id to reason), and the entries that are stale.

    ``left``: the ids of all that is not accepted, each with how it was found:
    ``found``, or what is ``unknown`` or ``unsupported``.
    """

    table: "ComparisonTable"
    accepted: Mapping[str, str]
    left: Mapping[str, str]
    stale: tuple[Mapping[str, Any], ...]

    def of_row(self, row: "Row") -> str:
        """The id of what the comparison of a paragraph finds."""
        return f"compare.{row.ref}.{versions(*self.table.languages)}"

    def of_wording(self, finding: "WordingFinding") -> str:
        """The id of a finding in the wording."""
        return _wording_id(self.table, finding)


def comparison(law: Law, languages: tuple[str, str]) -> Judged:
    """The comparison of two versions, with progress on standard error."""
    from verify.compare.table import compare_versions
    from wortlaut.render.progress import Progress

    with Progress() as progress:
        table = compare_versions(
            law.name, law, languages, lambda row: progress.step(row.citations[0] or row.ref)
        )
    return judged(law, table)


def judged(law: Law, table: "ComparisonTable") -> Judged:
    """What of a comparison the law accepts."""
    acceptance = Acceptance(law)
    accepted: dict[str, str] = {}
    left: dict[str, str] = {}
    for id, found in _findings(table):
        reason = acceptance.of_comparison(id, found)
        if reason is None:
            left[id] = found
        else:
            accepted[id] = reason
    stale = acceptance.stale(covered_by_comparison(law, table.languages))
    return Judged(table, accepted, left, tuple(stale))


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


def as_json(judged: Judged) -> dict[str, Any]:
    """The comparison as the contract's JSON."""
    table = judged.table
    first, second = table.languages
    return {
        "law": table.law,
        "languages": [first, second],
        "scope": list(table.scope),
        "titles": [_wording(judged, one) for one in table.titles],
        "paragraphs": [_row(judged, row) for row in table.rows],
        "consequence": [],
        "stale": list(judged.stale),
    }


def _row(judged: Judged, row: "Row") -> dict[str, Any]:
    first, second = judged.table.languages
    comparison = row.comparison
    return {
        "ref": row.ref,
        "id": judged.of_row(row),
        "accepted": judged.accepted.get(judged.of_row(row)),
        "citations": {first: row.citations[0], second: row.citations[1]},
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
        "wording": [_wording(judged, one) for one in row.wording],
    }


def _wording(judged: Judged, one: "WordingFinding") -> dict[str, Any]:
    first, second = judged.table.languages
    id = judged.of_wording(one)
    return {
        "id": id,
        "accepted": judged.accepted.get(id),
        "kind": one.kind,
        first: one.first,
        second: one.second,
        "note": one.note,
    }


def relation_name(relation: str, first: str, second: str) -> str:
    """A relation with the languages in its name: ``de_narrower``."""
    return relation.replace("first", first).replace("second", second)


def _differences(differences: Any, first: str, second: str) -> list[dict[str, Any]]:
    return [
        {
            "aspect": one.aspect,
            "subject": one.subject,
            "relation": relation_name(one.relation, first, second),
            first: one.first,
            second: one.second,
            "witness": one.witness,
        }
        for one in differences
    ]


def _firsts(point: Any) -> list[Any]:
    """One pair for each reading of the first version."""
    return list({pair.first: pair for pair in point.pairs if pair.first is not None}.values())


def _seconds(point: Any) -> list[Any]:
    return list({pair.second: pair for pair in point.pairs if pair.second is not None}.values())
