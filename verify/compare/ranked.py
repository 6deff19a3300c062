"""The combinations of readings in order: those with the fewest defects first, with the reasons."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from runtime.ruleset.model import Model
from verify.compare.survey import Defect
from verify.compare.table import ComparisonTable

Points = Mapping[str, Sequence[str]]
"""The readings of each open point of a version."""


class Combination(Model):
    """A combination of readings and all that speaks against it.

    ``versions``: those that list all of its readings.
    """

    readings: dict[str, str]
    versions: tuple[str, ...]
    defects: tuple[Defect, ...]


class Objection(Model):
    """A defect that a reading brings about: with another reading of the point it would not be.

    ``always``: it does so whatever the readings of the other points.
    """

    point: str
    reading: str
    defect: Defect
    always: bool


class Ranking(Model):
    """``combinations``: the fewest defects first. ``common``: what no combination is without."""

    combinations: tuple[Combination, ...]
    common: tuple[Defect, ...]
    objections: tuple[Objection, ...]


def combinations(points: Points, fixed: Mapping[str, str]) -> list[dict[str, str]]:
    """Every combination of the readings of ``points``; those of ``fixed`` are given."""
    names = [(fixed[point],) if point in fixed else tuple(of) for point, of in points.items()]
    return [dict(zip(points, chosen, strict=True)) for chosen in product(*names)]


def ranked(
    points: Mapping[str, Points],
    fixed: Mapping[str, str],
    found: Mapping[str, Sequence[tuple[Defect, ...]]],
    table: ComparisonTable,
) -> Ranking:
    """Rank the combinations of two versions.

    ``points``: the points of each version. ``found``: its defects, in the order of
    :func:`combinations`. ``table``: where the versions differ under a reading, that counts too.
    """
    surveyed = {
        version: {
            _key(readings): defects
            for readings, defects in zip(combinations(of, fixed), found[version], strict=True)
        }
        for version, of in points.items()
    }
    every: dict[str, dict[str, None]] = {}
    for of in points.values():
        for point, names in of.items():
            every.setdefault(point, {}).update(dict.fromkeys(names))
    whole = {point: tuple(names) for point, names in every.items()}
    all_ = [
        _combination(readings, points, surveyed, table) for readings in combinations(whole, fixed)
    ]
    common = _common(all_)
    kept = {one.key for one in common}
    trimmed = [
        one.model_copy(update={"defects": tuple(d for d in one.defects if d.key not in kept)})
        for one in all_
    ]
    return Ranking(
        combinations=tuple(sorted(trimmed, key=lambda one: len(one.defects))),
        common=common,
        objections=tuple(_objections(trimmed, whole)),
    )


def _combination(
    readings: dict[str, str],
    points: Mapping[str, Points],
    surveyed: Mapping[str, Mapping[tuple[tuple[str, str], ...], tuple[Defect, ...]]],
    table: ComparisonTable,
) -> Combination:
    defects: dict[tuple[str, str], Defect] = {}
    supporting = []
    for version, of in points.items():
        own = {point: name for point, name in readings.items() if point in of}
        strange = [point for point, name in own.items() if name not in of[point]]
        if strange:
            for point in strange:
                one = Defect(
                    kind="not_supported",
                    at=f"{point}={readings[point]}",
                    versions=(version,),
                )
                defects[one.key] = one
            continue
        supporting.append(version)
        for one in surveyed[version][_key(own)]:
            known = defects.get(one.key)
            versions = (*(known.versions if known else ()), version)
            defects[one.key] = (known or one).model_copy(update={"versions": versions})
    if len(supporting) == len(points):
        for ref in _differing(readings, table):
            one = Defect(kind="versions_differ", at=ref, versions=tuple(points))
            defects[one.key] = one
    return Combination(
        readings=readings, versions=tuple(supporting), defects=tuple(defects.values())
    )


def _differing(readings: Mapping[str, str], table: ComparisonTable) -> Iterator[str]:
    """The paragraphs in which both versions, read alike in one point, do not say the same."""
    for row in table.rows:
        for point in row.points:
            name = readings.get(point.point)
            for pair in point.pairs:
                same = pair.first == pair.second == name
                if same and pair.comparison.relation not in ("equal", "unknown", "unsupported"):
                    yield row.ref


def _common(all_: Sequence[Combination]) -> tuple[Defect, ...]:
    found = [{defect.key for defect in one.defects} for one in all_]
    return tuple(one for one in all_[0].defects if all(one.key in keys for keys in found))


def _objections(all_: Sequence[Combination], points: Points) -> Iterator[Objection]:
    """What each reading brings about that another one of its point, all else alike, does not."""
    by_key = {_key(one.readings): one for one in all_}
    for point, names in points.items():
        for name in names:
            with_it = [one for one in all_ if one.readings[point] == name]
            blamed: dict[tuple[str, str], Defect] = {}
            for one in with_it:
                others = [by_key.get(_key({**one.readings, point: each})) for each in names]
                free = [{d.key for d in each.defects} for each in others if each is not None]
                for defect in one.defects:
                    if any(defect.key not in keys for keys in free):
                        blamed.setdefault(defect.key, defect)
            for key, defect in blamed.items():
                always = all(any(d.key == key for d in one.defects) for one in with_it)
                yield Objection(point=point, reading=name, defect=defect, always=always)


def _key(readings: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(readings.items()))
