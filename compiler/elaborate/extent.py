"""How far definitions and flows reach through one another: not so far that nothing can follow.

Definitions are worked out one within the other, and flows are laid out with all
that they run; a few lines can so ask for more than any machine can do.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from runtime.flows import calls
from runtime.rewriting import parts
from runtime.ruleset import statements as s
from runtime.ruleset.expressions import Apply
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Definition, Flow, Rule

MOST_STEPS = 10_000
"""How many steps a flow may have with all that it runs."""
_MOST_LEVELS = 250
_LEVELS_OF_A_CALL = 5


def too_deep(definitions: Mapping[str, Definition]) -> str | None:
    """A definition that leads through too many others; None where there is none."""
    within: dict[str, list[tuple[str, int]]] = {}
    own: dict[str, int] = {}
    for definition in definitions.values():
        levels = [level for case in definition.cases for level in _levels(case.guard, case.value)]
        own[definition.id] = max((level for _, level in levels), default=0)
        within[definition.id] = [
            (item.definition, level) for item, level in levels if isinstance(item, Apply)
        ]
    depth: dict[str, int] = {}
    for name in _callees_first({name: [one for one, _ in uses] for name, uses in within.items()}):
        reached = (level + _LEVELS_OF_A_CALL + depth.get(one, 0) for one, level in within[name])
        depth[name] = max(own[name], *reached, 0)
        if depth[name] > _MOST_LEVELS:
            return name
    return None


def too_long(flows: Mapping[str, Flow], decisions: Mapping[str, Sequence[Rule]]) -> str | None:
    """A flow that has too many steps with all that it runs; None where there is none."""
    edges = calls(flows, decisions)
    steps = {
        **{
            name: _steps(one for part in flow.parts for one in part.body)
            for name, flow in flows.items()
        },
        **{
            f"?{name}": _steps(one for rule in rules for one in rule.body)
            for name, rules in decisions.items()
        },
    }
    for name in _callees_first(edges):
        steps[name] += sum(steps.get(callee, 0) for callee in edges[name])
        if steps[name] > MOST_STEPS and name in flows:
            return name
    return None


def _callees_first(edges: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """The names so that each comes after what it uses; none where they run in a circle."""
    known = {name: [one for one in uses if one in edges] for name, uses in edges.items()}
    try:
        return tuple(TopologicalSorter(known).static_order())
    except CycleError:
        return ()  # reported elsewhere


def _levels(*items: Model | None) -> Iterator[tuple[Model, int]]:
    """The expressions in ``items``, each with how deep it stands."""
    waiting = [(item, 1) for item in items if item is not None]
    while waiting:
        item, level = waiting.pop()
        yield item, level
        waiting.extend((part, level + 1) for part in parts(item))


def _steps(body: Iterable[s.Stmt]) -> int:
    """How many statements there are in a block, with the blocks in it."""
    found = 0
    waiting = list(body)
    while waiting:
        statement = waiting.pop()
        found += 1
        match statement:
            case s.If():
                waiting += [*statement.then, *statement.otherwise]
            case s.Each() | s.Repeat():
                waiting += statement.body
            case s.Choose():
                waiting += [*statement.body, *(statement.stuck or ())]
            case _:
                pass
    return found
