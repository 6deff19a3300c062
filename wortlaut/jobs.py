"""What verifying a law consists of: jobs that do not depend on each other.

A job belongs to one version under one choice of readings. What is asked of each
size is one job for each; what is asked of all sizes together is one.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from compiler.law import Law

if TYPE_CHECKING:
    from runtime.ruleset.ruleset import RuleSet
    from verify.automatic import Asked
    from verify.obligation import Obligation

Part = Literal["properties", "states", "text", "reachable", "choices", "readings"]

_KINDS: Mapping[Part, tuple[str, ...]] = {
    "states": ("gap", "conflict", "range", "stuck", "termination", "almost_surely"),
    "text": ("gap", "conflict", "range", "stuck"),
    "reachable": ("unreachable",),
    "choices": ("open_choice",),
    "readings": ("redundant",),
}
"""The kinds of automatic obligations in each part."""

OF_LOOPS = ("termination", "almost_surely")
"""The kinds that are asked of flows, and not of paragraphs."""

FRESH = "WORTLAUT_FRESH"
"""The environment variable that, if it is there, has everything found anew."""

TEXT = "text:"
"""How the ids begin of what is asked of the text without any supplement."""


def keeping() -> bool:
    """Whether verdicts are kept, and told anew, where nobody says otherwise."""
    return FRESH not in os.environ


@dataclass(frozen=True)
class Request:
    """What is to be verified, and within which limits.

    ``readings`` and ``supplements`` as given (None: all supplements), ``wanted``
    the ids or kinds to look at (none: all). ``timeout``: seconds for a single
    question; ``total``: for the whole run. ``smtlib``: a folder for all questions
    to the solver. ``cross_check``: put them to a second solver as well.
    ``workers``: how many processes may work at once. ``explore``: how many plays are
    made up for each flow and size, beside the proofs. ``brief``: only of the smallest
    size, and without what takes long: loops, open choices, other readings, criteria
    of social choice. ``keep``: verdicts are kept for the next time, and those that were
    kept are told without finding them anew.
    """

    languages: tuple[str, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    supplements: tuple[str, ...] | None = None
    wanted: tuple[str, ...] = ()
    timeout: float = 60.0
    all_readings: bool = False
    total: float | None = None
    smtlib: Path | None = None
    cross_check: bool = False
    workers: int = 1
    explore: int = 0
    brief: bool = False
    keep: bool = field(default_factory=keeping)

    @property
    def listens(self) -> bool:
        """Whether somebody is to hear every question to the solver."""
        return self.cross_check or self.smtlib is not None

    def wants(self, id: str) -> bool:
        """Whether an automatic obligation is asked for: by its id, its kind, or with all.

        Its id may be given without the flow; what is asked of the text alone has a
        kind of its own, as ``text:gap``.
        """
        return not self.wanted or any(matches(one, id) for one in self.wanted)

    def may_want(self, part: Part) -> bool:
        """Whether anything in an automatic part is asked for."""
        return not self.wanted or bool(self.kinds(part))

    def kinds(self, part: Part) -> tuple[str, ...]:
        """The kinds of an automatic part that are asked for."""
        prefix = TEXT if part == "text" else ""
        names = {kind_of(one) for one in self.wanted}
        return tuple(
            kind
            for kind in _KINDS[part]
            if (not names or prefix + kind in names) and not (self.brief and kind in OF_LOOPS)
        )


def kind_of(id: str) -> str:
    """The kind of an automatic obligation, also of one of the text alone."""
    return id.split("@")[0].split(".")[0]


def matches(wanted: str, id: str) -> bool:
    """Whether an automatic obligation is asked for: by its id, with or without flow, or kind."""
    return wanted in (id, id.split("@")[0], kind_of(id))


@dataclass(frozen=True)
class Job:
    """``readings``: as asked for, by point. ``size``: of the sets; none: all sizes together."""

    language: str
    readings: tuple[tuple[str, str], ...]
    part: Part
    size: tuple[tuple[str, int], ...] | None = None


def kinds() -> tuple[str, ...]:
    """The kinds of automatic obligations."""
    return tuple(dict.fromkeys(kind for found in _KINDS.values() for kind in found))


def is_automatic(id: str) -> bool:
    """Whether an id is that of an automatic obligation, or of one of their kinds."""
    kind = kind_of(id)
    return kind in kinds() or kind.removeprefix(TEXT) in _KINDS["text"]


def jobs(law: Law, request: Request, language: str, readings: Mapping[str, str]) -> Iterator[Job]:
    """The jobs of one version under one choice of readings."""
    from runtime.sizes import all_sizes

    chosen = tuple(readings.items())
    rules = law.rules(language, readings, request.supplements)
    sizes = [tuple(one.items()) for one in all_sizes(rules)]
    if request.brief:
        sizes = sizes[:1]
    if properties(law, request, language, readings):
        for size in sizes:
            yield Job(language, chosen, "properties", size)
    for part in ("states", "text"):
        if request.may_want(part) and (part == "states" or _has_text(rules, request)):
            for size in sizes:
                yield Job(language, chosen, part, size)
    for whole in ("reachable", "choices", "readings"):
        if whole == "readings" and not law.versions[language].points:
            continue
        if request.may_want(whole) and not (request.all_readings or request.brief):
            yield Job(language, chosen, whole)


def properties(law: Law, request: Request, language: str, readings: Mapping[str, str]) -> list[Any]:
    """The properties that are asked for."""
    stated = law.properties(language, readings, request.supplements)
    return [
        one
        for one in stated
        if (not request.wanted or {one.id, one.id.split("@")[0]} & set(request.wanted))
        and not (request.brief and _takes_long(one))
    ]


def _takes_long(one: Any) -> bool:
    """Criteria are tried on many boards; steps of some paragraphs need what holds before them."""
    return one.kind == "meets" or (one.kind == "every_step" and bool(one.within))


class Known:
    """What was found out of a law in this process, for the jobs that follow; it changes no verdict.

    Rule sets are made once, since what is found out of their flows is kept by which they are.
    ``shared``: where the processes of this run keep the answers to their questions.
    """

    def __init__(self, law: Law, request: Request, shared: Path | None = None) -> None:
        from verify.limits import Limit
        from verify.obligations.base import Bases

        self.law = law
        self.request = request
        self.shared = shared
        self.bases = Bases(Limit(seconds=request.timeout))
        self._rules: dict[tuple[str, tuple[tuple[str, str], ...], bool], RuleSet] = {}

    def rules(self, job: "Job") -> "RuleSet":
        """The rule set that a job is about."""
        alone = job.part == "text"
        key = job.language, job.readings, alone
        if key not in self._rules:
            supplements = () if alone else self.request.supplements
            self._rules[key] = self.law.rules(job.language, dict(job.readings), supplements)
        return self._rules[key]


def done(known: Known, job: Job, progress: Callable[["Obligation"], None]) -> None:
    """Do a job; ``progress`` is told each verdict as it comes."""
    from verify.automatic import automatic
    from verify.verdicts import verify

    law, request, bases = known.law, known.request, known.bases
    if job.part == "properties":
        asked = properties(law, request, job.language, dict(job.readings))
        sizes = _sizes(job)
        verify(
            known.rules(job), asked, limit=bases.limit, sizes=sizes, bases=bases, progress=progress
        )
    else:
        automatic(
            asked_by(known, job),
            kinds=request.kinds(job.part),
            wants=request.wants,
            limit=bases.limit,
            bases=bases,
            progress=progress,
        )


def planned(law: Law, request: Request, job: Job) -> list["Obligation"]:
    """What a job decides, as far as that is known before it is done; all of it unknown."""
    from verify import automatic, verdicts

    if job.part == "properties":
        readings = dict(job.readings)
        rules = law.rules(job.language, readings, request.supplements)
        asked = properties(law, request, job.language, readings)
        return verdicts.planned(rules, asked, _sizes(job))
    return automatic.planned(asked_by(Known(law, request), job), request.kinds(job.part))


def _sizes(job: Job) -> list[dict[str, int]] | None:
    return None if job.size is None else [dict(job.size)]


def asked_by(known: Known, job: Job) -> "Asked":
    """What an automatic job asks, and of which rule sets."""
    from verify.automatic import Asked
    from verify.obligations.redundant import variations

    law, language, rules = known.law, job.language, known.rules(job)
    if job.part == "text":
        return Asked(None, rules, sizes=_sizes(job))
    if job.part != "readings":
        return Asked(rules, sizes=_sizes(job))
    points = {point.id: point.names for point in law.versions[language].points.values()}
    return Asked(
        rules,
        by_reading=lambda chosen: law.rules(language, chosen, known.request.supplements),
        variations=list(variations(rules.readings, points)),
    )


def _has_text(rules: "RuleSet", request: Request) -> bool:
    """Whether the text alone is something else than what is verified anyway."""
    return bool(rules.supplements) and not request.all_readings


def in_order(found: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The verdicts on one version, with those on one id together, smallest sizes first."""
    entries = list(found)
    first: dict[str, int] = {}
    for one in entries:
        first.setdefault(one["id"], len(first))
    return sorted(entries, key=lambda one: (first[one["id"]], tuple(one["scope"].values())))
