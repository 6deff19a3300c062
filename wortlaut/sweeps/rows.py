"""The rows of a sweep: what each spot of its grid is played by, or why it cannot be."""

import shlex
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr
from dataclasses import dataclass
from io import StringIO
from typing import TypeVar

import click

from compiler.law import Law
from runtime.simulation.games import Setup
from wortlaut.options import (
    chosen_language,
    chosen_rules,
    chosen_settings,
    chosen_sizes,
    flow_to_play,
    open_law,
)
from wortlaut.series import chosen_policies
from wortlaut.sweeps.grid import Grid, Spot, spot

Made = TypeVar("Made")

_SEPARATE = " · "
"""Between the lines of a reason."""


@dataclass(frozen=True)
class Ask:
    """What is the same in all rows of a sweep of ``law``."""

    law: str
    flow: str | None
    no_supplements: bool
    supplements: tuple[str, ...]
    games: int
    seed: int
    messages: str

    def command(self, asked: Spot) -> str:
        """The command that plays one row by itself."""
        found = ["wortlaut", "simulate", self.law, *asked.options()]
        if self.flow is not None:
            found += ["--flow", self.flow]
        if self.no_supplements:
            found.append("--no-supplements")
        found += [part for one in self.supplements for part in ("--supplement", one)]
        return shlex.join([*found, "--games", str(self.games), "--seed", str(self.seed)])


@dataclass(frozen=True)
class Row:
    """A spot of the grid, with the law and the setup that play it, or the ``reason`` why not."""

    number: int
    asked: Spot
    law: Law | None
    setup: Setup | None
    reason: str | None


Finish = Callable[[Setup], Setup]
"""What a setup needs besides what is asked for."""


class Rows:
    """Makes rows; laws are loaded once for each choice of amendments."""

    def __init__(self, ask: Ask, finish: Finish) -> None:
        self.ask = ask
        self._finish = finish
        self._laws: dict[tuple[str, ...], Law | str] = {}

    def of(self, made: Grid) -> Iterator[Row]:
        """A row for every spot, in order."""
        for number, point in enumerate(made.points()):
            yield self.row(number, spot(point))

    def row(self, number: int, asked: Spot) -> Row:
        """The row of one spot."""
        law = self._law(asked.amend)
        if isinstance(law, str):
            return Row(number, asked, None, None, law)
        found = heard(lambda: self._setup(law, asked))
        if isinstance(found, str):
            return Row(number, asked, law, None, found)
        return Row(number, asked, law, found, None)

    def _law(self, amended_by: tuple[str, ...]) -> Law | str:
        if amended_by not in self._laws:
            ask = self.ask
            self._laws[amended_by] = heard(lambda: open_law(ask.law, ask.messages, amended_by))
        return self._laws[amended_by]

    def _setup(self, law: Law, asked: Spot) -> Setup:
        ask = self.ask
        rules = chosen_rules(
            law,
            chosen_language(law, asked.language),
            asked.reading,
            ask.no_supplements,
            ask.supplements,
            ask.messages,
        )
        setup = Setup(
            rules,
            flow_to_play(law, rules, ask.flow),
            chosen_sizes(law, rules, asked.players, asked.size),
            chosen_settings(law, rules, asked.setting),
        )
        return self._finish(chosen_policies(law, setup, asked.policy, ask.messages))


def heard(make: Callable[[], Made]) -> Made | str:
    """What ``make`` makes, or what it says where it ends the command for bad input."""
    said = StringIO()
    try:
        with redirect_stderr(said):
            found = make()
    except click.exceptions.Exit:
        return _SEPARATE.join(line.strip() for line in said.getvalue().splitlines() if line.strip())
    click.echo(said.getvalue(), err=True, nl=False)
    return found


def never_possible(made: Grid, rows: list[Row], maker: Rows) -> Iterator[tuple[str, str]]:
    """What no row can be made with, also where nothing else is asked for: slips of the pen.

    Each with the reason.
    """
    good = [point for point, row in zip(made.points(), rows, strict=True) if row.setup is not None]
    for dimension, values in made.dimensions.items():
        for value in values:
            if any(point[dimension] == value for point in good):
                continue
            alone = maker.row(0, spot({dimension: value}))
            if alone.reason is not None:
                told = "+".join(value) if isinstance(value, tuple) else str(value)
                yield f"{dimension.replace(':', ' ')} {told}", alone.reason
