"""Proofs that something is never used: that no lawful state leads there.

A statement or a rule is never used if none of the ways from a cut of the flow that
lead to it can be taken in a well-typed lawful state with the invariants of that cut. A
case is never used if its guard cannot hold, whatever is asked. A norm forbids nothing
if the law without it never enters what it forbids.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from runtime.graph import BranchNode, DecideNode, Graph
from runtime.precedence import beats
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply
from runtime.ruleset.model import Model
from runtime.ruleset.properties import Never
from runtime.ruleset.ruleset import RuleSet
from verify.answers import Answer
from verify.cuts import at_cuts, cuts
from verify.execute import Executor, Policy
from verify.induction import prove
from verify.invariants import Invariants
from verify.limits import Limit, Named, ask
from verify.norms import lawful_now
from verify.obligations.items import Item, Place, Subject
from verify.paths import Path
from verify.picking import standing
from verify.quantities import Unsupported
from verify.starts import anywhere, at_start
from verify.symbolic import Scope, same_store
from verify.terms import Truth, both, negation
from verify.translate import Translator, defined

MOST_NODES = 20_000
"""How many nodes are followed from the cuts before this way of proving is given up."""


@dataclass
class Unused:
    """What came of the proof for one item: ``never`` with the paragraphs it rests on, or not."""

    verdict: Literal["never", "open"]
    core: set[str] = field(default_factory=set)
    method: str = "induction"
    detail: str = ""


Known: TypeAlias = Callable[[Scope, Graph], Invariants]
"""Where to get the invariants of a flow."""


def never(
    of: Subject,
    wanted: Sequence[Item],
    limit: Limit,
    known: Known | None = None,
    *,
    without_effect: bool = False,
    near: bool = False,
) -> dict[Item, Unused]:
    """For each of ``wanted``, whether it is proved that it is never used, whatever the size.

    ``known`` gives invariants that may be taken for granted. ``without_effect``: of
    values that are set it is enough that they change nothing. ``near``: only what can be
    seen without following the flow, which is quick.
    """
    found = {item: Unused("never") for item in wanted}
    for scope in of.scopes:
        left = [item for item in wanted if found[item].verdict == "never"]
        if not left:
            break
        proofs = _Proofs(scope, of, limit, known)
        for item, here in proofs.never(left, without_effect, near).items():
            here.core |= found[item].core
            found[item] = here
    return found


class _Proofs:
    """Proofs for one size."""

    def __init__(self, scope: Scope, of: Subject, limit: Limit, known: Known | None) -> None:
        self.scope = scope
        self.graphs = of.graphs
        self.items = of.items
        self.limit = limit
        self.known = known

    def never(self, wanted: Sequence[Item], without_effect: bool, near: bool) -> dict[Item, Unused]:
        """As the function :func:`never`."""
        found: dict[Item, Unused] = {}
        in_flow = [item for item in wanted if item in self.items.places]
        try:
            # What is decided at a node can be seen there, without the ways that lead to it.
            there = [item for item in in_flow if _decided_there(item, without_effect)]
            found |= self._in_flows(there, without_effect, self._at_nodes)
            found |= {item: Unused("open") for item in in_flow if item not in found}
            if not near:
                left = [item for item in in_flow if found[item].verdict == "open"]
                found |= self._in_flows(left, without_effect, self._ways)
        except Unsupported as error:
            reason = str(error)
            found |= {
                item: Unused("open", detail=reason)
                for item in in_flow
                if item not in found or found[item].verdict == "open"
            }
        for item in wanted:
            if item in found:
                continue
            try:
                if near and item not in self.items.cases:
                    found[item] = Unused("open")
                else:
                    found[item] = self._outside(item)
            except Unsupported as error:
                found[item] = Unused("open", detail=str(error))
        return found

    def _outside(self, item: Item) -> Unused:
        if item in self.items.cases:
            return self._case(*self.items.cases[item])
        rules = self.scope.rules
        if item in self.items.norms:
            norm = rules.norms[self.items.norms[item]]
            rest = tuple(one for one in rules.norms if one is not norm)
            rules = rules.model_copy(update={"norms": rest})
            return self._state(rules, Never(id="", sentence="", flow="", condition=norm.forbidden))
        permitted = rules.permissions[self.items.permissions[item]].permitted
        return self._state(rules, Never(id="", sentence="", flow="", condition=permitted))

    def _state(self, rules: RuleSet, never: Never) -> Unused:
        found = Unused("never")
        for graph in self.graphs:
            proof = prove(replace(self.scope, rules=rules), graph, never, self.limit)
            if proof.verdict != "proved":
                return Unused("open", detail=f"induction: {proof.detail}")
            found.core |= proof.core
        return found

    # Cases.

    def _case(self, name: str, position: int) -> Unused:
        definition = self.scope.rules.definitions[name]
        store = self.scope.unknown_store("")
        env = {one.name: self.scope.unknown(one.type, one.name) for one in definition.parameters}
        translator = Translator(self.scope, store)
        applies: list[Truth] = []
        there: Truth = True
        for case in definition.cases:
            if case.guard is None:
                applies.append(True)
                continue
            value, needs = translator.translate(case.guard, env)
            there = both(there, defined(needs))
            applies.append(value if there is not False else False)
        case = definition.cases[position]
        stands = standing(applies, beats(definition.cases))[position]
        question = [Named(case.ref, both(there, stands))]
        if not self._asked_by_norms(name):
            # Where a norm asks for it, it is asked in forbidden states too.
            question += lawful_now(self.scope, Path(0, store, env))
        answer = ask(question, self.limit, core=True)
        return self._of(answer, "its guard is false in every state")

    def _asked_by_norms(self, name: str) -> bool:
        waiting: list[Model] = [norm.forbidden for norm in self.scope.rules.norms]
        seen: set[str] = set()
        while waiting:
            for part in walk(waiting.pop()):
                if isinstance(part, Apply) and part.definition not in seen:
                    seen.add(part.definition)
                    for case in self.scope.rules.definitions[part.definition].cases:
                        waiting += [e for e in (case.guard, case.value) if e is not None]
        return name in seen

    def _of(self, answer: Answer, detail: str) -> Unused:
        if answer.verdict == "no":
            return Unused("never", set(answer.core), detail=detail)
        if answer.verdict == "yes":
            return Unused("open", detail="induction: its condition can hold in a lawful state")
        return Unused("open", detail=f"induction: {answer.reason}")

    # What stands in a flow.

    def _in_flows(
        self,
        wanted: Sequence[Item],
        without_effect: bool,
        steps: Callable[[Graph, Sequence[int]], Iterator[tuple[Path, Path]]],
    ) -> dict[Item, Unused]:
        """``steps`` gives the steps to look at, from a graph and the nodes of the items."""
        found = {item: Unused("never") for item in wanted}
        for number, graph in enumerate(self.graphs):
            at: dict[int, list[tuple[Item, Place]]] = {}
            for item in wanted:
                for place in self.items.places[item]:
                    if place.graph == number:
                        at.setdefault(place.node, []).append((item, place))
            if not at:
                continue
            for before, path in steps(graph, sorted(at)):
                for item, place in (*at.get(before.node, ()), *at.get(path.node, ())):
                    changes = without_effect and item.kind == "values"
                    used = (
                        before.node == place.node if changes else _used(graph, place, before, path)
                    )
                    if used and found[item].verdict == "never":
                        self._ask(graph, item, before, path, without_effect, found)
        return found

    def _ask(
        self,
        graph: Graph,
        item: Item,
        before: Path,
        path: Path,
        without_effect: bool,
        found: dict[Item, Unused],
    ) -> None:
        question = list(path.conditions)
        if without_effect and item.kind == "values":
            question.append(Named(item.ref, negation(same_store(before.store, path.store))))
        answer = ask(question, self.limit, core=True)
        if answer.verdict == "no":
            known = self.known(self.scope, graph) if self.known is not None else None
            for name in answer.core:
                found[item].core.update(known.refs(name) if known is not None else (name,))
        else:
            found[item] = self._of(answer, "")

    def _at_nodes(self, graph: Graph, nodes: Sequence[int]) -> Iterator[tuple[Path, Path]]:
        """Every step from ``nodes``, each in any lawful state."""
        executor = Executor(self.scope, graph, Policy())
        for node in nodes:
            start = anywhere(self.scope, graph, node)
            lawful = start.on(*lawful_now(self.scope, start))
            if lawful is not None:
                yield from ((lawful, path) for path in executor.step(lawful) if path.stop is None)

    def _ways(self, graph: Graph, nodes: Sequence[int]) -> Iterator[tuple[Path, Path]]:
        """Every step from a node to the next, on the ways from the start and from each cut."""
        executor = Executor(self.scope, graph, Policy())
        left, cut = MOST_NODES, at_cuts(graph, cuts(graph))
        for start in self._starts(graph):
            stack = [(start, executor.step(start))]
            while stack:
                before, rest = stack[-1]
                path = next(rest, None)
                if path is None:
                    stack.pop()
                    continue
                left -= 1
                if left == 0:
                    raise Unsupported(f"more than {MOST_NODES} steps between the cuts")
                if path.stop is None:
                    yield before, path
                    if not cut(graph.nodes[path.node]):
                        stack.append((path, executor.step(path)))

    def _starts(self, graph: Graph) -> Iterator[Path]:
        yield at_start(self.scope, graph)
        known = self.known(self.scope, graph) if self.known is not None else None
        for at in cuts(graph):
            start = anywhere(self.scope, graph, at)
            facts = known.at(start) if known is not None else ()
            lawful = start.on(*lawful_now(self.scope, start), *facts)
            if lawful is not None:
                yield lawful


def _decided_there(item: Item, without_effect: bool) -> bool:
    return item.kind in ("rule", "branch") or (without_effect and item.kind == "values")


def _used(graph: Graph, place: Place, before: Path, path: Path) -> bool:
    """Whether the step from ``before`` to ``path`` is the use of what stands at ``place``."""
    if place.to is None:
        return path.node == place.node
    if (before.node, path.node) != (place.node, place.to):
        return False
    node = graph.nodes[place.node]
    if isinstance(node, DecideNode) and place.arm is not None:
        return path.refs[-1] == node.arms[place.arm].ref
    return isinstance(node, BranchNode)
