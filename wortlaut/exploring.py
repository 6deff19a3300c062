"""Exploring beside the proofs: what plays made up by Hypothesis say about the verdicts."""

from compiler.law import Law
from verify.exploration import Finding, explore, of_text, settle
from verify.obligation import Obligation
from verify.symbolic import Scope
from wortlaut.jobs import Job, Request, properties


class Exploring:
    """The plays of one run, made once for each version, choice of readings and size."""

    def __init__(self, law: Law, request: Request, jobs: list[Job]) -> None:
        self._law = law
        self._request = request
        self._asked = {(job.language, job.readings, job.part) for job in jobs}
        self._made: dict[tuple[object, ...], list[Finding]] = {}

    def settled(self, job: Job, verdicts: list[Obligation]) -> list[Obligation]:
        """The verdicts of ``job`` with what exploring found.

        Raises :class:`~verify.replay.WitnessDefect` for what was found although it was proved.
        """
        if job.size is None or job.part not in ("properties", "states", "text"):
            return verdicts
        return settle([one for one in self._findings(job) if self._belongs(job, one)], verdicts)

    def _findings(self, job: Job) -> list[Finding]:
        key = (job.language, job.readings, job.size, job.part == "text")
        if key not in self._made:
            self._made[key] = self._explored(job)
        return self._made[key]

    def _explored(self, job: Job) -> list[Finding]:
        law, request, readings = self._law, self._request, dict(job.readings)
        if job.part == "text":
            scope = Scope(law.bare_rules(job.language, readings), dict(job.size or ()))
            return [of_text(one) for one in explore(scope, (), request.explore)]
        rules = law.rules(job.language, readings, request.supplements)
        scope = Scope(rules, dict(job.size or ()))
        return explore(
            scope,
            properties(law, request, job.language, readings),
            request.explore,
            automatic=(job.language, job.readings, "states") in self._asked,
        )

    def _belongs(self, job: Job, finding: Finding) -> bool:
        """Whether ``job`` is the one that asks for what was found."""
        refuted = finding.refuted
        if job.part == "properties":
            stated = properties(self._law, self._request, job.language, dict(job.readings))
            return refuted.id in [one.id for one in stated]
        is_end = refuted.kind in ("gap", "conflict", "range", "stuck", "termination")
        return is_end and any(self._request.wants(id) for id in finding.ids)
