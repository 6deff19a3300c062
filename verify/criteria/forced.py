"""Choices that leave nothing to choose: whoever has one value to choose from takes it.

A criterion speaks of the runs that leave nothing to choose, so of those, too, that come
to a choice (a lot, an open choice) from one value only.
"""

from dataclasses import replace

from runtime.graph import AssignNode, BranchNode, ChooseNode, Graph, LetNode, Node, successors
from runtime.interpreter import Game
from runtime.ruleset import expressions as ex
from runtime.state import State
from runtime.values import Value
from verify.norms import states_read
from verify.symbolic import Scope


def forced_value(game: Game, state: State) -> tuple[Value] | None:
    """The only value that can be chosen where play rests, in a tuple; None where there is more."""
    choice = game.pending(state)
    if choice.decline is not None or choice.default is not None or len(choice.options) != 1:
        return None
    only = choice.options[0]
    return None if only.breaches else (only.value,)


def with_forced(graph: Graph) -> Graph:
    """``graph`` with each choice taken as if it left one value; undefined where it leaves more.

    Where nothing is left and a supplement says what is done then, that is done.
    """
    nodes: list[Node] = list(graph.nodes)
    for at, node in enumerate(graph.nodes):
        if not isinstance(node, ChooseNode) or not may_be_forced(node):
            continue
        binder = ex.Binder(names=(f"{node.name}′",), item=node.type, domain=node.domain)
        the = ex.The(binder=binder)
        taken = LetNode(node.ref, node.supplement, node.name, node.type, the, False, node.next)
        nodes[at] = taken
        if node.stuck is not None:
            nodes.append(taken)
            some = ex.Quantified(
                quantifier="some", binder=binder, body=ex.TruthConstant(value=True)
            )
            nodes[at] = BranchNode(node.ref, node.supplement, some, len(nodes) - 1, node.stuck)
    return replace(graph, nodes=tuple(nodes))


def unclear_dead_ends(scope: Scope, graph: Graph) -> bool:
    """Whether runs that leave nothing to choose may come to where a dead end is settled.

    Not where a value can only be missing because there is none: where no norm reads what
    such runs set. :func:`with_forced` shows those as they are.
    """
    seen, stack, settled = {graph.entry}, [graph.entry], False
    written: set[str] = set()
    while stack:
        node = graph.nodes[stack.pop()]
        if isinstance(node, ChooseNode):
            if not may_be_forced(node):
                continue
            settled |= node.stuck is not None
        elif isinstance(node, AssignNode):
            written.update(update.state for update in node.updates)
        fresh = [to for to in successors(node) if to not in seen]
        seen.update(fresh)
        stack += fresh
    norms = (states_read(scope, norm.forbidden) for norm in scope.rules.norms)
    return settled and any(written & read for read in norms)


def may_be_forced(node: ChooseNode) -> bool:
    """Whether a value has to be chosen, and there may be just one: not so of a die."""
    match node.domain:
        case ex.Interval(low=ex.NumberConstant(value=low), high=ex.NumberConstant(value=high)):
            several = low < high
        case _:
            several = False
    return not several and node.decline is None and node.default is None
