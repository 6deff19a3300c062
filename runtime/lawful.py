"""Which values of a choice are lawful: play looks ahead, up to the next choice.

A value is lawful if what follows from it, before anybody chooses again, breaks
no norm. :class:`Lawful` knows this for every state of one flow and remembers
what it found for the latest of them.
"""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from runtime.actors import element_set, variable_types
from runtime.code import Code
from runtime.evaluate import Evaluator
from runtime.graph import ChooseNode
from runtime.machine import Broken, Halt, Machine, Run
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ByActor, ByChance
from runtime.ruleset.types import Type
from runtime.state import Breach, State
from runtime.steps import DECLINE, Decline
from runtime.values import Value

_REMEMBERED = 4096
"""For how many states it is remembered which values are lawful."""

Verdicts: TypeAlias = dict[Value, tuple[Breach, ...]]
"""Values with what each would break; nothing if it is lawful."""


@dataclass(frozen=True)
class Point:
    """What is needed at a choose node, made once.

    ``slot``: where the chosen value is kept. ``judged``, ``decline_judged``:
    whether norms may forbid a value, or declining.
    """

    node: ChooseNode
    slot: int
    domain: Code
    default: Code | None
    actor: Code | None
    actor_set: str | None
    judged: bool
    decline_judged: bool


def points(rules: RuleSet, machine: Machine, evaluator: Evaluator) -> dict[int, Point]:
    """The choose nodes of the graph that ``machine`` runs, by their number."""
    types = variable_types(rules, machine.graph)
    return {
        at: _point(node, rules, machine, evaluator, types)
        for at, node in enumerate(machine.graph.nodes)
        if isinstance(node, ChooseNode)
    }


def _point(
    node: ChooseNode,
    rules: RuleSet,
    machine: Machine,
    evaluator: Evaluator,
    types: Mapping[str, Type],
) -> Point:
    scope = machine.variables.at(node.ref)
    element = node.by.element if isinstance(node.by, ByActor) else None
    return Point(
        node,
        scope.slot(node.name),
        evaluator.code(node.domain, scope),
        evaluator.code(node.default, scope) if node.default is not None else None,
        evaluator.code(element, scope) if element is not None else None,
        element_set(element, rules, types) if element is not None else None,
        not _is_dice(node) and machine.judged(node.next),
        node.decline is not None and machine.judged(node.decline),
    )


class Lawful:
    """What may be chosen in the states of one flow, and what forbids the rest."""

    def __init__(self, machine: Machine, points: Mapping[int, Point]) -> None:
        self._machine = machine
        self._points = points
        self._verdicts: OrderedDict[State, Verdicts] = OrderedDict()
        # A choice is asked for its domain several times in a row.
        self._latest: tuple[State | None, tuple[Value, ...]] = (None, ())

    def domain(self, state: State) -> tuple[Value, ...]:
        """The values that are possible in ``state``, in order."""
        latest, domain = self._latest
        if latest is not state:
            frame = self._machine.frame(state.variables)
            domain = self._points[state.node].domain(state.store, frame)
            self._latest = state, domain
        return domain

    def playable(self, state: State) -> bool:
        """Whether something is lawful in ``state``, a value or declining."""
        point = self._points[state.node]
        if any(not self.verdict(state, value) for value in self.domain(state)):
            return True
        return point.node.decline is not None and not self.verdict(state, DECLINE)

    def verdicts(self, state: State) -> Verdicts:
        """Every value of the domain, then declining where possible, with what it would break."""
        values: list[Value] = list(self.domain(state))
        if self._points[state.node].node.decline is not None:
            values.append(DECLINE)
        return {value: self.verdict(state, value) for value in values}

    def verdict(self, state: State, value: Value | Decline) -> tuple[Breach, ...]:
        """What ``value``, which is possible in ``state``, would break."""
        point = self._points[state.node]
        if not (point.decline_judged if value is DECLINE else point.judged):
            return ()
        known = self._verdicts.get(state)
        if known is None:
            known = self._verdicts[state] = {}
            if len(self._verdicts) > _REMEMBERED:
                self._verdicts.popitem(last=False)
        if value not in known:
            known[value] = self._look_ahead(state, point, value)
        return known[value]

    def _look_ahead(self, state: State, point: Point, value: Value | Decline) -> tuple[Breach, ...]:
        frame = self._machine.frame(state.variables)
        target = point.node.next
        if value is DECLINE:
            assert point.node.decline is not None
            target = point.node.decline
        else:
            frame[point.slot] = value
        try:
            self._machine.run(target, Run(state.store, frame, None, {}))
        except Halt:
            return ()
        except Broken as broken:
            return self._machine.breaches(broken)
        return ()


def _is_dice(node: ChooseNode) -> bool:
    """Dice obey no norm: what they show is a fact, and what it leads to may be a conflict."""
    return isinstance(node.by, ByChance) and node.by.stream == "dice"
