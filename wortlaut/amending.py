"""What amendments change in a law: in meaning, in what is proved, in how play ends.

Both laws are compared version by version, verified, and played from the same
starts. The result is given as JSON; commands show it in their own way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from compiler.law import Law
from wortlaut.compared import Compared
from wortlaut.comparison import Judged, as_json, compared
from wortlaut.jobs import Request
from wortlaut.verification import verdicts
from wortlaut.why import INTERRUPTED, by_the_run
from wortlaut.workers import processors

if TYPE_CHECKING:
    from verify.consequence import Consequence

Answer = Literal["proved", "proved of nothing", "refuted", "unknown", "unsupported"]

_UNDECIDED = ("unknown", "unsupported")


@dataclass(frozen=True)
class ChangedVerdict:
    """What was asked of both laws and is answered otherwise; None: it is not asked of this law."""

    id: str
    language: str
    scope: Mapping[str, int]
    before: Answer | None
    after: Answer | None

    @property
    def lost(self) -> bool:
        """Whether something that was proved is no longer so."""
        return self.before == "proved" and self.after not in ("proved", None)


@dataclass(frozen=True)
class Difference:
    """What amendments change.

    ``comparisons``: of the versions before and after, one for each language. ``alike``: how
    many verdicts are the same. ``brief``: whether only the smallest size was verified, and not
    what takes long. ``broken_off``: why verdicts are missing.
    """

    before: Law
    after: Law
    comparisons: tuple[Judged, ...]
    verdicts: tuple[ChangedVerdict, ...]
    alike: int
    consequences: "tuple[Consequence, ...]"
    brief: bool
    broken_off: str | None


def difference(
    laws: tuple[Law, Law],
    languages: Sequence[str],
    readings: Mapping[str, str],
    wanted: Sequence[str],
    labels: tuple[str, str],
    timeout: float,
    total: float | None = None,
) -> Difference:
    """What the second law, amended, says otherwise than the first.

    ``readings``: those chosen in place of the ones in use; a point that the amendments close is
    passed over after them. ``wanted``: only these properties, obligations or kinds, of every
    size (none: all that does not take long, of the smallest). ``labels``: what the two are
    called in comparisons. ``timeout``: seconds for one question to the solver; ``total``: for
    verifying, half of it for each law. Raises
    ``Refused``, ``Exit`` for what is not there to be verified, and ``KeyboardInterrupt``
    where that is interrupted.
    """
    chosen = readings, still_open(laws[1], readings)
    results = []
    for law, read in zip(laws, chosen, strict=True):
        request = Request(
            languages=tuple(languages),
            readings=read,
            wanted=tuple(_known(law, languages, wanted)),
            timeout=timeout,
            total=None if total is None else total / 2,
            workers=processors(),
            brief=not wanted,
        )
        results.append(verdicts(law, request))
        if results[-1]["broken_off"] == INTERRUPTED:
            # What is known of one law alone says nothing of how it changes.
            raise KeyboardInterrupt
    return difference_between(
        laws, languages, chosen, (results[0], results[1]), labels, brief=not wanted
    )


def difference_between(
    laws: tuple[Law, Law],
    languages: Sequence[str],
    chosen: tuple[Mapping[str, str], Mapping[str, str]],
    results: tuple[Mapping[str, Any], Mapping[str, Any]],
    labels: tuple[str, str],
    *,
    brief: bool,
) -> Difference:
    """The same, of laws that are verified: ``chosen`` are the readings and ``results`` the
    verdicts of each.
    """
    before, after = laws
    judged = tuple(
        compared(
            (
                Compared(labels[0], before, language, chosen[0]),
                Compared(labels[1], after, language, chosen[1]),
            )
        )
        for language in languages
    )
    changed, alike = _changed(results)
    return Difference(
        before,
        after,
        judged,
        changed,
        alike,
        tuple(_consequences(laws, languages, chosen, judged)),
        brief,
        results[0]["broken_off"] or results[1]["broken_off"],
    )


def still_open(law: Law, readings: Mapping[str, str]) -> dict[str, str]:
    """The readings of points that a version of the law lists."""
    listed = {point for version in law.versions.values() for point in version.points}
    return {point: name for point, name in readings.items() if point in listed}


def _known(law: Law, languages: Sequence[str], wanted: Sequence[str]) -> Iterator[str]:
    """What of ``wanted`` can be asked of the law: a property may be gone with what it is about."""
    dropped = {one.heading for one in law.notes}
    stated = {one.id for language in languages for one in law.properties(language)}
    for id in wanted:
        if id in stated or id not in dropped:
            yield id


def _changed(
    results: tuple[Mapping[str, Any], Mapping[str, Any]],
) -> tuple[tuple[ChangedVerdict, ...], int]:
    """The verdicts that are not the same, and how many are.

    Of what a run that was broken off did not get to, nothing is known: it is neither.
    """
    asked = {_key(one): one for result in results for one in result["obligations"]}
    answers = [{_key(one): one for one in result["obligations"]} for result in results]
    found, alike = [], 0
    for key, one in asked.items():
        sides = [answer.get(key) for answer in answers]
        if any(map(_not_reached, sides, results)):
            continue
        old, new = (None if side is None else _answer(side) for side in sides)
        if old == new:
            alike += 1
        else:
            found.append(ChangedVerdict(one["id"], one["language"], one["scope"], old, new))
    return tuple(found), alike


def _not_reached(one: Mapping[str, Any] | None, result: Mapping[str, Any]) -> bool:
    """Whether the run did not get to a question; None: it may not even have come to ask it."""
    return result["broken_off"] is not None if one is None else by_the_run(one["detail"])


def _key(one: Mapping[str, Any]) -> tuple[Any, ...]:
    return one["language"], one["id"], tuple(one["scope"].items())


def _answer(one: Mapping[str, Any]) -> Answer:
    if one["vacuous"]:
        return "proved of nothing"
    verdict: Answer = one["verdict"]
    return verdict


def _consequences(
    laws: tuple[Law, Law],
    languages: Sequence[str],
    readings: tuple[Mapping[str, str], Mapping[str, str]],
    judged: Sequence[Judged],
) -> "Iterator[Consequence]":
    from verify.consequence import consequences
    from verify.consequence.sides import of_amendment
    from wortlaut.render.progress import Progress

    names = [one.name for one in laws[1].amendments]
    with Progress() as progress:
        for language, comparison in zip(languages, judged, strict=True):
            rows = comparison.changed()
            refs = [row.ref for row in rows if row.comparison.relation != "equal"]
            if refs:
                before, after = (
                    law.rules(language, read) for law, read in zip(laws, readings, strict=True)
                )
                question = of_amendment(names, before, after, refs)
                yield from consequences([question], None, lambda one: progress.step(one.id))


def status(found: Difference) -> int:
    """The exit status: whether something that was proved is lost, or no longer decided."""
    lost = [one.after for one in found.verdicts if one.lost]
    if any(answer not in _UNDECIDED for answer in lost):
        return 1
    return 3 if lost or found.broken_off is not None else 0


def difference_as_json(found: Difference, messages: str) -> dict[str, Any]:
    """What amendments change, as JSON; notes in the language ``messages``."""
    return {
        "law": found.before.name,
        "law_hash": {"before": found.before.hash, "after": found.after.hash},
        "amendments": [
            {
                "name": one.name,
                "title": {code: one.title(code) for code in one.trees},
                "files": {code: one.files[code] for code in one.trees},
            }
            for one in found.after.amendments
        ],
        "languages": [one.versions[0].language for one in found.comparisons],
        "changes": {one.versions[0].language: _changes(one, messages) for one in found.comparisons},
        "verdicts": {
            "changed": [
                {
                    "id": one.id,
                    "language": one.language,
                    "scope": dict(one.scope),
                    "before": one.before,
                    "after": one.after,
                }
                for one in found.verdicts
            ],
            "unchanged": found.alike,
            "brief": found.brief,
        },
        "consequence": [one.as_dict() for one in found.consequences],
        "notes": [
            {**one.model_dump(), "message": one.message(messages), "remedy": one.remedy(messages)}
            for one in found.after.notes
        ],
        "broken_off": found.broken_off,
    }


def _changes(judged: Judged, messages: str) -> list[dict[str, Any]]:
    """The rows of the comparison that are not the same."""
    wanted = {row.ref for row in judged.changed()}
    rows: list[dict[str, Any]] = as_json(judged, messages)["paragraphs"]
    return [row for row in rows if row["ref"] in wanted]
