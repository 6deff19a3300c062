"""What is laid side by side: versions of one law in several languages, or of two laws.

Each has a label: the language where one law is compared, else the law's name.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from compiler.law import Law
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.wording import VersionWording


@dataclass(frozen=True)
class Compared:
    """One version that is compared: of which law, in which language.

    ``readings``: those chosen in place of the ones in use, by point.
    """

    label: str
    law: Law
    language: str
    readings: Mapping[str, str] = field(default_factory=dict)

    def in_use(self) -> Mapping[str, str]:
        """The reading of each point. Raises ``Refused``."""
        return self.law.choose_readings(self.language, self.readings)


class Family:
    """The versions by their labels, as the comparison asks for them."""

    def __init__(self, versions: Sequence[Compared]) -> None:
        self._versions = {one.label: one for one in versions}

    def bare_rules(self, label: str, readings: Mapping[str, str]) -> RuleSet:
        """The rule set of the bare text, without supplements."""
        one = self._versions[label]
        return one.law.bare_rules(one.language, readings)

    def readings_in_use(self, label: str) -> Mapping[str, str]:
        """The reading of each point."""
        return self._versions[label].in_use()

    def points_at(self, label: str, ref: str) -> Mapping[str, tuple[str, ...]]:
        """The points that a place lists, each with its readings."""
        one = self._versions[label]
        return one.law.points_at(one.language, ref)

    def wording(self, label: str) -> VersionWording:
        """The wording of a version."""
        one = self._versions[label]
        return one.law.wording(one.language)


def of_one_law(
    law: Law, languages: Sequence[str], readings: Mapping[str, str] | None = None
) -> tuple[Compared, ...]:
    """The versions of ``law`` in ``languages``."""
    return tuple(Compared(language, law, language, readings or {}) for language in languages)


def of_two_laws(
    laws: tuple[Law, Law], languages: tuple[str, str], readings: Mapping[str, str] | None = None
) -> tuple[Compared, ...]:
    """A version of each of two laws, told apart by their names, or by what leads to them."""
    labels = [law.name for law in laws]
    if labels[0] == labels[1]:
        above = [Path(law.folder.path).resolve().parent.name for law in laws]
        labels = [f"{folder}/{name}" for folder, name in zip(above, labels, strict=True)]
    if labels[0] == labels[1]:
        labels = [f"{label} {number}" for number, label in enumerate(labels, start=1)]
    if languages[0] != languages[1]:
        labels = [f"{one} {code}" for one, code in zip(labels, languages, strict=True)]
    return tuple(
        Compared(label, law, language, readings or {})
        for label, law, language in zip(labels, laws, languages, strict=True)
    )
