"""Verifying a law as a whole: each version, under each choice of readings that is asked for.

The result is the contract's JSON. Commands show it in their own way.
"""

import itertools
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from compiler.law import Law
from wortlaut.acceptance import Acceptance, covered_by_verdicts
from wortlaut.options import fail

if TYPE_CHECKING:
    from runtime.ruleset.ruleset import RuleSet
    from verify.cross_check import CrossCheck
    from verify.obligation import Obligation
    from verify.transcript import Transcript

_MOST_COMBINATIONS = 5_000
_SECOND_SOLVER_SECONDS = 10.0
"""What the second solver may take for one question, if --timeout does not say less."""


@dataclass(frozen=True)
class Request:
    """What is to be verified, and within which limits.

    ``readings`` and ``supplements`` as given (None: all supplements), ``wanted``
    the ids to look at (none: all). ``timeout``: seconds for a single question;
    ``total``: for the whole run. ``smtlib``: a folder for all questions to the solver.
    ``cross_check``: put them to a second solver as well.
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


def verdicts(law: Law, request: Request) -> dict[str, Any]:
    """The verdicts as the contract's JSON.

    If the run is interrupted or its time is used up, what is not decided yet is unknown.
    Raises ``Refused``; ``OSError`` where the transcript cannot be written;
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
                for code in request.languages:
                    for combination in _combinations(law, code, request):
                        run.verify(code, combination, progress.step)
        except KeyboardInterrupt:
            broken_off = "interrupted"
        except OutOfTime:
            broken_off = "the time for the whole run was used up"
    if broken_off is not None:
        run.break_off(broken_off)
    return run.result(broken_off)


class _Run:
    """The verdicts of one run, as far as they are known."""

    def __init__(self, law: Law, request: Request) -> None:
        self._law = law
        self._request = request
        self._acceptance = Acceptance(law)
        self._obligations: list[dict[str, Any]] = []
        self._used: dict[str, str] = {}
        self._ran: dict[str, list[Mapping[str, str]]] = {}
        self._transcript: Transcript | None = None
        self._second: CrossCheck | None = None

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

    def verify(
        self, code: str, readings: Mapping[str, str], progress: Callable[[str], None]
    ) -> None:
        """The verdicts on one version under one choice of readings."""
        from verify.limits import Limit
        from verify.verdicts import verify

        rules = self._law.rules(code, readings, self._request.supplements)
        self._used.update(rules.readings)
        confirmed = self._confirmed()

        def decided(one: "Obligation") -> None:
            nonlocal confirmed
            if self._transcript is not None:
                shown = rules.readings if self._request.all_readings else {}
                self._transcript.write(one, shown, lambda ref: _cited(rules, ref))
            before, confirmed = confirmed, self._confirmed()
            self._add(one, rules.readings, broken_off=False, confirmed=(before, confirmed))
            progress(f"{one.language} {one.id} {one.verdict}")

        verify(
            rules,
            self._wanted(code, readings),
            limit=Limit(seconds=self._request.timeout),
            progress=decided,
        )
        self._ran.setdefault(code, []).append(rules.readings)

    def break_off(self, reason: str) -> None:
        """All that is not decided yet is unknown, for ``reason``."""
        from verify.verdicts import planned

        seen = {_key(one) for one in self._obligations}
        for code in self._request.languages:
            # What is asked does not depend on the readings, as a rule; reading anew takes time.
            usual = self._law.rules(code, self._request.readings, self._request.supplements)
            for combination in _combinations(self._law, code, self._request):
                readings = self._law.choose_readings(code, combination)
                for one in planned(usual, self._wanted(code, self._request.readings)):
                    left = one.model_copy(update={"detail": reason})
                    entry = self._entry(left, readings)
                    if _key(entry) not in seen:
                        self._add(left, readings, broken_off=True, confirmed=None)

    def result(self, broken_off: str | None) -> dict[str, Any]:
        """Everything, as the contract's JSON."""
        law, request = self._law, self._request
        covered = covered_by_verdicts(law, self._ran, lambda id: _left_out(request, id))
        return {
            "law": law.name,
            "languages": list(request.languages),
            "readings": dict(sorted(self._used.items())) if not request.all_readings else {},
            "supplements": [
                supplement.name.text
                for supplement in law.supplements
                if request.supplements is None or supplement.name.text in request.supplements
            ],
            "law_hash": law.hash,
            "obligations": self._obligations,
            "stale": self._acceptance.stale(covered),
            "broken_off": broken_off,
            "cross_check": self._cross_check(),
        }

    def _wanted(self, code: str, readings: Mapping[str, str]) -> list[Any]:
        properties = self._law.properties(code, readings, self._request.supplements)
        wanted = self._request.wanted
        _check_wanted(wanted, [one.id for one in properties])
        return [one for one in properties if not wanted or one.id in wanted]

    def _add(
        self,
        one: "Obligation",
        readings: Mapping[str, str],
        *,
        broken_off: bool,
        confirmed: tuple[tuple[int, int], tuple[int, int]] | None,
    ) -> None:
        entry = self._entry(one, readings)
        entry["accepted"] = self._acceptance.of_obligation(entry, readings, broken_off=broken_off)
        if self._second is not None and confirmed is not None:
            (asked, agreed), (asked_now, agreed_now) = confirmed
            entry["cross_check"] = {
                "answers": asked_now - asked,
                "confirmed": agreed_now - agreed,
            }
        self._obligations.append(entry)

    def _entry(self, one: "Obligation", readings: Mapping[str, str]) -> dict[str, Any]:
        entry = one.model_dump(mode="json")
        entry["assumptions"] += [
            *(f"reading {point}={name}" for point, name in readings.items()),
            *_relations(self._law, one.language),
        ]
        if self._request.all_readings:
            entry["readings"] = dict(readings)
        return entry

    def _confirmed(self) -> tuple[int, int]:
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


def _key(entry: Mapping[str, Any]) -> tuple[Any, ...]:
    """What tells one verdict of a run from another."""
    readings = tuple(sorted(entry.get("readings", {}).items()))
    return entry["language"], entry["id"], tuple(entry["scope"].items()), readings


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
    if request.supplements is not None:
        return True
    return bool(request.wanted) and id not in request.wanted


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
        raise fail(
            f"{len(combinations)} combinations of readings are too many; "
            "fix some points with --reading."
        )
    for combination in combinations:
        yield dict(zip(points, combination, strict=True))


def _check_wanted(wanted: tuple[str, ...], known: list[str]) -> None:
    for one in wanted:
        if one not in known:
            raise fail(
                f"The law states no property {one!r}; it states: {', '.join(known) or 'none'}."
            )


def _relations(law: Law, language: str) -> list[str]:
    """Glossary relations that are not exact, as assumptions."""
    return [
        f"glossary {concept}: {relation}"
        for concept, relation in law.glossary.relations(language).items()
    ]
