"""Changing the rules of a law one by one: which changes its cases and obligations notice.

The result is JSON data. Commands show it in their own way.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any

from compiler.accepted import Accepted
from compiler.cases import case_files, elaborate_cases
from compiler.diagnostics import Diagnostics
from compiler.law import Law, Refused
from runtime.ruleset.ruleset import RuleSet
from runtime.trace import article
from wortlaut.acceptance import Acceptance, covered_by_mutation
from wortlaut.tested import Tested, tested
from wortlaut.why import INTERRUPTED, OUT_OF_TIME

if TYPE_CHECKING:
    from verify.mutation.changes import Kind
    from verify.mutation.mutants import Mutant
    from verify.mutation.trial import Effort, Trial


@dataclass(frozen=True)
class MutationRequest:
    """Which mutants are wanted, and how hard it is tried to notice them.

    ``readings``: as given. ``kinds``: none for all. ``ids``: none for all.
    ``most``: at most so many of each version, drawn with ``seed``. ``seconds``: for each mutant,
    ``total``: for all of them. ``quick``: the verifier is not asked.
    """

    languages: tuple[str, ...]
    readings: Mapping[str, str] = field(default_factory=dict)
    kinds: tuple["Kind", ...] = ()
    ids: tuple[str, ...] = ()
    most: int | None = None
    seed: int = 0
    seconds: float = 120.0
    total: float | None = None
    quick: bool = False


def mutation(law: Law, request: MutationRequest) -> dict[str, Any]:
    """What became of every mutant, and the sums. Raises ``Refused``.

    Where it is interrupted, or its time used up, what was found until then.
    """
    from verify.deadline import OutOfTime, within
    from wortlaut.render.progress import Progress

    run = _Run(law, request)
    broken_off = None
    with Progress() as progress:
        try:
            with within(request.total):
                for language in request.languages:
                    run.of_version(language, progress.step)
        except KeyboardInterrupt:
            broken_off = INTERRUPTED
        except OutOfTime:
            broken_off = OUT_OF_TIME
    return run.result(broken_off)


class _Run:
    def __init__(self, law: Law, request: MutationRequest) -> None:
        self._law = law
        self._request = request
        self._acceptance = Acceptance(law)
        self._found: list[dict[str, Any]] = []
        self._versions: list[dict[str, Any]] = []
        self._tried: set[tuple[str, str]] = set()
        self._covered: dict[str, Mapping[str, str]] = {}

    def of_version(self, language: str, progress: Callable[[str], None]) -> None:
        """Try the mutants of one version."""
        from verify.deadline import stop_if_broken_off
        from verify.mutation.changes import KINDS
        from verify.mutation.mutants import mutants
        from verify.mutation.trial import Trials

        law, request = self._law, self._request
        readings = law.choose_readings(language, request.readings)
        rules = law.rules(language, readings, None)
        cases = self._cases(language)
        passed = [
            (one.case, one.worked.game.rules)
            for one in cases
            if one.worked is not None and one.status == "passed"
        ]
        every = [
            one
            for one in mutants(rules, request.kinds or KINDS)
            if not request.ids or one.id in request.ids
        ]
        chosen = _drawn(every, request.most, request.seed)
        self._versions.append(
            {
                "language": language,
                "readings": readings,
                "mutants": len(every),
                "tried": len(chosen),
                "cases": len(passed),
                "cases_failed": [one.case.title for one in cases if one.status == "failed"],
            }
        )
        properties = law.properties(language, readings)
        text = law.bare_rules(language, readings)
        trials = Trials(rules, text, passed, properties, self._effort())
        for mutant in chosen:
            trial = trials.judge(mutant)
            # Of one that was broken off with all, nothing is known.
            stop_if_broken_off()
            self._found.append(self._entry(rules, trial, readings))
            self._tried.add((language, mutant.id))
            progress(f"{language} {mutant.id}: {trial.outcome}")
        # Which of the ids there are no more is known only of what is tried in full.
        if len(chosen) == len(every) and not request.kinds and not request.ids:
            self._covered[language] = readings

    def result(self, broken_off: str | None) -> dict[str, Any]:
        """Everything, as data."""
        covered = covered_by_mutation(self._law, self._covered, self._was_tried)
        return {
            "law": self._law.name,
            "law_hash": self._law.hash,
            "languages": list(self._request.languages),
            "verifier": not self._request.quick,
            "versions": self._versions,
            "mutants": self._found,
            "stale": self._acceptance.stale(covered),
            "broken_off": broken_off,
        }

    def _cases(self, language: str) -> tuple[Tested, ...]:
        """The worked cases of the version, played by the law as it is."""
        law, readings, diagnostics = self._law, self._request.readings, Diagnostics()
        files = case_files(law, diagnostics)
        cases = elaborate_cases(law, language, files, diagnostics, readings)
        if diagnostics.errors:
            raise Refused(diagnostics.sorted())
        return tested(law, cases, readings, None)

    def _effort(self) -> "Effort":
        from verify.mutation.trial import Effort

        request = self._request
        return Effort(seed=request.seed, seconds=request.seconds, verifier=not request.quick)

    def _was_tried(self, entry: Accepted, language: str) -> bool:
        return (language, entry.id) in self._tried

    def _entry(self, rules: RuleSet, trial: "Trial", readings: Mapping[str, str]) -> dict[str, Any]:
        mutant = trial.mutant
        key = mutant.key
        entry: dict[str, Any] = {
            "id": mutant.id,
            "language": rules.language,
            "kind": key.kind,
            "ref": key.ref,
            "citation": article(rules, key.ref) if key.ref in rules.paragraphs else key.ref,
            "within": key.owner,
            "supplement": mutant.supplement,
            "before": key.before,
            "after": key.after,
            "outcome": trial.outcome,
            "by": trial.by,
            "noticed_by": trial.id,
            "detail": trial.detail,
        }
        return {**entry, "accepted": self._accepted(entry, readings)}

    def _accepted(self, entry: Mapping[str, Any], readings: Mapping[str, str]) -> str | None:
        """Why the change is accepted. What only an obligation notices may be: --quick asks none."""
        outcome = "survived" if entry["by"] == "obligation" else entry["outcome"]
        as_obligation = {
            "id": entry["id"],
            "language": entry["language"],
            "scope": {},
            "verdict": {"survived": "refuted", "undecided": "unknown"}.get(outcome, "proved"),
            "vacuous": False,
        }
        reason = self._acceptance.of_obligation(as_obligation, readings, broken_off=False)
        return None if entry["outcome"] == "killed" else reason


def _drawn(every: list["Mutant"], most: int | None, seed: int) -> list["Mutant"]:
    if most is None or most >= len(every):
        return every
    return [every[at] for at in sorted(Random(seed).sample(range(len(every)), most))]


def mutation_status(result: Mapping[str, Any]) -> int:
    """The exit status that a result deserves."""
    left = {one["outcome"] for one in result["mutants"] if one["accepted"] is None}
    failed = any(one["cases_failed"] for one in result["versions"])
    if "survived" in left or result["stale"] or failed:
        return 1
    return 3 if "undecided" in left or result["broken_off"] is not None else 0
