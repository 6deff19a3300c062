"""What a report is made of: the law, its verdicts, its versions two by two."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

from compiler.law import Law
from wortlaut.amending import Difference, difference_as_json, difference_between, still_open
from wortlaut.amending import status as status_of_difference
from wortlaut.compared import of_one_law
from wortlaut.comparison import Judged, as_json, compared, status, with_consequences
from wortlaut.jobs import Request
from wortlaut.report.experiments import Experiment
from wortlaut.verification import status as status_of_verdicts
from wortlaut.verification import verdicts


@dataclass(frozen=True)
class Gathered:
    """Everything that a report shows.

    ``result``: the verdicts as the contract's JSON. ``arguments``: what the law and its
    readings are called on a command line, as they were given. ``amended``: what the
    amendments change. ``experiment``: one that was played before.
    """

    law: Law
    request: Request
    result: Mapping[str, Any]
    judged: tuple[Judged, ...]
    arguments: tuple[str, ...]
    amended: Difference | None = None
    experiment: Experiment | None = None

    @property
    def before(self) -> Law:
        """The law before its amendments."""
        return self.law if self.amended is None else self.amended.before

    @property
    def languages(self) -> tuple[str, ...]:
        """The versions that are shown."""
        return self.request.languages

    @property
    def status(self) -> int:
        """The exit status that all of it deserves."""
        found = {status_of_verdicts(self.result), *map(status, self.judged)}
        if self.amended is not None:
            found.add(status_of_difference(self.amended))
        return next((one for one in (1, 3) if one in found), 0)

    def as_json(self, messages: str) -> dict[str, Any]:
        """The same for programs: as ``verify`` and ``compare`` have it."""
        about: dict[str, Any] = {}
        if self.amended is not None:
            about["amended"] = difference_as_json(self.amended, messages)
        if self.experiment is not None:
            about["experiment"] = self.experiment.model_dump(mode="json")
        return {
            "law": self.law.name,
            "verify": dict(self.result),
            "compare": [as_json(one, messages) for one in self.judged],
            **about,
        }


def gather(
    law: Law,
    request: Request,
    arguments: tuple[str, ...],
    before: Law | None = None,
    experiment: Experiment | None = None,
    labels: tuple[str, str] = ("before", "after"),
) -> Gathered:
    """Verify and compare; with the law ``before`` its amendments, both. Raises ``Refused``.

    Whether open points can change the outcome is asked only where not in brief. ``labels``:
    what the law before and after amendments is called.
    """
    amended = None
    readings = request.readings
    if before is not None:
        # A point that the amendments close is none of the amended law; an unknown one stays.
        closed = still_open(before, readings).keys() - still_open(law, readings).keys()
        kept = {point: name for point, name in readings.items() if point not in closed}
        request = replace(request, readings=kept)
    half = request.total if before is None or request.total is None else request.total / 2
    result = verdicts(law, replace(request, total=half))
    judged: list[Judged] = []
    if result["broken_off"] is None:
        versions = of_one_law(law, request.languages, request.readings)
        judged = [compared(pair) for pair in combinations(versions, 2)]
        if not request.brief:
            judged = [with_consequences(one) for one in judged]
    if before is not None:
        earlier = verdicts(
            before, replace(request, readings=still_open(before, readings), total=half)
        )
        amended = difference_between(
            (before, law),
            request.languages,
            (still_open(before, readings), request.readings),
            (earlier, result),
            labels,
            brief=request.brief,
        )
    return Gathered(law, request, result, tuple(judged), arguments, amended, experiment)
