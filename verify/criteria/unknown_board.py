"""A board of which nothing is known: what its electors prefer, and the ways it may go.

All ways through the flow that leave nothing to choose are followed, also those that
leave one value only, as long as the board can be one that is asked about.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from runtime.graph import ChooseNode
from runtime.lowering import lower
from verify.criteria.bench import Bench, Ranks
from verify.criteria.boards import bare
from verify.criteria.forced import unclear_dead_ends, with_forced
from verify.criteria.singly import Singly
from verify.execute import Executor, Policy
from verify.limits import Limit, Named, ask
from verify.needs import HOLE, defined
from verify.norms import lawful_now
from verify.paths import Path
from verify.quantities import equal_quantity, less_quantity
from verify.starts import at_start
from verify.symbolic import Place, Store, Value, terms_in
from verify.terms import Term, Truth, both, either, every, negation, symbols
from verify.translate import Translator

PREMISE = "the criterion"
"""The name of what the criterion supposes, in a core."""
QUESTIONS = 60
"""How many ways are asked about before the proof is given up."""


class GaveUp(Exception):
    """The proof is not to be had in this way; says why."""


class UnknownBoard:
    """``beside``: another board, whose alternatives and what belongs to nobody are the same.

    Raises ``GaveUp`` where a key of the profile surely has no value, and where the law
    says what is done if nothing can be chosen.
    """

    def __init__(self, bench: Bench, beside: "UnknownBoard | None" = None) -> None:
        self.bench = bench
        graph = lower(bench.scope.rules, bench.profile.flow)
        if unclear_dead_ends(bench.scope, graph):
            raise GaveUp("a dead end that is settled")
        self.graph = with_forced(graph)
        # The same thing of both boards is not the same: what is known of it is kept by name.
        self._prefix = "" if beside is None else "second "
        self.start = self._start(beside)
        self.owners = self._owners()
        self.keys = _Keys(bench, self.start.store)

    def _start(self, beside: "UnknownBoard | None") -> Path:
        bench, scope = self.bench, self.bench.scope
        held = bench.form.holders
        start = at_start(scope, self.graph)
        store = dict(start.store)
        for state in (*held.elector, *held.alternative, *held.towards, *held.common):
            type = bare(scope.type_of(state))
            same = beside is not None and state in (*held.alternative, *held.common)
            if beside is not None and same:
                store[state] = beside.start.store[state]
                continue
            store[state] = {
                place: scope.unknown(type, f"{self._prefix}{state}{list(place)}")
                for place in scope.places(state)
            }
        path = replace(start, store=store)
        return replace(path, conditions=tuple(lawful_now(scope, path)))

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
                    found[symbol] = (place[at], f"{self._prefix}{state} {rest} {number}")
        return found


class Ways:
    """The ways to an end that ``board`` may take while ``supposed`` holds of it."""

    def __init__(
        self, board: UnknownBoard, supposed: list[Truth], singly: Singly, limit: Limit
    ) -> None:
        self.board = board
        self.supposed = [Named(PREMISE, one) for one in supposed]
        self.singly = singly
        self.limit = limit
        self._questions = 0

    def question(self, *paths: Path, more: Truth = True) -> list[Named]:
        """Whether the conditions of all ``paths`` and ``more`` can hold at once."""
        conditions = [one for path in paths for one in path.conditions]
        return self.singly.counting([*conditions, *self.supposed, Named(None, more)])

    def ends(self) -> Iterator[Path]:
        """Raises ``GaveUp`` where there are too many ways."""
        executor = Executor(self.board.bench.scope, self.board.graph, Policy())
        stack = [executor.step(self.board.start)]
        while stack:
            path = next(stack[-1], None)
            if path is None:
                stack.pop()
                continue
            if path.stop is not None:
                if path.stop.kind in ("end", "done"):
                    yield path
                continue
            if isinstance(self.board.graph.nodes[path.node], ChooseNode):
                continue
            self._questions += 1
            if self._questions > QUESTIONS:
                raise GaveUp("too many ways")
            # With a core, since the solver is faster so.
            answer = ask(self.question(path), self.limit, core=True, least=False)
            if answer.verdict == "no":
                continue
            split = self._split(path)
            stack.append(executor.step(path) if split is None else split)

    def _split(self, path: Path) -> Iterator[Path] | None:
        """``path`` with a truth that is about no elector alone known to hold, and not to hold.

        None where all such are known. What each elector does then depends on nothing
        that is counted over all of them, and can be set apart.
        """
        bench = self.board.bench
        states = bench.scope.rules.states
        for state in path.store:
            if state not in states or bench.profile.electors in states[state].domain:
                continue
            for place, value in path.store[state].items():
                if isinstance(value, Term) and value.truth and self.singly.owner(value) < 0:
                    return _known(path, state, place, value)
        return None


def _known(path: Path, state: str, place: Place, value: Term) -> Iterator[Path]:
    for known in (True, False):
        table = {**path.store[state], place: known}
        split = path.on(Named(None, value if known else negation(value)))
        if split is not None:
            yield replace(split, store={**path.store, state: table})


class _Keys:
    """The keys of the profile over one store."""

    def __init__(self, bench: Bench, store: Store) -> None:
        translator = Translator(bench.scope, store)
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
                        raise GaveUp("a key without a value")
                    needs.append(defined(wanted))
                    found.append((key.direction == "smallest", value))
        self.defined = every(needs)
        self.alternatives = range(bench.alternatives)

    def orders(self, elector: int) -> Iterator[tuple[Ranks, Truth]]:
        """Every way in which ``elector`` may rank the alternatives, equal ranks included."""
        for ranks in weak_orders(len(self.alternatives)):
            yield (
                ranks,
                every(
                    self.prefers(elector, one, other)
                    if ranks[one] < ranks[other]
                    else negation(self.prefers(elector, one, other))
                    for one in self.alternatives
                    for other in self.alternatives
                    if one != other
                ),
            )

    def prefers(self, elector: int, one: int, other: int) -> Truth:
        """Whether ``elector`` prefers ``one`` to ``other``."""
        better: Truth = False
        pairs = zip(self.values[elector, one], self.values[elector, other], strict=True)
        for (smallest, a), (_, b) in reversed(list(pairs)):
            ahead = less_quantity(a, b) if smallest else less_quantity(b, a)
            better = either(ahead, both(equal_quantity(a, b), better))
        return better


def weak_orders(count: int) -> Iterator[Ranks]:
    """The ranks of ``count`` alternatives in all ways, the used ranks being 0, 1, and so on."""
    for ranks in product(range(count), repeat=count):
        if set(ranks) == set(range(max(ranks) + 1)):
            yield ranks
