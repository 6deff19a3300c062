"""Entries: how the values of a choice are listed for a player, and how typed text names one."""

import re

from runtime.interpreter import Choice, Game
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type
from runtime.steps import DECLINE, Decline
from runtime.values import Value
from wortlaut.render.names import Names

_WIDTH = 96
_NUMBER = re.compile(r"-?[0-9]{1,9}")
_BETWEEN = re.compile(r"[\s,;/()\[\]]+")


class Entries:
    """The lawful values of ``choice``, each with what to type for it.

    A value whose own name is a number is typed as that number; any other has a
    number of its own, from 1, and may be typed by its name too.
    """

    def __init__(self, choice: Choice, game: Game, names: Names) -> None:
        self.choice = choice
        self._names = names
        self._game = game
        self._lawful = [one.value for one in choice.options if one.lawful]
        self._unlawful = [one.value for one in choice.options if not one.lawful]
        self._plain = self._named_by_number(choice.type)

    def listed(self) -> list[str]:
        """The lines that show what can be chosen."""
        say, choice = self._names.say, self.choice
        if self._plain:
            lines = ["  " + _runs([int(self._short(value)) for value in self._lawful])]
        else:
            width = len(str(len(self._lawful)))
            lines = _packed(
                [f"{n:>{width}}  {self.shown(v)}" for n, v in enumerate(self._lawful, start=1)]
            )
        if choice.decline is not None and choice.decline.lawful:
            lines.append(f"  -  {say['declining']}")
        if choice.default is not None and choice.default.lawful:
            lines.append("  " + say["default"].format(value=self.shown(choice.default.value)))
        if self._unlawful:
            values = ", ".join(self._short(value) for value in self._unlawful)
            lines.append("  " + say["not_lawful"].format(values=values))
        return lines

    def shown(self, value: Value | Decline) -> str:
        """The value in full."""
        if value is DECLINE:
            return self._names.say["declining"]
        return self._names.value(value, self.choice.type)

    def read(self, typed: str) -> tuple[Value | Decline] | None:
        """What ``typed`` names, lawful or not and perhaps impossible; None: nothing at all."""
        text = typed.strip()
        if text == "-":
            return (DECLINE,)
        if not text:
            return (DECLINE,) if self.choice.default is not None else None
        if self._plain:
            return self._read_value(text, self.choice.type)
        if _NUMBER.fullmatch(text):
            at = int(text)
            return (self._lawful[at - 1],) if 1 <= at <= len(self._lawful) else None
        return self._read_value(text, self.choice.type)

    def _read_value(self, text: str, type: Type) -> tuple[Value] | None:
        match type:
            case Number() if _NUMBER.fullmatch(text):
                return (int(text),)
            case Element(set=set_id):
                wanted = text.casefold()
                for index in range(self._game.sizes[set_id]):
                    known = (self._names.short(set_id, index), self._names.element(set_id, index))
                    if wanted in (name.casefold() for name in known):
                        return (index,)
            case Record(record=record):
                numbers = [part for part in _BETWEEN.split(text) if part]
                fields = self._game.rules.records[record].fields
                if len(numbers) == len(fields) and all(map(_NUMBER.fullmatch, numbers)):
                    return (tuple(map(int, numbers)),)
            case Truth():
                known = (self._names.say["yes"], self._names.say["no"])
                if text.casefold() in known:
                    return (text.casefold() == known[0],)
            case Optional(item=item):
                return self._read_value(text, item)
            case SetOf():
                pass
        return None

    def _short(self, value: Value) -> str:
        return self._names.value(value, self.choice.type, short=True)

    def _named_by_number(self, type: Type) -> bool:
        match type:
            case Number(fraction=fraction):
                return not fraction
            case Element(set=set_id):
                return not self._game.rules.sets[set_id].members and set_id != self._names.lettered
            case _:
                return False


def _packed(entries: list[str]) -> list[str]:
    """The entries in columns of one width, row by row."""
    if not entries:
        return []
    cell = max(map(len, entries)) + 3
    per_row = max(1, _WIDTH // cell)
    rows = [entries[at : at + per_row] for at in range(0, len(entries), per_row)]
    return ["  " + "".join(f"{entry:<{cell}}" for entry in row).rstrip() for row in rows]


def _runs(numbers: list[int]) -> str:
    """Whole numbers in ascending order, runs of them shortened: ``1-4, 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)
