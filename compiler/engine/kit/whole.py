"""Whole games at random, and games as JSON data."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from compiler.engine.kit.given import pick, plain, random_stream, shown, value_from
from compiler.engine.kit.outcomes import (
    DECLINE,
    NOWHERE,
    Advance,
    AnyStep,
    Decline,
    Ending,
    State,
    Store,
    Undefined,
    Value,
)
from compiler.engine.kit.play import AnyGame
from compiler.engine.kit.points import Function, Point
from compiler.engine.kit.table import Broken, Next
from compiler.engine.kit.terms import nothing_lawful
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
    ending: Ending | None
    choices: int
    declined: int
    passed: dict[int, int]
    applied: list[tuple[str, str]]


class WholeGame(AnyGame):
    """A game that can be played to its end, told, and written down."""

    _forbidden: bool | None = None

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
        table, flow = self._table, self.flow
        node, values = self._begin(seed, number, [] if resting else None)
        turns = flow.turns
        while node != NOWHERE:
            made = table.made
            for _ in range(_MANY):
                if node not in turns:
                    break
                node, values = turns[node](table, *values)
            else:
                if table.made == made:
                    raise Undefined("range", "", "this may be going round for ever")
            if resting and table.made > _MOST_CHOICES:
                raise Undefined("range", "", "this takes very long")
            if node not in turns and node != NOWHERE:
                point = flow.points[node]
                lawful = self._lawful_there(point, values)
                if resting and point.kind == "nobody" and len(lawful) > 1:
                    break
                node, values = self._drawn(point, values, lawful)
        ending = values[0] if node == NOWHERE else None
        applied = table.applied or []
        return Course(
            node, values, ending, table.made, table.declined, table.passed, applied
        )

    def _lawful_there(
        self, point: Point, values: tuple[Value, ...]
    ) -> Sequence[Value | Decline]:
        """What is lawful at ``point``, as :meth:`lawful` tells it."""
        table = self._table
        for asked in point.asked:
            asked(table, *values)
        lawful: Sequence[Value] = point.domain(table, *values)
        if point.kept is not None:
            lawful = point.kept(table, *values, lawful)
        elif point.judged:
            lawful = [one for one in lawful if self._holds(point.next, *values, one)]
        if point.decline is not None and (
            not point.decline_judged or self._holds(point.decline, *values)
        ):
            lawful = [*lawful, DECLINE]
        return lawful

    def _drawn(
        self,
        point: Point,
        values: tuple[Value, ...],
        lawful: Sequence[Value | Decline],
    ) -> Next:
        """Draw one of what is ``lawful`` at ``point``, and play on."""
        table = self._table
        if not lawful:
            if point.stuck is None:
                raise nothing_lawful(point.ref)
            stuck: Next = point.stuck(table, *values)
            return stuck
        table.made += 1
        draw = {
            "dice": table.draw_dice,
            "choices": table.draw_choices,
            "lots": table.draw_lots,
        }[point.draws]
        value = lawful[draw() * len(lawful) >> 64]
        if value is DECLINE and point.decline is not None:
            table.declined += 1
            declined: Next = point.decline(table, *values)
            return declined
        after: Next = point.next(table, *values, value)
        return after

    def _begin(
        self, seed: int, number: int, applied: list[tuple[str, str]] | None
    ) -> Next:
        """Lay the table for a game, and go to where play rests first."""
        if self._forbidden is None:
            self._forbidden = self.initial().state.ending is not None
        if self._forbidden:
            raise Undefined("range", "", "this ends before it begins")
        table = self._table
        table.fill(self._start)
        table.memo, table.relied = {}, {}
        table.telling = table.explaining = False
        table.draw_dice = random_stream(seed, number, "dice").__next__
        table.draw_choices = random_stream(seed, number, "choices").__next__
        table.draw_lots = random_stream(seed, number, "lots").__next__
        table.made = table.declined = 0
        table.applied = applied
        table.passed = defaultdict(int)
        first: Next = self.flow.start(table)
        return first

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
