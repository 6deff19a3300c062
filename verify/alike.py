"""Members that are alike: nothing in a law tells the members of a set apart.

What a run makes of one member, the renumbered run makes of another. So what can be
shown of one member, whatever the state, holds of all.
"""

from collections.abc import Callable, Iterable, Iterator

from runtime.actors import element_set, variable_types
from runtime.graph import AssignNode, ChooseNode, DoneNode, EndNode, Graph
from runtime.rewriting import walk
from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from runtime.ruleset.model import Model
from runtime.ruleset.statements import ByActor
from verify.member_order import ordered_in
from verify.obligations.items import expressions
from verify.paths import Path
from verify.symbolic import Scope


def alike(scope: Scope, graph: Graph, owner: str, also: Iterable[Model] = ()) -> bool:
    """Whether the members of ``owner`` are alike: the rules, the state at the start, and ``also``.

    ``also``: expressions that are asked about them.
    """
    rules, asked = scope.rules, list(also)
    # An optional value is nothing at the start; any other may be a certain member.
    types = [
        *(one.type for one in rules.states.values() if not isinstance(one.type, ty.Optional)),
        *(one.type for one in rules.parameters.values()),
    ]
    parts = [part for one in asked for part in walk(one)]
    return not (
        any(about(type, owner) for type in types)
        or any(isinstance(one, ex.ElementConstant) and one.set == owner for one in parts)
        or any(isinstance(one, ex.First) for one in parts)
        or next(told_apart(scope, graph, owner, asked), None) is not None
    )


def alike_sets(scope: Scope, graph: Graph) -> frozenset[str]:
    """The sets whose members are alike and have no names of their own."""
    unnamed = (name for name, one in scope.rules.sets.items() if not one.members)
    return frozenset(name for name in unnamed if alike(scope, graph, name))


def for_all_alike(scope: Scope, graph: Graph) -> Callable[[Path, AssignNode], bool]:
    """Whether something is done for all members of a set that are alike on a path, too.

    What is missing there for one, from some state, is missing for the first from the state
    with the two renumbered.
    """
    sets = alike_sets(scope, graph)
    types = variable_types(scope.rules, graph)

    def for_all(path: Path, node: AssignNode) -> bool:
        each = node.each
        if each is None or not isinstance(each.domain, ex.AllOf) or len(each.names) > 1:
            return False
        owner = each.domain.set
        return owner in sets and not any(about(types[name], owner) for name in path.env)

    return for_all


def told_apart(scope: Scope, graph: Graph, owner: str, also: Iterable[Model] = ()) -> Iterator[str]:
    """Why the names of the members of ``owner`` may matter, as far as the rules go.

    ``also``: expressions beside the rules that must not tell them apart either.
    """
    types = variable_types(scope.rules, graph)
    waiting: list[Model] = [norm.forbidden for norm in scope.rules.norms]
    for definition in scope.rules.definitions.values():
        for case in definition.cases:
            waiting += [one for one in (case.guard, case.value) if one is not None]
    for node in graph.nodes:
        waiting += expressions(node)
        outcome: ty.Type | None = None
        if isinstance(node, EndNode) and node.state:
            outcome = scope.rules.states[node.outcome].type
        elif isinstance(node, DoneNode) and graph.result is not None:
            outcome = scope.rules.flows[graph.flow].result
        if outcome is not None and about(outcome, owner):
            yield f"the outcome is a {owner}"
        by = node.by if isinstance(node, ChooseNode) else None
        element = by.element if isinstance(by, ByActor) else None
        if element is not None and element_set(element, scope.rules, types) in (owner, None):
            yield f"each {owner} makes choices"
    if owner in ordered_in(scope.rules, [*waiting, *also], types.items()):
        yield f"each {owner} is compared with others in their order"
    for expr in waiting:
        for part in walk(expr):
            if isinstance(part, ex.ElementConstant) and part.set == owner:
                yield f"the law names a {owner}"
            if isinstance(part, ex.First):
                of = types.get(part.of.name) if isinstance(part.of, ex.Variable) else None
                if of is None or about(of, owner):
                    yield f"each {owner} is taken in turn"


def about(type: ty.Type, owner: str) -> bool:
    """Whether values of ``type`` are, or hold, members of ``owner``."""
    match type:
        case ty.Element(set=of):
            return of == owner
        case ty.Optional(item=item) | ty.SetOf(item=item):
            return about(item, owner)
        case _:
            return False
