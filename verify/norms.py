"""Norms, symbolically: that a state breaks none, and which steps could break one."""

from runtime.graph import AssignNode, ChooseNode, Graph, successors
from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply, Read
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Norm
from verify.limits import Named
from verify.paths import Path
from verify.symbolic import Scope
from verify.terms import both, negation
from verify.translate import Translator


def watched_ahead(scope: Scope, graph: Graph, start: int) -> bool:
    """Whether from ``start`` an assignment that a norm watches may come before the next choice."""
    watched = frozenset[str]().union(
        *(states_read(scope, norm.forbidden) for norm in scope.rules.norms)
    )
    seen, stack = {start}, [start]
    while stack:
        node = graph.nodes[stack.pop()]
        if isinstance(node, AssignNode) and any(one.state in watched for one in node.updates):
            return True
        if not isinstance(node, ChooseNode):
            following = [to for to in successors(node) if to not in seen]
            seen.update(following)
            stack.extend(following)
    return False


def states_read(scope: Scope, expr: Model) -> frozenset[str]:
    """The state variables that ``expr``, or what holds some, reads, also through definitions."""
    found: set[str] = set()
    seen: set[str] = set()
    open_: list[Model] = [expr]
    while open_:
        for item in walk(open_.pop()):
            if isinstance(item, Read):
                found.add(item.state)
            elif isinstance(item, Apply) and item.definition not in seen:
                seen.add(item.definition)
                for case in scope.rules.definitions[item.definition].cases:
                    open_.extend(e for e in (case.guard, case.value) if e is not None)
    return frozenset(found)


def lawful_now(
    scope: Scope, path: Path, left_out: frozenset[str] = frozenset()
) -> tuple[Named, ...]:
    """That no norm forbids the state ``path`` is in; norms over ``left_out`` are passed over."""
    translator = Translator(scope, path.store)
    return tuple(
        kept(translator, norm)
        for norm in scope.rules.norms
        if not left_out & states_read(scope, norm.forbidden)
    )


def kept(translator: Translator, norm: Norm) -> Named:
    """That a norm is defined in a state and does not forbid it."""
    broken, there = translator.truth(norm.forbidden, {})
    return Named(norm.ref, both(there, negation(broken)))
