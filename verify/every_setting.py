"""What a walk through all states must be tried with: every setting that may matter.

Settings are the parameters of the law and the arguments of the flow, fixed for
a whole game. A few values are all tried. Of a parameter with many values one is
enough where play cannot depend on it: where it is only shown with words, or is
how long they last.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from runtime.graph import (
    AnnounceNode,
    AssignNode,
    BranchNode,
    ChooseNode,
    DecideNode,
    Graph,
    LetNode,
    Node,
)
from runtime.rewriting import walk
from runtime.ruleset import types as ty
from runtime.ruleset.expressions import Apply, Read
from runtime.ruleset.model import Model
from runtime.ruleset.statements import ByActor
from runtime.values import all_values, first_value
from verify.norms import states_read
from verify.reach.settings import Setting
from verify.symbolic import Scope

MOST_SETTINGS = 64
"""How many settings are tried."""


@dataclass(frozen=True)
class Settings:
    """The settings to try.

    ``said_only``: parameters of which one value stands for all, since play only
    says them; it does not for what reads them. ``sampled``: parameters and
    arguments of which one value is tried although others may matter.
    """

    tried: tuple[Setting, ...]
    said_only: frozenset[str]
    sampled: tuple[str, ...]


def every_setting(scope: Scope, graph: Graph) -> Settings:
    """The settings of a flow, those with the law's own defaults first."""
    rules = scope.rules
    read = _read_in_play(scope, graph)
    columns: list[list[Any]] = []
    said_only, sampled = set(), []
    room = MOST_SETTINGS
    defaults = {name: one.default for name, one in rules.parameters.items()}
    declared = [(name, one.type) for name, one in rules.parameters.items()]
    arguments = [(one.name, one.type) for one in rules.flows[graph.flow].parameters]
    for position, (name, type) in enumerate([*declared, *arguments]):
        own = position < len(declared)
        usual = defaults[name] if own else None
        if usual is None:
            usual = first_value(type, rules)
        many = how_many(scope, type)
        if many <= room:
            values = all_values(type, rules, scope.sizes)
            columns.append([usual, *(value for value in values if value != usual)])
            room //= int(many)
            continue
        columns.append([usual])
        if own and name not in read:
            said_only.add(name)
        else:
            sampled.append(name)
    tried = []
    for values in product(*columns):
        own_values = dict(zip(rules.parameters, values, strict=False))
        rest = zip((name for name, _ in arguments), values[len(declared) :], strict=True)
        tried.append(Setting(own_values, dict(rest)))
    return Settings(tuple(tried), frozenset(said_only), tuple(sampled))


def how_many(scope: Scope, type: ty.Type) -> float:
    """How many values ``type`` has; infinity where they cannot be listed."""
    match type:
        case ty.Truth():
            return 2
        case ty.Number(low=low, high=high, fraction=fraction):
            return float("inf") if fraction else high - low + 1
        case ty.Element(set=name):
            return scope.sizes[name]
        case ty.Record(record=name):
            return prod(one.high - one.low + 1 for one in scope.rules.records[name].fields)
        case ty.Optional(item=item):
            return 1 + how_many(scope, item)
        case ty.SetOf(item=item):
            many = how_many(scope, item)
            return 2 ** int(many) if many <= MOST_SETTINGS else float("inf")
    raise TypeError(type)


def _read_in_play(scope: Scope, graph: Graph) -> frozenset[str]:
    """The parameters that something else than a plain word or duration reads."""
    items = [item for node in graph.nodes for item in looked_at(node)]
    read: set[str] = set()
    for item in [*items, *(norm.forbidden for norm in scope.rules.norms)]:
        for part in walk(item):
            if isinstance(part, Read | Apply):
                read |= states_read(scope, part)
    return frozenset(read & scope.rules.parameters.keys())


def looked_at(node: Node) -> Iterator[Model]:
    """What play may depend on at ``node``.

    What is announced may be undefined, which ends play; a parameter by itself never is.
    """
    found: list[Model | None] = []
    match node:
        case AssignNode(updates=updates, each=each):
            found = [each, *updates]
        case LetNode(value=value):
            found = [value]
        case ChooseNode(domain=domain, default=default, by=by):
            found = [domain, default, by.element if isinstance(by, ByActor) else None]
        case BranchNode(condition=condition):
            found = [condition]
        case DecideNode(arms=arms):
            found = [arm.guard for arm in arms]
        case AnnounceNode(values=values, to=to, duration=duration):
            said = [*(one.value for one in values), duration]
            found = [one for one in said if not isinstance(one, Read) or one.arguments]
            found.append(to.members if to is not None else None)
    yield from (one for one in found if one is not None)
