"""The verdict on one criterion for one size assignment."""

from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

from runtime.lowering import lower
from runtime.ruleset.profiles import CriterionName
from runtime.ruleset.properties import Meets
from verify.criteria.bench import NO_STATE, Bench
from verify.criteria.boards import Board
from verify.criteria.claims import Benches, Fact, Trial, facts, spoken_of
from verify.criteria.everything import all_trials
from verify.criteria.execution import follow
from verify.criteria.extended import extended
from verify.criteria.forced import with_forced
from verify.criteria.mirror import tells_sides
from verify.criteria.plainer import plainer
from verify.criteria.reach import Used, used
from verify.criteria.symmetry import told_apart
from verify.criteria.trials import trials
from verify.limits import Limit
from verify.obligation import Obligation, cited_in_order, obligation, proved, undecided
from verify.quantities import Unsupported
from verify.replay import Run, WitnessDefect, replay
from verify.search import Budget
from verify.symbolic import Scope
from verify.witness import witness

MOST_IN_PAIRS = 2
"""Of how many alternatives a criterion about pairs is tried to be proved: orders soon are many."""
_FOLLOWED: tuple[CriterionName, ...] = (
    "majority",
    "condorcet_winner",
    "condorcet_loser",
    "monotonicity",
    "abstention",
)
"""The criteria that a proof by following all boards is tried for."""

FIRST_LOOK = 0.1
"""The share of the boards that are looked at before a proof is tried."""

_FEWER_ALTERNATIVES = ("clones", "losing_alternatives")


def asked(scope: Scope, item: Meets) -> bool:
    """Whether the criterion says anything for this size.

    Those that compare two numbers of alternatives are asked of the larger one.
    """
    declared = scope.rules.sets[item.profile.alternatives]
    if item.criterion not in _FEWER_ALTERNATIVES or declared.low == declared.high:
        return True
    return Bench(scope, item.profile).fewer(item.profile.alternatives) is not None


def meets(scope: Scope, item: Meets, limit: Limit, budget: Budget) -> Obligation:
    """Prove it from the rules, or look for a violation.

    Raises ``Unsupported``, and ``WitnessDefect`` for what does not replay.
    """
    proof, no_symmetry = _by_symmetry(scope, item)
    if proof is not None:
        return proof
    bench = Bench(scope, item.profile)
    benches = Benches(bench, _smaller(bench, item))
    rng = Random(f"{item.criterion} {sorted(scope.sizes.items())}")
    why_not = ""
    # A look at some boards before the proof, which takes longer; then, if need be, at the rest.
    for relevant, trial in _tried(benches, item, rng, budget.boards):
        if trial is not None:
            return _refuted(scope, item, benches, trial)
        _check_absence(benches, item)
        proof, why_not = _by_execution(bench, item, limit, relevant=relevant)
        proof = proof or _by_trying_all(scope, item, benches)
        if proof is not None:
            return proof
    if not bench.runs:
        what = "a board as the criterion supposes it was not found among those drawn at random"
        return undecided(scope, item.id, item.kind, what)
    tried = f"{bench.runs + (benches.smaller.runs if benches.smaller else 0)} boards"
    detail = f"{tried}, drawn at random, hold no violation; {_undecided(bench)}"
    detail = "; ".join(filter(None, (no_symmetry or why_not, detail)))
    return undecided(scope, item.id, item.kind, detail)


def _check_absence(benches: Benches, item: Meets) -> None:
    """Raises ``Unsupported`` where the law does not decide if somebody stays away."""
    bench = benches.main
    if item.criterion != "participation" or benches.smaller is not None or benches.pairs:
        return
    endings = [name for name, _ in bench.endings.most_common() if name != NO_STATE]
    if not endings or bench.endings[NO_STATE]:
        raise Unsupported("nobody can be absent: what the keys read is always set")
    raise Unsupported(f"nobody can be absent: {endings[0]} where nothing is set of one")


def _tried(
    benches: Benches, item: Meets, rng: Random, boards: int
) -> Iterator[tuple[bool, Trial | None]]:
    """None once some boards were looked at; and the first violation.

    With each, whether the criterion said anything of a board that was decided.
    """
    relevant = paused = False
    further = extended(benches, item.criterion, rng, boards // 2)
    for trial in chain(trials(benches, item.criterion, rng, boards), further):
        if facts(benches, item.criterion, trial) is not None:
            yield relevant, trial
        bench = benches.main
        ranked = bench.ranks(trial.board) if bench.decide(trial.board) is not None else None
        relevant |= ranked is not None and bool(spoken_of(item.criterion, ranked))
        # The trials of a criterion of two boards are all such as it supposes.
        relevant |= benches.pairs > 0
        if not paused and bench.runs >= boards * FIRST_LOOK:
            paused = True
            yield relevant, None
    if not paused:
        yield relevant, None


def _by_symmetry(scope: Scope, item: Meets) -> tuple[Obligation | None, str]:
    """A proof from the form of the rules, or why there is none."""
    if item.criterion not in ("neutrality", "anonymity", "mirroring"):
        return None, ""
    rules, profile = scope.rules, item.profile
    bench = Bench(scope, profile)
    held = bench.form.holders
    given = frozenset((*held.elector, *held.alternative, *held.towards, *held.common))
    in_use = used(rules, with_forced(lower(rules, profile.flow)))
    if item.criterion == "mirroring":
        fields = [(r, f.id) for r in bench.form.records() for f in rules.records[r].fields]
        if not fields:
            raise Unsupported("a profile without records: there is nothing to mirror")
        why_not = next(filter(None, (tells_sides(rules, in_use, *f, given) for f in fields)), "")
        detail = f"the rules only measure differences of {', '.join(f for _, f in fields)}"
    else:
        neutral = item.criterion == "neutrality"
        set_id = profile.alternatives if neutral else profile.electors
        why_not = told_apart(rules, in_use, set_id, given, profile.keys)
        detail = f"the rules do not tell members of {set_id} apart, however many there are"
    if why_not:
        return None, f"no proof, since {why_not}"
    return proved(scope, item.id, item.kind, "symmetry", in_use.refs, detail=detail), ""


def _by_execution(
    bench: Bench, item: Meets, limit: Limit, *, relevant: bool
) -> tuple[Obligation | None, str]:
    """A proof over all boards, or why there is none. ``relevant``: the criterion spoke of some."""
    if item.criterion not in _FOLLOWED:
        return None, ""
    if item.criterion != "majority" and bench.alternatives > MOST_IN_PAIRS:
        return None, ""
    scope = bench.scope
    in_use, alike, electors_alike = _told_apart(bench, item)
    share = 0.25 if item.criterion == "majority" else 0.05
    followed = follow(
        bench, item.criterion, limit.times(share), alike=alike, electors_alike=electors_alike
    )
    if not followed.proved:
        return None, f"following all boards at once: {followed.detail}"
    empty = "" if relevant else "no board was found of which the criterion says anything"
    refs = in_use.refs
    return proved(
        scope, item.id, item.kind, "execution", refs, vacuous=not relevant, detail=empty
    ), ""


def _by_trying_all(scope: Scope, item: Meets, benches: Benches) -> Obligation | None:
    """What all boards say, where they are few enough; else None."""
    in_use, alike, electors_alike = _told_apart(benches.main, item)
    trials = all_trials(benches, item.criterion, alike=alike, electors_alike=electors_alike)
    if trials is None:
        return None
    relevant = False
    for trial in trials:
        if facts(benches, item.criterion, trial) is not None:
            return _refuted(scope, item, benches, trial)
        relevant = relevant or _speaks(benches, item, trial)
    detail = f"all {len(trials)} boards were tried"
    if not relevant:
        detail = "there is no board of which the criterion says anything"
    refs = in_use.refs
    return proved(
        scope, item.id, item.kind, "exhaustion", refs, vacuous=not relevant, detail=detail
    )


def _speaks(benches: Benches, item: Meets, trial: Trial) -> bool:
    """Whether the criterion says something of what is tried."""
    if trial.change is not None:
        return benches.decided(trial) is not None
    bench = benches.main
    ranked = bench.ranks(trial.board) if bench.decide(trial.board) is not None else None
    return ranked is not None and bool(spoken_of(item.criterion, ranked))


def _told_apart(bench: Bench, item: Meets) -> tuple[Used, bool, bool]:
    """What runs without a choice use; whether the alternatives, and the electors, are alike."""
    rules, profile = bench.scope.rules, item.profile
    held = bench.form.holders
    given = frozenset((*held.elector, *held.alternative, *held.towards, *held.common))
    in_use = used(rules, with_forced(lower(rules, profile.flow)))
    alike, electors_alike = (
        not told_apart(rules, in_use, set_id, given, profile.keys)
        for set_id in (profile.alternatives, profile.electors)
    )
    return in_use, alike, electors_alike


def _smaller(bench: Bench, item: Meets) -> Bench | None:
    if item.criterion in _FEWER_ALTERNATIVES:
        smaller = bench.fewer(item.profile.alternatives)
        if smaller is None:
            raise Unsupported(f"the law has no other number of {item.profile.alternatives}")
        return smaller
    if item.criterion == "participation":
        return bench.fewer(item.profile.electors)
    return None


def _undecided(bench: Bench) -> str:
    if not bench.endings:
        return "all were decided"
    named = ", ".join(f"{name} {count}×" for name, count in bench.endings.most_common(3))
    return f"not decided, so without a claim: {named}"


def _refuted(scope: Scope, item: Meets, benches: Benches, trial: Trial) -> Obligation:
    def violates(one: Trial) -> bool:
        return facts(benches, item.criterion, one) is not None

    trial = plainer(trial, benches.main.form, violates)
    said = facts(benches, item.criterion, trial)
    if said is None:
        raise WitnessDefect(f"the violation found for {item.id} is none")
    first = _played(benches.main, trial.board, item, said, 0)
    shown = {**first, "criterion": item.criterion, "facts": said}
    shown["alternatives"], shown["electors"] = item.profile.alternatives, item.profile.electors
    held = benches.main.form.holders
    shown["held_own"], shown["held_towards"] = list(held.elector), list(held.towards)
    second = benches.second(trial) if trial.change is not None else None
    if second is not None:
        shown["second"] = _played(*second, item, said, 1)
    refs = [
        step["ref"]
        for one in (shown, shown.get("second", {"steps": []}))
        for step in one["steps"]
        if step["step"] == "applied"
    ]
    cited = cited_in_order(scope, refs)
    return obligation(scope, item.id, item.kind, "refuted", "trials", articles=cited, witness=shown)


def _played(
    bench: Bench, board: Board, item: Meets, said: list[Fact], number: int
) -> dict[str, Any]:
    """One run, replayed by an interpreter of its own. Raises ``WitnessDefect``."""
    layout = bench.game.layout
    store = bench.form.store(board)
    given = dict(zip(layout.names, store.values, strict=True))
    decided = bench.decide(board)
    choices = () if decided is None else decided.choices
    sizes, parameters = dict(bench.scope.sizes), bench.game.parameters
    run = Run(item.profile.flow, sizes, parameters, {}, given, choices)
    replayed = replay(bench.scope.rules, run)
    state = replayed.states[-1]
    winner = replayed.game.layout.read(state.store, item.profile.winner)
    claimed = next(one for one in said if one["fact"] == "winner" and one["run"] == number)
    if state.ending is None or winner != claimed["alternative"]:
        raise WitnessDefect(f"a run of the violation found for {item.id} does not replay")
    return witness(bench.scope.rules, run, replayed, from_start=False)
