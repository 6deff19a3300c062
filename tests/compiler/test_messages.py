"""Every code of the compiler has its wording in every language, and every example its own code."""

import ast
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import compiler
from compiler.diagnostics import Diagnostics, languages_of_messages, messages
from compiler.parse import parse
from compiler.syntax import Start
from compiler.syntax_errors import EXAMPLES

SOURCES = sorted(Path(str(compiler.__file__)).parent.glob("**/*.py"))
_NOT_VALUES = {"heading", "suggestion", "severity"}
_FROM_ELSEWHERE = {"did_you_mean", "unexpected"} | {code for s in EXAMPLES.values() for code in s}
_SYNTAX = [
    (start, code, example)
    for start, codes in EXAMPLES.items()
    for code, examples in codes.items()
    for example in examples
]


def reports() -> Iterator[tuple[str, set[str], str]]:
    """Each report of a mistake: the codes it can have, the values it gives, its place.

    A report is a call of ``Diagnostics.add`` or of an elaborator's ``fail``.
    """
    for path in SOURCES:
        module = ast.parse(path.read_text("utf-8"))
        assigned: dict[str, list[ast.expr]] = {}
        for found in ast.walk(module):
            if isinstance(found, ast.Assign) and isinstance(found.targets[0], ast.Name):
                assigned.setdefault(found.targets[0].id, []).append(found.value)
        for found in ast.walk(module):
            if not (isinstance(found, ast.Call) and isinstance(found.func, ast.Attribute)):
                continue
            if len(found.args) < {"add": 3, "fail": 2}.get(found.func.attr, 1000):
                continue
            values = {word.arg for word in found.keywords if word.arg} - _NOT_VALUES
            for code in codes_in(found.args[0], assigned):
                yield code, values, f"{path.name}:{found.lineno}"


def codes_in(written: ast.expr, assigned: dict[str, list[ast.expr]]) -> Iterator[str]:
    match written:
        case ast.Constant(value=str(code)):
            yield code
        case ast.IfExp(body=body, orelse=otherwise):
            yield from codes_in(body, assigned)
            yield from codes_in(otherwise, assigned)
        case ast.Name(id=name):
            for value in assigned.get(name, ()):
                yield from codes_in(value, assigned)
        case _:
            pass


def blanks(wording: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(wording) if name is not None}


def test_every_reported_code_is_worded() -> None:
    used = {code: place for code, _, place in reports()} | dict.fromkeys(_FROM_ELSEWHERE, "syntax")
    for language in languages_of_messages():
        missing = {code: place for code, place in used.items() if code not in messages(language)}
        assert not missing, language


def test_no_wording_is_stale() -> None:
    written = {
        found.value
        for path in SOURCES
        for found in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(found, ast.Constant) and isinstance(found.value, str)
    }
    for language in languages_of_messages():
        assert set(messages(language)) <= written, language


def test_the_languages_agree_on_codes_and_blanks() -> None:
    first, *others = languages_of_messages()
    for language in others:
        assert list(messages(language)) == list(messages(first)), language
        for code, entry in messages(language).items():
            assert set(entry) == {"message", "remedy"}, (language, code)
            assert entry["message"], (language, code)
            for part, wording in entry.items():
                assert blanks(wording) == blanks(messages(first)[code][part]), (language, code)


def test_every_blank_is_filled() -> None:
    for code, values, place in reports():
        for language in languages_of_messages():
            entry = messages(language)[code]
            assert blanks(entry["message"]) | blanks(entry["remedy"]) <= values, (place, language)


@pytest.mark.parametrize(("start", "code", "example"), _SYNTAX)
def test_every_example_yields_its_own_code(start: Start, code: str, example: str) -> None:
    diagnostics = Diagnostics()
    parse(example, start, "en", "example", diagnostics)
    found = {diagnostic.code: diagnostic for diagnostic in diagnostics.sorted()}
    assert code in found
    for language in languages_of_messages():
        for diagnostic in found.values():
            assert diagnostic.message(language)
            assert diagnostic.remedy(language)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("strange_character", "law L | t\nArt. 1\n  role a § b\n"),
        ("open_string", 'law L | t\nArt. 1\n  no rule "open\n'),
        ("stray_indent", "law L | t\nArt. 1\n    role a\n  role b\n"),
        ("stray_indent", "law L | t\nArt. 1\n  | Text\n    role b\n"),
        ("too_large", "law L | t\n" + "\n" * 1_000_000),
        ("too_deep", "law L | t\nArt. 1\n  forbidden: " + "(" * 100 + "a" + ")" * 100 + "\n"),
    ],
)
def test_mistakes_before_the_grammar(code: str, text: str) -> None:
    diagnostics = Diagnostics()
    parse(text, "law", "en", "example", diagnostics)
    found = [diagnostic for diagnostic in diagnostics.sorted() if diagnostic.code == code]
    assert found
    assert all(found[0].message(language) for language in languages_of_messages())


def test_where_nothing_is_known_it_is_said() -> None:
    diagnostics = Diagnostics()
    diagnostics.add("no_such_point", "law", None, point="x", known="")
    (one,) = diagnostics.sorted()
    assert [one.remedy(code) for code in languages_of_messages()] == [
        "Bekannte Punkte: keine",
        "Known points: none",
        "Points connus\u00a0: aucun",
    ]
