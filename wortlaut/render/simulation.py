"""Simulated games, told: how they end, who wins, and what happens in them."""

from collections.abc import Iterator, Mapping
from typing import Any, TextIO

from rich.markup import escape
from rich.table import Table

from compiler.law import Law
from runtime.actors import acting_sets
from runtime.json_values import value_from
from runtime.ruleset.types import Type
from runtime.simulation.games import Setup
from runtime.trace import article
from wortlaut.render.board import lettered_set
from wortlaut.render.console import console
from wortlaut.render.names import Names
from wortlaut.render.numbers import decimal, grouped, percent
from wortlaut.render.words import words

_SHOWN_VALUES = 20
"""So many values of an outcome are listed; the JSON has all."""


def show_simulation(
    law: Law, setup: Setup, result: dict[str, Any], reader: str, stream: TextIO
) -> None:
    """The whole result."""
    out, say = console(stream), words(reader)
    labels = Labels(law, setup, reader)
    for line in labels.heading(result):
        out.print(escape(line), style="quiet" if line != labels.title(result) else "bold")
    table = Table(box=None, pad_edge=False)
    table.add_column(say["games_end"], overflow="fold")
    table.add_column(say["of_games"], justify="right")
    table.add_column(say["share"], justify="right")
    table.add_column(say["interval"], justify="right")
    for label, one in labels.ends(result):
        table.add_row(escape(label), *share_cells(one, say))
    out.print(table)
    counts = Table(box=None, pad_edge=False)
    counts.add_column(say["in_a_game"], overflow="fold")
    counts.add_column(say["mean"], justify="right")
    counts.add_column(say["interval"], justify="right")
    counts.add_column(say["least_most"], justify="right")
    counts.add_column(say["in_games"], justify="right")
    for name, one in result["counts"].items():
        counts.add_row(
            escape(labels.count(name)),
            decimal(one["mean"], ".3g" if one["mean"] < 100 else ".1f", say),
            f"{decimal(one['low'], '.4g', say)} – {decimal(one['high'], '.4g', say)}",
            f"{one['least']} – {one['most']}",
            percent(one["games"]["share"], say),
        )
    out.print()
    out.print(counts)
    if result["games_per_second"] is not None:
        speed = say["speed"].format(speed=grouped(result["games_per_second"], say))
        out.print(escape(speed), style="quiet")


class Labels:
    """What ends, values, seats and counts are called, for people."""

    def __init__(self, law: Law, setup: Setup, reader: str) -> None:
        self.say = words(reader)
        self.setup = setup
        lettered = lettered_set(setup.rules, setup.sizes)
        self.names = Names(law, setup.rules, lettered, reader, self.say)

    def title(self, result: Mapping[str, Any]) -> str:
        """Law, version, sizes, number of games, seed."""
        rules = self.setup.rules
        open_ = {
            name: size for name, size in result["sizes"].items() if not rules.sets[name].members
        }
        sizes = ", ".join(f"{rules.terms.get(name, name)} {size}" for name, size in open_.items())
        about = (result["law"], result["language"], sizes)
        return self.say["simulated"].format(
            law=" · ".join(one for one in about if one),
            games=grouped(result["games"], self.say),
            seed=result["seed"],
        )

    def heading(self, result: Mapping[str, Any]) -> Iterator[str]:
        """The title, readings, settings, policies."""
        yield self.title(result)
        if result["readings"]:
            told = ", ".join(f"{point} = {name}" for point, name in result["readings"].items())
            yield self.say["readings_in_use"].format(readings=told)
        if result["settings"]:
            told = ", ".join(map(self.setting, result["settings"], result["settings"].values()))
            yield self.say["settings_in_use"].format(settings=told)
        yield self.say["policies_in_use"].format(policies="; ".join(result["policy"]))

    def ends(self, result: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Everything that has a share, in order; what no game has only if it is an outcome."""
        for end, one in result["ends"].items():
            if one["count"] or end in self.setup.outcomes:
                yield self.end(end), one
                for place, number in one.get("at", {}).items():
                    yield f"    {place}", {**one, "count": number, "share": None}
                values = result.get(end, result.get(f"_{end}", ()))
                if end in self.setup.outcomes and isinstance(values, list):
                    for value in values[:_SHOWN_VALUES]:
                        yield f"  {self.value(end, value['value'])}", value
        for one in result.get("seats", ()):
            yield self.seat(one["seat"]), one

    def end(self, end: str) -> str:
        """An end: an outcome's term, or the kind of end."""
        if end in self.setup.outcomes:
            return self.names.term(end)
        return self.say[f"end_of_kind_{end}"]

    def setting(self, name: str, data: Any) -> str:
        """A setting of the law and its value, which is given as JSON data."""
        rules = self.setup.rules
        type: Type = rules.parameters[name].type
        value = value_from(data, type, rules, self.setup.sizes, name)
        return f"{self.names.term(name)} = {self.names.value(value, type)}"

    def value(self, outcome: str, data: Any) -> str:
        """A value of an outcome, which is given as JSON data."""
        rules = self.setup.rules
        type: Type = rules.states[outcome].type
        return self.names.value(value_from(data, type, rules, self.setup.sizes, outcome), type)

    def seat(self, number: int) -> str:
        """What is a player's."""
        player = self.names.element(acting_sets(self.setup.rules)[0], number)
        return self.say["won_by_seat"].format(seat=player)

    def count(self, name: str) -> str:
        """What is counted within a game."""
        kind, _, rest = name.partition(":")
        concept, _, ref = rest.partition("@")
        place = article(self.setup.rules, ref) if ref else ""
        return self.say[f"count_{kind}"].format(name=self.names.term(concept), place=place)


def share_cells(one: Mapping[str, Any], say: Mapping[str, str]) -> tuple[str, str, str]:
    """Number, share and interval; only the number where there is no share of its own."""
    if one["share"] is None:
        return grouped(one["count"], say), "", ""
    low, high = percent(one["low"], say), percent(one["high"], say)
    return grouped(one["count"], say), percent(one["share"], say), f"{low} – {high}"
