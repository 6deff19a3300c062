"""The rule set as data, and the schema that describes it."""

import copy
import json
from functools import cache
from typing import Any

import pytest

jsonschema = pytest.importorskip("jsonschema")

from compiler.engine.data import CompiledLaw, json_engine, published_schema, schema  # noqa: E402
from compiler.law import load_sound  # noqa: E402


@pytest.fixture(scope="module")
def written() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json_engine(load_sound("posg").rules("fr"), version="1"))
    return found


def test_the_published_schema_is_that_of_the_model() -> None:
    assert published_schema() == json.loads(json.dumps(schema()))
    jsonschema.Draft202012Validator.check_schema(published_schema())


@cache
def validator() -> Any:
    return jsonschema.Draft202012Validator(published_schema())


@pytest.mark.parametrize(
    "name",
    [pytest.param("stichwahl", marks=pytest.mark.slow), "tests/laws/library", "tests/laws/dues"],
)
def test_what_is_written_is_valid_and_read_again(name: str) -> None:
    law = load_sound(name)
    for language in law.languages:
        rules = law.rules(language)
        data = json.loads(json_engine(rules))
        assert validator().is_valid(data)
        assert CompiledLaw.model_validate(data).rules == rules


def test_the_header_says_what_was_compiled(written: dict[str, Any]) -> None:
    rules = load_sound("posg").rules("fr")
    assert written["header"] == {
        "law": "posg",
        "language": "fr",
        "readings": dict(rules.readings),
        "supplements": [one.id for one in rules.supplements],
        "hash": rules.law_hash,
        "version": "1",
    }


def test_the_schema_refuses_what_is_no_rule_set() -> None:
    written = json.loads(json_engine(load_sound("tests/laws/fares").rules("en")))
    unknown = copy.deepcopy(written)
    first = next(iter(unknown["rules"]["definitions"].values()))
    first["cases"][0]["value"]["kind"] = "perhaps"
    missing = copy.deepcopy(written)
    del missing["header"]["hash"]
    for bad in (unknown, missing, {}):
        assert not validator().is_valid(bad)
