"""A test report in the form that JUnit made common: one test for each verdict.

A refutation, or a proof of nothing that can happen, is a failure; what could not be
decided is an error, never a success; what is accepted is skipped, with the reason.
"""

from collections.abc import Mapping
from typing import Any

from junitparser import Error, Failure, JUnitXml, Skipped, TestCase, TestSuite

from compiler.visible import visible
from wortlaut.render.words import words


def junit(result: Mapping[str, Any], language: str) -> str:
    """The verdicts of :func:`wortlaut.verification.verdicts` as XML, in words of ``language``."""
    say = words(language)
    report = JUnitXml("wortlaut")
    for code in result["languages"]:
        suite = TestSuite(f"{result['law']}.{code}")
        for one in result["obligations"]:
            if one["language"] == code:
                suite.add_testcase(_case(result["law"], one, say))
        report.add_testsuite(suite)
    if result["stale"]:
        suite = TestSuite(f"{result['law']}.accepted")
        for entry in result["stale"]:
            case = TestCase(entry["id"], f"{result['law']}.accepted")
            case.result = [Failure(f"{say['stale']}. {say['stale_remedy']}", "stale")]
            suite.add_testcase(case)
        report.add_testsuite(suite)
    text: bytes = report.tostring()  # type: ignore[no-untyped-call]
    return visible(text.decode("utf-8"))


def _case(law: str, one: Mapping[str, Any], say: dict[str, str]) -> TestCase:
    details = [f"{name} {size}" for name, size in one["scope"].items()]
    details += [f"{point}={name}" for point, name in one.get("readings", {}).items()]
    name = one["id"] + (f" [{', '.join(details)}]" if details else "")
    case = TestCase(name, f"{law}.{one['language']}.{one['kind']}", one["seconds"])
    verdict = "vacuous" if one["vacuous"] else one["verdict"]
    told = ": ".join(part for part in (say[verdict], one["detail"]) if part)
    if one["articles"] and verdict == "refuted":
        told += f" ({', '.join(one['articles'])})"
    if one["accepted"] is not None:
        case.result = [
            Skipped(f"{say[verdict]} ({say['is_accepted']}): {one['accepted']}", verdict)
        ]
    elif verdict in ("refuted", "vacuous"):
        case.result = [Failure(told, verdict)]
    elif verdict != "proved":
        case.result = [Error(told, verdict)]
    return case
