"""What the concepts of one rule set are called in Python, and its types."""

from collections.abc import Iterable

from compiler.engine.facts import MOST_REMEMBERED, Facts
from compiler.engine.layout import Atom, Code, Entry, Items
from compiler.engine.names import Names, class_name, literal, number
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.types import Element, Number, Optional, Record, SetOf, Truth, Type

_RESERVED = (
    *("table", "Table", "Game", "rule", "case"),
    *("cache", "lru_cache", "permutations", "product"),
)

_TABLE = (
    "applied",
    "declined",
    "draw_choices",
    "draw_dice",
    "draw_lots",
    "made",
    "passed",
    "sizes",
    "steps",
    "telling",
    "explaining",
    "memo",
    "supplement",
    "relied",
    "mark",
    "columns",
    "fill",
    "tell",
)


class Vocabulary:
    """The identifiers of one engine. ``used``: names from the standard library.

    ``listed``: the records and sets that all values are asked of. ``recognised``: the
    records whose values are looked up by their numbers.
    """

    def __init__(self, rules: RuleSet, taken: tuple[str, ...]) -> None:
        self.rules = rules
        self.facts = Facts(rules)
        self.used: set[str] = set()
        self.listed: set[str] = set()
        self.recognised: set[str] = set()
        self.top = Names((*taken, *_RESERVED))
        self._attributes = Names((*_TABLE, "STATES", "NORMS", "WATCHED", "CITATIONS"))
        self._fields = {record: Names(_OF_TUPLES) for record in rules.records}
        self._classes: dict[str, str] = {}
        for record in rules.records:
            self._classes[record] = self.top.take(class_name(record))
        for state in rules.states:
            self.attribute(state)
        for set_id in rules.sets:
            if self.facts.open_size(set_id):
                self.members(set_id)
        for definition in rules.definitions:
            self.definition(definition)

    def definition(self, definition: str) -> str:
        """The function of a definition."""
        return self.top.given(("definition", definition), definition)

    def rows(self, definition: str) -> str:
        """The values of a definition that are looked up in rows."""
        return self.top.given(("rows", definition), f"{definition}_by").upper()

    def record(self, record: str) -> str:
        """The class of a record."""
        return self._classes[record]

    def field(self, record: str, field: str) -> str:
        """The attribute of a record's field."""
        return self._fields[record].given(field)

    def attribute(self, concept: str) -> str:
        """The attribute of the table that holds a state variable or a setting."""
        return self._attributes.given(("variable", concept), concept)

    def members(self, set_id: str) -> str:
        """All members of a set, or all values of a record."""
        if set_id in self.rules.records:
            self.listed.add(set_id)
            return self.top.given(("all", set_id), f"all_{set_id}").upper()
        if self.facts.open_size(set_id):
            attribute = self._attributes.given(("members", set_id), f"every_{set_id}")
            return f"table.{attribute}"
        self.listed.add(set_id)
        return self.top.given(("members", set_id), f"every_{set_id}").upper()

    def known(self, record: str) -> str:
        """The values of a record by their numbers, so that each is there once."""
        self.members(record)
        self.recognised.add(record)
        return self.top.given(("known", record), f"known_{record}").upper()

    def members_attribute(self, set_id: str) -> str:
        """The attribute of the table that holds the members of a set of open size."""
        return self.members(set_id).partition(".")[2]

    def remembering(self, types: Iterable[Type]) -> str:
        """The decorator of a function of such values, and of nothing else."""
        few = self.facts.few(types)
        self.used.add("cache" if few else "lru_cache")
        return "@cache" if few else f"@lru_cache(maxsize={MOST_REMEMBERED:_})"

    # Types.

    def annotation(self, type: Type) -> str:
        """The Python type of the values of ``type``."""
        match type:
            case Truth():
                return "bool"
            case Number(fraction=fraction):
                return "int | Fraction" if fraction else "int"
            case Element():
                return "int"
            case Record(record=record):
                return self.record(record)
            case Optional(item=item):
                inner = self.annotation(item)
                return inner if inner.endswith("| None") else f"{inner} | None"
            case SetOf(item=item):
                return f"tuple[{self.annotation(item)}, ...]"

    def type_data(self, type: Type) -> Code:
        """The type as data, for those who ask a running game."""
        data = type.model_dump(mode="json")
        return as_code(data)


_OF_TUPLES = ("count", "index", "made")


def as_code(data: object) -> Code:
    """JSON data as a Python expression."""
    if data is None or isinstance(data, bool):
        return Atom(str(data))
    if isinstance(data, int):
        return Atom(number(data))
    if isinstance(data, str):
        return Atom(literal(data))
    if isinstance(data, dict):
        entries = tuple(Entry(Atom(literal(key)), as_code(one)) for key, one in data.items())
        return Items("{}", entries)
    if isinstance(data, tuple):
        return Items("()", tuple(as_code(one) for one in data))
    assert isinstance(data, list)
    return Items("[]", tuple(as_code(one) for one in data))
