"""The table that a game is played on, and what the rules do with it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import wraps
from typing import Any, ClassVar, NamedTuple, TypeAlias, TypeVar, cast

from compiler.engine.kit.outcomes import (
    NOWHERE,
    AnyStep,
    Assigned,
    Breach,
    Change,
    Ending,
    Store,
    Type,
    Undefined,
    Value,
)

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

Next: TypeAlias = tuple[int, tuple[Value, ...]]
"""Where play goes: a choice or the head of a loop with its variables, or :data:`NOWHERE`."""

Found: TypeAlias = tuple[tuple[tuple[str, Value], ...], Type] | None
"""What shows that a norm is broken."""


class Norm(NamedTuple):
    """A condition that must never hold; ``witness`` finds what makes it hold."""

    ref: str
    forbidden: Callable[[Any], bool]
    witness: Callable[[Any], Found]


class StateVariable(NamedTuple):
    """A function of ``domain`` (set ids). ``name``: what it is called in Python."""

    id: str
    name: str
    domain: tuple[str, ...]
    type: Type
    initial: Value


class Broken(Exception):
    """An assignment in ``ref`` would enter a state that norms forbid."""

    def __init__(
        self,
        ref: str,
        supplement: str | None,
        norms: tuple[str, ...],
        breaches: tuple[Breach, ...],
    ) -> None:
        self.ref = ref
        self.supplement = supplement
        self.norms = norms
        self.breaches = breaches


class AnyTable:
    """What every table has. ``steps``: what happened, if anybody wants to know (``telling``).

    ``memo``: what definitions are worth as things stand. ``supplement``: the one
    that what happens now comes from; ``relied``: those that values came from since
    the latest step. ``explaining``: whether it matters why a norm is broken.
    ``applied``: the rules that applied, where these are counted: decision and paragraph.
    Where games are played out at random, ``draw_dice``, ``draw_choices`` and ``draw_lots``
    give the numbers that decide; ``made`` and ``declined`` count the choices, ``passed``
    the heads of loops, by node.
    """

    __slots__ = (
        "applied",
        "declined",
        "draw_choices",
        "draw_dice",
        "draw_lots",
        "explaining",
        "made",
        "memo",
        "passed",
        "relied",
        "sizes",
        "steps",
        "supplement",
        "telling",
    )

    CITATIONS: ClassVar[dict[str, dict[str, str]]]
    STATES: ClassVar[tuple[StateVariable, ...]]
    NORMS: ClassVar[tuple[Norm, ...]]
    WATCHED: ClassVar[dict[str, tuple[int, ...]]]

    draw_dice: Callable[[], int]
    draw_choices: Callable[[], int]
    draw_lots: Callable[[], int]

    def __init__(self, sizes: dict[str, int]) -> None:
        self.sizes = sizes
        self.steps: list[AnyStep] = []
        self.telling = False
        self.explaining = True
        self.memo: dict[Any, Any] = {}
        self.relied: dict[str, None] = {}
        self.supplement: str | None = None
        self.applied: list[tuple[str, str]] | None = None
        self.made = self.declined = 0
        self.passed: dict[int, int] = {}

    def columns(self) -> Store:
        """What all state variables hold."""
        raise NotImplementedError

    def fill(self, store: Store) -> None:
        """Lay the table as ``store`` has it."""
        raise NotImplementedError

    def tell(self, step: AnyStep) -> None:
        """Note what happened."""
        self.steps.append(step)
        self.mark()

    def mark(self) -> None:
        """Note on the latest step which supplements it relied on."""
        if self.relied:
            relied = tuple(sorted(self.relied))
            self.steps[-1] = replace(self.steps[-1], relied=relied)
            self.relied = {}


def remembered(function: F) -> F:
    """``function`` with its values kept until something on the table changes."""

    def look(table: AnyTable, *arguments: Value) -> Value:
        key = (function, arguments)
        memo = table.memo
        if key in memo:
            return memo[key]
        value = memo[key] = function(table, *arguments)
        return value

    def look_for_one(table: AnyTable, argument: Value) -> Value:
        key = (function, argument)
        memo = table.memo
        if key in memo:
            return memo[key]
        value = memo[key] = function(table, argument)
        return value

    one = function.__code__.co_argcount == 2
    return cast(F, wraps(function)(look_for_one if one else look))


def relying(function: F) -> F:
    """``function``, remembered with the supplements that its values rely on."""

    def look(table: AnyTable, *arguments: Value) -> Value:
        key = (function, arguments)
        memo = table.memo
        if key not in memo:
            outer, table.relied = table.relied, {}
            try:
                value = function(table, *arguments)
                memo[key] = value, table.relied
            finally:
                table.relied = {**table.relied, **outer}
        value, relied = memo[key]
        table.relied.update(relied)
        return value

    return cast(F, wraps(function)(look))


def relies(table: AnyTable, supplement: str, value: T) -> T:
    """``value``, which is as a supplement has it."""
    table.relied[supplement] = None
    return value


def put(
    table: AnyTable,
    ref: str,
    supplement: str | None,
    state: str,
    place: int,
    value: Value,
) -> None:
    """Set one place of a state variable; no state that a norm forbids is entered."""
    column = getattr(table, state)
    old = column[place]
    if old == value:
        if table.telling:
            table.tell(Assigned(ref, supplement, ()))
        return
    memo = table.memo
    column[place] = value
    table.memo = {}
    if state in table.WATCHED:
        try:
            keep_norms(table, ref, supplement, table.WATCHED[state])
        except (Broken, Undefined):
            column[place] = old
            table.memo = memo
            raise
    if table.telling:
        table.tell(
            Assigned(ref, supplement, (change(table, state, place, old, value),))
        )


def put_each(
    table: AnyTable,
    ref: str,
    supplement: str | None,
    state: str,
    new: dict[int, Value],
) -> None:
    """Set places of a state variable at once; no state that a norm forbids is entered."""
    column = getattr(table, state)
    changes = [
        (place, column[place], value)
        for place, value in new.items()
        if column[place] != value
    ]
    if changes:
        memo = table.memo
        for place, _, value in changes:
            column[place] = value
        table.memo = {}
        if state in table.WATCHED:
            try:
                keep_norms(table, ref, supplement, table.WATCHED[state])
            except (Broken, Undefined):
                for place, old, _ in changes:
                    column[place] = old
                table.memo = memo
                raise
    if table.telling:
        told = tuple([change(table, state, *one) for one in changes])
        table.tell(Assigned(ref, supplement, told))


def fill_in(column: list[T], new: dict[int, T]) -> None:
    """Set places of a state variable at once, where no norm can forbid anything."""
    for place, value in new.items():
        column[place] = value


def assign(
    table: AnyTable,
    ref: str,
    supplement: str | None,
    updates: Iterable[tuple[str, int, Value]],
) -> None:
    """Make all updates at once: (state variable, place, value); two of one place must agree."""
    new: dict[tuple[str, int], Value] = {}
    for state, place, value in updates:
        if new.setdefault((state, place), value) != value:
            values = f"{unnamed(new[state, place])!r} and {unnamed(value)!r}"
            detail = f"{declared(table, state).id} gets two values: {values}"
            raise Undefined("conflict", ref, detail, (ref,))
        new[state, place] = value
    columns: dict[str, list[Value]] = {state: getattr(table, state) for state, _ in new}
    changes = [
        (state, place, columns[state][place], value)
        for (state, place), value in new.items()
        if columns[state][place] != value
    ]
    if changes:
        memo = table.memo
        for state, place, _, value in changes:
            columns[state][place] = value
        table.memo = {}
        watching = {at for state in columns for at in table.WATCHED.get(state, ())}
        try:
            keep_norms(table, ref, supplement, sorted(watching))
        except (Broken, Undefined):
            for state, place, old, _ in changes:
                columns[state][place] = old
            table.memo = memo
            raise
    if table.telling:
        told = tuple(change(table, *one) for one in changes)
        table.tell(Assigned(ref, supplement, told))


def keep_norms(
    table: AnyTable, ref: str, supplement: str | None, watching: Sequence[int]
) -> None:
    """Raise :class:`Broken` if a norm forbids what is on the table now."""
    broken = [table.NORMS[at] for at in watching if table.NORMS[at].forbidden(table)]
    if broken:
        breaches = (
            tuple(breach(table, norm, ref) for norm in broken)
            if table.explaining
            else ()
        )
        raise Broken(ref, supplement, tuple(norm.ref for norm in broken), breaches)


def breach(table: AnyTable, norm: Norm, at: str) -> Breach:
    """Why the table, as the paragraph ``at`` would have it, breaks ``norm``."""
    found = norm.witness(table)
    values, item = found if found is not None else ((), None)
    return Breach(norm.ref, citations_of(table, norm.ref), at, values, item)


def citations_of(table: AnyTable, ref: str) -> tuple[tuple[str, str], ...]:
    """How ``ref`` is cited, by language."""
    return tuple(sorted(table.CITATIONS.get(ref, {}).items()))


def declared(table: AnyTable, state: str) -> StateVariable:
    """The state variable that is called ``state`` in Python."""
    return next(one for one in table.STATES if one.name == state)


def change(table: AnyTable, state: str, place: int, old: Value, new: Value) -> Change:
    """A change, its place told by the elements it is the place of."""
    variable, arguments = declared(table, state), []
    for set_id in reversed(variable.domain):
        place, argument = divmod(place, table.sizes[set_id])
        arguments.append(argument)
    return Change(variable.id, tuple(reversed(arguments)), old, new)


def unnamed(value: Value) -> Value:
    """The value with records as plain tuples."""
    return tuple([unnamed(one) for one in value]) if isinstance(value, tuple) else value


def ended(ending: Ending) -> Next:
    """Play ends here."""
    return NOWHERE, (ending,)
