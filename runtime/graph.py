"""The flow graph: a flow of a rule set with its calls expanded and its loops cut.

:mod:`runtime.lowering` makes it. It consists of simple nodes that
interpreter and SMT translation both follow, so that they cannot differ on what
comes after what. After this pass: variable names are unique in the whole graph,
every path from a node back to itself passes a ``Head``, and nothing refers to a
flow or a statement any more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from runtime.ruleset.expressions import Binder, Expr
from runtime.ruleset.statements import Audience, Chooser, Shown, Update
from runtime.ruleset.types import Type


@dataclass(frozen=True, slots=True)
class Node:
    """A place in the flow. ``ref`` is the paragraph it comes from.

    ``supplement`` is the id of the supplement it comes from, if it is not from the text.
    """

    ref: str
    supplement: str | None


@dataclass(frozen=True, slots=True)
class AssignNode(Node):
    """Make the updates at once; with ``each``, for every value that the binder keeps."""

    updates: tuple[Update, ...]
    each: Binder | None
    next: int


@dataclass(frozen=True, slots=True)
class LetNode(Node):
    """Bind ``name``. ``internal``: bookkeeping of a loop, not for the trace."""

    name: str
    type: Type
    value: Expr
    internal: bool
    next: int


@dataclass(frozen=True, slots=True)
class ChooseNode(Node):
    """Bind ``name`` to a value of ``domain`` and go to ``next``.

    ``decline``: where to go if the chooser may and does decline. ``stuck``:
    where to go if no value (and no declining) is lawful, and
    ``stuck_supplement`` is the id of the supplement that says so.
    """

    name: str
    type: Type
    domain: Expr
    by: Chooser
    default: Expr | None
    next: int
    decline: int | None
    stuck: int | None
    stuck_supplement: str | None


@dataclass(frozen=True, slots=True)
class BranchNode(Node):
    """Go to ``then`` where the condition holds, else to ``otherwise``."""

    condition: Expr
    then: int
    otherwise: int


@dataclass(frozen=True, slots=True)
class Arm:
    """One rule of a decision; ``beats`` are the positions of the arms it takes precedence over.

    ``settled``: those of them over which a supplement gives it precedence, each with the
    supplement's id.
    """

    ref: str
    supplement: str | None
    guard: Expr
    beats: tuple[int, ...]
    target: int
    settled: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class DecideNode(Node):
    """Exactly one arm must apply, once the arms beaten by one that applies are left out."""

    decision: str
    arms: tuple[Arm, ...]


@dataclass(frozen=True, slots=True)
class AnnounceNode(Node):
    """Say the words ``text``; the state stays as it is."""

    text: str
    values: tuple[Shown, ...]
    to: Audience | None
    duration: Expr | None
    next: int


@dataclass(frozen=True, slots=True)
class HeadNode(Node):
    """The head of a loop of ``flow``: a cut for induction and ranking."""

    flow: str
    next: int


@dataclass(frozen=True, slots=True)
class EndNode(Node):
    """``outcome`` is a concept id.

    ``state`` tells that it is a state variable whose value is reported.
    """

    outcome: str
    state: bool


@dataclass(frozen=True, slots=True)
class DoneNode(Node):
    """The flow has run to its end without an outcome."""


@dataclass(frozen=True, slots=True)
class GapNode(Node):
    """The text does not say what holds here; ``gap`` is the id of what is missing."""

    gap: str
    reason: str


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """The flow ``flow`` as a graph; ``parameters`` are the names of its parameters.

    ``result`` is the variable that holds what the flow returns, if it returns anything.
    A graph is equal to itself only: what is found out of it is kept by which it is.
    """

    flow: str
    parameters: tuple[str, ...]
    result: str | None
    entry: int
    nodes: tuple[Node, ...]


def successors(node: Node) -> tuple[int, ...]:
    """The nodes that may come next, in the order in which they are written."""
    match node:
        case ChooseNode(next=next, decline=decline, stuck=stuck):
            return (next, *(to for to in (decline, stuck) if to is not None))
        case BranchNode(then=then, otherwise=otherwise):
            return (then, otherwise)
        case DecideNode(arms=arms):
            return tuple(arm.target for arm in arms)
        case AssignNode() | LetNode() | AnnounceNode() | HeadNode():
            return (node.next,)
        case _:
            return ()


def relink(node: Node, to: Mapping[int, int]) -> Node:
    """The node with each successor ``n`` replaced by ``to[n]``."""
    match node:
        case ChooseNode(next=next, decline=decline, stuck=stuck):
            return replace(
                node,
                next=to[next],
                decline=None if decline is None else to[decline],
                stuck=None if stuck is None else to[stuck],
            )
        case BranchNode(then=then, otherwise=otherwise):
            return replace(node, then=to[then], otherwise=to[otherwise])
        case DecideNode(arms=arms):
            return replace(node, arms=tuple(replace(arm, target=to[arm.target]) for arm in arms))
        case AssignNode() | LetNode() | AnnounceNode() | HeadNode():
            return replace(node, next=to[node.next])
        case _:
            return node


def renumbered(entry: int, nodes: Sequence[Node | None]) -> tuple[Node, ...]:
    """The nodes that can be reached from ``entry``, numbered in the order they are read in."""
    order: dict[int, int] = {}
    stack = [entry]
    while stack:
        at = stack.pop()
        if at in order:
            continue
        order[at] = len(order)
        node = nodes[at]
        assert node is not None
        stack.extend(reversed(successors(node)))
    kept = []
    for at in order:
        node = nodes[at]
        assert node is not None
        kept.append(relink(node, order))
    return tuple(kept)
