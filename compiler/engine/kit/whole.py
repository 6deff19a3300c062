"""Whole games at random, and games as JSON data."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from compiler.engine.kit.given import pick, plain, random_stream, shown, value_from
from compiler.engine.kit.outcomes import (
    DECLINE,
    NOWHERE,
    Advance,
    AnyStep,
    Applied,
    Ending,
    State,
    Store,
    Undefined,
    Value,
)
from compiler.engine.kit.play import AnyGame, values_of
from compiler.engine.kit.points import Function
from compiler.engine.kit.table import Broken
from compiler.engine.kit.written import (
    article,
    citations,
    ending_as_json,
    read_ending,
    store_as_json,
    traced,
)

_MANY = 1_000
"""More heads of loops in a row than this are passed slowly and with care."""


_MOST_CHOICES = 100_000
"""So are games with more choices than this."""


@dataclass(slots=True)
class Course:
    """A game that was played, and how often what happened in it.

    ``node`` and ``values``: where it rests, with the variables that are bound there, or
    its ``ending``. ``passed``: the heads of loops, by node. ``applied``: the rules, by
    decision and paragraph, in order, where these are counted.
    """

    node: int
    values: tuple[Value, ...]
    ending: Ending | None = None
    choices: int = 0
    declined: int = 0
    passed: dict[int, int] = field(default_factory=dict)
    applied: list[tuple[str, str]] = field(default_factory=list)


class WholeGame(AnyGame):
    """A game that can be played to its end, told, and written down."""

    _beginning: tuple[Advance, tuple[int, ...]] | None = None

    # Whole games.

    def play(self, seed: int, number: int = 0) -> Iterator[Advance]:
        """Game ``number`` under ``seed``, every choice drawn by lot, advance by advance.

        The same numbers give the same game as ``wortlaut`` plays.
        """
        streams = {
            name: random_stream(seed, number, name)
            for name in ("dice", "choices", "lots")
        }
        advance = self.initial()
        yield advance
        while (state := advance.state).ending is None:
            point = self.flow.points[state.node]
            advance = self.apply(state, pick(streams[point.draws], self.lawful(state)))
            yield advance

    def play_out(self, seed: int, number: int = 0) -> Ending:
        """The end of the same game, without the way there, and much faster."""
        try:
            ending = self._hurry(seed, number, resting=False).ending
            assert ending is not None
            return ending
        except (Broken, Undefined):
            # What ends a game before its time is looked at with more care.
            *_, last = self.play(seed, number)
            assert last.state.ending is not None
            return last.state.ending

    def course(self, seed: int, number: int = 0) -> Course | None:
        """What happened how often in the same game; it rests where nobody is named who chooses.

        None: the game ends before its time, and must be looked at with more care.
        """
        try:
            return self._hurry(seed, number, resting=True)
        except (Broken, Undefined):
            return None
        finally:
            self._table.applied = None

    def on_table(self) -> Store:
        """What all state variables hold after :meth:`course`."""
        return self._table.columns()

    def _hurry(self, seed: int, number: int, *, resting: bool) -> Course:
        """Play from choice to choice; raises where play does not go so smoothly."""
        draw = {
            name: random_stream(seed, number, name).draw
            for name in ("dice", "choices", "lots")
        }
        course = self._begin()
        table, points, heads = self._table, self.flow.points, self.flow.heads
        table.explaining = False
        table.applied = course.applied if resting else None
        passed, choices = course.passed, 0
        node, values = course.node, course.values
        while node != NOWHERE:
            point = points[node]
            for asked in point.asked:
                asked(table, *values)
            lawful = point.domain(table, *values)
            if point.judged:
                if point.kept is not None:
                    lawful = point.kept(table, *values, lawful)
                else:
                    lawful = [
                        one for one in lawful if self._holds(point.next, *values, one)
                    ]
            if point.decline is not None and (
                not point.decline_judged or self._holds(point.decline, *values)
            ):
                lawful = (*lawful, DECLINE)
            if lawful:
                if resting:
                    if point.kind == "nobody" and len(lawful) > 1:
                        break
                    if choices >= _MOST_CHOICES:
                        raise Undefined("range", point.ref, "this takes very long")
                choices += 1
                # As `pick`, which would cost more than what it does.
                value = lawful[draw[point.draws]() * len(lawful) >> 64]
                if value is DECLINE and point.decline is not None:
                    course.declined += 1
                    node, values = point.decline(table, *values)
                else:
                    node, values = point.next(table, *values, value)
            elif point.stuck is not None:
                node, values = point.stuck(table, *values)
            else:
                raise Undefined("gap", point.ref, "nothing is lawful")
            heads_now = 0
            while node in heads:
                passed[node] = passed.get(node, 0) + 1
                node, values = heads[node].next(table, *values)
                heads_now += 1
                if heads_now > _MANY:
                    raise Undefined("range", "", "this may be going round for ever")
        course.node, course.values, course.choices = node, values, choices
        course.ending = values[0] if node == NOWHERE else None
        return course

    def _begin(self) -> Course:
        """The start of every game, which is found only once; the table is laid for it."""
        if self._beginning is None:
            advance = self.initial()
            self._beginning = advance, self.heads_passed()
        advance, heads = self._beginning
        state = advance.state
        self._set(state.store)
        values = values_of(state) if state.ending is None else (state.ending,)
        course = Course(state.node, values)
        for head in heads:
            course.passed[head] = course.passed.get(head, 0) + 1
        for step in advance.steps:
            if isinstance(step, Applied):
                course.applied.append((step.decision, step.ref))
        return course

    def _holds(self, next: Function, *arguments: Value) -> bool:
        """Whether no norm forbids what comes before the next choice."""
        table, judged = self._table, self._judged
        before, memo, applied = table.columns(), table.memo, table.applied
        table.applied = None
        try:
            node, values = next(table, *arguments)
            if node in judged:
                self._run(judged[node].next, values, [], judged)
        except Broken:
            return False
        except Undefined:
            return True
        finally:
            table.fill(before)
            table.memo, table.applied = memo, applied
        return True

    # Reading and writing.

    def trace(self, steps: tuple[AnyStep, ...]) -> tuple[dict[str, Any], ...]:
        """The steps as JSON data, cited."""
        return tuple(traced(self.law, step) for step in steps)

    def summary(self, state: State) -> dict[str, Any]:
        """Where play rests, in a few words: the outcome, or the kind of end and its article."""
        ending = state.ending
        if ending is None:
            return {"end": "pending", "at": article(self.law, self.at(state))}
        if ending.outcome is not None:
            known = any(
                one.id == ending.outcome and not one.domain
                for one in self._table.STATES
            )
            value = {ending.outcome: plain(ending.value)} if known else {}
            return {"end": ending.outcome} | value
        if ending.kind == "done":
            value = {"value": plain(ending.value)} if self.flow.has_result else {}
            return {"end": "done"} | value
        return {"end": ending.kind, "at": article(self.law, ending.at)}

    def serialise(self, state: State) -> dict[str, Any]:
        """The state as JSON data, complete: :meth:`deserialise` gives it back."""
        return {
            "node": state.node,
            "store": store_as_json(self._table, state.store),
            "variables": {name: plain(value) for name, value in state.variables},
            "ending": None if state.ending is None else ending_as_json(state.ending),
        }

    def deserialise(self, data: Any) -> State:
        """The state that :meth:`serialise` wrote. Raises ``ValueError``."""
        if not isinstance(data, dict) or set(data) != {
            "node",
            "store",
            "variables",
            "ending",
        }:
            raise ValueError(
                "expected an object with node, store, variables and ending"
            )
        store = self.store(data["store"])
        ending = None if data["ending"] is None else read_ending(data["ending"])
        node, variables = data["node"], data["variables"]
        if node == NOWHERE and ending is not None and variables == {}:
            return State(NOWHERE, store, (), ending)
        if type(node) is not int or node not in self.flow.points:
            raise ValueError(
                f"node: expected the number of a choice, not {shown(node)}"
            )
        live = self.flow.points[node].live
        if not isinstance(variables, dict) or set(variables) != set(live):
            raise ValueError(f"variables: expected exactly {', '.join(live) or 'none'}")
        types, law, sizes = self.flow.variables, self.law, self.sizes
        bound = tuple(
            (name, value_from(law, sizes, variables[name], types[name], name))
            for name in live
        )
        return State(node, store, bound, ending)

    def citations(self, ref: str) -> dict[str, str]:
        """How the paragraph ``ref`` is cited, by language."""
        return citations(self.law, ref)
