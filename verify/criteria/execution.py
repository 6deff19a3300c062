"""Proofs for criteria of one board: the flow is followed with nothing known of the board.

All ways through the flow that leave nothing to choose are followed, as long as
the board can be one that the criterion speaks of. If on none of them the winner
can be another one than the criterion says, it holds for every board of that size.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from runtime.graph import ChooseNode
from runtime.lowering import lower
from runtime.ruleset.profiles import CriterionName
from verify.criteria.bench import Bench
from verify.criteria.boards import bare
from verify.criteria.singly import Singly
from verify.execute import Executor, Policy
from verify.limits import Limit, Named, ask
from verify.needs import HOLE, defined
from verify.norms import lawful_now
from verify.paths import Path
from verify.picking import how_many
from verify.quantities import equal_quantity, less_quantity
from verify.starts import at_start
from verify.symbolic import Value, equal_values, terms_in
from verify.terms import Term, Truth, both, either, every, less, negation, symbols, total
from verify.translate import Translator

PREMISE = "the criterion"
"""The name of what the criterion supposes, in a core."""
QUESTIONS = 60
"""How many ways are asked about before the proof is given up."""


@dataclass
class Followed:
    """What came of it: ``proved`` with what it rests on, or why not in ``detail``."""

    proved: bool
    core: set[str] = field(default_factory=set)
    detail: str = ""


def follow(bench: Bench, name: CriterionName, limit: Limit, *, alike: bool) -> Followed:
    """Try to prove a criterion of one board; ``alike``: one alternative stands for all."""
    core: set[str] = set()
    for one in range(1 if alike else bench.alternatives):
        try:
            core |= _One(bench, name, one, limit).core()
        except _GaveUp as given_up:
            return Followed(False, detail=str(given_up))
    return Followed(True, core)


class _GaveUp(Exception):
    pass


class _One:
    """The criterion for one alternative."""

    def __init__(self, bench: Bench, name: CriterionName, one: int, limit: Limit) -> None:
        self.bench, self.name, self.one, self.limit = bench, name, one, limit
        self.questions = 0
        self.ruled_out: set[str] = set()
        self.graph = lower(bench.scope.rules, bench.profile.flow)
        self.start = self._start()
        keys = _Keys(bench, self.start)
        others = [other for other in range(bench.alternatives) if other != one]
        electors = range(bench.electors)
        self.supposed: list[Truth] = [keys.defined]
        if name == "majority":
            first = [every(keys.prefers(v, one, k) for k in others) for v in electors]
            self.supposed.append(less(bench.electors, total([(2, how_many(first))])))
            told: list[list[Truth]] = [[each] for each in first]
        else:
            told = [list(keys.orders(v)) for v in electors]
        self.singly = Singly(self._owners(), told, self.start.conditions, limit.times(0.1))
        for other in others if name != "majority" else ():
            ahead = how_many(keys.prefers(v, one, other) for v in electors)
            behind = how_many(keys.prefers(v, other, one) for v in electors)
            better = (behind, ahead) if name == "condorcet_winner" else (ahead, behind)
            self.supposed.append(less(*better))

    def core(self) -> set[str]:
        """What the proof rests on. Raises ``_GaveUp``."""
        found: set[str] = set()
        for path in self._ends():
            winner = path.store[self.bench.profile.winner][()]
            wins = equal_values(winner, self.one)
            wrong = wins if self.name == "condorcet_loser" else negation(wins)
            answer = ask(self._question(path, wrong), self.limit, core=True)
            if answer.verdict != "no":
                what = "a way on which it fails cannot be ruled out"
                raise _GaveUp(answer.reason or what)
            found.update(answer.core)
        return (found | self.ruled_out) - {PREMISE}

    def _start(self) -> Path:
        bench, scope = self.bench, self.bench.scope
        start = at_start(scope, self.graph)
        held = bench.form.holders
        store = dict(start.store)
        for state in (*held.elector, *held.alternative, *held.towards, *held.common):
            type = bare(scope.type_of(state))
            store[state] = {
                place: scope.unknown(type, f"{state}{list(place)}") for place in scope.places(state)
            }
        path = replace(start, store=store)
        return replace(path, conditions=tuple(lawful_now(scope, path)))

    def _question(self, path: Path, more: Truth) -> list[Named]:
        premise = [Named(PREMISE, one) for one in self.supposed]
        return self.singly.counting([*path.conditions, *premise, Named(None, more)])

    def _owners(self) -> dict[Term, tuple[int, str]]:
        """The elector that each symbol of the start is about, and what of it."""
        found = {}
        held = self.bench.form.holders
        for state in (*held.elector, *held.towards):
            domain = self.bench.scope.rules.states[state].domain
            at = domain.index(self.bench.profile.electors)
            for place, value in self.start.store[state].items():
                rest = place[:at] + place[at + 1 :]
                for number, symbol in enumerate(symbols(terms_in(value))):
                    found[symbol] = (place[at], f"{state} {rest} {number}")
        return found

    def _ends(self) -> Iterator[Path]:
        """The ways to an end that a board the criterion speaks of may take."""
        executor = Executor(self.bench.scope, self.graph, Policy())
        stack = [executor.step(self.start)]
        while stack:
            path = next(stack[-1], None)
            if path is None:
                stack.pop()
                continue
            if path.stop is not None:
                if path.stop.kind in ("end", "done"):
                    yield path
                continue
            if isinstance(self.graph.nodes[path.node], ChooseNode):
                continue
            self.questions += 1
            if self.questions > QUESTIONS:
                raise _GaveUp("too many ways")
            # With a core, since it tells what rules a way out; and the solver is faster so.
            answer = ask(self._question(path, True), self.limit.times(0.2), core=True)
            if answer.verdict != "no":
                stack.append(executor.step(path))
            self.ruled_out.update(answer.core)


class _Keys:
    """The keys of the profile over one store."""

    def __init__(self, bench: Bench, path: Path) -> None:
        translator = Translator(bench.scope, path.store)
        profile = bench.profile
        self.values: dict[tuple[int, int], list[tuple[bool, Value]]] = {}
        needs: list[Truth] = []
        for v in range(bench.electors):
            for k in range(bench.alternatives):
                env = {profile.elector: v, profile.alternative: k}
                found = self.values[v, k] = []
                for key in profile.keys:
                    value, wanted = translator.translate(key.key, env)
                    if value is HOLE:
                        raise _GaveUp("a key without a value")
                    needs.append(defined(wanted))
                    found.append((key.direction == "smallest", value))
        self.defined = every(needs)
        self.alternatives = range(bench.alternatives)

    def orders(self, elector: int) -> Iterator[Truth]:
        """Every way in which ``elector`` may rank the alternatives, equal ranks included."""
        for ranks in weak_orders(len(self.alternatives)):
            yield every(
                self.prefers(elector, one, other)
                if ranks[one] < ranks[other]
                else negation(self.prefers(elector, one, other))
                for one in self.alternatives
                for other in self.alternatives
                if one != other
            )

    def prefers(self, elector: int, one: int, other: int) -> Truth:
        """Whether ``elector`` prefers ``one`` to ``other``."""
        better: Truth = False
        pairs = zip(self.values[elector, one], self.values[elector, other], strict=True)
        for (smallest, a), (_, b) in reversed(list(pairs)):
            ahead = less_quantity(a, b) if smallest else less_quantity(b, a)
            better = either(ahead, both(equal_quantity(a, b), better))
        return better


def weak_orders(count: int) -> Iterator[tuple[int, ...]]:
    """The ranks of ``count`` alternatives in all ways, the used ranks being 0, 1, and so on."""
    for ranks in product(range(count), repeat=count):
        if set(ranks) == set(range(max(ranks) + 1)):
            yield ranks
