"""Worked cases of a law, played under the readings and supplements that are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from compiler.law import Law
from runtime.batch import outcome
from runtime.casework import Games, Worked, work
from runtime.json_values import plain
from runtime.ruleset.cases import WorkedCase
from runtime.trace import article, trace


@dataclass(frozen=True)
class Tested:
    """A case and what became of it; a case that is told under other readings is ``skipped``."""

    case: WorkedCase
    readings: Mapping[str, str]
    worked: Worked | None

    @property
    def status(self) -> Literal["passed", "failed", "skipped"]:
        """What the case shows."""
        if self.worked is None:
            return "skipped"
        return "passed" if self.worked.passed else "failed"


def tested(
    law: Law,
    cases: tuple[WorkedCase, ...],
    asked: Mapping[str, str],
    only: tuple[str, ...] | None,
) -> tuple[Tested, ...]:
    """Each case, played under its own readings and supplements and else those asked for.

    ``asked``: readings in place of the usual ones; ``only``: the supplements, None
    for all. A case whose own are others than those asked for is passed over.
    """

    @cache
    def games(
        language: str, readings: tuple[tuple[str, str], ...], use: tuple[str, ...] | None
    ) -> Games:
        return Games(law.rules(language, dict(readings), use))

    found = []
    for case in cases:
        readings = law.choose_readings(case.language, {**asked, **case.readings})
        use = only if case.supplements is None else case.supplements
        others = any(asked.get(point, name) != name for point, name in case.readings.items())
        if others or (only is not None and use is not None and set(use) != set(only)):
            found.append(Tested(case, readings, None))
            continue
        by = games(case.language, tuple(readings.items()), use)
        # A setting may get its value from a supplement that was not asked for.
        settled = all(
            one.default is not None
            for one in by.rules.parameters.values()
            if one.id not in case.parameters
        )
        found.append(Tested(case, readings, work(case, by) if settled else None))
    return tuple(found)


def as_json(law: Law, languages: tuple[str, ...], results: tuple[Tested, ...]) -> dict[str, Any]:
    """The results as JSON data."""
    counts = {
        status: sum(one.status == status for one in results)
        for status in ("passed", "failed", "skipped")
    }
    return {
        "law": law.name,
        "amendments": [one.name for one in law.amendments],
        "languages": list(languages),
        "cases": [_case_as_json(one) for one in results],
        **counts,
    }


def _case_as_json(one: Tested) -> dict[str, Any]:
    case, worked = one.case, one.worked
    told: dict[str, Any] = {
        "name": case.title,
        "file": case.file,
        "line": case.line,
        "language": case.language,
        "readings": dict(one.readings),
        "status": one.status,
    }
    if worked is None:
        return told
    rules, parting = worked.game.rules, worked.parting
    told["supplements"] = list(rules.supplement_ids)
    told["found"] = outcome(worked.game, worked.state)
    if parting is None:
        return told
    told["parting"] = {
        "kind": parting.kind,
        "line": parting.line,
        "expected": parting.words,
        "rules": [article(rules, ref) for ref in parting.rules],
        "differences": [
            {
                "concept": one.concept,
                "at": [plain(argument) for argument in one.arguments],
                "expected": plain(one.expected),
                "found": plain(one.found),
                "undefined": one.undefined,
            }
            for one in parting.differences
        ],
        "waits_in": None if parting.choice is None else article(rules, parting.choice.ref),
        "reason": None if parting.refusal is None else parting.refusal.reason,
    }
    told["trace"] = [step.model_dump() for step in trace(rules, worked.steps[: parting.steps])]
    return told
