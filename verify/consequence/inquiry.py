"""Asking whether differences matter: search, statistics, proof."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from runtime.flows import main_flows
from runtime.json_values import plain
from runtime.lowering import LoweringError
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import all_sizes
from runtime.sizes import sizes as resolved_sizes
from runtime.trace import article
from verify.consequence.arena import Arena, Pair, decided, rank, settled
from verify.consequence.endings import bare_endings
from verify.consequence.hunt import Hunt
from verify.consequence.narrower import can_end_so
from verify.consequence.plainer import Case, plainer
from verify.consequence.play import Outcome, Played, outcome
from verify.consequence.proof import Proof, by_paragraphs, in_full
from verify.consequence.result import Consequence, Share, SizeVerdict, main_share
from verify.consequence.sides import Question, Side
from verify.consequence.stages import Stage, stages
from verify.consequence.uses import nothing_differs, uses
from verify.consequence.words import only_words
from verify.findings import lasting
from verify.limits import Limit
from verify.quantities import Unsupported
from verify.replay import Run, WitnessDefect, replay
from verify.witness import witness

MOST_STEPS = 20_000
"""How many choices are tried to find out whether the narrower side can end as the wider one."""

AGAIN = 3
"""How much longer a size is searched for which nothing was found, unlike for a larger one."""


@dataclass(frozen=True)
class Effort:
    """How much is done for a question.

    ``boards``: random boards for each size; ``games``: random games from the law's start for
    each size, where what differs bears on what comes before the boards; ``plain``: boards with few
    different values that are searched; ``mutants``: boards made from those that came closest;
    ``attempts``: how often it is tried to make a witness plainer; ``proofs``: whether all ways of
    proving are tried where no board shows a difference, and not only the cheap one; ``sizes``:
    how many sizes, the smallest first; ``limit``: for one question to the solver.
    """

    boards: int = 40
    games: int = 8
    plain: int = 40
    mutants: int = 60
    attempts: int = 30
    proofs: bool = False
    sizes: int = 6
    limit: Limit = field(default_factory=Limit)


def consequences(
    questions: Iterable[Question],
    effort: Effort | None = None,
    progress: Callable[[Consequence], None] | None = None,
) -> list[Consequence]:
    """The answer to each question, in order; ``progress`` is told each.

    The same questions have the same answers, but for what the solver decides within its
    limits. Raises :class:`~verify.replay.WitnessDefect` if a witness does not replay.
    """
    session = Session(effort or Effort())
    found = []
    for question in questions:
        answer = session.answer(question)
        found.append(answer)
        if progress is not None:
            progress(answer)
    return found


class Session:
    """Answers questions one by one; what was played for one serves the next."""

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._arenas = _Arenas()

    def answer(self, question: Question) -> Consequence:
        """The answer, which does not depend on what was asked before."""
        return lasting(
            Consequence,
            lambda: (repr(self._effort), *question.parts()),
            lambda: self._answer(question),
        )

    def _answer(self, question: Question) -> Consequence:
        inquiry = _Inquiry(question, self._effort, self._arenas)
        try:
            return inquiry.answer()
        except (LoweringError, Unsupported) as error:
            return inquiry.undecided(str(error))


class _Arenas:
    """Arenas, shared by questions that start from the same rule set."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, Stage, tuple[tuple[str, int], ...]], Arena] = {}

    def at(self, base: RuleSet, stage: Stage, sizes: dict[str, int]) -> Arena:
        key = (id(base), stage, tuple(sizes.items()))
        if key not in self._made:
            self._made[key] = Arena(base, stage, sizes)
        return self._made[key]


@dataclass(frozen=True)
class _Found:
    arena: Arena
    case: Case
    pair: Pair


class _Inquiry:
    def __init__(self, question: Question, effort: Effort, arenas: _Arenas) -> None:
        self.question = question
        self.effort = effort
        self.arenas = arenas
        self.base = question.first.rules
        self.sizes = list(islice(_in_common(self.base, question.second.rules), effort.sizes))

    def answer(self) -> Consequence:
        if not self.sizes:
            return self.undecided("no size of the sets is allowed by both")
        one, other = self.question.first.rules, self.question.second.rules
        if only_words(one, other, self.question.refs):
            return self._result("same_outcome", "words", detail="only words that are said differ")
        chosen = self._stages()
        if not chosen:
            return self._result("same_outcome", "unused", detail="no flow uses what differs")
        best: _Found | None = None
        shares: list[Share] = []
        by_size: list[SizeVerdict] = []
        core: dict[str, None] = {}
        cheap = self.question.kind in ("readings", "amendment")
        # What the text leaves out is asked by other means; a few games do here.
        games = self.effort.games // (2 if self.question.kind == "supplement" else 1)
        for sizes in self.sizes:
            known = self._cheap_proof(sizes) if cheap else Proof(False, "search")
            # What is not equal for few is hardly ever equal for more.
            cheap = known.proved
            hunts = [Hunt(self.arenas.at(self.base, s, sizes), self.question) for s in chosen]
            found = None
            if not known.proved:
                for hunt in hunts:
                    shares.append(hunt.count(self.effort.boards if hunt.boards else games))
                found = self._hunted(hunts, best)
            if found is None and not known.proved and self.effort.proofs:
                both = self._of_both(sizes)
                known = in_full(self.question, stages(self.base), both, self.effort.limit)
            if found is not None:
                by_size.append(_size(sizes, "outcome_differs", "search", ""))
                if best is None or rank(found.pair) < rank(best.pair):
                    best = found
            elif known.proved:
                core |= dict.fromkeys(known.core)
                by_size.append(_size(sizes, "same_outcome", known.method, ""))
            else:
                tried = [*(hunt.tried for hunt in hunts), known.detail]
                detail = "; ".join(one for one in tried if one)
                by_size.append(_size(sizes, "unknown", "search", detail))
        if best is not None:
            best = self._smaller(best, chosen, by_size)
            return self._differs(best, by_size, shares)
        open_ = next((one for one in by_size if one.verdict == "unknown"), None)
        told = open_ or by_size[0]
        result = self._result(told.verdict, told.method, told.detail)
        return result.model_copy(
            update={
                "by_size": tuple(by_size),
                "share": main_share(shares),
                "shares": tuple(shares),
                "core": tuple(core),
            }
        )

    def undecided(self, why: str) -> Consequence:
        """Nothing is known, for this reason."""
        return self._result("unknown", "search", why)

    def _stages(self) -> list[Stage]:
        """The stages to be played.

        Where a difference bears on the last phase of a flow, the whole of it only counts if the
        difference bears on the phases before as well.
        """
        one, other = self.question.first, self.question.second
        chosen: list[Stage] = []
        for stage in stages(self.base):
            if not self._bears_on(stage.flow, one, other):
                continue
            last = next((s for s in chosen if s.whole == stage.whole), None)
            before = () if last is None else last.before
            if last and not any(self._bears_on(flow, one, other) for flow in before):
                continue
            chosen.append(stage)
        return chosen

    def _bears_on(self, flow: str, one: Side, other: Side) -> bool:
        if flow not in other.rules.flows:
            return True
        if self.question.kind == "versions":
            refs = set(self.question.refs)
            return bool(refs & (uses(one.rules, flow).refs | uses(other.rules, flow).refs))
        return not nothing_differs(one.rules, other.rules, flow)

    def _hunted(self, hunts: Sequence[Hunt], known: _Found | None) -> _Found | None:
        """The case to be shown. ``known``: that of a smaller size.

        With one, only a case is looked for that the start alone decides, if that one is none.
        """
        best: _Found | None = None
        plain, mutants = self.effort.plain, self.effort.mutants
        if known is not None:
            plain, mutants = plain // 2 * (not settled(known.pair)), 0
        for hunt in hunts:
            met = hunt.witness(plain, mutants)
            if met is not None:
                found = _Found(hunt.arena, *met)
                if best is None or rank(found.pair) < rank(best.pair):
                    best = found
                if decided(best.pair):
                    break
        return best

    def _smaller(self, best: _Found, chosen: Sequence[Stage], by_size: list[SizeVerdict]) -> _Found:
        """A case for a size for which it is not known; looked for as long again."""
        for at, one in enumerate(by_size):
            if one.scope == best.arena.sizes:
                break
            if one.verdict != "unknown":
                continue
            hunt = Hunt(self.arenas.at(self.base, chosen[0], one.scope), self.question)
            met = hunt.witness(AGAIN * self.effort.plain, 0)
            if met is not None:
                found = _Found(hunt.arena, *met)
                by_size[at] = _size(one.scope, "outcome_differs", "search", "")
                if rank(found.pair) <= rank(best.pair):
                    return found
        return best

    def _cheap_proof(self, sizes: dict[str, int]) -> Proof:
        first, second = self.question.first.rules, self.question.second.rules
        return by_paragraphs(first, second, self._of_both(sizes))

    def _of_both(self, sizes: dict[str, int]) -> dict[str, int]:
        """``sizes`` with those of sets that only the second side has."""
        own = {
            name: size for name, size in sizes.items() if name in self.question.second.rules.sets
        }
        return {**resolved_sizes(self.question.second.rules, own), **sizes}

    # Results.

    def _differs(
        self,
        found: _Found,
        by_size: Sequence[SizeVerdict],
        shares: Sequence[Share],
    ) -> Consequence:
        case = plainer(found.arena, self.question, found.case, self.effort.attempts)
        shown, ends = self._witness(found.arena, case)
        first = self._result("outcome_differs", "search")
        strict = self._strict(found.arena, case) if self.effort.proofs else None
        return first.model_copy(
            update={
                "scope": (dict(found.arena.sizes),),
                "by_size": tuple(by_size),
                "share": main_share(shares),
                "shares": tuple(shares),
                "outcomes": ends,
                "strict": strict,
                "also": self._also(found.arena.stage.flow),
                "witness": shown,
            }
        )

    def _also(self, flow: str) -> tuple[str, ...]:
        """What else differs and has a say in the flow."""
        sides = (self.question.first.rules, self.question.second.rules)
        used = frozenset[str]().union(*(uses(rules, flow).refs for rules in sides))
        return tuple(ref for ref in self.question.others if ref in used)

    def _strict(self, arena: Arena, case: Case) -> bool | None:
        """Whether the narrower side cannot end as the wider one did, whatever players choose."""
        if self.question.wider is None:
            return None
        sides = (self.question.first, self.question.second)
        ended = arena.ended(sides[self.question.wider], case.start, case.draws)
        assert ended is not None
        narrower = sides[1 - self.question.wider]
        can = can_end_so(arena, narrower, case, ended.outcome, MOST_STEPS)
        return None if can is None else not can

    def _witness(
        self, arena: Arena, case: Case
    ) -> tuple[dict[str, Any], tuple[dict[str, Any], dict[str, Any]]]:
        """Both runs as data, replayed; and how they end."""
        shown, ends, choices = [], [], []
        for side in (self.question.first, self.question.second):
            played = arena.played(side, case.start, case.draws)
            run = _run(arena, case, side, played)
            replayed = replay(side.rules, run)
            claimed = arena.ended(side, case.start, case.draws)
            if claimed is None or outcome(replayed.game, replayed.states[-1]) != claimed.outcome:
                raise WitnessDefect(f"a run found for {self.question.id} ends otherwise")
            data = witness(side.rules, run, replayed, from_start=case.start.store is None)
            given = {"language": side.rules.language, "readings": dict(side.rules.readings)}
            shown.append({**data, **given, "supplements": list(side.rules.supplement_ids)})
            ends.append(_said(claimed.outcome))
            choices.append(played.choices)
        if ends[0] == ends[1] and "state" not in ends[0]:
            raise WitnessDefect(f"the runs found for {self.question.id} end alike")
        parted = _alike(choices[0], choices[1])
        return {**shown[0], "twin": shown[1], "parted": parted}, (ends[0], ends[1])

    def _only(self) -> tuple[str, ...]:
        """The outcomes that both sides can have in the flows it is about, if all are bare."""
        one, other = self.question.first, self.question.second
        flows = [flow for flow in main_flows(one.rules) if self._bears_on(flow, one, other)]
        found = [bare_endings(side.rules, flows) for side in (one, other)]
        return tuple(dict.fromkeys((*found[0], *found[1]))) if all(found) else ()

    def _result(self, verdict: Any, method: str, detail: str = "") -> Consequence:
        question = self.question
        names = (question.first.name, question.second.name)
        rules = (question.first.rules, question.second.rules)
        cited = dict.fromkeys(article(one, ref) for ref in question.refs for one in rules)
        return Consequence(
            id=question.id,
            kind=question.kind,
            point=question.point,
            refs=question.refs,
            citations=tuple(cited),
            sides=names,
            language=question.language,
            verdict=verdict,
            method=method,
            scope=tuple(self.sizes),
            by_size=(),
            detail=detail,
            wider=None if question.wider is None else names[question.wider],
            only=self._only() if verdict == "unknown" else (),
        )


def _in_common(first: RuleSet, second: RuleSet) -> Iterator[dict[str, int]]:
    """The sizes of the first one's sets that the second one allows too, where it has them."""
    allowed = list(all_sizes(second))
    for one in all_sizes(first):
        if any(all(one.get(name, size) == size for name, size in o.items()) for o in allowed):
            yield one


def _size(sizes: dict[str, int], verdict: Any, method: str, detail: str) -> SizeVerdict:
    return SizeVerdict(scope=sizes, verdict=verdict, method=method, detail=detail)


def _run(arena: Arena, case: Case, side: Side, played: Played) -> Run:
    store = case.start.store
    given = None
    if store is not None:
        given = dict(zip(arena.starts.layout.names, store.values, strict=True))
    game = arena.game(side.rules, case.start)
    arguments = case.start.setting.arguments
    return Run(
        arena.stage.flow, dict(game.sizes), game.parameters, arguments, given, played.choices
    )


def _said(found: Outcome) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": found.kind}
    if found.outcome is not None:
        data["outcome"] = found.outcome
    if found.value is not None:
        data["value"] = plain(found.value)
    if found.state:
        data["state"] = {name: plain(column) for name, column in found.state}
    return data


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """How many choices two runs have in common before they part."""
    for at, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return at
    return min(len(one), len(other))
