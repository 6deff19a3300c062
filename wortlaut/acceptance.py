"""Which findings are accepted, and which entries of ``accepted.toml`` accept nothing any more.

A finding that is accepted stays what it is; it is marked with the reason and does
not count for the exit status. An entry is stale if a run that covered what it is
about met nothing for it to accept.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from compiler.accepted import Accepted
from compiler.law import Law


def outcome(obligation: Mapping[str, Any]) -> str | None:
    """What of an obligation could be accepted, as entries say it; None: it is proved."""
    if obligation["vacuous"] or obligation["verdict"] == "refuted":
        return "found"
    return None if obligation["verdict"] == "proved" else str(obligation["verdict"])


class Acceptance:
    """The entries of a law, and which of them were of use in this run."""

    def __init__(self, law: Law) -> None:
        self._law = law
        self._of_use: set[int] = set()
        self._undecided: set[int] = set()

    def of_obligation(
        self, obligation: Mapping[str, Any], readings: Mapping[str, str], *, broken_off: bool
    ) -> str | None:
        """Why what was found under ``readings`` is accepted; None if it is not, or is proved.

        ``broken_off``: it is unknown only because the run did not get that far; that
        is never accepted.
        """
        found = outcome(obligation)
        if found is None:
            return None
        for number, entry in enumerate(self._law.accepted):
            if entry.id != obligation["id"] or not _restricted(entry, obligation, readings):
                continue
            if entry.verdict == found and not broken_off:
                self._of_use.add(number)
                return entry.reason
            if found != "found":
                self._undecided.add(number)
        return None

    def of_comparison(self, id: str, found: str | None) -> str | None:
        """Why the comparison's finding ``id`` is accepted; None if it is not."""
        for number, entry in enumerate(self._law.accepted):
            if entry.id == id and entry.verdict == found:
                self._of_use.add(number)
                return entry.reason
            if entry.id == id and found not in (None, "found"):
                self._undecided.add(number)
        return None

    def stale(self, covered: Callable[[Accepted], bool]) -> list[dict[str, Any]]:
        """The entries that are ``covered`` by this run and accepted nothing in it.

        One whose finding could only not be decided is not stale. None is in a law that is
        amended: they are about the law as it stands.
        """
        if self._law.amendments:
            return []
        return [
            entry.model_dump(mode="json")
            for number, entry in enumerate(self._law.accepted)
            if number not in self._of_use | self._undecided and covered(entry)
        ]


def _restricted(
    entry: Accepted, obligation: Mapping[str, Any], readings: Mapping[str, str]
) -> bool:
    """Whether ``entry`` is about ``obligation``, as far as its restrictions go."""
    scope = obligation["scope"]
    return (
        entry.language in (None, obligation["language"])
        and all(scope.get(name) == size for name, size in entry.sizes.items())
        and all(readings.get(point) == name for point, name in entry.readings.items())
    )


def covered_by_verdicts(
    law: Law, ran: Mapping[str, Iterable[Mapping[str, str]]], hidden: Callable[[str], bool]
) -> Callable[[Accepted], bool]:
    """Which entries a run of ``verify`` covers.

    ``ran``: under which readings each language was looked at. ``hidden`` says which
    ids were left out. An entry is about the readings in use, apart from those it names.
    """
    looked_at = {language: [dict(one) for one in readings] for language, readings in ran.items()}

    def covered(entry: Accepted) -> bool:
        if entry.of_comparison or entry.of_mutation or hidden(entry.id):
            return False
        languages = law.languages if entry.language is None else (entry.language,)
        return all(
            _home(law, entry, language) in looked_at.get(language, ()) for language in languages
        )

    return covered


def _home(law: Law, entry: Accepted, language: str) -> dict[str, str]:
    usual = law.readings_in_use(language)
    return {point: entry.readings.get(point, name) for point, name in usual.items()}


def covered_by_mutation(
    law: Law,
    in_full: Mapping[str, Mapping[str, str]],
    tried: Callable[[Accepted, str], bool],
) -> Callable[[Accepted], bool]:
    """Which entries a run of ``mutate`` covers.

    ``in_full``: the versions of which every change was tried, and the readings. ``tried``:
    whether the entry's change was tried in a version.
    """

    def covered(entry: Accepted) -> bool:
        languages = law.languages if entry.language is None else (entry.language,)
        return entry.of_mutation and all(
            in_full.get(language) == _home(law, entry, language) or tried(entry, language)
            for language in languages
        )

    return covered


def covered_by_comparison(law: Law, languages: tuple[str, str]) -> Callable[[Accepted], bool]:
    """Which entries a comparison of two versions covers: its own, and those of no two versions."""

    def covered(entry: Accepted) -> bool:
        pair = entry.id.rpartition(".")[2]
        pairs = {versions(one, other) for one in law.languages for other in law.languages}
        return entry.of_comparison and (pair == versions(*languages) or pair not in pairs)

    return covered


def versions(one: str, other: str) -> str:
    """Two versions as the ids of the comparison name them, whichever comes first."""
    return "+".join(sorted((one, other)))
