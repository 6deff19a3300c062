"""SARIF 2.1.0, the form in which code scanning takes findings (OASIS standard).

One run, one result for each finding. What could not be decided is of the kind
``open`` and has no level: it is neither a success nor a failure. What is accepted
is given as suppressed, with the reason.
"""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from compiler.visible import visible
from wortlaut import __version__
from wortlaut.formats.findings import Finding, Located

_SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)


def sarif(command: str, law: str, findings: Iterable[Finding]) -> dict[str, Any]:
    """The log of one run of ``command`` on ``law``. Paths are relative to the working folder."""
    every = tuple(findings)
    rules = list(dict.fromkeys(one.rule for one in every))
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "wortlaut",
                        "semanticVersion": __version__,
                        "rules": [{"id": rule} for rule in rules],
                    }
                },
                "automationDetails": {"id": f"wortlaut/{command}/{law}/"},
                "columnKind": "unicodeCodePoints",
                "results": [_result(one, rules.index(one.rule)) for one in every],
            }
        ],
    }


def _result(one: Finding, index: int) -> dict[str, Any]:
    undecided = one.level == "open"
    result: dict[str, Any] = {
        "ruleId": one.rule,
        "ruleIndex": index,
        "kind": "open" if undecided else "fail",
        "level": "none" if undecided else one.level,
        "message": {"text": visible(one.text)},
        "locations": [_location(place) for place in one.places[:1]],
        "partialFingerprints": {
            "finding/v1": hashlib.sha256(one.key.encode()).hexdigest(),
        },
    }
    if len(one.places) > 1:
        result["relatedLocations"] = [
            {"id": number, **_location(place)} for number, place in enumerate(one.places[1:])
        ]
    if one.accepted is not None:
        result["suppressions"] = [
            {"kind": "external", "status": "accepted", "justification": visible(one.accepted)}
        ]
    return result


def _location(place: Located) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(place.file)}}
    if place.span is not None:
        physical["region"] = {
            "startLine": place.span.line,
            "startColumn": place.span.column,
            "endLine": place.span.end_line,
            "endColumn": place.span.end_column,
        }
    located: dict[str, Any] = {"physicalLocation": physical}
    if place.text:
        located["message"] = {"text": visible(place.text)}
    return located


def _uri(file: str) -> str:
    """The file as a URI: relative below the working folder, as code scanning wants it."""
    path = Path(os.path.abspath(file))
    if path.is_relative_to(Path.cwd()):
        from urllib.parse import quote

        return quote(path.relative_to(Path.cwd()).as_posix())
    return path.as_uri()
