"""Whole games at random, and games as JSON data."""

from collections.abc import Iterator
from typing import Any

from compiler.engine.kit.given import pick, plain, random_stream, shown, value_from
from compiler.engine.kit.outcomes import (
    DECLINE,
    NOWHERE,
    Advance,
    AnyStep,
    Ending,
    State,
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


class WholeGame(AnyGame):
    """A game that can be played to its end, told, and written down."""

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
            return self._hurry(seed, number)
        except (Broken, Undefined):
            # What ends a game before its time is looked at with more care.
            *_, last = self.play(seed, number)
            assert last.state.ending is not None
            return last.state.ending

    def _hurry(self, seed: int, number: int) -> Ending:
        """As :meth:`play_out`; raises where play does not go from choice to choice."""
        draw = {
            name: random_stream(seed, number, name).draw
            for name in ("dice", "choices", "lots")
        }
        state = self.initial().state
        table, points, heads = self._table, self.flow.points, self.flow.heads
        table.explaining = False
        node, values, ending = state.node, values_of(state), state.ending
        while ending is None:
            point = points[node]
            for asked in point.asked:
                asked(table, *values)
            lawful = point.domain(table, *values)
            if point.judged:
                lawful = [
                    one for one in lawful if self._holds(point.next, *values, one)
                ]
            if point.decline is not None and (
                not point.decline_judged or self._holds(point.decline, *values)
            ):
                lawful = (*lawful, DECLINE)
            if not lawful:
                raise Undefined("gap", point.ref, "nothing is lawful")
            # As `pick`, which would cost more than what it does.
            value = lawful[draw[point.draws]() * len(lawful) >> 64]
            if value is DECLINE and point.decline is not None:
                node, values = point.decline(table, *values)
            else:
                node, values = point.next(table, *values, value)
            passed = 0
            while node in heads:
                node, values = heads[node].next(table, *values)
                passed += 1
                if passed > _MANY:
                    raise Undefined("range", "", "this may be going round for ever")
            if node == NOWHERE:
                ending = values[0]
        return ending

    def _holds(self, next: Function, *arguments: Value) -> bool:
        """Whether no norm forbids what comes before the next choice."""
        table, judged = self._table, self._judged
        before, memo = table.columns(), table.memo
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
            table.memo = memo
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
