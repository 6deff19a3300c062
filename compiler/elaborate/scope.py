"""Bound variables: what each name stands for, and fresh names so that none is bound twice."""

from dataclasses import dataclass, field

from runtime.ruleset.types import Type


@dataclass
class Names:
    """The variable names used so far in one definition, norm, rule or flow."""

    used: set[str] = field(default_factory=set)

    def fresh(self, name: str) -> str:
        """``name``, or ``name.2``, ``name.3``, … where it is taken: names as no law has them."""
        free, number = name, 1
        while free in self.used:
            number += 1
            free = f"{name}.{number}"
        self.used.add(free)
        return free


@dataclass(frozen=True)
class Scope:
    """The variables in sight: the name written, the name in the rule set, the type."""

    names: Names
    variables: dict[str, tuple[str, Type]] = field(default_factory=dict)

    def bind(self, name: str, type_: Type) -> tuple["Scope", str]:
        """A scope in which ``name`` is bound anew, and its name in the rule set."""
        inner = self.names.fresh(name)
        return Scope(self.names, {**self.variables, name: (inner, type_)}), inner
