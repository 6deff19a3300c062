"""The interpreter: plays a flow of a rule set, choice by choice.

Receives a rule set, a flow and the sizes of the sets; a :class:`Game` hands on
states and what may be chosen in them. The game never changes; states are
values. Only lawful values can be chosen (:mod:`runtime.lawful`), whoever
chooses; those of a lot are equally probable.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from runtime.code import Undefined
from runtime.evaluate import Evaluator
from runtime.lawful import Lawful, points
from runtime.lowering import lower, source_name
from runtime.machine import Broken, Halt, Machine, Run
from runtime.norms import breach
from runtime.parameters import parameter_values
from runtime.reliance import Reliance
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ByActor, ByChance
from runtime.ruleset.types import Type
from runtime.sizes import sizes as resolved_sizes
from runtime.state import NOWHERE, Breach, Ending, Layout, State, Store
from runtime.steps import DECLINE, AnyStep, Blocked, Chosen, Decline, Ended
from runtime.values import Value, contains, shown
from runtime.watch import Watch


@dataclass(frozen=True, slots=True)
class Option:
    """A value that may be chosen, or :data:`DECLINE`; lawful unless it has ``breaches``."""

    value: Value
    breaches: tuple[Breach, ...]

    @property
    def lawful(self) -> bool:
        return not self.breaches


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that play waits for.

    ``kind``: who chooses. An actor is the element ``actor`` of ``actor_set``, or
    the ``role``. ``stream``: of chance, which of the two random streams.
    ``options``: the values of the domain in order. ``decline``: what declining
    would be, where that is possible. ``default``: what holds where the chooser
    does nothing, where the law says so.
    """

    kind: Literal["chance", "actor", "nobody"]
    ref: str
    supplement: str | None
    name: str
    type: Type
    actor_set: str | None
    actor: int | None
    role: str | None
    stream: Literal["dice", "lots"] | None
    options: tuple[Option, ...]
    decline: Option | None
    default: Option | None

    @property
    def optional(self) -> bool:
        return self.decline is not None


@dataclass(frozen=True, slots=True)
class Advance:
    """Where play rests now, and what happened on the way there."""

    state: State
    steps: tuple[AnyStep, ...]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a value cannot be applied.

    ``ended``: play is over. ``impossible``: not a value of the choice's domain
    (or nothing to decline). ``forbidden``: not lawful; ``breaches`` says why.
    """

    kind: Literal["ended", "impossible", "forbidden"]
    reason: str
    breaches: tuple[Breach, ...] = ()


class Refused(ValueError):
    """A value was applied that is impossible or not lawful; ``refusal`` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


class Game:
    """One flow of one rule set, for given sizes and parameters of the law.

    ``sizes`` and ``parameters`` as for :func:`runtime.sizes.sizes` and
    :func:`runtime.parameters.parameter_values`, which say what they raise;
    :class:`~runtime.lowering.LoweringError` for an unknown flow. ``watch`` is told
    what play uses. ``reports``: steps tell the supplements whose cases of definitions
    they relied on.
    """

    def __init__(
        self,
        rules: RuleSet,
        flow: str,
        sizes: Mapping[str, int] | None = None,
        parameters: Mapping[str, Value] | None = None,
        watch: Watch | None = None,
        reports: bool = True,
    ) -> None:
        self.rules = rules
        self.flow = flow
        self.sizes = resolved_sizes(rules, sizes)
        self.parameters = parameter_values(rules, self.sizes, parameters)
        self.graph = lower(rules, flow)
        self.layout = Layout(rules, self.sizes)
        reliance = Reliance(rules)
        self._reliance = reliance if reliance.definitions and reports else None
        evaluator = Evaluator(rules, self.layout, self.parameters, watch, self._reliance)
        self._machine = Machine(rules, self.graph, self.layout, evaluator)
        self._points = points(rules, self._machine, evaluator)
        self._lawful = Lawful(self._machine, self._points)
        self._passed: tuple[tuple[object, ...], ...] = ()

    # Advancing.

    def initial(
        self,
        store: Store | None = None,
        arguments: Mapping[str, Value] | None = None,
    ) -> Advance:
        """The start of play: from ``store``, or from the law's initial values.

        ``arguments`` are the values of the flow's parameters, by name. Raises
        ``ValueError`` if one is missing, unknown or of another type. A store
        that a norm forbids is a conflict at that norm.
        """
        store = self.layout.initial() if store is None else store
        self._passed = ()
        declared = self.rules.flows[self.flow].parameters
        given = dict(arguments or {})
        bound = []
        for name, parameter in zip(self.graph.parameters, declared, strict=True):
            value = given.pop(parameter.name, None)
            if not contains(value, parameter.type, self.rules, self.sizes):
                raise ValueError(f"{value!r} is no value for {parameter.name!r} of {self.flow!r}")
            bound.append((name, value))
        if given:
            raise ValueError(f"{self.flow!r} has no parameter {next(iter(given))!r}")
        variables = tuple(bound)
        machine = self._machine
        try:
            broken = [norm for norm in machine.norms if norm.broken(store)]
        except Undefined as undefined:
            return self._ended(machine.undefined(0, undefined), store, [])
        if broken:
            breaches = tuple(breach(norm, store, norm.ref, self.rules) for norm in broken)
            refs = tuple(norm.ref for norm in broken)
            detail = "a norm forbids the state at the start"
            ending = Ending("conflict", refs[0], detail=detail, between=refs, breaches=breaches)
            return self._ended(ending, store, [])
        return self._advance(self.graph.entry, store, machine.frame(variables), [])

    def apply(self, state: State, value: Value | Decline) -> Advance:
        """Play on with ``value`` chosen; :data:`DECLINE` for the chooser who does nothing.

        Doing nothing takes the default where there is one and declining is not
        possible. Raises :class:`Refused` if :meth:`why_not` finds a reason.
        """
        refusal = self.why_not(state, value)
        if refusal is not None:
            raise Refused(refusal)
        point = self._points[state.node]
        node = point.node
        frame = self._machine.frame(state.variables)
        target = node.next
        taken = value
        if value is DECLINE and node.decline is not None:
            target = node.decline
        else:
            if value is DECLINE and point.default is not None:
                taken = point.default(state.store, frame)
            taken = next(one for one in self._lawful.domain(state) if _same(one, taken))
            frame[point.slot] = taken
        actor = point.actor(state.store, frame) if point.actor is not None else None
        role = node.by.role if isinstance(node.by, ByActor) else None
        step = Chosen(
            node.ref,
            node.supplement,
            node.name,
            node.type,
            node.by.kind,
            point.actor_set,
            actor,
            role,
            taken,
            by_default=value is DECLINE and taken is not DECLINE,
        )
        return self._advance(target, state.store, frame, [step])

    def _advance(
        self, node: int, store: Store, frame: list[Value], steps: list[AnyStep]
    ) -> Advance:
        machine = self._machine
        run = Run(store, frame, steps, {})
        if self._reliance is not None:
            self._reliance.ids.clear()
        while True:
            try:
                node = machine.run(node, run)
                state = State(node, run.store, machine.bound(node, frame))
                self._asked(state)
                if self._lawful.playable(state):
                    return Advance(state, tuple(steps))
                ending = self._blocked(state, steps)
            except Halt as halt:
                ending = halt.ending
            except Broken as broken:
                ending = self._unavoidable(broken)
            except Undefined as undefined:
                ending = machine.undefined(node, undefined)
            finally:
                self._passed = tuple(run.seen)
            if ending is not None:
                return self._ended(ending, run.store, steps)
            stuck = self._points[node].node.stuck
            assert stuck is not None
            node = stuck

    def _asked(self, state: State) -> None:
        """Work out who chooses and what the default is; where they are undefined, play ends."""
        point = self._points[state.node]
        frame = self._machine.frame(state.variables)
        for code in (point.actor, point.default):
            if code is not None:
                code(state.store, frame)

    def _blocked(self, state: State, steps: list[AnyStep]) -> Ending | None:
        """What becomes of a choice without a lawful value; ``None``: a supplement goes on."""
        node = self._points[state.node].node
        if node.stuck is not None:
            steps.append(Blocked(node.ref, node.stuck_supplement, node.name))
            return None
        detail = f"no value of {source_name(node.name)} is lawful"
        breaches = tuple(one for found in self._lawful.verdicts(state).values() for one in found)
        return Ending("stuck", node.ref, node.supplement, detail=detail, breaches=breaches)

    def _unavoidable(self, broken: Broken) -> Ending:
        breaches = self._machine.breaches(broken)
        between = (broken.node.ref, *(norm.ref for norm in broken.norms))
        detail = "an assignment enters a state that a norm forbids"
        ref, supplement = broken.node.ref, broken.node.supplement
        return Ending(
            "conflict", ref, supplement, detail=detail, between=between, breaches=breaches
        )

    def _ended(self, ending: Ending, store: Store, steps: list[AnyStep]) -> Advance:
        steps.append(Ended(ending.at, ending.supplement, ending))
        if self._reliance is not None:
            self._reliance.mark(steps, len(steps) - 1)
        return Advance(State(NOWHERE, store, (), ending), tuple(steps))

    def resume(self, state: State) -> Advance:
        """Play on from a loop head, as :meth:`heads_passed` gives them, or from a choice."""
        return self._advance(state.node, state.store, self._machine.frame(state.variables), [])

    def heads_passed(self) -> Iterator[State]:
        """The loop heads that the last advance passed, in order, as if play rested there."""
        for at, store, *values in self._passed:
            assert isinstance(at, int)
            assert isinstance(store, Store)
            names = self._machine.live[at]
            yield State(at, store, tuple(zip(names, values, strict=True)))

    # Choices.

    def live(self, node: int) -> tuple[str, ...] | None:
        """The names bound in a state that rests at ``node``; ``None`` if none rests there."""
        return self._machine.live[node] if node in self._points else None

    def pending(self, state: State) -> Choice:
        """The choice that ``state`` waits for. Raises :class:`Refused` at an end."""
        if state.ending is not None:
            raise Refused(_over(state.ending))
        point = self._points[state.node]
        node, by = point.node, point.node.by
        frame = self._machine.frame(state.variables)
        verdicts = self._lawful.verdicts(state)
        default = None
        if point.default is not None:
            value = point.default(state.store, frame)
            default = Option(value, verdicts.get(value, ()))
        return Choice(
            by.kind,
            node.ref,
            node.supplement,
            node.name,
            node.type,
            point.actor_set,
            point.actor(state.store, frame) if point.actor is not None else None,
            by.role if isinstance(by, ByActor) else None,
            by.stream if isinstance(by, ByChance) else None,
            tuple(Option(v, found) for v, found in verdicts.items() if v is not DECLINE),
            Option(DECLINE, verdicts[DECLINE]) if DECLINE in verdicts else None,
            default,
        )

    def lawful(self, state: State) -> tuple[Value | Decline, ...]:
        """The lawful values in order, then :data:`DECLINE` where declining is lawful."""
        if state.ending is not None:
            return ()
        return tuple(value for value, found in self._lawful.verdicts(state).items() if not found)

    def kind(self, state: State) -> Literal["chance", "actor", "nobody"] | None:
        """Who chooses in ``state``; ``None`` at an end."""
        return None if state.ending is not None else self._points[state.node].node.by.kind

    def stream(self, state: State) -> Literal["dice", "lots"] | None:
        """Which random stream decides in ``state``, where chance does."""
        by = None if state.ending is not None else self._points[state.node].node.by
        return by.stream if isinstance(by, ByChance) else None

    def at(self, state: State) -> str:
        """The paragraph (its short reference) of the choice or end that ``state`` rests at."""
        return state.ending.at if state.ending is not None else self._points[state.node].node.ref

    def chance_outcomes(self, state: State) -> tuple[tuple[Value, Fraction], ...]:
        """The lawful values where chance decides, each with its probability.

        Empty where chance does not decide.
        """
        if self.kind(state) != "chance":
            return ()
        values = self.lawful(state)
        return tuple((value, Fraction(1, len(values))) for value in values)

    def why_not(self, state: State, value: Value | Decline) -> Refusal | None:
        """Why ``value`` cannot be applied in ``state``; ``None`` if it can."""
        if state.ending is not None:
            return _over(state.ending)
        point = self._points[state.node]
        name, ref = source_name(point.node.name), point.node.ref
        if value is DECLINE and point.node.decline is None:
            if point.default is None:
                return Refusal("impossible", f"the choice of {name} in {ref} cannot be declined")
            frame = self._machine.frame(state.variables)
            return self.why_not(state, point.default(state.store, frame))
        if value is not DECLINE and not any(
            _same(one, value) for one in self._lawful.domain(state)
        ):
            return Refusal("impossible", f"{shown(value)} is no possible value of {name} in {ref}")
        breaches = self._lawful.verdict(state, value)
        if not breaches:
            return None
        refs = ", ".join(dict.fromkeys(found.ref for found in breaches))
        what = "declining" if value is DECLINE else f"{shown(value)} for {name}"
        return Refusal("forbidden", f"{what} in {ref} would break {refs}", breaches)


def _same(value: Value, given: Value) -> bool:
    return type(value) is type(given) and bool(value == given)


def _over(ending: Ending) -> Refusal:
    return Refusal("ended", f"play has ended ({ending.kind} in {ending.at})")
