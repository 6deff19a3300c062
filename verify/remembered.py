"""What definitions are worth, remembered beyond one translation.

A definition says the same wherever the states that it reads, the arguments and all that
it refers to are the same: at another place of the flow, for another property, and in
another version of the law as long as that defines it alike. Large rules are mostly
definitions, so that most of a translation is done once.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, count
from typing import Any, TypeAlias

from runtime.rewriting import walk
from runtime.ruleset.expressions import Apply, Before, Read
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import RuleSet
from verify.symbolic import Scope, Store, Table

MOST = 20_000
"""How many values, or tables, are remembered before all are forgotten."""

MOST_RULE_SETS = 64
"""Of how many rule sets, likewise."""

Key: TypeAlias = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class _Known:
    """``digest`` of all that a definition says; the states that it ``reads``, itself or not."""

    digest: bytes
    reads: tuple[str, ...]


class Remembered:
    """What is remembered in this process."""

    def __init__(self) -> None:
        self._values: dict[Key, Any] = {}
        self._definitions: dict[int, tuple[RuleSet, dict[str, _Known | None]]] = {}
        """By the identity of the rule set, which it keeps by being here."""
        self._tokens: dict[int, tuple[Table, int]] = {}
        self._contents: dict[tuple[Any, ...], int] = {}
        self._numbers = count()

    def key(self, scope: Scope, store: Store, name: str) -> Key | None:
        """What the definition ``name`` depends on in ``store``, arguments apart.

        None where it looks at what was before a step, which is no matter of one store.
        """
        known = self._known(scope.rules, name)
        if known is None:
            return None
        sizes = tuple(scope.sizes.items())
        return (known.digest, sizes, *(self._token(store[state]) for state in known.reads))

    def recall(self, key: Key) -> Any:
        """What was remembered under ``key``, if anything was."""
        return self._values.get(key)

    def keep(self, key: Key, value: Any) -> None:
        if len(self._values) >= MOST:
            self._forget()
        self._values[key] = value

    def _forget(self) -> None:
        self._values.clear()
        self._definitions.clear()
        self._tokens.clear()
        # Translators at work have keys made of the numbers given so far: none comes again.
        self._contents.clear()

    def _token(self, table: Table) -> int:
        """A number for what a table says: the same one for each that says the same."""
        found = self._tokens.get(id(table))
        if found is None:
            if len(self._tokens) >= MOST:
                self._forget()
            content = tuple(table.items())
            number = self._contents.get(content)
            if number is None:
                number = self._contents[content] = next(self._numbers)
            found = self._tokens[id(table)] = table, number
        return found[1]

    def _known(self, rules: RuleSet, name: str) -> _Known | None:
        if id(rules) not in self._definitions and len(self._definitions) >= MOST_RULE_SETS:
            self._forget()
        kept = self._definitions.setdefault(id(rules), (rules, {}))[1]
        if name not in kept:
            kept[name] = _told(rules, name)
        return kept[name]


def _told(rules: RuleSet, name: str) -> _Known | None:
    """What a definition says, and those that it refers to."""
    reads: set[str] = set()
    names = [name]
    for one in names:  # grows while it is walked
        for case in rules.definitions[one].cases:
            for item in chain(*(walk(part) for part in (case.guard, case.value) if part)):
                if isinstance(item, Before):
                    return None
                if isinstance(item, Read):
                    reads.add(item.state)
                elif isinstance(item, Apply) and item.definition not in names:
                    names.append(item.definition)
    said = [one.model_dump_json() for one in _declared(rules).values()]
    said += [rules.definitions[one].model_dump_json() for one in names]
    return _Known(sha256("\0".join(said).encode()).digest(), tuple(sorted(reads)))


def _declared(rules: RuleSet) -> Mapping[str, Model]:
    """What the values of definitions are made of."""
    return {**rules.sets, **rules.records}


REMEMBERED = Remembered()
