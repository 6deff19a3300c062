"""What expressions and definitions are worth, remembered beyond one translation.

Both say the same wherever the states that they read, the values of their variables and all
that they refer to are the same: at another place of the flow, for another property, and in
another version of the law as long as that says it alike, in whatever words. So most of a
translation is done once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import Any, TypeAlias

from runtime.rewriting import unnamed, walk
from runtime.ruleset.expressions import Apply, Before, Expr, Read
from runtime.ruleset.model import Model
from runtime.ruleset.ruleset import Definition, RuleSet
from verify.free import free_variables
from verify.symbolic import Scope, Store, Table

MOST = 40_000
"""How many values, tables or expressions are remembered before all are forgotten."""

MOST_RULE_SETS = 64
"""Of how many rule sets, likewise."""

Key: TypeAlias = tuple[Any, ...]

Said: TypeAlias = Expr | Definition
"""What is worth something."""


@dataclass(frozen=True, slots=True)
class _Known:
    """``digest`` of all that something says; the states that it ``reads``, itself or not."""

    digest: bytes
    reads: tuple[str, ...]


class Remembered:
    """What is remembered in this process."""

    def __init__(self) -> None:
        self._values: dict[Key, Any] = {}
        self._said: dict[int, tuple[RuleSet, dict[int, tuple[Said, _Known | None]]]] = {}
        """By identity, which rule sets and what they say keep by being here."""
        self._tokens: dict[int, tuple[Table, int]] = {}
        self._contents: dict[tuple[Any, ...], int] = {}
        self._numbers = count()

    def key(self, scope: Scope, store: Store, said: Said) -> Key | None:
        """What ``said`` depends on in ``store``, the values of its variables apart.

        None where it looks at what was before a step, which is no matter of one store.
        """
        known = self._known(scope.rules, said)
        if known is None:
            return None
        sizes = tuple(scope.sizes.items())
        return (known.digest, sizes, *[self._token(store[state]) for state in known.reads])

    def recall(self, key: Key) -> Any:
        """What was remembered under ``key``, if anything was."""
        return self._values.get(key)

    def keep(self, key: Key, value: Any) -> None:
        if len(self._values) >= MOST:
            self._forget()
        self._values[key] = value

    def _forget(self) -> None:
        self._values.clear()
        self._said.clear()
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

    def _known(self, rules: RuleSet, said: Said) -> _Known | None:
        if id(rules) not in self._said and len(self._said) >= MOST_RULE_SETS:
            self._forget()
        kept = self._said.setdefault(id(rules), (rules, {}))[1]
        found = kept.get(id(said))
        if found is None:
            known = self._told(rules, said)
            if len(kept) >= MOST:
                kept.clear()
            found = kept[id(said)] = said, known
        return found[1]

    def _told(self, rules: RuleSet, said: Said) -> _Known | None:
        """What something says, by itself and by the definitions that it refers to."""
        reads: set[str] = set()
        digest = sha256(_in_any_words(said).model_dump_json().encode())
        for item in _parts(said):
            if isinstance(item, Before):
                return None
            if isinstance(item, Read):
                reads.add(item.state)
            elif isinstance(item, Apply):
                known = self._known(rules, rules.definitions[item.definition])
                if known is None:
                    return None
                reads.update(known.reads)
                digest.update(known.digest)
        for one in (*rules.sets.values(), *rules.records.values()):
            digest.update(one.model_dump_json().encode())
        return _Known(digest.digest(), tuple(sorted(reads)))


def _parts(said: Said) -> Iterator[Model]:
    if not isinstance(said, Definition):
        yield from walk(said)
        return
    for case in said.cases:
        for one in (case.guard, case.value):
            if one is not None:
                yield from walk(one)


def _in_any_words(said: Said) -> Model:
    """What versions of a law that differ in the names of variables alone have in common."""
    if not isinstance(said, Definition):
        return unnamed(said, free_variables(said))
    names = [one.name for one in said.parameters]
    parameters = tuple(
        one.model_copy(update={"name": f"{place}"}) for place, one in enumerate(said.parameters)
    )
    cases = tuple(unnamed(one, names) for one in said.cases)
    return said.model_copy(update={"parameters": parameters, "cases": cases})


REMEMBERED = Remembered()
