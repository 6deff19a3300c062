"""Ranking the readings of two versions: each version is surveyed in a process of its own."""

import signal
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from math import prod
from multiprocessing import active_children
from typing import TYPE_CHECKING, Any

from compiler.law import Law, load_sound
from wortlaut.compared import Compared
from wortlaut.kept import kept_here
from wortlaut.options import fail, said

if TYPE_CHECKING:
    from verify.compare.ranked import Combination, Objection, Ranking
    from verify.compare.survey import Defect
    from verify.compare.table import ComparisonTable

_MOST = 1_000
"""How many combinations of readings of a version are surveyed at most."""

_SECONDS = 10.0
"""For a single question."""


def ranking(
    versions: tuple[Compared, Compared], table: "ComparisonTable", workers: int
) -> "Ranking":
    """The combinations of readings of both versions, those with the fewest defects first.

    Points for which a reading was chosen keep it. Exits where there are too many.
    """
    from verify.compare.ranked import ranked
    from wortlaut.render.progress import Progress

    points = {one.label: points_of(one) for one in versions}
    fixed: dict[str, str] = {}
    for one in versions:
        fixed |= one.readings
    for label, of in points.items():
        count = prod(len(names) for point, names in of.items() if point not in fixed)
        if count > _MOST:
            raise fail(said("fail_combinations_of", count=count, version=label))
    with Progress() as progress:
        progress.step("readings")
        found = _surveyed(versions, fixed, workers)
    return ranked(points, fixed, found, table)


def points_of(one: Compared) -> dict[str, tuple[str, ...]]:
    """The readings of each open point of a version."""
    return {point.id: point.names for point in one.law.versions[one.language].points.values()}


def _surveyed(
    versions: tuple[Compared, Compared], fixed: Mapping[str, str], workers: int
) -> "dict[str, list[tuple[Defect, ...]]]":
    if workers < 2:
        return {one.label: _survey(one.law, one.language, fixed) for one in versions}
    before = {child.pid for child in active_children()}
    pool = ProcessPoolExecutor(min(workers, len(versions)), initializer=_begin)
    try:
        origins = [one.law.origin for one in versions]
        languages = [one.language for one in versions]
        results = pool.map(_survey_loaded, origins, languages, repeat(dict(fixed)))
        return {one.label: found for one, found in zip(versions, results, strict=True)}
    finally:
        mine = [child for child in active_children() if child.pid not in before]
        pool.shutdown(wait=False, cancel_futures=True)
        for child in mine:
            child.kill()


def _begin() -> None:
    # Ctrl-C reaches every process of the group; the first one ends the others.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _survey_loaded(
    origin: tuple[str, tuple[str, ...]], language: str, fixed: Mapping[str, str]
) -> "list[tuple[Defect, ...]]":
    with kept_here():
        return _survey(load_sound(*origin), language, fixed)


def _survey(law: Law, language: str, fixed: Mapping[str, str]) -> "list[tuple[Defect, ...]]":
    from verify.compare.ranked import combinations
    from verify.compare.survey import survey
    from verify.limits import Limit

    points = {point.id: point.names for point in law.versions[language].points.values()}
    usual = law.readings_in_use(language)
    every = combinations(points, {p: name for p, name in fixed.items() if p in points})
    # What is in use comes first: its plays are tried under the others too.
    order = sorted(range(len(every)), key=lambda at: every[at] != dict(usual))
    found = survey(
        lambda chosen: law.rules(language, chosen),
        [every[at] for at in order],
        Limit(seconds=_SECONDS),
    )
    placed = dict(zip(order, found, strict=True))
    return [placed[at] for at in range(len(every))]


def ranking_as_json(found: "Ranking") -> dict[str, Any]:
    """The ranking as data."""
    return {
        "combinations": [_combination(one) for one in found.combinations],
        "common_defects": [_defect(one) for one in found.common],
        "against": [_objection(one) for one in found.objections],
    }


def _combination(one: "Combination") -> dict[str, Any]:
    return {
        "readings": one.readings,
        "versions": list(one.versions),
        "defects": [_defect(each) for each in one.defects],
    }


def _objection(one: "Objection") -> dict[str, Any]:
    return {
        "point": one.point,
        "reading": one.reading,
        "always": one.always,
        **_defect(one.defect),
    }


def _defect(one: "Defect") -> dict[str, Any]:
    return {
        "kind": one.kind,
        "at": one.at,
        "versions": list(one.versions),
        "detail": one.detail,
    }
