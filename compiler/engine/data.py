"""The rule set as data for other people's tools, and the JSON Schema that describes it.

The data are an object with a ``header``, which says what was compiled, and the
``rules``: the model of :mod:`runtime.ruleset`, whose docstrings say what it means.
"""

import json
from importlib.resources import files
from typing import Any

from runtime.ruleset.expressions import Expression
from runtime.ruleset.model import Family, Model
from runtime.ruleset.ruleset import RuleSet
from runtime.ruleset.statements import ChooserNode, Statement
from runtime.ruleset.types import TypeNode

SCHEMA = "rule-set.schema.json"
"""The published schema, which lies beside this module."""

_FAMILIES: tuple[type[Family], ...] = (TypeNode, Expression, Statement, ChooserNode)


class Header(Model):
    """What was compiled, and by what.

    ``language``: which version. ``readings``: the reading in use of each open
    point. ``supplements``: the ids of those in use. ``hash``: SHA-256 of the law's
    files. ``version``: of the program.
    """

    law: str
    language: str
    readings: dict[str, str]
    supplements: tuple[str, ...]
    hash: str
    version: str


class CompiledLaw(Model):
    """A rule set with its header."""

    header: Header
    rules: RuleSet


def header(rules: RuleSet, version: str) -> Header:
    """What the header says of ``rules``."""
    return Header(
        law=rules.law,
        language=rules.language,
        readings=dict(sorted(rules.readings.items())),
        supplements=rules.supplement_ids,
        hash=rules.law_hash,
        version=version,
    )


def json_engine(rules: RuleSet, *, version: str = "") -> str:
    """The rule set as JSON text, which ends in a newline."""
    compiled = CompiledLaw(header=header(rules, version), rules=rules)
    text = json.dumps(compiled.model_dump(mode="json"), ensure_ascii=False, indent=1)
    # A lone surrogate, which no file can hold, is written as JSON has it.
    return text.encode("utf-8", "backslashreplace").decode() + "\n"


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of what :func:`json_engine` writes."""
    whole = _schema(CompiledLaw)
    definitions: dict[str, Any] = whole.pop("$defs")
    for family in _FAMILIES:
        for member in family.family_members.values():
            found = _schema(member)
            definitions |= found.pop("$defs", {})
            definitions[member.__name__] = found
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **_with_members(whole),
        "$defs": _with_members(dict(sorted(definitions.items()))),
    }


def _schema(model: type[Model]) -> dict[str, Any]:
    found = model.model_json_schema(mode="serialization")
    if (name := found.pop("$ref", "").rpartition("/")[2]) in found.get("$defs", {}):
        found = {**found["$defs"].pop(name), "$defs": found["$defs"]}
    return found


def _with_members(data: Any) -> Any:
    """``data`` with references to the members of each family."""
    if isinstance(data, list):
        return [_with_members(one) for one in data]
    if not isinstance(data, dict):
        return data
    changed = {name: _with_members(one) for name, one in data.items()}
    if names := changed.pop("x-one-of", None):
        changed["oneOf"] = [{"$ref": f"#/$defs/{name}"} for name in names]
    return changed


def published_schema() -> dict[str, Any]:
    """The schema as it is published."""
    text = files("compiler.engine").joinpath(SCHEMA).read_text("utf-8")
    found: dict[str, Any] = json.loads(text)
    return found
