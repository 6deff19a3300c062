"""The game: which choices there are, which are lawful, and what follows from them."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Literal

from compiler.engine.kit.given import (
    Law,
    plain,
    resolved_sizes,
    settings,
    shown,
    value_from,
)
from compiler.engine.kit.outcomes import (
    DECLINE,
    NOWHERE,
    Advance,
    AnyStep,
    Blocked,
    Breach,
    Choice,
    Chosen,
    Decline,
    Ended,
    Ending,
    Option,
    Refusal,
    Refused,
    State,
    Store,
    Undefined,
    Value,
)
from compiler.engine.kit.points import Flow, Function, Head, Point
from compiler.engine.kit.table import AnyTable, Broken, Next, breach, ended
from compiler.engine.kit.written import (
    read_store,
)

MOST_LOOPS = 1_000_000
"""How many heads of loops are passed without a choice before play is broken off."""

_FEW = 8
"""So many heads are compared one by one; hashing pays for more."""


class AnyGame:
    """One flow of the law, for given sizes of sets and settings of the law.

    What is not given is as small as the law allows, or its default. The game
    never changes; states are values. Raises ``ValueError`` for what the law
    does not know or does not allow.
    """

    def __init__(
        self,
        law: Law,
        flows: Mapping[str, Flow],
        flow: str,
        sizes: Mapping[str, int] | None = None,
        parameters: Mapping[str, Value] | None = None,
    ) -> None:
        if flow not in flows:
            raise ValueError(
                f"there is no flow {flow!r} here; there are: {', '.join(flows)}"
            )
        self.law = law
        self.flow = flows[flow]
        self.sizes = resolved_sizes(law, sizes)
        self.parameters = settings(law, self.sizes, parameters)
        self._table = law.table(self.sizes, self.parameters)
        self._start = self._table.columns()
        # Who looks ahead need not look where no norm can forbid anything any more.
        self._judged = {at: one for at, one in self.flow.heads.items() if one.judged}
        self._verdicts: tuple[State | None, dict[Value, tuple[Breach, ...]]] = (
            None,
            {},
        )
        self._domain: tuple[State | None, tuple[Value, ...]] = (None, ())
        self._passed: list[tuple[Any, ...]] = []

    # Advancing.

    def store(self, data: Mapping[str, Any]) -> Store:
        """What all state variables hold, by concept id as in :meth:`serialise`.

        What is left out is as at the start.
        """
        return read_store(self.law, self._table, self._start, data)

    def initial(
        self, store: Store | None = None, arguments: Mapping[str, Value] | None = None
    ) -> Advance:
        """The start of play: from ``store`` (see :meth:`store`), or as the law says.

        ``arguments`` are the values of the flow's parameters, by name.
        """
        table, flow = self._set(self._start if store is None else store), self.flow
        self._passed = []
        given = dict(arguments or {})
        bound = {}
        for name, parameter in flow.parameters:
            if parameter not in given:
                raise ValueError(f"{flow.id!r} asks for {parameter!r}")
            type = flow.variables[name]
            value = plain(given.pop(parameter))
            bound[name] = value_from(self.law, self.sizes, value, type, parameter)
        if given:
            raise ValueError(f"{flow.id!r} has no parameter {next(iter(given))!r}")
        try:
            broken = [norm for norm in table.NORMS if norm.forbidden(table)]
        except Undefined as undefined:
            return self._ended(_undefined(undefined, flow.start_supplement), [])
        if broken:
            breaches = tuple(breach(table, norm, norm.ref) for norm in broken)
            refs = tuple(norm.ref for norm in broken)
            detail = "a norm forbids the state at the start"
            ending = Ending(
                "conflict", refs[0], detail=detail, between=refs, breaches=breaches
            )
            return self._ended(ending, [])
        return self._advance(
            flow.start, tuple(bound[name] for name, _ in flow.parameters), []
        )

    def apply(self, state: State, value: Value | Decline) -> Advance:
        """Play on with ``value`` chosen; :data:`DECLINE` for the chooser who does nothing.

        Doing nothing takes the default where there is one and declining is not
        possible. Raises :class:`Refused` if :meth:`why_not` finds a reason.
        """
        refusal = self.why_not(state, value)
        if refusal is not None:
            raise Refused(refusal)
        point, values = self.flow.points[state.node], values_of(state)
        domain = self._possible(state)
        table = self._set(state.store)
        taken = value
        next, arguments = point.next, values
        if value is DECLINE and point.decline is not None:
            next = point.decline
        else:
            if value is DECLINE and point.default is not None:
                taken = point.default(table, *values)
            taken = find(domain, taken)
            arguments = (*values, taken)
        actor = None if point.actor is None else point.actor(table, *values)
        by = point.role or point.actor_set or point.kind
        by_default = value is DECLINE and taken is not DECLINE
        step = Chosen(
            point.ref, point.supplement, point.name, by, actor, taken, by_default
        )
        return self._advance(next, arguments, [step])

    def heads_passed(self) -> tuple[int, ...]:
        """The heads of loops that the last advance passed, in order."""
        return tuple(node for node, *_ in self._passed)

    def _set(self, store: Store) -> AnyTable:
        table = self._table
        if table.columns() != store:
            table.fill(store)
            table.memo = {}
        table.telling = False
        table.explaining = True
        return table

    def _advance(
        self, next: Function, arguments: tuple[Value, ...], told: list[Any]
    ) -> Advance:
        table, points = self._table, self.flow.points
        table.steps, table.telling, table.relied = told, True, {}
        seen: list[tuple[Any, ...]] = []
        self._passed = seen
        while True:
            try:
                node, values = self._run(next, arguments, seen, self.flow.heads)
                if node == NOWHERE:
                    return self._ended(values[0], told)
                point = points[node]
                table.supplement = point.supplement
                for asked in point.asked:
                    asked(table, *values)
                state = State(
                    node, table.columns(), tuple(zip(point.live, values, strict=True))
                )
                table.telling = False
                if self._playable(state):
                    return Advance(state, tuple(told))
            except Broken as broken:
                between = (broken.ref, *broken.norms)
                detail = "an assignment enters a state that a norm forbids"
                ending = Ending(
                    "conflict",
                    broken.ref,
                    broken.supplement,
                    detail=detail,
                    between=between,
                    breaches=broken.breaches,
                )
                return self._ended(ending, told)
            except Undefined as undefined:
                return self._ended(_undefined(undefined, table.supplement), told)
            if point.stuck is None:
                return self._ended(self._stuck(state, point), told)
            table.telling = True
            told.append(Blocked(point.ref, point.stuck_supplement, point.name))
            next, arguments = point.stuck, values

    def _run(
        self,
        next: Function,
        arguments: tuple[Value, ...],
        seen: list[tuple[Any, ...]],
        heads: Mapping[int, Head],
    ) -> Next:
        """Play on up to a choice or an end, or a loop that does not begin at ``heads``."""
        table = self._table
        table.supplement = None
        node, values = next(table, *arguments)
        known: set[tuple[Any, ...]] = set()
        for _ in range(MOST_LOOPS):
            if node not in heads:
                return node, values
            head = heads[node]
            place = (node, table.columns(), values)
            if place in known or place in seen[:_FEW]:
                detail = f"the same happens again and again in {head.flow}"
                return ended(Ending("loop", head.ref, head.supplement, detail=detail))
            seen.append(place)
            if len(seen) > _FEW:
                known.update(seen[len(known) + _FEW :])
            table.supplement = None
            node, values = head.next(table, *values)
        detail = f"no choice within {MOST_LOOPS} nodes"
        return ended(Ending("limit", heads[node].ref, detail=detail))

    def _stuck(self, state: State, point: Point) -> Ending:
        breaches = tuple(
            one for found in self._all_verdicts(state).values() for one in found
        )
        detail = f"no value of {point.name.partition('.')[0]} is lawful"
        return Ending(
            "stuck", point.ref, point.supplement, detail=detail, breaches=breaches
        )

    def _ended(self, ending: Ending, told: list[AnyStep]) -> Advance:
        self._table.telling = False
        told.append(Ended(ending.at, ending.supplement, ending))
        self._table.steps = told
        self._table.mark()
        return Advance(State(NOWHERE, self._table.columns(), (), ending), tuple(told))

    # What is lawful: play looks ahead, up to the next choice.

    def _possible(self, state: State) -> tuple[Value, ...]:
        latest, domain = self._domain
        if latest is not state:
            point = self.flow.points[state.node]
            domain = tuple(point.domain(self._set(state.store), *values_of(state)))
            self._domain = state, domain
        return domain

    def _verdict(self, state: State, value: Value | Decline) -> tuple[Breach, ...]:
        point = self.flow.points[state.node]
        if not (point.decline_judged if value is DECLINE else point.judged):
            return ()
        latest, known = self._verdicts
        if latest is not state:
            known = {}
            self._verdicts = state, known
        if value not in known:
            known[value] = self._look_ahead(state, point, value)
        return known[value]

    def _look_ahead(
        self, state: State, point: Point, value: Value | Decline
    ) -> tuple[Breach, ...]:
        table, values = self._set(state.store), values_of(state)
        memo = table.memo
        try:
            if value is not DECLINE:
                self._run(point.next, (*values, value), [], self._judged)
            elif point.decline is not None:
                self._run(point.decline, values, [], self._judged)
        except Broken as broken:
            return broken.breaches
        except Undefined:
            return ()
        finally:
            table.fill(state.store)
            table.memo = memo
        return ()

    def _playable(self, state: State) -> bool:
        if any(not self._verdict(state, value) for value in self._possible(state)):
            return True
        declinable = self.flow.points[state.node].decline is not None
        return declinable and not self._verdict(state, DECLINE)

    def _all_verdicts(self, state: State) -> dict[Value, tuple[Breach, ...]]:
        values: list[Value] = list(self._possible(state))
        if self.flow.points[state.node].decline is not None:
            values.append(DECLINE)
        return {value: self._verdict(state, value) for value in values}

    # Choices.

    def pending(self, state: State) -> Choice:
        """The choice that ``state`` waits for. Raises :class:`Refused` at an end."""
        if state.ending is not None:
            raise Refused(_over(state.ending))
        point, values = self.flow.points[state.node], values_of(state)
        verdicts = self._all_verdicts(state)
        table = self._set(state.store)
        default = None
        if point.default is not None:
            value = point.default(table, *values)
            default = Option(value, verdicts.get(value, ()))
        return Choice(
            point.kind,
            point.ref,
            point.supplement,
            point.name,
            point.type,
            point.actor_set,
            None if point.actor is None else point.actor(table, *values),
            point.role,
            point.stream,
            tuple(
                Option(v, found) for v, found in verdicts.items() if v is not DECLINE
            ),
            Option(DECLINE, verdicts[DECLINE]) if DECLINE in verdicts else None,
            default,
        )

    def lawful(self, state: State) -> tuple[Value | Decline, ...]:
        """The lawful values in order, then :data:`DECLINE` where declining is lawful."""
        if state.ending is not None:
            return ()
        return tuple(
            value for value, found in self._all_verdicts(state).items() if not found
        )

    def why_not(self, state: State, value: Value | Decline) -> Refusal | None:
        """Why ``value`` cannot be applied in ``state``; ``None`` if it can."""
        if state.ending is not None:
            return _over(state.ending)
        point = self.flow.points[state.node]
        name = point.name.partition(".")[0]
        where = f"{name} in {point.ref}"
        if value is DECLINE and point.decline is None:
            if point.default is None:
                return Refusal(
                    "impossible", f"the choice of {where} cannot be declined"
                )
            table = self._set(state.store)
            return self.why_not(state, point.default(table, *values_of(state)))
        if value is not DECLINE and not any(
            same(one, value) for one in self._possible(state)
        ):
            return Refusal(
                "impossible", f"{shown(value)} is no possible value of {where}"
            )
        breaches = self._verdict(state, value)
        if not breaches:
            return None
        refs = ", ".join(dict.fromkeys(found.ref for found in breaches))
        what = "declining" if value is DECLINE else f"{shown(value)} for {name}"
        return Refusal(
            "forbidden", f"{what} in {point.ref} would break {refs}", breaches
        )

    def kind(self, state: State) -> Literal["chance", "actor", "nobody"] | None:
        """Who chooses in ``state``; ``None`` at an end."""
        return None if state.ending is not None else self.flow.points[state.node].kind

    def stream(self, state: State) -> Literal["dice", "lots"] | None:
        """Which random stream decides in ``state``, where chance does."""
        return None if state.ending is not None else self.flow.points[state.node].stream

    def at(self, state: State) -> str:
        """The paragraph (its short reference) of the choice or end that ``state`` rests at."""
        return (
            state.ending.at
            if state.ending is not None
            else self.flow.points[state.node].ref
        )

    def chance_outcomes(self, state: State) -> tuple[tuple[Value, Fraction], ...]:
        """The lawful values where chance decides, each with its probability."""
        if self.kind(state) != "chance":
            return ()
        values = self.lawful(state)
        return tuple((value, Fraction(1, len(values))) for value in values)


def values_of(state: State) -> tuple[Value, ...]:
    """The values of the variables that are bound in ``state``."""
    return tuple([value for _, value in state.variables])


def same(value: Value, given: Value) -> bool:
    """Whether ``given`` means ``value``; a plain tuple may stand for a record."""
    alike = (
        isinstance(given, tuple)
        if isinstance(value, tuple)
        else type(value) is type(given)
    )
    return alike and bool(value == given)


def find(domain: tuple[Value, ...], given: Value) -> Value:
    """The value of ``domain`` that ``given`` means."""
    return next(one for one in domain if same(one, given))


def _undefined(undefined: Undefined, supplement: str | None) -> Ending:
    detail, between = undefined.detail, undefined.between
    return Ending(
        undefined.kind, undefined.ref, supplement, detail=detail, between=between
    )


def _over(ending: Ending) -> Refusal:
    return Refusal("ended", f"play has ended ({ending.kind} in {ending.at})")
