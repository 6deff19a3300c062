"""Redundant: is there a reading under which another paragraph loses all effect?

Jurists reject such readings. What a paragraph does in one place is compared under the
readings of the law: where it has an effect under some of them (shown by a game) and
provably none under another, that reading makes it idle.

An effect is: a rule applies; a case gives a value that would be missing or another one
without it; values are set that change something; a norm forbids an option; a choice is
offered; words are said; play ends. A definition with a single case has no effect of its
own: what uses it has.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from runtime.ruleset.ruleset import RuleSet
from verify.limits import Limit
from verify.obligation import Obligation, cited_in_order, obligation, undecided
from verify.obligations.base import Wants, any_id
from verify.obligations.items import Item, Subject, subject
from verify.obligations.never import Known, Unused
from verify.obligations.played import Script, Uses, played
from verify.obligations.settled import settled
from verify.search import Budget
from verify.symbolic import Scope

GAMES = 24
"""How many games are played at most under one choice of readings, beside those known already."""

Readings = Mapping[str, str]
"""The reading of each point."""


@dataclass
class _Under:
    """What was found under one choice of readings: the effects, and the proofs of none."""

    of: Subject
    readings: dict[str, str]
    there: dict[Item, list[Item]]
    uses: Uses = field(default_factory=Uses)
    unused: dict[Item, Unused] = field(default_factory=dict)

    def all_tell(self, uses: Uses) -> bool:
        """Whether everything has an effect in ``uses``."""
        return all(any(one in uses.told for one in group) for group in self.there.values())

    def tells(self, item: Item) -> bool:
        return any(one in self.uses.told for one in self.there.get(item, ()))

    def idle(self, item: Item) -> bool:
        """Whether it is proved that ``item``, which stands there, has no effect."""
        found = self.there.get(item, ())
        return bool(found) and all(
            one in self.unused and self.unused[one].verdict == "never" for one in found
        )


def variations(
    usual: Readings, points: Mapping[str, Sequence[str]], *, every: bool = False
) -> Iterator[dict[str, str]]:
    """The readings in use, then each other reading of each point alone; or every combination.

    ``points`` holds the readings of each point. The readings in use come first.
    """
    own = {point: usual[point] for point in points}
    yield dict(own)
    if every:
        for names in product(*points.values()):
            chosen = dict(zip(points, names, strict=True))
            if chosen != own:
                yield chosen
        return
    for point, listed in points.items():
        for name in listed:
            if name != own[point]:
                yield {**own, point: name}


def redundant(
    rules: Callable[[Readings], RuleSet],
    variations: Sequence[Readings],
    flows: Sequence[str],
    sizes: Sequence[Mapping[str, int]],
    limit: Limit,
    budget: Budget,
    *,
    games: int = GAMES,
    known: Known | None = None,
    wants: Wants = any_id,
) -> Iterator[Obligation]:
    """One obligation for each paragraph that has an effect of its own in the text.

    ``rules`` gives the rule set under a choice of readings; ``variations`` are the
    choices to compare, the one in use first; ``flows`` are the law's main flows.
    ``sizes``: all of them; what has an effect in one of them has one, so the verdicts
    are for all sizes together (their scope is empty). ``known``: where to get
    invariants. ``refuted``: the detail names the readings that make something idle, and what.
    """
    found, contrast = _compared(rules, variations, flows, sizes, limit, budget, games, known, wants)
    by_ref: dict[str, list[Item]] = {}
    for item in contrast:
        by_ref.setdefault(item.ref, []).append(item)
    for ref in [one for one in found[0].of.rules.paragraphs if one in by_ref]:
        yield _verdict(ref, by_ref[ref], found).model_copy(update={"scope": {}})


def without_effect(
    rules: Callable[[Readings], RuleSet],
    variations: Sequence[Readings],
    flows: Sequence[str],
    sizes: Sequence[Mapping[str, int]],
    limit: Limit,
    budget: Budget,
    *,
    games: int = GAMES,
) -> list[list[tuple[str, str]]]:
    """For each of ``variations`` what is proved to have no effect: the paragraph, and what in it.

    What has no effect under any of them is not counted: no reading is to blame.
    """
    found, contrast = _compared(rules, variations, flows, sizes, limit, budget, games, None)
    return [[(item.ref, str(item)) for item in contrast if one.idle(item)] for one in found]


def _compared(
    rules: Callable[[Readings], RuleSet],
    variations: Sequence[Readings],
    flows: Sequence[str],
    sizes: Sequence[Mapping[str, int]],
    limit: Limit,
    budget: Budget,
    games: int,
    known: Known | None,
    wants: Wants = any_id,
) -> tuple[list[_Under], list[Item]]:
    """What was found under each of ``variations``, and what has an effect under one at least."""
    found: list[_Under] = []
    scripts: list[Script] = []
    for readings in variations:
        made = rules(readings)
        of = subject([Scope(made, one) for one in sizes], flows)
        own = {i: there for i, there in _own(of).items() if wants(f"redundant.{i.ref}")}
        under = _Under(of, dict(readings), own)
        # What showed an effect under other readings mostly does here, too.
        if own:
            played(of, under.all_tell, 0 if found else games, scripts, under.uses)
        scripts += [one for one in under.uses.scripts if one not in scripts]
        found.append(under)
    items = list(dict.fromkeys(item for under in found for item in under.there))
    contrast: list[Item] = []
    while len(contrast) < len(now := [item for item in items if _told(item, found)]):
        contrast = now
        for under in found:
            _settle(under, contrast, limit, budget, games, known)
    return found, contrast


def _own(of: Subject) -> dict[Item, list[Item]]:
    """What has effects of its own in the text, each with the items that it comes in."""
    there: dict[Item, list[Item]] = {}
    for item in of.items:
        if item.supplement is None and _of_its_own(of.rules, item):
            there.setdefault(_comparable(item), []).append(item)
    return there


def _told(item: Item, found: Sequence[_Under]) -> bool:
    return any(under.tells(item) for under in found)


def _settle(
    under: _Under,
    contrast: Sequence[Item],
    limit: Limit,
    budget: Budget,
    games: int,
    known: Known | None,
) -> None:
    """Prove of what had no effect yet that it has none, or find one."""
    open_ = [item for item in contrast if item in under.there and not under.tells(item)]
    wanted = [one for item in open_ for one in under.there[item] if one not in under.unused]
    under.unused |= settled(
        under.of, wanted, under.uses, limit, budget, games, known, without_effect=True
    )


def _of_its_own(rules: RuleSet, item: Item) -> bool:
    if item.kind == "case":
        return len(rules.definitions[item.name].cases) > 1
    return item.kind not in ("permission", "branch")


def _comparable(item: Item) -> Item:
    """The same thing under other readings, which may say it in other words."""
    return item if item.kind in ("case", "rule", "norm") else replace(item, position=0)


def _verdict(ref: str, told: Sequence[Item], found: Sequence[_Under]) -> Obligation:
    usual = found[0]
    name, kind = f"redundant.{ref}", "redundant"
    scope = usual.of.scopes[0]
    cited = cited_in_order(scope, [ref])
    idle = [(under, item) for under in found for item in told if under.idle(item)]
    if idle:
        core = {ref}.union(
            *(under.unused[one].core for under, item in idle for one in under.there[item])
        )
        known = [one for one in sorted(core) if one in usual.of.rules.paragraphs]
        said: dict[str, list[str]] = {}
        for under, item in idle:
            said.setdefault(_named(under, usual), []).append(str(item))
        detail = "; ".join(f"under {under}: {', '.join(what)}" for under, what in said.items())
        return obligation(
            scope,
            name,
            kind,
            "refuted",
            "induction",
            articles=cited_in_order(scope, known),
            detail=f"without effect {detail}",
        )
    open_ = [
        (under, item)
        for under in found
        for item in told
        if item in under.there and not under.tells(item)
    ]
    if open_:
        detail = "; ".join(
            f"under {_named(under, usual)}: {item}: no effect in {under.uses.games} games"
            for under, item in open_
        )
        return undecided(scope, name, kind, detail, articles=cited)
    count = len(found)
    return obligation(
        scope,
        name,
        kind,
        "proved",
        "example",
        articles=cited,
        vacuous=count == 1,
        detail=f"an effect under each of {count} choices of readings",
    )


def _named(under: _Under, usual: _Under) -> str:
    """A choice of readings: what it has in place of the readings in use, or else those."""
    other = [
        f"{point}={name}"
        for point, name in under.readings.items()
        if usual.readings.get(point) != name
    ]
    return ", ".join(other) or "the readings in use"
