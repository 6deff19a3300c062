"""Why a criterion of social choice is violated, in words: one line for each fact."""

from collections.abc import Iterator
from typing import Any

from runtime.ruleset.types import Optional, Type
from runtime.values import Value
from wortlaut.render.names import Names


def told(witness: dict[str, Any], names: Names) -> Iterator[str]:
    """The facts of ``witness``, in the words of the reader."""
    teller = _Teller(witness, names)
    for fact in witness["facts"]:
        yield teller.line(fact)


class _Teller:
    def __init__(self, witness: dict[str, Any], names: Names) -> None:
        self.witness = witness
        self.names = names

    def line(self, fact: dict[str, Any]) -> str:
        said = self.names.say[f"criterion_{self._key(fact)}"]
        return said.format(**{name: self._word(name, value) for name, value in fact.items()})

    def _key(self, fact: dict[str, Any]) -> str:
        if fact["fact"] != "winner" or "second" not in self.witness:
            return str(fact["fact"])
        return "winner_second" if fact["run"] else "winner_first"

    def _word(self, name: str, value: Any) -> str:
        alternatives, electors = self.witness["alternatives"], self.witness["electors"]
        match name:
            case "alternative" | "first" | "second" | "of":
                if value is None:
                    return self.names.say["criterion_nobody"]
                return self.names.element(alternatives, value)
            case "elector":
                return self.names.element(electors, value)
            case "electors" if isinstance(value, list):
                short = ", ".join(self.names.short(electors, one) for one in value)
                return f"{self.names.singular(electors)} {short}"
            case "new":
                return self._renamed(alternatives, list(enumerate(value)))
            case "order":
                return self._renamed(electors, [(old, new) for new, old in enumerate(value)])
            case "from" | "to":
                return self._stand(value)
            case "field":
                return self.names.term(value)
        return str(value)

    def _renamed(self, set_id: str, pairs: list[tuple[int, int]]) -> str:
        short = self.names.short
        return ", ".join(
            f"{short(set_id, old)} → {short(set_id, new)}" for old, new in pairs if old != new
        )

    def _stand(self, values: list[Any]) -> str:
        """What an elector stands for: its own values, then those towards each alternative."""
        own, towards = self.witness["held_own"], self.witness["held_towards"]
        parts = [self._value(state, value) for state, value in zip(own, values, strict=False)]
        for number, stand in enumerate(values[len(own) :] if towards else ()):
            short = self.names.short(self.witness["alternatives"], number)
            held = (self._value(s, value) for s, value in zip(towards, stand, strict=True))
            parts.append(f"{short} {'/'.join(held)}")
        return ", ".join(parts)

    def _value(self, state: str, value: Any) -> str:
        type: Type = self.names.rules.states[state].type
        type = type.item if isinstance(type, Optional) else type
        return self.names.value(_tuples(value), type, short=True)


def _tuples(value: Any) -> Value:
    return tuple(map(_tuples, value)) if isinstance(value, list) else value
