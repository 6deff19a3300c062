"""States as JSON, and the reading of boards that others have written.

A state variable stands under its concept id: one entry for each element of the
set it is a function of; lists in lists for several sets, the bare value for
none. Values as in :mod:`runtime.json_values`.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from pydantic import TypeAdapter, ValidationError

from runtime.actors import variable_types
from runtime.interpreter import Game
from runtime.json_values import BadState, plain, value_from
from runtime.ruleset.ruleset import RuleSet
from runtime.sizes import BadSize, source
from runtime.sizes import sizes as resolved_sizes
from runtime.state import NOWHERE, Ending, Layout, State, Store
from runtime.values import Value, shown


def store_as_json(layout: Layout, store: Store) -> dict[str, Any]:
    """All state variables of the store, by concept id."""

    def nested(column: tuple[Value, ...], domain: tuple[int, ...]) -> Any:
        if not domain:
            return plain(column[0])
        step = len(column) // domain[0] if domain[0] else 0
        return [nested(column[at * step : (at + 1) * step], domain[1:]) for at in range(domain[0])]

    return {
        name: nested(column, domain)
        for name, column, domain in zip(layout.names, store.values, layout.domains, strict=True)
    }


def read_store(
    rules: RuleSet, data: Any, requested: Mapping[str, int] | None = None
) -> tuple[dict[str, int], Store]:
    """The sizes and the store that ``data``, an object as in :func:`store_as_json`, describes.

    Sizes are taken from the lengths of the lists, which must fit each other, the
    law, and the sizes ``requested``; a set that no list tells of has the lowest
    size. A variable that is left out has its initial value. Raises
    :class:`~runtime.json_values.BadState`.
    """
    if not isinstance(data, dict):
        raise BadState(f"expected an object of state variables, not {shown(data)}")
    for name in data:
        if name not in rules.states:
            known = ", ".join(rules.states)
            raise BadState(f"there is no state variable {shown(name)}; there are: {known}")
    sizes = _sizes(rules, data, requested or {})
    layout = Layout(rules, sizes)
    given = {}
    for name in layout.names:
        if name in data:
            entries: list[tuple[str, Any]] = [(name, data[name])]
            for set_id, size in zip(
                rules.states[name].domain, layout.domains[layout.position[name]], strict=True
            ):
                entries = [
                    (f"{where}, entry {at}", one)
                    for where, part in entries
                    for at, one in enumerate(_entries(part, size, where, set_id))
                ]
            type = rules.states[name].type
            given[name] = tuple(
                value_from(one, type, rules, sizes, where) for where, one in entries
            )
    return sizes, layout.initial(given)


def _entries(data: Any, size: int, where: str, set_id: str) -> list[Any]:
    if not isinstance(data, list) or len(data) != size:
        wanted = f"a list of {size}, one entry for each element of {set_id}"
        raise BadState(f"{where}: expected {wanted}, not {shown(data)}")
    return data


def _sizes(rules: RuleSet, data: Mapping[str, Any], requested: Mapping[str, int]) -> dict[str, int]:
    """Sizes from the lengths of lists; each set that decides on a size, once."""
    asked = dict(requested)
    known = [set_id for set_id in requested if set_id in rules.sets]
    told = {source(rules, set_id): "the size asked for" for set_id in known}
    lengths = {source(rules, set_id): requested[set_id] for set_id in known}
    for name in rules.states:
        part = data.get(name)
        for set_id in rules.states[name].domain:
            if not isinstance(part, list):
                break
            origin = source(rules, set_id)
            if lengths.setdefault(origin, len(part)) != len(part):
                raise BadState(
                    f"{name}: {len(part)} entries for {set_id}, but {told[origin]} "
                    f"says there are {lengths[origin]}"
                )
            if origin not in told:
                told[origin], asked[set_id] = name, len(part)
            part = part[0] if part else None
    try:
        return resolved_sizes(rules, asked)
    except BadSize as error:
        raise BadState(str(error)) from None


def state_as_json(game: Game, state: State) -> dict[str, Any]:
    """The state as JSON data, complete: :func:`read_state` gives it back."""
    return {
        "node": state.node,
        "store": store_as_json(game.layout, state.store),
        "variables": {name: plain(value) for name, value in state.variables},
        "ending": None if state.ending is None else _ending_as_json(state.ending),
    }


def read_state(game: Game, data: Any) -> State:
    """The state of ``game`` that :func:`state_as_json` wrote.

    Raises :class:`~runtime.json_values.BadState`, also where the data are of a
    game with other sizes.
    """
    if not isinstance(data, dict) or set(data) != {"node", "store", "variables", "ending"}:
        raise BadState("expected an object with node, store, variables and ending")
    _, store = read_store(game.rules, data["store"], game.sizes)
    ending = None if data["ending"] is None else _read_ending(data["ending"])
    node, variables = data["node"], data["variables"]
    if node == NOWHERE and ending is not None and variables == {}:
        return State(NOWHERE, store, (), ending)
    live = game.live(node) if isinstance(node, int) and not isinstance(node, bool) else None
    if live is None:
        raise BadState(f"node: expected the number of a choice, not {shown(node)}")
    if not isinstance(variables, dict) or set(variables) != set(live):
        raise BadState(f"variables: expected exactly {', '.join(live) or 'none'}")
    types = variable_types(game.rules, game.graph)
    bound = tuple(
        (name, value_from(variables[name], types[name], game.rules, game.sizes, name))
        for name in live
    )
    return State(node, store, bound, ending)


_ENDING: TypeAdapter[Ending] = TypeAdapter(Ending)


def _ending_as_json(ending: Ending) -> dict[str, Any]:
    data = _ENDING.dump_python(replace(ending, value=None, breaches=()), mode="json")
    breaches = [
        {
            "ref": one.ref,
            "citations": [list(pair) for pair in one.citations],
            "at": one.at,
            "values": [[name, plain(value)] for name, value in one.values],
            "item": one.item and one.item.model_dump(mode="json"),
        }
        for one in ending.breaches
    ]
    return {**data, "value": plain(ending.value), "breaches": breaches}


def _read_ending(data: Any) -> Ending:
    try:
        ending = _ENDING.validate_python(data)
        breaches = tuple(
            replace(one, values=tuple((name, _value(value)) for name, value in one.values))
            for one in ending.breaches
        )
        return replace(ending, value=_value(ending.value), breaches=breaches)
    except (ValidationError, RecursionError):
        raise BadState("ending: expected what an ending is made of") from None


def _value(data: Any) -> Value:
    """A value whose type is not known: told by its JSON alone."""
    if isinstance(data, list | tuple):
        return tuple(_value(one) for one in data)
    if isinstance(data, str):
        top, _, bottom = data.partition("/")
        if top.lstrip("-").isdecimal() and bottom.isdecimal() and int(bottom):
            return Fraction(int(top), int(bottom))
    return data
