"""Trying a mutant: what notices the change, the cheap ways of noticing first.

A worked case of the law that fails; a game that breaks off where the law's own do
not; an obligation, stated or automatic, that is proved of the law and refuted of the
mutant. Where nothing notices it, the change may be none: a paragraph that is proved
to mean the same sets its mutant apart.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import chain, islice
from typing import Literal

from runtime.casework import Games, work
from runtime.lowering import LoweringError
from runtime.ruleset.cases import WorkedCase
from runtime.ruleset.model import Model
from runtime.ruleset.properties import Property
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import BadSize, all_sizes
from verify.automatic import OF_STATES, Asked, each
from verify.compare.bench import Pair
from verify.compare.paragraph import compare_paragraph
from verify.compare.vocabulary import common_sizes
from verify.deadline import OutOfTime, within
from verify.findings import Part, digest, lasting
from verify.limits import Limit, SolverDefect
from verify.mutation.games import Played, play
from verify.mutation.mutants import Key, Mutant, mutants
from verify.obligation import Obligation, Obligations
from verify.obligations.base import Bases
from verify.replay import WitnessDefect
from verify.search import Budget
from verify.verdicts import verify

Outcome = Literal["killed", "equal", "survived", "undecided"]

KINDS_ASKED = (*OF_STATES, "termination")
"""The automatic obligations that are asked of a mutant."""

_CASE_CHOICES = 3_000
"""After how many untold choices a worked case is broken off."""

_LEAVE_RANGES = ("shift_number", "swap_direction")
"""The kinds of changes by which a number may become other than its type still says."""

_UNPLAYABLE = (LoweringError, ValueError, LookupError, ArithmeticError)
"""What playing by a rule set raises that is not sound."""


@dataclass(frozen=True)
class Effort:
    """How hard it is tried to notice a change.

    ``games``: of each main flow and size. ``seconds``: for each mutant. ``verifier``:
    whether obligations are asked of what cases and games do not notice, within ``limit``
    and ``budget``, for the smallest sizes.
    """

    games: int = 8
    seed: int = 0
    seconds: float = 120.0
    verifier: bool = True
    limit: Limit = field(default_factory=lambda: Limit(2_000, 5.0))
    budget: Budget = field(default_factory=lambda: Budget(nodes=2_000, questions=10, boards=100))


@dataclass(frozen=True)
class Trial:
    """What became of a mutant.

    ``by``: what killed it, ``id`` which one: the title of a case, or the id of an
    obligation. ``rules``: it is no law at all. ``detail``: what happened, or what was
    left undecided.
    """

    mutant: Mutant
    outcome: Outcome
    by: Literal["", "rules", "case", "game", "obligation"] = ""
    id: str = ""
    detail: str = ""


class _Worked(Model):
    """How a worked case ``fails``; None: it does not."""

    fails: str | None


class _Told(Model):
    """The obligation ``id`` that notices a change, and how; without it, what is undecided."""

    id: str = ""
    detail: str


class Trials:
    """Everything that could notice a change in ``rules``.

    ``cases``: worked cases that pass, each with the rule set it is judged by, which
    may be under other readings and supplements. ``properties``: those the law states.
    ``text``: the rule set without any supplement.
    """

    def __init__(
        self,
        rules: RuleSet,
        text: RuleSet,
        cases: Sequence[tuple[WorkedCase, RuleSet]],
        properties: Sequence[Property],
        effort: Effort,
    ) -> None:
        self.rules = rules
        self.text = text
        self.cases = cases
        self.properties = properties
        self.effort = effort
        self._changed: dict[int, dict[Key, RuleSet]] = {}

    def judge(self, mutant: Mutant) -> Trial:
        """What notices ``mutant``. Raises ``KeyboardInterrupt`` where that is pressed."""
        try:
            with within(self.effort.seconds):
                found = self._cheaply(mutant)
            if found.outcome not in ("survived", "undecided") or not self.effort.verifier:
                return found
            # What is found out about the law itself is not at the expense of a mutant.
            _ = self.asked
            with within(self.effort.seconds):
                return self._by_obligation(mutant, found)
        except OutOfTime:
            return Trial(mutant, "undecided", detail=f"{self.effort.seconds:g} s were used up")
        except (BadSize, LoweringError) as error:
            return Trial(mutant, "killed", "rules", detail=str(error))
        except (WitnessDefect, SolverDefect) as defect:
            # No finding about the law; it must not be hidden either.
            return Trial(mutant, "undecided", detail=f"this program is wrong somewhere: {defect}")

    def _cheaply(self, mutant: Mutant) -> Trial:
        found = self._by_case(mutant) or self._by_game(mutant)
        if isinstance(found, Trial):
            return found
        if self._means_the_same(mutant):
            return Trial(mutant, "equal")
        if found == "endless":
            detail = "a game goes on for much longer than by the law"
            return Trial(mutant, "undecided", detail=detail)
        return Trial(mutant, "survived")

    def _by_obligation(self, mutant: Mutant, so_far: Trial) -> Trial:
        told = lasting(_Told, lambda: self._asked_of(mutant), lambda: self._told(mutant))
        if told.id:
            return Trial(mutant, "killed", "obligation", told.id, told.detail)
        undecided = [one for one in (so_far.detail, told.detail) if one]
        outcome: Outcome = "undecided" if undecided else "survived"
        return Trial(mutant, outcome, detail="; ".join(undecided))

    def _asked_of(self, mutant: Mutant) -> Iterator[Part]:
        """What the obligations of a mutant depend on."""
        yield mutant.rules
        yield from self.properties
        asked = self.asked.values()
        yield repr([(one.id, one.kind, one.verdict, one.vacuous) for one in asked])
        yield repr(self.effort)

    def _told(self, mutant: Mutant) -> "_Told":
        undecided = []
        for one in self._obligations(mutant.rules):
            if _noticed(one):
                about = "proved of nothing that can happen" if one.vacuous else one.detail
                return _Told(id=one.id, detail=about)
            if one.verdict != "proved":
                undecided.append(f"{one.id}: {one.verdict}")
        return _Told(detail="; ".join(undecided))

    # Worked cases.

    def _by_case(self, mutant: Mutant) -> Trial | None:
        games: dict[int, Games] = {}
        for number, (case, rules) in enumerate(self.cases):
            changed = self._same_change(mutant, rules)
            if changed is None:
                continue
            about = partial(self._about_case, number, mutant)
            worked = lasting(_Worked, about, partial(_worked, case, changed, games))
            if worked.fails is not None:
                return Trial(mutant, "killed", "case", case.title, worked.fails)
        return None

    def _about_case(self, number: int, mutant: Mutant) -> tuple[Part, ...]:
        return self._cases_told[number], repr(mutant.key)

    @cached_property
    def _cases_told(self) -> list[bytes]:
        """What tells each case from others, with the rule set it is judged by."""
        return [digest(one) for one in self.cases]

    def _same_change(self, mutant: Mutant, rules: RuleSet) -> RuleSet | None:
        """The change of ``mutant`` made in ``rules``; None if there is nothing to change."""
        if id(rules) not in self._changed:
            self._changed[id(rules)] = {one.key: one.rules for one in mutants(rules)}
        return self._changed[id(rules)].get(mutant.key)

    # Games.

    @cached_property
    def played(self) -> Played:
        """What games by the law itself come to."""
        return self._play(self.rules, 20_000)

    def _play(self, rules: RuleSet, most_choices: int) -> Played:
        given = (self.effort.games, self.effort.seed, most_choices)
        return lasting(Played, lambda: (rules, repr(given)), lambda: play(rules, *given))

    def _by_game(self, mutant: Mutant) -> Trial | Literal["endless"] | None:
        most = 4 * self.played.longest + 100
        try:
            found = self._play(mutant.rules, most)
        except _UNPLAYABLE as error:
            return Trial(mutant, "killed", "rules", detail=str(error))
        for name, detail in found.broken.items():
            if name not in self.played.broken:
                return Trial(mutant, "killed", "game", name, detail)
        return "endless" if found.endless else None

    # The comparison of paragraphs.

    def _means_the_same(self, mutant: Mutant) -> bool:
        """Whether the changed paragraph is proved to mean what it meant, for every size.

        The comparison is one of texts, without supplements, and it goes by the ranges
        that numbers are declared to have, which some changes leave behind.
        """
        changed = self._same_change(mutant, self.text)
        if changed is None or mutant.key.kind in _LEAVE_RANGES:
            return False
        sizes = common_sizes(self.text, changed)
        found = compare_paragraph(Pair(self.text, changed), mutant.key.ref, sizes)
        return found.relation == "equal"

    # Obligations.

    @cached_property
    def asked(self) -> dict[str, Obligation]:
        """The verdicts on what is asked of the law itself, by id, as far as time allows."""
        found: list[Obligation] = []

        def ask() -> Obligations:
            bases = Bases(self.effort.limit)
            stated = self._stated(self.rules, self.properties, bases)
            for one in chain(stated, self._automatic(self.rules, KINDS_ASKED, bases)):
                found.append(one)  # what is known counts, also where time runs out
            return Obligations(each=tuple(found))

        with suppress(OutOfTime), within(self.effort.seconds):
            about = ("mutation", self.rules, *self.properties, repr(self.effort))
            found = list(lasting(Obligations, lambda: about, ask).each)
        return {one.id: one for one in found}

    def _obligations(self, rules: RuleSet) -> Iterator[Obligation]:
        """What is asked of a mutant: what is proved of the law, and what is new."""
        proved = {id for id, one in self.asked.items() if one.verdict == "proved"}
        sound = {id for id in proved if not self.asked[id].vacuous}
        bases = Bases(self.effort.limit)
        yield from self._stated(rules, [one for one in self.properties if one.id in sound], bases)
        kinds = [kind for kind in KINDS_ASKED if any(self.asked[id].kind == kind for id in sound)]
        for one in self._automatic(rules, kinds, bases):
            if one.id in sound or one.id not in self.asked:
                yield one

    def _stated(
        self, rules: RuleSet, properties: Sequence[Property], bases: Bases
    ) -> Iterator[Obligation]:
        budget, sizes = self.effort.budget, _smallest(rules)
        for item in properties:
            yield from verify(
                rules, [item], limit=bases.limit, budget=budget, sizes=sizes, bases=bases
            )

    def _automatic(
        self, rules: RuleSet, kinds: Sequence[str], bases: Bases
    ) -> Iterator[Obligation]:
        asked = Asked(rules, sizes=_smallest(rules))
        yield from each(asked, kinds, bases.limit, self.effort.budget, bases=bases)


def _worked(case: WorkedCase, rules: RuleSet, games: dict[int, Games]) -> _Worked:
    """Play a case by ``rules``; ``games`` has what was made of rule sets, and will have more."""
    try:
        played = games.setdefault(id(rules), Games(rules))
        parting = work(case, played, _CASE_CHOICES).parting
    except _UNPLAYABLE as error:
        return _Worked(fails=str(error))
    return _Worked(fails=None if parting is None else parting.words.strip())


def _noticed(one: Obligation) -> bool:
    """Whether a run of the verifier would show this as a finding."""
    return one.verdict == "refuted" or (one.verdict == "proved" and one.vacuous)


def _smallest(rules: RuleSet) -> list[dict[str, int]]:
    return list(islice(all_sizes(rules), 1))
