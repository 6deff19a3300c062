"""Maps of a board: who wins from starts that are scattered around each place on it.

A board is a record of two numbers in small ranges, which state variables of a set hold. Of
one of these, the members are scattered around each value of the record; others stand where
they are given. Play goes on from there.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runtime.actors import acting_sets
from runtime.graph import EndNode
from runtime.json_values import BadState, value_from
from runtime.lowering import lower
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Optional, Record, Type
from runtime.simulation.games import Setup, member_of
from runtime.simulation.record import Tally
from runtime.simulation.scattered import Cloud, Scattered
from runtime.simulation.simulate import entry
from runtime.values import Value
from wortlaut.simulation import Progress, Series, about, played

_MOST = 30
"""Values of a field of the largest board."""


def clouds(rules: RuleSet) -> tuple[str, ...]:
    """The state variables whose members can be scattered, those of the largest set first.

    They are of one set whose members are no players.
    """
    found = [one.id for one in rules.states.values() if _board(rules, one.id) is not None]
    acting = acting_sets(rules)[:1]
    return tuple(
        sorted(
            (one for one in found if rules.states[one].domain != acting),
            key=lambda one: -rules.sets[rules.states[one].domain[0]].high,
        )
    )


def board_of(rules: RuleSet, state: str) -> str:
    """The record that the state variable holds; it must be one of :func:`clouds`."""
    found = _board(rules, state)
    assert found is not None
    return found


def _board(rules: RuleSet, state: str) -> str | None:
    declared = rules.states[state]
    item: Type = declared.type.item if isinstance(declared.type, Optional) else declared.type
    if not isinstance(item, Record) or len(declared.domain) != 1:
        return None
    fields = rules.records[item.record].fields
    small = all(field.high - field.low < _MOST for field in fields)
    return item.record if len(fields) == 2 and small else None


def ending_flow(rules: RuleSet) -> str | None:
    """The smallest flow that runs by itself and ends with an outcome."""
    found = []
    for flow in rules.flows.values():
        if not flow.parameters:
            nodes = lower(rules, flow.id).nodes
            if any(isinstance(node, EndNode) for node in nodes):
                found.append((len(nodes), flow.id))
    return min(found)[1] if found else None


def usual_places(setup: Setup, record: str, cloud: str) -> dict[str, tuple[Value, ...]]:
    """Where what is not scattered stands if nothing is said: evenly around the middle."""
    rules = setup.rules
    across, up = rules.records[record].fields
    found = {}
    for state in rules.states.values():
        if state.id == cloud or _board(rules, state.id) != record:
            continue
        members = setup.sizes[state.domain[0]]
        found[state.id] = tuple(
            (
                _along(across.low, across.high, _AROUND[at % len(_AROUND)][0]),
                _along(up.low, up.high, _AROUND[at % len(_AROUND)][1]),
            )
            for at in range(members)
        )
    return found


def owned(setup: Setup, given: Mapping[str, tuple[Value, ...]]) -> dict[str, tuple[Value, ...]]:
    """Whose is what stands on the board: of the first player the first, and so on.

    For state variables from players to members of a set that stand on the board, where
    ``given`` says nothing of them.
    """
    rules, acting = setup.rules, acting_sets(setup.rules)[:1]
    standing = {rules.states[name].domain[0] for name in given if rules.states[name].domain}
    return {
        one.id: tuple(range(setup.sizes[acting[0]]))
        for one in rules.states.values()
        if one.domain == acting and one.id not in given
        if (held := member_of(one.type)) in standing
        and held is not None
        and setup.sizes[held] == setup.sizes[acting[0]]
    }


_AROUND = ((1, 3), (3, 3), (2, 1), (3, 1), (1, 1), (2, 3), (1, 2), (3, 2))
"""Places in quarters of the board."""


def _along(low: int, high: int, quarters: int) -> int:
    return low + round((high - low) * quarters / 4)


def given_places(setup: Setup, cloud: str, data: Any) -> dict[str, tuple[Value, ...]]:
    """The state variables in ``data`` (JSON, as for ``wortlaut run``) but the scattered one.

    Raises :class:`~runtime.json_values.BadState`.
    """
    rules = setup.rules
    if not isinstance(data, dict):
        raise BadState("expected an object of state variables")
    found = {}
    for name, values in data.items():
        if name not in rules.states:
            raise BadState(f"there is no state variable {name!r}")
        if name == cloud:
            continue
        declared = rules.states[name]
        if len(declared.domain) > 1:
            raise BadState(f"{name}: it is of several sets")
        listed = values if declared.domain else [values]
        members = setup.sizes[declared.domain[0]] if declared.domain else 1
        if not isinstance(listed, list) or len(listed) != members:
            raise BadState(f"{name}: expected a list of {members} values")
        found[name] = tuple(
            value_from(one, declared.type, rules, setup.sizes, f"{name}, entry {at}")
            for at, one in enumerate(listed)
        )
    return found


@dataclass(frozen=True)
class Mapped:
    """How often which pair of results came up around each centre; one result without an
    other side.
    """

    task: Scattered
    counts: tuple[Mapping[tuple[str, ...], int], ...]

    def side(self, at: int, side: int) -> dict[str, int]:
        """How often each result came up around the centre with this number, most first."""
        found: dict[str, int] = {}
        for results, number in sorted(self.counts[at].items()):
            found[results[side]] = found.get(results[side], 0) + number
        return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))

    def winner(self, at: int, side: int) -> str | None:
        """The result that came up most often; None if several did equally often."""
        first, *others = self.side(at, side).items()
        return None if others and others[0][1] == first[1] else first[0]

    def changed(self, at: int) -> int:
        """In how many games around this centre the two results are different."""
        return sum(n for results, n in self.counts[at].items() if len(set(results)) > 1)

    @property
    def results(self) -> tuple[str, ...]:
        """All results that came up, in one order."""
        return tuple(
            sorted({one for counts in self.counts for results in counts for one in results})
        )


def mapped(task: Scattered, series: Series, progress: Progress) -> Mapped:
    """Play from around all centres. Raises what :func:`wortlaut.simulation.played` raises."""
    tally: Tally = Tally()
    whole = replace(series, games=task.all)
    for _, one, _ in played(task, whole, identity(task), progress):
        tally.update(one)
    counts: list[dict[tuple[str, ...], int]] = [{} for _ in task.centres]
    for fact, number in tally.items():
        counts[int(fact[0])][tuple(map(str, fact[1:]))] = number
    return Mapped(task, tuple(counts))


def identity(task: Scattered) -> dict[str, Any]:
    """What decides on a map."""
    cloud = task.cloud
    return {
        "map": [about(setup) for setup in task.setups],
        "games": task.games,
        "seed": task.seed,
        **_cloud(cloud),
    }


def _cloud(cloud: Cloud) -> dict[str, Any]:
    given = {name: [_listed(one) for one in column] for name, column in cloud.given.items()}
    return {"cloud": cloud.state, "spread": cloud.spread, "start": given}


def _listed(value: Value) -> Any:
    return list(value) if isinstance(value, tuple) else value


def as_json(found: Mapped, command: str) -> dict[str, Any]:
    """The map as JSON data: ``sides``, and ``places`` with the results around each."""
    task = found.task
    places = []
    for at, centre in enumerate(task.centres):
        one: dict[str, Any] = {"centre": list(centre)}
        for side, name in zip(range(len(task.setups)), ("before", "after"), strict=False):
            results = found.side(at, side)
            one[name] = {result: entry(n, task.games) for result, n in results.items()}
        if len(task.setups) > 1:
            one["winner_changes"] = entry(found.changed(at), task.games)
        places.append(one)
    return {
        "law": task.setups[0].rules.law,
        "law_hash": task.setups[0].rules.law_hash,
        "sides": [about(setup) for setup in task.setups],
        "seed": task.seed,
        "games": task.games,
        **_cloud(task.cloud),
        "command": command,
        "places": places,
    }


def csv_lines(found: Mapped) -> Sequence[Sequence[str | int | float]]:
    """The map as a table: a line for each centre and result of a side."""
    task = found.task
    fields = task.setups[0].rules.records[task.cloud.record].fields
    rows: list[list[str | int | float]] = [
        [*(field.id for field in fields), "side", "result", "count", "share", "low", "high"]
    ]
    for at, centre in enumerate(task.centres):
        for side, name in zip(range(len(task.setups)), ("before", "after"), strict=False):
            for result, number in found.side(at, side).items():
                one = entry(number, task.games)
                rows.append([*centre, name, result, *one.values()])
        if len(task.setups) > 1:
            one = entry(found.changed(at), task.games)
            rows.append([*centre, "changed", "", *one.values()])
    return rows
