"""The comparison of two versions of a law: one row for each paragraph.

A row gives the relation under the readings in use, and, for every open point
that the paragraph lists in either version, the relation of each pair of
readings. Which readings agree is what can be the common meaning.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Protocol

from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.wording import VersionWording
from verify.compare.bench import Pair
from verify.compare.paragraph import Comparison, compare_paragraph
from verify.compare.vocabulary import common_sizes
from verify.compare.wording import (
    WordingFinding,
    compare_law,
    compare_wording,
    terms_of_both,
)

_Readings = tuple[tuple[str, str], ...]


_NOT_DIFFERENT = ("equal", "not_encoded", "unknown", "unsupported")


class Family(Protocol):
    """A law with its versions, as the comparison needs it."""

    def bare_rules(self, language: str, readings: Mapping[str, str]) -> RuleSet:
        """The rule set of the bare text, without supplements."""

    def readings_in_use(self, language: str) -> Mapping[str, str]:
        """The reading of each point."""

    def points_at(self, language: str, ref: str) -> Mapping[str, tuple[str, ...]]:
        """The points that a place lists, each with its readings."""

    def wording(self, language: str) -> VersionWording:
        """The wording of a version."""


class PairOfReadings(Model):
    """How a paragraph compares under two readings; None: the version does not list the point."""

    first: str | None
    second: str | None
    comparison: Comparison


class PointComparison(Model):
    """All pairs of readings of one open point."""

    point: str
    pairs: tuple[PairOfReadings, ...]

    @property
    def common(self) -> tuple[tuple[str, str], ...]:
        """The pairs under which the versions are proved to say the same."""
        return tuple(
            (pair.first, pair.second)
            for pair in self.pairs
            if pair.first is not None
            and pair.second is not None
            and pair.comparison.relation == "equal"
        )

    @property
    def one_sided(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Readings that are proved to agree with nothing that the other version can mean."""
        return (
            _agreeing_with_none((pair.first, pair.comparison) for pair in self.pairs),
            _agreeing_with_none((pair.second, pair.comparison) for pair in self.pairs),
        )


def _agreeing_with_none(compared: Iterable[tuple[str | None, Comparison]]) -> tuple[str, ...]:
    relations: dict[str, set[str]] = {}
    for reading, comparison in compared:
        if reading is not None:
            relations.setdefault(reading, set()).add(comparison.relation)
    open_ = {"equal", "unknown", "unsupported"}
    return tuple(reading for reading, found in relations.items() if not found & open_)


class Row(Model):
    """One paragraph in both versions; ``citations`` and ``texts`` are empty where one lacks it."""

    ref: str
    citations: tuple[str, str]
    texts: tuple[str, str]
    readings: tuple[dict[str, str], dict[str, str]]
    comparison: Comparison
    points: tuple[PointComparison, ...]
    wording: tuple[WordingFinding, ...]


class ComparisonTable(Model):
    """The whole comparison. ``scope``: the sizes for which the relations are proved.

    ``titles``: findings in the titles, and in the wording of the law as a whole.
    """

    law: str
    languages: tuple[str, str]
    scope: tuple[dict[str, int], ...]
    titles: tuple[WordingFinding, ...]
    rows: tuple[Row, ...]


def compare_versions(
    law: str,
    family: Family,
    languages: tuple[str, str],
    progress: Callable[[Row], None] | None = None,
    diverging: Callable[[tuple[str, ...]], None] | None = None,
) -> ComparisonTable:
    """Compare two versions paragraph by paragraph; ``progress`` is called with each row.

    ``diverging`` is told, before other readings are looked at, which paragraphs differ under
    those in use.
    """
    table = _Table(law, family, languages)
    if diverging is not None:
        diverging(table.diverging())
    return table.fill(progress)


class _Table:
    def __init__(self, law: str, family: Family, languages: tuple[str, str]) -> None:
        self.law = law
        self.family = family
        self.languages = languages
        self.in_use = tuple(dict(family.readings_in_use(language)) for language in languages)
        self._rules: dict[tuple[str, _Readings], RuleSet] = {}
        self._pairs: dict[tuple[_Readings, _Readings], Pair] = {}
        self._compared: dict[tuple[str, _Readings, _Readings], Comparison] = {}
        in_use = self._pair(self.in_use[0], self.in_use[1])
        self.sizes = common_sizes(in_use.first, in_use.second)
        self.wording = tuple(family.wording(language) for language in languages)
        self.terms = terms_of_both(self.wording[0], self.wording[1])

    def diverging(self) -> tuple[str, ...]:
        """The paragraphs that are known to differ under the readings in use."""
        first, second = self.in_use
        return tuple(
            ref
            for ref in self._refs()
            if self._compare(ref, first, second).relation not in _NOT_DIFFERENT
        )

    def fill(self, progress: Callable[[Row], None] | None) -> ComparisonTable:
        rows = []
        for ref in self._refs():
            row = self._row(ref)
            rows.append(row)
            if progress is not None:
                progress(row)
        return ComparisonTable(
            law=self.law,
            languages=self.languages,
            scope=tuple(dict(one) for one in self.sizes),
            titles=tuple(compare_law(self.wording[0], self.wording[1])),
            rows=tuple(rows),
        )

    def _refs(self) -> list[str]:
        """Every place of either version, in the first one's order; others after their neighbour."""
        refs = list(self.wording[0].places)
        previous = None
        for ref in self.wording[1].places:
            if ref not in refs:
                refs.insert(refs.index(previous) + 1 if previous is not None else 0, ref)
            previous = ref
        return refs

    def _bare(self, language: str, readings: Mapping[str, str]) -> RuleSet:
        key = (language, _key(readings))
        if key not in self._rules:
            self._rules[key] = self.family.bare_rules(language, readings)
        return self._rules[key]

    def _pair(self, first: Mapping[str, str], second: Mapping[str, str]) -> Pair:
        key = (_key(first), _key(second))
        if key not in self._pairs:
            self._pairs[key] = Pair(
                self._bare(self.languages[0], first), self._bare(self.languages[1], second)
            )
        return self._pairs[key]

    def _compare(self, ref: str, first: Mapping[str, str], second: Mapping[str, str]) -> Comparison:
        """The paragraph under these readings: several points share the pair in use."""
        key = (ref, _key(first), _key(second))
        if key not in self._compared:
            self._compared[key] = compare_paragraph(self._pair(first, second), ref, self.sizes)
        return self._compared[key]

    def _row(self, ref: str) -> Row:
        places = [wording.places.get(ref) for wording in self.wording]
        listed = [self.family.points_at(language, ref) for language in self.languages]
        shown = [
            {point: in_use[point] for point in points}
            for points, in_use in zip(listed, self.in_use, strict=True)
        ]
        return Row(
            ref=ref,
            citations=_pair(place.citation if place else "" for place in places),
            texts=_pair(" ".join(place.sentences) if place else "" for place in places),
            readings=(shown[0], shown[1]),
            comparison=self._compare(ref, self.in_use[0], self.in_use[1]),
            points=tuple(
                self._point(ref, point, listed[0].get(point), listed[1].get(point))
                for point in dict.fromkeys((*listed[0], *listed[1]))
            ),
            wording=tuple(compare_wording(places[0], places[1], self.terms)),
        )

    def _point(
        self,
        ref: str,
        point: str,
        first: tuple[str, ...] | None,
        second: tuple[str, ...] | None,
    ) -> PointComparison:
        pairs = []
        for one in first or (None,):
            for other in second or (None,):
                readings = [
                    in_use if name is None else {**in_use, point: name}
                    for in_use, name in zip(self.in_use, (one, other), strict=True)
                ]
                comparison = self._compare(ref, readings[0], readings[1])
                pairs.append(PairOfReadings(first=one, second=other, comparison=comparison))
        return PointComparison(point=point, pairs=tuple(pairs))


def _key(readings: Mapping[str, str]) -> _Readings:
    return tuple(sorted(readings.items()))


def _pair(values: Iterator[str]) -> tuple[str, str]:
    first, second = values
    return first, second
