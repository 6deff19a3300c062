"""What speaks against readings: the defects that each combination of them leaves in a version.

A paragraph without any effect is one (proved); so is a play that breaks off in a gap,
a conflict or a dead end that no supplement fills (played by the interpreter), and
whatever the version leaves open there, so that a supplement is needed. Fewer
defects make a combination more likely meant. That is a help for interpretation,
not a ruling; and that no play broke off is no proof that none can.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from runtime.flows import main_flows
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from verify.findings import lasting
from verify.limits import Limit
from verify.mutation.games import play
from verify.obligations.redundant import without_effect
from verify.search import Budget

GAMES = 6
"""How many games are played of each main flow, for the smallest and the largest sizes."""

_MORE = 4
"""So many times as many where a break was met with another reading of a single point."""

_CHOICES = 400

Kind = Literal[
    "without_effect",
    "gap",
    "conflict",
    "stuck",
    "range",
    "termination",
    "left_open",
    "not_supported",
    "versions_differ",
]


class Defect(Model):
    """One thing that speaks against a combination of readings.

    ``at``: the paragraph, or the supplement that is needed. ``versions``: in which
    versions it is so. ``detail``: what exactly.
    """

    kind: Kind
    at: str
    detail: str = ""
    versions: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same defect in another version."""
        return self.kind, self.at


class Surveyed(Model):
    """The defects under each of several combinations of readings."""

    defects: tuple[tuple[Defect, ...], ...]


def survey(
    rules: Callable[[Mapping[str, str]], RuleSet],
    combinations: Sequence[Mapping[str, str]],
    limit: Limit,
    budget: Budget | None = None,
    games: int = GAMES,
) -> list[tuple[Defect, ...]]:
    """The defects of one version under each of ``combinations`` of readings.

    ``rules``: the rule set under a combination, with all supplements.
    """
    made = [rules(one) for one in combinations]
    effort = (limit, budget or Budget(), games)

    def find() -> Surveyed:
        return Surveyed(defects=tuple(_surveyed(rules, combinations, made, *effort)))

    return list(lasting(Surveyed, lambda: (repr((combinations, effort)), *made), find).defects)


def _surveyed(
    rules: Callable[[Mapping[str, str]], RuleSet],
    combinations: Sequence[Mapping[str, str]],
    made: Sequence[RuleSet],
    limit: Limit,
    budget: Budget,
    games: int,
) -> list[tuple[Defect, ...]]:
    flows, sizes = main_flows(made[0]), list(all_sizes(made[0]))
    idle = without_effect(rules, combinations, flows, sizes, limit, budget)
    broken = [_broken(one, games, 0) for one in made]
    for at in _suspected(combinations, broken):
        known = {one.key for one in broken[at]}
        more = _broken(made[at], games * _MORE, 1)
        broken[at] += [one for one in more if one.key not in known]
    return [
        (*_idle(found), *breaks, *_left_open(one))
        for one, found, breaks in zip(made, idle, broken, strict=True)
    ]


def _suspected(
    combinations: Sequence[Mapping[str, str]], broken: Sequence[Sequence[Defect]]
) -> list[int]:
    """Where a break may have been missed: with another reading of a single point it was met."""
    found = []
    for at, (one, defects) in enumerate(zip(combinations, broken, strict=True)):
        known = {defect.key for defect in defects}
        for other, theirs in zip(combinations, broken, strict=True):
            alike = sum(other[point] != name for point, name in one.items()) == 1
            if alike and any(defect.key not in known for defect in theirs):
                found.append(at)
                break
    return found


def _idle(found: Sequence[tuple[str, str]]) -> list[Defect]:
    told: dict[str, list[str]] = {}
    for ref, what in found:
        told.setdefault(ref, []).append(what)
    return [
        Defect(kind="without_effect", at=ref, detail=", ".join(what)) for ref, what in told.items()
    ]


def _broken(rules: RuleSet, games: int, seed: int) -> list[Defect]:
    """What plays with random choices break off in, whatever the supplements fill."""
    found = []
    for name, detail in play(rules, games, seed, _CHOICES).broken.items():
        kind, _, at = name.partition(".")
        found.append(Defect.model_validate({"kind": kind, "at": at, "detail": detail}))
    return found


def _left_open(rules: RuleSet) -> list[Defect]:
    return [Defect(kind="left_open", at=one.id, detail=one.gap) for one in rules.supplements]
