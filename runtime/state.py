"""States: what the state variables hold, what is bound, and where in the flow play rests."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import prod
from typing import Literal

from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Type
from runtime.values import Sizes, Value, first_value, membership


class Store:
    """The values of all state variables. Never changed once made; equal by value.

    ``values`` holds one flat tuple for each state variable, in the order of the
    law; :class:`Layout` knows which place is whose. ``memo`` keeps what
    definitions are worth in this store and has no meaning of its own.
    """

    __slots__ = ("_hash", "memo", "values")

    def __init__(self, values: tuple[tuple[Value, ...], ...]) -> None:
        self.values = values
        self.memo: dict[tuple[int, tuple[Value, ...]], Value] = {}
        self._hash: int | None = None

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Store) and self.values == other.values)

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(self.values)
        return self._hash

    def __reduce__(self) -> tuple[type["Store"], tuple[tuple[tuple[Value, ...], ...]]]:
        return Store, (self.values,)

    def __repr__(self) -> str:
        return f"Store({self.values!r})"


class Stepped(Store):
    """A store with the one before it, :attr:`earlier`: what a property of steps looks at."""

    __slots__ = ("earlier",)

    def __init__(self, after: Store, earlier: Store) -> None:
        super().__init__(after.values)
        self.earlier = earlier


def before(store: Store) -> Store:
    """The store before the step that led to ``store``. Raises ``ValueError`` without one."""
    if not isinstance(store, Stepped):
        raise ValueError("there is no step here to look back over")
    return store.earlier


class Layout:
    """Where each state variable's values stand in a store, for given sizes."""

    def __init__(self, rules: RuleSet, sizes: Sizes) -> None:
        self.rules = rules
        self.sizes = sizes
        self.names = tuple(rules.states)
        self.position = {name: at for at, name in enumerate(self.names)}
        self.domains = tuple(
            tuple(sizes[set_id] for set_id in rules.states[name].domain) for name in self.names
        )

    def initial(self, given: Mapping[str, tuple[Value, ...]] | None = None) -> Store:
        """The store at the start, with the flat tuples in ``given`` in place of their own.

        Raises ``ValueError`` for what is not a value of the variable's type.
        """
        given = given or {}
        if unknown := [name for name in given if name not in self.position]:
            raise ValueError(f"there is no state variable {unknown[0]!r}")
        columns = []
        for name, start, belongs in self._columns:
            column = given.get(name, start)
            if len(column) != len(start):
                raise ValueError(f"{name!r} has {len(start)} entries, not {len(column)}")
            for value in column if name in given else start[:1]:
                if not belongs(value):
                    raise ValueError(f"{name!r} cannot hold {value!r}")
            columns.append(column)
        return Store(tuple(columns))

    @cached_property
    def _columns(self) -> list[tuple[str, tuple[Value, ...], Callable[[Value], bool]]]:
        """For each state variable its values at the start, and what tells whether one is its."""
        columns = []
        for name, domain in zip(self.names, self.domains, strict=True):
            variable = self.rules.states[name]
            start = variable.initial
            if start is None:
                start = first_value(variable.type, self.rules)
            belongs = membership(variable.type, self.rules, self.sizes)
            columns.append((name, (start,) * prod(domain), belongs))
        return columns

    def places(self, name: str) -> Iterator[tuple[int, ...]]:
        """The arguments of each place of ``name``, in the order of its flat tuple."""
        return product(*map(range, self.domains[self.position[name]]))

    def read(self, store: Store, name: str, *arguments: int) -> Value:
        """The value of the state variable ``name`` at ``arguments``."""
        at = self.position[name]
        place = 0
        for size, argument in zip(self.domains[at], arguments, strict=True):
            place = place * size + argument
        return store.values[at][place]


@dataclass(frozen=True, slots=True)
class Breach:
    """A norm that does not hold: why a value is not lawful, or a state forbidden.

    ``ref``: the norm's paragraph; ``citations``: how it is cited, by language.
    ``at``: the paragraph whose assignment would break it (of a given state: the
    norm's own). ``values`` shows what breaks it: the variables of the norm's
    outermost "there is", each with its value; ``item`` is their type.
    """

    ref: str
    citations: tuple[tuple[str, str], ...]
    at: str
    values: tuple[tuple[str, Value], ...]
    item: Type | None


EndKind = Literal["end", "done", "gap", "conflict", "stuck", "range", "loop", "limit"]


@dataclass(frozen=True, slots=True)
class Ending:
    """How play ended, and in which paragraph (``at``, a short reference).

    ``end``: with ``outcome`` (a concept id) and, where that is a state variable,
    its ``value``. ``done``: the flow has run through; ``value`` is its result.
    ``gap``: the text does not say what holds; ``gap`` names what is missing.
    ``conflict``: the paragraphs ``between`` say different things; ``breaches``
    tells which norms an assignment without a choice would break.
    ``stuck``: a choice without a lawful value. ``range``: a value outside its
    range. ``loop``: the same happens again for ever, without a choice.
    ``limit``: play was broken off by a limit given by the caller.
    """

    kind: EndKind
    at: str
    supplement: str | None = None
    outcome: str | None = None
    value: Value = None
    gap: str | None = None
    detail: str = ""
    between: tuple[str, ...] = ()
    breaches: tuple[Breach, ...] = ()


NOWHERE = -1
"""The node of a state at an end."""


@dataclass(frozen=True, slots=True)
class State:
    """A place where play rests: at a choice (node ``node`` of the graph), or at an end.

    ``variables`` holds the bound variables that are still needed, by name.
    Immutable and hashable; two states are equal if nothing that follows can differ.
    """

    node: int
    store: Store
    variables: tuple[tuple[str, Value], ...]
    ending: Ending | None = None
