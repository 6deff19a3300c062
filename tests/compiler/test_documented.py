"""The language reference and the language: each form documented, each example sound."""

import re
import textwrap
from pathlib import Path

import pytest

from compiler.cases import case_files, elaborate_cases, load_with_cases
from compiler.diagnostics import Diagnostics
from compiler.languages import known_languages, language
from compiler.parse import parse
from compiler.syntax import STARTS, Start, parser
from runtime.casework import Games, work

REFERENCE = Path(__file__).parents[2] / "docs" / "language.md"
TEXT = REFERENCE.read_text("utf-8")
_FENCE = re.compile(r"^```(\S+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def fences(text: str) -> list[tuple[str, list[str], str]]:
    """The fenced blocks of ``text``: language, further words of the first line, content."""
    return [(name, kind.split(), body) for name, kind, body in _FENCE.findall(text)]


EXAMPLES = [(kind, body) for name, kind, body in fences(TEXT) if name == "law"]


def user_facing() -> set[str]:
    """The rules that make something of their own: named rules and aliases of the grammar."""
    return {
        rule.alias or str(rule.origin.name)
        for rule in parser().rules
        if rule.alias or not (rule.options.expand1 or str(rule.origin.name).startswith(("_", "$")))
    }


def test_every_rule_is_documented_once() -> None:
    listed = [
        name for names in re.findall(r"<!-- rules: (.*?) -->", TEXT) for name in names.split()
    ]
    assert sorted(listed) == sorted(user_facing())


@pytest.mark.parametrize("code", known_languages())
def test_every_keyword_is_documented(code: str) -> None:
    shown = set(re.findall(r"`([^`\n]+)`", TEXT))
    wordings = {w for phrases in language(code).keywords.values() for w in phrases}
    assert wordings <= shown


def whole(kind: list[str], body: str) -> tuple[str, Start, str]:
    """An example as a whole file, what file that is, and its language."""
    code = next((word for word in kind if word in known_languages()), "en")
    words = language(code).keywords
    head = f"{words['LAW'][0]} L | t\n{words['ARTICLE'][0]} 1\n"
    if "items" in kind:
        return head + textwrap.indent(body, "  "), "law", code
    if "steps" in kind:
        return f"{head}  {words['FLOW'][0]} f:\n" + textwrap.indent(body, "    "), "law", code
    return body, next((start for start in STARTS if start in kind), "law"), code


@pytest.mark.parametrize(("kind", "body"), EXAMPLES, ids=lambda part: str(part)[:40])
def test_every_example_parses(kind: list[str], body: str) -> None:
    diagnostics = Diagnostics()
    text, start, code = whole(kind, body)
    assert parse(text, start, code, "example", diagnostics) is not None
    assert diagnostics.sorted() == ()


def test_every_example_uses_a_known_kind() -> None:
    known = {"items", "steps", *STARTS, *known_languages()}
    assert {word for kind, _ in EXAMPLES for word in kind} <= known


def test_links_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.*)$", TEXT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", TEXT)) <= anchors


def test_the_whole_law_is_sound(tmp_path: Path) -> None:
    for name, kind, body in fences(TEXT[TEXT.index("## A whole law") :]):
        file = "glossary.toml" if name == "toml" else f"{kind[0] if kind else 'en'}.law"
        path = tmp_path / ("cases/en.law" if file == "cases.law" else file)
        path.parent.mkdir(exist_ok=True)
        path.write_text(body, "utf-8")
    law_text = (tmp_path / "en.law").read_text("utf-8")
    (tmp_path / "en.txt").write_text(official(law_text), "utf-8")
    law, diagnostics = load_with_cases(str(tmp_path))
    assert law is not None
    assert diagnostics == ()
    assert set(law.versions["en"].points["two"].names) == {"at_least", "exactly"}
    cases = elaborate_cases(law, "en", case_files(law, Diagnostics()), Diagnostics())
    assert len(cases) == 3
    for case in cases:
        rules = law.rules("en", case.readings, case.supplements)
        assert work(case, Games(rules)).parting is None, case.title


def official(law: str) -> str:
    """The official text that a law file quotes: its articles' labels, and what follows a bar."""
    quotes = re.findall(r"^ *(Art\. \d+)?[^|\n]*\|(.*)$", law, re.MULTILINE)
    return "\n".join(f"{label} {quoted}" for label, quoted in quotes)
