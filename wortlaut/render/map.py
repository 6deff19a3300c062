"""A map, told: who wins most often around each place, and over all of them."""

from typing import TextIO

from rich.markup import escape
from rich.table import Table

from compiler.law import Law
from runtime.json_values import value_from
from runtime.ruleset.types import Type
from runtime.simulation.intervals import wilson
from wortlaut.maps import Mapped
from wortlaut.render.console import console
from wortlaut.render.numbers import decimal, grouped, percent
from wortlaut.render.simulation import Labels
from wortlaut.render.words import words

_SEVERAL = "="
"""Where several results are equally frequent."""


class MapLabels:
    """What results are called, in full and in one sign."""

    def __init__(self, laws: list[Law], found: Mapped, reader: str) -> None:
        setups = found.task.setups
        self._labels = [
            Labels(law, setup, reader) for law, setup in zip(laws, setups, strict=False)
        ]
        self.say = words(reader)

    @property
    def names(self) -> Labels:
        """Those of the first side."""
        return self._labels[0]

    def result(self, result: str) -> str:
        """A result in full, in the words of whichever side knows it."""
        end, _, value = result.partition(" ")
        labels = next((one for one in self._labels if end in one.setup.outcomes), self.names)
        return labels.value(end, _data(value)) if value else labels.end(end)

    def sign(self, result: str | None) -> str:
        """A result as one sign: the short name of the value, else how the end begins."""
        if result is None:
            return _SEVERAL
        end, _, value = result.partition(" ")
        if not value:
            return self.result(result)[:1].upper()
        labels = next((one for one in self._labels if end in one.setup.outcomes), self.names)
        rules = labels.setup.rules
        type: Type = rules.states[end].type
        worth = value_from(_data(value), type, rules, labels.setup.sizes, end)
        return labels.names.value(worth, type, short=True)


def _data(text: str) -> object:
    import json

    found: object = json.loads(text)
    return found


def show_map(laws: list[Law], found: Mapped, reader: str, stream: TextIO) -> None:
    """The signs of the results that are most frequent, as a grid for each side."""
    out, say, task = console(stream), words(reader), found.task
    labels = MapLabels(laws, found, reader)
    title = say["mapped"].format(
        law=" → ".join(dict.fromkeys(law.name for law in laws)),
        places=len(task.centres),
        games=grouped(task.games, say),
        seed=task.seed,
    )
    out.print(escape(title), style="bold")
    for line in caption(labels, found):
        out.print(escape(line), style="quiet")
    heads = (say["map_before"], say["map_after"])
    for side in range(len(task.setups)):
        out.print()
        if len(task.setups) > 1:
            out.print(escape(heads[side]), style="strong")
        for line in _grid(labels, found, side):
            out.print(escape(line))
    table = Table(box=None, pad_edge=False)
    table.add_column(say["map_total"])
    for side in range(len(task.setups)):
        table.add_column(heads[side] if len(task.setups) > 1 else say["share"], justify="right")
        table.add_column(say["interval"], justify="right")
    for result in found.results:
        cells = []
        for side in range(len(task.setups)):
            count = sum(found.side(at, side).get(result, 0) for at in range(len(task.centres)))
            low, high = wilson(count, task.all)
            cells += [percent(count / task.all, say), f"{percent(low, say)} – {percent(high, say)}"]
        table.add_row(escape(f"{labels.sign(result)}: {labels.result(result)}"), *cells)
    out.print()
    out.print(table)
    if len(task.setups) > 1:
        out.print(f"\n[strong]{escape(changes(labels, found))}[/strong]")


def changes(labels: MapLabels, found: Mapped) -> str:
    """How much is different on the second side."""
    task = found.task
    count = sum(map(found.changed, range(len(task.centres))))
    low, high = wilson(count, task.all)
    other = sum(found.winner(at, 0) != found.winner(at, 1) for at in range(len(task.centres)))
    say = labels.say
    return say["map_changed"].format(
        share=percent(count / task.all, say),
        low=percent(low, say),
        high=percent(high, say),
        places=other,
    )


def caption(labels: MapLabels, found: Mapped) -> list[str]:
    """What was scattered and how, policy, seed, flow, laws."""
    task, say, names = found.task, labels.say, labels.names.names
    rules = task.setups[0].rules
    (set_id,) = rules.states[task.cloud.state].domain
    policy = "; ".join(str(one) for one in task.setups[0].policies) or "random"
    sides = dict.fromkeys(f"{setup.rules.law} {setup.rules.law_hash[:12]}" for setup in task.setups)
    return [
        say["map_caption"].format(
            term=names.term(task.cloud.state),
            members=f"{task.setups[0].sizes[set_id]} {names.term(set_id)}",
            spread=decimal(task.cloud.spread, "g", say),
            games=grouped(task.games, say),
            policy=policy,
            seed=task.seed,
        ),
        say["map_flow"].format(flow=names.term(task.setups[0].flow))
        + " · "
        + say["caption_hash"].format(hash=" · ".join(sides)),
    ]


def _grid(labels: MapLabels, found: Mapped, side: int) -> list[str]:
    task = found.task
    signs = {centre: labels.sign(found.winner(at, side)) for at, centre in enumerate(task.centres)}
    columns = sorted({x for x, _ in task.centres})
    width = max(len(one) for one in (*signs.values(), *map(str, columns))) + 1
    lines = [
        f"{y:>4} " + "".join(f"{signs[x, y]:>{width}}" for x in columns)
        for y in sorted({y for _, y in task.centres}, reverse=True)
    ]
    return [*lines, " " * 5 + "".join(f"{x:>{width}}" for x in columns)]
