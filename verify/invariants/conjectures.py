"""Facts: what may hold whenever play comes to a place, and which of them play bears out.

A fact is a clause over atoms (for each member of a set, one of up to two atoms
holds or does not; of three, if one tells who is still to have a turn), that
different members have different values, or how many members an atom holds of.
Those that some visit contradicts are struck out, as in Daikon (Ernst et al., 2001);
the rest are conjectures, no more.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import TypeAlias

from runtime.code import Code, Undefined
from runtime.code import Scope as Variables
from runtime.evaluate import Evaluator
from runtime.ruleset import expressions as ex
from runtime.ruleset import types as ty
from runtime.state import Layout
from verify.invariants.atoms import MEMBER, Atom, atoms
from verify.invariants.visits import Visit
from verify.symbolic import Scope

MOST_COMPARED = 12
"""Up to how many members of a set are compared with each other."""


@dataclass(frozen=True)
class Clause:
    """For each member of ``set`` (once, if none), one of the literals holds."""

    set: str | None
    literals: tuple[tuple[Atom, bool], ...]


@dataclass(frozen=True)
class Different:
    """Different members of the domain have different values of ``state``, where they are set."""

    state: str


@dataclass(frozen=True)
class AtMost:
    """``atom`` holds (or fails, if not ``sign``) of at most ``bound`` members."""

    atom: Atom
    sign: bool
    bound: "Bound"


@dataclass(frozen=True)
class Some:
    """``atom`` holds (or fails, if not ``sign``) of some member."""

    atom: Atom
    sign: bool


@dataclass(frozen=True, eq=False)
class Bound:
    """A number that counts are compared with."""

    expr: ex.Expr


Fact: TypeAlias = Clause | Different | AtMost | Some


@dataclass(frozen=True)
class _Seen:
    """What a visit shows: of which members an atom holds (as bits), and what numbers are."""

    masks: Mapping[Atom, int]
    numbers: Mapping[Bound, int]
    columns: Mapping[str, tuple[object, ...]]


def conjectures(
    scope: Scope, live: Mapping[str, ty.Type], visits: Sequence[Visit], *, definitions: bool
) -> tuple[Fact, ...]:
    """The facts at a cut that no visit contradicts; all if it was never visited."""
    known = atoms(scope, live, definitions=definitions)
    bounds = _bounds(live)
    seen = list(map(_Observer(scope, known, bounds).seen, visits))
    return tuple(
        fact for fact in _all(scope, known, bounds) if all(_shown(scope, fact, one) for one in seen)
    )


def borne_out(scope: Scope, facts: Iterable[Fact], visits: Sequence[Visit]) -> tuple[Fact, ...]:
    """Those of ``facts``, found for other sizes of the sets, that no visit contradicts."""
    small = [
        fact for fact in facts if not isinstance(fact, Different) or _comparable(scope, fact.state)
    ]
    known: dict[Atom, None] = {}
    bounds: dict[Bound, None] = {}
    for fact in small:
        match fact:
            case Clause(literals=literals):
                known.update(dict.fromkeys(atom for atom, _ in literals))
            case AtMost(atom=atom, bound=bound):
                known[atom] = bounds[bound] = None
            case Some(atom=atom):
                known[atom] = None
    seen = list(map(_Observer(scope, tuple(known), tuple(bounds)).seen, visits))
    return tuple(fact for fact in small if all(_shown(scope, fact, one) for one in seen))


def _comparable(scope: Scope, state: str) -> bool:
    return scope.sizes[scope.rules.states[state].domain[0]] <= MOST_COMPARED


def _all(scope: Scope, known: Sequence[Atom], bounds: Sequence[Bound]) -> Iterator[Fact]:
    whole = [atom for atom in known if atom.set is None and not atom.chained]
    for owner in dict.fromkeys(atom.set for atom in known):
        own = [atom for atom in known if atom.set == owner]
        for atom in own:
            for sign in (True,) if atom.chained else (True, False):
                yield Clause(owner, ((atom, sign),))
        plain = [atom for atom in own if not atom.chained]
        pairs = [*combinations(plain, 2), *(product(plain, whole) if owner is not None else ())]
        for left, right in pairs:
            if left.about is None or left.about is not right.about:
                for a, b in product((True, False), (True, False)):
                    yield Clause(owner, ((left, a), (right, b)))
        turns = [atom for atom in plain if atom.turn]
        for turn, (left, right) in product(turns, combinations(plain, 2)):
            if not left.turn and not right.turn:
                for a, b in product((True, False), (True, False)):
                    yield Clause(owner, ((left, a), (right, b), (turn, True)))
        for left, right in product(own, turns):
            if left.chained:
                yield from (Clause(owner, ((left, True), (right, s))) for s in (True, False))
        if owner is not None:
            yield from (Some(atom, sign) for atom, sign in product(plain, (True, False)))
            for atom, sign, bound in product(plain, (True, False), bounds):
                yield AtMost(atom, sign, bound)
    for state in scope.rules.states.values():
        if len(state.domain) != 1 or not _comparable(scope, state.id):
            continue
        if not isinstance(_plain(state.type), ty.Truth | ty.Number):
            yield Different(state.id)


def _bounds(live: Mapping[str, ty.Type]) -> tuple[Bound, ...]:
    """The passes of loops: what a loop has done so often has happened to so many."""
    return tuple(
        Bound(ex.Variable(name=name))
        for name, type in live.items()
        if isinstance(type, ty.Number) and not type.fraction
    )


class _Observer:
    """Looks at visits; atoms are compiled once for all visits of a game that bind the same."""

    def __init__(self, scope: Scope, known: Sequence[Atom], bounds: Sequence[Bound]) -> None:
        self.scope = scope
        self.known = known
        self.bounds = bounds
        self.layout = Layout(scope.rules, scope.sizes)
        self._compiled: dict[tuple[int, tuple[str, ...]], _Compiled] = {}

    def seen(self, visit: Visit) -> _Seen:
        names = dict(visit.state.variables)
        variables, codes = self._codes(visit, tuple(names))
        store = visit.state.store

        def value(of: Atom | Bound, member: int) -> object:
            frame = variables.frame()
            frame[variables.slots[MEMBER]] = member
            for name, bound in names.items():
                frame[variables.slots[name]] = bound
            try:
                return codes[of](store, frame)
            except Undefined:
                return False

        masks = {
            atom: sum(bool(value(atom, one)) << one for one in range(_size(self.scope, atom.set)))
            for atom in self.known
        }
        numbers = {bound: int(str(value(bound, 0))) for bound in self.bounds}
        columns = dict(zip(self.layout.names, store.values, strict=True))
        return _Seen(masks, numbers, columns)

    def _codes(self, visit: Visit, names: tuple[str, ...]) -> "_Compiled":
        # The visits are held by the caller, and with them their parameters.
        key = id(visit.parameters), names
        if key not in self._compiled:
            evaluator = Evaluator(self.scope.rules, self.layout, visit.parameters)
            variables = Variables("")
            for name in (MEMBER, *names):
                variables.slot(name)
            asked: tuple[Atom | Bound, ...] = (*self.known, *self.bounds)
            codes = {one: evaluator.code(one.expr, variables) for one in asked}
            self._compiled[key] = variables, codes
        return self._compiled[key]


_Compiled: TypeAlias = tuple[Variables, dict[Atom | Bound, Code]]


def _shown(scope: Scope, fact: Fact, seen: _Seen) -> bool:
    """Whether the fact holds in a visit."""
    match fact:
        case Clause(set=owner, literals=literals):
            every = (1 << _size(scope, owner)) - 1
            held = 0
            for atom, sign in literals:
                mask = seen.masks[atom]
                if atom.set is None and mask:
                    mask = every
                held |= mask if sign else every & ~mask
            return held == every
        case Different(state=state):
            values = [value for value in seen.columns[state] if value is not None]
            return len(values) == len(set(values))
        case Some(atom=atom, sign=sign):
            mask = seen.masks[atom]
            return bool(mask) if sign else mask != (1 << _size(scope, atom.set)) - 1
        case AtMost(atom=atom, sign=sign, bound=bound):
            count = seen.masks[atom].bit_count()
            if not sign:
                count = _size(scope, atom.set) - count
            return count <= seen.numbers[bound]


def _size(scope: Scope, owner: str | None) -> int:
    return 1 if owner is None else scope.sizes[owner]


def _plain(type: ty.Type) -> ty.Type:
    return type.item if isinstance(type, ty.Optional) else type


def implying(fact: Fact) -> Iterator[Fact]:
    """The facts that imply ``fact`` by themselves, the simplest first."""
    match fact:
        case Clause(set=owner, literals=literals) if len(literals) > 2:
            for position in range(len(literals)):
                fewer = Clause(owner, literals[:position] + literals[position + 1 :])
                yield fewer
                yield from implying(fewer)
        case Clause(set=owner, literals=literals) if len(literals) > 1:
            for literal in literals:
                one = Clause(literal[0].set if literal[0].set is None else owner, (literal,))
                yield one
                yield from implying(one)
        case Clause(set=owner, literals=((Atom(there=Atom() as there), True),)):
            yield Clause(owner, ((there, False),))
        case Some(atom=atom, sign=sign):
            yield Clause(atom.set, ((atom, sign),))
        case AtMost(atom=atom, sign=sign):
            yield Clause(atom.set, ((atom, not sign),))
        case _:
            return


def ways(fact: Fact) -> Iterator[Fact]:
    """``fact`` with its literals in every order."""
    match fact:
        case Clause(set=owner, literals=literals):
            yield from (Clause(owner, order) for order in permutations(literals))
        case _:
            yield fact


def equivalents(facts: Container[Fact], among: Iterable[Fact]) -> dict[Atom, Atom]:
    """Atoms that say the same as an earlier one wherever ``facts`` hold, each with the first."""
    first: dict[Atom, Atom] = {}
    for fact in among:
        match fact:
            case Clause(set=owner, literals=((left, True), (right, False))):
                back = Clause(owner, ((left, False), (right, True)))
                if left.set == right.set and right not in first and back in facts:
                    first[right] = first.get(left, left)
    return first


def retold(fact: Fact, first: Mapping[Atom, Atom]) -> Fact | None:
    """``fact`` with the first of equivalent atoms in place of each; none if it says nothing."""
    match fact:
        case Clause(set=owner, literals=literals):
            told = dict.fromkeys((first.get(atom, atom), sign) for atom, sign in literals)
            return (
                None
                if any((atom, not sign) in told for atom, sign in told)
                else Clause(owner, tuple(told))
            )
        case AtMost(atom=atom, sign=sign, bound=bound):
            return AtMost(first.get(atom, atom), sign, bound)
        case Some(atom=atom, sign=sign):
            return Some(first.get(atom, atom), sign)
        case Different():
            return fact
