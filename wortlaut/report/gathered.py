"""What a report is made of: the law, its verdicts, its versions two by two."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from compiler.law import Law
from wortlaut.compared import of_one_law
from wortlaut.comparison import Judged, as_json, compared, status, with_consequences
from wortlaut.jobs import Request
from wortlaut.verification import status as status_of_verdicts
from wortlaut.verification import verdicts


@dataclass(frozen=True)
class Gathered:
    """Everything that a report shows.

    ``result``: the verdicts as the contract's JSON. ``arguments``: what the law and its
    readings are called on a command line, as they were given.
    """

    law: Law
    request: Request
    result: Mapping[str, Any]
    judged: tuple[Judged, ...]
    arguments: tuple[str, ...]

    @property
    def languages(self) -> tuple[str, ...]:
        """The versions that are shown."""
        return self.request.languages

    @property
    def status(self) -> int:
        """The exit status that all of it deserves."""
        found = {status_of_verdicts(self.result), *map(status, self.judged)}
        return next((one for one in (1, 3) if one in found), 0)

    def as_json(self, messages: str) -> dict[str, Any]:
        """The same for programs: as ``verify`` and ``compare`` have it."""
        return {
            "law": self.law.name,
            "verify": dict(self.result),
            "compare": [as_json(one, messages) for one in self.judged],
        }


def gather(law: Law, request: Request, arguments: tuple[str, ...]) -> Gathered:
    """Verify and compare. Raises ``Refused``.

    Whether open points can change the outcome is asked only where not in brief.
    """
    result = verdicts(law, request)
    judged: list[Judged] = []
    if result["broken_off"] is None:
        versions = of_one_law(law, request.languages, request.readings)
        judged = [compared(pair) for pair in combinations(versions, 2)]
        if not request.brief:
            judged = [with_consequences(one) for one in judged]
    return Gathered(law, request, result, tuple(judged), arguments)
