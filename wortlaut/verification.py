"""Verifying a law as a whole: each version, under each choice of readings that is asked for.

The result is the contract's JSON. Commands show it in their own way.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from compiler.law import Law
from wortlaut.acceptance import Acceptance, covered_by_verdicts
from wortlaut.conditions import stated
from wortlaut.jobs import Job, Request, in_order, jobs, planned
from wortlaut.options import fail, said
from wortlaut.wanted import check_wanted
from wortlaut.why import INTERRUPTED, LOST, OUT_OF_TIME
from wortlaut.workers import work

if TYPE_CHECKING:
    from runtime.ruleset.ruleset import RuleSet
    from verify.cross_check import CrossCheck
    from verify.obligation import Obligation
    from verify.transcript import Transcript

_MOST_COMBINATIONS = 5_000
_SECOND_SOLVER_SECONDS = 10.0
"""What the second solver may take for one question, if --timeout does not say less."""


def verdicts(law: Law, request: Request) -> dict[str, Any]:
    """The verdicts as the contract's JSON.

    If the run is interrupted or its time is used up, what is not decided yet is unknown.
    Raises ``Refused``, ``Exit`` where there is not what is asked for, ``OSError`` where
    the transcript cannot be written,
    :class:`~verify.cross_check.Missing` and :class:`~verify.cross_check.Disagreement`.
    """
    from verify.deadline import OutOfTime, within
    from wortlaut.render.progress import Progress

    run = _Run(law, request)
    broken_off = None
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())
        run.listen(stack)
        try:
            with within(request.total):
                run.verify(progress.step)
                run.explore(progress.step)
        except KeyboardInterrupt:
            broken_off = INTERRUPTED
        except OutOfTime:
            broken_off = OUT_OF_TIME
    return run.result(broken_off)


class _Run:
    """The verdicts of one run, as far as they are known."""

    def __init__(self, law: Law, request: Request) -> None:
        self._law = law
        self._request = request
        self._acceptance = Acceptance(law)
        self._transcript: Transcript | None = None
        self._second: CrossCheck | None = None
        self._confirmed: dict[tuple[Job, int], dict[str, int]] = {}
        self._found: dict[Job, list[Obligation]] = {}
        self._choices = {
            code: list(_combinations(law, code, request)) for code in request.languages
        }
        self._jobs = [
            job
            for code, combinations in self._choices.items()
            for readings in combinations
            for job in jobs(law, request, code, readings)
        ]
        check_wanted(law, request, self._jobs)
        self._undone: dict[Job, str] = dict.fromkeys(self._jobs, "")

    def listen(self, stack: ExitStack) -> None:
        """Let those listen to the solver who are asked for, until ``stack`` is left."""
        from verify.limits import listening

        if self._request.smtlib is not None:
            from verify.transcript import Transcript

            self._transcript = Transcript(self._request.smtlib)
            stack.callback(self._transcript.write_rest)
            stack.enter_context(listening(self._transcript.hear))
        if self._request.cross_check:
            from verify.cross_check import CrossCheck

            seconds = min(self._request.timeout, _SECOND_SOLVER_SECONDS)
            self._second = stack.enter_context(CrossCheck(seconds))
            stack.enter_context(listening(self._second.hear))

    def verify(self, progress: Callable[[str], None]) -> None:
        """Do all jobs; what a lost worker or the time leaves undone is unknown."""
        tally = self._tally()

        def decided(job: Job, one: "Obligation") -> None:
            nonlocal tally
            if self._transcript is not None:
                self._write(job, one, self._transcript)
            before, tally = tally, self._tally()
            now = self._found.setdefault(job, [])
            if self._second is not None:
                answers, confirmed = tally[0] - before[0], tally[1] - before[1]
                self._confirmed[job, len(now)] = {"answers": answers, "confirmed": confirmed}
            now.append(one)
            progress(f"{one.language} {one.id} {one.verdict}")

        def finished(job: Job) -> None:
            self._undone.pop(job, None)

        left = work(self._law, self._request, self._jobs, decided, finished)
        self._undone.update(left)

    def explore(self, progress: Callable[[str], None]) -> None:
        """Look for what contradicts the verdicts, or decides what is unknown, in plays made up."""
        if not self._request.explore:
            return
        from wortlaut.exploring import Exploring

        exploring = Exploring(self._law, self._request, self._jobs)
        for job in self._jobs:
            settled = exploring.settled(job, self._found.get(job, []))
            if settled or job in self._found:
                self._found[job] = settled
            progress(f"{job.language} exploration")

    def _write(self, job: Job, one: "Obligation", transcript: "Transcript") -> None:
        rules = self._law.rules(job.language, dict(job.readings), self._request.supplements)
        readings = rules.readings if self._request.all_readings else {}
        transcript.write(one, readings, lambda ref: _cited(rules, ref))

    def result(self, broken_off: str | None) -> dict[str, Any]:
        """Everything, as the contract's JSON; what is not decided is unknown."""
        law, request = self._law, self._request
        used: dict[str, str] = {}
        ran: dict[str, list[Mapping[str, str]]] = {}
        obligations: list[dict[str, Any]] = []
        for code, combinations in self._choices.items():
            for chosen in combinations:
                readings = law.choose_readings(code, chosen)
                own = [
                    job
                    for job in self._jobs
                    if job.language == code and job.readings == tuple(chosen.items())
                ]
                obligations += in_order(self._entries(own, readings, broken_off))
                if all(job not in self._undone for job in own):
                    ran.setdefault(code, []).append(readings)
                used.update(readings)
        left = next((why for why in (LOST, OUT_OF_TIME) if why in self._undone.values()), None)
        covered = covered_by_verdicts(law, ran, lambda id: _left_out(request, id))
        return {
            "law": law.name,
            "languages": list(request.languages),
            "readings": dict(sorted(used.items())) if not request.all_readings else {},
            "supplements": [
                supplement.name.text
                for supplement in law.supplements
                if request.supplements is None or supplement.name.text in request.supplements
            ],
            "law_hash": law.hash,
            "amendments": [one.name for one in law.amendments],
            "obligations": obligations,
            "stale": self._acceptance.stale(covered),
            "broken_off": broken_off or left,
            "cross_check": self._cross_check(),
            "explored": request.explore or None,
        }

    def _entries(
        self, own: list[Job], readings: Mapping[str, str], broken_off: str | None
    ) -> Iterator[dict[str, Any]]:
        """What the jobs ``own`` found, and what those would have that are not done."""
        for job in own:
            found = self._found.get(job, [])
            for number, one in enumerate(found):
                entry = self._entry(one, readings)
                entry["accepted"] = self._acceptance.of_obligation(
                    entry, readings, broken_off=False
                )
                if (job, number) in self._confirmed:
                    entry["cross_check"] = self._confirmed[job, number]
                yield entry
            if job not in self._undone:
                continue
            seen = {one.id for one in found}
            for one in planned(self._law, self._request, job):
                if one.id not in seen:
                    detail = self._undone[job] or broken_off or LOST
                    entry = self._entry(one.model_copy(update={"detail": detail}), readings)
                    entry["accepted"] = None
                    yield entry

    def _entry(self, one: "Obligation", readings: Mapping[str, str]) -> dict[str, Any]:
        entry = one.model_dump(mode="json")
        entry["assumptions"] += [
            *(f"reading {point}={name}" for point, name in readings.items()),
            *_relations(self._law, one.language),
        ]
        for part in (entry["witness"] or {}).get("failed", ()):
            part["condition"] = stated(self._law, one.id, part["path"])
        if self._request.all_readings:
            entry["readings"] = dict(readings)
        return entry

    def _tally(self) -> tuple[int, int]:
        """How many answers the second solver was told, and how many it confirmed."""
        if self._second is None:
            return 0, 0
        return self._second.tally.answers, self._second.tally.confirmed

    def _cross_check(self) -> dict[str, Any] | None:
        if self._second is None:
            return None
        tally = self._second.tally
        return {
            "solver": self._second.solver,
            "answers": tally.answers,
            "confirmed": tally.confirmed,
            "undecided": tally.undecided,
        }


def _cited(rules: "RuleSet", ref: str) -> str:
    """A paragraph as the law cites it; other sources of a question as they are named."""
    from runtime.trace import article

    return article(rules, ref) if ref in rules.paragraphs else ref


def status(result: Mapping[str, Any]) -> int:
    """The exit status that a result deserves."""
    left = [one for one in result["obligations"] if one["accepted"] is None]
    if any(one["verdict"] == "refuted" or one["vacuous"] for one in left) or result["stale"]:
        return 1
    if any(one["verdict"] in ("unknown", "unsupported") for one in left):
        return 3
    return 0 if result["broken_off"] is None else 3


def _left_out(request: Request, id: str) -> bool:
    """Whether the obligation ``id`` was not asked for, or was asked of another text."""
    if request.supplements is not None or request.brief:
        return True
    return bool(request.wanted) and not (id in request.wanted or request.wants(id))


def _combinations(law: Law, language: str, request: Request) -> Iterator[dict[str, str]]:
    """The readings in use, or every combination that agrees with those given."""
    readings = request.readings
    law.choose_readings(language, readings)
    if not request.all_readings:
        yield dict(readings)
        return
    points = law.versions[language].points
    names = [
        (readings[point.id],) if point.id in readings else point.names for point in points.values()
    ]
    combinations = list(itertools.product(*names))
    if len(combinations) > _MOST_COMBINATIONS:
        raise fail(said("fail_combinations", count=len(combinations)))
    for combination in combinations:
        yield dict(zip(points, combination, strict=True))


def _relations(law: Law, language: str) -> list[str]:
    """Glossary relations that are not exact, as assumptions."""
    return [
        f"glossary {concept}: {relation}"
        for concept, relation in law.glossary.relations(language).items()
    ]
