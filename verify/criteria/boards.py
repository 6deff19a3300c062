"""Boards: the part of a state that a profile is read off, taken apart by who holds it.

So taken apart, a member of a set can be left out, moved or renumbered, whatever
the state variables are in which a law keeps what it stands for.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod

from runtime.ruleset.expressions import Expr
from runtime.ruleset.profiles import Profile
from runtime.ruleset.types import Element, Optional, Record, SetOf, Type
from runtime.state import Layout, Store
from runtime.values import Value, canonical
from verify.norms import states_read
from verify.quantities import Unsupported
from verify.symbolic import Scope

Stand = tuple[Value, ...]
"""What one member holds: a value for each state variable of its kind."""


@dataclass(frozen=True, slots=True)
class Place:
    """What an elector stands for: on its own, and towards each alternative in turn."""

    own: Stand
    towards: tuple[Stand, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """All that a profile is read off. ``common`` belongs to nobody."""

    electors: tuple[Place, ...]
    alternatives: tuple[Stand, ...]
    common: Stand

    def moved(self, moves: Mapping[int, Place]) -> "Board":
        """The board with some electors in other places."""
        places = tuple(moves.get(at, place) for at, place in enumerate(self.electors))
        return replace(self, electors=places)


@dataclass(frozen=True)
class Holders:
    """The state variables that the keys of a profile read, by who holds their values."""

    elector: tuple[str, ...]
    alternative: tuple[str, ...]
    towards: tuple[str, ...]
    common: tuple[str, ...]


def holders(scope: Scope, profile: Profile) -> Holders:
    """Raises :class:`Unsupported` for a state variable over other sets, or over one set twice."""
    if profile.electors == profile.alternatives:
        raise Unsupported("a profile in which those who choose are those chosen among")
    one, other = profile.electors, profile.alternatives
    kinds: dict[tuple[str, ...], list[str]] = {(one,): [], (other,): [], (one, other): [], (): []}
    for state in _read(scope, tuple(key.key for key in profile.keys)):
        domain = scope.rules.states[state].domain
        domain = (one, other) if domain == (other, one) else domain
        if domain not in kinds:
            raise Unsupported(f"a profile that depends on {state}, a state over other sets")
        kinds[domain].append(state)
    return Holders(*(tuple(names) for names in kinds.values()))


def _read(scope: Scope, keys: Sequence[Expr]) -> list[str]:
    read = frozenset[str]().union(*(states_read(scope, key) for key in keys))
    return [state for state in scope.rules.states if state in read]


@dataclass(frozen=True)
class Form:
    """How boards of one profile, for given sizes, become stores."""

    layout: Layout
    profile: Profile
    holders: Holders

    def size(self, set_id: str) -> int:
        """How many members a set has here."""
        return self.layout.sizes[set_id]

    def types(self, states: Sequence[str]) -> tuple[Type, ...]:
        """The types of state variables, without what makes them optional: a board sets all."""
        return tuple(bare(self.layout.rules.states[state].type) for state in states)

    def store(self, board: Board) -> Store:
        """The state that ``board`` is, all else as at the start of the law.

        Raises ``ValueError`` where it is none.
        """
        held = self.holders
        given: dict[str, tuple[Value, ...]] = {}
        for at, state in enumerate(held.elector):
            given[state] = tuple(place.own[at] for place in board.electors)
        for at, state in enumerate(held.alternative):
            given[state] = tuple(stand[at] for stand in board.alternatives)
        for at, state in enumerate(held.common):
            given[state] = (board.common[at],)
        electors, alternatives = range(len(board.electors)), range(len(board.alternatives))
        for at, state in enumerate(held.towards):
            if self.layout.rules.states[state].domain[0] == self.profile.electors:
                pairs = list(product(electors, alternatives))
            else:
                pairs = [(v, k) for k, v in product(alternatives, electors)]
            given[state] = tuple(board.electors[v].towards[k][at] for v, k in pairs)
        return self.layout.initial(given)

    # Renumbering. Values may themselves be members of a set, so they change as well.

    def renumbered(self, board: Board, new: Sequence[int]) -> Board:
        """The board whose alternative ``new[k]`` is what ``k`` was."""
        order = sorted(range(len(new)), key=lambda at: new[at])
        return self._picked(board, order, lambda at: new[at])

    def without(self, board: Board, gone: int) -> Board | None:
        """The board without one alternative; None where somebody holds it as a value."""
        order = [at for at in range(len(board.alternatives)) if at != gone]
        try:
            return self._picked(board, order, order.index)
        except ValueError:
            return None

    def _picked(self, board: Board, order: Sequence[int], new: Callable[[int], int]) -> Board:
        held, one = self.holders, self.profile.alternatives
        own = self._mapper(held.elector, one, new)
        towards = self._mapper(held.towards, one, new)
        stand = self._mapper(held.alternative, one, new)
        return Board(
            tuple(
                Place(own(place.own), tuple(towards(place.towards[at]) for at in order))
                for place in board.electors
            ),
            tuple(stand(board.alternatives[at]) for at in order),
            self._mapper(held.common, one, new)(board.common),
        )

    def reordered(self, board: Board, order: Sequence[int]) -> Board:
        """The board with the electors in another order: the new one's ``i`` is ``order[i]``."""
        held, one = self.holders, self.profile.electors
        own = self._mapper(held.elector, one, order.index)
        towards = self._mapper(held.towards, one, order.index)
        stand = self._mapper(held.alternative, one, order.index)
        return Board(
            tuple(
                Place(own(place.own), tuple(map(towards, place.towards)))
                for place in (board.electors[at] for at in order)
            ),
            tuple(map(stand, board.alternatives)),
            self._mapper(held.common, one, order.index)(board.common),
        )

    def mirrored(self, board: Board, record: str, field: str) -> Board:
        """The board with ``field`` mirrored in every value of ``record``."""
        fields = self.layout.rules.records[record].fields
        at = next(at for at, one in enumerate(fields) if one.id == field)
        turned = fields[at].low + fields[at].high

        def flip(value: Value) -> Value:
            return (*value[:at], turned - value[at], *value[at + 1 :])

        def mapper(states: Sequence[str]) -> Callable[[Stand], Stand]:
            types = self.types(states)
            return lambda stand: tuple(
                _mapped(value, type, Record(record=record), flip)
                for value, type in zip(stand, types, strict=True)
            )

        held = self.holders
        own, towards = mapper(held.elector), mapper(held.towards)
        return Board(
            tuple(Place(own(p.own), tuple(map(towards, p.towards))) for p in board.electors),
            tuple(map(mapper(held.alternative), board.alternatives)),
            mapper(held.common)(board.common),
        )

    def _mapper(
        self, states: Sequence[str], set_id: str, new: Callable[[int], int]
    ) -> Callable[[Stand], Stand]:
        types = self.types(states)
        return lambda stand: tuple(
            _mapped(value, type, Element(set=set_id), new)
            for value, type in zip(stand, types, strict=True)
        )

    def records(self) -> list[str]:
        """The records that the board holds, in the order of the law."""
        held = self.holders
        states = (*held.elector, *held.alternative, *held.towards, *held.common)
        found = {name for type in self.types(states) for name in _records(type)}
        return [name for name in self.layout.rules.records if name in found]

    def stands(self, states: Sequence[str]) -> int:
        """How many ways there are to hold something in each of ``states``."""
        return prod(count(type, self.layout) for type in self.types(states))


def bare(type: Type) -> Type:
    """A type without what makes it optional."""
    return type.item if isinstance(type, Optional) else type


def count(type: Type, layout: Layout) -> int:
    """How many values a type has."""
    match type:
        case Element(set=set_id):
            return int(layout.sizes[set_id])
        case Record(record=record):
            return prod(f.high - f.low + 1 for f in layout.rules.records[record].fields)
        case SetOf(item=item):
            return 1 << min(count(item, layout), 64)
        case Optional(item=item):
            return 1 + count(item, layout)
    return int(type.high) - int(type.low) + 1 if type.kind == "number" else 2


def _mapped(value: Value, type: Type, kind: Type, new: Callable[[Value], Value]) -> Value:
    """``value`` with every part that is of ``kind`` put through ``new``."""
    if value is None:
        return None
    if type == kind:
        return new(value)
    if isinstance(type, Optional):
        return _mapped(value, type.item, kind, new)
    if isinstance(type, SetOf):
        return canonical((_mapped(one, type.item, kind, new) for one in value), type.item)
    return value


def _records(type: Type) -> list[str]:
    if isinstance(type, Record):
        return [type.record]
    return _records(type.item) if isinstance(type, Optional | SetOf) else []
