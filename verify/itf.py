"""Witnesses in the Informal Trace Format, which tools of model checking read.

The format is that of Apalache and Quint (ADR-015 of Apalache): a JSON object with
the names of the variables and a list of states. Here a state stands for the start and
after every step; what the step was is in its ``#meta``. A number is a ``#bigint``,
an element its number from 0 (or its name, where it has one), a fraction a record of
``numerator`` and ``denominator``, a record a record, a set a ``#set``, an optional
value a variant ``Some`` or ``None``, and a state variable that is a function a
``#map``, with a ``#tup`` as key where it has several arguments. A law's parameters are
the trace's ``params``: they are set in the first state.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from runtime.interpreter import Game
from runtime.json_values import value_from
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type
from runtime.serialise import read_store
from runtime.values import Value

DESCRIPTION = "https://apalache-mc.org/docs/adr/015adr-trace.html"


def itf(rules: RuleSet, witness: Mapping[str, Any], about: Mapping[str, Any]) -> dict[str, Any]:
    """The run of ``witness`` (as :func:`~verify.witness.witness` gives it) as a trace.

    ``about``: what the trace says of itself, as JSON data. Where the run comes back to
    a state, ``loop`` is the number of that state, which the last one is equal to.
    """
    return _Tracer(rules, witness).trace(about)


class _Tracer:
    def __init__(self, rules: RuleSet, witness: Mapping[str, Any]) -> None:
        self._rules = rules
        self._witness = witness
        self._game = Game(rules, witness["flow"], witness["sizes"], witness.get("parameters"))
        layout = self._game.layout
        start = layout.initial()
        if "initial" in witness:
            _, start = read_store(rules, witness["initial"], self._game.sizes)
        self._columns = [list(column) for column in start.values]
        self._places = {name: list(layout.places(name)) for name in layout.names}

    def trace(self, about: Mapping[str, Any]) -> dict[str, Any]:
        names = self._game.layout.names
        states = list(self._states())
        if self._rules.parameters:
            for name, value in self._game.parameters.items():
                states[0][name] = self._value(value, self._rules.parameters[name].type)
        found: dict[str, Any] = {
            "#meta": {"format": "ITF", "format-description": DESCRIPTION, **about},
            "vars": list(names),
            "states": states,
        }
        if self._rules.parameters:
            found["params"] = list(self._rules.parameters)
        loop = self._loop()
        if loop is not None:
            found["loop"] = loop
        return found

    def _states(self) -> Iterator[dict[str, Any]]:
        yield self._state({"index": 0})
        for number, step in enumerate(self._witness["steps"], start=1):
            if step["step"] == "assigned":
                for change in step["changes"]:
                    self._change(change)
            yield self._state({"index": number, **step})

    def _change(self, change: Mapping[str, Any]) -> None:
        name = change["state"]
        type = self._rules.states[name].type
        at = self._game.layout.position[name]
        place = self._places[name].index(tuple(change["at"]))
        new = value_from(change["new"], type, self._rules, self._game.sizes, name)
        self._columns[at][place] = new

    def _state(self, meta: Mapping[str, Any]) -> dict[str, Any]:
        names = self._game.layout.names
        values = (self._variable(*one) for one in zip(names, self._columns, strict=True))
        return {"#meta": dict(meta), **dict(zip(names, values, strict=True))}

    def _variable(self, name: str, column: list[Value]) -> Any:
        declared = self._rules.states[name]
        values = [self._value(value, declared.type) for value in column]
        if not declared.domain:
            return values[0]
        keys = []
        for place in self._places[name]:
            pairs = zip(declared.domain, place, strict=True)
            parts = [self._value(number, Element(set=set_id)) for set_id, number in pairs]
            keys.append(parts[0] if len(parts) == 1 else {"#tup": parts})
        return {"#map": [list(pair) for pair in zip(keys, values, strict=True)]}

    def _value(self, value: Value, type: Type) -> Any:
        match type:
            case Truth():
                return value
            case Element(set=set_id):
                members = self._rules.sets[set_id].members
                return members[value] if members else _number(value)
            case Record(record=record):
                fields = self._rules.records[record].fields
                return {f.id: _number(one) for f, one in zip(fields, value, strict=True)}
            case Optional(item=item):
                if value is None:
                    return {"tag": "None", "value": {"#tup": []}}
                return {"tag": "Some", "value": self._value(value, item)}
            case SetOf(item=item):
                return {"#set": [self._value(one, item) for one in value]}
            case Number(fraction=True):
                exact = Fraction(value)
                top, bottom = exact.numerator, exact.denominator
                return {"numerator": _number(top), "denominator": _number(bottom)}
        return _number(value)

    def _loop(self) -> int | None:
        """After how many steps the run is where it ends, if it comes back there."""
        back = self._witness.get("comes_back_to")
        if back is None:
            return None
        made = -1
        for number, step in enumerate(self._witness["steps"]):
            made += step["step"] == "chosen"
            if made == back:
                return number
        return None


def _number(value: Value) -> dict[str, str]:
    return {"#bigint": str(value)}
