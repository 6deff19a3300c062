"""A difference between two versions, told to someone who reads no formulas.

First what differs, then the case in which it does, drawn as a board where there is
something to draw, and then what each version says in it, in its own words.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.markup import escape

from runtime.json_values import value_from
from runtime.lowering import source_name
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Type
from runtime.serialise import read_store
from runtime.state import Layout, Store
from verify.compare.relation import Bound, Change, Difference
from wortlaut.compared import Compared
from wortlaut.render.board import Draw, board, lettered_set
from wortlaut.render.names import Names

_LISTED = 8
"""So many members or changes are listed, of more it is said how many."""


_NO_SUBJECT = ("norm", "permission")
"""What has no name of its own: what is forbidden, what is permitted."""

_NUMBERED = re.compile(r"_\d+$")
"""What the compiler adds to a variable of which there are several."""


class Differences:
    """Tells differences between two versions; ``write`` takes each line, with markup.

    ``draw``: what draws boards, else they are lines as well.
    """

    def __init__(
        self,
        versions: tuple[Compared, Compared],
        rules: tuple[RuleSet, RuleSet],
        reader: str,
        say: dict[str, str],
        write: Callable[[str], None],
        draw: Draw | None = None,
    ) -> None:
        self._versions = versions
        self._rules = rules
        self._reader = reader
        self._say = say
        self._write = write
        self._draw = draw
        languages = [version.language for version in versions]
        self._own = languages.index(reader) if reader in languages else 0

    def tell_all(self, differences: Sequence[Difference]) -> None:
        """Every difference; of those that are alike the first, and how many there are."""
        alike: dict[tuple[str, ...], list[Difference]] = {}
        for one in differences:
            alike.setdefault((one.aspect, one.subject, one.first, one.second), []).append(one)
        for ones in alike.values():
            self.tell(ones[0], len(ones))

    def tell(self, one: Difference, times: int = 1) -> None:
        """What differs, in which case, and what each version says; ``times``: how often so."""
        say = self._say
        aspect = say.get(f"aspect_{one.aspect}", one.aspect)
        head = f"  {say['differs']}: {escape(aspect)}"
        if one.subject not in _NO_SUBJECT:
            subject = " / ".join(dict.fromkeys(_term(rules, one.subject) for rules in self._rules))
            head += f" ({escape(subject)})"
        self._write(head + (f" {times}×" if times > 1 else ""))
        self._case(one)
        for version, text in zip(self._versions, self.sides(one), strict=True):
            self._write(f"    {version.label}: [strong]{escape(text)}[/strong]")

    def sides(self, one: Difference) -> tuple[str, str]:
        """What each version says, in words."""
        return self._side(one, 0), self._side(one, 1)

    # ---- the case

    def _case(self, one: Difference) -> None:
        witness, say = one.witness, self._say
        if witness is None:
            return
        names = self._names(self._own, witness["sizes"])
        variables = [Bound.model_validate(given) for given in witness["bound"]]
        bound = [self._bound(given, variables, names) for given in variables]
        state = self._state(witness, names)
        drawn = self._drawn(state, witness, names)
        if not bound and not witness["state"]:
            self._write(f"  {say['in_every_case']}:")
            return
        sizes = [
            f"{size} {names.term(name)}"
            for name, size in witness["sizes"].items()
            if name in names.rules.sets and not names.rules.sets[name].members
        ]
        about = ", ".join(dict.fromkeys(bound))
        told = [f"{about} ({', '.join(sizes)})" if about and sizes else about or ", ".join(sizes)]
        if not drawn and witness["state"]:
            told.append(say["nothing_set_yet"])
        head = say["in_every_case_as"] if one.always else say["in_this_case"]
        self._write(f"  {head}: {escape('; '.join(filter(None, told)))}".rstrip())
        if drawn and state is not None and self._draw is not None:
            self._draw(*state, names, ())
            return
        for line in drawn:
            self._write(f"    {escape(line)}")

    def _bound(self, given: Bound, all: Sequence[Bound], names: Names) -> str:
        """A bound variable with its value, under the names it has in the versions.

        A member of a set is called by its name alone, if there is only one to speak of.
        """
        value = self._data(given.value, given.type, names)
        if isinstance(given.type, Element) and [one.type for one in all].count(given.type) == 1:
            return value
        own = (source_name(name) for name in given.names if name)
        label = "/".join(dict.fromkeys(_NUMBERED.sub("", name) for name in own))
        return f"{label} = {value}"

    def _state(self, witness: Mapping[str, Any], names: Names) -> tuple[Layout, Store] | None:
        """The state of the case; None: there is none, or it is not of the version's own form."""
        if not witness["state"]:
            return None
        try:
            sizes, store = read_store(names.rules, witness["state"], witness["sizes"])
        except (ValueError, LookupError):
            return None
        return Layout(names.rules, sizes), store

    def _drawn(
        self, state: tuple[Layout, Store] | None, witness: Mapping[str, Any], names: Names
    ) -> list[str]:
        """The state as far as it matters: a board, tables, or, where neither fits, as data."""
        if state is None:
            return [
                f"{names.term(name)} = {value}" for name, value in (witness["state"] or {}).items()
            ]
        return board(*state, names, empty=False)

    # ---- what each says

    def _side(self, one: Difference, side: int) -> str:
        text = (one.first, one.second)[side]
        names = self._names(side, one.witness["sizes"] if one.witness else {})
        if one.changes is not None:
            return self._changes(one.changes[side], names)
        if one.values is not None and one.type is not None and text != "undefined":
            if one.type.kind == "set":
                return self._members(one.values, side, one.type, names)
            return self._data(one.values[side], one.type, names)
        if one.aspect == "precedence" and " > " in text:
            first, second = (names.cite(ref) for ref in text.split(" > "))
            return self._say["side_precedence"].format(first=first, second=second)
        if one.aspect == "size":
            return self._size(text, names)
        if one.aspect == "sequence":
            steps = [self._word("step", part, names) for part in text.split(" > ")]
            return self._say["side_sequence_then"].join(steps)
        return self._word(one.aspect, text, names)

    def _word(self, aspect: str, text: str, names: Names) -> str:
        word = text.replace(" ", "_")
        keys = [f"side_{aspect}_{word}", f"side_{word}"]
        if aspect == "step":
            keys.append(f"side_structure_{word}")
        return next((self._say[key] for key in keys if key in self._say), names.term(text))

    def _size(self, text: str, names: Names) -> str:
        _, same, other = text.partition("as many as ")
        if same:
            return self._say["side_size_as_many"].format(of=names.term(other))
        return text.replace(" to ", "–")

    def _changes(self, changes: Sequence[Change], names: Names) -> str:
        shown = [
            f"{names.place(one.state, one.place)} = "
            + self._data(one.value, names.rules.states[one.state].type, names)
            if one.state in names.rules.states
            else f"{one.state} = {one.value}"
            for one in changes[:_LISTED]
        ]
        return ", ".join([*shown, *self._rest(len(changes))])

    def _members(self, values: tuple[Any, Any], side: int, type_: Type, names: Names) -> str:
        mine, other = values[side] or [], values[1 - side] or []
        if len(mine) <= _LISTED and len(other) <= _LISTED:
            return self._data(mine, type_, names)
        here = [one for one in mine if one not in other]
        if not here:
            return self._say["nothing_more"]
        shown = self._data(here[:_LISTED], type_, names)
        return ", ".join([self._say["only_here"].format(values=shown), *self._rest(len(here))])

    def _rest(self, count: int) -> list[str]:
        more = count - _LISTED
        return [self._say["and_so_on"].format(count=more)] if more > 0 else []

    def _data(self, data: Any, type_: Type, names: Names) -> str:
        """A value that is given as data."""
        if data is None:
            return self._say["side_nothing"]
        sizes = dict.fromkeys(names.rules.sets, 1 << 20)
        try:
            return names.value(value_from(data, type_, names.rules, sizes, ""), type_)
        except (ValueError, LookupError):
            return str(data)

    def _names(self, side: int, sizes: Mapping[str, int]) -> Names:
        version, rules = self._versions[side], self._rules[side]
        known = sizes.keys() >= rules.sets.keys()
        lettered = lettered_set(rules, sizes) if known else None
        return Names(version.law, rules, lettered, self._reader, self._say)


def _term(rules: RuleSet, subject: str) -> str:
    """The term for a concept, or for a part of one."""
    return ".".join(rules.terms.get(part, part) for part in subject.split("."))
