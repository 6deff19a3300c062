"""Which questions a law raises: its versions, its readings, its supplements."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from runtime.graph import GapNode
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet
from verify.consequence.result import Kind

OPEN = ("choice", "order")
"""What a supplement settles if the text only leaves something open."""


class Family(Protocol):
    """A law with its versions, as consequences need it."""

    def rules(
        self,
        language: str,
        readings: Mapping[str, str] | None = None,
        supplements: Sequence[str] | None = None,
    ) -> RuleSet:
        """The rule set of a version; readings and supplements in use unless given."""

    def readings_in_use(self, language: str) -> Mapping[str, str]:
        """The reading of each point."""

    def points_at(self, language: str, ref: str) -> Mapping[str, tuple[str, ...]]:
        """The points that a place lists, each with its readings."""


@dataclass(frozen=True)
class Side:
    """One of the two rule sets.

    ``apart``: the paragraph in which what nobody is named for, and lots, are drawn for this side
    alone, since it permits what the other side does not do.
    """

    name: str
    rules: RuleSet
    apart: str = ""


@dataclass(frozen=True)
class Question:
    """Two sides that are to be compared; ``language`` where both are one version's.

    ``wider``: which of the sides (0 or 1) permits more runs, if one does. ``others``: further
    paragraphs in which the sides differ, without being asked about.
    """

    kind: Kind
    point: str
    refs: tuple[str, ...]
    first: Side
    second: Side
    language: str | None
    wider: int | None = None
    others: tuple[str, ...] = ()

    def parts(self) -> Iterator[str | RuleSet]:
        """All that is asked, piece by piece."""
        for side in (self.first, self.second):
            yield repr((side.name, side.apart))
            yield side.rules
        yield repr((self.kind, self.point, self.refs, self.language, self.wider, self.others))

    @property
    def dead_end(self) -> bool:
        """Whether the second side lacks nothing but what is done in a dead end."""
        gaps = {one.id: one.gap for one in self.first.rules.supplements}
        return self.kind == "supplement" and gaps.get(self.point, "").startswith("stuck:")

    @property
    def id(self) -> str:
        """Stable from run to run."""
        sides = f"{self.first.name}-{self.second.name}"
        parts = ("consequence", self.point, self.language, sides)
        return ".".join(part for part in parts if part)


def questions(
    law: Family,
    languages: Sequence[str],
    diverging: Sequence[str] = (),
    *,
    every: bool = False,
) -> list[Question]:
    """All questions about ``languages``, each other point varied while the rest stays in use.

    ``diverging``: the paragraphs in which the first two versions are known to differ. What was
    asked of one version is asked of the next one only with ``every``, and what only a supplement
    settles in a paragraph in which the versions differ is not asked once more.
    """
    found = list(of_versions(law, languages[0], languages[1], diverging) if diverging else ())
    filled = [{one.id for one in law.rules(language).supplements} for language in languages]
    shared = set[str].intersection(*filled)
    asked: set[tuple[str, ...]] = set()
    for ask in (of_readings, of_supplements):
        for language in languages:
            for one in ask(law, language):
                key = (one.kind, one.point, one.first.name, one.second.name)
                alone = one.wider is not None and one.point not in shared
                known = key in asked or (alone and set(one.refs) <= set(diverging))
                if every or not known:
                    found.append(one)
                asked.add(key)
    return found


def of_versions(law: Family, one: str, other: str, refs: Sequence[str]) -> Iterator[Question]:
    """Two versions, for each paragraph in which they differ.

    What a supplement settles in that paragraph for one of them only is left out there.
    """
    for ref in refs:
        rules = [law.rules(language) for language in (one, other)]
        filled = [
            {s.id for s in found.supplements if ref in filled_at(found, s.gap)} for found in rules
        ]
        settled = [
            {s.id for s in found.supplements if s.gap.partition(":")[0] in OPEN} & own - against
            for found, own, against in zip(rules, filled, reversed(filled), strict=True)
        ]
        sides = []
        for language, found, own, against, open_ in zip(
            (one, other), rules, filled, reversed(filled), settled, strict=True
        ):
            kept = [s.id for s in found.supplements if s.id not in own - against]
            text = law.rules(language, None, kept) if own - against else found
            sides.append(Side(language, text, ref if open_ else ""))
        wider = [number for number, open_ in enumerate(settled) if open_]
        yield Question(
            "versions",
            ref,
            (ref,),
            sides[0],
            sides[1],
            None,
            wider[0] if len(wider) == 1 else None,
            tuple(other for other in refs if other != ref),
        )


def of_amendment(
    names: Sequence[str], before: RuleSet, after: RuleSet, refs: Sequence[str]
) -> Question:
    """One version before and after amendments; ``refs``: the paragraphs that they change."""
    sides = Side("before", before), Side("after", after)
    return Question("amendment", "+".join(names), tuple(refs), *sides, before.language)


def of_readings(law: Family, language: str) -> Iterator[Question]:
    """The reading in use of each point, against each other one."""
    rules = law.rules(language)
    in_use = law.readings_in_use(language)
    points: dict[str, dict[str, None]] = {}
    places: dict[str, list[str]] = {}
    for ref in rules.paragraphs:
        for point, names in law.points_at(language, ref).items():
            points.setdefault(point, {}).update(dict.fromkeys(names))
            places.setdefault(point, []).append(ref)
    for point, found in points.items():
        for name in found:
            if name != in_use[point]:
                second = Side(name, law.rules(language, {point: name}))
                first = Side(in_use[point], rules)
                yield Question("readings", point, tuple(places[point]), first, second, language)


def of_supplements(law: Family, language: str) -> Iterator[Question]:
    """The law with and without each supplement, the others in use."""
    rules = law.rules(language)
    for supplement in rules.supplements:
        kept = [one.id for one in rules.supplements if one.id != supplement.id]
        without = law.rules(language, None, kept)
        refs = filled_at(rules, supplement.gap) or _gaps(without, supplement.gap)
        opens = supplement.gap.partition(":")[0] in OPEN
        yield Question(
            "supplement",
            supplement.id,
            refs,
            Side("with", rules),
            Side("without", without, refs[0] if opens and refs else ""),
            language,
            1 if opens else None,
        )


def filled_at(rules: RuleSet, gap: str) -> tuple[str, ...]:
    """The paragraphs that the id of what is filled names; none if it is a gap with a name."""
    found = gap.partition(":")[2].split("/")
    return tuple(ref for ref in found if ref in rules.paragraphs)


def _gaps(rules: RuleSet, gap: str) -> tuple[str, ...]:
    """Where a gap with a name is stated."""
    name = gap.partition(":")[2]
    refs: dict[str, None] = {}
    for flow in rules.flows:
        for node in lower(rules, flow).nodes:
            if isinstance(node, GapNode) and node.gap == name:
                refs[node.ref] = None
    return tuple(refs)
