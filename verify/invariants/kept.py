"""The conjectures that hold by induction: the greatest set that each step keeps.

As in Houdini (Flanagan and Leino, 2001): all conjectures are assumed at every
cut, and one that some step between two cuts does not keep is struck out, until
every step keeps all that are left. What is left holds at every cut whenever
play comes there, since it holds where the flow starts.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from runtime.actors import variable_types
from runtime.graph import AssignNode, Graph
from runtime.liveness import live_variables
from runtime.rewriting import walk as walk_expr
from runtime.ruleset.expressions import Apply, Variable
from runtime.ruleset.types import Element
from verify.alike import alike_sets
from verify.chance.substitution import Substitution
from verify.cuts import at_cuts, cuts
from verify.evaluation import evaluate_all
from verify.execute import Executor, Policy
from verify.invariants.atoms import MEMBER, Atom
from verify.invariants.conjectures import (
    AtMost,
    Clause,
    Different,
    Fact,
    Some,
    borne_out,
    conjectures,
    equivalents,
    implying,
    retold,
    ways,
)
from verify.invariants.visits import Visit, visits
from verify.limits import Limit, Named, ask
from verify.norms import lawful_now, states_read
from verify.paths import Path
from verify.picking import how_many
from verify.slices import Slicer
from verify.starts import anywhere, at_start
from verify.symbolic import Scope, content, equal_values, is_set
from verify.terms import Term, Truth, at_most, both, every, larger, negation, some
from verify.translate import Translator

HEAVY = 2_000
"""Of how many parts a condition or a fact is so large that invariants do without it if they can."""

MOST_HEAVY = 40
"""How many large facts are looked into at the end of a step, the simplest first."""

PREFIX = "invariant: "
"""How the name of what is known at a cut begins."""

SHARE = 0.2
"""The share of the limit that a question about conjectures may cost: a dear one is not kept."""

QUICK = 0.1
"""The share of that which many facts together may cost, a slice, or what definitions give."""

PATIENCE = 2
"""How many questions may cost the whole of it in vain; in a law that is sound it is mostly none."""


@dataclass
class Invariants:
    """What holds at each cut of a graph: ``facts``, and with them what they imply, ``implied``."""

    scope: Scope
    graph: Graph
    facts: dict[int, tuple[Fact, ...]] = field(default_factory=dict)
    implied: dict[int, tuple[Fact, ...]] = field(default_factory=dict)

    def at(self, path: Path) -> tuple[Named, ...]:
        """What is known where ``path`` stands, if that is a cut; named after what it is about."""
        meaning = Meaning(self.scope, path)
        known: dict[str, list[Truth]] = {}
        for fact in self.facts.get(path.node, ()):
            states = sorted(states_in(self.scope, fact))
            known.setdefault(PREFIX + " ".join(states), []).append(meaning.truth(fact))
        return tuple(Named(name, every(terms)) for name, terms in known.items())

    def refs(self, name: str) -> tuple[str, ...]:
        """The paragraphs behind a name in a core: itself, or what sets the states it is about."""
        if not name.startswith(PREFIX):
            return (name,)
        states = set(name.removeprefix(PREFIX).split())
        return tuple(
            dict.fromkeys(
                node.ref
                for node in self.graph.nodes
                if isinstance(node, AssignNode)
                and any(update.state in states for update in node.updates)
            )
        )


def states_in(scope: Scope, fact: Fact) -> frozenset[str]:
    """The state variables that a fact speaks of."""
    match fact:
        case Clause(literals=literals):
            return frozenset[str]().union(*(states_read(scope, one.expr) for one, _ in literals))
        case Different(state=state):
            return frozenset({state})
        case AtMost(atom=atom) | Some(atom=atom):
            return states_read(scope, atom.expr)


def invariants(
    scope: Scope,
    graph: Graph,
    limit: Limit,
    *,
    seen: Mapping[int, Sequence[Visit]] | None = None,
    among: Invariants | None = None,
    definitions: bool = False,
) -> Invariants:
    """The invariants of ``graph`` that can be found this way.

    ``seen``: visits to the cuts, if there are any at hand. ``among``: what holds for
    other sizes; nothing else is tried, which takes much less time. ``definitions``: also
    facts about what the law defines, which takes longer.
    """
    types = variable_types(scope.rules, graph)
    live = live_variables(graph)
    known = cuts(graph)
    seen = visits(scope, graph, known) if seen is None else seen
    open_ = {
        at: conjectures(
            scope, {name: types[name] for name in live[at]}, found, definitions=definitions
        )
        if among is None
        else borne_out(scope, among.implied.get(at, ()), found)
        for at, found in seen.items()
    }
    keeping = _Keeping(scope, graph, limit.times(SHARE), known, open_)
    facts = {at: facts for at, facts in keeping.run().items() if facts}
    return Invariants(scope, graph, facts, {at: tuple(left) for at, left in keeping.left.items()})


class Meaning:
    """What facts mean where a path stands; each atom is translated once."""

    def __init__(self, scope: Scope, path: Path) -> None:
        self.scope = scope
        self.path = path
        self.translator = Translator(scope, path.store, seal=True)
        self._known: dict[tuple[Atom, int], Truth] = {}

    def truth(self, fact: Fact) -> Truth:
        match fact:
            case Clause(set=owner, literals=literals):
                size = 1 if owner is None else self.scope.sizes[owner]
                return every(
                    some(self._literal(atom, sign, member) for atom, sign in literals)
                    for member in range(size)
                )
            case Different(state=state):
                values = list(self.path.store[state].values())
                return every(
                    negation(
                        both(
                            both(is_set(left), is_set(right)),
                            equal_values(content(left), content(right)),
                        )
                    )
                    for position, left in enumerate(values)
                    for right in values[:position]
                    if left is not None and right is not None
                )
            case Some(atom=atom, sign=sign):
                assert atom.set is not None
                size = self.scope.sizes[atom.set]
                return some(self._literal(atom, sign, member) for member in range(size))
            case AtMost(atom=atom, sign=sign, bound=bound):
                assert atom.set is not None
                held = how_many(
                    self._literal(atom, sign, member)
                    for member in range(self.scope.sizes[atom.set])
                )
                value, _ = self.translator.translate(bound.expr, self.path.env)
                return at_most(held, value)

    def of_one(self, fact: Clause) -> Truth:
        """What ``fact`` means of the first member alone."""
        return some(self._literal(atom, sign, 0) for atom, sign in fact.literals)

    def _literal(self, atom: Atom, sign: bool, member: int) -> Truth:
        if atom.set is None:
            member = 0
        key = atom, member
        if key not in self._known:
            env = {**self.path.env, MEMBER: member}
            self._known[key] = self.translator.truth(atom.expr, env)[0]
        found = self._known[key]
        return found if sign else negation(found)


def _tells(fact: Fact, first: Mapping[Atom, Atom], left: Mapping[Fact, None]) -> bool:
    """Whether ``fact`` says more than the others left, given which atoms are equivalent."""
    match fact:
        case Clause(literals=((left_one, a), (right_one, b))) if a is not b:
            if first.get(right_one) is first.get(left_one, left_one):
                return True
    told = retold(fact, first)
    if told is None:
        return False
    return told == fact or not any(
        one in left for way in ways(told) for one in (way, *implying(way))
    )


def _parts(fact: Fact) -> int:
    """How complicated a fact is."""
    return len(fact.literals) if isinstance(fact, Clause) else 1


def _state_alone(atom: Atom) -> bool:
    """Whether an atom is about the state, and not about whose turn it is."""
    names = {item.name for item in walk_expr(atom.expr) if isinstance(item, Variable)}
    return names <= {MEMBER}


class _Keeping:
    """Strikes out what some step does not keep."""

    def __init__(
        self,
        scope: Scope,
        graph: Graph,
        limit: Limit,
        known: tuple[int, ...],
        open_: Mapping[int, tuple[Fact, ...]],
    ) -> None:
        self.scope = scope
        self.graph = graph
        self.limit = limit
        self.known = known
        self.is_cut = at_cuts(graph, known)
        self.left = {at: dict.fromkeys(facts) for at, facts in open_.items()}
        self.starts: dict[int, Path] = {}
        self.steps: dict[int, list[Path]] = {}
        self.meanings: dict[int, Meaning] = {}
        self.strongest: dict[int, tuple[int, tuple[Fact, ...]]] = {}
        self.light: dict[Term, bool] = {}
        self.always: dict[Fact, bool] = {}
        self.patience = PATIENCE
        self.alike = alike_sets(scope, graph)
        self.types = variable_types(scope.rules, graph)
        self.unknown = Path(graph.entry, scope.unknown_store(""), {})

    def run(self) -> dict[int, tuple[Fact, ...]]:
        self._keep(at_start(self.scope, self.graph), None)
        waiting = [at for at, facts in self.left.items() if facts]
        while waiting:
            at = waiting.pop(0)
            for changed in self._keep(self._start(at), at):
                if changed not in waiting:
                    waiting.append(changed)
        return {at: self._strongest(at) for at in self.left}

    def _start(self, at: int) -> Path:
        if at not in self.starts:
            start = anywhere(self.scope, self.graph, at)
            self.starts[at] = start.on(*lawful_now(self.scope, start)) or start
        return self.starts[at]

    def _strongest(self, at: int) -> tuple[Fact, ...]:
        """The facts left at a cut without those that others imply."""
        left = self.left[at]
        count, known = self.strongest.get(at, (-1, ()))
        # Facts are struck out, and never come back.
        if count != len(left):
            kept = [fact for fact in left if not any(one in left for one in implying(fact))]
            first = equivalents(left, kept)
            known = tuple(fact for fact in kept if _tells(fact, first, left))
            self.strongest[at] = len(left), known
        return known

    def _keep(self, start: Path, at: int | None) -> list[int]:
        """Strike out what the steps from ``start`` do not keep; the cuts where that was."""
        known: list[Named] = []
        if at is not None:
            meaning = self.meanings.setdefault(at, Meaning(self.scope, start))
            known = [Named(None, meaning.truth(fact)) for fact in self._strongest(at)]
        changed = []
        for end in self._ends(start, at):
            if self._strike(end, known) and end.node not in changed:
                changed.append(end.node)
        return changed

    def _ends(self, start: Path, at: int | None) -> Sequence[Path]:
        key = -1 if at is None else at
        if key not in self.steps:
            if at is None and start.node in self.known:
                self.steps[key] = [start]
            else:
                executor = Executor(self.scope, self.graph, Policy(seal=True))
                paths = executor.paths(start, self.is_cut)
                self.steps[key] = [path for path in paths if path.stop is None]
        return self.steps[key]

    def _strike(self, end: Path, known: Sequence[Named]) -> bool:
        """Strike out at the end of a step what it does not keep; whether that was anything."""
        left = self.left[end.node]
        meaning = Meaning(self.scope, end)
        conditions = [*known, *(one for one in end.conditions if self._is_light(one.term))]
        slicer: Slicer | None = None
        borne_out: set[Fact] = set()
        struck = False
        while left:
            facts = {fact: self._goal(meaning, fact) for fact in self._strongest(end.node)}
            always = {fact for fact in facts if self._always(fact)}
            lemmas = [Named(None, meaning.truth(fact)) for fact in facts if fact in always]
            open_ = {fact: term for fact, term in facts.items() if fact not in always}
            light = {one: open_[one] for one in open_ if self._is_light(meaning.truth(one))}
            heavy = sorted((fact for fact in open_ if fact not in light), key=_parts)
            failing = self._light_failing([*conditions, *lemmas], light, end) or heavy[MOST_HEAVY:]
            for fact in heavy[:MOST_HEAVY] if not failing else ():
                if fact not in borne_out:
                    slicer = slicer or Slicer([*known, *end.conditions, *lemmas])
                    wrong = Named(None, negation(facts[fact]))
                    if slicer.ask(wrong, self.limit.times(QUICK), core=False) is None:
                        failing.append(fact)
                        break
                    borne_out.add(fact)
            if not failing:
                break
            for fact in failing:
                del left[fact]
            struck = True
        return struck

    def _light_failing(
        self, conditions: Sequence[Named], facts: Mapping[Fact, Truth], end: Path
    ) -> list[Fact]:
        """Some of ``facts`` that may fail where ``end`` is; none only if none can.

        What counts members that are alike is asked about with the first in the place of
        one that plays a part in the step: by renumbering, it is as with any other.
        """
        groups: dict[Term | None, dict[Fact, Truth]] = {None: {}}
        for fact, term in facts.items():
            owner = fact.atom.set if isinstance(fact, AtMost | Some) else None
            groups.setdefault(self._involved(end, owner), {})[fact] = term
        failing: list[Fact] = []
        for involved, group in groups.items():
            if involved is None:
                failing += self._failing(conditions, group)
                continue
            put = Substitution({involved: 0})
            known = [Named(one.name, put(one.term)) for one in conditions]
            failing += self._failing(known, {fact: put(term) for fact, term in group.items()})
        return failing

    def _involved(self, end: Path, owner: str | None) -> Term | None:
        """The unknown for a member of ``owner`` that plays a part on a path, if they are alike."""
        if owner is None or owner not in self.alike:
            return None
        of = Element(set=owner)
        members = [value for name, value in end.env.items() if self.types.get(name) == of]
        # One that is known already is not as any other.
        known = any(not isinstance(one, Term) for one in members)
        return None if known else next((one for one in members if one.op == "symbol"), None)

    def _goal(self, meaning: Meaning, fact: Fact) -> Truth:
        """What is to be shown of ``fact``; of members that are alike, one is enough.

        If a step from a state in which all facts hold broke it for another, the same
        step with the two renumbered would break it for this one, from such a state, too.
        """
        if isinstance(fact, Clause) and fact.set in self.alike:
            return meaning.of_one(fact)
        return meaning.truth(fact)

    def _always(self, fact: Fact) -> bool:
        """Whether definitions alone give ``fact``, in whatever state."""
        if fact not in self.always:
            self.always[fact] = False
            atoms = [atom for atom, _ in fact.literals] if isinstance(fact, Clause) else []
            if any(isinstance(atom.expr, Apply) for atom in atoms) and all(
                map(_state_alone, atoms)
            ):
                meaning = Meaning(self.scope, self.unknown)
                wrong = Named(None, negation(self._goal(meaning, fact)))
                found = Slicer([]).ask(wrong, self.limit.times(QUICK), core=False)
                self.always[fact] = found is not None
        return self.always[fact]

    def _is_light(self, term: Truth) -> bool:
        if not isinstance(term, Term):
            return True
        if term not in self.light:
            self.light[term] = not larger(term, HEAVY - 1)
        return self.light[term]

    def _failing(
        self, conditions: Sequence[Named], facts: Mapping[Fact, Truth]
    ) -> dict[Fact, Truth]:
        """Some of ``facts`` that may fail under ``conditions``; none only if none can."""
        wrong = Named(None, some(negation(term) for term in facts.values()))
        patient = self.patience > 0
        answer = ask([*conditions, wrong], self.limit if patient else self.limit.times(QUICK))
        if answer.verdict == "no":
            return {}
        if answer.verdict == "yes":
            values = evaluate_all(facts.values(), answer.model)
            pairs = zip(facts.items(), values, strict=True)
            return {fact: term for (fact, term), value in pairs if not value}
        self.patience -= patient
        if len(facts) == 1:
            sliced = Slicer(conditions).ask(wrong, self.limit.times(QUICK), core=False)
            return dict(facts) if sliced is None else {}
        half = len(facts) // 2
        items = list(facts.items())
        return {
            **self._failing(conditions, dict(items[:half])),
            **self._failing(conditions, dict(items[half:])),
        }
