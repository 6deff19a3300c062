"""An experiment, told: both sides, what differs, and who wins before and after."""

import json
from collections.abc import Mapping
from itertools import compress
from typing import Any, TextIO

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from compiler.law import Law
from wortlaut.experiment import Sides
from wortlaut.render.console import console
from wortlaut.render.numbers import decimal, grouped, p_value, percent
from wortlaut.render.simulation import Labels
from wortlaut.render.words import words

_SURE = 0.05
"""What a corrected p is below of if the difference is marked."""

_COLUMNS = (
    "side_before", "side_after", "difference", "lower_higher", "p_holm", "variance_ratio"
)  # fmt: skip
_ALL_COLUMNS = 98
"""How wide a terminal must be for all of these."""


def show_experiment(
    laws: tuple[Law, Law], sides: Sides, result: dict[str, Any], reader: str, stream: TextIO
) -> None:
    """The whole result."""
    page = _Page(laws, sides, result, reader, console(stream))
    page.heading()
    page.changes()
    page.measures()
    page.matrix()
    page.sequential()


class _Page:
    def __init__(
        self,
        laws: tuple[Law, Law],
        sides: Sides,
        result: dict[str, Any],
        reader: str,
        out: Console,
    ) -> None:
        self.result = result
        self.say = words(reader)
        self.out = out
        self.before = Labels(laws[0], sides.before, reader)
        self.after = Labels(laws[1], sides.after, reader)

    def heading(self) -> None:
        """The title, and what parts the two sides."""
        first, second = self.result["sides"]
        title, *more = self.before.heading({**first, "seed": self.result["seed"]})
        self.out.print(escape(title), style="bold")
        for line in more:
            self.out.print(escape(line), style="quiet")
        for word, side, other in (
            ("side_before", first, second),
            ("side_after", second, first),
        ):
            told = [str(side[name]) for name in ("law", "language") if side[name] != other[name]]
            told += [
                f"{point} = {name}"
                for point, name in side["readings"].items()
                if other["readings"].get(point) != name
            ]
            if told:
                self.out.print(f"{escape(self.say[word])}: {escape(', '.join(told))}")

    def changes(self) -> None:
        """In how many games the result is another one."""
        one = self.result["winner_changes"]
        line = self.say["winner_changes"].format(
            count=grouped(one["count"], self.say),
            of=grouped(self.result["games"], self.say),
            share=percent(one["share"], self.say),
            low=percent(one["low"], self.say),
            high=percent(one["high"], self.say),
        )
        self.out.print(f"\n[strong]{escape(line)}[/strong]\n")

    def measures(self) -> None:
        """A row for each measure that is not the same in all games.

        Where there is little room, what tells how the figures came about is left out.
        """
        say = self.say
        table = Table(box=None, pad_edge=False)
        table.add_column("", overflow="fold")
        shown = [
            word in ("side_before", "side_after", "difference", "p_holm")
            or self.out.width >= _ALL_COLUMNS
            for word in _COLUMNS
        ]
        for word in compress(_COLUMNS, shown):
            table.add_column(say[word], justify="right", no_wrap=True)
        for one in self.result["measures"]:
            share = not one["measure"].startswith("count:")
            ratio = one["variance_ratio"]
            if ratio is None and not one["difference"]:
                continue
            before, after, difference, low, high = (
                100 * one[name] if share else one[name]
                for name in ("before", "after", "difference", "low", "high")
            )
            unit = " %" if share else ""
            cells = (
                decimal(before, ".2f", say) + unit,
                decimal(after, ".2f", say) + unit,
                difference_with(difference, low, high, unit, say),
                f"{grouped(one['lower'], self.say)} / {grouped(one['higher'], self.say)}",
                p_value(one["holm_p"], say),
                "" if ratio is None else decimal(ratio, ".2f", say),
            )
            style = "strong" if one["holm_p"] < _SURE else ""
            measure = escape(self._measure(one["measure"]))
            table.add_row(measure, *compress(cells, shown), style=style)
        self.out.print(table)

    def matrix(self) -> None:
        """Results before, by those after."""
        matrix: Mapping[str, Mapping[str, int]] = self.result["matrix"]
        columns = list(dict.fromkeys(after for row in matrix.values() for after in sorted(row)))
        columns.sort()
        table = Table(box=None, pad_edge=False, title=self.say["matrix"], title_justify="left")
        table.add_column(f"{self.say['side_before']} ↓ {self.say['side_after']} →")
        for after in columns:
            table.add_column(escape(self._result(after, self.after)), justify="right")
        for before, row in matrix.items():
            cells = (grouped(row.get(after, 0), self.say) for after in columns)
            table.add_row(escape(self._result(before, self.before)), *cells)
        self.out.print()
        self.out.print(table)

    def sequential(self) -> None:
        """What the test that may stop early decided."""
        one = self.result["sequential"]
        if one is None:
            return
        line = self.say[f"decided_{one['decision']}"].format(
            measure=self._measure(one["measure"]),
            games=grouped(one["games"], self.say),
            margin=percent(one["margin"], self.say),
            low=percent(one["low"], self.say, "+.2f"),
            high=percent(one["high"], self.say, "+.2f"),
        )
        self.out.print(f"\n[strong]{escape(line)}[/strong]")
        self.out.print(escape(self.say["stopped_when_decided"]), style="quiet")

    def _measure(self, name: str) -> str:
        return measure_name(name, self.before)

    def _result(self, result: str, labels: Labels) -> str:
        end, _, value = result.partition(" ")
        return self._value(labels, end, value) if value else labels.end(end)

    def _value(self, labels: Labels, outcome: str, text: str) -> str:
        return labels.value(outcome, json.loads(text))


def measure_name(name: str, labels: Labels) -> str:
    """What a measure is called; values are indented under their outcome."""
    kind, _, rest = name.partition(":")
    match kind:
        case "end":
            known = rest in labels.setup.outcomes or f"end_of_kind_{rest}" in labels.say
            return labels.end(rest) if known else rest
        case "value":
            outcome, _, value = rest.partition("=")
            return f"  {labels.value(outcome, json.loads(value))}"
        case "seat":
            return labels.seat(int(rest))
        case "any":
            return f"{labels.count(rest)} ({labels.say['of_games']})"
        case _:
            return labels.count(rest)


def difference_with(
    difference: float, low: float, high: float, unit: str, say: Mapping[str, str]
) -> str:
    """A difference with its unit, and its interval."""
    shown, *ends = (decimal(one, "+.2f", say) for one in (difference, low, high))
    return f"{shown}{unit} ({' – '.join(ends)})"
