"""Rule sets whose names and texts try to become code, to end strings, and to mislead readers."""

from typing import Any

from runtime.ruleset.ruleset import Paragraph, RuleSet, SupplementInUse

STRINGS = (
    '"""\nimport os\nos.abort()\n"""',
    "'); raise SystemExit(1); ('",
    "\\",
    'ends with a quote"',
    "ends with a backslash\\",
    "\u202egnp.exe",
    "a\u2028b\u0085c\x0bd\x00e\x1b[31m",
    "{braces} %s %(x)s $x `tick`",
    "class",
    "None",
    "table",
    "Game",
    "__import__",
    "put",
    "étude Œuvre ß ﬁ",
    "名前",
    "",
    "7.1; x = 1",
    "#" * 300,
)
"""What law files could not hold, or not so; a rule set made by others could."""

KEPT = {"kind", "operator", "quantifier", "direction", "order", "stream", "language"}


def hostile(rules: RuleSet) -> RuleSet:
    """``rules`` with every name in it made hostile, and hostile texts, citations and terms."""
    names = sorted(_names(rules))
    wild = {name: f"{STRINGS[at % len(STRINGS)]}{at}" for at, name in enumerate(names)}
    data = _renamed(rules.model_dump(mode="json"), wild)
    paragraphs = {
        one.ref: Paragraph(
            ref=one.ref,
            citations={"en": STRINGS[at % len(STRINGS)], "de": STRINGS[-at % len(STRINGS)]},
            text=" ".join(STRINGS[at % len(STRINGS) :]),
        )
        for at, one in enumerate(rules.paragraphs.values())
    }
    data |= {
        "law": STRINGS[0],
        "language": "en",
        "law_hash": STRINGS[1],
        "readings": {one: one for one in STRINGS if one},
        "supplements": [
            SupplementInUse(id=one, gap=one, reason=one).model_dump() for one in STRINGS
        ],
        "terms": {name: STRINGS[at % len(STRINGS)] for at, name in enumerate(wild.values())},
        "paragraphs": {name: one.model_dump() for name, one in paragraphs.items()},
    }
    return RuleSet.model_validate(data)


def _names(rules: RuleSet) -> set[str]:
    found = {*rules.sets, *rules.records, *rules.states, *rules.parameters, *rules.definitions}
    found |= {*rules.decisions, *rules.flows, *rules.roles}
    found |= {field.id for record in rules.records.values() for field in record.fields}
    waiting: list[Any] = [rules.model_dump(mode="json")]
    while waiting:
        one = waiting.pop()
        if isinstance(one, dict):
            for key in ("name", "gap", "outcome", "text", "reason"):
                if isinstance(one.get(key), str):
                    found.add(one[key])
            found |= set(one["names"]) if "names" in one else set()
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
    return found


def _renamed(data: Any, wild: dict[str, str]) -> Any:
    if isinstance(data, dict):
        return {
            wild.get(key, key) if key not in _FIELDS else key: (
                one if key in KEPT and isinstance(one, str) else _renamed(one, wild)
            )
            for key, one in data.items()
        }
    if isinstance(data, list):
        return [_renamed(one, wild) for one in data]
    return wild.get(data, data) if isinstance(data, str) else data


_FIELDS = {"name", "gap", "text", "reason", "record", "set", "state", "field", "flow", "value"}
