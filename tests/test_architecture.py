"""The rules that hold for the source as a whole; ARCHITECTURE.md gives the reasons."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# Which packages of this project, and which of others, a package may import.
MAY_IMPORT = {
    "runtime": {"distributed", "numpy", "pydantic", "pydantic_core", "scipy"},
    "compiler": {
        "runtime",
        "lark",
        "num2words",
        "numba",
        "numpy",
        "platformdirs",
        "pydantic",
    },
    "verify": {"runtime", "cvc5", "hypothesis", "z3"},
    "wortlaut": {
        "compiler",
        "runtime",
        "verify",
        "click",
        "jinja2",
        "junitparser",
        "markupsafe",
        "matplotlib",
        "pyarrow",
        "pydantic",
        "rich",
    },
}

# Words of the laws in spec/ that are general words of this program too, with what they mean here.
EXCEPTIONS = {
    "abstand": "any distance, among the German expressions",
    "automatic": "asked of every law without anybody stating it",
    "case": "one case of a definition; French «case» is the board's square",
    "cases": "as above",
    "column": "a place in a source file or a table",
    "ergebnis": "a German keyword: what a flow yields",
    "game": "a rule set being played: the program is for laws and games",
    "gewählt": "a German keyword: any choice",
    "jeu": "what is played, in messages",
    "joueur": "whoever makes the choices of a game, in messages",
    "joueurs": "as above",
    "joining": "two types to one",
    "nearest": "a superlative, among the English expressions",
    "neighbours": "of a piece of text",
    "piece": "part of something",
    "player": "whoever makes the choices of a game",
    "posg": "the law that comes with the package, in the examples of --help",
    "position": "an index into a sequence",
    "remaining": "what is left of a list",
    "row": "of a table",
    "spiel": "what is played, in messages",
    "spieler": "whoever makes the choices of a game, in messages",
    "stimme": "part of the German idiom for abstaining",
    "tag": "names the kind of a value, in a trace",
    "wahl": "a German keyword: any choice",
    "zeile": "a line of a file, in messages",
}


EACH_PACKAGE = pytest.mark.parametrize("package", MAY_IMPORT)


@cache
def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def named(path: Path) -> str:
    return str(path.relative_to(ROOT))


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            assert node.module is not None
            yield node.module


@EACH_PACKAGE
def test_imports_run_one_way(package: str) -> None:
    allowed = MAY_IMPORT[package] | {package}
    for path in modules(package):
        roots = {name.partition(".")[0] for name in imported(path)}
        assert roots - sys.stdlib_module_names <= allowed, named(path)


@EACH_PACKAGE
def test_every_import_that_is_allowed_is_used(package: str) -> None:
    paths = modules(package)
    used = {name.partition(".")[0] for path in paths for name in imported(path)}
    assert MAY_IMPORT[package] <= used


@EACH_PACKAGE
def test_a_module_opens_with_what_it_is_for(package: str) -> None:
    assert [named(path) for path in modules(package) if not ast.get_docstring(parsed(path))] == []


@EACH_PACKAGE
def test_no_module_is_a_drawer(package: str) -> None:
    drawers = {"utils", "util", "helpers", "misc", "common"}
    assert [named(path) for path in modules(package) if drawers & {path.stem, *path.parts}] == []


@pytest.mark.parametrize(
    ("start", "absent"),
    [
        ("wortlaut.cli", "pydantic lark rich platformdirs compiler runtime verify"),
        ("compiler.law", "rich num2words verify"),
        ("runtime.interpreter", "rich lark compiler verify"),
    ],
)
def test_what_is_slow_to_import_is_imported_late(start: str, absent: str) -> None:
    libraries = "z3 cvc5 junitparser jinja2 markupsafe hypothesis numpy scipy num2words "
    libraries += "matplotlib pyarrow distributed"
    unwanted = [*absent.split(), *libraries.split()]
    code = f"import sys, {start}; print(*(m for m in {unwanted} if m in sys.modules))"
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert found.stdout.split() == []


# ---- no law is known to the program


def _snake(word: str) -> list[str]:
    """The words inside an identifier, lower case: ``fooBar_baz`` is foo, bar, baz."""
    parts = re.sub(r"(?<=[a-zß-ÿ0-9])(?=[A-ZÀ-Þ])", "_", word).casefold().split("_")
    return [part for part in parts if part]


@cache
def words_of_the_laws() -> set[str]:
    """Ids and terms of every glossary, names and titles of every law; see ``_snake``."""
    found = set()
    for table in sorted((ROOT / "spec").glob("*/glossary.toml")):
        folder, glossary = table.parent, tomllib.loads(table.read_text("utf-8"))
        found |= {folder.name, *glossary}
        for concept in glossary.values():
            for version in concept.values():
                if isinstance(version, dict):
                    found |= {version["term"], *version.get("forms", ())}
        for law in folder.glob("??.law"):
            first = law.read_text("utf-8").splitlines()[0]
            name, _, title = first.partition(" ")[2].partition("|")
            found |= {name.strip(), *(word for word in re.findall(r"\w{8,}", title))}
    return {"_".join(_snake(word)) for word in found}


@cache
def words_of(path: Path) -> set[str]:
    """Every run of words inside the identifiers and strings of a source file."""
    if path.suffix == ".py":
        texts = []
        for node in ast.walk(parsed(path)):
            for _, value in ast.iter_fields(node):
                texts += [one for one in _listed(value) if isinstance(one, str)]
    else:
        texts = [path.read_text("utf-8")]
    found = set()
    for word in {word for text in texts for word in re.findall(r"\w+", text)}:
        parts = _snake(word)
        for first in range(len(parts)):
            found |= {"_".join(parts[first:last]) for last in range(first + 1, len(parts) + 1)}
    return found


def _listed(value: object) -> list[object]:
    return value if isinstance(value, list) else [value]


def sources(package: str) -> list[Path]:
    others = (ROOT / package).rglob("*.*")
    return [*modules(package), *sorted(one for one in others if one.suffix in (".toml", ".lark"))]


@EACH_PACKAGE
def test_the_program_knows_no_law(package: str) -> None:
    for path in sources(package):
        known = (words_of_the_laws() & words_of(path)) - set(EXCEPTIONS)
        assert sorted(known) == [], named(path)


def test_no_exception_is_stale() -> None:
    every = (words_of(path) for package in MAY_IMPORT for path in sources(package))
    used = set().union(*every) & words_of_the_laws()
    assert sorted(set(EXCEPTIONS) - used) == []


def test_the_files_that_architecture_names_exist() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    for name in re.findall(r"`([\w.-]+(?:/[\w.-]*)+|[\w-]+\.(?:py|lock|md))`", text):
        assert (ROOT / name).exists(), name
