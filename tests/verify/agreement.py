"""Whether interpreter, exhaustion and the solver's translation agree on one rule set."""

from runtime.graph import DecideNode, Graph, HeadNode
from runtime.lowering import lower
from runtime.players import playout
from runtime.ruleset.properties import Always, LoopEnds, Never
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import sizes
from runtime.state import Ending
from verify.endless import anything_endless, endless
from verify.execute import Executor, Policy
from verify.exhaustion import Exploration
from verify.induction import prove
from verify.lasso import lasso
from verify.limits import Limit, ask
from verify.obligations.almost_surely import by_choices
from verify.obligations.base import Base
from verify.paths import Path
from verify.ranking import rank
from verify.reach.met import entered
from verify.replay import replay, run_of
from verify.search import Budget
from verify.starts import at_start
from verify.symbolic import Scope
from verify.trapped import trapped
from verify.violation import violation

LIMIT = Limit(2_000, 5.0)
BUDGET = Budget(nodes=150, questions=12)
MOST_STATES = 2_000
MOST_NODES = 250


def explored(rules: RuleSet) -> Exploration:
    """All states of ``main``."""
    exploration = Exploration(Scope(rules, sizes(rules)), "main", MOST_STATES)
    exploration.walk()
    return exploration


def play_agrees(exploration: Exploration, games: int = 4) -> None:
    """What play comes to, the walk came to; and a walk without a lasso bounds every play."""
    visits = {(visit.setting, visit.state) for visit in exploration.visits}
    stores = {(one.setting, one.store) for one in exploration.stores}
    ends = anything_endless(exploration).holds
    for setting, game in enumerate(exploration.games):
        for number in range(games):
            most = 60
            play = playout(game, 0, number, most_choices=most)
            if ends:
                assert len(play.chosen) <= len(visits)
            advance, before = game.initial(), None
            for choice in (None, *play.chosen):
                if before is not None:
                    advance = game.apply(before, choice)
                assert (setting, advance.state) in visits
                since = None if before is None else before.store
                for store in entered(game, advance, since):
                    assert (setting, store) in stores
                before = advance.state


def verdicts_agree(exploration: Exploration, item: Never | Always) -> str:
    """No proof of what fails, no refutation of what holds; says what the solver found."""
    scope = exploration.scope
    graph = lower(scope.rules, item.flow)
    walked = exploration.state(item)
    assert walked.holds is not None
    proof = prove(scope, graph, item, LIMIT)
    if proof.verdict == "proved":
        assert walked.holds, "proved by induction, but a store that is entered lacks it"
        return "proved"
    found = violation(scope, graph, item, LIMIT, BUDGET)
    if found.witness is not None:
        assert not walked.holds, "refuted, but every store that is entered has it"
        return "refuted"
    everything = found.tried.endswith("every way that was followed")
    assert walked.holds or not everything, "everything was searched, and nothing found"
    return "unknown"


def loops_agree(exploration: Exploration, item: LoopEnds) -> str:
    """No ranking of what need not end, no lasso where all ends."""
    scope = exploration.scope
    walked = endless(exploration, item)
    ranking = rank(scope, lower(scope.rules, item.flow), item, LIMIT)
    if ranking.proved:
        assert walked.holds is not False, "ranked, but there is a lasso"
        return "proved"
    found = lasso(scope, item, ranking, LIMIT, BUDGET)
    if found.witness is not None:
        assert walked.holds is not True, "a lasso, but every play ends"
        return "refuted"
    return "unknown"


def chance_agrees(exploration: Exploration) -> str:
    """No proof that choices lead out where there is a trap: of all loops, each by itself."""
    scope, told = exploration.scope, "nothing asked"
    base = Base(scope, "main", LIMIT)
    for loop in dict.fromkeys(one.flow for one in base.graph.nodes if isinstance(one, HeadNode)):
        item = LoopEnds(id=loop, sentence="", flow="main", loop=loop)
        found, walked = by_choices(base, item, LIMIT), trapped(exploration, item)
        if isinstance(found, str) or found.verdict != "proved":
            told = "refuted" if walked.holds is False else "unknown"
        elif not [one for one in found.assumptions if one.startswith(("term", "almost"))]:
            assert walked.holds is not False, "choices lead out of a trap"
            told = "proved"
    return told


def endings_agree(exploration: Exploration) -> int:
    """The ends of the symbolic paths are those that play comes to; says how many paths."""
    scope = exploration.scope
    graph = lower(scope.rules, "main")
    executor = Executor(
        scope, graph, Policy(enumerate_elements=True, holes=True, assume_stuck=False)
    )
    start = at_start(scope, graph)
    paths = _to_an_end(executor, start)
    if paths is None:
        return 0
    ends = [visit.state.ending for visit in exploration.visits if visit.state.ending is not None]
    starts = [game.initial(None, {}) for game in exploration.games]
    if any(len(start.steps) == 1 and start.state.ending is not None for start in starts):
        # A norm forbids the start or is undefined there, which no symbolic path knows.
        return 0
    walked = [one for one in ends if one.kind not in ("stuck", "loop")]
    possible, undecided = set(), False
    for path in paths:
        assert path.stop is not None
        answer = ask(path.conditions, LIMIT)
        undecided |= answer.verdict == "unknown"
        if answer.verdict != "yes":
            continue
        possible.add((path.stop.kind, path.stop.ref))
        run = run_of(scope, path, answer.model, start, "main", given=False)
        ending = replay(scope.rules, run).states[-1].ending
        assert ending is not None
        # Of several things undefined at once, play names the first and the solver each.
        same = ending.kind == path.stop.kind and path.stop.ref in _places(graph, ending)
        assert same or {ending.kind, path.stop.kind} <= {"gap", "conflict", "range"}
    for ending in walked:
        met = any((ending.kind, ref) in possible for ref in _places(graph, ending))
        assert undecided or met, (ending, sorted(possible))
    return len(paths)


def _places(graph: Graph, ending: Ending) -> set[str]:
    """Where an ending is: of a conflict between rules, also the decision."""
    decisions = [node for node in graph.nodes if isinstance(node, DecideNode)]
    clash = {node.ref for node in decisions if {*ending.between} <= {arm.ref for arm in node.arms}}
    return {ending.at} | (clash if len(ending.between) > 1 else set())


def _to_an_end(executor: Executor, start: Path) -> list[Path] | None:
    """All paths to an end; none where they are too many or too long."""
    found, open_ = [], [start]
    for _ in range(MOST_NODES):
        if not open_:
            return found
        for path in executor.step(open_.pop()):
            (found if path.stop is not None else open_).append(path)
    return None
