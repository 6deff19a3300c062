"""Properties of steps: what holds of a state and the one before it, at every assignment.

Proved for every assignment from any good state, refuted by a run that makes a step
without the property.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from runtime.actors import element_set, variable_types
from runtime.graph import AssignNode, ChooseNode, Graph, HeadNode, successors
from runtime.interpreter import Game
from runtime.lowering import lower
from runtime.precedence import covers
from runtime.ruleset import types as ty
from runtime.ruleset.properties import AtEveryStep, AtTheStepAfter
from runtime.ruleset.statements import ByActor
from runtime.state import Stepped, Store
from runtime.steps import DECLINE, AnyStep, Assigned, Chosen
from runtime.trace import article
from verify.answers import Answer
from verify.claims.carried import Carried, carries
from verify.claims.cuts import (
    Facts,
    Finder,
    TooManyPaths,
    all_paths,
    framed_paths,
    given,
    lawful,
    rests_on,
)
from verify.claims.hunt import by_play, by_search, changed, condition_in, moves, shown
from verify.execute import Executor, Policy
from verify.given import Given, defined_in
from verify.limits import Limit, Named, ask
from verify.norms import states_read
from verify.obligation import Obligation, obligation, undecided
from verify.paths import Path
from verify.proof import Proof, concluded, in_some_way, proved_by, setting
from verify.search import Budget
from verify.symbolic import Scope
from verify.terms import Term, Truth, conjuncts, every, negation, walk
from verify.translate import Env, Translator

StepProperty = AtEveryStep | AtTheStepAfter

BRIEFLY = 0.05
"""The share of the limit that a first proof may cost."""

IN_VAIN = 3
"""Where so many parts of a property could not be shown by themselves, no others are tried."""


def every_step(
    scope: Scope, item: StepProperty, limit: Limit, budget: Budget, find: Finder | None = None
) -> Obligation:
    """The verdict on a property of steps. ``find``: finds facts that a proof may need."""
    graph = lower(scope.rules, item.flow)

    def judge(game: Game, steps: Sequence[AnyStep], start: Store) -> int | None:
        return StepJudge(game, item)(steps, start)

    # Where another way follows, the first one is tried briefly.
    first = limit.times(BRIEFLY) if find is not None and carries(item) else limit
    proof, run = prove_steps(scope, graph, item, first), None
    if proof.verdict != "proved":
        run = by_play(scope, graph, judge)
        if run is None and find is not None:
            proof = prove_steps(scope, graph, item, limit, find)
    if proof.verdict == "proved":
        return proved_by(scope, item, "induction", proof)
    tried = "games with random choices"
    if run is None:
        policy = Policy(enumerate_elements=True, holes=True, assume_stuck=False)
        executor = Executor(scope, graph, policy)

        def goal(path: Path, before: Path) -> Truth:
            if not changed(path, before):
                return False
            holds = step_holds(scope, graph, item, path)
            return False if holds is None else negation(holds)

        run, more = by_search(executor, goal, limit, budget)
        tried = f"{tried}, {more}"
    if run is None:
        detail = f"induction: {proof.detail}; {tried} found no such step"
        return undecided(scope, item.id, item.kind, detail)
    found = shown(scope, run, judge, item.id)
    cited = (article(scope.rules, found.ref),)
    return obligation(
        scope, item.id, item.kind, "refuted", "search", articles=cited, witness=found.witness
    )


# Proofs.


def prove_steps(
    scope: Scope, graph: Graph, item: StepProperty, limit: Limit, find: Finder | None = None
) -> Proof:
    """Every assignment from any good state: first without what should not matter, then with all.

    ``find``: in place of both, with what it finds.
    """
    if isinstance(item, AtTheStepAfter) and _loop_between(item, graph):
        # A proof from cut to cut forgets at the head what was declined before it.
        return Proof("unknown", detail="a loop begins between declining and the next step")
    if find is not None:
        proof = Proof("unknown")
        for facts in find(partial(_with_facts, graph, item, limit)):
            proof = _with_facts(graph, item, limit, facts)
            if proof.verdict == "proved":
                break
    else:
        proof = in_some_way(
            scope,
            item.condition,
            lambda left_out: _prove(scope, graph, item, limit, left_out),
        )
    steps = setting(graph, states_read(scope, item.condition))
    return concluded(
        proof,
        "no such step changes what it is about",
        lambda: _given(scope, item, limit),
        [ref for ref in steps if isinstance(item, AtTheStepAfter) or _within(item, ref)],
        defined_in(scope, item.condition),
    )


def _with_facts(graph: Graph, item: StepProperty, limit: Limit, facts: Facts) -> Proof:
    """A proof that knows ``facts``, for their sizes."""
    if carries(item):
        proof = _carried(facts.scope, graph, item, limit, facts)
        if proof.verdict == "proved":
            return proof
    return _prove(facts.scope, graph, item, limit, frozenset(), facts)


def _carried(scope: Scope, graph: Graph, item: AtEveryStep, limit: Limit, facts: Facts) -> Proof:
    proof = Carried(scope, graph, item, limit, facts).proof(
        lambda path: _within(item, path.refs[-1])
    )
    proof.core = rests_on(scope, proof.core, facts)
    return proof


def _prove(
    scope: Scope,
    graph: Graph,
    item: StepProperty,
    limit: Limit,
    left_out: frozenset[str] | None,
    facts: Facts | None = None,
) -> Proof:
    """One way of proving; without ``left_out``, from the start with loops passed in one go."""
    entered: list[Path] = []
    seal = facts is not None
    policy = Policy(left_out=left_out or frozenset(), seal=seal, entered=entered.append)
    executor = Executor(scope, graph, policy)
    known = lawful(scope, policy.left_out, facts)
    proof = Proof("proved")
    about = states_read(scope, item.condition)
    telling: list[Path] = []
    framed = framed_paths(executor, known) if left_out is None else None
    try:
        for path in _one_by_one(entered, framed or all_paths(executor, known, facts)):
            holds = step_holds(scope, graph, item, path, seal=seal)
            if holds is None:
                continue
            assert path.earlier is not None
            touched = any(path.store[state] is not path.earlier[state] for state in about)
            if holds is True:
                if touched or isinstance(item, AtTheStepAfter):
                    telling.append(path)
                continue
            telling.insert(0, path)
            if facts is None:
                answer = _asked(path, holds, limit)
            else:
                answer = facts.ask(path, Named(None, negation(holds)), limit=limit)
            if answer.verdict != "no":
                detail = answer.reason or f"the step of {path.refs[-1]} may not have the property"
                return Proof("failed" if answer.verdict == "yes" else "unknown", detail=detail)
            proof.core.update(answer.core)
    except TooManyPaths:
        return Proof("unknown", detail="too many paths")
    proof.core = rests_on(scope, proof.core, facts)
    brief = limit.times(0.05)
    proof.relevant = any(ask(path.conditions, brief).verdict != "no" for path in telling)
    return proof


def _one_by_one(entered: list[Path], paths: Iterable[Path]) -> Iterator[Path]:
    """What is ``entered`` on the way along ``paths``, as soon as it is.

    Where one is in vain, the others need not be followed.
    """
    told = 0
    for _ in chain(paths, (None,)):
        while told < len(entered):
            told += 1
            yield entered[told - 1]


def _asked(path: Path, holds: Truth, limit: Limit) -> Answer:
    """Whether the step can go wrong: part by part, with little else; what that leaves, with all.

    A part (what is said of one member, say) is a small question if what the step
    itself needs for it is enough; the whole way there, with all members, is a large one.
    """
    own = [
        (Named(one.name, term), _symbols(term))
        for one in path.conditions
        if one.name == path.refs[-1]
        for term in conjuncts(one.term)
    ]
    core: dict[str, None] = {}
    left: list[Truth] = []
    parts = conjuncts(holds)
    for position, part in enumerate(parts):
        if position == len(left) == IN_VAIN:
            # Mostly they are said of one member after the other, and fail alike.
            left.extend(parts[position:])
            break
        wrong = Named(None, negation(part))
        about = _symbols(part)
        near = [one for one, symbols in own if symbols <= about]
        answer = ask([*near, wrong], limit.times(0.05), core=True)
        if answer.verdict == "no":
            core |= dict.fromkeys(answer.core)
        else:
            left.append(part)
    if not left:
        return Answer("no", {}, tuple(core))
    answer = ask([*path.conditions, Named(None, negation(every(left)))], limit, core=True)
    return replace(answer, core=(*core, *answer.core))


def _symbols(term: Truth) -> frozenset[Term]:
    return frozenset(part for part in walk([term]) if part.op == "symbol")


def _given(scope: Scope, item: StepProperty, limit: Limit) -> Given:
    env: Env = {}
    if isinstance(item, AtTheStepAfter) and item.set is not None and item.variable is not None:
        env = {item.variable: scope.unknown(ty.Element(set=item.set), item.variable)}
    return given(scope, item.condition, env, limit)


def step_holds(
    scope: Scope, graph: Graph, item: StepProperty, path: Path, *, seal: bool = False
) -> Truth | None:
    """Whether the assignment that ``path`` has just made has the property; None: not asked.

    ``seal``: what the law defines is kept as a whole where it is large.
    """
    assert path.earlier is not None
    env: Env | None = {}
    if isinstance(item, AtTheStepAfter):
        env = _declined(scope, graph, item, path)
    elif not _within(item, path.refs[-1]):
        env = None
    if env is None:
        return None
    before = Translator(scope, path.earlier, seal=seal)
    value, _ = Translator(scope, path.store, before, seal=seal).truth(item.condition, env)
    return value


def _within(item: AtEveryStep, ref: str) -> bool:
    return not item.within or any(covers(name, ref) for name in item.within)


def _declined(scope: Scope, graph: Graph, item: AtTheStepAfter, path: Path) -> Env | None:
    """Who declined, if ``path`` made its first assignment after such a choice was declined."""
    if not path.choices or not path.choices[-1].declined:
        return None
    made = path.choices[-1]
    node = graph.nodes[made.node]
    since = path.nodes[len(path.nodes) - path.nodes[::-1].index(made.node) :]
    assigned = [number for number in since if isinstance(graph.nodes[number], AssignNode)]
    if len(assigned) != 1 or not isinstance(node, ChooseNode) or not isinstance(node.by, ByActor):
        return None
    if item.role is not None or node.by.element is None:
        return {} if item.role is not None and node.by.role == item.role else None
    types = variable_types(scope.rules, graph)
    if element_set(node.by.element, scope.rules, types) != item.set or made.actor is None:
        return None
    return {} if item.variable is None else {item.variable: made.actor}


def _loop_between(item: AtTheStepAfter, graph: Graph) -> bool:
    """Whether a loop may begin after a choice that ``item`` is about, before anything is set."""
    seen: set[int] = set()
    stack = [
        node.next if node.decline is None else node.decline
        for node in graph.nodes
        if isinstance(node, ChooseNode)
        and isinstance(node.by, ByActor)
        and (node.by.role == item.role if item.role is not None else node.by.element is not None)
        and (node.decline is not None or node.default is not None)
    ]
    while stack:
        at = stack.pop()
        node = graph.nodes[at]
        if isinstance(node, HeadNode):
            return True
        if at not in seen and not isinstance(node, AssignNode | ChooseNode):
            seen.add(at)
            stack.extend(successors(node))
    return False


# Replays.


class StepJudge:
    """A property of steps, ready to be asked of the plays of one game."""

    def __init__(self, game: Game, item: StepProperty) -> None:
        self._game = game
        self._item = item
        self._conditions: dict[int | None, Callable[[Store], bool]] = {}

    def __call__(self, steps: Sequence[AnyStep], start: Store) -> int | None:
        """After how many of ``steps`` the first step without the property has been made."""
        item = self._item
        for position, before, after in moves(self._game.layout, steps, start):
            actor = None
            if isinstance(item, AtEveryStep):
                if not _within(item, steps[position].ref):
                    continue
            else:
                declining = _declining(item, steps[:position])
                if declining is None:
                    continue
                actor = declining.actor
            if not self._condition(actor)(Stepped(after, before)):
                return position + 1
        return None

    def _condition(self, actor: int | None) -> Callable[[Store], bool]:
        if actor not in self._conditions:
            item, bound = self._item, {}
            if isinstance(item, AtTheStepAfter) and item.variable is not None:
                bound = {item.variable: actor}
            self._conditions[actor] = condition_in(self._game, item.condition, bound)
        return self._conditions[actor]


def _declining(item: AtTheStepAfter, steps: Sequence[AnyStep]) -> Chosen | None:
    """The choice asked about, if it was declined and nothing was assigned since."""
    for step in reversed(steps):
        if isinstance(step, Assigned):
            return None
        if isinstance(step, Chosen):
            by = step.role == item.role if item.role is not None else step.actor_set == item.set
            return step if by and (step.value is DECLINE or step.by_default) else None
    return None
