"""Items: what a paragraph does in one place, so that it can be asked whether it ever does.

An item is a rule of a decision, a case of a definition, a norm, a permission, a
statement (values set, a choice, words, an end) or a branch that leads to some. A flow
that is run in several places is expanded in each; its statements are one item each
all the same.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal, TypeAlias

from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    EndNode,
    Graph,
    Node,
)
from runtime.lowering import lower, source_name
from runtime.rewriting import rename, rename_binder, walk
from runtime.ruleset.expressions import Apply, Binder, Variable
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import (
    Audience,
    ByActor,
    ByChance,
    ByNobody,
    Choose,
    Each,
    If,
    Repeat,
    Shown,
    StatedGap,
    Stmt,
)
from runtime.ruleset.types import Element, Optional, Record, SetOf, Type, TypeNode
from verify.symbolic import Scope

Kind: TypeAlias = Literal[
    "rule", "case", "norm", "permission", "branch", "values", "choice", "words", "end"
]


@dataclass(frozen=True, slots=True)
class Item:
    """``name`` says what it is about: the decision, the definition, the states set, the outcome.

    ``position`` tells apart those of one paragraph that are about the same, from 0.
    """

    kind: Kind
    ref: str
    supplement: str | None
    name: str
    position: int = 0

    def __str__(self) -> str:
        which = f" ({self.position + 1})" if self.position else ""
        match self.kind:
            case "rule":
                return f"the rule in the decision {self.name}{which}"
            case "case":
                return f"the case of the definition {self.name}{which}"
            case "norm" | "permission":
                return f"the {self.kind}{which}"
            case "branch":
                return f"the branch{which}"
            case "values":
                return f"what it sets {self.name} to{which}"
            case "choice":
                return f"the choice of {self.name}{which}"
            case "words":
                return f"the words {self.name!r}{which}"
            case _:
                return f"the end {self.name}{which}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place of an item in one of the graphs: what must happen there for it to be used.

    ``node`` is entered, or left for ``to``; for a rule, ``arm`` is its position.
    """

    graph: int
    node: int
    to: int | None = None
    arm: int | None = None


@dataclass(frozen=True)
class Items:
    """The items of a rule set, in order, as far as the flows ``graphs`` have to do with them.

    ``places``: where those are that stand in a flow. ``cases``, ``norms`` and
    ``permissions`` give the others by their positions in the rule set.
    """

    places: dict[Item, tuple[Place, ...]]
    cases: dict[Item, tuple[str, int]]
    norms: dict[Item, int]
    permissions: dict[Item, int]

    def __iter__(self) -> Iterator[Item]:
        yield from self.places
        yield from self.cases
        yield from self.norms
        yield from self.permissions


@dataclass(frozen=True)
class Subject:
    """What is asked about: a rule set, its main flows as graphs, its items, in several sizes."""

    rules: RuleSet
    graphs: tuple[Graph, ...]
    items: Items
    scopes: tuple[Scope, ...]


def subject(scopes: Sequence[Scope], flows: Sequence[str]) -> Subject:
    """The rule set of ``scopes`` (at least one, all of one rule set), with the flows ``flows``.

    The flows take no arguments. Raises :class:`~runtime.lowering.LoweringError`.
    """
    rules = scopes[0].rules
    graphs = tuple(lower(rules, flow) for flow in flows)
    return Subject(rules, graphs, items_of(rules, graphs), tuple(scopes))


def items_of(rules: RuleSet, graphs: Sequence[Graph]) -> Items:
    """What may be used when the flows ``graphs`` are played."""
    return Items(
        dict(_places(rules, graphs)),
        dict(_cases(rules, graphs)),
        dict(_numbered("norm", [norm.ref for norm in rules.norms])),
        dict(_numbered("permission", [one.ref for one in rules.permissions])),
    )


def _numbered(kind: Literal["norm", "permission"], refs: list[str]) -> Iterator[tuple[Item, int]]:
    for position, ref in enumerate(refs):
        yield Item(kind, ref, None, "", refs[:position].count(ref)), position


# Cases.


def _cases(rules: RuleSet, graphs: Sequence[Graph]) -> Iterator[tuple[Item, tuple[str, int]]]:
    used = _used_definitions(rules, graphs)
    for definition in rules.definitions.values():
        if definition.id not in used:
            continue
        refs = [(case.ref, case.supplement) for case in definition.cases]
        for position, (ref, supplement) in enumerate(refs):
            count = refs[:position].count((ref, supplement))
            yield Item("case", ref, supplement, definition.id, count), (definition.id, position)


def _used_definitions(rules: RuleSet, graphs: Sequence[Graph]) -> set[str]:
    """The definitions that a flow, a norm or a permission asks for, directly or not."""
    waiting: list[Model] = [norm.forbidden for norm in rules.norms]
    waiting += [one.permitted for one in rules.permissions]
    for graph in graphs:
        for node in graph.nodes:
            waiting += expressions(node)
    found: set[str] = set()
    while waiting:
        for part in walk(waiting.pop()):
            if isinstance(part, Apply) and part.definition not in found:
                found.add(part.definition)
                for case in rules.definitions[part.definition].cases:
                    waiting += [e for e in (case.guard, case.value) if e is not None]
    return found


def expressions(node: Node) -> Iterator[Model]:
    """The expressions in a node, and what holds some."""
    for field in fields(node):
        value = getattr(node, field.name)
        for one in value if isinstance(value, tuple) else (value,):
            match one:
                case Shown(value=shown):
                    yield shown
                case Audience(members=members) if members is not None:
                    yield members
                case ByActor(element=element) if element is not None:
                    yield element
                case Shown() | Audience() | TypeNode() | ByActor() | ByChance() | ByNobody():
                    continue
                case Model():
                    yield one
                case _ if isinstance(node, DecideNode) and field.name == "arms":
                    yield one.guard


# Statements.


def _places(rules: RuleSet, graphs: Sequence[Graph]) -> Iterator[tuple[Item, tuple[Place, ...]]]:
    branches = _branches(rules)
    # Who only says who chooses has not made the choice.
    choosers = {(one.id, one.gap) for one in rules.supplements}
    found: dict[Any, tuple[Item, list[Place]]] = {}
    counts: dict[Item, int] = {}

    def add(key: Any, item: Item, place: Place) -> None:
        if key not in found:
            position = counts.get(item, 0)
            counts[item] = position + 1
            numbered = Item(item.kind, item.ref, item.supplement, item.name, position)
            found[key] = numbered, []
        found[key][1].append(place)

    for number, graph in enumerate(graphs):
        for at, node in enumerate(graph.nodes):
            ref, supplement = node.ref, node.supplement
            if isinstance(node, DecideNode):
                for position, arm in enumerate(node.arms):
                    item = Item("rule", arm.ref, arm.supplement, node.decision)
                    place = Place(number, at, arm.target, position)
                    add(("rule", node.decision, position), item, place)
            elif isinstance(node, BranchNode):
                condition = _as_written(node.condition)
                for side, to in (("then", node.then), ("otherwise", node.otherwise)):
                    if (ref, side, condition) in branches:
                        key = ("branch", ref, supplement, side, condition)
                        add(key, Item("branch", ref, supplement, side), Place(number, at, to))
            else:
                told = _told(node)
                if told is not None:
                    kind, name = told
                    if (supplement, f"choice:{ref}") in choosers:
                        supplement = None
                    key = (kind, ref, supplement, *_content(node))
                    add(key, Item(kind, ref, supplement, name), Place(number, at))
    for item, places in found.values():
        yield item, tuple(places)


def _told(node: Node) -> tuple[Kind, str] | None:
    """The kind of item that a node is, if it is one, and what it is about."""
    match node:
        case AssignNode(updates=updates):
            return "values", ", ".join(sorted({update.state for update in updates}))
        case ChooseNode(type=type):
            return "choice", _named(type)
        case AnnounceNode(text=text):
            return "words", text
        case EndNode(outcome=outcome):
            return "end", outcome
        case _:
            return None


def _named(type: Type) -> str:
    """The concept that a type is about, if it has one, else the kind of value."""
    match type:
        case Element(set=name) | Record(record=name):
            return name
        case Optional(item=item) | SetOf(item=item):
            return _named(item)
        case _:
            return f"a {type.kind}"


def _content(node: Node) -> tuple[Any, ...]:
    """What a node says, whatever its place: equal for all expansions of one statement."""
    found: list[Any] = [type(node).__name__]
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Model):
            found.append(_as_written(value))
        elif isinstance(value, tuple):
            found.append(tuple(_as_written(one) for one in value))
        elif isinstance(value, str):
            found.append(source_name(value) if field.name == "name" else value)
    return tuple(found)


def _as_written(item: Model) -> Model:
    """An expression, or what holds some, with the names that its variables have in the law."""
    match item:
        case Shown(value=value):
            return _as_written(value)
        case Audience(members=inner) | ByActor(element=inner) if inner is not None:
            return _as_written(inner)
        case TypeNode() | Audience() | ByActor() | ByChance() | ByNobody():
            return item
    names = {part.name for part in walk(item) if isinstance(part, Variable)}
    written = {name: source_name(name) for name in sorted(names)}
    if isinstance(item, Binder):
        return rename_binder(item, written, source_name)[0]
    return rename(item, written, source_name)


def _branches(rules: RuleSet) -> set[tuple[str, str, Model]]:
    """The branches that are written: paragraph, side, condition. Not those into a stated gap."""
    bodies = [part.body for flow in rules.flows.values() for part in flow.parts]
    bodies += [rule.body for group in rules.decisions.values() for rule in group]
    found: set[tuple[str, str, Model]] = set()
    while bodies:
        for statement in bodies.pop():
            bodies += _inner(statement)
            if isinstance(statement, If):
                condition = _as_written(statement.condition)
                sides = (("then", statement.then), ("otherwise", statement.otherwise))
                for side, body in sides:
                    if body and not isinstance(body[0], StatedGap):
                        found.add((statement.ref, side, condition))
    return found


def _inner(statement: Stmt) -> list[tuple[Stmt, ...]]:
    match statement:
        case If(then=then, otherwise=otherwise):
            return [then, otherwise]
        case Each(body=body) | Repeat(body=body):
            return [body]
        case Choose(body=body, stuck=stuck):
            return [body, stuck or ()]
        case _:
            return []
