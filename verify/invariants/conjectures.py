"""Facts: what may hold whenever play comes to a place, and which of them play bears out.

A fact is a clause over atoms (for each member of a set, one of up to two atoms
holds or does not), that different members have different values, or how many
members an atom holds of. Those that some visit contradicts are struck out, as
in Daikon (Ernst et al., 2001); the rest are conjectures, no more.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
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
    seen = [_seen(scope, known, bounds, visit) for visit in visits]
    return tuple(
        fact for fact in _all(scope, known, bounds) if all(_shown(scope, fact, one) for one in seen)
    )


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
        for left, right in product(own, plain):
            if left.chained and right.turn:
                yield Clause(owner, ((left, True), (right, True)))
                yield Clause(owner, ((left, True), (right, False)))
        if owner is not None:
            yield from (Some(atom, sign) for atom, sign in product(plain, (True, False)))
            for atom, sign, bound in product(plain, (True, False), bounds):
                yield AtMost(atom, sign, bound)
    for state in scope.rules.states.values():
        if len(state.domain) != 1 or scope.sizes[state.domain[0]] > MOST_COMPARED:
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


def _seen(scope: Scope, known: Sequence[Atom], bounds: Sequence[Bound], visit: Visit) -> _Seen:
    layout = Layout(scope.rules, scope.sizes)
    evaluator = Evaluator(scope.rules, layout, visit.parameters)
    variables = Variables("")
    names = dict(visit.state.variables)
    for name in (MEMBER, *names):
        variables.slot(name)
    store = visit.state.store

    def value(code: Code, member: int) -> object:
        frame = variables.frame()
        frame[variables.slots[MEMBER]] = member
        for name, bound in names.items():
            frame[variables.slots[name]] = bound
        try:
            return code(store, frame)
        except Undefined:
            return False

    def code_of(expr: ex.Expr) -> Callable[[int], object]:
        code = evaluator.code(expr, variables)
        return lambda member: value(code, member)

    masks = {}
    for atom in known:
        holds = code_of(atom.expr)
        masks[atom] = sum(bool(holds(one)) << one for one in range(_size(scope, atom.set)))
    numbers = {bound: int(str(code_of(bound.expr)(0))) for bound in bounds}
    columns = dict(zip(layout.names, store.values, strict=True))
    return _Seen(masks, numbers, columns)


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
