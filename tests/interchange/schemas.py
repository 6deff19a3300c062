"""What is written, held against the schemas of those who made the formats."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft4Validator
from lxml import etree

SCHEMAS = Path(__file__).parents[1] / "schemas"


@cache
def _akoma_ntoso() -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(SCHEMAS / "akomantoso30.xsd"))


@cache
def _tmx() -> etree.DTD:
    return etree.DTD(SCHEMAS / "tmx14.dtd")


@cache
def _sarif() -> Draft4Validator:
    return Draft4Validator(json.loads((SCHEMAS / "sarif-schema-2.1.0.json").read_text("utf-8")))


def parsed(document: bytes) -> etree._Element:
    """The root, read by another program than the one that wrote it."""
    return etree.fromstring(document, etree.XMLParser(load_dtd=False, no_network=True))


def is_akoma_ntoso(document: bytes) -> etree._Element:
    """The root of a document that is valid Akoma Ntoso."""
    root = parsed(document)
    _akoma_ntoso().assertValid(root)
    return root


def is_tmx(document: bytes) -> etree._Element:
    """The root of a document that is valid TMX."""
    root = parsed(document)
    assert _tmx().validate(root), _tmx().error_log
    return root


def sarif_mistakes(log: dict[str, Any]) -> list[str]:
    """What the schema of SARIF has to say against a log."""
    return [error.message for error in _sarif().iter_errors(log)]
